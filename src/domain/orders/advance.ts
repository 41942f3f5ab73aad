import type { Database } from '../../db/database.ts';
import type { Id } from '../../lib/ids.ts';
import { bookingsOf, openBooking, queueBooking, wake } from '../couriers/bookings.ts';
import { findCourier, isBookable } from '../couriers/couriers.ts';
import { storeById } from '../stores.ts';
import { type Act, note } from './history.ts';
import { existingOrder, type Order } from './read.ts';
import { markCompleted } from './rows.ts';
import type { Shipment } from './shipments/read.ts';
import { isReadyToShip } from './states.ts';

/**
 * What follows by itself after a change of an order: paid and delivered it is completed (decisions §6); ready to ship
 * for the first time it is put into the booking queue. Call it after every change that can lead there.
 */
export function advance(db: Database, id: Id, act: Act): Order {
  const order = existingOrder(db, id);
  if (order.status !== 'open') return order;
  if (isFinished(order)) {
    markCompleted(db, id, act.now);
    note(db, id, act, 'completed');
    return existingOrder(db, id);
  }
  if (isToBook(db, order)) queueOrWake(db, order, act.now);
  return order;
}

/** Paid and delivered; what of it has come back instead, and been refunded, is not waited for. */
function isFinished({ paymentStatus, shippingStatus, shipments, lines }: Order): boolean {
  if (paymentStatus !== 'paid' && paymentStatus !== 'partially_refunded') return false;
  if (shippingStatus !== 'delivered' && shippingStatus !== 'partially_delivered') return false;
  const hasEnded = ({ status }: Shipment) => status === 'delivered' || status === 'returned' || status === 'canceled';
  return shipments.every(hasEnded) && lines.every(({ qty, shippedQty, shortQty }) => shippedQty + shortQty >= qty);
}

/** Specification, "States and transitions": it asked for a number, is ready to ship, and its courier gives numbers. */
export const isToBook = (db: Database, order: Omit<Order, 'id' | 'lines'>): boolean =>
  order.autoRequestXshipping &&
  isReadyToShip(order, storeById(db, order.storeId)) &&
  order.shipments.length === 0 &&
  isBookable(findCourier(db, order.storeId, order.shippingType));

/** What the store has dropped is not asked for again; what waits because the order was not ready goes on. */
function queueOrWake(db: Database, order: Order, now: number): void {
  const open = openBooking(db, order.id);
  if (open?.status === 'waiting' && open.nextTime === null) wake(db, open.id, now);
  else if (!open && !bookingsOf(db, order.id).at(-1)?.droppedByStore)
    queueBooking(db, { orderId: order.id, storeId: order.storeId, shippingType: order.shippingType }, now);
}

/** The same for COD orders, after a change of the store's settings that can make them ready to ship. */
export function advanceCod(db: Database, storeId: Id, act: Act): void {
  const waiting = db.all<{ id: Id }>(
    `SELECT id FROM orders WHERE store_id = ? AND status = 'open' AND is_cod = 1 AND live_shipments = 0 ORDER BY id`,
    storeId,
  );
  for (const { id } of waiting) advance(db, id, act);
}
