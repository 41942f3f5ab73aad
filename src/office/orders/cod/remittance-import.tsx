import * as v from 'valibot';
import {
  type Difference,
  previewRemittance,
  type RemittanceResult,
  remit,
  unappliedRow,
} from '../../../domain/orders/payments/remittance.ts';
import { type RemittanceRow, remittanceRows } from '../../../domain/orders/payments/remittance-file.ts';
import { bangkokDay, bangkokMinute } from '../../../lib/calendar.ts';
import { invalidRequest } from '../../../lib/errors.ts';
import { type Money, moneyText, parseMoney } from '../../../lib/money.ts';
import { count, money } from '../../../lib/number-format.ts';
import { readTable } from '../../../lib/spreadsheet/read-table.ts';
import { DayField } from '../../forms/date-fields.tsx';
import { fields, file, flag, integer, listOf, optionalDay, optionalText, text } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { CheckField, FileField, Post, Submit, TextField } from '../../forms/inputs.tsx';
import { requireTable, TABLE_TYPES } from '../../forms/uploaded-file.ts';
import type { Page } from '../../office-response.ts';
import { Heading, Notice } from '../../page/components.tsx';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { get, post, type Screen } from '../../screen.ts';
import { ParcelTable } from './cod-parcel-table.tsx';
import { codTexts } from './cod-texts.ts';
import { UnappliedRows } from './unapplied-rows.tsx';

const MEGABYTE = 2 ** 20;
const MAX_ROWS = 10_000; // applied in one transaction, for which other writes wait
const MAX_ROWS_TEXT = 8 * MEGABYTE; // JSON rows of a 5 MB file
const fileForm = fields({ file, number_column: optionalText(200), amount_column: optionalText(200) });
const applyForm = fields({
  rows: text(MAX_ROWS_TEXT),
  accept: listOf(integer(1)),
  accept_all: flag,
  received: optionalDay,
  note: optionalText(1000),
});

/** Imports a courier's payout file: upload, review, apply. Exactly the reviewed rows are applied. */
export const remitScreens: readonly Screen[] = [
  get('/orders/cod/remit', 'money', (context) => filePage(context, context.form(fileForm))),
  post('/orders/cod/remit', 'money', reviewFile, { maxBytes: 5 * MEGABYTE, isLarge: () => true }),
  post('/orders/cod/remit/apply', 'money', applyRows, { maxBytes: 3 * MAX_ROWS_TEXT, isLarge: () => true }),
];

function applyRows(context: StoreContext) {
  const form = context.form(applyForm);
  return form.submit(
    async ({ rows, accept, accept_all: acceptAll, received, note }) => {
      const receiveTime = timeOfDay(received, context.now);
      const acceptDifferences = acceptAll || new Set(accept);
      const payout = { rows: parseRows(rows), acceptDifferences, receiveTime, note };
      const { remittanceId, matched } = await context.write((tx) =>
        remit(tx, { storeId: context.store.id, ...payout }, context.act()),
      );
      const t = codTexts(context.language);
      if (remittanceId === null) throw invalidRequest('remittance_nothing_to_save');
      return context.redirect(`/orders/cod/remittances/${remittanceId}`, t.applied(count(matched.length)));
    },
    () => previewPage(context, parseRows(form.typed('rows') ?? '[]'), form),
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
      const csv = await readTable(file.bytes, file.name, MAX_ROWS);
      return previewPage(context, remittanceRows(csv, file.name, { number: number_column, amount: amount_column }));
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
      </>
    ),
  };
}

/** A row in the hidden field of the review page. */
const reviewedRow = v.strictObject({
  row: v.number(),
  trackingNumber: v.string(),
  paid: v.nullable(v.string()),
  problem: v.optional(v.object({ key: v.string(), params: v.record(v.string(), v.unknown()) })),
  fee: v.optional(v.string()),
});

function parseRows(json: string): RemittanceRow[] {
  try {
    return v.parse(v.array(reviewedRow), JSON.parse(json)).map(parseRow);
  } catch {
    throw invalidRequest('remittance_file_changed');
  }
}

