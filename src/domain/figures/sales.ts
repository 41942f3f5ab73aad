import type { Reader } from '../../db/reader.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { bangkokDay } from '../../lib/calendar.ts';
import type { Id } from '../../lib/ids.ts';
import { type Money, ZERO } from '../../lib/money.ts';

// The only writer of sales_by_day, variant_sales_by_day and sales_summed, except for triggers on aggregated orders.

// Sales are orders that are neither canceled nor expired, paid or not, by the Bangkok day of their creation. Returns
// and refunds are not deducted.

/** The day of order `o`, as in `bangkokDay`. */
const DAY_OF_ORDER = '(o.create_time + 25200000) / 86400000';

/** Condition for an order `o` that is a sale. */
const IS_SALE = `o.status IN ('open', 'completed')`;

/** Condition for an order `o` of the requested days that is not in the daily sums yet. */
export const IS_NOT_AGGREGATED = `o.id > (SELECT order_id FROM sales_summed) AND +o.store_id = @storeId AND ${IS_SALE}
  AND ${DAY_OF_ORDER} >= @first AND ${DAY_OF_ORDER} < @end`;

export interface SalesOfDay {
  /** As in `bangkokDay`. */
  day: number;
  orders: number;
  /** Order totals, with fees and discounts. */
  amount: Money;
}

const salesPerDay = query<SalesOfDay>(
  { reads: ['orders', 'sales_by_day', 'sales_summed'] },
  `SELECT day, sum(orders) AS orders, sum(amount) AS amount FROM (
     SELECT day, orders, amount FROM sales_by_day WHERE store_id = @storeId AND day >= @first AND day < @end
     UNION ALL SELECT ${DAY_OF_ORDER}, 1, o.total FROM orders o WHERE ${IS_NOT_AGGREGATED})
   GROUP BY day`,
);

/** The days with orders from `first` to before `end`. */
export const salesBetween = (db: Reader, storeId: Id, first: number, end: number): SalesOfDay[] =>
  db.all(salesPerDay, { storeId, first, end });

/** Sales of a channel. `channelId` and `name` are null for orders that the store created. */
export interface ChannelSales extends Pick<SalesOfDay, 'orders' | 'amount'> {
  channelId: Id | null;
  name: string | null;
}

const salesPerChannel = query<ChannelSales>(
  { reads: ['channels', 'orders', 'sales_by_day', 'sales_summed'] },
  `SELECT nullif(channelId, 0) AS channelId, (SELECT name FROM channels WHERE id = channelId) AS name,
     sum(orders) AS orders, sum(amount) AS amount
   FROM (
     SELECT channel_id AS channelId, orders, amount FROM sales_by_day
     WHERE store_id = @storeId AND day >= @first AND day < @end
     UNION ALL SELECT coalesce(o.channel_id, 0), 1, o.total FROM orders o WHERE ${IS_NOT_AGGREGATED})
   GROUP BY channelId HAVING sum(orders) > 0`,
);

/** The channels with orders from `first` to before `end`. */
export const channelSalesBetween = (db: Reader, storeId: Id, first: number, end: number): ChannelSales[] =>
  db.all(salesPerChannel, { storeId, first, end });

/** The last `days` including today. Days without orders have zeros. */
export function salesByDay(db: Reader, storeId: Id, now: number, days: number): SalesOfDay[] {
  const first = bangkokDay(now) - days + 1;
  const known = salesBetween(db, storeId, first, first + days);
  const byDay = new Map(known.map((sales) => [sales.day, sales]));
  return Array.from({ length: days }, (_, i) => byDay.get(first + i) ?? { day: first + i, orders: 0, amount: ZERO });
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
   SELECT o.store_id, ${DAY_OF_ORDER} AS day, coalesce(o.channel_id, 0) AS channel, count(*), sum(o.total) FROM orders o
   WHERE o.id > (SELECT order_id FROM sales_summed) AND o.id <= ? AND ${IS_SALE} GROUP BY o.store_id, day, channel
   ON CONFLICT DO UPDATE SET orders = orders + excluded.orders, amount = amount + excluded.amount`,
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
