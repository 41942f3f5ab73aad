import type { WriteTx } from '../../../db/write-tx.ts';
import { AppError } from '../../../lib/errors.ts';
import { type Id, idText } from '../../../lib/ids.ts';
import { type Money, moneyText } from '../../../lib/money.ts';
import { advance } from '../advance.ts';
import { type Act, note, userOf } from '../history.ts';
import { existingOrder, type Order } from '../read.ts';
import { markPayment } from '../rows.ts';
import type { PaymentMethod } from './methods.ts';
import { noteText } from './notes.ts';
import { insertPayment } from './rows.ts';

/**
 * Keeps a payment of an open order that the store has in hand: it is confirmed at once.
 *
 * @param amount what is still to pay, by default
 * @throws AppError not_found; invalid_request where the order is not open, or naming `amount` where it is more than is
 *   still to pay
 */
export function takePayment(
  tx: WriteTx,
  id: Id,
  payment: { method: PaymentMethod; amount?: Money | undefined; note?: string | undefined },
  act: Act,
): Order {
  const order = existingOrder(tx, id);
  const rest = (order.total - order.paidAmount) as Money;
  const amount = payment.amount ?? rest;
  if (order.status !== 'open')
    throw new AppError('invalid_request', 'order_not_open', { order: id, status: order.status });
  if (order.paymentStatus === 'paid')
    throw new AppError('invalid_request', 'order_already_paid_notify_more', { order: id });
  if (amount <= 0 || amount > rest)
    throw new AppError('invalid_request', 'payment_too_large', { path: 'amount', rest });
  const { method } = payment;
  const paymentId = insertPayment(
    tx,
    { orderId: id, method, amount, status: 'confirmed', userId: userOf(act) ?? null, note: noteText(payment.note) },
    act.now,
  );
  markPayment(tx, id, amount === rest, act.now);
  note(tx, id, act, 'payment_confirmed', { payment_id: idText(paymentId), method, amount: moneyText(amount) });
  return advance(tx, id, act);
}
