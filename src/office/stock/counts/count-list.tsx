import { uncounted } from '../../../domain/stock/count-reads.ts';
import { startCount } from '../../../domain/stock/counts.ts';
import { listDocuments } from '../../../domain/stock/document-list.ts';
import { idText } from '../../../lib/ids.ts';
import { fieldLabel } from '../../../lib/messages/field-labels.ts';
import { fields, flag, id, optionalId, optionalText } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { Post, Submit, TextField } from '../../forms/inputs.tsx';
import type { Page } from '../../office-response.ts';
import { ButtonLink, Empty, Heading } from '../../page/components.tsx';
import { ExportMenu } from '../../page/export-menu.tsx';
import { Columns } from '../../page/list.tsx';
import type { StoreContext } from '../../request-context.ts';
import { formScreens, get, type Screen } from '../../screen.ts';
import { DocumentTable, OlderDocuments } from '../documents/document-list.tsx';
import { noWarehousePage } from '../documents/goods-form.tsx';
import { figure, StockTabs, variantName } from '../stock-components.tsx';
import { stockTexts } from '../stock-texts.ts';
import { openWarehouses, warehouseNames } from '../warehouse-options.ts';
import { WarehouseSelect } from '../warehouse-select.tsx';
import { requestedSheet } from './count-sheet.tsx';
import { countTexts } from './count-texts.ts';

const startForm = fields({ warehouse: id, note: optionalText() });

const listQuery = fields({ before: optionalId });

const PAGE_SIZE = 50;

/** The list of count sheets, with a form that starts a new one. */
export const countScreens: readonly Screen[] = [
  ...formScreens('/stock/counts', 'stock', {
    schema: startForm,
    page: countsPage,
    submit: async (context, { warehouse, note }) => {
      const head = { storeId: context.store.id, warehouseId: warehouse, userId: context.account.id, note };
      const sheet = await context.write((tx) => startCount(tx, head, context.now));
      return context.redirect(`/stock/counts/${idText(sheet)}`, countTexts(context.language).started);
    },
  }),
];

function countsPage(context: StoreContext, form: Form<unknown>): Page {
  const t = countTexts(context.language);
  if (openWarehouses(context).length === 0) return noWarehousePage(context, t.title);
  const { before } = context.query(listQuery);
  const sheets = listDocuments(context.db, context.store.id, {
    kind: 'count',
    before,
    limit: PAGE_SIZE + 1,
    offset: 0,
  });
  const page = sheets.slice(0, PAGE_SIZE);
  const body = (
    <>
      <Heading title={t.title}>
        <ExportMenu href="/office/stock/documents?kind=count" />
      </Heading>
      <StockTabs context={context} />
      <Post action="/stock/counts" form={form} class="card inline">
        <WarehouseSelect context={context} />
        <TextField name="note" label={stockTexts(context.language).note} />
        <Submit label={t.start} />
      </Post>
      {page.length === 0 ? (
        <Empty title={t.none} hint={t.noneHint} />
      ) : (
        <DocumentTable context={context} documents={page} />
      )}
      <OlderDocuments context={context} last={sheets.length > PAGE_SIZE ? page.at(-1) : undefined} />
    </>
  );
  return { title: t.title, body };
}

const printQuery = fields({ expected: flag });

/** A printable list of the uncounted items. `?expected=1` adds the quantities on hand. */
export const countPrintScreens: readonly Screen[] = [get('/stock/counts/:id/print', 'stock', printPage)];

function printPage(context: StoreContext): Page {
  const t = countTexts(context.language);
  const sheet = requestedSheet(context);
  const { expected } = context.query(printQuery);
  const items = uncounted(context.db, sheet.id);
  const path = `/office/stock/counts/${idText(sheet.id)}`;
  const title = t.printTitle(warehouseNames(context)(sheet.warehouseId));
  const body = (
    <>
      <Heading title={title} back={{ href: path, label: t.sheet(idText(sheet.id)) }}>
        <ButtonLink
          href={expected ? `${path}/print` : `${path}/print?expected=1`}
          label={expected ? t.withoutExpected : t.withExpected}
        />
      </Heading>
      <p class="hint screen-only">{t.printHint}</p>
      {items.length === 0 ? (
        <Empty title={t.allCounted} />
      ) : (
        <>
          <p>{t.countedBy}</p>
          <ItemsToCount context={context} items={items} showsExpected={expected} />
        </>
      )}
    </>
  );
  return { title, body };
}

interface ItemsToCountProps {
  context: StoreContext;
  items: ReturnType<typeof uncounted>;
  showsExpected: boolean;
}

function ItemsToCount({ context, items, showsExpected }: ItemsToCountProps) {
  const t = countTexts(context.language);
  const { sku, item: itemHeading } = stockTexts(context.language);
  const hasShelves = items.some(({ shelfLocation }) => shelfLocation !== null);
  const shelf = fieldLabel('shelf_location', context.language);
  return (
    <table class="to-count">
      <Columns
        headings={[...(hasShelves ? [shelf] : []), sku, itemHeading, ...(showsExpected ? [t.expected] : []), t.counted]}
      />
      <tbody>
        {items.map((item) => (
          <tr>
            {hasShelves && <td>{item.shelfLocation}</td>}
            <td class="break">{item.sku ?? `#${idText(item.variantId)}`}</td>
            <th scope="row">{variantName(item)}</th>
            {showsExpected && <td class="number">{figure(item.onHand)}</td>}
            <td />
          </tr>
        ))}
      </tbody>
    </table>
  );
}
