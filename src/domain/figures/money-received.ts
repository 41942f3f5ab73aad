import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { Id } from '../../lib/ids.ts';
import type { Money } from '../../lib/money.ts';

// The money that came in and went back, by the time of its confirmation, payout or refund: docs/decisions.md#money-received.

/** From `from` to before `until`, in unix milliseconds. */
export interface Span {
  from: number;
  until: number;
}

/** The methods of payments, and `cod` for what couriers paid out. */
const METHODS = ['transfer', 'promptpay', 'cash', 'card', 'other', 'cod'] as const;
export type MoneyMethod = (typeof METHODS)[number];

export interface MoneySums {
  /** The number of received payments and paid-out parcels. */
  payments: number;
  received: Money;
  refunded: Money;
}

export interface MoneyOfDay extends MoneySums {
  /** As in `bangkokDay`. */
  day: number;
}

/** The bank account of the store that received a transfer, if known. */
export interface Account {
  bank: string | null;
  number: string | null;
}

/** The money of a bank account, or that of a method without an account. */
export interface MoneyOfMethod extends MoneySums, Account {
  method: MoneyMethod;
}

export interface MoneyReport {
  /** Days with money, newest first. */
  days: readonly MoneyOfDay[];
  /** Bank accounts first. */
  methods: readonly MoneyOfMethod[];
  total: MoneySums;
}

const IS_RECEIVED = `p.status IN ('confirmed', 'refunded')`; // as in domain/orders/payments/balance.ts
const OF_STORE = `o.store_id = @storeId AND o.stage <> 'deleted'`;
const WAS_RECEIVED = `${IS_RECEIVED} AND p.review_time < @until AND ${OF_STORE}`;
const WAS_REFUNDED = `r.send_time < @until AND ${OF_STORE}`;

// CROSS JOIN, because SQLite would otherwise scan the orders of the store.
const RECEIVED = 'payments p CROSS JOIN orders o ON o.id = p.order_id';
const REFUNDED = 'refunds r CROSS JOIN payments p ON p.id = r.payment_id CROSS JOIN orders o ON o.id = p.order_id';

export const METHOD = `iif(p.shipment_id IS NULL, p.method, 'cod')`;
export const ACCOUNT = `iif(p.method IN ('transfer', 'promptpay'), p.bank_account_id, NULL)`;
// Without an account of its own, a refund by the method of its payment leaves the account of the payment.
export const METHOD_OF_REFUND = `iif(r.method = p.method, ${METHOD}, r.method)`;
export const ACCOUNT_OF_REFUND = `coalesce(r.bank_account_id, iif(r.method = p.method, ${ACCOUNT}, NULL))`;

const dayOf = (time: string): string => `(${time} + 25200000) / 86400000`;

interface SumsRow extends MoneyOfDay, MoneyOfMethod {
  accountId: Id | null;
}

const sumsOfSpan = query<SumsRow>(
  { reads: ['bank_accounts', 'orders', 'payments', 'refunds'] },
  `SELECT m.*, b.bank, b.number FROM (
     SELECT ${dayOf('p.review_time')} AS day, ${METHOD} AS method, ${ACCOUNT} AS accountId, count(*) AS payments,
       sum(p.amount) AS received, 0 AS refunded
     FROM ${RECEIVED} WHERE p.review_time >= @from AND ${WAS_RECEIVED} GROUP BY 1, 2, 3
     UNION ALL
     SELECT ${dayOf('r.send_time')}, ${METHOD_OF_REFUND}, ${ACCOUNT_OF_REFUND}, 0, 0, sum(r.amount)
     FROM ${REFUNDED} WHERE r.send_time >= @from AND ${WAS_REFUNDED} GROUP BY 1, 2, 3) m
   LEFT JOIN bank_accounts b ON b.id = m.accountId`,
);

/** Money received and refunded. Days and methods come from the same rows, so their totals agree. */
export function moneyReceived(db: Reader, storeId: Id, span: Span): MoneyReport {
  const rows = db.all(sumsOfSpan, { storeId, ...span });
  const days = [...Map.groupBy(rows, ({ day }) => day)].map(([day, own]) => ({ day, ...sumOf(own) }));
  const methods = [...Map.groupBy(rows, positionOf)].sort(([a], [b]) => a - b).map(([, own]) => methodOf(own));
  return { days: days.sort((a, b) => b.day - a.day), methods, total: sumOf(rows) };
}

/** The accounts in the order of their ids, then the methods. */
const positionOf = ({ accountId, method }: SumsRow): number =>
  accountId ?? Number.MAX_SAFE_INTEGER - METHODS.length + METHODS.indexOf(method);

