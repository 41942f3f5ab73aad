import { type OrderEntry, orderEntries } from '../../../domain/orders/list/entries.ts';
import type { OrderQuery } from '../../../domain/orders/list/filters.ts';
import { countMatches, listOrderPage } from '../../../domain/orders/list/order-page.ts';
import { filteredOrders, type OrderSort, sortOrders } from '../../../domain/orders/list/sorted.ts';
import type { Id } from '../../../lib/ids.ts';
import { count } from '../../../lib/number-format.ts';
import { withQuery } from '../../page/components.tsx';
import { givenPage, type PageLinks, pageLinks, requestedPage } from '../../page/pagination.ts';
import type { StoreContext } from '../../request-context.ts';
import type { OrderListQuery } from './order-list-query.ts';

const PAGE_SIZE = 50;
const MAX_MATCHES = 1_000; // counted

/** A page of the order list. */
export interface ListedOrders extends PageLinks {
  orders: readonly OrderEntry[];
  /** The search stopped early; `next` continues it. */
  hasStopped: boolean;
  /** Not sorted as requested, because the filter leaves too many orders. */
  isUnsorted: boolean;
  /** Number of orders that match, such as `1,000+`; undefined if all of them are on the page. */
  matches: string | undefined;
  /** `matches` counts all orders that match. */
  isCounted: boolean;
  /** Position of the first order of the page; undefined if it is not known. */
  first: number | undefined;
}

/**
 * The requested page. Sorted lists have page numbers; other lists continue below the order number `before`, and their
 * page number is only shown.
 */
export async function listedOrders(context: StoreContext, listQuery: OrderListQuery): Promise<ListedOrders> {
  const { sort } = listQuery;
  if (sort === undefined) return newestOrders(context, listQuery);
  const ids = await filteredOrders(context.db, context.store.id, listQuery.query, context.now);
  return ids ? sortedOrders(context, ids, sort) : { ...newestOrders(context, listQuery), isUnsorted: true };
}

function newestOrders(context: StoreContext, { query, before }: OrderListQuery): ListedOrders {
  const { db, store, now } = context;
  const { url } = context.request;
  const { orders, next, hasStopped } = listOrderPage(db, store.id, query, { before, limit: PAGE_SIZE }, now);
  const stops = hasStopped && next !== undefined;
  const page = before === undefined ? 1 : givenPage(context);
  const nextPage = page === undefined || stops ? undefined : page + 1;
  return {
    orders,
    hasStopped: stops,
    isUnsorted: false,
    first: page && (page - 1) * PAGE_SIZE + 1,
    isCounted: query.search === undefined || (before === undefined && next === undefined),
    matches: before === undefined && next === undefined ? undefined : matchesOf(context, query, orders.length),
    previous: before === undefined ? undefined : withQuery(url, { before: undefined, page: undefined }),
    next: next === undefined ? undefined : withQuery(url, { before: next, page: nextPage }),
  };
}

/** A search is not counted: that would take three times as long as its page. */
function matchesOf({ db, store, now }: StoreContext, query: OrderQuery, shown: number): string {
  if (query.search !== undefined) return `${shown}+`;
  const { count: matches, hasMore } = countMatches(db, store.id, query, MAX_MATCHES, now);
  return `${count(matches)}${hasMore ? '+' : ''}`;
}

async function sortedOrders(context: StoreContext, ids: readonly Id[], sort: OrderSort): Promise<ListedOrders> {
  const { db, now } = context;
  const page = requestedPage(context);
  const from = (page - 1) * PAGE_SIZE;
  const sorted = await sortOrders(db, ids, sort);
  const orders = orderEntries(db, sorted.slice(from, from + PAGE_SIZE), now);
  const links = pageLinks(context.request.url, page, ids.length > from + PAGE_SIZE);
  const matches = ids.length > PAGE_SIZE ? count(ids.length) : undefined;
  return { orders, hasStopped: false, isUnsorted: false, matches, isCounted: true, first: from + 1, ...links };
}
