import type { WriteTx } from '../../../context.ts';
import { requestBooking } from '../../../domain/orders/bookings/requests.ts';
import type { OrderEntry } from '../../../domain/orders/list/entries.ts';
import { pickUp } from '../../../domain/orders/shipments/move.ts';
import { AppError } from '../../../lib/errors.ts';
import type { Answer } from '../../answer.ts';
import { errorText } from '../../error-text.ts';
import type { StoreContext } from '../../request-context.ts';
import { post, type Screen } from '../../screen.ts';
import { texts } from './order-list-texts.ts';
import { type Failed, listPath, resultsPage, selectedOrders } from './selected-orders.tsx';

export const bulkScreens: readonly Screen[] = [
  post('/orders/book', 'staff', (context) =>
    forEachSelected(context, texts(context.language).requested, (tx, { id }) => {
      requestBooking(tx, id, context.act());
      return 1;
    }),
  ),
  post('/orders/picked-up', 'staff', (context) =>
    forEachSelected(context, texts(context.language).handedOver, (tx, order) => {
      const waiting = order.parcels.filter(({ status }) => status === 'booked');
      if (waiting.length === 0) return texts(context.language).nothingToHandOver;
      for (const { id } of waiting) pickUp(tx, id, {}, context.act());
      return waiting.length;
    }),
  ),
];

/** Returns the number of successes, or the reason why it is not possible. */
type Step = (tx: WriteTx, order: OrderEntry) => number | string;

/** Runs `step` for every selected order in its own transaction, so that one failure stops no other order. */
async function forEachSelected(
  context: StoreContext,
  doneText: (count: number) => string,
  step: Step,
): Promise<Answer> {
  const orders = selectedOrders(context);
  if (!Array.isArray(orders)) return orders;
  const outcomes = await Promise.all(orders.map((order) => runStep(context, order, step)));
  const failed = outcomes.flatMap((outcome) => (typeof outcome === 'number' ? [] : [outcome]));
  const count = outcomes.reduce<number>((sum, outcome) => sum + (typeof outcome === 'number' ? outcome : 0), 0);
  const done = count === 0 ? undefined : doneText(count);
  if (failed.length === 0) return context.redirect(listPath(context), done);
  return resultsPage(context, { done, title: texts(context.language).failed(failed.length), failed });
}

async function runStep(context: StoreContext, order: OrderEntry, step: Step): Promise<number | Failed> {
  try {
    const outcome = await context.write((tx) => step(tx, order));
    return typeof outcome === 'number' ? outcome : { order, reason: outcome };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { order, reason: errorText(context.language, error) };
  }
}
