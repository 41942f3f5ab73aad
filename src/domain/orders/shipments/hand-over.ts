import type { Reader } from '../../../db/reader.ts';
import type { WriteTx } from '../../../db/write-tx.ts';
import { type AppError, invalidRequest } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import { findScanned } from '../../../lib/thai-keyboard.ts';
import type { Store } from '../../stores.ts';
import type { Act } from '../history.ts';
import { existingOrder, type Order, orderById } from '../order.ts';
import { isRefundedInFull } from '../order-states.ts';
import { orderByCode } from '../packing.ts';
import { waitsForAddress } from '../recipient.ts';
import { isOrderReadyToShip } from './book.ts';
import { storePacks } from './hand-over-list.ts';
import { lastHandOver } from './last-hand-over.ts';
import { type PickUp, pickUp } from './move.ts';
import { isParcelPacked } from './packed-parcels.ts';
import { canceledWithNumber, existingShipment, type Shipment, shipmentsWithNumber } from './shipment.ts';

/**
 * Why the store must not let goods of the order leave (docs/decisions.md#ready-to-ship). Reports of couriers are not checked:
 * the courier has the parcel.
 */
export function handOverObstacle(db: Reader, order: Order, path?: 'code'): AppError | undefined {
  const { orderNumber, status } = order;
  if (status === 'canceled' || status === 'expired')
    return invalidRequest('handover_order_closed', { path, orderNumber, status });
  if (isOrderReadyToShip(db, order)) return undefined;
  return invalidRequest(isRefundedInFull(order) ? 'handover_refunded' : 'handover_not_paid', { path, orderNumber });
}

/**
 * Hands over a booked parcel: `pickUp`, unless the order has a `handOverObstacle`.
 *
 * @throws AppError as both
 */
export function handOver(tx: WriteTx, shipmentId: Id, how: PickUp, act: Act): Shipment {
  const { orderId, status } = existingShipment(tx, shipmentId);
  const obstacle = status === 'booked' ? handOverObstacle(tx, existingOrder(tx, orderId, 0)) : undefined;
  if (obstacle) throw obstacle;
  return pickUp(tx, shipmentId, how, act);
}

// By scanning: parcel by parcel, while the courier waits.

export interface ScannedHandOver {
  /** A tracking number, or the code of an order with one parcel. */
  code: string;
  /** Parcels of other couriers are rejected. */
  shippingType?: string | undefined;
  /** Also a parcel that is not packed, or whose address is incomplete. */
  isConfirmed?: boolean | undefined;
  /** Identifies the scan: a repeated one is answered as the first. */
  scan?: string | undefined;
}

export interface HandedOver {
  shipment: Shipment;
  order: Order;
}

/** The errors that `isConfirmed` overrides. */
export const CONFIRMABLE: readonly string[] = ['handover_not_packed', 'handover_address_incomplete'];

/**
 * Hands over the parcel with the scanned code.
 *
 * @throws AppError invalid_request at `code` if there is none, or it must not leave
 */
export function handOverScanned(tx: WriteTx, store: Store, scanned: ScannedHandOver, act: Act): HandedOver {
  const { shipment, order } = parcelOf(tx, store.id, scanned.code);
  if (isRepeated(tx, shipment, scanned)) return { shipment, order };
  const obstacle = scanObstacle(tx, store, { shipment, order }, scanned, act.now);
  if (obstacle) throw obstacle;
  return { shipment: pickUp(tx, shipment.id, { scan: scanned.scan }, act), order };
}

/** Whether this scan has handed the parcel over already: its response was lost. */
const isRepeated = (db: Reader, shipment: Shipment, { scan }: ScannedHandOver): boolean =>
  scan !== undefined && shipment.status === 'picked_up' && lastHandOver(db, shipment)?.scan === scan;

function parcelOf(db: Reader, storeId: Id, code: string): HandedOver {
  const shipment = parcelOfNumber(db, storeId, code);
  const orderId = shipment?.orderId ?? orderByCode(db, storeId, code);
  const order = orderId === undefined ? undefined : orderById(db, orderId, 0);
  if (!order) throw invalidRequest('handover_code_unknown', { path: 'code', code });
  return { order, shipment: shipment ?? onlyParcel(order) };
}

/** The waiting parcel with the scanned number, else the newest one; canceled ones last. */
export const parcelOfNumber = (db: Reader, storeId: Id, code: string): Shipment | undefined =>
  findScanned(code, (typed) => parcelOfTypedNumber(db, storeId, typed));

function parcelOfTypedNumber(db: Reader, storeId: Id, code: string): Shipment | undefined {
  const numbers = [...new Set([code, code.toUpperCase()])];
  const live = numbers.flatMap((number) => shipmentsWithNumber(db, storeId, number));
  const canceled = () => numbers.map((number) => canceledWithNumber(db, storeId, number)).find(Boolean);
  return live.find(({ status }) => status === 'booked') ?? live[0] ?? canceled();
}

/** The parcel of an order whose code was scanned. Of several, only a tracking number tells which one is there. */
function onlyParcel({ orderNumber, status, shipments }: Order): Shipment {
  const parcels = shipments.filter((shipment) => shipment.status !== 'canceled');
  if (parcels.length > 1 && parcels.some((shipment) => shipment.status === 'booked'))
    throw invalidRequest('handover_several_parcels', { path: 'code', orderNumber, parcels: parcels.length });
  const shipment = parcels.at(-1);
  if (shipment) return shipment;
  if (status !== 'open') throw invalidRequest('handover_order_closed', { path: 'code', orderNumber, status });
  throw invalidRequest('handover_without_number', { path: 'code', orderNumber });
}

const MINUTE = 60_000; // a shorter time would be shown as none

function scanObstacle(
  db: Reader,
  store: Store,
  { shipment, order }: HandedOver,
  { shippingType, isConfirmed }: ScannedHandOver,
  now: number,
): AppError | undefined {
  const { orderNumber } = order;
  const number = shipment.trackingNumber ?? '';
  const at = { path: 'code', orderNumber } as const;
  const obstacle = handOverObstacle(db, order, 'code');
  if (obstacle?.key === 'handover_order_closed') return obstacle;
  if (shipment.status === 'canceled') return invalidRequest('handover_parcel_canceled', { ...at, number });
  if (shipment.status !== 'booked')
    return invalidRequest('already_handed_over', {
      ...at,
      number,
      ago: Math.max(MINUTE, now - (shipment.shipTime ?? now)),
    });
  if (shippingType !== undefined && shipment.shippingType !== shippingType)
    return invalidRequest('handover_other_courier', { ...at, actual: shipment.shippingType, chosen: shippingType });
  if (obstacle) return obstacle;
  if (isConfirmed) return undefined;
  if (!isParcelPacked(db, existingOrder(db, order.id), shipment) && storePacks(db, store.id, now))
    return invalidRequest('handover_not_packed', at);
  return waitsForAddress(order) ? invalidRequest('handover_address_incomplete', at) : undefined;
}
