import type { Reader } from '../../../db/reader.ts';
import type { WriteTx } from '../../../db/write-tx.ts';
import { type AppError, invalidRequest } from '../../../lib/errors.ts';
import { type Id, idText } from '../../../lib/ids.ts';
import { type Money, ZERO } from '../../../lib/money.ts';
import { findCourier, isBookable, isSimulated } from '../../couriers/couriers.ts';
import { storeById } from '../../stores.ts';
import { type Allocation, allocate, allocationsOf, lineQty, splitAllocations } from '../allocate.ts';
import { dropBooking, openBooking } from '../bookings/booking.ts';
import { isWithCourier } from '../bookings/booking-states.ts';
import { type Act, recordEvent } from '../history.ts';
import { demandOf, type LineDemand, type LineQty, orderLinesOf } from '../lines.ts';
import { existingOrder, type Order, type OrderLine } from '../order.ts';
import { markShipmentChanged } from '../order-rows.ts';
import { isReadyToShip, isRefundedInFull } from '../order-states.ts';
import { packingOf } from '../packing-rows.ts';
import { reserve } from '../reserve.ts';
import { uncollectedCod } from '../totals.ts';
import { bookedQtys, existingShipment, type Shipment, unbookedAllocations } from './shipment.ts';
import { insertShipment, scheduleTracking } from './shipment-rows.ts';
import { typedNumber } from './typed-number.ts';

export interface ShipmentInput {
  trackingNumber: string;
  /** The buyer's tracking page, if the courier returned one. */
  trackingUrl?: string | undefined;
  /** By default everything that is left to ship; of an order with packed units in no parcel, only these. */
  lines?: readonly LineQty[] | undefined;
  /** COD of this parcel; by default the amount that no other parcel collects. */
  codAmount?: Money | undefined;
}

/**
 * Books a shipment with a typed number and drops a queued booking.
 * @throws AppError as `createShipment`, as `typedNumber`, or as `restObstacle` without `lines`
 */
export function bookShipment(tx: WriteTx, orderId: Id, input: ShipmentInput, act: Act): Shipment {
  const open = openBooking(tx, orderId);
  if (open && isWithCourier(open)) throw invalidRequest('booking_in_progress', { order: orderId });
  if (open) {
    dropBooking(tx, open, 'store', act.now);
    recordEvent(tx, orderId, act, 'booking_dropped', { shipping_type: open.shippingType });
  }
  const order = existingOrder(tx, orderId);
  const trackingNumber = typedNumber(tx, order, input.trackingNumber, act.now);
  const obstacle = input.lines === undefined ? restObstacle(tx, order) : undefined;
  if (obstacle) throw obstacle;
  return createShipment(tx, orderId, { ...input, trackingNumber }, act);
}

const FIRST_TRACKING = 30 * 60_000; // milliseconds after the booking

/**
 * Books a shipment of the reserved goods, or of a part. Reserves again what a canceled shipment released.
 * @throws AppError not_found; invalid_request if the order cannot ship, or a quantity or COD amount is too large
 */
export function createShipment(tx: WriteTx, orderId: Id, input: ShipmentInput, act: Act): Shipment {
  const { trackingNumber, lines } = input;
  const { now } = act;
  const order = existingOrder(tx, orderId);
  requireReady(tx, order);
  const codAmount = codOf(order, input.codAmount);
  const wanted = lines === undefined ? allUnbookedLines(tx, order) : requestedLines(tx, order, lines);
  if (wanted.length === 0) throw invalidRequest('nothing_left_to_ship', { order: orderId });
  reserveMissing(tx, order, wanted, now);
  const unbooked = unbookedByLine(tx, orderId);
  const items = wanted.flatMap(
    ({ lineId, components, qty }) => splitAllocations(unbooked(lineId), components, qty).first,
  );
  const { storeId, shippingType } = order;
  const ownTrackingUrl = input.trackingUrl ?? null;
  const shipment = { orderId, shippingType, trackingNumber, ownTrackingUrl, codAmount };
  const id = insertShipment(tx, shipment, items, now);
  const courier = findCourier(tx, storeId, shippingType);
  if (isBookable(courier)) scheduleTracking(tx, id, isSimulated(courier) ? now : now + FIRST_TRACKING);
  markShipmentChanged(tx, orderId, now);
  const detail = { shipment_id: idText(id), shipping_type: shippingType, tracking_number: trackingNumber };
  recordEvent(tx, orderId, act, 'shipment_booked', detail);
  return existingShipment(tx, id);
}

