import { type Money, sum, ZERO } from '../../lib/money.ts';

/** Decisions §6. */
export type OrderStatus = 'open' | 'completed' | 'canceled' | 'expired';
export type CodStatus = 'pending' | 'collected' | 'remitted' | 'failed';
export type PaymentStatus =
  | 'unpaid'
  | 'awaiting_confirmation'
  | 'partially_paid'
  | 'paid'
  | 'partially_refunded'
  | 'refunded';
export type ShippingStatus = 'unshipped';
export type PaymentRecordStatus = 'notified' | 'confirmed' | 'rejected' | 'refunded';

const MOVES: Record<OrderStatus, readonly OrderStatus[]> = {
  open: ['completed', 'canceled', 'expired'],
  completed: [],
  canceled: [],
  expired: [],
};

export const mayMove = (from: OrderStatus, to: OrderStatus): boolean => MOVES[from].includes(to);

export interface PaymentRecord {
  amount: Money;
  status: PaymentRecordStatus;
}

/** What is confirmed and not paid back. */
export const paidAmount = (payments: readonly PaymentRecord[]): Money =>
  sum(...payments.filter(({ status }) => status === 'confirmed').map(({ amount }) => amount)) ?? ZERO;

export function paymentStatus(total: Money, payments: readonly PaymentRecord[], cod: CodStatus | null): PaymentStatus {
  const paid = paidAmount(payments);
  if (paid >= total || cod === 'remitted') return 'paid';
  const some = (wanted: PaymentRecordStatus) => payments.some(({ status }) => status === wanted);
  if (some('refunded')) return paid > 0 ? 'partially_refunded' : 'refunded';
  if (paid > 0) return 'partially_paid';
  return some('notified') ? 'awaiting_confirmation' : 'unpaid';
}
