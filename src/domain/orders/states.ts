import { type Money, sum, ZERO } from '../../lib/money.ts';
import type { Moves } from '../../lib/moves.ts';
import type { TrackedStatus } from '../couriers/adapters/adapter.ts';
import type { Settings } from '../stores.ts';

/** States: docs/decisions.md#states. */
export type OrderStatus = 'open' | 'completed' | 'canceled' | 'expired';
export type CodStatus = 'pending' | 'collected' | 'remitted' | 'failed';
export type PaymentStatus =
  | 'unpaid'
  | 'awaiting_confirmation'
  | 'partially_paid'
  | 'paid'
  | 'partially_refunded'
  | 'refunded';
export type ShippingStatus =
  | 'unshipped'
  | 'booked'
  | 'partially_shipped'
  | 'shipped'
  | 'partially_delivered'
  | 'delivered'
  | 'returning'
  | 'returned';
export type PaymentRecordStatus = 'notified' | 'confirmed' | 'rejected' | 'refunded';
export type ShipmentStatus = 'booked' | TrackedStatus;

export const ORDER_MOVES: Moves<OrderStatus> = {
  open: ['completed', 'canceled', 'expired'],
  completed: [],
  canceled: [],
  expired: [],
};

export const PAYMENT_MOVES: Moves<PaymentRecordStatus> = {
  notified: ['confirmed', 'rejected'],
  confirmed: ['refunded'],
  rejected: [],
  refunded: [],
};

export const COD_MOVES: Moves<CodStatus> = {
  pending: ['collected', 'failed'],
  collected: ['remitted'],
  remitted: [],
  failed: [],
};

/** It may jump forward, never back, and nothing jumps over the pick-up, at which the goods leave. */
export const SHIPMENT_MOVES: Moves<ShipmentStatus> = {
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

export const isCanceled = (shipment: { status: ShipmentStatus }): boolean => shipment.status === 'canceled';

/** Its goods have been picked up. */
export const hasLeft = ({ status }: { status: ShipmentStatus }): boolean =>
  status !== 'booked' && status !== 'canceled';

export interface PaymentRecord {
  amount: Money;
  /** What of it was paid back: all of it where it is refunded. */
  refunded: Money;
  status: PaymentRecordStatus;
}

/** What is confirmed and not paid back. */
export const paidAmount = (payments: readonly PaymentRecord[]): Money =>
  sum(
    ...payments
      .filter(({ status }) => status === 'confirmed')
      .map(({ amount, refunded }) => (amount - refunded) as Money),
  ) ?? ZERO;

export function paymentStatus(total: Money, payments: readonly PaymentRecord[], cod: CodStatus | null): PaymentStatus {
  const paid = paidAmount(payments);
  const refunded = payments.some((payment) => payment.refunded > 0);
  if (paid >= total || (cod === 'remitted' && !refunded)) return 'paid';
  if (refunded) return paid > 0 ? 'partially_refunded' : 'refunded';
  if (paid > 0) return 'partially_paid';
  return payments.some(({ status }) => status === 'notified') ? 'awaiting_confirmation' : 'unpaid';
}

/**
 * A parcel that turns back shows before one that has arrived, and that before those on their way.
 *
 * @param lines with what has left of each and what is not coming
 */
export function shippingStatus(
  shipments: readonly { status: ShipmentStatus }[],
  lines: readonly { qty: number; shortQty: number; shippedQty: number }[],
): ShippingStatus {
  const all = lines.every(({ qty, shortQty, shippedQty }) => shippedQty + shortQty >= qty);
  return shippingStatusWhere(all, shipments);
}

/** The same where it is known whether all that is to leave has left. */
export function shippingStatusWhere(all: boolean, shipments: readonly { status: ShipmentStatus }[]): ShippingStatus {
  if (shipments.every(isCanceled)) return 'unshipped';
  const left = shipments.filter(hasLeft);
  if (left.length === 0) return 'booked';
  const is = (wanted: ShipmentStatus) => (shipment: { status: ShipmentStatus }) => shipment.status === wanted;
  if (left.some(is('returning'))) return 'returning';
  if (all && left.every(is('returned'))) return 'returned';
  if (all && left.every(is('delivered'))) return 'delivered';
  if (left.some(is('delivered'))) return 'partially_delivered';
  return all ? 'shipped' : 'partially_shipped';
}

/** Paid in full, or allowed to ship before payment: docs/decisions.md#ready-to-ship. */
export const isReadyToShip = (
  order: { paymentStatus: PaymentStatus; shipBeforePay: boolean; isCod: boolean },
  { codCountsAsReady }: Pick<Settings, 'codCountsAsReady'>,
): boolean => order.paymentStatus === 'paid' || order.shipBeforePay || (order.isCod && codCountsAsReady);

/**
 * What becomes of an order next, exactly one of these: kept with the order so that the store's list finds it by an index.
 *
 * - `unpaid`, `cod`, `to_pack`: open, and something is still to leave. It is ready to ship (`to_pack`), waits for its
 *   payment (`unpaid`), or is COD and ready where the store counts COD as ready (`cod`).
 * - `shipped`: open, and everything has left. `delivered`: and has arrived or come back, so that only money is awaited.
 * - the order's status, once it is open no more.
 */
const STAGES = ['unpaid', 'cod', 'to_pack', 'shipped', 'delivered', 'completed', 'canceled', 'expired'] as const;
export type Stage = (typeof STAGES)[number];

export interface Staged {
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  shipBeforePay: boolean;
  isCod: boolean;
  shipments: readonly { status: ShipmentStatus }[];
  lines: readonly { qty: number; shippedQty: number; shortQty: number }[];
}

export function stageOf(order: Staged): Stage {
  const { status, shipments, lines } = order;
  if (status !== 'open') return status;
  if (lines.some(({ qty, shippedQty, shortQty }) => shippedQty + shortQty < qty)) return stageBefore(order);
  const left = shipments.filter(hasLeft);
  const hasEnded = left.every((shipment) => shipment.status === 'delivered' || shipment.status === 'returned');
  return hasEnded && left.some((shipment) => shipment.status === 'delivered') ? 'delivered' : 'shipped';
}

/** Of an open order of which something is still to leave. */
export function stageBefore(order: Pick<Staged, 'paymentStatus' | 'shipBeforePay' | 'isCod'>): Stage {
  if (isReadyToShip(order, { codCountsAsReady: false })) return 'to_pack';
  return order.isCod ? 'cod' : 'unpaid';
}

/** How money comes, and goes back. */
export const PAYMENT_METHODS = ['transfer', 'promptpay', 'cash', 'card', 'other'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