function codOf(order: Order, wanted: Money | undefined): Money | null {
  const left = order.codStatus === 'pending' ? uncollectedCod(order) : ZERO;
  if (wanted !== undefined && wanted > left)
    throw invalidRequest('cod_amount_too_large', { path: 'cod_amount', wanted, left });
  const amount = wanted ?? left;
  return amount > 0 ? amount : null;
}

function allUnbookedLines(db: Reader, order: Order): LineDemand[] {
  const left = unbookedQty(db, order);
  const packed = unbookedPackedQty(db, order);
  const qtyOf = order.lines.some((line) => packed(line) > 0) ? packed : left;
  return order.lines.filter((line) => qtyOf(line) > 0).map((line) => demandOf(db, line, qtyOf(line)));
}

/** As `unbookedQty`, without the pieces that were left for a later parcel when the order was packed. */
function unbookedPackedQty(db: Reader, order: Order): (line: OrderLine) => number {
  const left = unbookedQty(db, order);
  const missing = new Map(packingOf(db, order.id)?.missing.map(({ lineId, qty }) => [lineId, qty]));
  return (line) => Math.max(0, left(line) - (missing.get(line.id) ?? 0));
}

/** Why the order gets no number for everything that is left to ship: only pieces that were left for later are in no parcel. */
export function restObstacle(db: Reader, order: Order): AppError | undefined {
  const left = unbookedQty(db, order);
  const packed = unbookedPackedQty(db, order);
  const units = order.lines.reduce((sum, line) => sum + left(line), 0);
  if (units === 0 || order.lines.some((line) => packed(line) > 0)) return undefined;
  return invalidRequest('rest_not_packed', { orderNumber: order.orderNumber, units });
}

function requestedLines(db: Reader, order: Order, lines: readonly LineQty[]): LineDemand[] {
  const left = unbookedQty(db, order);
  return orderLinesOf(order, lines).map(({ line, qty }) => {
    if (qty > left(line))
      throw invalidRequest('ship_qty_too_large', { path: [{ line: line.id }, 'qty'], qty, left: left(line) });
    return demandOf(db, line, qty);
  });
}

/** The quantity of a line that is neither shipped, booked nor short. */
export function unbookedQty(db: Reader, order: Order): (line: OrderLine) => number {
  const booked = bookedQtys(db, order.id);
  return ({ id, qty, shippedQty, shortQty }) => qty - shippedQty - shortQty - (booked.get(id) ?? 0);
}

/** Reserves again what a canceled shipment released. */
function reserveMissing(tx: WriteTx, order: Order, wanted: readonly LineDemand[], now: number): void {
  const unbooked = unbookedByLine(tx, order.id);
  const missing = wanted
    .map((line) => ({ ...line, qty: line.qty - lineQty(unbooked(line.lineId), line.components) }))
    .filter(({ qty }) => qty > 0);
  const shares = allocate(tx, missing);
  const lineIds = missing.map(({ lineId }) => lineId);
  const cause = { reason: 'order_reserved', orderId: order.id, storeId: order.storeId } as const;
  reserve(tx, cause, allocationsOf(lineIds, shares), now);
}

function unbookedByLine(db: Reader, orderId: Id): (lineId: Id) => readonly Allocation[] {
  const byLine = Map.groupBy(unbookedAllocations(db, orderId), ({ lineId }) => lineId);
  return (lineId) => byLine.get(lineId) ?? [];
}

export const isOrderReadyToShip = (db: Reader, order: Order): boolean =>
  isReadyToShip(order, storeById(db, order.storeId));

/** @throws AppError invalid_request if the order is not open or not ready to ship */
export function requireReady(db: Reader, order: Order): void {
  const { id, status, isCod } = order;
  if (status !== 'open') throw invalidRequest('order_not_open', { order: id, status: status });
  if (isOrderReadyToShip(db, order)) return;
  if (isRefundedInFull(order)) throw invalidRequest('order_refunded_in_full', { order: id });
  throw invalidRequest(isCod ? 'cod_order_not_ready_to_ship' : 'order_not_ready_to_ship', { order: id });
}
