import { hash } from 'node:crypto';
import type { Reader } from '../../../db/reader.ts';
import type { WriteTx } from '../../../db/write-tx.ts';
import { invalidRequest } from '../../../lib/errors.ts';
import { type Id, idText } from '../../../lib/ids.ts';
import { type Money, moneyText, sum, ZERO } from '../../../lib/money.ts';
import { mayMove } from '../../../lib/moves.ts';
import { isLongerThan } from '../../../lib/text.ts';
import { MAX_LENGTH } from '../../../lib/text-limits.ts';
import type { MoneyEvent } from '../../audit/events.ts';
import { advance } from '../advance.ts';
import { type Act, recordEvent, userOf } from '../history.ts';
import { existingOrder, type Order } from '../order.ts';
import { markPayment } from '../order-rows.ts';
import { PAYMENT_MOVES, type PaymentMethod } from '../order-states.ts';
import { requestHash } from '../request-hash.ts';
import { balanceDue } from './balance.ts';
import { auditMoney, isStoreActor } from './payment-audit.ts';
import {
  existingPayment,
  type PaymentHead,
  reportByExternalId,
  type SlipUse,
  slipIfAny,
  usesOfSlip,
} from './payment-details.ts';
import { insertPayment, insertSlip, markReviewed, setTransfer } from './payment-rows.ts';
import {
  claimTransfer,
  joinTransfer,
  otherOrders,
  recordSharing,
  requireRoom,
  type SharedTransfer,
  shareTransfer,
} from './shared-transfer.ts';
import { readSlip, type Slip } from './slip.ts';
import type { SlipReading } from './slip-code.ts';
import { requireConfirmable, type Transfer, validTransferRow, withSlipCode } from './transfer.ts';
import { queueVerification } from './verification/verifiable.ts';
import { deleteVerification, deleteWaitingVerification } from './verification/verifications.ts';

interface PaymentWithSlip extends Transfer {
  method: PaymentMethod;
  /** PNG, JPEG or WebP, or the result of `readSlip`. */
  slip?: Uint8Array | Slip | undefined;
  /** Content of the slip's QR code, for fields that the payment leaves out. If undefined, a job reads the slip. */
  slipReading?: SlipReading | undefined;
  note?: string | undefined;
  /** The transfer pays other orders too. */
  shared?: SharedTransfer | undefined;
}

export interface PaymentReport extends PaymentWithSlip {
  /** May exceed the balance due. */
  amount: Money;
  /** The partner's own id of the payment. */
  externalId?: string | undefined;
}

export interface NotifiedPayment {
  order: Order;
  /** Whether the repeated report is the same as the first one. Undefined: the payment is new. */
  replay?: 'same' | 'differs';
}

/**
 * As `notifyPayment`, but once for each external id. A repeated report may add the slip that the first one lacks.
 */
export function notifyPaymentOnce(tx: WriteTx, orderId: Id, report: PaymentReport, act: Act): NotifiedPayment {
  const { externalId } = report;
  const slip = report.slip && slipFrom(report.slip);
  const earlier = externalId === undefined ? undefined : reportByExternalId(tx, orderId, externalId);
  if (!earlier) return { order: notifyPayment(tx, orderId, report, act).order };
  const isSame = earlier.requestHash?.equals(hashOf(report)) === true;
  if (slip && !earlier.hasSlip && earlier.status === 'notified') {
    insertSlip(tx, earlier.id, slip);
    markPayment(tx, existingOrder(tx, orderId), act.now);
  }
  return { order: existingOrder(tx, orderId), replay: isSame ? 'same' : 'differs' };
}

/** Distinguishes a repeated report from another one under the same external id. */
const hashOf = ({ amount, method, note, payTime, slip }: PaymentReport): Buffer =>
  requestHash({ amount, method, note, payTime, slip: slip && hashOfSlip(slip) });

const hashOfSlip = (slip: Uint8Array | Slip): string =>
  slip instanceof Uint8Array ? hash('sha256', slip, 'hex') : slip.hash.toString('hex');

const slipFrom = (slip: Uint8Array | Slip): Slip => (slip instanceof Uint8Array ? readSlip(slip) : slip);

export interface ReportedPayment {
  order: Order;
  paymentId: Id;
  /** Earlier payments with the same slip: the customer may have reported a transfer twice. */
  sameSlip: readonly SlipUse[];
}

/**
 * Records a reported payment for review. Only the store can report a payment of a closed order, to refund it later.
 * @throws AppError not_found; invalid_request if the order is not open, or at `amount`, `slip` or `note`
 */
