import type { Reader } from '../../../db/reader.ts';
import type { WriteTx } from '../../../db/write-tx.ts';
import { AppError } from '../../../lib/errors.ts';
import { type Id, idText } from '../../../lib/ids.ts';
import { type Money, moneyText, sum } from '../../../lib/money.ts';
import { mayMove } from '../../../lib/moves.ts';
import { codePoints } from '../../../lib/text.ts';
import { advance } from '../advance.ts';
import { type Act, type Actor, note, userOf } from '../history.ts';
import { existingOrder, type Order } from '../read.ts';
import { markPayment } from '../rows.ts';
import { PAYMENT_MOVES, type PaymentMethod } from '../states.ts';
import { existingPayment, type PaymentHead, type SlipUse, usesOfSlip } from './read.ts';
import { insertPayment, insertSlip, markReviewed, readSlip } from './rows.ts';

export interface Notification {
  method: PaymentMethod;
  /** What was sent; it may be more than is still to pay. */
  amount: Money;
  /** A picture: PNG, JPEG or WebP. */
  slip?: Uint8Array | undefined;
  note?: string | undefined;
}

export interface Notified {
  order: Order;
  paymentId: Id;
  /** Earlier payments that came with the same picture: one transfer may have been shown twice. */
  sameSlip: readonly SlipUse[];
}

/**
 * Keeps that somebody says money was sent for the order, for the store to look whether it is there. Of an order that is
 * open no more only the store itself can say so: that money is there, and is kept to be paid back.
 *
 * @throws AppError not_found; invalid_request where the order is not open, naming `amount`, `slip` or `note`
 */
export function notifyPayment(tx: WriteTx, orderId: Id, notification: Notification, act: Act): Notified {
  const { status } = existingOrder(tx, orderId);
  const { method, amount, slip: picture } = notification;
  const remark = noteText(notification.note);
  if (status !== 'open' && !isStore(act.by))
    throw new AppError('invalid_request', 'order_not_open', { order: orderId, status: status });
  if (amount <= 0) throw new AppError('invalid_request', 'not_above_zero', { path: 'amount' });
  const slip = picture && readSlip(picture);
  const sameSlip = slip ? usesOfSlip(tx, slip) : [];
  const payment = { orderId, method, amount, status: 'notified', userId: null, note: remark } as const;
  const paymentId = insertPayment(tx, payment, act.now);
  if (slip) insertSlip(tx, paymentId, slip);
  markPayment(tx, orderId, false, act.now);
  note(tx, orderId, act, 'payment_notified', { payment_id: idText(paymentId), method, amount: moneyText(amount) });
  return { order: existingOrder(tx, orderId), paymentId, sameSlip };
}

const isStore = ({ kind }: Actor): boolean => kind === 'user' || kind === 'command';

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

const LONGEST_NOTE = 1_000; // code points, as with an order's notes

/**
 * What is kept of a note.
 *
 * @param name the path of the error
 * @throws AppError invalid_request where it is too long
 */
export function noteText(note: string | undefined, name = 'note'): string | null {
  if (codePoints(note ?? '') > LONGEST_NOTE)
    throw new AppError('invalid_request', 'text_too_long', { path: name, most: LONGEST_NOTE });
  return note ?? null;
}
