import { countProgress, summed } from '../../../domain/stock/count-reads.ts';
import {
  addCounts,
  commitCount,
  countSheet,
  discardCount,
  enterCounts,
  removeCount,
} from '../../../domain/stock/counts.ts';
import { type CountSums, countLinePage, countSums, type StockDocument } from '../../../domain/stock/document-list.ts';
import { notFound } from '../../../lib/errors.ts';
import { idText } from '../../../lib/ids.ts';
import { count } from '../../../lib/number-format.ts';
import { choice, fields, flag, id, optionalInteger } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { Post, PostButton, SelectField } from '../../forms/inputs.tsx';
import type { Page } from '../../office-response.ts';
import {
  ButtonLink,
  Confirm,
  CsvLink,
  Empty,
  Heading,
  Notice,
  Pager,
  Tabs,
  withQuery,
} from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { get, post, postForm, type Screen, withScanner } from '../../screen.ts';
import { DocumentFacts } from '../documents/document-page.tsx';
import { type Lines, lineFields, readLineForm, submitLines, withRowErrors } from '../lines/line-form.ts';
import { LineBar, LineRows } from '../lines/line-rows.tsx';
import { CountTable } from './count-sheet-table.tsx';
import { countTexts } from './count-texts.ts';

const MODES = ['plus', 'replace'] as const;

const enterForm = fields({ ...lineFields, how: choice(MODES) });
const removeForm = fields({ variant: id });
const sheetQuery = fields({ differing: flag, page: optionalInteger(1) });

/** A count sheet: counted in any number of steps, then committed or discarded. */
export const countSheetScreens: readonly Screen[] = withScanner([
  get('/stock/counts/:id', 'stock', (context) =>
    sheetPage(context, requestedSheet(context), readLineForm(context, enterForm)),
  ),
  post('/stock/counts/:id/lines', 'stock', (context) => {
    const sheet = requestedSheet(context);
    const form = readLineForm(context, enterForm);
    const options = { minQty: 0, withoutCost: true, again: () => sheetPage(context, sheet, form) } as const;
    return form.submit(
      ({ how }) =>
        submitLines(context, form, { ...options, requireQty: how === 'replace' }, async (parsed) => {
          const lines = summed(parsed.map(({ variant, qty }) => ({ variantId: variant.id, counted: qty })));
          const enter = how === 'plus' ? addCounts : enterCounts;
          await context.write((tx) => enter(tx, sheet.id, lines));
          return redirectToSheet(context, sheet, countTexts(context.language).entered);
        }),
      withRowErrors(context, form, options),
    );
  }),
  postForm('/stock/counts/:id/remove', 'stock', removeForm, errorPage, async (context, { variant }) => {
    const sheet = requestedSheet(context);
    await context.write((tx) => removeCount(tx, sheet.id, variant));
    return redirectToSheet(context, sheet, countTexts(context.language).removed);
  }),
  postForm('/stock/counts/:id/commit', 'stock', fields({}), errorPage, async (context) => {
    const sheet = requestedSheet(context);
    await context.write((tx) => commitCount(tx, sheet.id, context.now));
    return redirectToSheet(context, sheet, countTexts(context.language).committed);
  }),
  post('/stock/counts/:id/discard', 'stock', async (context) => {
    const sheet = requestedSheet(context);
    await context.write((tx) => discardCount(tx, sheet.id));
    return redirectToSheet(context, sheet, countTexts(context.language).discarded);
  }),
]);

function errorPage(context: StoreContext, form: Form<unknown>): Page {
  return sheetPage(context, requestedSheet(context), form);
}

/** The store's count sheet in the path. @throws AppError not_found */
export function requestedSheet(context: StoreContext): StockDocument {
  const sheet = countSheet(context.db, context.id());
  if (sheet.storeId !== context.store.id) throw notFound('count_sheet_not_found', { sheet: sheet.id });
  return sheet;
}

const redirectToSheet = (context: StoreContext, { id }: StockDocument, notice: string): Response =>
  context.redirect(`/stock/counts/${idText(id)}`, notice);