export function notifyPayment(tx: WriteTx, orderId: Id, report: PaymentReport, act: Act): ReportedPayment {
  const order = existingOrder(tx, orderId);
  const { status } = order;
  const { method, amount, slip: slipPicture, externalId } = report;
  const transfer = validTransferRow(tx, order.storeId, withSlipCode(report));
  const reportNote = noteText(report.note);
  if (status !== 'open' && !isStoreActor(act.by))
    throw invalidRequest('order_not_open', { order: orderId, status: status });
  if (amount <= 0) throw invalidRequest('not_above_zero', { path: 'amount' });
  const claim = isStoreActor(act.by)
    ? claimTransfer(tx, { order, transfer, amount }, report.shared, act)
    : { transfer, sharedTransferId: null, others: [] };
  const slip = slipPicture && slipFrom(slipPicture);
  const sameSlip = slip ? usesOfSlip(tx, slip) : [];
  const isRepeatable = externalId !== undefined;
  const details = {
    userId: null,
    note: reportNote,
    transfer: claim.transfer,
    sharedTransferId: claim.sharedTransferId,
    externalId,
    requestHash: isRepeatable ? hashOf(report) : null,
  };
  const paymentId = insertPayment(tx, { orderId, method, amount, status: 'notified', ...details }, act.now);
  if (slip) insertSlip(tx, paymentId, slip, report.slipReading);
  markPayment(tx, order, act.now);
  recordEvent(tx, orderId, act, 'payment_notified', {
    payment_id: idText(paymentId),
    method,
    amount: moneyText(amount),
  });
  recordSharing(tx, { order, paymentId }, claim, act);
  auditPayment(tx, 'payment_reported', existingPayment(tx, paymentId), act);
  const { reference } = claim.transfer;
  if (!slip || report.slipReading)
    // the job that reads a slip continues
    queueVerification(tx, { paymentId, storeId: order.storeId, reference, hasSlip: slip !== undefined }, act.now);
  return { order: existingOrder(tx, orderId), paymentId, sameSlip };
}

interface TakenPayment extends PaymentWithSlip {
  /** By default the balance due. */
  amount?: Money | undefined;
}

/**
 * Records a received payment.
 * @throws AppError not_found; invalid_request if the order is not open, at `amount` if it exceeds the balance due, at
 * `slip`, or at the field of the transfer
 */
export function takePayment(tx: WriteTx, id: Id, payment: TakenPayment, act: Act): Order {
  const order = existingOrder(tx, id);
  const due = balanceDue(order);
  const amount = payment.amount ?? due;
  if (order.status !== 'open') throw invalidRequest('order_not_open', { order: id, status: order.status });
  if (due === ZERO) throw invalidRequest('order_already_paid_notify_more', { order: id });
  if (amount <= 0 || amount > due) throw invalidRequest('payment_too_large', { path: 'amount', rest: due });
  const { method } = payment;
  const transfer = validTransferRow(tx, order.storeId, withSlipCode(payment));
  const claim = claimTransfer(tx, { order, transfer, amount }, payment.shared, act);
  const details = {
    userId: userOf(act) ?? null,
    note: noteText(payment.note),
    transfer: claim.transfer,
    sharedTransferId: claim.sharedTransferId,
  };
  const paymentId = insertPayment(tx, { orderId: id, method, amount, status: 'confirmed', ...details }, act.now);
  if (payment.slip) insertSlip(tx, paymentId, slipFrom(payment.slip), payment.slipReading);
  markPayment(tx, order, act.now);
  auditPayment(tx, 'payment_added', existingPayment(tx, paymentId), act);
  recordEvent(tx, id, act, 'payment_confirmed', { payment_id: idText(paymentId), method, amount: moneyText(amount) });
  recordSharing(tx, { order, paymentId }, claim, act);
  return advance(tx, id, act);
}

/** Names the other orders that the transfer pays. */
function auditPayment(
  tx: WriteTx,
  event: MoneyEvent,
  { id, orderId, amount, sharedTransferId }: PaymentHead,
  act: Act,
) {
  const { storeId } = existingOrder(tx, orderId, 0);
  const oneTransfer = otherOrders(tx, sharedTransferId, orderId);
  auditMoney(tx, event, { storeId, subjectId: orderId, amount, payment: id, oneTransfer }, act);
}

/**
 * Allows overpayment, which can be refunded.
 * @param shared the decision that the transfer pays other orders too
 * @throws AppError not_found; invalid_request if the payment is not awaiting review, its transfer was used, or at
 * `amount` if too little of the transfer is left
 */
