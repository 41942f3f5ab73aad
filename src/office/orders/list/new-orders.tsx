import { listOrderPage, newestOrder } from '../../../domain/orders/list/order-page.ts';
import { withQuery } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { get, type Screen } from '../../screen.ts';
import { orderListQuery } from './order-list-query.ts';
import { OrderRow } from './order-row.ts';

/** Polls for new orders; the response replaces this element with itself and the new rows below it. */
export const NewOrders = ({ context, after }: { context: StoreContext; after: number }) => (
  <tbody id="news" hx-get={newOrdersUrl(context, after)} hx-trigger="every 7s" hx-swap="outerHTML" hx-target="#news" />
);

/** Polls while the list is empty, and reloads the page when an order arrives. */
export const NewOrdersInEmptyList = ({ context, after }: { context: StoreContext; after: number }) => (
  <div
    id="news"
    hx-get={`${newOrdersUrl(context, after)}&empty=1`}
    hx-trigger="every 7s"
    hx-swap="outerHTML"
    hx-target="#news"
  />
);

const newOrdersUrl = (context: StoreContext, after: number): string => {
  const list = new URL('/office/orders/news', context.request.url);
  list.search = context.request.url.search;
  return withQuery(list, { after, before: undefined });
};

const MAX_ROWS = 50; // with more new orders the page is reloaded

export const newOrdersScreens: readonly Screen[] = [
  get('/orders/news', 'orders or money', (context) => {
    const { query, after = 0 } = orderListQuery(context);
    const { db } = context;
    const newest = newestOrder(db, context.store.id);
    if (newest <= after) return new Response(null, { status: 204 });
    const { orders } = listOrderPage(db, context.store.id, query, { after, limit: MAX_ROWS }, context.now);
    if (orders.length === MAX_ROWS || isListEmpty(context))
      return new Response(null, { headers: { 'HX-Refresh': 'true' } });
    return {
      fragment: (
        <>
          <NewOrders context={context} after={newest} />
          <tbody class="new">
            {orders.map((order) => (
              <OrderRow context={context} order={order} />
            ))}
          </tbody>
        </>
      ),
    };
  }),
];

const isListEmpty = (context: StoreContext): boolean => context.request.url.searchParams.has('empty');
