import type { Child } from 'hono/jsx';
import type { WriteTx } from '../../../context.ts';
import { requestBooking } from '../../../domain/orders/bookings/requests.ts';
import type { OrderEntry } from '../../../domain/orders/list/entries.ts';
import { pickUp } from '../../../domain/orders/shipments/move.ts';
import { AppError } from '../../../lib/errors.ts';
import { errorText } from '../../error-text.ts';
import type { OfficeResponse, Page } from '../../office-response.ts';
import { ButtonLink, Notice } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { post, type Screen } from '../../screen.ts';
import { previewOf } from '../bulk/bulk-screens.ts';
import { orderListTexts } from './order-list-texts.ts';
import { failurePage, isAllSelected, listPath, selectedOrders } from './selected-orders.tsx';

export const bulkScreens: readonly Screen[] = [
  post('/orders/book', 'orders', (context) => {
    if (isAllSelected(context)) return previewOf(context, 'book');
    return forEachSelected(context, orderListTexts(context.language).requested, (tx, { id }) => {
      requestBooking(tx, id, context.act());
      return 1;
    });
  }),
  post('/orders/picked-up', 'orders', (context) =>
    forEachSelected(context, orderListTexts(context.language).handedOver, (tx, order) => {
      const waiting = order.parcels.filter(({ status }) => status === 'booked');
      if (waiting.length === 0) return orderListTexts(context.language).nothingToHandOver;
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
): Promise<OfficeResponse> {
  const orders = await selectedOrders(context);
  if (!Array.isArray(orders)) return orders;
  const outcomes = await Promise.all(orders.map((order) => runStep(context, order, step)));
  const failed = outcomes.flatMap((outcome) => (typeof outcome === 'number' ? [] : [outcome]));
  const count = outcomes.reduce<number>((sum, outcome) => sum + (typeof outcome === 'number' ? outcome : 0), 0);
  const done = count === 0 ? undefined : doneText(count);
  if (failed.length === 0) return context.redirect(listPath(context), done);
  return resultsPage(context, { done, title: orderListTexts(context.language).failed(failed.length), failed });
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

/** An order that the action failed for. */
interface Failed {
  order: OrderEntry;
  reason: string;
}

interface Results {
  /** Message about the successful orders. */
  done?: string | undefined;
  title: string;
  failed: readonly Failed[];
  children?: Child;
}

/** The result of an action that failed for some of the selected orders. */
export function resultsPage(context: StoreContext, { done, title, failed, children }: Results): Page {
  const t = orderListTexts(context.language);
  return failurePage(
    context,
    <>
      {done !== undefined && <Notice tone="good">{done}</Notice>}
      <section class="card">
        <h2>{title}</h2>
        <ul>
          {failed.map(({ order, reason }) => (
            <li>
              <a href={`/office/orders/${order.id}`}>#{order.orderNumber}</a>{' '}
              {context.may('customer_data') && order.recipientName}: {reason}
            </li>
          ))}
        </ul>
      </section>
      <div class="actions">
        {children}
        <ButtonLink href={`/office${listPath(context)}`} label={t.toList} />
      </div>
    </>,
  );
}
