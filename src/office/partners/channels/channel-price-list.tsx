import type { Channel } from '../../../domain/channels/channels.ts';
import { type ListedPrice, priceList } from '../../../domain/partners/price-list.ts';
import { idText } from '../../../lib/ids.ts';
import { moneyText } from '../../../lib/money.ts';
import type { Page } from '../../answer.ts';
import { csvFile } from '../../page/downloads.ts';
import { baht } from '../../page/format.ts';
import { EVERYTHING, paged } from '../../page/paged.ts';
import { ButtonLink, Columns, Empty, Heading, Pager, Tag } from '../../page/parts.tsx';
import { get, type Screen } from '../../screen.ts';
import type { Visit } from '../../visit.ts';
import { CsvLink } from '../partner-components.tsx';
import { partnerTexts } from '../partner-texts.ts';
import { channelHere } from '../requested-resources.ts';
import { tierName } from './channel-list.tsx';

export const channelPriceScreens: readonly Screen[] = [
  get('/partners/channels/:id/prices', 'owner', (visit) => pricesPage(visit, channelHere(visit))),
  get('/partners/channels/:id/prices.csv', 'owner', (visit) => pricesFile(visit, channelHere(visit))),
];

function pricesPage(visit: Visit, channel: Channel): Page {
  const t = partnerTexts(visit.language);
  const here = `/office/partners/channels/${channel.id}`;
  const { rows, ...pages } = paged(visit, (window) => priceList(visit.ctx.db, channel, window));
  return {
    title: `${t.priceList} · ${channel.name}`,
    body: (
      <>
        <Heading title={t.priceList} back={{ href: here, label: channel.name }}>
          {rows.length > 0 && <CsvLink visit={visit} href={`${here}/prices.csv`} />}
        </Heading>
        <p class="hint">{t.priceListHint(tierName(visit, channel) ?? t.defaultTier)}</p>
        {rows.length === 0 ? (
          <Empty title={t.noProducts}>
            <p>{t.noProductsHint}</p>
            <ButtonLink href="/office/products">{t.addProducts}</ButtonLink>
          </Empty>
        ) : (
          <PriceTable visit={visit} rows={rows} />
        )}
        <Pager visit={visit} {...pages} />
      </>
    ),
  };
}

function PriceTable({ visit, rows }: { visit: Visit; rows: readonly ListedPrice[] }) {
  const t = partnerTexts(visit.language);
  return (
    <table class="list">
      <Columns of={[t.product, t.sku, [t.price, 'right']]} />
      <tbody>
        {rows.map((row) => (
          <tr>
            <th scope="row">
              <a href={`/office/products/${row.productId}`}>{row.productName}</a>
              {row.variantName !== '' && <span class="quietly"> {row.variantName}</span>}
            </th>
            <td data-label={t.sku}>{row.sku}</td>
            <td data-label={t.price} class="money">
              <Price visit={visit} row={row} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Price({ visit, row: { price, fromDefault } }: { visit: Visit; row: ListedPrice }) {
  const t = partnerTexts(visit.language);
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

const COLUMNS = ['product_id', 'product', 'variant_id', 'variant', 'sku', 'price', 'from_default_tier'];

const pricesFile = (visit: Visit, channel: Channel): Response =>
  csvFile(
    `prices-${channel.id}`,
    COLUMNS,
    priceList(visit.ctx.db, channel, EVERYTHING).map((row) => [
      idText(row.productId),
      row.productName,
      idText(row.variantId),
      row.variantName,
      row.sku,
      row.price === null ? '' : moneyText(row.price),
      String(row.fromDefault),
    ]),
  );
