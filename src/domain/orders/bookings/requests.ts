import type { Database } from '../../../db/database.ts';
import { Refusal } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import {
  bookingById,
  bookingsOf,
  type CourierBooking,
  markDropped,
  markFailed,
  markWaiting,
  openBooking,
  queueBooking,
  renewKey,
  wake,
} from '../../couriers/bookings.ts';
import { cancellationOf, closeCancellation } from '../../couriers/cancellations.ts';
import { findCourier, isBookable } from '../../couriers/couriers.ts';
import { type Act, note } from '../history.ts';
import { existingOrder, type Order } from '../read.ts';
import { markShippingType } from '../rows.ts';
import { isReady, requireReady } from '../shipments/ready.ts';
import { isCanceled } from '../states.ts';

/**
 * Has the courier asked for a number again, or for the first time where the order did not ask for it by itself.
 *
 * @throws Refusal not_found; invalid_request where the courier is being asked, gives no numbers, or the order is not
 *   open, is not ready to ship or has a shipment
 */
export function requestBooking(db: Database, orderId: Id, act: Act): CourierBooking {
  const order = existingOrder(db, orderId);
  const open = openBooking(db, orderId);
  if (open?.status === 'requested') return askSooner(db, open, act.now);
  requireBookable(db, order);
  if (open?.status === 'failed') tryAnew(db, open, act.now);
  else if (open) wake(db, open.id, act.now);
  else queueBooking(db, { orderId, storeId: order.storeId, shippingType: order.shippingType }, act.now);
  note(db, orderId, act, 'booking_queued', { shipping_type: order.shippingType });
  return openBooking(db, orderId) as CourierBooking;
}

/** What is in doubt is asked about at once. @throws Refusal invalid_request where that is under way */
function askSooner(db: Database, { id, orderId, nextTime }: CourierBooking, now: number): CourierBooking {
  if (nextTime === null)
    throw new Refusal('invalid_request', `order ${orderId}: its courier is being asked for a number already`);
  wake(db, id, now);
  return bookingById(db, id);
}

/** What was never sent keeps its key; what was refused is another booking. */
function tryAnew(db: Database, { id, nextTime }: CourierBooking, now: number): void {
  if (nextTime === null) renewKey(db, id);
  markWaiting(db, id, now);
}

/**
 * Takes the order out of the queue. A courier that may have it already goes on being asked, and is told to forget it;
 * dropped once more it is over: the store has looked. So is a cancellation that the courier has refused.
 *
 * @throws Refusal not_found; invalid_request where nothing is queued for the order
 */
export function dropBooking(db: Database, orderId: Id, act: Act): void {
  const bookings = bookingsOf(db, existingOrder(db, orderId).id);
  const open = openBooking(db, orderId) ?? bookings.find(({ status }) => status === 'requested');
  if (closeRefused(db, bookings) && !open) return;
  if (!open) throw new Refusal('invalid_request', `order ${orderId} is not in the booking queue`);
  if (open.dropTime !== null) markFailed(db, open.id, 'the store has looked after it', null);
  markDropped(db, open.id, 'store', act.now);
  note(db, orderId, act, 'booking_dropped', { shipping_type: open.shippingType });
}

/** Cancellations that a courier has refused are out of sight once the store has looked; whether there were any. */
function closeRefused(db: Database, bookings: readonly CourierBooking[]): boolean {
  const refused = bookings.filter(({ id }) => cancellationOf(db, id)?.status === 'refused');
  for (const { id } of refused) closeCancellation(db, id);
  return refused.length > 0;
}

/**
 * Has another courier carry the order. It is asked for a number if the former one was to be, and gives any.
 *
 * @throws Refusal not_found; invalid_request where the order is not open or has a shipment
 */
export function switchCourier(db: Database, orderId: Id, shippingType: string, act: Act): Order {
  const order = existingOrder(db, orderId);
  requireUnshipped(order);
  if (shippingType === order.shippingType) return order;
  const open = openBooking(db, orderId);
  if (open) markDropped(db, open.id, 'raan', act.now);
  markShippingType(db, orderId, shippingType, act.now);
  note(db, orderId, act, 'edited', { shipping_type: { from: order.shippingType, to: shippingType } });
  const courier = findCourier(db, order.storeId, shippingType);
  if (isBookable(courier) && (open || (order.autoRequestXshipping && isReady(db, order))))
    queueBooking(db, { orderId, storeId: order.storeId, shippingType }, act.now);
  return existingOrder(db, orderId);
}

function requireBookable(db: Database, order: Order): void {
  requireUnshipped(order);
  requireReady(db, order);
  if (!isBookable(findCourier(db, order.storeId, order.shippingType)))
    throw new Refusal('invalid_request', `the store has not set up ${order.shippingType} to give numbers`);
}

function requireUnshipped({ id, status, shipments }: Order): void {
  if (status !== 'open') throw new Refusal('invalid_request', `order ${id} is ${status}`);
  const live = shipments.find((shipment) => !isCanceled(shipment));
  if (live)
    throw new Refusal('invalid_request', `order ${id} has shipment ${live.id} already, which is ${live.status}`);
}
