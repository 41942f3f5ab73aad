import { summed } from '../../../domain/stock/count-reads.ts';
import {
  addCounts,
  addScannedCount,
  commitCount,
  countSheet,
  discardCount,
  enterCounts,
  removeCount,
} from '../../../domain/stock/counts.ts';
import { type CountSums, countLinePage, countSums, type StockDocument } from '../../../domain/stock/document-list.ts';
import { existingVariant } from '../../../domain/variants.ts';
import { notFound } from '../../../lib/errors.ts';
import { type Id, idText } from '../../../lib/ids.ts';
import { count } from '../../../lib/number-format.ts';
import {
  choice,
  fields,
  flag,
  id,
  integer,
  optionalChoice,
  optionalInteger,
  optionalText,
} from '../../forms/fields.ts';
import { Form } from '../../forms/form.ts';
import { Post, SelectField } from '../../forms/inputs.tsx';
import type { OfficeResponse, Page } from '../../office-response.ts';
import { ButtonLink, Empty, Heading, Pager, Tabs, withQuery } from '../../page/components.tsx';
import { ExportMenu } from '../../page/export-menu.tsx';
import type { StoreContext } from '../../request-context.ts';
import { ScanButton } from '../../scan/scan-field.tsx';
import { get, post, postForm, type Screen, withScanner } from '../../screen.ts';
import { DocumentFacts } from '../documents/document-page.tsx';
import { type Lines, lineFields, readLineForm, submitLines, withRowErrors } from '../lines/line-form.ts';
import { LineBar, LineRows, nameOf } from '../lines/line-rows.tsx';
import { scannedItem } from '../lines/typed-rows.ts';
import { CommitBar, DiscardAction, MOVEMENTS } from './count-finish.tsx';
import { CountTable } from './count-sheet-table.tsx';
import { countTexts } from './count-texts.ts';

const MODES = ['plus', 'replace'] as const;

const enterForm = fields({ ...lineFields, how: choice(MODES) });
const scanForm = fields({
  ...{ scan: optionalText(200), scan_qty: optionalText(20) },
  ...{ scan_sender: optionalText(100), scan_number: optionalInteger(1, Number.MAX_SAFE_INTEGER) },
});
const countedForm = fields({ variant: id, counted: integer(0) });
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
    const scanned = scannedItem(context);
    if (scanned) return countScanned(context, sheet, scanned);
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
  postForm('/stock/counts/:id/counted', 'stock', {
    schema: countedForm,
    page: (context, counted) =>
      sheetPage(context, requestedSheet(context), new Form(enterForm, undefined, context.language), counted),
    fieldOf: () => 'counted',
    submit: async (context, { variant, counted }) => {
      const sheet = requestedSheet(context);
      await context.write((tx) => enterCounts(tx, sheet.id, [{ variantId: variant, counted }]));
      return context.redirect(
        `/stock/counts/${idText(sheet.id)}${context.request.url.search}`,
        countedText(context, variant, counted),
      );
    },
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

type Scanned = NonNullable<ReturnType<typeof scannedItem>>;

/** Saves a scan at once, so that leaving the page or a lost connection loses nothing. */
function countScanned(
  context: StoreContext,
  sheet: StockDocument,
  { variantId, qty }: Scanned,
): Promise<OfficeResponse> {
  const form = context.form(scanForm);
  return form.submit(
    async ({ scan_sender: sender, scan_number: number }) => {
      const scan = sender && number ? { sender, number } : undefined;
      const counted = await context.write((tx) => addScannedCount(tx, sheet.id, { variantId, counted: qty }, scan));
      return redirectToSheet(context, sheet, countedText(context, variantId, counted));
    },
    () => sheetPage(context, sheet, form),
    () => 'scan',
  );
}

const countedText = ({ db, language }: StoreContext, variantId: Id, counted: number): string =>
  countTexts(language).countedNow(nameOf(existingVariant(db, variantId)), count(counted));

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

/** @param counted the submitted quantity of a line */
function sheetPage(
  context: StoreContext,
  sheet: StockDocument,
  form: Form<Lines> | Form<unknown>,
  counted?: Form<unknown>,
): Page {
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
        <ExportMenu href={`/office/stock/documents/${idText(sheet.id)}/lines`} />
      </Heading>
      {isDraft && <EntryForm context={context} sheet={sheet} form={form} isEmpty={sums.lines === 0} />}
      <div class="card tight">
        <DocumentFacts context={context} document={sheet} extraFacts={totalFacts(context, sums)} />
      </div>
      <SheetLines context={context} sheet={sheet} sums={sums} form={counted} />
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
  isEmpty: boolean;
}

/** A scan is saved at once. Typed and pasted rows are saved together. */
function EntryForm({ context, sheet, form, isEmpty }: EntryProps) {
  const t = countTexts(context.language);
  const hasRows = form.count('code') > 0;
  return (
    <Post action={`/stock/counts/${idText(sheet.id)}/lines`} form={form} class="card goods">
      <h2>{t.enter}</h2>
      <LineRows context={context} form={form} qtyHint={hasRows ? t.qtyHint : t.savedAtOnce} isTitled />
      {hasRows ? (
        <>
          <SelectField
            name="how"
            label={t.mode}
            options={MODES.map((how) => ({ value: how, label: t[how] }))}
            value="plus"
          />
          <LineBar context={context} form={form} submit={t.save} />
        </>
      ) : (
        <input type="hidden" name="how" value="plus" />
      )}
      {isEmpty && !hasRows && (
        <div class="action-bar">
          <ScanButton />
        </div>
      )}
    </Post>
  );
}

const PAGE = 100;

interface SheetLinesProps {
  context: StoreContext;
  sheet: StockDocument;
  sums: CountSums;
  form: Form<unknown> | undefined;
}

function SheetLines({ context, sheet, sums, form }: SheetLinesProps) {
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
        form={form}
      />
      <Pager
        previous={page > 1 ? pageUrl(page - 1) : undefined}
        next={page * PAGE < lineCount ? pageUrl(page + 1) : undefined}
      />
    </>
  );
}
