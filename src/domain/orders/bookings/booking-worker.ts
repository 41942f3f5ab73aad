import type { Context } from '../../../context.ts';
import { AppError } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import { InFlight } from '../../../lib/in-flight.ts';
import { message } from '../../../lib/messages/message.ts';
import { sleep } from '../../../lib/runtime.ts';
import type { BookingResult, ReserveResult } from '../../couriers/adapters/adapter.ts';
import type { FindAdapter } from '../../couriers/adapters/adapters.ts';
import type { CourierName } from '../../couriers/couriers.ts';
import {
  type Booking,
  bookingById,
  bookingsDue,
  bookingsInFlight,
  changeBooking,
  couriersDue,
  failBooking,
  recoverBooking,
  retryTime,
} from './booking.ts';
import { recordBookingResult } from './booking-results.ts';
import { type Claim, claimBooking } from './claim.ts';

const MAX_IN_FLIGHT = 16; // per courier

/** Requests due bookings. Couriers are called in parallel, so that a slow one delays no other. */
export function bookingWorker(ctx: Context, adapterOf: FindAdapter) {
  const inFlight = new InFlight<string>(MAX_IN_FLIGHT);

  function startDue(courier: CourierName): void {
    const group = `${courier.storeId} ${courier.shippingType}`;
    if (!inFlight.hasRoom(group)) return;
    for (const { id } of bookingsDue(ctx.db, courier, ctx.now(), MAX_IN_FLIGHT))
      if (!inFlight.has(id) && inFlight.hasRoom(group))
        void inFlight.run(group, id, () => book(id)).then((isRecorded) => isRecorded && startDue(courier));
  }

  /** Whether its result is recorded. */
  async function book(id: Id): Promise<boolean> {
    try {
      const claim = await claimed(ctx, id);
      if (claim) await record(ctx, { id, result: await request(ctx, claim, adapterOf) }, () => inFlight.isStopping);
      return true;
    } catch (error) {
      ctx.log.error({ err: error, booking: id }, 'saving the result of a booking failed');
      return false;
    }
  }

  return {
    /** Starts the bookings that are due. */
    bookDue(): void {
      for (const courier of couriersDue(ctx.db, ctx.now())) startDue(courier);
    },
    /** Polls orphaned bookings: after a crash, or if a result could not be recorded. */
    async recoverOrphans(): Promise<void> {
      const orphans = bookingsInFlight(ctx.db).filter((id) => !inFlight.has(id));
      if (orphans.length === 0) return;
      await ctx.write((tx) => {
        for (const id of orphans) recoverBooking(tx, id, ctx.now());
      });
    },
    /** Resolves when nothing is in flight. */
    finish: (): Promise<void> => inFlight.finish(),
  };
}

/** The claim; undefined if there is nothing to send to a courier. */
async function claimed(ctx: Context, id: Id): Promise<Claim | undefined> {
  try {
    return await ctx.write((tx) => claimBooking(tx, id, ctx.now()));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await ctx.write((tx) => {
      const booking = bookingById(tx, id);
      const tries = booking.tries + 1;
      failBooking(tx, booking, { reason: error, tries, retryTime: retryTime(tries, ctx.now()) });
    });
    return undefined;
  }
}

async function request(
  ctx: Context,
  { booking, courier, parcel, mayBeWithCourier }: Claim,
  adapterOf: FindAdapter,
): Promise<BookingResult> {
  const { reserve, book, find } = adapterOf(courier);
  try {
    if (mayBeWithCourier && find) return await find(booking.key, booking.reference);
    if (mayBeWithCourier && booking.dropTime !== null)
      return { is: 'unknown', reason: message('booking_dropped_unanswered') };
    if (!book) return { is: 'refused', reason: message('courier_gives_no_numbers') };
    if (reserve)
      return await bookReserved(ctx, booking, await reserve(parcel, booking.reference), (reference) =>
        book(parcel, reference),
      );
    return mayBeWithCourier ? keepUncertain(await book(parcel)) : await book(parcel);
  } catch (error) {
    return { is: 'unknown', reason: message('foreign_text', { text: String(error) }) };
  }
}

/** Commits the reservation before the step that costs money, so that a crash in between leads to a question about it. */
async function bookReserved(
  ctx: Context,
  { id }: Booking,
  reserved: ReserveResult,
  book: (reference: string) => Promise<BookingResult>,
): Promise<BookingResult> {
  if (reserved.is !== 'reserved') return reserved;
  const { reference } = reserved;
  const isDropped = await ctx.write((tx) => {
    changeBooking(tx, id, { reference });
    return bookingById(tx, id).dropTime !== null;
  });
  return isDropped ? { is: 'unsent', reason: message('booking_dropped_meanwhile') } : book(reference);
}

const RETRY_PAUSES = [1_000, 2_000, 4_000, 8_000, 16_000, 32_000]; // milliseconds

interface Answered {
  id: Id;
  result: BookingResult;
}

/** Retries for a minute: a full disk or a long write of another process must not lose a number. */
async function record(ctx: Context, { id, result }: Answered, isStopping: () => boolean): Promise<void> {
  for (const pause of RETRY_PAUSES) {
    try {
      return await recordBookingResult(ctx, id, result);
    } catch (error) {
      const number = result.is === 'booked' ? result.trackingNumber : undefined;
      ctx.log.warn(
        { err: error, booking: id, result: result.is, number },
        'saving the result of a booking failed; retrying',
      );
      if (isStopping()) throw error;
      await sleep(pause);
    }
  }
  await recordBookingResult(ctx, id, result);
}

/** Without `find` the request is repeated with the same key. A rejection says nothing about the first request. */
const keepUncertain = (result: BookingResult): BookingResult =>
  result.is === 'refused' || result.is === 'unsent' ? { is: 'unknown', reason: result.reason } : result;
