import type * as v from 'valibot';
import {
  type Difference,
  previewRemittance,
  type RemittanceResult,
  remit,
  unappliedRow,
} from '../../../domain/orders/payments/remittance.ts';
import {
  type RemittanceRow,
  remittanceHeader,
  remittanceRows,
} from '../../../domain/orders/payments/remittance-file.ts';
import { bangkokDay } from '../../../lib/calendar.ts';
import { invalidRequest } from '../../../lib/errors.ts';
import { count } from '../../../lib/number-format.ts';
import { readTable } from '../../../lib/spreadsheet/read-table.ts';
import { PayoutSample } from '../../demo/tour-card.tsx';
import {
  fields,
  file,
  flag,
  integer,
  listOf,
  optionalDay,
  optionalInteger,
  optionalText,
  text,
} from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { CheckField, FileField, Post, Submit, TextField } from '../../forms/inputs.tsx';
import { requireTable, TABLE_TYPES } from '../../forms/uploaded-file.ts';
import type { Page } from '../../office-response.ts';
import { Heading, Notice } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { get, post, type Screen } from '../../screen.ts';
import { ParcelTable } from './cod-parcel-table.tsx';
import { codTexts } from './cod-texts.ts';
import { feeFields } from './fee-form.tsx';
import { PayoutForm } from './payout-form.tsx';
import { reviewSummary, reviewTexts } from './review-summary.ts';
import { MAX_ROWS_TEXT, packRows, unpackRows } from './reviewed-rows.ts';
import { UnappliedRows } from './unapplied-rows.tsx';

const MEGABYTE = 2 ** 20;
const MAX_ROWS = 10_000; // applied in one transaction, for which other writes wait
const PAGE_ROWS = 100;
const fileForm = fields({ file, number_column: optionalText(200), amount_column: optionalText(200) });
const applyForm = fields({
  rows: text(MAX_ROWS_TEXT),
  accept: listOf(integer(1)),
  accept_all: flag,
  received: optionalDay,
  note: optionalText(1000),
  ...feeFields,
  page: optionalInteger(1, MAX_ROWS),
});
type Applied = v.InferOutput<typeof applyForm>;

/** Imports a courier's payout file: upload, review, apply. Exactly the reviewed rows are applied. */
export const remitScreens: readonly Screen[] = [
  get('/orders/cod/remit', 'money', (context) => filePage(context, context.form(fileForm))),
  post('/orders/cod/remit', 'money', reviewFile, { maxBytes: 5 * MEGABYTE, isLarge: () => true }),
  post('/orders/cod/remit/apply', 'money', applyRows, { maxBytes: 3 * MAX_ROWS_TEXT, isLarge: () => true }),
];

function applyRows(context: StoreContext) {
  const form = context.form(applyForm);
  return form.submit(
    async ({ rows, accept, accept_all: acceptAll, received, page, ...typed }) => {
      if (page !== undefined) return previewPage(context, unpackRows(rows), form, page);
      const receiveTime = timeOfDay(received, context.now);
      const acceptDifferences = acceptAll || new Set(accept);
      const payout = { rows: unpackRows(rows), acceptDifferences, receiveTime, ...typed };
      const { remittanceId, matched } = await context.write((tx) =>
        remit(tx, { storeId: context.store.id, ...payout }, context.act()),
      );
      const t = codTexts(context.language);
      if (remittanceId === null) throw invalidRequest('remittance_nothing_to_save');
      return context.redirect(`/orders/cod/remittances/${remittanceId}`, t.applied(count(matched.length)));
    },
    () => previewPage(context, unpackRows(form.typed('rows') ?? ''), form),
  );
}

/** Time to record for the day on which the money arrived. */
const timeOfDay = (day: number | undefined, now: number): number =>
  day === undefined || bangkokDay(day) === bangkokDay(now) ? now : day;

async function reviewFile(context: StoreContext) {
  const form = context.form(fileForm);
  return form.submit(
    async ({ file, number_column, amount_column }) => {
      requireTable(file, 'file');
      const columns = { number: number_column, amount: amount_column };
      const table = await readTable(file.bytes, file.name, { maxRows: MAX_ROWS, rating: remittanceHeader(columns) });
      return previewPage(context, remittanceRows(table, file.name, columns));
    },
    () => filePage(context, form),
  );
}

function filePage(context: StoreContext, form: Form<unknown>): Page {
  const t = codTexts(context.language);
  return {
    title: t.remit,
    body: (
      <>
        <Heading title={t.remit} back={{ href: '/office/orders/cod', label: t.title }} />
        <section class="card form-only">
          <p>{t.remitHint}</p>
          <PayoutSample context={context} />
          <Post action="/orders/cod/remit" form={form} files>
            <FileField name="file" label={t.file} accept={TABLE_TYPES} required />
            <details>
              <summary>{t.columns}</summary>
              <div class="fields">
                <TextField name="number_column" label={t.numberColumn} />
                <TextField name="amount_column" label={t.amountColumn} />
              </div>
            </details>
            <Submit label={t.check} />
          </Post>
        </section>
        <p>
          {t.manualHint} <a href="/office/orders/cod/remit/parcels">{t.manual}</a>
        </p>
      </>
    ),
  };
}

