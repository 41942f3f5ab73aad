import type { Context } from '../../../context.ts';
import { Refusal } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import type { BookingAnswer } from '../../couriers/adapters/adapter.ts';
import { byCourier } from '../history.ts';
import { settleBooking, settleUnwanted } from './settle.ts';

/** Commits what a courier has answered about a booking. */
export async function recordAnswer(ctx: Context, bookingId: Id, answer: BookingAnswer): Promise<void> {
  try {
    await ctx.write((db) => settleBooking(db, bookingId, answer, byCourier(ctx.now())));
  } catch (error) {
    if (!(error instanceof Refusal) || answer.is !== 'booked') throw error;
    const unwanted = { trackingNumber: answer.trackingNumber, reason: error.message };
    await ctx.write((db) => settleUnwanted(db, bookingId, unwanted, ctx.now()));
  }
}