function methodOf(rows: readonly SumsRow[]): MoneyOfMethod {
  const { method, bank, number } = rows[0] as SumsRow;
  return { method, bank, number, ...sumOf(rows) };
}

const sumOf = (rows: readonly MoneySums[]): MoneySums => ({
  payments: rows.reduce((sum, { payments }) => sum + payments, 0),
  received: rows.reduce((sum, { received }) => sum + received, 0) as Money,
  refunded: rows.reduce((sum, { refunded }) => sum + refunded, 0) as Money,
});

/** Payouts of COD that arrived. */
export interface CodPayouts {
  payouts: number;
  /** Payouts whose fee is unknown. */
  withoutFee: number;
  /** Before the fee. */
  amount: Money;
  /** Known fees that couriers kept. */
  fee: Money;
}

const payoutsOfSpan = query<CodPayouts>(
  { reads: ['remittance_lines', 'remittances'] },
  `SELECT count(*) AS payouts, count(*) FILTER (WHERE fee IS NULL) AS withoutFee, coalesce(sum(amount), 0) AS amount,
     coalesce(sum(fee), 0) AS fee
   FROM (SELECT r.fee, (SELECT sum(amount) FROM remittance_lines WHERE remittance_id = r.id AND undo_time IS NULL) AS amount
     FROM remittances r WHERE r.store_id = @storeId AND r.receive_time >= @from AND r.receive_time < @until)
   WHERE amount IS NOT NULL`,
);

/** Without payouts that are undone. */
export const codPayouts = (db: Reader, storeId: Id, span: Span): CodPayouts =>
  db.get(payoutsOfSpan, { storeId, ...span }) as CodPayouts;

const paymentBehind = query<{ id: Id }>(
  { reads: ['payments'] },
  `SELECT p.id FROM payments p WHERE ${IS_RECEIVED} AND p.review_time >= @from AND p.review_time < @until
   LIMIT 1 OFFSET @offset`,
);

const MANY_PAYMENTS = 6_000;

/** Whether summing the span would delay other requests. */
export const hasManyPayments = (db: Reader, span: Span): boolean =>
  db.get(paymentBehind, { ...span, offset: MANY_PAYMENTS }) !== undefined;

/** A payment, a paid-out COD parcel or a refund. */
export interface MoneyEntry extends Account {
  kind: 'payment' | 'refund';
  /** Id of the payment or refund. */
  id: Id;
  time: number;
  orderId: Id;
  orderNumber: number;
  method: MoneyMethod;
  sendingBank: string | null;
  /** Transfer reference, or the tracking number of a paid-out parcel. */
  reference: string | null;
  /** Refunds are negative. */
  amount: Money;
}

const ENTRIES = query<MoneyEntry>(
  { reads: ['bank_accounts', 'orders', 'payments', 'refunds', 'shipments'] },
  `SELECT * FROM (
     SELECT 'payment' AS kind, p.id AS id, p.review_time AS time, o.order_number AS orderNumber, ${METHOD} AS method,
       b.bank, b.number, p.sending_bank AS sendingBank, coalesce(p.reference, s.tracking_number) AS reference, p.amount,
       o.id AS orderId
     FROM ${RECEIVED} LEFT JOIN bank_accounts b ON b.id = ${ACCOUNT} LEFT JOIN shipments s ON s.id = p.shipment_id
     WHERE (p.review_time, p.id) > (@from, @payment) AND ${WAS_RECEIVED} ORDER BY p.review_time, p.id LIMIT @limit)
   UNION ALL
   SELECT * FROM (
     SELECT 'refund', r.id AS id, r.send_time AS time, o.order_number, ${METHOD_OF_REFUND}, b.bank, b.number, NULL,
       r.reference, -r.amount, o.id
     FROM ${REFUNDED} LEFT JOIN bank_accounts b ON b.id = ${ACCOUNT_OF_REFUND}
     WHERE (r.send_time, r.id) > (@from, @refund) AND ${WAS_REFUNDED} ORDER BY r.send_time, r.id LIMIT @limit)
   ORDER BY time, kind, id LIMIT @limit`,
);

const LAST_ID = Number.MAX_SAFE_INTEGER;

/** A page of what `moneyReceived` sums, oldest first. @param last the last row of the page before */
export function moneyEntries(
  db: Reader,
  storeId: Id,
  { last, limit, ...span }: Span & { last?: MoneyEntry | undefined; limit: number },
): MoneyEntry[] {
  const from = last?.time ?? span.from;
  const payment = last?.kind === 'refund' ? LAST_ID : (last?.id ?? 0); // at the same time, payments come first
  const refund = last?.kind === 'refund' ? last.id : 0;
  return db.all(ENTRIES, { storeId, from, until: span.until, payment, refund, limit });
}
