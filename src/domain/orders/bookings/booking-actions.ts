import type { Reader } from '../../../db/reader.ts';
import type { WriteTx } from '../../../db/write-tx.ts';
import { invalidRequest } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import { message } from '../../../lib/messages/message.ts';
import { findCourier, isBookable } from '../../couriers/couriers.ts';
import { isReadyToBook } from '../advance.ts';
import { type Act, recordEvent } from '../history.ts';
import { existingOrder, type Order } from '../order.ts';
import { markShippingType } from '../order-rows.ts';
import { isCanceled } from '../order-states.ts';
import { missingAddressFields, waitsForAddress } from '../recipient.ts';
import { requireReady } from '../shipments/book.ts';
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
import { isWithCourier } from './booking-states.ts';
import { cancellationOf, moveCancellation } from './cancellation.ts';

/** Requests a tracking number, or requests it again. @throws AppError not_found; invalid_request if it cannot */
export function requestBooking(tx: WriteTx, orderId: Id, act: Act): Booking {
  const order = existingOrder(tx, orderId);
  const open = openBooking(tx, orderId);
  if (open && isWithCourier(open)) return pollNow(tx, open, act.now);
  requireBookable(tx, order);
  if (open?.state === 'failed') requeueBooking(tx, open, act.now);
  else if (open) changeBooking(tx, open.id, { nextTime: act.now });
  else queueBooking(tx, { orderId, storeId: order.storeId, shippingType: order.shippingType }, act.now);
  recordEvent(tx, orderId, act, 'booking_queued', { shipping_type: order.shippingType });
  return openBooking(tx, orderId) as Booking;
}

/** @throws AppError invalid_request if a request is in flight */
function pollNow(tx: WriteTx, { id, orderId, nextTime }: Booking, now: number): Booking {
  if (nextTime === null) throw invalidRequest('booking_already_in_progress', { order: orderId });
  changeBooking(tx, id, { nextTime: now });
  return bookingById(tx, id);
}

/** A rejected booking needs a new key. One that was never sent keeps its key. */
function requeueBooking(tx: WriteTx, { id, nextTime }: Booking, now: number): void {
  const renewed = nextTime === null ? { key: newBookingKey(), sentTo: null, reference: null } : {};
  moveBooking(tx, id, 'queued', { ...renewed, nextTime: now });
}

/**
 * Takes the order out of the queue. If the courier may have the booking, the worker polls until that is certain,
 * then cancels it. Dropping it again stops the polling.
 * @throws AppError not_found; invalid_request if nothing is queued for the order
 */
export function dropBookingOfOrder(tx: WriteTx, orderId: Id, act: Act): void {
  const bookings = bookingsOf(tx, existingOrder(tx, orderId).id);
  const open = openBooking(tx, orderId) ?? bookings.find(isWithCourier);
  if (closeRefusedCancellations(tx, bookings) && !open) return;
  if (!open) throw invalidRequest('booking_not_queued', { order: orderId });
  if (open.dropTime === null) dropBooking(tx, open, 'store', act.now);
  else {
    const reason = message('booking_closed');
    moveBooking(tx, open.id, 'dropped', { reason, nextTime: null, dropTime: act.now, droppedByStore: true });
  }
  recordEvent(tx, orderId, act, 'booking_dropped', { shipping_type: open.shippingType });
}

/** Closes the cancellations that a courier rejected, and returns whether there were any. */
function closeRefusedCancellations(tx: WriteTx, bookings: readonly Booking[]): boolean {
  const refused = bookings
    .flatMap(({ id }) => cancellationOf(tx, id) ?? [])
    .filter(({ status }) => status === 'refused');
  for (const cancellation of refused)
    moveCancellation(tx, cancellation.bookingId, { ...cancellation, status: 'closed' });
  return refused.length > 0;
}

/** Changes an order's courier. @throws AppError not_found; invalid_request if it is not open or has a shipment */
export function switchCourier(tx: WriteTx, orderId: Id, shippingType: string, act: Act): Order {
  const order = existingOrder(tx, orderId);
  requireUnshipped(order);
  if (shippingType === order.shippingType) return order;
  const open = openBooking(tx, orderId);
  if (open) dropBooking(tx, open, 'raan', act.now);
  markShippingType(tx, orderId, shippingType, act.now);
  recordEvent(tx, orderId, act, 'edited', { shipping_type: { from: order.shippingType, to: shippingType } });
  const courier = findCourier(tx, order.storeId, shippingType);
  const switched = existingOrder(tx, orderId);
  if (isBookable(courier) && (open || (order.autoRequestXshipping && isReadyToBook(tx, switched))))
    queueBooking(tx, { orderId, storeId: order.storeId, shippingType }, act.now);
  return switched;
}

/** @throws AppError invalid_request if no tracking number can be requested */
export function requireBookable(db: Reader, order: Order): void {
  requireUnshipped(order);
  requireReady(db, order);
  if (!isBookable(findCourier(db, order.storeId, order.shippingType)))
    throw invalidRequest('booking_not_set_up', { shippingType: order.shippingType });
}

/** Not for a request that names one order: the store may want its number nevertheless. @throws AppError invalid_request */
export function requireAddress(order: Order): void {
  if (waitsForAddress(order))
    throw invalidRequest('parcel_address_lacks', { owner: 'recipient', fields: missingAddressFields(order) });
}

function requireUnshipped({ id, status, shipments }: Order): void {
  if (status !== 'open') throw invalidRequest('order_not_open', { order: id, status });
  const live = shipments.find((shipment) => !isCanceled(shipment));
  if (live) throw invalidRequest('booking_order_has_shipment', { order: id, status: live.status });
}
