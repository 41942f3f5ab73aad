import { setTimeout } from 'node:timers/promises';
import type { Context } from '../../../context.ts';
import type { Database } from '../../../db/database.ts';
import { Refusal } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import type { BookingAnswer } from '../../couriers/adapters/adapter.ts';
import type { FindAdapter } from '../../couriers/adapters/adapters.ts';
import {
  bookingById,
  bookingsDue,
  couriersDue,
  markFailed,
  markRequested,
  markWaiting,
  unattendedBookings,
  wake,
} from '../../couriers/bookings.ts';
import type { CourierName } from '../../couriers/couriers.ts';
import { type Claim, claimBooking } from './claim.ts';
import { recordAnswer } from './record.ts';
import { retryTime } from './settle.ts';

const MOST_IN_FLIGHT = 16; // for each courier

/**
 * Asks couriers for the numbers that wait in the queue. They are served side by side, so a slow one delays nobody else.
 * What was being asked when the server was stopped is asked about, where the courier can be, and not sent as if new.
 */
export function booker(ctx: Context, adapterOf: FindAdapter) {
  const inFlight = new Map<string, Map<Id, Promise<void>>>();
  let stopping = false;

  function serve(courier: CourierName): void {
    const busy = busyWith(courier);
    if (stopping || busy.size >= MOST_IN_FLIGHT) return;
    for (const { id } of bookingsDue(ctx.db, courier, ctx.now(), MOST_IN_FLIGHT))
      if (!busy.has(id) && busy.size < MOST_IN_FLIGHT) busy.set(id, book(courier, busy, id));
  }

  function busyWith({ storeId, shippingType }: CourierName): Map<Id, Promise<void>> {
    const name = `${storeId} ${shippingType}`;
    const busy = inFlight.get(name) ?? new Map();
    inFlight.set(name, busy);
    return busy;
  }

  /** One is followed by the next at once, unless it could not even be recorded. */
  async function book(courier: CourierName, busy: Map<Id, unknown>, id: Id): Promise<void> {
    try {
      const claim = await claimed(ctx, id);
      if (claim) await record(id, await ask(claim, adapterOf));
      busy.delete(id);
    } catch (error) {
      busy.delete(id);
      return ctx.log.error({ err: error, booking: id }, 'a booking could not be recorded');
    }
    serve(courier);
  }

  /** A number must not be lost because the disk is full or another process writes for long. */
  async function record(id: Id, answer: BookingAnswer): Promise<void> {
    for (const pause of RECORD_AGAIN) {
      try {
        return await recordAnswer(ctx, id, answer);
      } catch (error) {
        ctx.log.warn({ err: error, booking: id, answer }, 'what a courier has answered is recorded again');
        if (stopping) throw error;
        await setTimeout(pause);
      }
    }
    await recordAnswer(ctx, id, answer);
  }

  return {
    /** Starts what is due. */
    bookDue(): void {
      for (const courier of couriersDue(ctx.db, ctx.now())) serve(courier);
    },
    /** Has those looked after again that were given up half asked: by a stop, or since nothing could be recorded. */
    async wakeUnattended(): Promise<void> {
      const busy = new Set([...inFlight.values()].flatMap((one) => [...one.keys()]));
      const left = unattendedBookings(ctx.db).filter((id) => !busy.has(id));
      if (left.length === 0) return;
      await ctx.write((db) => {
        for (const id of left) wakeIfUnattended(db, id, ctx.now());
      });
    },
    /** Resolves when nothing is in flight any more. */
    async finish(): Promise<void> {
      stopping = true;
      await Promise.all([...inFlight.values()].flatMap((busy) => [...busy.values()]));
    },
  };
}

const RECORD_AGAIN = [1_000, 2_000, 4_000, 8_000, 16_000, 32_000]; // milliseconds

function wakeIfUnattended(db: Database, id: Id, now: number): void {
  const { status, nextTime } = bookingById(db, id);
  if (status === 'requested' && nextTime === null) wake(db, id, now);
}

/** The claim, or undefined where nobody is to be asked; what a number of a pool cannot be used for has failed. */
async function claimed(ctx: Context, id: Id): Promise<Claim | undefined> {
  try {
    return await ctx.write((db) => claimBooking(db, id, ctx.now()));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await ctx.write((db) => failBooking(db, id, error.message, ctx.now()));
    return undefined;
  }
}

function failBooking(db: Database, id: Id, reason: string, now: number): void {
  const { status, tries } = bookingById(db, id);
  if (status === 'failed') markWaiting(db, id, now);
  markRequested(db, id);
  markFailed(db, id, reason, retryTime(tries + 1, now));
}

async function ask({ booking, courier, parcel, again }: Claim, adapterOf: FindAdapter): Promise<BookingAnswer> {
  const { book, find } = adapterOf(courier);
  try {
    if (again && find) return await find(booking.key);
    if (again && booking.dropTime !== null) return { is: 'unknown', reason: DROPPED };
    if (!book) return { is: 'refused', reason: 'the courier gives no numbers' };
    return again ? stillInDoubt(await book(parcel)) : await book(parcel);
  } catch (error) {
    return { is: 'unknown', reason: String(error) };
  }
}

const DROPPED = 'dropped while the courier was asked: see whether it has the parcel, then drop it again';

/**
 * A courier that cannot be asked about a booking takes the same key twice for one booking. That it refuses, or cannot be
 * reached, the second time says nothing of the first.
 */
const stillInDoubt = (answer: BookingAnswer): BookingAnswer =>
  answer.is === 'refused' || answer.is === 'unsent' ? { is: 'unknown', reason: answer.reason } : answer;
