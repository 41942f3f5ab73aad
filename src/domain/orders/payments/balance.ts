import { type Money, ZERO } from '../../../lib/money.ts';
import type { CodStatus, OrderStatus, PaymentRecord, ShippingStatus } from '../order-states.ts';

// The only place that defines what was paid, refunded and is due: docs/decisions.md#paid-refunded-and-due. Queries that
// cannot load the payments of each order use its SQL.

/** In SQL, whether a payment `p` was received, whatever was refunded later. */
export const IS_RECEIVED = `p.status IN ('confirmed', 'refunded')`;

/** In SQL, `paidAmount` of an order `o`. */
export const PAID_AMOUNT = `(SELECT coalesce(sum(p.amount - p.refunded), 0) FROM payments p
  WHERE p.order_id = o.id AND ${IS_RECEIVED})`;

export interface Balance {
  /** Confirmed payments, whatever was refunded later. */
  receivedAmount: Money;
  refundedAmount: Money;
  /** Received and not refunded. */
  paidAmount: Money;
  /** The part of the total that is neither paid nor waived. */
  unpaidAmount: Money;
  /** Paid beyond the total. A refund lowers it. */
  overpaidAmount: Money;
}

export interface Charged {
  total: Money;
  codStatus: CodStatus | null;
  /** Amount that was refunded although it was due. The customer does not owe it again. */
  waived: Money;
}

export function balanceOf(order: Charged, payments: readonly PaymentRecord[]): Balance {
  const received = payments.filter(({ status }) => status === 'confirmed' || status === 'refunded');
  const receivedAmount = received.reduce((sum, { amount }) => sum + amount, 0) as Money;
  const refundedAmount = received.reduce((sum, { refunded }) => sum + refunded, 0) as Money;
  const paidAmount = (receivedAmount - refundedAmount) as Money;
  return {
    ...{ receivedAmount, refundedAmount, paidAmount },
    unpaidAmount: unpaidOf({ ...order, paidAmount }),
    overpaidAmount: overpaidOf({ ...order, paidAmount }),
  };
}

type Paid = Pick<Balance, 'paidAmount'>;

/** Paid-out COD settles an order, also if the store accepted less. */
export const unpaidOf = (order: Charged & Paid): Money =>
  order.codStatus === 'remitted' ? ZERO : (Math.max(gapOf(order) - order.waived, 0) as Money);

const gapOf = ({ total, paidAmount }: Pick<Charged, 'total'> & Paid): Money => Math.max(total - paidAmount, 0) as Money;

export const overpaidOf = ({ total, paidAmount }: Pick<Charged, 'total'> & Paid): Money =>
  Math.max(paidAmount - total, 0) as Money;

/** `waived` after payments or refunds. A refund waives what it takes from the total; a payment may cover it again. */
export function waivedAfterPayment(before: Charged & Paid, after: Paid): Money {
  const gap = gapOf({ ...before, ...after });
  const refunded = Math.max(gap - gapOf(before), 0);
  return Math.min(before.waived + refunded, gap) as Money;
}

/** `waived` with a new total. A lower total settles the refund; a higher one is owed again. */
export const waivedWithTotal = ({ waived, paidAmount }: Charged & Paid, total: Money): Money =>
  Math.min(waived, gapOf({ total, paidAmount })) as Money;

/** Unpaid amount of the order with a new total. */
export const unpaidWithTotal = (order: Charged & Paid, total: Money): Money =>
  unpaidOf({ ...order, total, waived: waivedWithTotal(order, total) });

/** Amount that the customer owes. Closed orders, and those whose goods all came back, have nothing due. */
export const balanceDue = (
  order: Pick<Balance, 'unpaidAmount'> & { status: OrderStatus; shippingStatus: ShippingStatus },
): Money => (order.status === 'open' && order.shippingStatus !== 'returned' ? order.unpaidAmount : ZERO);
