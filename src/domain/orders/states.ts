import { type Money, sum, ZERO } from '../../lib/money.ts';
import type { Settings } from '../stores.ts';

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
export type ShippingStatus = 'unshipped' | 'booked' | 'partially_shipped' | 'shipped';
export type PaymentRecordStatus = 'notified' | 'confirmed' | 'rejected' | 'refunded';
export type ShipmentStatus =
  | 'booked'
  | 'picked_up'
  | 'in_transit'
  | 'out_for_delivery'
  | 'delivered'
  | 'delivery_failed'
  | 'returning'
  | 'returned'
  | 'canceled';

const ORDER_MOVES: Record<OrderStatus, readonly OrderStatus[]> = {
  open: ['completed', 'canceled', 'expired'],
  completed: [],
  canceled: [],
  expired: [],
};

/** A manual courier may jump forward, never back, and none past the pick-up, at which the goods leave. */
const SHIPMENT_MOVES: Record<ShipmentStatus, readonly ShipmentStatus[]> = {
  booked: ['picked_up', 'canceled'],
  picked_up: ['in_transit', 'out_for_delivery', 'delivered', 'delivery_failed', 'returning', 'returned'],
  in_transit: ['out_for_delivery', 'delivered', 'delivery_failed', 'returning', 'returned'],
  out_for_delivery: ['delivered', 'delivery_failed', 'returning', 'returned'],
  delivery_failed: ['out_for_delivery', 'delivered', 'returning', 'returned'],
  returning: ['returned'],
  delivered: [],
  returned: [],
  canceled: [],
};

export const orderMayMove = (from: OrderStatus, to: OrderStatus): boolean => ORDER_MOVES[from].includes(to);

export const shipmentMayMove = (from: ShipmentStatus, to: ShipmentStatus): boolean => SHIPMENT_MOVES[from].includes(to);

export const isCanceled = (shipment: { status: ShipmentStatus }): boolean => shipment.status === 'canceled';

/** Its goods have been picked up. */
export const hasLeft = ({ status }: { status: ShipmentStatus }): boolean =>
  status !== 'booked' && status !== 'canceled';

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

/** @param lines with what has left of each and what is not coming */
export function shippingStatus(
  shipments: readonly { status: ShipmentStatus }[],
  lines: readonly { qty: number; shortQty: number; shippedQty: number }[],
): ShippingStatus {
  if (shipments.every(isCanceled)) return 'unshipped';
  if (!shipments.some(hasLeft)) return 'booked';
  return lines.every(({ qty, shortQty, shippedQty }) => shippedQty + shortQty >= qty) ? 'shipped' : 'partially_shipped';
}

/** Decisions §6: paid in full, or allowed to ship before that. */
export const isReadyToShip = (
  order: { paymentStatus: PaymentStatus; shipBeforePay: boolean; isCod: boolean },
  { codCountsAsReady }: Pick<Settings, 'codCountsAsReady'>,
): boolean => order.paymentStatus === 'paid' || order.shipBeforePay || (order.isCod && codCountsAsReady);
