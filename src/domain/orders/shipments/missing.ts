import type { Reader } from '../../../db/reader.ts';
import type { WriteTx } from '../../../db/write-tx.ts';
import { invalidRequest } from '../../../lib/errors.ts';
import { type Id, idText } from '../../../lib/ids.ts';
import { advance } from '../advance.ts';
import { type Allocation, lineQty, splitAllocations } from '../allocate.ts';
import { type Act, recordEvent } from '../history.ts';
import { addToShortQty } from '../line-rows.ts';
import { componentsOfLine, type LineQty, orderLinesOf } from '../lines.ts';
import { existingOrder, type Order, type OrderLine } from '../order.ts';
import { markShipmentChanged } from '../order-rows.ts';
import { updateOwedMarks } from '../owed-refunds.ts';
import { release } from '../reserve.ts';
import { itemsOf, type Shipment, unbookedAllocations } from './shipment.ts';
import { replaceItems } from './shipment-rows.ts';

// Goods that are missing when their order is packed. Booked parcels ship without them.

/**
 * Removes missing units from the booked parcels. They stay reserved for another parcel.
 *
 * @throws AppError not_found; invalid_request if a quantity is too large, or a parcel would be empty
 */
export function leaveForLater(tx: WriteTx, orderId: Id, missing: readonly LineQty[], act: Act): void {
  const order = existingOrder(tx, orderId);
  for (const { line, qty } of missingLines(tx, order, missing)) takeOutOfParcels(tx, order, line, qty);
  recordMissing(tx, order, 'items_left_for_later', missing, act);
}

/**
 * Closes missing units: they will not be shipped, and their reservations are released. The order's total does not
 * change.
 *
 * @throws AppError not_found; invalid_request if a quantity is too large, or a parcel or the order would be empty
 */
export function closeMissing(
  tx: WriteTx,
  orderId: Id,
  missing: readonly LineQty[],
  act: Act,
  event: MissingEvent = 'items_closed_as_missing',
): Order {
  const order = existingOrder(tx, orderId);
  requireRest(order, missing);
  for (const { line, qty, unbooked } of missingLines(tx, order, missing)) {
    const ofLine = unbookedAllocations(tx, orderId).filter(({ lineId }) => lineId === line.id);
    const components = componentsOfLine(tx, line);
    const keptQty = Math.max(0, Math.min(lineQty(ofLine, components), unbooked - qty));
    const { rest } = splitAllocations(ofLine, components, keptQty);
    const released = [...rest, ...takeOutOfParcels(tx, order, line, qty)];
    release(tx, { reason: 'available_qty_reconciled', orderId, storeId: order.storeId }, released, act.now);
    addToShortQty(tx, line.id, qty);
  }
  recordMissing(tx, order, event, missing, act);
  const after = advance(tx, orderId, act);
  updateOwedMarks(tx, after);
  return after;
}

interface MissingLine {
  line: OrderLine;
  qty: number;
  /** Units that are in no parcel. */
  unbooked: number;
}

function missingLines(db: Reader, order: Order, missing: readonly LineQty[]): MissingLine[] {
  if (order.status !== 'open') throw invalidRequest('order_not_open', { order: order.id, status: order.status });
  return orderLinesOf(order, missing).map(({ line, qty }) => {
    const left = leftOf(line);
    if (qty > left) throw invalidRequest('ship_qty_too_large', { path: [{ line: line.id }, 'qty'], qty, left });
    const booked = bookedParcels(order).reduce((sum, parcel) => sum + qtyIn(db, parcel, line), 0);
    return { line, qty, unbooked: left - booked };
  });
}

const leftOf = ({ qty, shippedQty, shortQty }: OrderLine): number => qty - shippedQty - shortQty;

const bookedParcels = ({ shipments }: Order): Shipment[] => shipments.filter(({ status }) => status === 'booked');

const itemsOfLine = (db: Reader, { id }: Shipment, line: OrderLine): Allocation[] =>
  itemsOf(db, id).filter(({ lineId }) => lineId === line.id);

const qtyIn = (db: Reader, parcel: Shipment, line: OrderLine): number =>
  lineQty(itemsOfLine(db, parcel, line), componentsOfLine(db, line));

/**
 * Removes items from booked parcels, newest parcel first, after the unbooked quantity is used up.
 *
 * @returns what was removed
 */
function takeOutOfParcels(tx: WriteTx, order: Order, line: OrderLine, qty: number): Allocation[] {
  const parcels = bookedParcels(order).reverse();
  const booked = parcels.reduce((sum, parcel) => sum + qtyIn(tx, parcel, line), 0);
  let wanted = qty - (leftOf(line) - booked);
  return parcels.flatMap((parcel) => {
    const inside = qtyIn(tx, parcel, line);
    const taken = Math.max(0, Math.min(wanted, inside));
    wanted -= taken;
    return taken === 0 ? [] : takeOut(tx, parcel, line, inside - taken);
  });
}

function takeOut(tx: WriteTx, parcel: Shipment, line: OrderLine, keptQty: number): Allocation[] {
  const items = itemsOf(tx, parcel.id);
  const ofLine = items.filter(({ lineId }) => lineId === line.id);
  const { first, rest } = splitAllocations(ofLine, componentsOfLine(tx, line), keptQty);
  const kept = [...items.filter(({ lineId }) => lineId !== line.id), ...first];
  if (kept.length === 0) throw invalidRequest('shipment_would_be_empty', { shipment: parcel.id });
  replaceItems(tx, parcel.id, kept);
  return rest;
}

/** @throws AppError invalid_request if nothing was or will be shipped */
function requireRest(order: Order, missing: readonly LineQty[]): void {
  const qtys = new Map(missing.map(({ lineId, qty }) => [lineId, qty]));
  if (order.lines.every((line) => line.shippedQty === 0 && leftOf(line) <= (qtys.get(line.id) ?? 0)))
    throw invalidRequest('order_would_ship_nothing', { order: order.id });
}

type MissingEvent = 'items_left_for_later' | 'items_closed_as_missing' | 'items_closed_as_refunded';

function recordMissing(tx: WriteTx, { id }: Order, event: MissingEvent, missing: readonly LineQty[], act: Act): void {
  markShipmentChanged(tx, id, act.now);
  const lines = missing.map(({ lineId, qty }) => ({ line_id: idText(lineId), qty }));
  recordEvent(tx, id, act, event, { lines });
}
