import type { Child } from 'hono/jsx';
import { type OrderEntry, ownEntries } from '../../../domain/orders/list/entries.ts';
import type { Page } from '../../answer.ts';
import { fields, id, optionalText, several } from '../../forms/fields.ts';
import { ButtonLink, Heading, Notice } from '../../page/components.tsx';
import { count } from '../../page/format.ts';
import type { StoreContext } from '../../request-context.ts';
import { texts } from './order-list-texts.ts';

const MAX_SELECTED = 500;

/**
 * The selected orders, oldest first; an error page if there are none or too many.
 *
 * @throws AppError not_found if an order belongs to another store
 */
export function selectedOrders(context: StoreContext): OrderEntry[] | Page {
  const { ids = [] } = context.form(fields({ ids: several(id) })).value ?? {};
  const t = texts(context.language);
  if (ids.length === 0) return selectionError(context, t.noneSelected);
  if (ids.length > MAX_SELECTED)
    return selectionError(context, t.tooManySelected(count(ids.length), count(MAX_SELECTED)));
  return ownEntries(context.db, context.store.id, ids, context.now);
}

/** Path of the list below `/office`, with the tab, filters and page on which the orders were selected. */
export function listPath(context: StoreContext): string {
  const { from = '' } = context.form(fields({ from: optionalText(2_000) })).value ?? {};
  return from.startsWith('?') ? `/orders${from}` : '/orders';
}

/** An order that the action failed for. */
export interface Failed {
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
  const t = texts(context.language);
  return {
    title: t.results,
    status: 422,
    body: (
      <>
        <Heading title={t.results} back={{ href: `/office${listPath(context)}`, label: t.orders }} />
        {done !== undefined && <Notice tone="good">{done}</Notice>}
        <section class="card">
          <h2>{title}</h2>
          <ul>
            {failed.map(({ order, reason }) => (
              <li>
                <a href={`/office/orders/${order.id}`}>#{order.orderNumber}</a> {order.recipientName}: {reason}
              </li>
            ))}
          </ul>
        </section>
        <div class="actions">
          {children}
          <ButtonLink href={`/office${listPath(context)}`} label={t.toList} />
        </div>
      </>
    ),
  };
}

const selectionError = (context: StoreContext, reason: string): Page => {
  const t = texts(context.language);
  return {
    title: t.results,
    status: 422,
    body: (
      <>
        <Heading title={t.results} back={{ href: `/office${listPath(context)}`, label: t.orders }} />
        <Notice tone="warn">{reason}</Notice>
      </>
    ),
  };
};
