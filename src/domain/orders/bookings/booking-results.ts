import type { Context } from '../../../context.ts';
import type { WriteTx } from '../../../db/write-tx.ts';
import { AppError, invalidRequest } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Message } from '../../../lib/messages/catalogue.ts';
import { message, messageToJson } from '../../../lib/messages/message.ts';
import type { BookingResult } from '../../couriers/adapters/adapter.ts';
import { type Act, byCourier, recordEvent } from '../history.ts';
import { createShipment, recentShipmentWithNumber } from '../shipments/book.ts';
import { type Booking, bookingById, changeBooking, failBooking, moveBooking, retryTime } from './booking.ts';
import { queueCancellation } from './cancellation.ts';
import { isWithCourier } from './states.ts';

type BookedAnswer = Extract<BookingResult, { is: 'booked' }>;
type OtherAnswer = Exclude<BookingResult, BookedAnswer>;

/** Commits a courier's answer from a response or callback. Late and repeated answers are fine. */
export async function recordBookingResult(ctx: Context, bookingId: Id, answer: BookingResult): Promise<void> {
  try {
    await ctx.write((tx) => applyBookingResult(tx, bookingId, answer, byCourier(ctx.now())));
  } catch (error) {
    if (!(error instanceof AppError) || answer.is !== 'booked') throw error;
    const { trackingNumber } = answer;
    await ctx.write((tx) => returnNumber(tx, bookingId, { trackingNumber, reason: error }, ctx.now()));
  }
}

/** Applies an answer. @throws AppError if the order is no longer to be shipped: see `returnNumber` */
export function applyBookingResult(tx: WriteTx, id: Id, answer: BookingResult, act: Act): void {
  const booking = bookingById(tx, id);
  if (answer.is === 'booked') settleNumber(tx, booking, answer, act);
  else if (isWithCourier(booking)) settleOther(tx, booking, answer, act); // otherwise a callback was quicker
}

const FIRST_POLL_DELAY = 60_000; // milliseconds after a courier has answered that the number comes later

function settleOther(tx: WriteTx, booking: Booking, answer: OtherAnswer, act: Act): void {
  const { id, state, tries, reason } = booking;
  const again = retryTime(tries, act.now);
  switch (answer.is) {
    case 'refused':
      giveUp(tx, booking, answer.reason, act);
      break;
    case 'unsent':
      failBooking(tx, booking, { reason: withFirst(reason, answer.reason), retryTime: again });
      break;
    case 'pending':
      moveBooking(tx, id, 'pending', { reason: null, nextTime: Math.max(act.now + FIRST_POLL_DELAY, again) });
      break;
    case 'unknown': {
      const to = state === 'pending' ? 'pending' : 'uncertain';
      moveBooking(tx, id, to, { reason: answer.reason, nextTime: again });
    }
  }
}

/** Failed until the store decides. */
function giveUp(tx: WriteTx, booking: Booking, reason: Message, act: Act): void {
  failBooking(tx, booking, { reason, retryTime: null });
  recordEvent(tx, booking.orderId, act, 'booking_failed', { reason: messageToJson(reason) });
}

/** The first reason is the one that the owner has to fix, so it stays in front of the newest. */
function withFirst(known: Message | null, newest: Message): Message {
  if (known === null) return newest;
  const first = known.key === 'first_then' ? (known.params.first as Message) : known;
  return message('first_then', { first, next: newest });
}

function settleNumber(tx: WriteTx, booking: Booking, { trackingNumber, trackingUrl }: BookedAnswer, act: Act): void {
  if (booking.trackingNumber !== null) return; // a repeated answer
  if (refuseTwin(tx, booking, trackingNumber, act)) return;
  if (booking.dropTime !== null) throw invalidRequest('booking_dropped_meanwhile');
  const shipment = createShipment(tx, booking.orderId, { trackingNumber, trackingUrl }, act);
  moveBooking(tx, booking.id, 'booked', { nextTime: null, reason: null, shipmentId: shipment.id, trackingNumber });
}

/** Another parcel has the number: the two could not be told apart. */
function refuseTwin(tx: WriteTx, booking: Booking, trackingNumber: string, act: Act): boolean {
  const bearer = recentShipmentWithNumber(tx, booking, trackingNumber, act.now);
  if (bearer === undefined) return false;
  const reason = message('booking_number_taken', { number: trackingNumber, shipment: bearer });
  if (booking.state === 'dropped') {
    changeBooking(tx, booking.id, { reason });
    recordEvent(tx, booking.orderId, act, 'booking_failed', { reason: messageToJson(reason) });
  } else giveUp(tx, booking, reason, act);
  return true;
}

/** A number arrived for an order that is no longer to be shipped: the courier is asked to cancel it. */
function returnNumber(
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
