import { type CountItem, countProgress, toCount } from '../../../domain/stock/count-reads.ts';
import { enterCounts } from '../../../domain/stock/counts.ts';
import type { StockDocument } from '../../../domain/stock/document-list.ts';
import { idText } from '../../../lib/ids.ts';
import { type Path, pathParts } from '../../../lib/messages/path.ts';
import { count } from '../../../lib/number-format.ts';
import { fields, flag, id, listOf, optionalInteger } from '../../forms/fields.ts';
import type { FieldName, Form } from '../../forms/form.ts';
import { IntegerField, Post, Submit } from '../../forms/inputs.tsx';
import type { OfficeResponse, Page } from '../../office-response.ts';
import { commonTexts } from '../../page/common-texts.ts';
import { Empty, Heading, Pager, Tabs, withQuery } from '../../page/components.tsx';
import { Columns } from '../../page/list.tsx';
import { Thumb } from '../../page/thumb.tsx';
import { ShelfLocation } from '../../products/shelf-location.tsx';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { get, post, type Screen } from '../../screen.ts';
import { variantName } from '../stock-components.tsx';
import { stockTexts } from '../stock-texts.ts';
import { warehouseNames } from '../warehouse-options.ts';
import { requestedSheet } from './count-sheet.tsx';
import { picturesOf } from './count-sheet-table.tsx';
import { countTexts } from './count-texts.ts';

const tallyForm = fields({ variant: listOf(id), counted: listOf(optionalInteger()) });
const pageQuery = fields({ left: flag, page: optionalInteger(1) });

const PAGE = 50;

/** All items of the sheet's warehouse with a field each, for counting shelf by shelf. */
export const countWarehouseScreens: readonly Screen[] = [
  get('/stock/counts/:id/all', 'stock', (context) => allPage(context, context.form(tallyForm))),
  post('/stock/counts/:id/all', 'stock', (context) => {
    const sheet = requestedSheet(context);
    const form = context.form(tallyForm);
    return form.submit(
      async ({ variant, counted }) => {
        const lines = variant.flatMap((variantId, at) => {
          const qty = counted[at];
          return qty === undefined ? [] : [{ variantId, counted: qty }];
        });
        const next = nextPath(context, sheet);
        if (lines.length === 0) return context.redirect(next);
        await context.write((tx) => enterCounts(tx, sheet.id, lines));
        return context.redirect(next, countTexts(context.language).entered);
      },
      () => tallyPage(context, sheet, form),
      (path) => filledField(form, path),
    );
  }),
];

/** The form field of an error path such as `lines[3]`, which counts only the rows that were filled in. */
function filledField(form: Form<unknown>, path: Path): FieldName | undefined {
  const [list, line] = pathParts(path);
  if (list !== 'lines' || typeof line !== 'number') return undefined;
  const filled = Array.from({ length: form.count('counted') }, (_, at) => at).filter((at) =>
    form.typed('counted', at)?.trim(),
  );
  const at = filled[line];
  return at === undefined ? undefined : ['counted', at];
}

const pathOf = ({ id }: StockDocument): string => `/stock/counts/${idText(id)}`;

/** The requested filter and page; a page past the end becomes the last one. */
function requestedPart(context: StoreContext, sheet: StockDocument) {
  const { left, page = 1 } = context.query(pageQuery);
  const sums = countProgress(context.db, sheet.id);
  const last = Math.max(1, Math.ceil((left ? sums.left : sums.all) / PAGE));
  return { left, page: Math.min(page, last), last, sums };
}

/** The next page. With the `left` filter the same page, since counted items leave it. After the last page, the sheet. */
function nextPath(context: StoreContext, sheet: StockDocument): string {
  const { left, page, last } = requestedPart(context, sheet);
  if (left) return `${pathOf(sheet)}/all?left=1&page=${page}`;
  return page < last ? `${pathOf(sheet)}/all?page=${page + 1}` : pathOf(sheet);
}

function allPage(context: StoreContext, form: Form<unknown>): OfficeResponse {
  const sheet = requestedSheet(context);
  return sheet.status === 'draft' ? tallyPage(context, sheet, form) : context.redirect(pathOf(sheet));
}

function tallyPage(context: StoreContext, sheet: StockDocument, form: Form<unknown>): Page {
  const t = countTexts(context.language);
  const { left, page, last, sums } = requestedPart(context, sheet);
  const items = toCount(context.db, sheet.id, { left, limit: PAGE, offset: (page - 1) * PAGE });
  const url = new URL(`/office${pathOf(sheet)}/all`, context.request.url);
  const pageUrl = (target: number) =>
    withQuery(url, { left: left ? 1 : undefined, page: target === 1 ? undefined : target });
  const title = t.countAllTitle(warehouseNames(context)(sheet.warehouseId));
  const body = (
    <>
      <Heading title={title} back={{ href: `/office${pathOf(sheet)}`, label: t.sheet(idText(sheet.id)) }} />
      <Tabs
        label={t.countAll}
        tabs={[
          { href: withQuery(url, {}), label: t.allLines, count: sums.all, current: !left },
          { href: withQuery(url, { left: 1 }), label: t.uncounted, count: sums.left, current: left },
        ]}
      />
      {items.length === 0 ? (
        <Empty title={left && sums.all > 0 ? t.allCounted : t.nothingListed} />
      ) : (
        <Post action={pageUrl(page).slice('/office'.length)} form={form} class="card goods">
          <p class="hint">{t.countAllHint}</p>
          <TallyTable context={context} items={items} form={form} />
          <Submit label={left || page === last ? commonTexts(context.language).save : t.saveNext} />
        </Post>
      )}
      <Pager previous={page > 1 ? pageUrl(page - 1) : undefined} next={page < last ? pageUrl(page + 1) : undefined} />
    </>
  );
  return { title, body };
}

function TallyTable({ context, items, form }: StoreProps<{ items: readonly CountItem[]; form: Form<unknown> }>) {
  const t = countTexts(context.language);
  const pictures = picturesOf(context, items);
  const submitted = Array.from({ length: form.count('variant') }, (_, at) => form.typed('variant', at));
  const rows = items.map((item, i) => ({ item, submittedAt: submitted.indexOf(idText(item.variantId)), i }));
  return (
    <table class="list stock-tally">
      <Columns headings={[stockTexts(context.language).item, t.counted]} />
      <tbody>
        {rows.map(({ item, submittedAt, i }) => (
          <tr>
            <th scope="row">
              <div class="named">
                <Thumb url={pictures.get(item.variantId)} name={item.productName} />
                <div>
                  {variantName(item)}
                  <small class="sku break">{item.sku ?? stockTexts(context.language).noSku}</small>
                  <ShelfLocation code={item.shelfLocation} />
                </div>
              </div>
            </th>
            <td>
              <input type="hidden" name="variant" value={idText(item.variantId)} />
              <IntegerField
                name="counted"
                at={submittedAt < 0 ? submitted.length + i : submittedAt}
                label={t.countOf(variantName(item))}
                labelHidden
                hint={item.counted === null ? undefined : t.alreadyCounted(count(item.counted))}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
