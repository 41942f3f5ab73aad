import type { Reader } from '../../db/reader.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';
import type { Order } from './order.ts';

// The only writer of orders_to_refund and short_settlements. See docs/decisions.md#orders-to-refund.

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

/** Call it after each change of what `missingNotRefunded` in short.ts depends on. */
export const setShortMark = (tx: WriteTx, orderId: Id, isShort: boolean): number =>
  tx.run(isShort ? addMark : deleteMark, 'short', orderId);

const settleLines = command(
  { writes: ['short_settlements'], reads: ['order_lines'] },
  `INSERT INTO short_settlements (line_id, qty) SELECT id, short_qty FROM order_lines WHERE order_id = ? AND short_qty > 0
   ON CONFLICT DO UPDATE SET qty = excluded.qty`,
);

/** The store has decided about a refund of everything that is missing now. */
export const settleMissing = (tx: WriteTx, orderId: Id): number => tx.run(settleLines, orderId);

const limitToShortQty = command(
  { writes: ['short_settlements'], reads: ['order_lines'] },
  `UPDATE short_settlements SET qty = min(qty, (SELECT short_qty FROM order_lines WHERE id = line_id)) WHERE line_id = ?`,
);

/** Call it after the `short_qty` of a line was lowered. */
export const limitSettled = (tx: WriteTx, lineId: Id): number => tx.run(limitToShortQty, lineId);

const settledOfOrder = query<{ lineId: Id; qty: number }>(
  { reads: ['order_lines', 'short_settlements'] },
  `SELECT s.line_id AS lineId, s.qty FROM order_lines l CROSS JOIN short_settlements s ON s.line_id = l.id
   WHERE l.order_id = ?`,
);

/** Settled quantity per line. */
export const settledQtys = (db: Reader, orderId: Id): ReadonlyMap<Id, number> =>
  new Map(db.all(settledOfOrder, orderId).map(({ lineId, qty }) => [lineId, qty]));
