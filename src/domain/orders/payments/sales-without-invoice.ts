import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import type { Id } from '../../../lib/ids.ts';
import { type Money, ZERO } from '../../../lib/money.ts';
import { IS_RECEIVED } from './balance.ts';
import { type Taxed, vatIn } from './vat.ts';

// The sales of a month that have no tax invoice, by the money received and refunded, and what
// couriers kept of it. See docs/decisions.md#vat-report.

/** A whole month: from `from` to before `until`, in unix milliseconds. */
interface Month {
  from: number;
  until: number;
}

const KINDS = ['payment', 'refund', 'invoiced', 'payout_undone'] as const; // the order of rows with the same time

export interface SaleWithoutInvoice extends Taxed {
  /**
   * `invoiced`: what earlier months counted of an order whose tax invoice was issued in this month.
   * `payout_undone`: a payout that an earlier month counted.
   */
  kind: (typeof KINDS)[number];
  /** Id of the payment, refund, receipt or rejected payment. */
  id: Id;
  time: number;
  orderId: Id;
  orderNumber: number;
  /** Number of the tax invoice, if invoiced. */
  receiptNumber: number | null;
  /** Only payments are positive. A payout below the COD amount counts as the COD amount. */
  total: Money;
}

export interface SalesSums extends Taxed {
  /** Payments, refunds, invoiced orders and undone payouts. */
  count: number;
  total: Money;
}

const OF_STORE = `o.store_id = @storeId AND o.stage <> 'deleted'`;
const IS_TAX_INVOICE = `x.void_time IS NULL AND x.document ->> '$.vatPercent' > 0`;

// An order whose tax invoice is later than the month keeps counting in it, so that a filed month stays as it is.
const HAS_NO_INVOICE = `NOT EXISTS (SELECT 1 FROM receipts x
  WHERE x.order_id = o.id AND x.create_time < @until AND ${IS_TAX_INVOICE})`;

const SHORT = `coalesce((SELECT max(s.cod_amount - p.amount, 0) FROM shipments s WHERE s.id = p.shipment_id), 0)`;

/** What the payments of an order count: the money, and what couriers kept of the COD, up to the total of the order. */
const counted = (paid: string, short: string): string => `max(${paid}, min(${paid} + ${short}, o.total))`;

/** What a payment at this time adds to the earlier ones of its order. Only payouts of couriers can be short. */
const sale = (time: string): string => `CASE WHEN o.is_cod = 0 THEN p.amount ELSE (
  SELECT ${counted('b.paid + p.amount', `b.short + ${SHORT}`)} - ${counted('b.paid', 'b.short')} FROM (
    SELECT coalesce(sum(e.amount), 0) AS paid, coalesce(sum(max(s.cod_amount - e.amount, 0)), 0) AS short
    FROM payments e LEFT JOIN shipments s ON s.id = e.shipment_id
    WHERE e.order_id = o.id AND e.status IN ('confirmed', 'refunded') AND (+e.review_time, e.id) < (${time}, p.id)) b) END`;
const SALE = sale('p.review_time');
const UNDONE_SALE = sale('m.receive_time');

const EARLIER = `(SELECT ${counted('b.paid', 'b.short')} FROM (
    SELECT coalesce(sum(amount), 0) AS paid, coalesce(sum(short), 0) AS short FROM (
      SELECT p.amount, ${SHORT} AS short FROM payments p
      WHERE p.order_id = o.id AND ${IS_RECEIVED} AND +p.review_time < @from
      UNION ALL SELECT p.amount, ${SHORT} FROM payments p CROSS JOIN remittance_lines l ON l.payment_id = p.id
      CROSS JOIN remittances m ON m.id = l.remittance_id
      WHERE p.order_id = o.id AND m.receive_time < @from AND +l.undo_time >= @from)) b)
  - (SELECT coalesce(sum(r.amount), 0) FROM payments p CROSS JOIN refunds r ON r.payment_id = p.id
    WHERE p.order_id = o.id AND +r.create_time < @from)`;

// CROSS JOIN, because SQLite would otherwise scan the orders of the store.
const PAYMENTS = `payments p CROSS JOIN orders o ON o.id = p.order_id
  WHERE ${IS_RECEIVED} AND p.review_time < @until AND ${OF_STORE} AND ${HAS_NO_INVOICE}`;
const REFUNDS = `refunds r CROSS JOIN payments p ON p.id = r.payment_id CROSS JOIN orders o ON o.id = p.order_id
  WHERE r.create_time < @until AND ${OF_STORE} AND ${HAS_NO_INVOICE}`;

const UNDONE_LINES = `remittance_lines l CROSS JOIN remittances m ON m.id = l.remittance_id
  CROSS JOIN payments p ON p.id = l.payment_id CROSS JOIN orders o ON o.id = p.order_id`;
// A payout that is undone in the month of its arrival counts nowhere. Undone lines are few.
const UNDONE_LATER = `${UNDONE_LINES}
  WHERE l.undo_time >= @until AND m.receive_time < @until AND ${OF_STORE} AND ${HAS_NO_INVOICE}`;
