import type { Database } from '../../../db/database.ts';
import { Refusal } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import type { BookingAnswer } from '../../couriers/adapters/adapter.ts';
import {
  bookingById,
  type CourierBooking,
  markBooked,
  markFailed,
  markRequested,
  markUnanswered,
  markUnwanted,
  markWaiting,
} from '../../couriers/bookings.ts';
import { type Act, byCourier, note } from '../history.ts';
import { createShipment } from '../shipments/book.ts';
import { bearerOf } from '../shipments/numbers.ts';

const FIRST_PAUSE = 5_000; // milliseconds
const LONGEST_PAUSE = 3_600_000;

/** When it is tried again after so many tries: the pauses grow threefold, up to an hour. */
export const retryTime = (tries: number, now: number): number =>
  now + Math.min(FIRST_PAUSE * 3 ** Math.min(tries - 1, 10), LONGEST_PAUSE);

const FIRST_ASK = 60_000; // after a courier has said that the number comes later

/**
 * Keeps what a courier has answered about a booking, late and repeated answers too. Its number makes the shipment.
 *
 * @throws Refusal where a number has come for what is not to be shipped any more: see `settleUnwanted`
 */
export function settleBooking(db: Database, id: Id, answer: BookingAnswer, act: Act): void {
  const booking = bookingById(db, id);
  if (answer.is === 'booked') settleNumber(db, booking, answer, act);
  else if (booking.status === 'requested') settleOpen(db, booking, answer, act); // else a call-back was quicker
}

type OtherAnswer = Exclude<BookingAnswer, { is: 'booked' }>;

const NEXT = '; then: ';

/** What it all began with is what the owner has to mend. */
const firstOf = (reason: string): string => reason.split(NEXT)[0] as string;

function settleOpen(
  db: Database,
  { id, orderId, tries, pending, reason }: CourierBooking,
  answer: OtherAnswer,
  act: Act,
): void {
  const { now } = act;
  const again = retryTime(tries, now);
  switch (answer.is) {
    case 'refused':
      markFailed(db, id, answer.reason, null);
      note(db, orderId, act, 'booking_failed', { reason: answer.reason });
      break;
    case 'unsent':
      markFailed(db, id, reason === null ? answer.reason : `${firstOf(reason)}${NEXT}${answer.reason}`, again);
      break;
    case 'pending':
      markUnanswered(db, id, { pending: true, reason: null, askTime: Math.max(now + FIRST_ASK, again) });
      break;
    case 'unknown':
      markUnanswered(db, id, { pending, reason: answer.reason, askTime: again });
  }
}

function settleNumber(
  db: Database,
  booking: CourierBooking,
  { trackingNumber, trackingUrl }: Extract<BookingAnswer, { is: 'booked' }>,
  act: Act,
): void {
  if (booking.trackingNumber !== null) return; // it has said so before
  if (refuseTwin(db, booking, trackingNumber, act)) return;
  if (booking.dropTime !== null) throw new Refusal('invalid_request', 'it was dropped while the courier was asked');
  const shipment = createShipment(db, booking.orderId, { trackingNumber, trackingUrl }, act);
  reopen(db, booking, act.now);
  markBooked(db, booking.id, shipment.id, trackingNumber);
}

/** The number is another parcel's: nobody can tell the two apart, and a cancellation could be taken for the other's. */
function refuseTwin(db: Database, booking: CourierBooking, trackingNumber: string, act: Act): boolean {
  const bearer = bearerOf(db, booking, trackingNumber, act.now);
  if (bearer === undefined) return false;
  const reason = `the courier has given ${trackingNumber}, which shipment ${bearer} bears already`;
  reopen(db, booking, act.now);
  markFailed(db, booking.id, reason, null);
  note(db, booking.orderId, act, 'booking_failed', { reason });
  return true;
}

/** An answer has come after it was given up. */
function reopen(db: Database, { id, status }: CourierBooking, now: number): void {
  if (status === 'failed') markWaiting(db, id, now);
  if (status !== 'requested') markRequested(db, id);
}

/** A number has come for what is not to be shipped any more: the courier is told to forget it. */
export function settleUnwanted(
  db: Database,
  id: Id,
  unwanted: { trackingNumber: string; reason: string },
  now: number,
): void {
  const booking = bookingById(db, id);
  if (booking.trackingNumber !== null) return;
  reopen(db, booking, now);
  markUnwanted(db, id, unwanted, now);
  note(db, booking.orderId, byCourier(now), 'booking_failed', { reason: unwanted.reason });
}
