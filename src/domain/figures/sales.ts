import type { Reader } from '../../db/reader.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { bangkokDay, dayStart } from '../../lib/calendar.ts';
import type { Id } from '../../lib/ids.ts';
import { type Money, ZERO } from '../../lib/money.ts';
import { firstSince } from '../orders/first-since.ts';

// The only writer of sales_by_day, variant_sales_by_day and sales_summed, except for triggers on aggregated orders.

// Sales are orders that are neither canceled nor expired, paid or not, by the Bangkok day of their creation. What refunds
// took from their totals is summed beside them, on the day of the order.

/** The day of order `o`, as in `bangkokDay`. */
const DAY_OF_ORDER = '(o.create_time + 25200000) / 86400000';

/** Condition for an order `o` that is a sale. */
const IS_SALE = `o.status IN ('open', 'completed')`;

/** Condition for an order `o` of the requested days that is not in the daily sums yet. */
export const IS_NOT_AGGREGATED = `o.id > (SELECT order_id FROM sales_summed) AND +o.store_id = @storeId AND ${IS_SALE}
  AND ${DAY_OF_ORDER} >= @first AND ${DAY_OF_ORDER} < @end`;

/** Days from `first` to before `end`, as in `bangkokDay`. */
export interface DaySpan {
  first: number;
  end: number;
  /** Unix milliseconds in the last day, if it counts only up to then. */
  until?: number | undefined;
}

export interface SalesSums {
  orders: number;
  /** Order totals, with fees and discounts. */
  amount: Money;
  /** What refunds took from the totals. */
  refunded: Money;
}

export interface SalesOfDay extends SalesSums {
  /** As in `bangkokDay`. */
  day: number;
}

const SUMS = 'sum(orders) AS orders, sum(amount) AS amount, sum(refunded) AS refunded';
const KEY_OF_ORDER = `${DAY_OF_ORDER}, coalesce(o.channel_id, 0), coalesce(o.sales_channel, '')`;

/** The sums of the days, with the orders that are not in them yet, without those after the time until which they count. */
const SALES = `(
  SELECT day, channel_id AS channelId, sales_channel AS salesChannel, orders, amount, refunded FROM sales_by_day
  WHERE store_id = @storeId AND day >= @first AND day < @end
  UNION ALL SELECT ${KEY_OF_ORDER}, 1, o.total, o.waived FROM orders o WHERE ${IS_NOT_AGGREGATED}
  UNION ALL SELECT ${KEY_OF_ORDER}, -1, -o.total, -o.waived FROM orders o
    WHERE o.store_id = @storeId AND o.order_number >= @cutFrom AND o.order_number < @cutEnd AND ${IS_SALE}
      AND o.create_time >= @until AND ${DAY_OF_ORDER} < @end)`;

const READS = ['orders', 'sales_by_day', 'sales_summed'] as const;

function valuesOf(db: Reader, storeId: Id, { first, end, until }: DaySpan) {
  const cut =
    until === undefined
      ? { cutFrom: 0, cutEnd: 0 }
      : { cutFrom: firstSince(db, storeId, until), cutEnd: firstSince(db, storeId, dayStart(end)) };
  return { storeId, first, end, until: until ?? 0, ...cut };
}

const salesPerDay = query<SalesOfDay>({ reads: READS }, `SELECT day, ${SUMS} FROM ${SALES} GROUP BY day`);

/** The days with orders. */
export const salesBetween = (db: Reader, storeId: Id, span: DaySpan): SalesOfDay[] =>
  db.all(salesPerDay, valuesOf(db, storeId, span));

/** Sales of an API channel or of a sales channel; `key` is null for orders without one. */
export interface ChannelSales extends SalesSums {
  key: Id | string | null;
  /** The name of the API channel, or the code of the sales channel. */
  name: string | null;
}