function sheetPage(context: StoreContext, sheet: StockDocument, form: Form<Lines> | Form<unknown>): Page {
  const t = countTexts(context.language);
  const title = t.sheet(idText(sheet.id));
  const sums = countSums(context.db, sheet.id);
  const isDraft = sheet.status === 'draft';
  const body = (
    <>
      <Heading title={title} back={{ href: '/office/stock/counts', label: t.title }}>
        {isDraft && <ButtonLink href={`/office/stock/counts/${idText(sheet.id)}/all`} main label={t.countAll} />}
        {isDraft && <ButtonLink href={`/office/stock/counts/${sheet.id}/print`} icon="print" label={t.print} />}
        <CsvLink href={`/office/stock/documents/${idText(sheet.id)}/lines.csv`} />
      </Heading>
      {isDraft && <EntryForm context={context} sheet={sheet} form={form} />}
      <div class="card tight">
        <DocumentFacts context={context} document={sheet} more={totalFacts(context, sums)} />
      </div>
      <SheetLines context={context} sheet={sheet} sums={sums} />
      {isDraft && <FinishActions context={context} sheet={sheet} sums={sums} />}
    </>
  );
  return { title, body };
}

function totalFacts(context: StoreContext, sums: CountSums): (readonly [name: string, value: string])[] {
  const t = countTexts(context.language);
  return [
    [t.lines, count(sums.lines)],
    [t.differing, count(sums.differing)],
    [t.missing, count(sums.missing)],
    [t.surplus, count(sums.surplus)],
  ];
}

function EntryForm({ context, sheet, form }: { context: StoreContext; sheet: StockDocument; form: Form<unknown> }) {
  const t = countTexts(context.language);
  return (
    <Post action={`/stock/counts/${idText(sheet.id)}/lines`} form={form} class="card goods">
      <h2>{t.enter}</h2>
      <LineRows context={context} form={form} qtyHint={t.qtyHint} />
      <SelectField
        name="how"
        label={t.mode}
        options={MODES.map((how) => ({ value: how, label: t[how] }))}
        value="plus"
      />
      <LineBar context={context} form={form} submit={t.save} />
    </Post>
  );
}

const PAGE = 100;

function SheetLines({ context, sheet, sums }: { context: StoreContext; sheet: StockDocument; sums: CountSums }) {
  const t = countTexts(context.language);
  const { differing, page = 1 } = context.query(sheetQuery);
  if (sums.lines === 0) return <Empty title={t.empty} />;
  const url = new URL(`/office/stock/counts/${idText(sheet.id)}${context.request.url.search}`, context.request.url);
  const part = { only: differing ? ('differing' as const) : undefined, limit: PAGE, offset: (page - 1) * PAGE };
  const lineCount = differing ? sums.differing : sums.lines;
  const pageUrl = (target: number) => withQuery(url, { page: target === 1 ? undefined : target });
  return (
    <>
      <Tabs
        label={t.lines}
        tabs={[
          {
            href: withQuery(url, { differing: undefined, page: undefined }),
            label: t.allLines,
            count: sums.lines,
            current: !differing,
          },
          {
            href: withQuery(url, { differing: '1', page: undefined }),
            label: t.onlyDiffering,
            count: sums.differing,
            current: differing,
          },
        ]}
      />
      <CountTable
        context={context}
        sheet={sheet}
        lines={countLinePage(context.db, sheet.id, part)}
        isDraft={sheet.status === 'draft'}
      />
      <Pager
        previous={page > 1 ? pageUrl(page - 1) : undefined}
        next={page * PAGE < lineCount ? pageUrl(page + 1) : undefined}
      />
    </>
  );
}

/** Commit and discard, each with a confirmation. */
function FinishActions({ context, sheet, sums }: { context: StoreContext; sheet: StockDocument; sums: CountSums }) {
  const t = countTexts(context.language);
  const path = `/stock/counts/${idText(sheet.id)}`;
  const left = countProgress(context.db, sheet.id).left;
  return (
    <>
      {sums.moved > 0 && <Notice tone="warn">{t.moved(count(sums.moved))}</Notice>}
      {left > 0 && sums.lines > 0 && (
        <Notice>
          {t.uncounted}: {count(left)}. {t.uncountedHint}
        </Notice>
      )}
      <div class="actions">
        {sums.lines > 0 && (
          <Confirm label={t.commit} danger={false}>
            <p>{t.commitAsk(count(sums.differing))}</p>
            <PostButton action={`${path}/commit`} label={t.commitYes} />
          </Confirm>
        )}
        <Confirm label={t.discard}>
          <p>{t.discardAsk}</p>
          <PostButton action={`${path}/discard`} label={t.discardYes} />
        </Confirm>
      </div>
    </>
  );
}
