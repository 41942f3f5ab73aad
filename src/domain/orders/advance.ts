import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';
import { ZERO } from '../../lib/money.ts';
import { findCourier, isBookable } from '../couriers/couriers.ts';
import { storeById } from '../stores.ts';
import { type Booking, bookingsOf, changeBooking, openBooking, queueBooking } from './bookings/booking.ts';
import { type Act, recordEvent } from './history.ts';
import { existingOrder, type Order } from './order.ts';
import { markCompleted, markReopened } from './order-rows.ts';
import { haveAllLeft, isReadyToShip } from './order-states.ts';
import { waitsForAddress } from './recipient.ts';
import { isPaidOut, type Shipment } from './shipments/shipment.ts';

/** Completes an order (docs/decisions.md#order-status) or queues its booking. Call it after every related change. */
export function advance(tx: WriteTx, id: Id, act: Act): Order {
  const order = existingOrder(tx, id);
  if (order.status !== 'open') return order;
  if (isFinished(tx, order)) {
    markCompleted(tx, id, act.now);
    recordEvent(tx, id, act, 'completed');
    return existingOrder(tx, id);
  }
  const open = openBooking(tx, id);
  if (open) startQueuedBooking(tx, order, open, act.now);
  else if (needsBooking(tx, order) && !wasDroppedByStore(tx, id))
    queueBooking(tx, { orderId: id, storeId: order.storeId, shippingType: order.shippingType }, act.now);
  return order;
}

/** Opens a completed order again if it is not finished any more. Call it after an undone payment. */
export function reopen(tx: WriteTx, id: Id, act: Act): Order {
  const order = existingOrder(tx, id);
  if (order.status !== 'completed' || isFinished(tx, order)) return advance(tx, id, act);
  markReopened(tx, id, act.now);
  recordEvent(tx, id, act, 'reopened');
  return existingOrder(tx, id);
}

/** Bookings that the store dropped are not requested again automatically. */
const wasDroppedByStore = (db: Reader, id: Id): boolean => bookingsOf(db, id).at(-1)?.droppedByStore === true;

/** A queued booking without a time waits until its order is ready. */
function startQueuedBooking(tx: WriteTx, order: Order, { id, state, nextTime }: Booking, now: number): void {
  if (state === 'queued' && nextTime === null && isReadyToBook(tx, order)) changeBooking(tx, id, { nextTime: now });
}

/** Returned parcels and later refunds do not keep an order open. */
function isFinished(db: Reader, order: Order): boolean {
  const { shipments, lines } = order;
  if (!shipments.some(({ status }) => status === 'delivered')) return false;
  const hasEnded = ({ status }: Shipment) => status === 'delivered' || status === 'returned' || status === 'canceled';
  return haveAllLeft(lines) && shipments.every(hasEnded) && isSettled(db, order);
}

function isSettled(db: Reader, { unpaidAmount, codStatus, shipments }: Order): boolean {
  if (unpaidAmount === ZERO) return true;
  const collected = shipments.filter(({ status, codAmount }) => status === 'delivered' && codAmount !== null);
  return codStatus === 'failed' && collected.every(({ id }) => isPaidOut(db, id));
}

/** Whether raan may request a tracking number automatically. */
export const isReadyToBook = (db: Reader, order: Omit<Order, 'id' | 'lines'>): boolean =>
  isReadyToShip(order, storeById(db, order.storeId)) && !waitsForAddress(order);

/** docs/decisions.md#ready-to-ship */
export const needsBooking = (db: Reader, order: Omit<Order, 'id' | 'lines'>): boolean =>
  order.autoRequestXshipping &&
  isReadyToBook(db, order) &&
  order.shipments.length === 0 &&
  isBookable(findCourier(db, order.storeId, order.shippingType));

const unshippedCodOrders = query<{ id: Id }>(
  { reads: ['orders'] },
  `SELECT id FROM orders WHERE store_id = ? AND status = 'open' AND is_cod = 1 AND live_shipments = 0 ORDER BY id`,
);

/** Advances COD orders that a settings change made ready to ship. */
export function advanceCod(tx: WriteTx, storeId: Id, act: Act): void {
  const waiting = tx.all(unshippedCodOrders, storeId);
  for (const { id } of waiting) advance(tx, id, act);
}
