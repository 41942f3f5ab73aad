import * as v from 'valibot';
import {
  type Difference,
  previewRemittance,
  type RemittanceResult,
  remit,
} from '../../../domain/orders/payments/remittance.ts';
import { type RemittanceRow, remittanceRows } from '../../../domain/orders/payments/remittance-file.ts';
import { invalidRequest } from '../../../lib/errors.ts';
import { type Money, moneyText, parseMoney } from '../../../lib/money.ts';
import { baht, count, money } from '../../../lib/number-format.ts';
import { readTable } from '../../../lib/spreadsheet/read-table.ts';
import { fields, file, flag, optionalText, text } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { CheckField, FileField, Post, Submit, TextField } from '../../forms/inputs.tsx';
import { requireTable, TABLE_TYPES } from '../../forms/uploaded-file.ts';
import type { Page } from '../../office-response.ts';
import { Heading, Notice } from '../../page/components.tsx';
import { List } from '../../page/list.tsx';
import type { StoreContext } from '../../request-context.ts';
import { get, post, type Screen } from '../../screen.ts';
import { ParcelTable } from './cod-parcel-table.tsx';
import { codTexts } from './cod-texts.ts';

const MEGABYTE = 2 ** 20;
const MAX_ROWS = 10_000; // applied in one transaction, for which other writes wait
const MAX_ROWS_TEXT = 8 * MEGABYTE; // JSON rows of a 5 MB file
const fileForm = fields({ file, number_column: optionalText(200), amount_column: optionalText(200) });
const applyForm = fields({ rows: text(MAX_ROWS_TEXT), accept: flag, note: optionalText(1000) });

/** Imports a courier's payout file: upload, review, apply. Exactly the reviewed rows are applied. */
export const remitScreens: readonly Screen[] = [
  get('/orders/cod/remit', 'money', (context) => filePage(context, context.form(fileForm))),
  post('/orders/cod/remit', 'money', reviewFile, { maxBytes: 5 * MEGABYTE, isLarge: () => true }),
  post('/orders/cod/remit/apply', 'money', applyRows, { maxBytes: 3 * MAX_ROWS_TEXT, isLarge: () => true }),
];

function applyRows(context: StoreContext) {
  const form = context.form(applyForm);
  return form.submit(
    async ({ rows, accept, note }) => {
      const input = { storeId: context.store.id, rows: parseRows(rows), acceptDifferences: accept, note };
      const { remittanceId, matched } = await context.write((tx) => remit(tx, input, context.act()));
      const t = codTexts(context.language);
      if (remittanceId === null) return context.redirect('/orders/cod', t.nothing);
      return context.redirect(`/orders/cod/remittances/${remittanceId}`, t.applied(count(matched.length)));
    },
    () => previewPage(context, parseRows(form.typed('rows') ?? '[]'), form),
  );
}

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
});

function parseRows(json: string): RemittanceRow[] {
  try {
    return v.parse(v.array(reviewedRow), JSON.parse(json)).map((row) => ({ ...row, paid: paidOf(row.paid) }));
  } catch {
    throw invalidRequest('remittance_file_changed');
  }
}

const paidOf = (text: string | null): Money | null => (text === null ? null : (parseMoney(text) ?? null));
const serializeRows = (rows: readonly RemittanceRow[]): string =>
  JSON.stringify(rows.map((row) => ({ ...row, paid: row.paid === null ? null : moneyText(row.paid) })));

function previewPage(context: StoreContext, rows: readonly RemittanceRow[], form?: Form<unknown>): Page {
  const t = codTexts(context.language);
  const preview = previewRemittance(context.db, { storeId: context.store.id, rows }, context.now);
  const canApply = preview.matched.length > 0 || preview.differences.some(({ kind }) => kind === 'amount_differs');
  return {
    title: t.preview,
    body: (
      <>
        <Heading title={t.preview} back={{ href: '/office/orders/cod/remit', label: t.remit }} />
        <Notice tone={preview.matched.length > 0 ? 'good' : 'warn'}>
          {t.matched(count(preview.matched.length), money(preview.paid))}
        </Notice>
        {preview.differences.length > 0 && <Differences context={context} differences={preview.differences} />}
        {canApply && <ApplyForm context={context} rows={rows} form={form} preview={preview} />}
        {preview.matched.length > 0 && (
          <ParcelTable context={context} parcels={preview.matched.map(({ parcel }) => parcel)} />
        )}
        {preview.missing.length > 0 && (
          <>
            <h2>{t.missing(count(preview.missing.length))}</h2>
            <ParcelTable context={context} parcels={preview.missing} />
          </>
        )}
      </>
    ),
  };
}

interface ApplyProps {
  context: StoreContext;
  rows: readonly RemittanceRow[];
  form: Form<unknown> | undefined;
  preview: Omit<RemittanceResult, 'remittanceId'>;
}

function ApplyForm({ context, rows, form, preview }: ApplyProps) {
  const t = codTexts(context.language);
  return (
    <section class="card">
      <Post action="/orders/cod/remit/apply" form={form} files>
        <input type="hidden" name="rows" value={serializeRows(rows)} />
        {preview.differences.some(({ kind }) => kind === 'amount_differs') && (
          <CheckField name="accept" label={t.accept} />
        )}
        <TextField name="note" label={t.note} />
        <Submit label={t.apply} />
      </Post>
    </section>
  );
}

function Differences({ context, differences }: { context: StoreContext; differences: readonly Difference[] }) {
  const t = codTexts(context.language);
  return (
    <>
      <h2>{t.differences(count(differences.length))}</h2>
      <List
        class="list tight"
        rows={differences}
        columns={(column) => [
          column(t.tracking, 'break', (difference) => difference.trackingNumber || '—'),
          column(t.order, (difference) =>
            difference.parcel ? (
              <a href={`/office/orders/${difference.parcel.orderId}`}>#{difference.parcel.orderNumber}</a>
            ) : (
              '—'
            ),
          ),
          column(t.row, 'number', (difference) => difference.row),
          column(t.problem, (difference) => t[difference.kind]),
          column(t.expected, 'money', (difference) =>
            difference.parcel?.amount ? baht(difference.parcel.amount) : '—',
          ),
          column(t.paid, 'money', (difference) => (difference.paid === null ? '—' : baht(difference.paid))),
        ]}
      />
    </>
  );
}
