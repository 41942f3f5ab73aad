import type { Database } from '../../../db/database.ts';
import { Refusal } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import { type Money, moneyText } from '../../../lib/money.ts';
import { existingOrder, type Order } from '../read.ts';
import { markPayment } from '../rows.ts';

export const PAYMENT_METHODS = ['transfer', 'promptpay', 'cash', 'card', 'other'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/**
 * Keeps a confirmed payment of an open order.
 *
 * @param amount what is still to pay, by default
 * @throws Refusal not_found; invalid_request where the order is not open or the amount is more than is still to pay
 */
export function confirmPayment(
  db: Database,
  id: Id,
  payment: { method: PaymentMethod; amount?: Money | undefined },
  now: number,
): Order {
  const order = existingOrder(db, id);
  const rest = (order.total - order.paidAmount) as Money;
  const amount = payment.amount ?? rest;
  if (order.status !== 'open') throw new Refusal('invalid_request', `order ${id} is ${order.status}`);
  if (rest <= 0) throw new Refusal('invalid_request', `order ${id} is paid already`);
  if (amount <= 0 || amount > rest)
    throw new Refusal('invalid_request', `the amount must be above 0 and at most the ${moneyText(rest)} still to pay`);
  db.run(
    `INSERT INTO payments (order_id, method, amount, status, create_time) VALUES (?, ?, ?, 'confirmed', ?)`,
    id,
    payment.method,
    amount,
    now,
  );
  markPayment(db, id, amount === rest, now);
  return existingOrder(db, id);
}
