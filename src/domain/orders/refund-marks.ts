import type { Reader } from '../../db/reader.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';
import type { Order } from './order.ts';

// The only writer of orders_to_refund and refund_settlements. See docs/decisions.md#orders-to-refund.

/** Why the store owes money for goods: they did not ship, or the customer returned them. */
export const OWED_REASONS = ['short', 'returned'] as const;
export type OwedReason = (typeof OWED_REASONS)[number];

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

/** Call it after each change of what `owedGoods` in owed-refunds.ts depends on. */
export const setMark = (tx: WriteTx, reason: OwedReason, orderId: Id, isOwed: boolean): number =>
  tx.run(isOwed ? addMark : deleteMark, reason, orderId);

/** Quantity of a line by reason. */
export type Settlement = Record<OwedReason, number>;

const settleQty = command(
  { writes: ['refund_settlements'], reads: ['order_lines'] },
  `INSERT INTO refund_settlements (reason, line_id, qty) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET qty = excluded.qty`,
);

/** The store has decided about a refund of these pieces of the line. */
export const settleLine = (tx: WriteTx, reason: OwedReason, lineId: Id, qty: number): number =>
  tx.run(settleQty, reason, lineId, qty);

const limitToShortQty = command(
  { writes: ['refund_settlements'], reads: ['order_lines'] },
  `UPDATE refund_settlements SET qty = min(qty, (SELECT short_qty FROM order_lines WHERE id = line_id))
   WHERE line_id = ? AND reason = 'short'`,
);

/** Call it after the `short_qty` of a line was lowered. */
export const limitSettled = (tx: WriteTx, lineId: Id): number => tx.run(limitToShortQty, lineId);

const settledOfOrder = query<{ lineId: Id; reason: OwedReason; qty: number }>(
  { reads: ['order_lines', 'refund_settlements'] },
  `SELECT s.line_id AS lineId, s.reason, s.qty FROM order_lines l CROSS JOIN refund_settlements s ON s.line_id = l.id
   WHERE l.order_id = ?`,
);

/** Settled quantities per line. */
export function settledQtys(db: Reader, orderId: Id): ReadonlyMap<Id, Settlement> {
  const settled = new Map<Id, Settlement>();
  for (const { lineId, reason, qty } of db.all(settledOfOrder, orderId))
    settled.set(lineId, { short: 0, returned: 0, ...settled.get(lineId), [reason]: qty });
  return settled;
}
