import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import type { Id } from '../../../lib/ids.ts';
import { MAX_SHOWN_LENGTH } from '../../../lib/text-limits.ts';
import { type OrderEntry, orderEntries } from './entries.ts';
import { type Bounds, type OrderQuery, rangeOf } from './filters.ts';
import { numberIn } from './lookups.ts';
import { countTab, type Found, scanTab } from './scan.ts';
import { searchTab } from './search.ts';
import { ORDER_TABS, type OrderTab } from './tabs.ts';

interface PageBounds extends Bounds {
  limit: number;
  /** Texts are cut to this number of characters. */
  maxLength?: number | undefined;
}

export interface OrderPage {
  orders: OrderEntry[];
  /** `before` of the next page. */
  next?: number | undefined;
  /** The page is not full because the search stopped early to answer quickly. */
  hasStopped: boolean;
}

/**
 * A page of orders, newest first; the order whose number was searched comes first. If filters or a search skip very
 * many orders, the page ends early and `next` is where to continue.
 */
export const listOrderPage = (
  db: Reader,
  storeId: Id,
  query: OrderQuery,
  { maxLength, ...bounds }: PageBounds,
  now: number,
): OrderPage =>
  db.snapshot(() => {
    const { found, next, hasStopped } = findOrders(db, storeId, query, bounds, now);
    return { orders: orderEntries(db, idsOf(found), now, maxLength), next, hasStopped };
  });

/** As `listOrderPage`, without the entries. */
export function findOrders(
  db: Reader,
  storeId: Id,
  query: OrderQuery,
  { limit, ...bounds }: Omit<PageBounds, 'maxLength'>,
  now: number,
) {
  const range = rangeOf(db, storeId, query, bounds);
  const scan = (query.search ?? '').trim() === '' ? scanTab : searchTab;
  const searched = bounds.after === undefined ? orderOfNumber(db, storeId, query, now) : undefined;
  const most = limit + (searched ? 2 : 1);
  const { found: all, stoppedAt } = scan(db, storeId, { orderQuery: query, range, limit: most, now });
  const others = searched ? all.filter(({ id }) => id !== searched.id) : all;
  const found = searched && bounds.before === undefined ? [searched, ...others] : others;
  const page = found.slice(0, limit);
  const following = found[limit];
  if (following) return { found: page, next: following.number + 1, hasStopped: false };
  return {
    found: page,
    next: stoppedAt === undefined ? undefined : stoppedAt + 1,
    hasStopped: stoppedAt !== undefined,
  };
}

/** The order whose number is searched, if it is in the tab and passes the filters. */
function orderOfNumber(db: Reader, storeId: Id, query: OrderQuery, now: number): Found | undefined {
  const number = numberIn((query.search ?? '').trim());
  if (number === undefined) return undefined;
  const range = rangeOf(db, storeId, query, { after: number - 1, before: number + 1 });
  return scanTab(db, storeId, { orderQuery: query, range, limit: 1, now }).found[0];
}

/** Counts matching orders among the newest, up to `limit` and within one scan. */
export function countMatches(db: Reader, storeId: Id, query: OrderQuery, limit: number, now: number) {
  const { found, next } = findOrders(db, storeId, query, { limit }, now);
  return { count: found.length, hasMore: found.length > 0 && next !== undefined };
}

export const countAwaitingRestock = (db: Reader, storeId: Id, limit: number, now: number) =>
  countMatches(db, storeId, RESTOCK_QUERY, limit, now);

const RESTOCK_QUERY = { tab: 'returning', returnState: 'to_restock' } as const;

/** Why an order owes its customer money: it is overpaid, shipped less than was ordered, or goods were returned. */
export type ToRefund = 'isOverpaid' | 'isShort' | 'isReturned';

export const countToRefund = (db: Reader, storeId: Id, filter: ToRefund, limit: number, now: number) =>
  countMatches(db, storeId, { tab: 'all', [filter]: true }, limit, now);

const idsOf = (found: readonly Found[]): Id[] => found.map(({ id }) => id);

const BATCH_SIZE = 50;

/** All orders, in batches, so that other work can run in between. No order repeats. */
export function* orderBatches(db: Reader, storeId: Id, query: OrderQuery, now: number): Generator<OrderEntry[]> {
  let before: number | undefined;
  do {
    const { orders, next } = listOrderPage(
      db,
      storeId,
      query,
      { before, limit: BATCH_SIZE, maxLength: MAX_SHOWN_LENGTH },
      now,
    );
    yield orders;
    before = next;
  } while (before !== undefined);
}

/** Orders per tab. `limit` means that many or more; tabs that are not requested are 0. */
export const countTabs = (
  db: Reader,
  storeId: Id,
  limit: number,
  tabs: readonly OrderTab[] = ORDER_TABS,
): Readonly<Record<OrderTab, number>> =>
  Object.fromEntries(
    ORDER_TABS.map((tab) => [tab, tabs.includes(tab) ? countTab(db, storeId, tab, limit) : 0]),
  ) as Record<OrderTab, number>;

/** The store's newest order number; 0 without orders. */
export const newestOrder = (db: Reader, storeId: Id): number => db.get(NEWEST, storeId)?.number ?? 0;

const NEWEST = query<{ number: number }>(
  { reads: ['orders'] },
  'SELECT order_number AS number FROM orders WHERE store_id = ? ORDER BY order_number DESC LIMIT 1',
);
