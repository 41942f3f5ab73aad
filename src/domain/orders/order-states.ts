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

/** None moves back; `undoConfirmation` does. */
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

/** Statuses may be skipped, except `picked_up`, at which stock is reduced. None moves back; `undoHandOver` does. */
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

export const hasLeft = ({ status }: { status: ShipmentStatus }): boolean =>
  status !== 'booked' && status !== 'canceled';

export interface PaymentRecord {
  amount: Money;
  /** The whole amount if the status is `refunded`. */
  refunded: Money;
  status: PaymentRecordStatus;
}

/** Confirmed and not refunded. */
export const paidAmount = (payments: readonly PaymentRecord[]): Money =>
  sum(
    ...payments
      .filter(({ status }) => status === 'confirmed')
      .map(({ amount, refunded }) => (amount - refunded) as Money),
  ) ?? ZERO;

/** A refund never makes an order unpaid; its `unpaidAmount` does (docs/decisions.md#paid-refunded-and-due). */
export function paymentStatus(total: Money, payments: readonly PaymentRecord[], cod: CodStatus | null): PaymentStatus {
  const paid = paidAmount(payments);
  const refunded = payments.some((payment) => payment.refunded > 0);
  if (paid >= total || (cod === 'remitted' && !refunded)) return 'paid';
  if (refunded) return paid > 0 ? 'partially_refunded' : 'refunded';
  if (paid > 0) return 'partially_paid';
  return payments.some(({ status }) => status === 'notified') ? 'awaiting_confirmation' : 'unpaid';
}

/** Whether everything that will be shipped has left. */
export const haveAllLeft = (lines: readonly { qty: number; shortQty: number; shippedQty: number }[]): boolean =>
  lines.every(({ qty, shortQty, shippedQty }) => shippedQty + shortQty >= qty);

/** Units that are neither shipped nor will stay unshipped. */
export const unitsToShip = (lines: readonly { qty: number; shortQty: number; shippedQty: number }[]): number =>
  lines.reduce((sum, { qty, shortQty, shippedQty }) => sum + qty - shippedQty - shortQty, 0);

interface Goods {
  /** Everything that will be shipped has left. */
  isAllShipped: boolean;
  /** All of it is in stock again. */
  isAllRestocked: boolean;
}

/**
 * Restocked goods have come back, whatever their parcels report. Returning parcels take precedence over delivered ones,
 * and those over parcels in transit.
 */
export function shippingStatus(
  shipments: readonly { status: ShipmentStatus }[],
  { isAllShipped, isAllRestocked }: Goods,
): ShippingStatus {
  if (shipments.every(isCanceled)) return 'unshipped';
  const left = shipments.filter(hasLeft);
  if (left.length === 0) return 'booked';
  if (isAllShipped && isAllRestocked) return 'returned';
  const is = (expected: ShipmentStatus) => (shipment: { status: ShipmentStatus }) => shipment.status === expected;
  if (left.some(is('returning'))) return 'returning';
  if (isAllShipped && left.every(is('returned'))) return 'returned';
  if (isAllShipped && left.every(is('delivered'))) return 'delivered';
  if (left.some(is('delivered'))) return 'partially_delivered';
  return isAllShipped ? 'shipped' : 'partially_shipped';
}

interface Settled {
  unpaidAmount: Money;
  paymentStatus: PaymentStatus;
}

/** Nothing is unpaid, because everything that was paid went back. */
export const isRefundedInFull = ({ unpaidAmount, paymentStatus }: Settled): boolean =>
  unpaidAmount === ZERO && paymentStatus === 'refunded';

/** docs/decisions.md#ready-to-ship */
export const isReadyToShip = (
  order: Settled & { shipBeforePay: boolean; isCod: boolean },
  { codCountsAsReady }: Pick<Settings, 'codCountsAsReady'>,
): boolean =>
  (order.unpaidAmount === ZERO && !isRefundedInFull(order)) || order.shipBeforePay || (order.isCod && codCountsAsReady);

/**
 * The next phase of an order, stored with it so that lists use an index.
 * - `unpaid`, `cod`, `to_pack`: open, with something left to ship. Ready to ship (`to_pack`), waiting for payment
 * (`unpaid`), or COD (`cod`: ready if the store counts COD as ready).
 * - `shipped`: open, everything has left. `delivered`: everything has arrived or come back, only money is missing.
 * - the status of an order that is no longer open.
 */
const STAGES = ['unpaid', 'cod', 'to_pack', 'shipped', 'delivered', 'completed', 'canceled', 'expired'] as const;
export type Stage = (typeof STAGES)[number];

interface Staged extends Settled {
  status: OrderStatus;
  shipBeforePay: boolean;
  isCod: boolean;
  shipments: readonly { status: ShipmentStatus }[];
}

/** @param isAllShipped whether everything that will be shipped has left */
export function stageOf(order: Staged, isAllShipped: boolean): Stage {
  const { status, shipments } = order;
  if (status !== 'open') return status;
  if (!isAllShipped) return stageBeforeShipping(order);
  const left = shipments.filter(hasLeft);
  const hasEnded = left.every((shipment) => shipment.status === 'delivered' || shipment.status === 'returned');
  return hasEnded && left.some((shipment) => shipment.status === 'delivered') ? 'delivered' : 'shipped';
}

/** For an open order with something left to ship. The setting `cod_counts_as_ready` is applied in list/tabs.ts. */
export function stageBeforeShipping(order: Pick<Staged, keyof Settled | 'shipBeforePay' | 'isCod'>): Stage {
  if (isReadyToShip(order, { codCountsAsReady: false })) return 'to_pack';
  return order.isCod ? 'cod' : 'unpaid';
}

export const PAYMENT_METHODS = ['transfer', 'promptpay', 'cash', 'card', 'other'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
