import type { Context } from '../../../context.ts';
import type { Database } from '../../../db/database.ts';
import { Refusal } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import type { BookingAnswer } from '../../couriers/adapter.ts';
import type { FindAdapter } from '../../couriers/adapters.ts';
import { bookingById, bookingsDue, markFailed, markRequested, markWaiting } from '../../couriers/bookings.ts';
import { allCouriers, type Courier } from '../../couriers/couriers.ts';
import { type Claim, claimBooking } from './claim.ts';
import { recordAnswer } from './record.ts';
import { retryTime } from './settle.ts';

const MOST_IN_FLIGHT = 16; // for each courier

/**
 * Asks couriers for the numbers that wait in the queue. They are served side by side, so a slow one delays nobody else.
 * What was being asked when the server was stopped is asked about, where the courier can be, and not sent as if new.
 */
export function booker(ctx: Context, adapterOf: FindAdapter) {
  const inFlight = new Map<Courier['id'], Map<Id, Promise<void>>>();
  let stopping = false;

  function serve(courier: Courier): void {
    const busy = inFlight.get(courier.id) ?? new Map();
    inFlight.set(courier.id, busy);
    if (stopping || busy.size >= MOST_IN_FLIGHT) return;
    for (const { id } of bookingsDue(ctx.db, courier, ctx.now(), MOST_IN_FLIGHT))
      if (!busy.has(id) && busy.size < MOST_IN_FLIGHT) busy.set(id, book(courier, busy, id));
  }

  /** One is followed by the next at once, unless it could not even be recorded. */
  async function book(courier: Courier, busy: Map<Id, unknown>, id: Id): Promise<void> {
    try {
      const claim = await claimed(ctx, id);
      if (claim) await recordAnswer(ctx, id, await ask(claim, adapterOf));
    } catch (error) {
      busy.delete(id);
      return ctx.log.error({ err: error, booking: id }, 'a booking could not be recorded');
    }
    busy.delete(id);
    serve(courier);
  }

  return {
    /** Starts what is due. */
    bookDue(): void {
      for (const courier of allCouriers(ctx.db)) serve(courier);
    },
    /** Resolves when nothing is in flight any more. */
    async finish(): Promise<void> {
      stopping = true;
      await Promise.all([...inFlight.values()].flatMap((busy) => [...busy.values()]));
    },
  };
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

/** A courier that cannot be asked about a booking takes the same key twice for one booking. */
async function ask({ booking, courier, parcel, again }: Claim, adapterOf: FindAdapter): Promise<BookingAnswer> {
  const { book, find } = adapterOf(courier);
  try {
    if (again && find) return await find(booking.key);
    if (again && booking.dropTime !== null) return { is: 'refused', reason: 'dropped before the courier had answered' };
    return book ? await book(parcel) : { is: 'refused', reason: 'the courier gives no numbers' };
  } catch (error) {
    return { is: 'unknown', reason: String(error) };
  }
}
