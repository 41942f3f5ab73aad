import type { Reader } from '../../../db/reader.ts';
import type { WriteTx } from '../../../db/write-tx.ts';
import { AppError } from '../../../lib/errors.ts';
import { type Id, idText } from '../../../lib/ids.ts';
import { moneyText, sum } from '../../../lib/money.ts';
import { mayMove } from '../../../lib/moves.ts';
import { advance } from '../advance.ts';
import { type Act, note, userOf } from '../history.ts';
import { existingOrder, type Order } from '../read.ts';
import { markPayment } from '../rows.ts';
import { PAYMENT_MOVES } from '../states.ts';
import { noteText } from './notes.ts';
import { existingPayment, type PaymentHead } from './read.ts';
import { markReviewed } from './rows.ts';

/**
 * The money of a notified payment is there. It counts whatever has become of the order meanwhile, and where it is more
 * than was still to pay: it is in the bank, and what is too much can be paid back.
 *
 * @throws AppError not_found; invalid_request where the payment is not notified
 */
export function confirmPayment(tx: WriteTx, id: Id, act: Act): Order {
  const { orderId, method, amount } = paymentToReview(tx, id, 'confirmed');
  if (sum(existingOrder(tx, orderId).paidAmount, amount) === undefined)
    throw new AppError('invalid_request', 'payments_too_large', { order: orderId });
  markReviewed(tx, { id, status: 'confirmed', userId: userOf(act) ?? null, reason: null }, act.now);
  markPayment(tx, orderId, existingOrder(tx, orderId).paymentStatus === 'paid', act.now);
  note(tx, orderId, act, 'payment_confirmed', { payment_id: idText(id), method, amount: moneyText(amount) });
  return advance(tx, orderId, act);
}

/**
 * The money of a notified payment is not there.
 *
 * @throws AppError not_found; invalid_request where the payment is not notified, or naming `reason`
 */
export function rejectPayment(tx: WriteTx, id: Id, reason: string, act: Act): Order {
  const { orderId } = paymentToReview(tx, id, 'rejected');
  markReviewed(
    tx,
    { id, status: 'rejected', userId: userOf(act) ?? null, reason: noteText(reason, 'reason') },
    act.now,
  );
  markPayment(tx, orderId, false, act.now);
  note(tx, orderId, act, 'payment_rejected', { payment_id: idText(id), reason });
  return existingOrder(tx, orderId);
}

function paymentToReview(db: Reader, id: Id, to: 'confirmed' | 'rejected'): PaymentHead {
  const payment = existingPayment(db, id);
  if (!mayMove(PAYMENT_MOVES, payment.status, to))
    throw new AppError('invalid_request', 'payment_cannot_become', { payment: id, status: payment.status, to });
  return payment;
}
