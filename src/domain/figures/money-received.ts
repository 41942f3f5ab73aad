import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import { bangkokDay, type Span } from '../../lib/calendar.ts';
import type { Id } from '../../lib/ids.ts';
import { type Money, ZERO } from '../../lib/money.ts';
import { codPayouts, codPayoutTotals, dayOf, IS_UNDONE_LATER } from './cod-payouts.ts';

// The money that came in and went back, by the time of its confirmation, payout, refund or undo:
// docs/decisions.md#money-received.

/** The methods of payments, and `cod` for what couriers paid out. */
const METHODS = ['transfer', 'promptpay', 'cash', 'card', 'other', 'cod'] as const;
export type MoneyMethod = (typeof METHODS)[number];

export interface MoneySums {
  /** The number of received payments and paid-out parcels, also those whose payout was undone on a later day. */
  payments: number;
  /** Without payouts of an earlier day that were undone; it may be negative. */
  received: Money;
  refunded: Money;
  /** What arrived at the banks of transfers, PromptPay and COD payouts, less the fees of couriers and the refunds of these methods. */
  inBank: Money;
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
// Undone lines are few.
const UNDONE = `remittance_lines l CROSS JOIN remittances m ON m.id = l.remittance_id
  CROSS JOIN payments p ON p.id = l.payment_id CROSS JOIN orders o ON o.id = p.order_id`;
const UNDONE_LATER = `${IS_UNDONE_LATER} AND l.undo_time >= @from AND m.receive_time < @until AND ${OF_STORE}`;
const TAKEN_BACK = `${IS_UNDONE_LATER} AND l.undo_time < @until AND ${OF_STORE}`;
const REFUNDED = 'refunds r CROSS JOIN payments p ON p.id = r.payment_id CROSS JOIN orders o ON o.id = p.order_id';

export const METHOD = `iif(p.shipment_id IS NULL, p.method, 'cod')`;
export const ACCOUNT = `iif(p.method IN ('transfer', 'promptpay'), p.bank_account_id, NULL)`;
// Without an account of its own, a refund by the method of its payment leaves the account of the payment.
export const METHOD_OF_REFUND = `iif(r.method = p.method, ${METHOD}, r.method)`;
export const ACCOUNT_OF_REFUND = `coalesce(r.bank_account_id, iif(r.method = p.method, ${ACCOUNT}, NULL))`;

interface SumsRow extends Omit<MoneyOfDay & MoneyOfMethod, 'inBank'> {
  accountId: Id | null;
}

const sumsOfSpan = query<SumsRow>(
  { reads: ['bank_accounts', 'orders', 'payments', 'refunds', 'remittance_lines', 'remittances'] },
  `SELECT sums.*, b.bank, b.number FROM (
     SELECT ${dayOf('p.review_time')} AS day, ${METHOD} AS method, ${ACCOUNT} AS accountId, count(*) AS payments,
       sum(p.amount) AS received, 0 AS refunded
     FROM ${RECEIVED} WHERE p.review_time >= @from AND ${WAS_RECEIVED} GROUP BY 1, 2, 3
     UNION ALL
     SELECT ${dayOf('r.send_time')}, ${METHOD_OF_REFUND}, ${ACCOUNT_OF_REFUND}, 0, 0, sum(r.amount)
     FROM ${REFUNDED} WHERE r.send_time >= @from AND ${WAS_REFUNDED} GROUP BY 1, 2, 3
     UNION ALL
     SELECT ${dayOf('m.receive_time')}, 'cod', NULL, count(*), sum(l.amount), 0
     FROM ${UNDONE} WHERE m.receive_time >= @from AND ${UNDONE_LATER} GROUP BY 1
     UNION ALL
     SELECT ${dayOf('l.undo_time')}, 'cod', NULL, 0, -sum(l.amount), 0
     FROM ${UNDONE} WHERE l.undo_time >= @from AND ${TAKEN_BACK} GROUP BY 1) sums
   LEFT JOIN bank_accounts b ON b.id = sums.accountId`,
);

/** Money received and refunded. Days and methods come from the same rows, so their totals agree. */
export function moneyReceived(db: Reader, storeId: Id, span: Span): MoneyReport {
  const rows = db.all(sumsOfSpan, { storeId, ...span });
  const payouts = codPayouts(db, storeId, span);
  const payoutsOfDays = Map.groupBy(payouts, ({ time }) => bangkokDay(time));
  const days = [...Map.groupBy(rows, ({ day }) => day)].map(([day, own]) => ({
    day,
    ...sumOf(own, codPayoutTotals(payoutsOfDays.get(day) ?? []).fee),
  }));
  const { fee } = codPayoutTotals(payouts);
  const methods = [...Map.groupBy(rows, positionOf)].sort(([a], [b]) => a - b).map(([, own]) => methodOf(own, fee));
  return { days: days.sort((a, b) => b.day - a.day), methods, total: sumOf(rows, fee) };
}

/** The accounts in the order of their ids, then the methods. */
const positionOf = ({ accountId, method }: SumsRow): number =>
  accountId ?? Number.MAX_SAFE_INTEGER - METHODS.length + METHODS.indexOf(method);

function methodOf(rows: readonly SumsRow[], fee: Money): MoneyOfMethod {
  const { method, bank, number } = rows[0] as SumsRow;
  return { method, bank, number, ...sumOf(rows, method === 'cod' ? fee : ZERO) };
}

/** @param fee of the couriers */
function sumOf(rows: readonly SumsRow[], fee: Money): MoneySums {
  const add = (amountOf: (row: SumsRow) => number) => rows.reduce((sum, row) => sum + amountOf(row), 0);
  return {
    payments: add(({ payments }) => payments),
    received: add(({ received }) => received) as Money,
    refunded: add(({ refunded }) => refunded) as Money,
    inBank: (add((row) => (isInBank(row) ? row.received - row.refunded : 0)) - fee) as Money,
  };
}

const IN_BANK: readonly MoneyMethod[] = ['transfer', 'promptpay', 'cod'];

/** Whether the money arrives at a bank account of the store: docs/decisions.md#money-received. */
export const isInBank = ({ method }: { method: MoneyMethod }): boolean => IN_BANK.includes(method);

const paymentBehind = query<{ id: Id }>(
  { reads: ['payments'] },
  `SELECT p.id FROM payments p WHERE ${IS_RECEIVED} AND p.review_time >= @from AND p.review_time < @until
   LIMIT 1 OFFSET @offset`,
);

const MANY_PAYMENTS = 6_000;

/** Whether summing the span would delay other requests. */
export const hasManyPayments = (db: Reader, span: Span): boolean =>
  db.get(paymentBehind, { ...span, offset: MANY_PAYMENTS }) !== undefined;

const KINDS = ['payment', 'refund', 'payout_undone'] as const; // the order of rows with the same time

/** A payment, a paid-out COD parcel, a refund, or a payout of an earlier day that was undone. */
export interface MoneyEntry extends Account {
  kind: (typeof KINDS)[number];
  /** Id of the payment or refund. */
  id: Id;
  time: number;
  orderId: Id;
  orderNumber: number;
  method: MoneyMethod;
  sendingBank: string | null;
  /** Transfer reference, or the tracking number of a paid-out parcel. */
  reference: string | null;
  /** Only payments are positive. */
  amount: Money;
}

const PAYOUT = `o.order_number, 'cod', NULL AS bank, NULL AS number, NULL, s.tracking_number`;

const ENTRIES = query<MoneyEntry & { rank: number }>(
  { reads: ['bank_accounts', 'orders', 'payments', 'refunds', 'remittance_lines', 'remittances', 'shipments'] },
  `SELECT * FROM (
     SELECT 0 AS rank, 'payment' AS kind, p.id AS id, p.review_time AS time, o.order_number AS orderNumber,
       ${METHOD} AS method, b.bank, b.number, p.sending_bank AS sendingBank,
       coalesce(p.reference, s.tracking_number) AS reference, p.amount, o.id AS orderId
     FROM ${RECEIVED} LEFT JOIN bank_accounts b ON b.id = ${ACCOUNT} LEFT JOIN shipments s ON s.id = p.shipment_id
     WHERE (p.review_time, p.id) > (@after, @payment) AND ${WAS_RECEIVED} ORDER BY p.review_time, p.id LIMIT @limit)
   UNION ALL
   SELECT * FROM (
     SELECT 0, 'payment', p.id AS id, m.receive_time AS time, ${PAYOUT}, l.amount, o.id
     FROM ${UNDONE} CROSS JOIN shipments s ON s.id = l.shipment_id
     WHERE (m.receive_time, p.id) > (@after, @payment) AND ${UNDONE_LATER}
     ORDER BY m.receive_time, p.id LIMIT @limit)
   UNION ALL
   SELECT * FROM (
     SELECT 1, 'refund', r.id AS id, r.send_time AS time, o.order_number, ${METHOD_OF_REFUND}, b.bank, b.number, NULL,
       r.reference, -r.amount, o.id
     FROM ${REFUNDED} LEFT JOIN bank_accounts b ON b.id = ${ACCOUNT_OF_REFUND}
     WHERE (r.send_time, r.id) > (@after, @refund) AND ${WAS_REFUNDED} ORDER BY r.send_time, r.id LIMIT @limit)
   UNION ALL
   SELECT * FROM (
     SELECT 2, 'payout_undone', p.id AS id, l.undo_time AS time, ${PAYOUT}, -l.amount, o.id
     FROM ${UNDONE} CROSS JOIN shipments s ON s.id = l.shipment_id
     WHERE (l.undo_time, p.id) > (@after, @undone) AND ${TAKEN_BACK} ORDER BY l.undo_time, p.id LIMIT @limit)
   ORDER BY time, rank, id LIMIT @limit`,
);

const LAST_ID = Number.MAX_SAFE_INTEGER;

/** A page of what `moneyReceived` sums, oldest first. @param last the last row of the page before */
export function moneyEntries(
  db: Reader,
  storeId: Id,
  { last, limit, ...span }: Span & { last?: MoneyEntry | undefined; limit: number },
): MoneyEntry[] {
  const reached = last ? KINDS.indexOf(last.kind) : -1;
  const ids = KINDS.map((_, rank) => (rank === reached ? last?.id : rank < reached ? LAST_ID : 0));
  const [payment, refund, undone] = ids as [Id, Id, Id];
  const after = { after: last?.time ?? span.from, payment, refund, undone };
  return db.all(ENTRIES, { storeId, ...span, ...after, limit }).map(({ rank: _, ...entry }) => entry);
}
