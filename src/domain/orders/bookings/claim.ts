import type { Reader } from '../../../db/reader.ts';
import type { WriteTx } from '../../../db/write-tx.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Message } from '../../../lib/messages/catalogue.ts';
import { message, messageToJson } from '../../../lib/messages/message.ts';
import type { Parcel } from '../../couriers/adapters/adapter.ts';
import { addressOf, type Courier, findCourier, isBookable } from '../../couriers/couriers.ts';
import { takeNumber } from '../../couriers/number-pools.ts';
import { storeById } from '../../stores.ts';
import { bySystem, recordEvent } from '../history.ts';
import { labelSender } from '../label-sender.ts';
import { existingOrder, type Order } from '../order.ts';
import { isReadyToShip } from '../order-states.ts';
import { weightOfLines } from '../parcel-weight.ts';
import { isNumberUsed } from '../shipments/shipment.ts';
import { uncollectedCod } from '../totals.ts';
import {
  type Booking,
  bookingById,
  changeBooking,
  dropBooking,
  failBooking,
  moveBooking,
  retryTime,
} from './booking.ts';
import { applyBookingResult } from './booking-results.ts';
import { isWithCourier } from './booking-states.ts';

/** A request that the worker sends once the claim is committed. */
export interface Claim {
  booking: Booking;
  courier: Courier;
  parcel: Parcel;
  mayBeWithCourier: boolean;
}

/**
 * Claims a due booking. Undefined if there is nothing to send to a courier: the number is from a pool, or the order
 * cannot be shipped now.
 * @throws AppError if the shipment cannot be created with a number of the pool
 */
export function claimBooking(tx: WriteTx, id: Id, now: number): Claim | undefined {
  const booking = bookingById(tx, id);
  if (booking.nextTime === null || booking.nextTime > now) return undefined; // another process claimed it
  return isWithCourier(booking) ? claimPoll(tx, booking, now) : claimRequest(tx, booking, now);
}

function claimRequest(tx: WriteTx, booking: Booking, now: number): Claim | undefined {
  if (!mayRequest(tx, booking, now)) return undefined;
  const { id, orderId, storeId, shippingType, sentTo } = booking;
  const courier = findCourier(tx, storeId, shippingType);
  const tries = booking.tries + 1;
  if (!isBookable(courier)) {
    const reason = notBookable(booking);
    failBooking(tx, booking, { reason, tries, retryTime: null });
    recordEvent(tx, orderId, bySystem(now), 'booking_failed', { reason: messageToJson(reason) });
    return undefined;
  }
  const parcel = parcelOf(tx, existingOrder(tx, orderId), booking);
  if (courier.settings.adapter === 'number_pool') {
    changeBooking(tx, id, { tries });
    bookFromPool(tx, bookingById(tx, id), { courier, cod: parcel.codAmount !== null }, now);
    return undefined;
  }
  const address = addressOf(courier) ?? sentTo;
  const reference = address === sentTo ? booking.reference : null; // unknown to another account
  moveBooking(tx, id, 'requesting', { tries, nextTime: null, sentTo: address, reference });
  return { booking: bookingById(tx, id), courier, parcel, mayBeWithCourier: false };
}

function mayRequest(tx: WriteTx, booking: Booking, now: number): boolean {
  const order = existingOrder(tx, booking.orderId);
  if (order.status !== 'open') {
    dropBooking(tx, booking, 'raan', now);
    return false;
  }
  if (isReadyToShip(order, storeById(tx, order.storeId))) return true;
  const untilReady = { nextTime: null }; // `advance` sets it once the order is ready to ship
  if (booking.state === 'failed') moveBooking(tx, booking.id, 'queued', untilReady);
  else changeBooking(tx, booking.id, untilReady);
  return false;
}

function claimPoll(tx: WriteTx, booking: Booking, now: number): Claim | undefined {
  const { id, orderId, storeId, shippingType, dropTime } = booking;
  const courier = findCourier(tx, storeId, shippingType);
  const tries = booking.tries + 1;
  if (isBookable(courier) && addressOf(courier) === booking.sentTo) {
    changeBooking(tx, id, { tries, nextTime: null });
    const parcel = parcelOf(tx, existingOrder(tx, orderId), booking);
    return { booking: bookingById(tx, id), courier, parcel, mayBeWithCourier: true };
  }
  const reason = isBookable(courier) ? courierChanged(booking) : notBookable(booking);
  if (dropTime !== null) {
    // The store has to check whether the courier has the parcel, so the booking stays in the queue.
    changeBooking(tx, id, { tries, reason, nextTime: retryTime(booking.tries, now) });
    return undefined;
  }
  failBooking(tx, booking, { reason, tries, retryTime: null });
  recordEvent(tx, orderId, bySystem(now), 'booking_failed', { reason: messageToJson(reason) });
  return undefined;
}

/** The booking fails instead of moving to the new courier: two couriers might carry the same parcel. */
const courierChanged = ({ shippingType }: Booking): Message => message('booking_courier_changed', { shippingType });

const notBookable = ({ shippingType }: Booking): Message => message('booking_not_set_up', { shippingType });

function bookFromPool(
  tx: WriteTx,
  booking: Booking,
  { courier, cod }: { courier: Courier; cod: boolean },
  now: number,
): void {
  const isUsed = (number: string) => isNumberUsed(tx, number);
  const trackingNumber = takeNumber(tx, courier.id, { cod, isUsed });
  const reason = message('booking_pool_empty', { shippingType: booking.shippingType, cod });
  if (trackingNumber === undefined) failBooking(tx, booking, { reason, retryTime: retryTime(booking.tries, now) });
  else applyBookingResult(tx, booking.id, { is: 'booked', trackingNumber }, bySystem(now));
}

/** A parcel with everything of the order that is not shipped. */
export function parcelOf(db: Reader, order: Order, { key, shippingType }: Booking): Parcel {
  const cod = uncollectedCod(order);
  const lines = order.lines
    .map((line) => ({ ...line, qty: line.qty - line.shippedQty - line.shortQty }))
    .filter(({ qty }) => qty > 0);
  return {
    key,
    shippingType,
    orderNumber: String(order.orderNumber),
    senderName: order.senderName,
    sender: labelSender(db, order),
    recipient: order.recipientAddress,
    weight: weightOfLines(db, lines),
    codAmount: order.codStatus === 'pending' && cod > 0 ? cod : null,
    note: order.shippingLabelNote,
    items: lines.map(({ name, variantName, qty }) => ({ name: `${name} ${variantName}`.trim(), qty })),
  };
}
