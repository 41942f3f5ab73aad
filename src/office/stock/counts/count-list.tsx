import { startCount } from '../../../domain/stock/counts.ts';
import { listDocuments } from '../../../domain/stock/document-list.ts';
import { idText } from '../../../lib/ids.ts';
import type { Page } from '../../answer.ts';
import { fields, id, optionalId, optionalText } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { Post, SelectField, Submit, TextField } from '../../forms/inputs.tsx';
import { CsvLink, Empty, Heading } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { get, post, type Screen } from '../../screen.ts';
import { DocumentTable, OlderDocuments } from '../documents/document-list.tsx';
import { noWarehousePage } from '../documents/goods-form.tsx';
import { StockTabs } from '../stock-components.tsx';
import { stockTexts } from '../stock-texts.ts';
import { openWarehouses, warehouseOptions } from '../warehouse-options.ts';
import { countTexts } from './count-texts.ts';

const startForm = fields({ warehouse: id, note: optionalText() });

const listQuery = fields({ before: optionalId });

const PAGE = 50;

/** Lists the count sheets and starts new ones. */
export const countScreens: readonly Screen[] = [
  get('/stock/counts', 'staff', (context) => countsPage(context, context.form(startForm))),
  post('/stock/counts', 'staff', (context) => {
    const form = context.form(startForm);
    return form.submit(
      async ({ warehouse, note }) => {
        const head = { storeId: context.store.id, warehouseId: warehouse, userId: context.account.id, note };
        const sheet = await context.write((tx) => startCount(tx, head, context.now));
        return context.redirect(`/stock/counts/${idText(sheet)}`, countTexts(context.language).started);
      },
      () => countsPage(context, form),
    );
  }),
];

function countsPage(context: StoreContext, form: Form<unknown>): Page {
  const t = countTexts(context.language);
  if (openWarehouses(context).length === 0) return noWarehousePage(context, t.title);
  const { before } = context.query(listQuery);
  const found = listDocuments(context.db, context.store.id, { kind: 'count', before, limit: PAGE + 1, offset: 0 });
  const page = found.slice(0, PAGE);
  const body = (
    <>
      <Heading title={t.title}>
        <CsvLink href="/office/stock/documents.csv?kind=count" />
      </Heading>
      <StockTabs context={context} />
      <Post action="/stock/counts" form={form} class="card inline">
        <SelectField
          name="warehouse"
          label={stockTexts(context.language).warehouse}
          options={warehouseOptions(context)}
        />
        <TextField name="note" label={stockTexts(context.language).note} />
        <Submit label={t.start} />
      </Post>
      {page.length === 0 ? (
        <Empty title={t.none} hint={t.noneHint} />
      ) : (
        <DocumentTable context={context} documents={page} />
      )}
      <OlderDocuments context={context} last={found.length > PAGE ? page.at(-1) : undefined} />
    </>
  );
  return { title: t.title, body };
}
