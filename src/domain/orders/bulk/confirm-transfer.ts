import type { Reader } from '../../../db/reader.ts';
import type { Message } from '../../../lib/messages/catalogue.ts';
import { message } from '../../../lib/messages/message.ts';
import type { Order } from '../order.ts';
import { balanceDue } from '../payments/balance.ts';
import { paymentDetails } from '../payments/payment-details.ts';
import { type SlipToReview, slipsToReview } from '../payments/slips-to-review.ts';
import { mismatches } from '../payments/verification/mismatches.ts';
import { verificationOf } from '../payments/verification/verifications.ts';

/** The payments of the order that wait for review. */
const toReview = ({ payments }: Pick<Order, 'payments'>) => payments.filter(({ status }) => status === 'notified');

/**
 * Why the submitted payment of the order cannot be confirmed together with those of other orders, if so: it needs a
 * separate decision. Any other payment settles the balance due exactly.
 *
 * @param slips of the order, if they are known
 */
export function transferObstacle(
  db: Reader,
  order: Order,
  slips = slipsToReview(db, order.storeId, [order.id])(order.id),
): Message | undefined {
  if (order.status !== 'open') return message('order_not_open', { order: order.id, status: order.status });
  const [payment, ...others] = toReview(order);
  if (!payment) return message('no_payment_to_review');
  if (others.length > 0) return message('several_payments_to_review');
  if (order.codStatus === 'pending' || order.codStatus === 'collected') return message('order_is_cod');
  const due = balanceDue(order);
  if (payment.amount !== due) return message('payment_differs_from_due', { amount: payment.amount, due });
  return doubtAbout(db, order, payment, slips);
}

/** A transfer or a slip that another payment has too, or another answer of the verification service. */
function doubtAbout(
  db: Reader,
  { id: orderId, storeId }: Order,
  { id }: Pick<Order, 'id'>,
  slips: readonly SlipToReview[],
): Message | undefined {
  const [use] = slips.flatMap(({ usedFor }) => usedFor);
  if (use) return message('slip_used', { orderId: use.orderId, number: use.orderNumber });
  const verification = verificationOf(db, id);
  if (verification?.state === 'refused') return message('slip_not_verified');
  const confirmation = verification?.confirmation;
  const payment = confirmation && paymentDetails(db, orderId).find((detail) => detail.id === id);
  return payment && confirmation && mismatches(db, storeId, payment, confirmation).length > 0
    ? message('slip_verified_differently')
    : undefined;
}

/** @returns the id of the first payment that waits for review; `transferObstacle` requires that there is no other */
export const transferToConfirm = (order: Order): Order['id'] | undefined => toReview(order)[0]?.id;
