import type { Channel } from '../../../domain/channels/channels.ts';
import { type ListedPrice, priceList } from '../../../domain/partners/price-list.ts';
import { idText } from '../../../lib/ids.ts';
import { baht } from '../../../lib/number-format.ts';
import type { Page } from '../../office-response.ts';
import { ButtonLink, Empty, Heading, Pager, Tag, TextLink } from '../../page/components.tsx';
import { ExportMenu } from '../../page/export-menu.tsx';
import { fileTexts, yesNo } from '../../page/file-texts.ts';
import { List } from '../../page/list.tsx';
import { type Columns, type ListFile, listFile, moneyColumn } from '../../page/list-file.ts';
import { ALL_ROWS, paginated } from '../../page/pagination.ts';
import type { StoreContext } from '../../request-context.ts';
import { get, largeFileScreens, type Screen } from '../../screen.ts';
import { requestedChannel } from '../partner-components.tsx';
import { partnerTexts } from '../partner-texts.ts';
import { tierName } from './channel-list.tsx';

export const channelPriceScreens: readonly Screen[] = [
  get('/partners/channels/:id/prices', 'partners', (context) => pricesPage(context, requestedChannel(context))),
  ...largeFileScreens('/partners/channels/:id/prices', 'partners', (context) =>
    pricesFile(context, requestedChannel(context)),
  ),
];

function pricesPage(context: StoreContext, channel: Channel): Page {
  const t = partnerTexts(context.language);
  const channelPath = `/office/partners/channels/${channel.id}`;
  const { rows, ...pages } = paginated(context, (window) => priceList(context.db, channel, window));
  return {
    title: `${t.priceList} · ${channel.name}`,
    body: (
      <>
        <Heading title={t.priceList} back={{ href: channelPath, label: channel.name }}>
          {rows.length > 0 && <ExportMenu href={`${channelPath}/prices`} />}
        </Heading>
        <p class="hint">{t.priceListHint(tierName(context, channel) ?? t.defaultTier)}</p>
        <List
          rows={rows}
          empty={
            <Empty title={t.noProducts} hint={t.noProductsHint}>
              <ButtonLink href="/office/products" label={t.goToProducts} />
            </Empty>
          }
          columns={(column) => [
            column(t.product, (row) => (
              <>
                <TextLink href={`/office/products/${row.productId}`}>{row.productName}</TextLink>
                {row.variantName !== '' && <span class="muted"> {row.variantName}</span>}
              </>
            )),
            column(t.sku, (row) => row.sku),
            column(t.price, 'money', (row) => <Price context={context} row={row} />),
          ]}
        />
        <Pager {...pages} />
      </>
    ),
  };
}

function Price({ context, row: { price, fromDefault } }: { context: StoreContext; row: ListedPrice }) {
  const t = partnerTexts(context.language);
  if (price === null)
    return (
      <span title={t.noPriceHint}>
        <Tag tone="warn">{t.noPrice}</Tag>
      </span>
    );
  return (
    <span>
      {fromDefault && <Tag>{t.fromDefault}</Tag>} {baht(price)}
    </span>
  );
}

function pricesFile(context: StoreContext, channel: Channel): ListFile {
  const { language } = context;
  const t = partnerTexts(language);
  const names = fileTexts(language);
  const columns: Columns<ListedPrice> = {
    [names.productId]: ({ productId }) => idText(productId),
    [names.product]: ({ productName }) => productName,
    [names.variantId]: ({ variantId }) => idText(variantId),
    [names.variant]: ({ variantName }) => variantName,
    [t.sku]: ({ sku }) => sku,
    [t.price]: moneyColumn(({ price }) => price),
    [t.isFromDefault]: ({ fromDefault }) => yesNo(language, fromDefault),
  };
  return listFile(
    `${t.priceList} ${channel.id}`,
    priceList(context.db, channel, ALL_ROWS),
    columns,
    `prices-${channel.id}`,
  );
}
