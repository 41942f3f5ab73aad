import type { Reader } from '../../context.ts';
import { type CodPayout, codPayouts } from '../../domain/figures/cod-payouts.ts';
import {
  isInBank,
  type MoneyEntry,
  type MoneySums,
  moneyEntries,
  moneyReceived,
} from '../../domain/figures/money-received.ts';
import { type MoneyRecord, moneyRecords } from '../../domain/figures/money-records.ts';
import { dayStart, type Span } from '../../lib/calendar.ts';
import { type Money, ZERO } from '../../lib/money.ts';
import { bankName } from '../../lib/thai-banks.ts';
import {
  type Columns,
  dayColumn,
  type ListFile,
  listFile,
  longListFile,
  mapColumns,
  minuteColumn,
  moneyColumn,
  pagesOf,
} from '../page/list-file.ts';
import type { StoreContext } from '../request-context.ts';
import { accountText, documentText, kindText, methodNameOf, receiptText } from './money-labels.ts';
import { moneyTexts } from './money-texts.ts';
import { totalFacts, withReportHead } from './report-head.ts';
import { monthOf, monthText, spanOf } from './report-month.tsx';

// The exports of the money received.

export const netOf = ({ received, refunded }: MoneySums): Money => (received - refunded) as Money;

/** The days of the month, oldest first. */
export function moneyDaysFile(context: StoreContext): ListFile {
  const { db, store, language } = context;
  const t = moneyTexts(language);
  const month = monthOf(context);
  const { days, total } = moneyReceived(db, store.id, spanOf(month));
  const file = listFile(
    `${t.daysFile} ${month}`,
    days.toReversed(),
    {
      [t.day]: dayColumn(({ day }) => dayStart(day)),
      [t.received]: moneyColumn(({ received }) => received),
      [t.refunded]: moneyColumn(({ refunded }) => refunded),
      [t.payments]: ({ payments }) => payments,
      [t.net]: moneyColumn((sums) => netOf(sums)),
      [t.inBank]: moneyColumn(({ inBank }) => inBank),
    },
    `money-received-by-day ${month}`,
  );
  return withMoneyHead(context, file, { title: t.daysTitle, period: monthText(month, context), total });
}

function withMoneyHead(
  context: StoreContext,
  file: ListFile,
  { total, ...head }: { title: string; period: string; total: MoneySums },
): ListFile {
  const t = moneyTexts(context.language);
  const { received, refunded, inBank } = total;
  const sums = { [t.received]: received, [t.refunded]: refunded, [t.net]: netOf(total), [t.inBank]: inBank };
  return withReportHead(context, file, { ...head, totals: totalFacts(t.total, sums) });
}

export const moneyFile = (context: StoreContext): ListFile => {
  const month = monthOf(context);
  return entriesFile(context, spanOf(month), { name: month, period: monthText(month, context) });
};

type RecordedEntry = MoneyEntry & { record: MoneyRecord | undefined };

function withRecords(db: Reader, entries: readonly MoneyEntry[]): RecordedEntry[] {
  const refundIds = entries.filter(({ kind }) => kind === 'refund').map(({ id }) => id);
  const paymentIds = entries.filter(({ kind }) => kind !== 'refund').map(({ id }) => id);
  const { payments, refunds } = moneyRecords(db, { payments: paymentIds, refunds: refundIds });
  return entries.map((entry) => ({ ...entry, record: (entry.kind === 'refund' ? refunds : payments).get(entry.id) }));
}

/** A payment, payout, refund or undone payout, or the fee of a payout. */
type Row = { entry: RecordedEntry } | { payout: CodPayout };

/** Oldest first, then the fees of the payouts. */
function* rowsOf({ db, store }: StoreContext, span: Span): Generator<Row[]> {
  const pages = pagesOf((last: MoneyEntry | undefined, limit) => moneyEntries(db, store.id, { ...span, last, limit }));
  for (const entries of pages) yield withRecords(db, entries).map((entry) => ({ entry }));
  yield codPayouts(db, store.id, span).flatMap((payout) => (payout.fee ? [{ payout }] : []));
}

/** @param names of the span, in the name and in the head of the file */
export function entriesFile(
  context: StoreContext,
  span: Span,
  { name, period }: Record<'name' | 'period', string>,
): ListFile {
  const t = moneyTexts(context.language);
  const columns: Columns<Row> = {
    ...mapColumns(entryColumns(context), (row: Row, heading, cell) =>
      'entry' in row ? cell(row.entry) : feeCell(context, row.payout, heading),
    ),
    [t.inBank]: moneyColumn((row) => ('entry' in row ? bankAmount(row.entry) : (-(row.payout.fee ?? ZERO) as Money))),
  };
  const file = longListFile(`${t.file} ${name}`, rowsOf(context, span), columns, `money-received ${name}`);
  const { total } = moneyReceived(context.db, context.store.id, span);
  return withMoneyHead(context, file, { title: t.title, period, total });
}

const bankAmount = (entry: MoneyEntry): Money | undefined => (isInBank(entry) ? entry.amount : undefined);

/** Fees reduce what arrives at the bank, but not the amounts that customers paid. */
function feeCell({ language }: StoreContext, { id, time }: CodPayout, heading: string) {
  const t = moneyTexts(language);
  const cells: Record<string, string | number> = {
    [t.fileTime]: time,
    [t.fileKind]: t.courierFee,
    [t.method]: methodNameOf('cod', language),
    [t.fileReference]: t.payoutNumber(String(id)),
  };
  return cells[heading];
}

function entryColumns(context: StoreContext): Columns<RecordedEntry> {
  const { language } = context;
  const t = moneyTexts(language);
  return {
    [t.fileTime]: minuteColumn(({ time }) => time),
    [t.fileOrder]: ({ orderNumber }) => orderNumber,
    ...(context.may('customer_data') && { [t.fileCustomer]: ({ record }: RecordedEntry) => record?.customer }),
    [t.fileKind]: (entry) => kindText(context, entry),
    [t.method]: ({ method }) => methodNameOf(method, language),
    [t.fileAccount]: (entry) => accountText(context, entry),
    [t.fileSendingBank]: ({ sendingBank }) => sendingBank && bankName(sendingBank, language),
    [t.fileTransferTime]: minuteColumn(({ kind, record }) =>
      kind === 'payout_undone' ? undefined : record?.transferTime,
    ),
    [t.fileReference]: ({ reference }) => reference,
    [t.fileRecordedBy]: ({ kind, record }) => (kind === 'payout_undone' ? record?.undoneBy : record?.recordedBy),
    [t.fileReceipt]: ({ record }) => receiptText(record),
    [t.fileRefundDocument]: ({ record }) => documentText(record),
    [t.fileAmount]: moneyColumn(({ amount }) => amount),
  };
}
