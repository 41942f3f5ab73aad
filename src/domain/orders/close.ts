import type { Database } from '../../db/database.ts';
import { Refusal } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { existingOrder, type Order } from './read.ts';
import { releaseOrder } from './reserve.ts';
import { mayMove } from './states.ts';

export const CANCELERS = ['buyer', 'reseller', 'store', 'system'] as const;
export type Canceler = (typeof CANCELERS)[number];

/**
 * Cancels an open order and gives its stock back (decisions §7); a payment is refunded separately.
 *
 * @throws Refusal not_found; invalid_request where the order is no longer open
 */
export function cancelOrder(db: Database, id: Id, by: Canceler, now: number): Order {
  const order = existingOrder(db, id);
  if (!mayMove(order.status, 'canceled'))
    throw new Refusal('invalid_request', `order ${id} is ${order.status} already`);
  db.run(`UPDATE orders SET status = 'canceled', cancel_time = @now, update_time = @now WHERE id = @id`, { now, id });
  releaseOrder(db, id, by === 'system' ? 'order_canceled_by_system' : 'order_canceled', now);
  return existingOrder(db, id);
}

/**
 * Expires open orders that are past their time, unpaid and unshipped, and gives their stock back; how many.
 *
 * @param most in one transaction, so that a backlog stops nobody
 */
export function expireOrders(db: Database, now: number, most = 100): number {
  const due = db.all<{ id: Id }>(
    `SELECT id FROM orders WHERE status = 'open' AND expiration_time <= ? AND paid_time IS NULL
       AND NOT EXISTS (SELECT 1 FROM payments WHERE order_id = orders.id AND status IN ('notified', 'confirmed'))
     ORDER BY expiration_time LIMIT ?`,
    now,
    most,
  );
  for (const { id } of due) {
    db.run(`UPDATE orders SET status = 'expired', update_time = ? WHERE id = ?`, now, id);
    releaseOrder(db, id, 'order_canceled_by_system', now);
  }
  return due.length;
}
