import type { Database } from '../../../db/database.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Parcel } from '../../couriers/adapters/adapter.ts';
import {
  bookingById,
  type CourierBooking,
  markAsking,
  markDropped,
  markFailed,
  markRequested,
  markUnanswered,
  markWaiting,
  wake,
} from '../../couriers/bookings.ts';
import { addressOf, type Courier, findCourier, isBookable } from '../../couriers/couriers.ts';
import { takeNumber } from '../../couriers/pools.ts';
import { storeById } from '../../stores.ts';
import { bySystem, note } from '../history.ts';
import { existingOrder } from '../read.ts';
import { isNumberUsed } from '../shipments/read.ts';
import { isReadyToShip } from '../states.ts';
import { parcelOf } from './parcel.ts';
import { retryTime, settleBooking } from './settle.ts';

/** A booking whose courier is to be asked, now that this is committed. */
export interface Claim {
  booking: CourierBooking;
  courier: Courier;
  parcel: Parcel;
  /** It has been sent before, and may have arrived. */
  again: boolean;
}

/**
 * Marks a booking that is due as being asked for, so that from this commit on it is never sent as if it were new.
 * Undefined where nobody is to be asked: the number is from a pool, the order is not to be shipped any more or not yet.
 */
export function claimBooking(db: Database, id: Id, now: number): Claim | undefined {
  const booking = bookingById(db, id);
  if (booking.nextTime === null || booking.nextTime > now) return undefined; // somebody was quicker
  const courier = findCourier(db, booking.storeId, booking.shippingType);
  const again = booking.status === 'requested';
  if (!again && !mayBegin(db, booking, now)) return undefined;
  if (booking.status === 'failed') markWaiting(db, id, now);
  if (again) markAsking(db, id);
  else markRequested(db, id, courier && addressOf(courier));
  const reason = whyNot(booking, courier, again);
  if (!isBookable(courier) || reason !== undefined) {
    giveUp(db, booking, reason ?? '', now);
    return undefined;
  }
  const order = existingOrder(db, booking.orderId);
  const parcel = parcelOf(db, order, booking);
  if (courier.settings.adapter !== 'number_pool') return { booking: bookingById(db, id), courier, parcel, again };
  bookFromPool(db, booking, { courier, cod: parcel.codAmount !== null }, now);
  return undefined;
}

/** Why nobody can be asked. What one courier may have is not asked for from another, which would carry it a second time. */
function whyNot(
  { shippingType, sentTo }: CourierBooking,
  courier: Courier | undefined,
  again: boolean,
): string | undefined {
  if (!isBookable(courier)) return `${shippingType} is not set up to give numbers`;
  return again && addressOf(courier) !== sentTo
    ? `${shippingType} was set up anew while its courier was asked: see whether the former one has the parcel`
    : undefined;
}

/** What is dropped and may be with a courier that cannot be asked stays in sight until the store has looked. */
function giveUp(
  db: Database,
  { id, orderId, tries, dropTime, pending, status }: CourierBooking,
  reason: string,
  now: number,
) {
  if (dropTime !== null && status === 'requested')
    return markUnanswered(db, id, { pending, reason, askTime: retryTime(tries, now) });
  markFailed(db, id, reason, null);
  return note(db, orderId, bySystem(now), 'booking_failed', { reason });
}

/** Whether the order is to be shipped still, and may be by now. */
function mayBegin(db: Database, { id, orderId, status }: CourierBooking, now: number): boolean {
  const order = existingOrder(db, orderId);
  if (order.status !== 'open') {
    markDropped(db, id, 'raan', now);
    return false;
  }
  if (isReadyToShip(order, storeById(db, order.storeId))) return true;
  if (status === 'failed') markWaiting(db, id, now);
  wake(db, id, null); // until `advance` does
  return false;
}

function bookFromPool(
  db: Database,
  booking: CourierBooking,
  { courier, cod }: { courier: Courier; cod: boolean },
  now: number,
): void {
  const isUsed = (number: string) => isNumberUsed(db, number);
  const trackingNumber = takeNumber(db, courier.id, { cod, isUsed });
  const kind = cod ? 'COD numbers' : 'numbers';
  if (trackingNumber === undefined)
    markFailed(db, booking.id, `no ${kind} of ${booking.shippingType} are left`, retryTime(booking.tries + 1, now));
  else settleBooking(db, booking.id, { is: 'booked', trackingNumber }, bySystem(now));
}
