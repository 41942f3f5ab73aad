import { listOrderPage, newestOrder } from '../../../domain/orders/list/page.ts';
import { withQuery } from '../../page/parts.tsx';
import { get, type Screen } from '../../screen.ts';
import type { Visit } from '../../visit.ts';
import { askedOf } from './asked.ts';
import { OrderRow } from './rows.ts';

/** The part of the table that new orders come into: it asks for them every few seconds, and is put before what it brings. */
export const News = ({ visit, after }: { visit: Visit; after: number }) => (
  <tbody id="news" hx-get={newsAddress(visit, after)} hx-trigger="every 7s" hx-swap="outerHTML" hx-target="#news" />
);

/** The same where the list is empty: its page is loaded anew once there are some. */
export const NewsOfNothing = ({ visit, after }: { visit: Visit; after: number }) => (
  <div
    id="news"
    hx-get={`${newsAddress(visit, after)}&empty=1`}
    hx-trigger="every 7s"
    hx-swap="outerHTML"
    hx-target="#news"
  />
);

const newsAddress = (visit: Visit, after: number): string => {
  const list = new URL('/office/orders/news', visit.asked.url);
  list.search = visit.asked.url.search;
  return withQuery(list, { after, before: undefined });
};

const MOST = 50; // more than a page of them are seen by loading the list anew

export const newsScreens: readonly Screen[] = [
  get('/orders/news', 'staff', (visit) => {
    const { query, after = 0 } = askedOf(visit);
    const { db } = visit.ctx;
    const newest = newestOrder(db, visit.store.id);
    if (newest <= after) return new Response(null, { status: 204 });
    const { orders } = listOrderPage(db, visit.store.id, query, { after, limit: MOST }, visit.now);
    if (orders.length === MOST || inEmptyList(visit)) return new Response(null, { headers: { 'HX-Refresh': 'true' } });
    return {
      fragment: (
        <>
          <News visit={visit} after={newest} />
          <tbody class="new">
            {orders.map((order) => (
              <OrderRow visit={visit} order={order} />
            ))}
          </tbody>
        </>
      ),
    };
  }),
];

const inEmptyList = (visit: Visit): boolean => visit.asked.url.searchParams.has('empty');
