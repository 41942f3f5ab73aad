import { startCount } from '../../../domain/stock/counts.ts';
import { listDocuments } from '../../../domain/stock/document-list.ts';
import { idText } from '../../../lib/ids.ts';
import type { Page } from '../../answer.ts';
import { fields, id, optionalId, optionalText } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { Post, SelectField, Submit, TextField } from '../../forms/inputs.tsx';
import { Empty, Heading } from '../../page/parts.tsx';
import { words } from '../../page/texts.ts';
import { get, post, type Screen } from '../../screen.ts';
import type { Visit } from '../../visit.ts';
import { DocumentTable, OlderDocuments } from '../documents/document-list.tsx';
import { noWarehouse } from '../documents/goods-form.tsx';
import { FileLink, StockTabs } from '../stock-components.tsx';
import { stockTexts } from '../stock-texts.ts';
import { openPlaces, placeOptions } from '../warehouse-options.ts';
import { countTexts } from './count-texts.ts';

const startForm = fields({ warehouse: id, note: optionalText() });

const asked = fields({ before: optionalId });

const PAGE = 50;

/** The store's count sheets, and a form that begins one. */
export const countScreens: readonly Screen[] = [
  get('/stock/counts', 'staff', (visit) => countsPage(visit, visit.form(startForm))),
  post('/stock/counts', 'staff', (visit) => {
    const form = visit.form(startForm);
    return form.submit(
      async ({ warehouse, note }) => {
        const head = { storeId: visit.store.id, warehouseId: warehouse, userId: visit.account.id, note };
        const sheet = await visit.ctx.write((db) => startCount(db, head, visit.now));
        return visit.redirect(`/stock/counts/${idText(sheet)}`, countTexts(visit.language).started);
      },
      () => countsPage(visit, form),
    );
  }),
];

function countsPage(visit: Visit, form: Form<unknown>): Page {
  const t = countTexts(visit.language);
  if (openPlaces(visit).length === 0) return noWarehouse(visit, t.title);
  const { before } = visit.query(asked);
  const found = listDocuments(visit.ctx.db, visit.store.id, { kind: 'count', before, limit: PAGE + 1, offset: 0 });
  const page = found.slice(0, PAGE);
  const body = (
    <>
      <Heading title={t.title}>
        <FileLink href="/office/stock/documents.csv?kind=count">{words(visit.language).csv}</FileLink>
      </Heading>
      <StockTabs visit={visit} />
      <Post visitor={visit} action="/stock/counts" form={form} class="card inline">
        <SelectField
          form={form}
          name="warehouse"
          label={stockTexts(visit.language).warehouse}
          options={placeOptions(visit)}
        />
        <TextField form={form} name="note" label={stockTexts(visit.language).note} />
        <Submit>{t.start}</Submit>
      </Post>
      {page.length === 0 ? (
        <Empty title={t.none}>
          <p>{t.noneHint}</p>
        </Empty>
      ) : (
        <DocumentTable visit={visit} documents={page} />
      )}
      <OlderDocuments visit={visit} last={found.length > PAGE ? page.at(-1) : undefined} />
    </>
  );
  return { title: t.title, body };
}
