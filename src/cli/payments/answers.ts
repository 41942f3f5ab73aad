import type { Context } from '../../context.ts';
import { type PaymentDetail, paymentDetails, type Refund } from '../../domain/orders/payments/read.ts';
import { type Id, idText, optionalIdText } from '../../lib/ids.ts';
import { moneyText } from '../../lib/money.ts';
import type { Shell } from '../shell.ts';
import { isoTime, table } from '../table.ts';

export function answerPayments(shell: Shell, ctx: Context, orderId: Id): void {
  const payments = paymentDetails(ctx.db, orderId);
  shell.answer({ payments: payments.map(paymentDocument) }, [...paymentTable(payments), ...refundTable(payments)]);
}

/** A payment in the words of `/v1`, with what only the store sees. */
export const paymentDocument = (payment: PaymentDetail) => ({
  id: idText(payment.id),
  order_id: idText(payment.orderId),
  method: payment.method,
  amount: moneyText(payment.amount),
  refunded_amount: moneyText(payment.refunded),
  status: payment.status,
  create_time: payment.createTime,
  judge_time: payment.judgeTime ?? undefined,
  user_id: optionalIdText(payment.userId),
  note: payment.note ?? undefined,
  reason: payment.reason ?? undefined,
  slip: payment.slipType ?? undefined,
  refunds: payment.refunds.map(refundDocument),
});

const refundDocument = (refund: Refund) => ({
  id: idText(refund.id),
  method: refund.method,
  amount: moneyText(refund.amount),
  create_time: refund.createTime,
  user_id: optionalIdText(refund.userId),
  note: refund.note ?? undefined,
  lines: refund.lines.map(({ lineId, qty }) => ({ line_id: idText(lineId), qty })),
});

const paymentTable = (payments: readonly PaymentDetail[]): string[] =>
  table(
    ['payment', 'status', 'method', 'amount', 'refunded', 'notified', 'judged', 'by account', 'slip', 'note'],
    payments.map((payment) => [
      payment.id,
      payment.status,
      payment.method,
      moneyText(payment.amount),
      moneyText(payment.refunded),
      isoTime(payment.createTime),
      isoTime(payment.judgeTime),
      payment.userId,
      payment.slipType,
      [payment.note, payment.reason].filter((text) => text !== null).join('; '),
    ]),
  );

function refundTable(payments: readonly PaymentDetail[]): string[] {
  const refunds = payments.flatMap((payment) => payment.refunds);
  if (refunds.length === 0) return [];
  return table(
    ['refund', 'of payment', 'method', 'amount', 'when', 'by account', 'lines', 'note'],
    refunds.map((refund) => [
      refund.id,
      refund.paymentId,
      refund.method,
      moneyText(refund.amount),
      isoTime(refund.createTime),
      refund.userId,
      refund.lines.map(({ lineId, qty }) => `${lineId}=${qty}`).join(' '),
      refund.note,
    ]),
  );
}
