import type { Context } from '../../../context.ts';
import { requestBooking } from '../../../domain/orders/bookings/requests.ts';
import type { OrderEntry } from '../../../domain/orders/list/entries.ts';
import { pickUp } from '../../../domain/orders/shipments/pick-up.ts';
import { Refusal } from '../../../lib/errors.ts';
import type { Answer } from '../../answer.ts';
import { refusalText } from '../../refusals.ts';
import { post, type Screen } from '../../screen.ts';
import type { Visit } from '../../visit.ts';
import { cameFrom } from './came-from.ts';
import { type Failed, resultsPage } from './results.tsx';
import { texts } from './texts.ts';
import { tickedOrders } from './ticked.ts';

export const bulkScreens: readonly Screen[] = [
  post('/orders/book', 'staff', (visit) =>
    eachTicked(visit, texts(visit.language).booked, (db, { id }) => {
      requestBooking(db, id, visit.act());
      return 1;
    }),
  ),
  post('/orders/picked-up', 'staff', (visit) =>
    eachTicked(visit, texts(visit.language).pickedUp, (db, order) => {
      const waiting = order.parcels.filter(({ status }) => status === 'booked');
      if (waiting.length === 0) return texts(visit.language).nothingToHandOver;
      for (const { id } of waiting) pickUp(db, id, {}, visit.act());
      return waiting.length;
    }),
  ),
];

/** How many it was done with, or why it cannot be. */
type Step = (db: Context['db'], order: OrderEntry) => number | string;

/** Does it with every ticked order, each in a step of its own: one that is refused stops no other. */
async function eachTicked(visit: Visit, doneText: (count: number) => string, step: Step): Promise<Answer> {
  const orders = tickedOrders(visit);
  if (!Array.isArray(orders)) return orders;
  const outcomes = await Promise.all(orders.map((order) => tried(visit, order, step)));
  const failed = outcomes.flatMap((outcome) => (typeof outcome === 'number' ? [] : [outcome]));
  const count = outcomes.reduce<number>((sum, outcome) => sum + (typeof outcome === 'number' ? outcome : 0), 0);
  const done = count === 0 ? undefined : doneText(count);
  if (failed.length === 0) return visit.redirect(cameFrom(visit), done);
  return resultsPage(visit, { done, title: texts(visit.language).notDone(failed.length), failed });
}

async function tried(visit: Visit, order: OrderEntry, step: Step): Promise<number | Failed> {
  try {
    const outcome = await visit.ctx.write((db) => step(db, order));
    return typeof outcome === 'number' ? outcome : { order, reason: outcome };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { order, reason: refusalText(visit.language, error.message) };
  }
}
