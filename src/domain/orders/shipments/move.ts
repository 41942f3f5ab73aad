import type { Reader } from '../../../db/reader.ts';
import type { WriteTx } from '../../../db/write-tx.ts';
import { invalidRequest } from '../../../lib/errors.ts';
import { type Id, idText } from '../../../lib/ids.ts';
import { mayMove } from '../../../lib/moves.ts';
import { TRACKED_STATUSES, type TrackedStatus } from '../../couriers/adapters/adapter.ts';
import { requireAvailable } from '../../stock/adjust-on-hand.ts';
import { moveStock } from '../../stock/move-stock.ts';
import { advance } from '../advance.ts';
import { type Allocation, lineQty, netOf, requireWarehouseOfStock, splitAllocations } from '../allocate.ts';
import { cancelBooking } from '../bookings/cancellation.ts';
import { type Act, recordEvent } from '../history.ts';
import { addToShortQty } from '../line-rows.ts';
import { componentsOfLine, type LineQty, orderLinesOf } from '../lines.ts';
import { existingOrder, type Order, type OrderLine } from '../order.ts';
import { markShipmentChanged } from '../order-rows.ts';
import { SHIPMENT_MOVES } from '../order-states.ts';
import { updateOwedMarks } from '../owed-refunds.ts';
import { endPacking } from '../packing-missing.ts';
import { begunPacking, packingOf, savePacked, storedQtys } from '../packing-rows.ts';
import { updateCodStatus } from '../payments/cod.ts';
import { endReservations, type OrderCause, release } from '../reserve.ts';
import { bookShipment, type ShipmentInput } from './book.ts';
import { hasPackedParcel, isParcelPacked, withoutParcel } from './packed-parcels.ts';
import { existingShipment, isPaidOut, itemsOf, type Shipment } from './shipment.ts';
import { markMoved, markPickedUp, markShipmentCanceled, scheduleTracking } from './shipment-rows.ts';

export type StatusAfterPickUp = Exclude<TrackedStatus, 'picked_up' | 'canceled'>;

export const STATUSES_AFTER_PICK_UP = TRACKED_STATUSES.filter(
  (status): status is StatusAfterPickUp => status !== 'picked_up' && status !== 'canceled',
);

interface Move extends Act {
  /** Why it comes back, for the history of the order. */
  reason?: string | undefined;
}

/** Moves a parcel (docs/decisions.md#shipments). @throws AppError not_found; invalid_request if not allowed */
export function moveShipment(tx: WriteTx, id: Id, to: StatusAfterPickUp, { reason, ...act }: Move): Shipment {
  const { orderId, status } = existingShipment(tx, id);
  if (!mayMove(SHIPMENT_MOVES, status, to))
    throw invalidRequest('shipment_cannot_become', { shipment: id, status, to });
  markMoved(tx, id, to, act.now);
  if (SHIPMENT_MOVES[to].length === 0) scheduleTracking(tx, id, null);
  markShipmentChanged(tx, orderId, act.now);
  recordEvent(tx, orderId, act, 'shipment_moved', { shipment_id: idText(id), from: status, to, reason });
  updateCodStatus(tx, orderId, act);
  if (to === 'returning' || to === 'returned') updateOwedMarks(tx, existingOrder(tx, orderId));
  advance(tx, orderId, act);
  return existingShipment(tx, id);
}

/**
 * Cancels a parcel and releases its stock (docs/decisions.md#stock-of-an-order).
 *
 * @throws AppError not_found; invalid_request
 */
export function cancelShipment(tx: WriteTx, id: Id, act: Act): Shipment {
  const { now } = act;
  const { orderId, status } = existingShipment(tx, id);
  if (!mayMove(SHIPMENT_MOVES, status, 'canceled'))
    throw invalidRequest('shipment_already_in_status', { shipment: id, status });
  if (isPaidOut(tx, id)) throw invalidRequest('shipment_paid_out', { shipment: id });
  const { storeId } = existingOrder(tx, orderId);
  release(tx, { reason: 'shipping_canceled', orderId, storeId }, itemsOf(tx, id), now);
  markShipmentCanceled(tx, id, now);
  if (act.by.kind !== 'courier') cancelBooking(tx, id, now);
  markShipmentChanged(tx, orderId, now);
  recordEvent(tx, orderId, act, 'shipment_canceled', { shipment_id: idText(id) });
  return existingShipment(tx, id);
}

/** Differences between the pick-up and the booking. */
export interface PickUp {
  /** The warehouse that the goods were taken from, if not the one that reserves them. */
  from?: Id | undefined;
  /** Lines with fewer pieces shipped than booked: the shipped quantity. The missing pieces will not be shipped. */
  short?: readonly LineQty[] | undefined;
  /** Identifies the scan that hands the parcel over; see `isRepeated` in hand-over.ts. */
  scan?: string | undefined;
}

/**
 * Ships a booked shipment from the warehouses that reserve it (reason `shipped`), or from another warehouse that has the
 * goods available. Taking from another warehouse, and releasing missing pieces, have the reason
 * `available_qty_reconciled`.
 *
 * @throws AppError not_found; invalid_request if it is not booked, nothing would be shipped, or stock is missing
 */
