import type { Reader } from '../../db/reader.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';
import type { Order } from './order.ts';

// The only writer of orders_to_refund. See docs/decisions.md#orders-to-refund.

const addMark = command(
  { writes: ['orders_to_refund'] },
  'INSERT OR IGNORE INTO orders_to_refund (reason, order_id) VALUES (?, ?)',
);
const deleteMark = command(
  { writes: ['orders_to_refund'] },
  'DELETE FROM orders_to_refund WHERE reason = ? AND order_id = ?',
);

/** Call it after each change of an order's payments, refunds or total. */
export const updateOverpaidMark = (tx: WriteTx, { id, overpaidAmount }: Pick<Order, 'id' | 'overpaidAmount'>): number =>
  tx.run(overpaidAmount > 0 ? addMark : deleteMark, 'overpaid', id);

const addShortMark = command(
  { writes: ['orders_to_refund'], reads: ['order_lines'] },
  `INSERT OR IGNORE INTO orders_to_refund (reason, order_id)
   SELECT 'short', order_id FROM order_lines WHERE id = ? AND short_qty > 0 AND price > 0`,
);
const deleteUnneededShortMark = command(
  { writes: ['orders_to_refund'], reads: ['order_lines'] },
  `DELETE FROM orders_to_refund WHERE reason = 'short' AND order_id = (SELECT order_id FROM order_lines WHERE id = ?)
     AND NOT EXISTS (SELECT 1 FROM order_lines l WHERE l.order_id = orders_to_refund.order_id AND l.short_qty > 0)`,
);

/** Call it after a change of the pieces of a line that will not be shipped. */
export const updateShortMark = (tx: WriteTx, lineId: Id, isMore: boolean): number =>
  tx.run(isMore ? addShortMark : deleteUnneededShortMark, lineId);

/** The store has refunded what was not shipped, or decided against it. */
export const clearShortMark = (tx: WriteTx, orderId: Id): number => tx.run(deleteMark, 'short', orderId);

const markOfOrder = query<object>(
  { reads: ['orders_to_refund'] },
  `SELECT 1 FROM orders_to_refund WHERE reason = 'short' AND order_id = ?`,
);

/** Whether less was shipped than ordered and the store has neither refunded it nor decided against it. */
export const isShortOpen = (db: Reader, orderId: Id): boolean => db.get(markOfOrder, orderId) !== undefined;
