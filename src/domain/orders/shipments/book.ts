import type { Database } from '../../../db/database.ts';
import { Refusal } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import { storeById } from '../../stores.ts';
import { allocate } from '../allocate.ts';
import { demandOf, type LineDemand, type LineQty, namedLines } from '../lines.ts';
import { type Pieces, piecesOf, splitPieces, wholeQty } from '../pieces.ts';
import { existingOrder, type Order, type OrderLine } from '../read.ts';
import { reserve } from '../reserve.ts';
import { markShipmentChanged } from '../rows.ts';
import { isReadyToShip } from '../states.ts';
import { bookedQtys, existingShipment, type Shipment, unbookedPieces } from './read.ts';
import { insertShipment } from './rows.ts';

export interface Booking {
  trackingNumber: string;
  /** All that is left to ship, by default. */
  lines?: readonly LineQty[] | undefined;
}

/**
 * Books a shipment of what the order has reserved, or of a part of it. What a canceled shipment gave back is reserved
 * anew first (`order_reserved`).
 *
 * @throws Refusal not_found; invalid_request where the order is not open, not ready to ship or has nothing left to
 *   ship, or naming the line of which less is left or available
 */
export function bookShipment(db: Database, orderId: Id, { trackingNumber, lines }: Booking, now: number): Shipment {
  const order = existingOrder(db, orderId);
  requireReady(db, order);
  const wanted = lines === undefined ? allLeft(db, order) : chosen(db, order, lines);
  if (wanted.length === 0) throw new Refusal('invalid_request', `order ${orderId} has nothing left to ship`);
  reserveAnew(db, order, wanted, now);
  const unbooked = unbookedByLine(db, orderId);
  const items = wanted.flatMap(({ lineId, takes, qty }) => splitPieces(unbooked(lineId), takes, qty).first);
  const id = insertShipment(db, { orderId, shippingType: order.shippingType, trackingNumber }, items, now);
  markShipmentChanged(db, orderId, now);
  return existingShipment(db, id);
}

function requireReady(db: Database, order: Order): void {
  if (order.status !== 'open') throw new Refusal('invalid_request', `order ${order.id} is ${order.status}`);
  if (!isReadyToShip(order, storeById(db, order.storeId)))
    throw new Refusal('invalid_request', `order ${order.id} is not ready to ship: it is not paid in full`);
}

const allLeft = (db: Database, order: Order): LineDemand[] => {
  const left = leftToBook(db, order);
  return order.lines.filter((line) => left(line) > 0).map((line) => demandOf(db, line, left(line)));
};

function chosen(db: Database, order: Order, lines: readonly LineQty[]): LineDemand[] {
  const left = leftToBook(db, order);
  return namedLines(order, lines).map(({ line, qty }) => {
    if (qty > left(line))
      throw new Refusal('invalid_request', `line ${line.id}.qty is ${qty}, and ${left(line)} are left to ship`);
    return demandOf(db, line, qty);
  });
}

/** How many of a line are neither shipped nor booked, and still to come. */
function leftToBook(db: Database, order: Order): (line: OrderLine) => number {
  const booked = bookedQtys(db, order.id);
  return ({ id, qty, shippedQty, shortQty }) => qty - shippedQty - shortQty - (booked.get(id) ?? 0);
}

/** Reserves what of the wanted lines is no longer reserved, since a shipment was canceled. */
function reserveAnew(db: Database, order: Order, wanted: readonly LineDemand[], now: number): void {
  const unbooked = unbookedByLine(db, order.id);
  const missing = wanted
    .map((line) => ({ ...line, qty: line.qty - wholeQty(unbooked(line.lineId), line.takes) }))
    .filter(({ qty }) => qty > 0);
  const shares = allocate(db, missing);
  const lineIds = missing.map(({ lineId }) => lineId);
  const cause = { reason: 'order_reserved', orderId: order.id, storeId: order.storeId } as const;
  reserve(db, cause, piecesOf(lineIds, shares), now);
}

function unbookedByLine(db: Database, orderId: Id): (lineId: Id) => readonly Pieces[] {
  const byLine = Map.groupBy(unbookedPieces(db, orderId), ({ lineId }) => lineId);
  return (lineId) => byLine.get(lineId) ?? [];
}