export function confirmPayment(tx: WriteTx, id: Id, act: Act, shared?: SharedTransfer): Order {
  const payment = paymentToReview(tx, id, 'confirmed');
  const { orderId, method, amount } = payment;
  const order = existingOrder(tx, orderId);
  if (shared) shareTransfer(tx, order, payment, { shared, act });
  else requireConfirmable(tx, order.storeId, payment);
  requireRoom(tx, order.storeId, payment);
  if (sum(order.receivedAmount, amount) === undefined) throw invalidRequest('payments_too_large', { order: orderId });
  markReviewed(tx, { id, status: 'confirmed', userId: userOf(act) ?? null, reason: null }, act.now);
  deleteWaitingVerification(tx, id);
  markPayment(tx, order, act.now);
  auditPayment(tx, 'payment_confirmed', existingPayment(tx, id), act);
  recordEvent(tx, orderId, act, 'payment_confirmed', { payment_id: idText(id), method, amount: moneyText(amount) });
  return advance(tx, orderId, act);
}

interface ChangedTransfer extends Transfer {
  shared?: SharedTransfer | undefined;
}

/**
 * Replaces the transfer details of a reported payment.
 * @throws AppError not_found; invalid_request if the payment is not awaiting review, or at a field of the transfer
 */
export function changeTransfer(tx: WriteTx, id: Id, { shared, ...transfer }: ChangedTransfer, act: Act): Order {
  const payment = paymentToReview(tx, id, 'confirmed');
  const order = existingOrder(tx, payment.orderId);
  const row = validTransferRow(tx, order.storeId, transfer);
  const isClaim = shared !== undefined || row.reference !== payment.reference;
  const claimant = { order, transfer: row, amount: payment.amount, paymentId: id };
  const claim = isClaim ? claimTransfer(tx, claimant, shared, act) : undefined;
  setTransfer(tx, id, row);
  if (claim) joinTransfer(tx, id, claim);
  const isSame = row.reference === payment.reference && row.sendingBank === payment.sendingBank;
  if (!isSame && !requeueVerification(tx, payment, act.now)) deleteVerification(tx, id);
  markPayment(tx, order, act.now);
  recordEvent(tx, order.id, act, 'transfer_changed', { payment_id: idText(id) });
  if (claim) recordSharing(tx, { order, paymentId: id }, claim, act);
  return existingOrder(tx, order.id);
}

/** Requests verification again. @throws AppError not_found; invalid_request if it is not possible */
export function retryVerification(tx: WriteTx, id: Id, act: Act): void {
  const payment = paymentToReview(tx, id, 'confirmed');
  if (!requeueVerification(tx, payment, act.now)) throw invalidRequest('slip_not_verifiable', { payment: id });
}

function requeueVerification(tx: WriteTx, { id, orderId }: PaymentHead, now: number): boolean {
  const { storeId } = existingOrder(tx, orderId, 0);
  const { reference } = existingPayment(tx, id);
  return queueVerification(tx, { paymentId: id, storeId, reference, hasSlip: slipIfAny(tx, id) !== undefined }, now);
}

/** @throws AppError not_found; invalid_request if the payment is not awaiting review, or at `reason` */
export function rejectPayment(tx: WriteTx, id: Id, reason: string, act: Act): Order {
  const { orderId, amount } = paymentToReview(tx, id, 'rejected');
  markReviewed(
    tx,
    { id, status: 'rejected', userId: userOf(act) ?? null, reason: noteText(reason, 'reason') },
    act.now,
  );
  deleteWaitingVerification(tx, id);
  const order = existingOrder(tx, orderId);
  markPayment(tx, order, act.now);
  auditMoney(tx, 'payment_rejected', { storeId: order.storeId, subjectId: orderId, amount, payment: id }, act);
  recordEvent(tx, orderId, act, 'payment_rejected', { payment_id: idText(id), reason });
  return existingOrder(tx, orderId);
}

function paymentToReview(db: Reader, id: Id, to: 'confirmed' | 'rejected'): PaymentHead {
  const payment = existingPayment(db, id);
  if (!mayMove(PAYMENT_MOVES, payment.status, to))
    throw invalidRequest('payment_cannot_become', { payment: id, status: payment.status, to });
  return payment;
}

/** @throws AppError invalid_request at `path` if the note is too long */
export function noteText(note: string | undefined, path = 'note'): string | null {
  if (isLongerThan(note ?? '', MAX_LENGTH.note)) throw invalidRequest('text_too_long', { path, most: MAX_LENGTH.note });
  return note ?? null;
}