function parseRow({ paid, fee, ...row }: v.InferOutput<typeof reviewedRow>): RemittanceRow {
  const feeAmount = fee === undefined ? undefined : parseMoney(fee);
  return {
    ...row,
    paid: paid === null ? null : (parseMoney(paid) ?? null),
    ...(feeAmount !== undefined && feeAmount >= 0 && { fee: feeAmount }),
  };
}

const serializeRows = (rows: readonly RemittanceRow[]): string =>
  JSON.stringify(
    rows.map((row) => ({
      ...row,
      paid: row.paid === null ? null : moneyText(row.paid),
      ...(row.fee !== undefined && { fee: moneyText(row.fee) }),
    })),
  );

function previewPage(context: StoreContext, rows: readonly RemittanceRow[], form?: Form<unknown>): Page {
  const t = codTexts(context.language);
  const preview = previewRemittance(context.db, { storeId: context.store.id, rows }, context.now);
  const { matched, differences, missing, paid, fee } = preview;
  const canApply = matched.length > 0 || differences.some(isAcceptable);
  return {
    title: t.preview,
    body: (
      <>
        <Heading title={t.preview} back={{ href: '/office/orders/cod/remit', label: t.remit }} />
        <Notice tone={matched.length > 0 ? 'good' : 'warn'}>
          {t.matched(count(matched.length), money(paid))}
          {fee !== null && ` · ${t.fee} ${money(fee)} · ${t.net} ${money((paid - fee) as Money)}`}
        </Notice>
        {canApply ? (
          <ApplyForm context={context} rows={rows} form={form} preview={preview} />
        ) : (
          <Differences context={context} differences={differences} />
        )}
        {matched.length > 0 && <ParcelTable context={context} parcels={matched.map(({ parcel }) => parcel)} />}
        {missing.length > 0 && (
          <>
            <h2>{t.missing(count(missing.length))}</h2>
            <ParcelTable context={context} parcels={missing} />
          </>
        )}
      </>
    ),
  };
}

const isAcceptable = ({ kind, paid }: Difference): boolean => kind === 'amount_differs' && paid !== null && paid > 0;

interface ApplyProps {
  context: StoreContext;
  rows: readonly RemittanceRow[];
  form: Form<unknown> | undefined;
  preview: Omit<RemittanceResult, 'remittanceId'>;
}

/** Each row with another amount is accepted by itself. */
function ApplyForm({ context, rows, form, preview: { differences } }: ApplyProps) {
  const t = codTexts(context.language);
  return (
    <Post action="/orders/cod/remit/apply" form={form} files>
      <input type="hidden" name="rows" value={serializeRows(rows)} />
      <Differences context={context} differences={differences} />
      <section class="card">
        <div class="fields">
          <DayField
            name="received"
            label={t.received}
            hint={t.receivedHint}
            value={bangkokMinute(context.now).slice(0, 10)}
          />
          <TextField name="note" label={t.note} />
        </div>
        <Submit label={t.apply} />
      </section>
    </Post>
  );
}

const MAX_SHOWN = 200; // rows that can be accepted, and as many others

function Differences({ context, differences }: StoreProps<{ differences: readonly Difference[] }>) {
  const t = codTexts(context.language);
  const acceptable = differences.filter(isAcceptable);
  const others = differences.filter((difference) => !isAcceptable(difference));
  const shown = new Set([...acceptable.slice(0, MAX_SHOWN), ...others.slice(0, MAX_SHOWN)]);
  const hidden = differences.length - shown.size;
  return (
    <>
      <UnappliedRows
        context={context}
        rows={differences.filter((difference) => shown.has(difference)).map(unappliedRow)}
        title={t.differences(count(differences.length))}
        acceptable={new Set(acceptable.map(({ row }) => row))}
      />
      {hidden > 0 && <p class="muted">{t.hiddenRows(count(hidden))}</p>}
      {acceptable.length > MAX_SHOWN && (
        <CheckField name="accept_all" label={t.acceptHidden(count(acceptable.length))} />
      )}
    </>
  );
}
