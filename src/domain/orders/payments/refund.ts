import type { WriteTx } from '../../../db/write-tx.ts';
import { invalidRequest } from '../../../lib/errors.ts';
import { type Id, idText } from '../../../lib/ids.ts';
import { type Money, moneyText, sum, ZERO } from '../../../lib/money.ts';
import { mayMove } from '../../../lib/moves.ts';
import { type Act, recordEvent, userOf } from '../history.ts';
import { type LineQty, orderLinesOf } from '../lines.ts';
import { existingOrder, type Order, type Payment } from '../order.ts';
import { markPayment } from '../order-rows.ts';
import { PAYMENT_MOVES, type PaymentMethod } from '../order-states.ts';
import { type LineQtys, paidForLines } from './paid-for-lines.ts';
import { auditMoney } from './payment-audit.ts';
import { refundedQtys } from './payment-details.ts';
import {
  insertRefund,
  insertRefundAccount,
  insertRefundLine,
  insertRefundSlip,
  type RefundAccount,
  type RefundTransferRow,
} from './payment-rows.ts';
import { noteText } from './payments.ts';
import { type TypedRefundAccount, validRefundAccount } from './refund-account.ts';
import { documentRefund } from './refund-documents.ts';
import { goodsOfReason, possibleReasons, type RefundReason } from './refund-reasons.ts';
import { leavesBankAccount, type RefundTransfer, refundTransferRow } from './refund-transfer.ts';
import { readSlip } from './slip.ts';

export interface RefundRequest extends RefundTransfer {
  /** By default the amount paid for the lines; without lines everything that is left. */
  amount?: Money | undefined;
  lines?: readonly LineQty[] | undefined;
  /** By default as many as needed: first those with this method, then the newest. */
  paymentId?: Id | undefined;
  /** By default the method of each payment. */
  method?: PaymentMethod | undefined;
  /** Printed on a credit note. Without lines, a refund of returned or missing goods refunds those if it covers their price. */
  reason?: RefundReason | undefined;
  note?: string | undefined;
  /** The customer's account to which the money was sent. For transfers and PromptPay only. */
  to?: TypedRefundAccount | undefined;
  /** Refunded amount of the order that the user has seen: the same form sent twice refunds once. */
  seenRefunded?: Money | undefined;
}

/** What a refund takes from a payment, and how it is paid out. */
export interface RefundShare {
  paymentId: Id;
  amount: Money;
  method: PaymentMethod;
}

/**
 * Refunds money; goods are returned separately. After a receipt it issues a credit note or a refund voucher.
 * @throws AppError not_found; invalid_request at the line, `amount`, `note`, or a field of `refundTransferRow`, `readSlip`
 * or `validRefundAccount`
 */
export function refundOrder(tx: WriteTx, orderId: Id, request: RefundRequest, act: Act): Order {
  const order = existingOrder(tx, orderId);
  if (request.seenRefunded !== undefined && request.seenRefunded !== order.refundedAmount)
    throw invalidRequest('refunded_meanwhile');
  const sources = refundablePayments(order, request);
  const left = sum(...sources.map(refundableAmount)) ?? ZERO;
  if (left <= 0) throw invalidRequest('nothing_to_refund', { order: orderId });
  const refunded = refundedQtys(tx, orderId);
  const requested = refundedLines(order, request.lines ?? [], refunded);
  const amount = request.amount ?? (requested.length === 0 ? left : paidForLines(order, requested, refunded));
  if (amount <= 0) throw invalidRequest('not_above_zero', { path: 'amount' });
  if (amount > left) throw invalidRequest('refund_too_large', { path: 'amount', amount, left });
  const { reason } = request;
  if (reason && !possibleReasons(order).includes(reason))
    throw invalidRequest('refund_reason_impossible', { path: 'reason', order: orderId });
  const lines = reason && !request.lines ? goodsOfReason(tx, order, reason, { amount, refunded }) : requested;
  const shares = spreadOverPayments(sources, amount, request.method);
  const note = noteText(request.note);
  const transfer = refundTransferRow(tx, order, request, act.now);
  const slip = request.slip && readSlip(request.slip);
  const account = accountOfCustomer(request, shares);
  const refunds = insertRefunds(tx, { shares, lines, note, transfer }, act);
  const [refundId] = refunds as [Id];
  if (slip) insertRefundSlip(tx, refundId, slip, request.slipReading);
  if (account) insertRefundAccount(tx, refundId, account);
  markPayment(tx, order, act.now);
  auditMoney(tx, 'payment_refunded', { storeId: order.storeId, subjectId: orderId, amount, refunds }, act);
  recordEvent(tx, orderId, act, 'refunded', {
    refund_id: account && idText(refundId), // the account is stored once, so that it can be erased
    amount: moneyText(amount),
    payments: shares.map(shareView),
    send_time: request.sendTime,
    note: note ?? undefined,
    lines: lines.length === 0 ? undefined : lines.map(({ lineId, qty }) => ({ line_id: idText(lineId), qty })),
  });
  const after = existingOrder(tx, orderId);
  documentRefund(tx, after, { refundId, amount, lines, cause: reason, note }, act);
  return after;
}

