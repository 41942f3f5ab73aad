import { summed } from '../../../domain/stock/count-reads.ts';
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
import { choice, fields, flag, id, optionalChoice, optionalInteger } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { Post, SelectField, Submit } from '../../forms/inputs.tsx';
import type { Page } from '../../office-response.ts';
import { ButtonLink, CsvLink, Empty, Heading, Pager, Tabs, withQuery } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { get, post, postForm, type Screen, withScanner } from '../../screen.ts';
import { DocumentFacts } from '../documents/document-page.tsx';
import { type Lines, lineFields, readLineForm, submitLines, withRowErrors } from '../lines/line-form.ts';
import { LineBar, LineRows } from '../lines/line-rows.tsx';
import { CommitBar, DiscardAction, MOVEMENTS } from './count-finish.tsx';
import { CountTable } from './count-sheet-table.tsx';
import { countTexts } from './count-texts.ts';

const MODES = ['plus', 'replace'] as const;

const enterForm = fields({ ...lineFields, how: choice(MODES) });
const removeForm = fields({ variant: id });
const commitForm = fields({ movements: optionalChoice(MOVEMENTS) });
const sheetQuery = fields({ differing: flag, moved: flag, page: optionalInteger(1) });

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
  postForm('/stock/counts/:id/remove', 'stock', {
    schema: removeForm,
    page: errorPage,
    submit: async (context, { variant }) => {
      const sheet = requestedSheet(context);
      await context.write((tx) => removeCount(tx, sheet.id, variant));
      return redirectToSheet(context, sheet, countTexts(context.language).removed);
    },
  }),
  postForm('/stock/counts/:id/commit', 'stock', {
    schema: commitForm,
    page: errorPage,
    submit: async (context, { movements }) => {
      const sheet = requestedSheet(context);
      const options = { userId: context.account.id, keepMovements: movements !== 'undo' };
      await context.write((tx) => commitCount(tx, sheet.id, context.now, options));
      return redirectToSheet(context, sheet, countTexts(context.language).committed);
    },
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
  const isEntering = form.count('code') > 0;
  const body = (
    <>
      <Heading title={title} back={{ href: '/office/stock/counts', label: t.title }}>
        {isDraft && <ButtonLink href={`/office/stock/counts/${idText(sheet.id)}/all`} label={t.countAll} />}
        {isDraft && <ButtonLink href={`/office/stock/counts/${sheet.id}/print`} icon="print" label={t.print} />}
        <CsvLink href={`/office/stock/documents/${idText(sheet.id)}/lines.csv`} />
      </Heading>
      {isDraft && <EntryForm context={context} sheet={sheet} form={form} isFirst={isEntering || sums.lines === 0} />}
      <div class="card tight">
        <DocumentFacts context={context} document={sheet} extraFacts={totalFacts(context, sums)} />
      </div>
      <SheetLines context={context} sheet={sheet} sums={sums} />
      {isDraft && <DiscardAction context={context} sheet={sheet} />}
      {isDraft && !isEntering && sums.lines > 0 && <CommitBar context={context} sheet={sheet} sums={sums} />}
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

interface EntryProps {
  context: StoreContext;
  sheet: StockDocument;
  form: Form<unknown>;
  /** Entering is the first thing to do; otherwise the commit of the sheet is. */
  isFirst: boolean;
}

function EntryForm({ context, sheet, form, isFirst }: EntryProps) {
  const t = countTexts(context.language);
  return (
    <Post action={`/stock/counts/${idText(sheet.id)}/lines`} form={form} class="card goods">
      <h2>{t.enter}</h2>
      <LineRows context={context} form={form} qtyHint={t.qtyHint} isTitled />
      <SelectField
        name="how"
        label={t.mode}
        options={MODES.map((how) => ({ value: how, label: t[how] }))}
        value="plus"
      />
      {isFirst ? (
        <LineBar context={context} form={form} submit={t.save} />
      ) : (
        <Submit class="secondary outline" label={t.save} />
      )}
    </Post>
  );
}

const PAGE = 100;

function SheetLines({ context, sheet, sums }: { context: StoreContext; sheet: StockDocument; sums: CountSums }) {
  const t = countTexts(context.language);
  const { differing, moved, page = 1 } = context.query(sheetQuery);
  if (sums.lines === 0) return <Empty title={t.empty} />;
  const url = new URL(`/office/stock/counts/${idText(sheet.id)}${context.request.url.search}`, context.request.url);
  const only = differing ? 'differing' : moved ? 'moved' : undefined;
  const part = { only, limit: PAGE, offset: (page - 1) * PAGE } as const;
  const lineCount = only === undefined ? sums.lines : sums[only];
  const tab = (name: typeof only, label: string, count: number) => ({
    href: withQuery(url, { differing: undefined, moved: undefined, page: undefined, ...(name && { [name]: '1' }) }),
    label,
    count,
    current: name === only,
  });
  const pageUrl = (target: number) => withQuery(url, { page: target === 1 ? undefined : target });
  return (
    <>
      <Tabs
        label={t.lines}
        tabs={[
          tab(undefined, t.allLines, sums.lines),
          tab('differing', t.onlyDiffering, sums.differing),
          ...(sums.moved > 0 || moved ? [tab('moved', t.onlyMoved, sums.moved)] : []),
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