const salesPerApiChannel = query<ChannelSales>(
  { reads: ['channels', ...READS] },
  `SELECT nullif(channelId, 0) AS key, (SELECT name FROM channels WHERE id = channelId) AS name, ${SUMS} FROM ${SALES}
   GROUP BY channelId HAVING sum(orders) > 0`,
);

const salesPerSalesChannel = query<ChannelSales>(
  { reads: READS },
  `SELECT nullif(salesChannel, '') AS key, nullif(salesChannel, '') AS name, ${SUMS} FROM ${SALES}
   GROUP BY salesChannel HAVING sum(orders) > 0`,
);

/** What sales are listed by: the API channel that created the order, or where the sale was made. */
export type ChannelKind = 'api' | 'sales';

/** The channels with orders. */
export const channelSalesBetween = (db: Reader, storeId: Id, kind: ChannelKind, span: DaySpan): ChannelSales[] =>
  db.all(kind === 'api' ? salesPerApiChannel : salesPerSalesChannel, valuesOf(db, storeId, span));

const NO_SALES: SalesSums = { orders: 0, amount: ZERO, refunded: ZERO };

/** The last `days` including today. Days without orders have zeros. */
export function salesByDay(db: Reader, storeId: Id, now: number, days: number): SalesOfDay[] {
  const first = bangkokDay(now) - days + 1;
  const known = salesBetween(db, storeId, { first, end: first + days });
  const byDay = new Map(known.map((sales) => [sales.day, sales]));
  return Array.from({ length: days }, (_, i) => byDay.get(first + i) ?? { day: first + i, ...NO_SALES });
}

export const MAX_AGGREGATED_AT_ONCE = 500;

const ordersToAggregate = query<{ last: Id | null; count: number }>(
  { reads: ['orders', 'sales_summed'] },
  `SELECT max(id) AS last, count(*) AS count FROM (
   SELECT id FROM orders WHERE id > (SELECT order_id FROM sales_summed) ORDER BY id LIMIT +?)`,
);

const addToStoreTotals = command(
  { writes: ['sales_by_day'], reads: ['orders', 'sales_summed'] },
  `INSERT INTO sales_by_day
   SELECT o.store_id, ${KEY_OF_ORDER}, count(*), sum(o.total), sum(o.waived) FROM orders o
   WHERE o.id > (SELECT order_id FROM sales_summed) AND o.id <= ? AND ${IS_SALE} GROUP BY 1, 2, 3, 4
   ON CONFLICT DO UPDATE SET orders = orders + excluded.orders, amount = amount + excluded.amount,
     refunded = refunded + excluded.refunded`,
);

const addToVariantTotals = command(
  { writes: ['variant_sales_by_day'], reads: ['order_lines', 'orders', 'sales_summed'] },
  `INSERT INTO variant_sales_by_day
   SELECT o.store_id, ${DAY_OF_ORDER} AS day, l.variant_id, sum(l.qty), sum(l.amount)
   FROM orders o CROSS JOIN order_lines l ON l.order_id = o.id
   WHERE o.id > (SELECT order_id FROM sales_summed) AND o.id <= ? AND ${IS_SALE} AND l.delete_time IS NULL
   GROUP BY o.store_id, day, l.variant_id
   ON CONFLICT DO UPDATE SET pieces = pieces + excluded.pieces, amount = amount + excluded.amount`,
);

const setLastAggregated = command({ writes: ['sales_summed'] }, 'UPDATE sales_summed SET order_id = ?');

/** Adds new orders to the daily sums and returns their number. If it is `limit`, there may be more. */
export function aggregateSales(tx: WriteTx, limit = MAX_AGGREGATED_AT_ONCE): number {
  const { last, count } = tx.get(ordersToAggregate, limit) ?? { last: null, count: 0 };
  if (last === null) return 0;
  tx.run(addToStoreTotals, last);
  tx.run(addToVariantTotals, last);
  tx.run(setLastAggregated, last);
  return count;
}
