import type { Context } from '../../../context.ts';
import type { WriteTx } from '../../../db/write-tx.ts';
import { AppError, invalidRequest } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Message } from '../../../lib/messages/catalogue.ts';
import { message, messageToJson } from '../../../lib/messages/message.ts';
import type { BookingResult } from '../../couriers/adapters/adapter.ts';
import { type Act, byCourier, recordEvent } from '../history.ts';
import { createShipment } from '../shipments/book.ts';
import { recentOrderWithNumber } from '../shipments/typed-number.ts';
import { type Booking, bookingById, changeBooking, failBooking, moveBooking, retryTime } from './booking.ts';
import { isWithCourier } from './booking-states.ts';
import { queueCancellation } from './cancellation.ts';

type Booked = Extract<BookingResult, { is: 'booked' }>;
type OtherResult = Exclude<BookingResult, Booked>;

/** Commits a courier's result from a response or callback. Late and repeated results are allowed. */
export async function recordBookingResult(ctx: Context, bookingId: Id, result: BookingResult): Promise<void> {
  try {
    await ctx.write((tx) => applyBookingResult(tx, bookingId, result, byCourier(ctx.now())));
  } catch (error) {
    if (!(error instanceof AppError) || result.is !== 'booked') throw error;
    const { trackingNumber } = result;
    await ctx.write((tx) => cancelUnwantedNumber(tx, bookingId, { trackingNumber, reason: error }, ctx.now()));
  }
}

/** Applies a result. @throws AppError if the order must no longer be shipped: see `cancelUnwantedNumber` */
export function applyBookingResult(tx: WriteTx, id: Id, result: BookingResult, act: Act): void {
  const booking = bookingById(tx, id);
  if (result.is === 'booked') applyNumber(tx, booking, result, act);
  else if (isWithCourier(booking)) applyOther(tx, booking, result, act); // otherwise a callback came first
}

const FIRST_POLL_DELAY = 60_000; // milliseconds after a `pending` result

function applyOther(tx: WriteTx, booking: Booking, result: OtherResult, act: Act): void {
  const { id, state, tries, reason } = booking;
  const nextTime = retryTime(tries, act.now);
  switch (result.is) {
    case 'refused':
      failForStore(tx, booking, result.reason, act);
      break;
    case 'unsent':
      failBooking(tx, booking, { reason: withFirstReason(reason, result.reason), retryTime: nextTime });
      break;
    case 'pending':
      moveBooking(tx, id, 'pending', { reason: null, nextTime: Math.max(act.now + FIRST_POLL_DELAY, nextTime) });
      break;
    case 'unknown': {
      const to = state === 'pending' ? 'pending' : 'uncertain';
      moveBooking(tx, id, to, { reason: result.reason, nextTime });
    }
  }
}

/** The booking stays failed until the store acts. */
function failForStore(tx: WriteTx, booking: Booking, reason: Message, act: Act): void {
  failBooking(tx, booking, { reason, retryTime: null });
  recordEvent(tx, booking.orderId, act, 'booking_failed', { reason: messageToJson(reason) });
}

/** Keeps the first reason in front of the newest: the store owner has to fix the first. */
function withFirstReason(known: Message | null, newest: Message): Message {
  if (known === null) return newest;
  const first = known.key === 'first_then' ? (known.params.first as Message) : known;
  return message('first_then', { first, next: newest });
}

function applyNumber(tx: WriteTx, booking: Booking, { trackingNumber, trackingUrl }: Booked, act: Act): void {
  if (booking.trackingNumber !== null) return; // a repeated result
  if (rejectUsedNumber(tx, booking, trackingNumber, act)) return;
  if (booking.dropTime !== null) throw invalidRequest('booking_dropped_meanwhile');
  const shipment = createShipment(tx, booking.orderId, { trackingNumber, trackingUrl }, act);
  moveBooking(tx, booking.id, 'booked', { nextTime: null, reason: null, shipmentId: shipment.id, trackingNumber });
}

/** Two parcels with the same number cannot be distinguished. */
function rejectUsedNumber(tx: WriteTx, booking: Booking, trackingNumber: string, act: Act): boolean {
  const taken = recentOrderWithNumber(tx, booking, trackingNumber, act.now);
  if (taken === undefined) return false;
  const reason = message('booking_number_taken', { number: trackingNumber, orderNumber: taken });
  if (booking.state === 'dropped') {
    changeBooking(tx, booking.id, { reason });
    recordEvent(tx, booking.orderId, act, 'booking_failed', { reason: messageToJson(reason) });
  } else failForStore(tx, booking, reason, act);
  return true;
}

/** Cancels a number that arrived for an order that must no longer be shipped. */
function cancelUnwantedNumber(
  tx: WriteTx,
  id: Id,
  { trackingNumber, reason }: { trackingNumber: string; reason: Message },
  now: number,
): void {
  const booking = bookingById(tx, id);
  if (booking.trackingNumber !== null) return;
  const returned = { trackingNumber, reason, nextTime: null, dropTime: booking.dropTime ?? now };
  if (booking.state === 'dropped') changeBooking(tx, id, returned);
  else moveBooking(tx, id, 'dropped', returned);
  queueCancellation(tx, id, now);
  recordEvent(tx, booking.orderId, byCourier(now), 'booking_failed', { reason: messageToJson(reason) });
}
