import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';
import { sum, ZERO } from '../../lib/money.ts';
import { findCourier, isBookable } from '../couriers/couriers.ts';
import { storeById } from '../stores.ts';
import { type Booking, bookingsOf, changeBooking, openBooking, queueBooking } from './bookings/booking.ts';
import { type Act, note } from './history.ts';
import { existingOrder, type Order } from './read.ts';
import { markCompleted } from './rows.ts';
import { isPaidOut, type Shipment } from './shipments/read.ts';
import { isReadyToShip } from './states.ts';

/**
 * What follows by itself after a change of an order: paid and delivered it is completed
 * (docs/decisions.md#order-status); ready to ship for the first time it is put into the booking queue. Call it after
 * every change that can lead there.
 */
export function advance(tx: WriteTx, id: Id, act: Act): Order {
  const order = existingOrder(tx, id);
  if (order.status !== 'open') return order;
  if (isFinished(tx, order)) {
    markCompleted(tx, id, act.now);
    note(tx, id, act, 'completed');
    return existingOrder(tx, id);
  }
  const open = openBooking(tx, id);
  if (open) wakeQueued(tx, order, open, act.now);
  else if (isToBook(tx, order) && !isDropped(tx, id))
    queueBooking(tx, { orderId: id, storeId: order.storeId, shippingType: order.shippingType }, act.now);
  return order;
}

/** What the store has dropped is not asked for again by itself. */
const isDropped = (db: Reader, id: Id): boolean => bookingsOf(db, id).at(-1)?.droppedByStore === true;

/** A booking that waits until the order is ready to ship goes on once it is. */
function wakeQueued(tx: WriteTx, order: Order, { id, state, nextTime }: Booking, now: number): void {
  if (state === 'queued' && nextTime === null && isReadyToShip(order, storeById(tx, order.storeId)))
    changeBooking(tx, id, { nextTime: now });
}

/** Paid and delivered; what of it has come back instead, and what was paid back since, is not waited for. */
function isFinished(db: Reader, order: Order): boolean {
  const { shippingStatus, shipments, lines } = order;
  if (shippingStatus !== 'delivered' && shippingStatus !== 'partially_delivered') return false;
  const hasEnded = ({ status }: Shipment) => status === 'delivered' || status === 'returned' || status === 'canceled';
  const hasAllLeft = lines.every(({ qty, shippedQty, shortQty }) => shippedQty + shortQty >= qty);
  return hasAllLeft && shipments.every(hasEnded) && isSettled(db, order);
}

/** All the money that is to come has come once, whatever has gone back since. */
function isSettled(db: Reader, { total, payments, codStatus, shipments }: Order): boolean {
  if (codStatus === 'remitted') return true;
  const came = payments.filter(({ status }) => status === 'confirmed' || status === 'refunded');
  if ((sum(...came.map(({ amount }) => amount)) ?? ZERO) >= total) return true;
  const collected = shipments.filter(({ status, codAmount }) => status === 'delivered' && codAmount !== null);
  return codStatus === 'failed' && collected.every(({ id }) => isPaidOut(db, id));
}

/** See docs/decisions.md#ready-to-ship: it asked for a number, is ready to ship, and its courier gives numbers. */
export const isToBook = (db: Reader, order: Omit<Order, 'id' | 'lines'>): boolean =>
  order.autoRequestXshipping &&
  isReadyToShip(order, storeById(db, order.storeId)) &&
  order.shipments.length === 0 &&
  isBookable(findCourier(db, order.storeId, order.shippingType));

const selectAdvanceCod = query<{ id: Id }>(
  { reads: ['orders'] },
  `SELECT id FROM orders WHERE store_id = ? AND status = 'open' AND is_cod = 1 AND live_shipments = 0 ORDER BY id`,
);

/** The same for COD orders, after a change of the store's settings that can make them ready to ship. */
export function advanceCod(tx: WriteTx, storeId: Id, act: Act): void {
  const waiting = tx.all(selectAdvanceCod, storeId);
  for (const { id } of waiting) advance(tx, id, act);
}
