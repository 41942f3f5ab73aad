import type { Reader } from '../../../db/reader.ts';
import type { Id } from '../../../lib/ids.ts';
import { type OrderQuery, rangeOf } from './filters.ts';
import { findOrders } from './order-page.ts';
import { type Found, oldestOfTab } from './scan.ts';
import { type OrderSort, sortOrders } from './sorted.ts';

/** The orders before and after an order in the list. */
export interface Neighbors {
  previous?: Found | undefined;
  next?: Found | undefined;
}

interface PlaceInList {
  order: Found;
  query: OrderQuery;
  /** Undefined: newest first. */
  sort: OrderSort | undefined;
  /** Cursor of the list's page. */
  before: number | undefined;
  now: number;
}

/**
 * The neighbors of an order in a list. Newest first, the order itself need not be in the list any more: an order that was
 * packed keeps its neighbors in the tab of orders to pack.
 *
 * To answer quickly, they are unknown in a sorted list of more than MAX_SORTED orders, in a search within a tab, at the
 * end of a page of a search, and if filters skip very many orders.
 */
export async function neighborsOf(
  db: Reader,
  storeId: Id,
  { order, query, sort, before, now }: PlaceInList,
): Promise<Neighbors> {
  if (sort && !isNewestFirst(sort))
    return neighborsIn(await sorted(db, findOrders(db, storeId, query, { limit: MAX_SORTED }, now), sort), order);
  if ((query.search ?? '').trim() === '') return neighborsByNumber(db, storeId, { order, query, now });
  if (query.tab !== 'all') return {};
  return neighborsIn(findOrders(db, storeId, query, { before, limit: SEARCH_PAGE }, now).found, order);
}

const MAX_SORTED = 500; // orders; sorting more would slow the order page down
const SEARCH_PAGE = 50; // orders

const isNewestFirst = ({ key, descending }: OrderSort): boolean => key === 'time' && descending;

const neighborsByNumber = (
  db: Reader,
  storeId: Id,
  { order: { number }, query, now }: Pick<PlaceInList, 'order' | 'query' | 'now'>,
): Neighbors =>
  db.snapshot(() => ({
    previous: oldestOfTab(db, storeId, {
      orderQuery: query,
      range: rangeOf(db, storeId, query, { after: number }),
      now,
    }),
    next: findOrders(db, storeId, query, { before: number, limit: 1 }, now).found[0],
  }));

/** Empty if there are more orders. */
async function sorted(
  db: Reader,
  { found, next }: ReturnType<typeof findOrders>,
  sort: OrderSort,
): Promise<readonly Found[]> {
  if (next !== undefined) return [];
  const orders = new Map(found.map((order) => [order.id, order]));
  const ids = await sortOrders(db, [...orders.keys()], sort);
  return ids.flatMap((id) => orders.get(id) ?? []);
}

function neighborsIn(list: readonly Found[], { id }: Found): Neighbors {
  const at = list.findIndex((order) => order.id === id);
  return at === -1 ? {} : { previous: list[at - 1], next: list[at + 1] };
}
