import type { Context } from '../../context.ts';
import type { Payment } from '../../domain/orders/order.ts';
import { type PaymentDetail, paymentDetails, type Refund } from '../../domain/orders/payments/payment-details.ts';
import { paymentView } from '../../domain/orders/view.ts';
import { type Id, idText, optionalIdText } from '../../lib/ids.ts';
import { moneyText } from '../../lib/money.ts';
import type { Cli } from '../cli.ts';
import { table, timeText } from '../table.ts';

export function printPayments(cli: Cli, ctx: Context, orderId: Id): void {
  const payments = paymentDetails(ctx.db, orderId);
  cli.print({ payments: payments.map(paymentDocument) }, [...detailTable(payments), ...refundTable(payments)]);
}

/** A payment as in `/v1`, with the fields only the store sees. */
export const storePaymentView = (payment: Payment) => ({
  ...paymentView(payment),
  refunded_amount: moneyText(payment.refunded),
  judge_time: payment.reviewTime ?? undefined,
  user_id: optionalIdText(payment.userId),
  note: payment.note ?? undefined,
});

/** `storePaymentView` with reason, slip and refunds. */
export const paymentDocument = (payment: PaymentDetail) => ({
  ...storePaymentView(payment),
  order_id: idText(payment.orderId),
  reason: payment.reason ?? undefined,
  shared_transfer_id: optionalIdText(payment.sharedTransferId),
  slip: payment.slipType ?? undefined,
  refunds: payment.refunds.map(refundDocument),
});

const refundDocument = (refund: Refund) => ({
  id: idText(refund.id),
  method: refund.method,
  amount: moneyText(refund.amount),
  create_time: refund.createTime,
  send_time: refund.sendTime,
  bank_account_id: optionalIdText(refund.bankAccountId),
  reference: refund.reference ?? undefined,
  slip: refund.slipType ?? undefined,
  user_id: optionalIdText(refund.userId),
  note: refund.note ?? undefined,
  lines: refund.lines.map(({ lineId, qty }) => ({ line_id: idText(lineId), qty })),
});

const PAYMENT_HEADINGS = ['payment', 'status', 'method', 'amount', 'refunded', 'notified', 'reviewed', 'by account'];

const paymentCells = (payment: Payment) => [
  payment.id,
  payment.status,
  payment.method,
  moneyText(payment.amount),
  moneyText(payment.refunded),
  timeText(payment.createTime),
  timeText(payment.reviewTime),
  payment.userId,
];

export const paymentTable = (payments: readonly Payment[]): string[] =>
  table(
    [...PAYMENT_HEADINGS, 'note'],
    payments.map((payment) => [...paymentCells(payment), payment.note]),
  );

const detailTable = (payments: readonly PaymentDetail[]): string[] =>
  table(
    [...PAYMENT_HEADINGS, 'slip', 'note', 'reason'],
    payments.map((payment) => [...paymentCells(payment), payment.slipType, payment.note, payment.reason]),
  );

function refundTable(payments: readonly PaymentDetail[]): string[] {
  const refunds = payments.flatMap((payment) => payment.refunds);
  if (refunds.length === 0) return [];
  return table(
    ['refund', 'of payment', 'method', 'amount', 'sent', 'recorded', 'by account', 'slip', 'lines', 'note'],
    refunds.map((refund) => [
      refund.id,
      refund.paymentId,
      refund.method,
      moneyText(refund.amount),
      timeText(refund.sendTime),
      timeText(refund.createTime),
      refund.userId,
      refund.slipType,
      refund.lines.map(({ lineId, qty }) => `${lineId}=${qty}`).join(' '),
      refund.note,
    ]),
  );
}
