import type { WriteTx } from '../../../db/write-tx.ts';
import { AppError } from '../../../lib/errors.ts';
import { type Id, idText } from '../../../lib/ids.ts';
import { type Money, moneyText } from '../../../lib/money.ts';
import { type Act, type Actor, note } from '../history.ts';
import { existingOrder, type Order } from '../read.ts';
import { markPayment } from '../rows.ts';
import type { PaymentMethod } from './methods.ts';
import { noteText } from './notes.ts';
import { type SlipUse, usesOfSlip } from './read.ts';
import { insertPayment, insertSlip } from './rows.ts';
import { readSlip } from './slips.ts';

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