const UNDONE_NOW = `${UNDONE_LINES}
  WHERE l.undo_time < @until AND m.receive_time < @from AND ${OF_STORE} AND ${HAS_NO_INVOICE}`;
const INVOICED = `receipts x CROSS JOIN orders o ON o.id = x.order_id
  WHERE x.store_id = @storeId AND x.create_time < @until AND ${IS_TAX_INVOICE} AND ${OF_STORE} AND ${EARLIER} > 0`;

const reads = ['orders', 'payments', 'receipts', 'refunds', 'remittance_lines', 'remittances', 'shipments'] as const;

const amountsOfMonth = query<{ total: Money; count: number }>(
  { reads },
  `SELECT total, count(*) AS count FROM (
     SELECT ${SALE} AS total FROM ${PAYMENTS} AND p.review_time >= @from
     UNION ALL SELECT ${UNDONE_SALE} FROM ${UNDONE_LATER} AND m.receive_time >= @from
     UNION ALL SELECT -r.amount FROM ${REFUNDS} AND r.create_time >= @from
     UNION ALL SELECT -(${EARLIER}) FROM ${INVOICED} AND x.create_time >= @from
     UNION ALL SELECT -${UNDONE_SALE} FROM ${UNDONE_NOW} AND l.undo_time >= @from) GROUP BY total`,
);

/** @param vatPercent of the store */
export function salesWithoutInvoice(db: Reader, storeId: Id, month: Month, vatPercent: number): SalesSums {
  let sums: SalesSums = { count: 0, net: ZERO, vat: ZERO, total: ZERO };
  for (const { total, count } of db.all(amountsOfMonth, { storeId, ...month })) {
    const { net, vat } = signedVat(total, vatPercent);
    sums = {
      count: sums.count + count,
      net: (sums.net + count * net) as Money,
      vat: (sums.vat + count * vat) as Money,
      total: (sums.total + count * total) as Money,
    };
  }
  return sums;
}

function signedVat(total: Money, vatPercent: number): Taxed {
  const { net, vat } = vatIn(Math.abs(total) as Money, vatPercent);
  return total < 0 ? { net: -net as Money, vat: -vat as Money } : { net, vat };
}

type Row = Omit<SaleWithoutInvoice, keyof Taxed>;

const ENTRIES = query<Row & { rank: number }>(
  { reads },
  `SELECT * FROM (
     SELECT 0 AS rank, 'payment' AS kind, p.id AS id, p.review_time AS time, o.id AS orderId,
       o.order_number AS orderNumber, NULL AS receiptNumber, ${SALE} AS total
     FROM ${PAYMENTS} AND (p.review_time, p.id) > (@after, @payment) ORDER BY p.review_time, p.id LIMIT @limit)
   UNION ALL
   SELECT * FROM (
     SELECT 0, 'payment', p.id AS id, m.receive_time AS time, o.id, o.order_number, NULL, ${UNDONE_SALE}
     FROM ${UNDONE_LATER} AND (m.receive_time, p.id) > (@after, @payment) ORDER BY m.receive_time, p.id LIMIT @limit)
   UNION ALL
   SELECT * FROM (
     SELECT 1, 'refund', r.id AS id, r.create_time AS time, o.id, o.order_number, NULL, -r.amount
     FROM ${REFUNDS} AND (r.create_time, r.id) > (@after, @refund) ORDER BY r.create_time, r.id LIMIT @limit)
   UNION ALL
   SELECT * FROM (
     SELECT 2, 'invoiced', x.id AS id, x.create_time AS time, o.id, o.order_number, x.number, -(${EARLIER})
     FROM ${INVOICED} AND (x.create_time, x.id) > (@after, @invoiced) ORDER BY x.create_time, x.id LIMIT @limit)
   UNION ALL
   SELECT * FROM (
     SELECT 3, 'payout_undone', p.id AS id, l.undo_time AS time, o.id, o.order_number, NULL, -${UNDONE_SALE}
     FROM ${UNDONE_NOW} AND (l.undo_time, p.id) > (@after, @undone) ORDER BY l.undo_time, p.id LIMIT @limit)
   ORDER BY time, rank, id LIMIT @limit`,
);

const LAST_ID = Number.MAX_SAFE_INTEGER;

interface Window extends Month {
  vatPercent: number;
  limit: number;
  /** The last row of the page before. */
  last?: SaleWithoutInvoice | undefined;
}

/** A page of what `salesWithoutInvoice` sums, oldest first. */
export function saleEntries(db: Reader, storeId: Id, { vatPercent, last, ...window }: Window): SaleWithoutInvoice[] {
  const reached = last ? KINDS.indexOf(last.kind) : -1;
  const ids = KINDS.map((_, rank) => (rank === reached ? last?.id : rank < reached ? LAST_ID : 0));
  const [payment, refund, invoiced, undone] = ids as [Id, Id, Id, Id];
  const after = { after: last?.time ?? window.from, payment, refund, invoiced, undone };
  const rows = db.all(ENTRIES, { storeId, ...window, ...after });
  return rows.map(({ rank: _, ...row }) => ({ ...row, ...signedVat(row.total, vatPercent) }));
}