export function pickUp(tx: WriteTx, shipmentId: Id, { from, short = [], scan }: PickUp, act: Act): Shipment {
  const { now } = act;
  const shipment = existingShipment(tx, shipmentId);
  if (!mayMove(SHIPMENT_MOVES, shipment.status, 'picked_up'))
    throw invalidRequest('shipment_already_in_status', { shipment: shipmentId, status: shipment.status });
  const order = existingOrder(tx, shipment.orderId);
  const lines = pickedUpLines(tx, order, shipmentId, short);
  const isPackedParcel = isParcelPacked(tx, order, shipment);
  const shipped = lines.flatMap((line) => line.shipped);
  if (shipped.length === 0) throw invalidRequest('shipment_would_be_empty', { shipment: shipmentId });

  const isFromReserved = ({ warehouseId }: Allocation) => from === undefined || warehouseId === from;
  const fromReserved = shipped.filter(isFromReserved);
  const toRelease = shipped.filter((allocation) => !isFromReserved(allocation));
  const taken = toRelease.map((allocation) => ({ ...allocation, warehouseId: from as Id }));
  const cause = { orderId: order.id, storeId: order.storeId };
  const reconciled = { ...cause, reason: 'available_qty_reconciled' } as const;
  const released = [...toRelease, ...lines.flatMap((line) => line.released)];
  ship(tx, { ...cause, reason: 'shipped' }, fromReserved, now);
  release(tx, reconciled, released, now);
  takeAvailable(tx, reconciled, taken, now);
  for (const { lineId, shortBy } of lines) if (shortBy > 0) addToShortQty(tx, lineId, shortBy);
  if (lines.some(({ shortBy }) => shortBy > 0)) updateOwedMarks(tx, existingOrder(tx, order.id));
  markPickedUp(tx, shipmentId, [...fromReserved, ...taken], now);
  const packed = packingOf(tx, order.id);
  if (packed && !isPackedParcel) savePacked(tx, order.id, withoutParcel(tx, packed, shipment));
  const begun = packed ? [] : begunPacking(tx, order.id);
  if (!hasPackedParcel(tx, existingOrder(tx, order.id))) endPacking(tx, order.id);
  markShipmentChanged(tx, order.id, now);
  recordEvent(tx, order.id, act, 'shipment_picked_up', {
    shipment_id: idText(shipmentId),
    warehouse_id: from === undefined ? undefined : idText(from),
    short: shortOf(lines),
    packed: packed && { ...packed, missing: storedQtys(packed.missing) },
    begun:
      begun.length > 0
        ? begun.map(({ variantId, ...qtys }) => ({ variant_id: idText(variantId), ...qtys }))
        : undefined,
    scan,
  });
  return existingShipment(tx, shipmentId);
}

function shortOf(lines: readonly PickedUpLine[]) {
  const short = lines.flatMap(({ lineId, shortBy }) =>
    shortBy > 0 ? [{ line_id: idText(lineId), qty: shortBy }] : [],
  );
  return short.length === 0 ? undefined : short;
}

/** The allocations of a line that are shipped and those that are released. */
interface PickedUpLine {
  lineId: Id;
  shipped: Allocation[];
  released: Allocation[];
  shortBy: number;
}

function pickedUpLines(db: Reader, order: Order, shipmentId: Id, short: readonly LineQty[]): PickedUpLine[] {
  const booked = Map.groupBy(itemsOf(db, shipmentId), ({ lineId }) => lineId);
  const shippedQty = new Map(orderLinesOf(order, short, 0).map(({ lineId, qty }) => [lineId, qty]));
  for (const lineId of shippedQty.keys())
    if (!booked.has(lineId)) throw invalidRequest('line_not_in_shipment', { line: lineId, shipment: shipmentId });
  return order.lines.flatMap((line) => {
    const allocations = booked.get(line.id);
    return allocations ? [pickedUpLine(db, line, allocations, shippedQty.get(line.id))] : [];
  });
}

/** @param shippedQty if fewer than booked */
function pickedUpLine(
  db: Reader,
  line: OrderLine,
  allocations: readonly Allocation[],
  shippedQty: number | undefined,
): PickedUpLine {
  const components = componentsOfLine(db, line);
  const booked = lineQty(allocations, components);
  if (shippedQty !== undefined && shippedQty >= booked)
    throw invalidRequest('line_not_short', { path: [{ line: line.id }, 'qty'], booked, leaving: shippedQty });
  const { first, rest } = splitAllocations(allocations, components, shippedQty ?? booked);
  return { lineId: line.id, shipped: first, released: rest, shortBy: booked - (shippedQty ?? booked) };
}

function ship(tx: WriteTx, cause: OrderCause, allocations: readonly Allocation[], now: number): void {
  endReservations(tx, allocations);
  const movements = allocations.map(({ variantId, warehouseId, qty }) => ({
    variantId,
    warehouseId,
    onHand: -qty,
    reserved: -qty,
  }));
  moveStock(tx, cause, netOf(movements), now);
}

function takeAvailable(tx: WriteTx, cause: OrderCause, allocations: readonly Allocation[], now: number): void {
  const taken = netOf(allocations.map(({ variantId, warehouseId, qty }) => ({ variantId, warehouseId, onHand: -qty })));
  for (const { onHand, ...location } of taken) {
    requireWarehouseOfStock(tx, location);
    requireAvailable(tx, location, -onHand, 'shipped');
  }
  moveStock(tx, cause, taken, now);
}

export const shipOrder = (tx: WriteTx, orderId: Id, shipment: ShipmentInput & PickUp, act: Act): Shipment =>
  pickUp(tx, bookShipment(tx, orderId, shipment, act).id, shipment, act);
