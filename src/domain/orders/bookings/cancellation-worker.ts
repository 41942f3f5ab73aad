import type { Context } from '../../../context.ts';
import type { WriteTx } from '../../../db/write-tx.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Message } from '../../../lib/messages/catalogue.ts';
import { message, messageToJson } from '../../../lib/messages/message.ts';
import type { CancelAnswer } from '../../couriers/adapters/adapter.ts';
import type { FindAdapter } from '../../couriers/adapters/adapters.ts';
import { addressOf, findCourier } from '../../couriers/couriers.ts';
import { byCourier, note } from '../history.ts';
import { bookingById, retryTime } from './booking.ts';
import {
  type Cancellation,
  cancellationsDue,
  cancellationsInFlight,
  markCancellation,
  markCancelling,
  wakeCancellation,
} from './cancellation.ts';

const MOST_AT_ONCE = 16; // started in one run

/** Sends the cancellations that are due, and repeats those whose answer is lost. */
export function cancellationWorker(ctx: Context, adapterOf: FindAdapter) {
  const inFlight = new Map<Id, Promise<void>>();

  async function cancel({ bookingId, tries }: Cancellation): Promise<void> {
    try {
      await ctx.write((tx) => markCancelling(tx, bookingId));
      const end = endOf(await send(ctx, adapterOf, bookingId), retryTime(tries + 1, ctx.now()));
      await ctx.write((tx) => {
        markCancellation(tx, bookingId, end);
        if (end.status === 'refused' && end.reason) noteRefusal(tx, bookingId, end.reason, ctx.now());
      });
    } catch (error) {
      ctx.log.error({ err: error, booking: bookingId }, 'saving the result of a cancellation failed');
    }
    inFlight.delete(bookingId);
  }

  return {
    /** Starts the cancellations that are due. */
    cancelDue(): void {
      ctx.db.checkExternalWrites(); // another process may have changed a courier
      for (const due of cancellationsDue(ctx.db, ctx.now(), MOST_AT_ONCE))
        if (!inFlight.has(due.bookingId)) inFlight.set(due.bookingId, cancel(due));
    },
    /** Sends orphaned cancellations again: after a crash, or if an answer could not be recorded. */
    async recoverOrphans(): Promise<void> {
      const orphans = cancellationsInFlight(ctx.db).filter((id) => !inFlight.has(id));
      if (orphans.length === 0) return;
      await ctx.write((tx) => {
        for (const id of orphans) wakeCancellation(tx, id, ctx.now());
      });
    },
    /** Resolves when nothing is in flight. */
    async finish(): Promise<void> {
      await Promise.all(inFlight.values());
    },
  };
}

/** The courier may still come for the parcel: the store has to know. */
function noteRefusal(tx: WriteTx, bookingId: Id, reason: Message, now: number): void {
  const { orderId, trackingNumber } = bookingById(tx, bookingId);
  note(tx, orderId, byCourier(now), 'cancellation_refused', {
    tracking_number: trackingNumber,
    reason: messageToJson(reason),
  });
}

/** @param again time of the next attempt, if the answer is lost */
function endOf(answer: CancelAnswer, again: number): Parameters<typeof markCancellation>[2] {
  if (answer.is === 'canceled') return { status: 'canceled', reason: null, nextTime: null };
  const { reason } = answer;
  return answer.is === 'refused'
    ? { status: 'refused', reason, nextTime: null }
    : { status: 'waiting', reason, nextTime: again };
}

/** A number from a pool was not requested from a courier. */
async function send(ctx: Context, adapterOf: FindAdapter, bookingId: Id): Promise<CancelAnswer> {
  const { key, storeId, shippingType, trackingNumber, sentTo } = bookingById(ctx.db, bookingId);
  if (sentTo === null || trackingNumber === null) return { is: 'canceled' };
  const courier = findCourier(ctx.db, storeId, shippingType);
  const cancelAtCourier = courier && adapterOf(courier).cancel;
  if (!cancelAtCourier || addressOf(courier) !== sentTo)
    return { is: 'refused', reason: message('cancellation_courier_changed', { shippingType }) };
  try {
    return await cancelAtCourier({ key, trackingNumber });
  } catch (error) {
    return { is: 'unknown', reason: message('foreign_text', { text: String(error) }) };
  }
}
