import type { Context } from '../../../context.ts';
import type { Database } from '../../../db/database.ts';
import type { Id } from '../../../lib/ids.ts';
import type { CancelAnswer } from '../../couriers/adapters/adapter.ts';
import type { FindAdapter } from '../../couriers/adapters/adapters.ts';
import { bookingById } from '../../couriers/bookings.ts';
import {
  type Cancellation,
  cancellationsDue,
  markCancellation,
  markCancelling,
  unattendedCancellations,
  wakeCancellation,
} from '../../couriers/cancellations.ts';
import { addressOf, findCourier } from '../../couriers/couriers.ts';
import { byCourier, note } from '../history.ts';
import { retryTime } from './settle.ts';

const MOST_AT_ONCE = 16; // begun in one run

/** Tells couriers to forget the bookings that nobody wants any more; what is in doubt is told again. */
export function canceler(ctx: Context, adapterOf: FindAdapter) {
  const inFlight = new Map<Id, Promise<void>>();

  async function cancel({ bookingId, tries }: Cancellation): Promise<void> {
    try {
      await ctx.write((db) => markCancelling(db, bookingId));
      const end = endOf(await tell(ctx, adapterOf, bookingId), retryTime(tries + 1, ctx.now()));
      await ctx.write((db) => {
        markCancellation(db, bookingId, end);
        if (end.status === 'refused') noteRefusal(db, bookingId, String(end.reason), ctx.now());
      });
    } catch (error) {
      ctx.log.error({ err: error, booking: bookingId }, 'a cancellation could not be recorded');
    }
    inFlight.delete(bookingId);
  }

  return {
    /** Starts what is due. */
    cancelDue(): void {
      ctx.db.freshen(); // another process may have changed a courier
      for (const due of cancellationsDue(ctx.db, ctx.now(), MOST_AT_ONCE))
        if (!inFlight.has(due.bookingId)) inFlight.set(due.bookingId, cancel(due));
    },
    /** Has those looked after again that were given up half told. */
    async wakeUnattended(): Promise<void> {
      const left = unattendedCancellations(ctx.db).filter((id) => !inFlight.has(id));
      if (left.length === 0) return;
      await ctx.write((db) => {
        for (const id of left) wakeCancellation(db, id, ctx.now());
      });
    },
    /** Resolves when nothing is in flight any more. */
    async finish(): Promise<void> {
      await Promise.all(inFlight.values());
    },
  };
}

/** The courier may carry what nobody wants to be carried. */
function noteRefusal(db: Database, bookingId: Id, reason: string, now: number): void {
  const { orderId, trackingNumber } = bookingById(db, bookingId);
  note(db, orderId, byCourier(now), 'cancellation_refused', { tracking_number: trackingNumber, reason });
}

/** @param again when what is in doubt is told again */
function endOf(answer: CancelAnswer, again: number): Parameters<typeof markCancellation>[2] {
  if (answer.is === 'canceled') return { status: 'canceled', reason: null, nextTime: null };
  const { reason } = answer;
  return answer.is === 'refused'
    ? { status: 'refused', reason, nextTime: null }
    : { status: 'waiting', reason, nextTime: again };
}

/** Of a pool's number nobody has to be told. */
async function tell(ctx: Context, adapterOf: FindAdapter, bookingId: Id): Promise<CancelAnswer> {
  const { key, storeId, shippingType, trackingNumber, sentTo } = bookingById(ctx.db, bookingId);
  if (sentTo === null || trackingNumber === null) return { is: 'canceled' };
  const courier = findCourier(ctx.db, storeId, shippingType);
  const tellCourier = courier && adapterOf(courier).cancel;
  if (!tellCourier || addressOf(courier) !== sentTo)
    return { is: 'refused', reason: `${shippingType} is reached elsewhere now: tell the former courier` };
  try {
    return await tellCourier({ key, trackingNumber });
  } catch (error) {
    return { is: 'unknown', reason: String(error) };
  }
}