/** @param page of the rows, from 1: those that do not match, those that are missing, then those that match */
export function previewPage(
  context: StoreContext,
  rows: readonly RemittanceRow[],
  form?: Form<Applied>,
  page = 1,
): Page {
  const t = reviewTexts(context, rows);
  const preview = previewRemittance(context.db, { storeId: context.store.id, rows }, context.now);
  const { isComplete, texts } = reviewSummary(context, rows, preview);
  return {
    title: t.preview,
    body: (
      <>
        <Heading title={t.preview} back={{ href: '/office/orders/cod/remit', label: t.remit }} />
        <Notice tone={isComplete ? 'good' : 'warn'}>{texts.join(' · ')}</Notice>
        <ReviewForm context={context} rows={rows} form={form} preview={preview} page={page} />
      </>
    ),
  };
}

const isAcceptable = ({ kind, paid }: Difference): boolean => kind === 'amount_differs' && paid !== null && paid > 0;

interface ReviewProps {
  context: StoreContext;
  rows: readonly RemittanceRow[];
  form: Form<Applied> | undefined;
  preview: Omit<RemittanceResult, 'remittanceId'>;
  page: number;
}

/** The rows of a page. Those that can be accepted come first. */
function pageOf({ matched, differences, missing }: ReviewProps['preview'], page: number) {
  const sorted = [...differences.filter(isAcceptable), ...differences.filter((row) => !isAcceptable(row))];
  const total = sorted.length + missing.length + matched.length;
  const start = Math.max(0, Math.min(page, Math.ceil(total / PAGE_ROWS)) - 1) * PAGE_ROWS;
  const onPage = <Row,>(list: readonly Row[], before: number) =>
    list.slice(Math.max(0, start - before), Math.max(0, start - before + PAGE_ROWS));
  return {
    start,
    total,
    shown: onPage(sorted, 0),
    shownMissing: onPage(missing, sorted.length),
    shownMatched: onPage(matched, sorted.length + missing.length),
  };
}

/** Each row with another amount is accepted by itself. The buttons of the pages keep what is accepted and typed. */
function ReviewForm({ context, rows, form, preview, page }: ReviewProps) {
  const t = reviewTexts(context, rows);
  const { matched, differences, missing } = preview;
  const acceptable = differences.filter(isAcceptable);
  const accepted = acceptable.filter(({ row }) => form?.has('accept_all', 'on') || form?.has('accept', String(row)));
  const { start, total, shown, shownMissing, shownMatched } = pageOf(preview, page);
  const shownAcceptable = shown.filter(isAcceptable);
  return (
    <Post action="/orders/cod/remit/apply" form={form} files>
      <input type="hidden" name="rows" value={packRows(rows)} />
      <AcceptedElsewhere form={form} acceptable={acceptable} shown={shown} />
      <UnappliedRows
        context={context}
        rows={shown.map(unappliedRow)}
        title={t.differences(count(differences.length))}
        acceptable={new Set(acceptable.map(({ row }) => row))}
      />
      {acceptable.length > PAGE_ROWS && (
        <CheckField name="accept_all" label={t.acceptHidden(count(acceptable.length))} />
      )}
      {shownMissing.length > 0 && (
        <>
          <h2>{t.missing(count(missing.length))}</h2>
          <ParcelTable
            context={context}
            parcels={shownMissing}
            isComplete={shownMissing.length === missing.length}
            withRecipients
          />
        </>
      )}
      {shownMatched.length > 0 && (
        <>
          <h2>{t.matches(count(matched.length))}</h2>
          <ParcelTable
            context={context}
            parcels={shownMatched.map(({ parcel, paid }) => ({ ...parcel, paid }))}
            isComplete={shownMatched.length === matched.length}
            withRecipients
          />
        </>
      )}
      {(matched.length > 0 || acceptable.length > 0) && (
        <PayoutForm
          context={context}
          rows={{ matched, acceptable, accepted, shown: shownAcceptable }}
          fee={preview.fee}
          page={page}
        />
      )}
      <RowPager context={context} start={start} total={total} />
    </Post>
  );
}

type AcceptedProps = Pick<ReviewProps, 'form'> & Record<'acceptable' | 'shown', readonly Difference[]>;

/** The accepted rows of the other pages. */
function AcceptedElsewhere({ form, acceptable, shown }: AcceptedProps) {
  const onPage = new Set(shown);
  const elsewhere = acceptable.filter((row) => !onPage.has(row) && form?.has('accept', String(row.row)));
  return (
    <>
      {elsewhere.map(({ row }) => (
        <input type="hidden" name="accept" value={String(row)} />
      ))}
    </>
  );
}

/** Buttons, because a link would lose the rows. They come last: Enter in a field presses the first button. */
function RowPager({ context, start, total }: { context: StoreContext; start: number; total: number }) {
  if (total <= PAGE_ROWS) return null;
  const t = codTexts(context.language);
  const end = Math.min(start + PAGE_ROWS, total);
  const page = start / PAGE_ROWS + 1;
  const button = (target: number, label: string) => (
    <Submit class="secondary outline" name="page" value={String(target)} label={label} />
  );
  return (
    <div class="actions spaced">
      {start > 0 && button(page - 1, t.previousRows)}
      <span>{t.rowsOf(count(start + 1), count(end), count(total))}</span>
      {end < total && button(page + 1, t.nextRows)}
    </div>
  );
}
