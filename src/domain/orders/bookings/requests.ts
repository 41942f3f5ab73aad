import type { Database } from '../../../db/database.ts';
import { Refusal } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import { findCourier, isBookable } from '../../couriers/couriers.ts';
import { type Act, note } from '../history.ts';
import { existingOrder, type Order } from '../read.ts';
import { markShippingType } from '../rows.ts';
import { isReady, requireReady } from '../shipments/ready.ts';
import { isCanceled } from '../states.ts';
import {
  type Booking,
  bookingById,
  bookingsOf,
  changeBooking,
  dropBooking,
  moveBooking,
  newBookingKey,
  openBooking,
  queueBooking,
} from './booking.ts';
import { cancellationOf, closeCancellation } from './cancellation.ts';
import { isWithCourier } from './states.ts';

/**
 * The store requests a tracking number: for the first time, or again.
 *
 * @throws Refusal not_found; invalid_request if the courier is being asked right now or gives no numbers, or if the order
 *   is not open, is not ready to ship or has a shipment
 */
export function requestBooking(db: Database, orderId: Id, act: Act): Booking {
  const order = existingOrder(db, orderId);
  const open = openBooking(db, orderId);
  if (open && isWithCourier(open)) return askSooner(db, open, act.now);
  requireBookable(db, order);
  if (open?.state === 'failed') requestAgain(db, open, act.now);
  else if (open) changeBooking(db, open.id, { nextTime: act.now });
  else queueBooking(db, { orderId, storeId: order.storeId, shippingType: order.shippingType }, act.now);
  note(db, orderId, act, 'booking_queued', { shipping_type: order.shippingType });
  return openBooking(db, orderId) as Booking;
}

/** A booking that the courier may have is asked about at once. @throws Refusal invalid_request if that is under way */
function askSooner(db: Database, { id, orderId, nextTime }: Booking, now: number): Booking {
  if (nextTime === null)
    throw new Refusal('invalid_request', `order ${orderId}: its courier is being asked for a number already`);
  changeBooking(db, id, { nextTime: now });
  return bookingById(db, id);
}

/** A refused booking gets a new key: the courier would refuse the same key again. One that was never sent keeps its key. */
function requestAgain(db: Database, { id, nextTime }: Booking, now: number): void {
  const renewed = nextTime === null ? { key: newBookingKey(), sentTo: null } : {};
  moveBooking(db, id, 'queued', { ...renewed, nextTime: now });
}

/**
 * The store takes the order out of the queue. If the courier may have it, it goes on being asked, and is told to cancel;
 * dropping it a second time ends that: the store has looked. The same goes for a cancellation that the courier has refused.
 *
 * @throws Refusal not_found; invalid_request if nothing is queued for the order
 */
export function dropRequest(db: Database, orderId: Id, act: Act): void {
  const bookings = bookingsOf(db, existingOrder(db, orderId).id);
  const open = openBooking(db, orderId) ?? bookings.find(isWithCourier);
  if (closeRefused(db, bookings) && !open) return;
  if (!open) throw new Refusal('invalid_request', `order ${orderId} is not in the booking queue`);
  if (open.dropTime === null) dropBooking(db, open, 'store', act.now);
  else {
    const reason = 'the store has looked after it';
    moveBooking(db, open.id, 'dropped', { reason, nextTime: null, dropTime: act.now, droppedByStore: true });
  }
  note(db, orderId, act, 'booking_dropped', { shipping_type: open.shippingType });
}

/** Closes the cancellations that a courier has refused: the store has looked. Returns whether there were any. */
function closeRefused(db: Database, bookings: readonly Booking[]): boolean {
  const refused = bookings.filter(({ id }) => cancellationOf(db, id)?.status === 'refused');
  for (const { id } of refused) closeCancellation(db, id);
  return refused.length > 0;
}

/**
 * Changes the courier of an order. The new one is asked for a number if the former one was, or was to be.
 *
 * @throws Refusal not_found; invalid_request if the order is not open or has a shipment
 */
export function switchCourier(db: Database, orderId: Id, shippingType: string, act: Act): Order {
  const order = existingOrder(db, orderId);
  requireUnshipped(order);
  if (shippingType === order.shippingType) return order;
  const open = openBooking(db, orderId);
  if (open) dropBooking(db, open, 'raan', act.now);
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
