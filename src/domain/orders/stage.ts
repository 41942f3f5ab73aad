import { hasLeft, isReadyToShip, type OrderStatus, type PaymentStatus, type ShipmentStatus } from './states.ts';

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
