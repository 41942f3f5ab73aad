import type { Context } from '../../../context.ts';
import type { Id } from '../../../lib/ids.ts';
import type { CancelAnswer } from '../../couriers/adapter.ts';
import type { FindAdapter } from '../../couriers/adapters.ts';
import { bookingById, cancellationsDue, markCancellation, markCancelling } from '../../couriers/bookings.ts';
import { addressOf, findCourier } from '../../couriers/couriers.ts';
import { retryTime } from './settle.ts';

const MOST_AT_ONCE = 16;

/** Tells couriers to forget the bookings that nobody wants any more; what is in doubt is told again. */
export async function cancelDue(ctx: Context, adapterOf: FindAdapter): Promise<void> {
  ctx.db.freshen(); // another process may have changed a courier
  const due = cancellationsDue(ctx.db, ctx.now(), MOST_AT_ONCE);
  await Promise.all(due.map(({ bookingId, tries }) => cancel(ctx, adapterOf, { bookingId, tries: tries + 1 })));
}

async function cancel(ctx: Context, adapterOf: FindAdapter, { bookingId, tries }: { bookingId: Id; tries: number }) {
  await ctx.write((db) => markCancelling(db, bookingId));
  const answer = await tell(ctx, adapterOf, bookingId);
  const { is } = answer;
  const end =
    is === 'unknown' ? { status: 'waiting', nextTime: retryTime(tries, ctx.now()) } : { status: is, nextTime: null };
  const reason = is === 'canceled' ? null : answer.reason;
  await ctx.write((db) =>
    markCancellation(db, bookingId, { ...end, reason } as Parameters<typeof markCancellation>[2]),
  );
}

/** Of a pool's number nobody has to be told. */
async function tell(ctx: Context, adapterOf: FindAdapter, bookingId: Id): Promise<CancelAnswer> {
  const { key, storeId, shippingType, trackingNumber, sentTo } = bookingById(ctx.db, bookingId);
  const courier = findCourier(ctx.db, storeId, shippingType);
  const tellCourier = courier && adapterOf(courier).cancel;
  if (sentTo === null || trackingNumber === null) return { is: 'canceled' };
  if (!tellCourier || addressOf(courier) !== sentTo)
    return { is: 'refused', reason: `${shippingType} is reached elsewhere now: tell the former courier` };
  try {
    return await tellCourier({ key, trackingNumber });
  } catch (error) {
    return { is: 'unknown', reason: String(error) };
  }
}
