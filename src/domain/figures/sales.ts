import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import { bangkokDay } from '../../lib/calendar.ts';
import type { Id } from '../../lib/ids.ts';
import { type Money, ZERO } from '../../lib/money.ts';
import { DAY_OF_ORDER, IS_SALE } from './sum-up.ts';

// Sums of the orders that are neither canceled nor expired, paid or not, by the Bangkok day on which they came in. What
// came back or was paid back is not taken off.

/** Orders `o` of the days asked for that are in no sum yet. */
export const IS_NEW = `o.id > (SELECT order_id FROM sales_summed) AND +o.store_id = @storeId AND ${IS_SALE}
  AND ${DAY_OF_ORDER} >= @first AND ${DAY_OF_ORDER} < @end`;

export interface SalesOfDay {
  /** As `bangkokDay` numbers it. */
  day: number;
  orders: number;
  /** What the orders cost, with their fees and discounts. */
  amount: Money;
}

const selectSalesByDay = query<SalesOfDay>(
  { reads: ['orders', 'sales_by_day', 'sales_summed'] },
  `SELECT day, sum(orders) AS orders, sum(amount) AS amount FROM (
     SELECT day, orders, amount FROM sales_by_day WHERE store_id = @storeId AND day >= @first AND day < @end
     UNION ALL SELECT ${DAY_OF_ORDER}, 1, o.total FROM orders o WHERE ${IS_NEW})
   GROUP BY day`,
);

/** The last so many days with today as the last one, those without orders too. */
export function salesByDay(db: Reader, storeId: Id, now: number, days: number): SalesOfDay[] {
  const first = bangkokDay(now) - days + 1;
  const known = db.all(selectSalesByDay, { storeId, first, end: first + days });
  const byDay = new Map(known.map((sales) => [sales.day, sales]));
  return Array.from({ length: days }, (_, i) => byDay.get(first + i) ?? { day: first + i, orders: 0, amount: ZERO });
}