function accountOfCustomer({ to }: RefundRequest, shares: readonly RefundShare[]): RefundAccount | undefined {
  const account = validRefundAccount(to);
  if (account && !shares.some(({ method }) => leavesBankAccount(method)))
    throw invalidRequest('refund_to_needs_transfer', { path: account.bank === null ? 'to_promptpay' : 'to_number' });
  return account;
}

/** The shares of the payments in a refund of this amount by this method; none if it is more than can be refunded. */
export function refundShares(order: Order, amount: Money, method: PaymentMethod): RefundShare[] {
  const sources = refundablePayments(order, { method });
  return amount > (sum(...sources.map(refundableAmount)) ?? ZERO) ? [] : spreadOverPayments(sources, amount, method);
}

const shareView = ({ paymentId, amount, method }: RefundShare) => ({
  payment_id: idText(paymentId),
  method,
  amount: moneyText(amount),
});

/** What was paid and not refunded. */
export const leftToRefund = ({ payments }: Pick<Order, 'payments'>): Money =>
  sum(...payments.filter(isRefundable).map(refundableAmount)) ?? ZERO;

const refundableAmount = ({ amount, refunded }: Payment): Money => (amount - refunded) as Money;

/**
 * The refundable payments, newest first: overpayments are the newest. Those with the method of the refund come first,
 * so that the money leaves the account that received it. Only the requested payment, if given.
 */
function refundablePayments(
  { id, payments }: Order,
  { paymentId, method }: Pick<RefundRequest, 'paymentId' | 'method'>,
): Payment[] {
  if (paymentId === undefined) {
    const newestFirst = payments.filter(isRefundable).toReversed();
    return newestFirst.toSorted((a, b) => Number(b.method === method) - Number(a.method === method));
  }
  const payment = payments.find((candidate) => candidate.id === paymentId);
  if (!payment) throw invalidRequest('payment_not_in_order', { payment: paymentId, order: id });
  if (!isRefundable(payment))
    throw invalidRequest('payment_cannot_become', { payment: paymentId, status: payment.status, to: 'refunded' });
  return [payment];
}

const isRefundable = ({ status }: Payment): boolean => mayMove(PAYMENT_MOVES, status, 'refunded');

function refundedLines(order: Order, lines: readonly LineQty[], refunded: LineQtys): LineQty[] {
  return orderLinesOf(order, lines).map(({ line, qty }) => {
    const left = Math.max(line.qty - (refunded.get(line.id) ?? 0), 0);
    if (qty > left) throw invalidRequest('refund_qty_too_large', { path: [{ line: line.id }, 'qty'], qty, left });
    return { lineId: line.id, qty };
  });
}

/** @param method by default that of each payment */
function spreadOverPayments(payments: readonly Payment[], amount: Money, method?: PaymentMethod): RefundShare[] {
  const shares: RefundShare[] = [];
  let left = amount;
  for (const payment of payments) {
    const share = Math.min(left, refundableAmount(payment)) as Money;
    if (share > 0) shares.push({ paymentId: payment.id, amount: share, method: method ?? payment.method });
    left = (left - share) as Money;
  }
  return shares;
}

interface NewRefunds {
  shares: readonly RefundShare[];
  lines: readonly LineQty[];
  note: string | null;
  transfer: RefundTransferRow;
}

/** @returns the ids; the first refund has the lines */
function insertRefunds(tx: WriteTx, { shares, lines, note, transfer }: NewRefunds, act: Act): Id[] {
  const userId = userOf(act) ?? null;
  const ids: Id[] = [];
  for (const share of shares) {
    const sent = leavesBankAccount(share.method) ? transfer : { ...transfer, bankAccountId: null, reference: null };
    const refund = { ...share, ...sent, partOf: ids[0] ?? null, note, userId };
    ids.push(insertRefund(tx, refund, act.now));
  }
  for (const line of lines) insertRefundLine(tx, ids[0] as Id, line);
  return ids;
}
