import type { Reader } from '../../../db/reader.ts';
import { query, type Value } from '../../../db/statement.ts';
import type { Id } from '../../../lib/ids.ts';
import { MAX_LENGTH } from '../../../lib/text-limits.ts';
import { type Bounds, FILTER, FILTER_READS, filterValues, type Range, rangeOf } from './filters.ts';
import { indexedUpTo, searchedTextsOf } from './index-rows.ts';
import { matchingSkus, ordersByIdentifier, ordersWithIdentifier, sampleNames } from './lookups.ts';
import {
  type Found,
  mergeResults,
  type ScanResult,
  scanTab,
  stagesValue,
  type TabScan,
  tabCondition,
  tabReads,
} from './scan.ts';
import {
  matchesOrder,
  matchesPerson,
  type Person,
  personQuery,
  type SearchTerm,
  searchTermOf,
  skuQuery,
} from './search-words.ts';
import type { OrderTab } from './tabs.ts';

const MAX_HITS = 500; // of the index; each is read and compared with the term, the tab and the filters
const SMALL_TAB = 1_000;
const COMPARE_BATCH = 100;

/**
 * Searches a tab for the newest orders by order number (`#12` or `12`), start of an external id or tracking number, part
 * of the recipient or a SKU (its start, or three characters), or start or end of a telephone.
 */
export function searchTab(db: Reader, storeId: Id, scan: TabScan): ScanResult {
  const { range, limit, now } = scan;
  const { search = '', excludePersonalData = false, ...query } = scan.orderQuery;
  const text = search.trim();
  const term = searchTermOf(text, !excludePersonalData);
  const small = ordersOfSmallTab(db, storeId, scan);
  if (small) return { found: matching(db, term, small, limit, new Set(idsOf(ordersWithIdentifier(db, text, small)))) };
  const { tab } = query;
  const values = { ...filterValues(query, now), ...range, storeId, stages: stagesValue(db, storeId, tab) };
  const identified = ordersByIdentifier(db, storeId, text, range);
  const byIdentifier = { found: filtered(db, tab, values, identified.found), stoppedAt: identified.stoppedAt };
  const all = text.startsWith('#')
    ? [byIdentifier]
    : [byIdentifier, ...searchIndex(db, text, { term, tab, values, range, limit })];
  const { found, stoppedAt } = mergeResults(all);
  return { found: found.filter(({ id }, i) => id !== found[i - 1]?.id).slice(0, limit), stoppedAt };
}

/** The newest orders of a store by part of the recipient's name, or start or end of the telephone; at most `limit`. */
export function ordersByPerson(
  db: Reader,
  storeId: Id,
  text: string,
  { limit, ...bounds }: Bounds & { limit: number },
): ScanResult {
  const term = { ...searchTermOf(text), inSkus: false };
  const range = rangeOf(db, storeId, {}, bounds);
  const values = { ...NO_FILTERS, ...range, storeId, stages: stagesValue(db, storeId, 'all') };
  const unindexed = newestMatches(db, { term, tab: 'all', values, range, limit });
  const { found, stoppedAt } = mergeResults([unindexed, personHits(db, { term, tab: 'all', values, limit })]);
  return { found: found.slice(0, limit), stoppedAt };
}

/** Orders by order number, start of an external id or tracking number; then, if allowed, the newest ones by person. */
export function ordersByText(
  db: Reader,
  storeId: Id,
  text: string,
  { inPersons, limit }: { inPersons: boolean; limit: number },
): Found[] {
  const identified = ordersByIdentifier(db, storeId, text, rangeOf(db, storeId, {}, {})).found;
  const named = inPersons ? ordersByPerson(db, storeId, text, { limit }).found : [];
  const others = named.filter(({ id }) => identified.every((order) => order.id !== id));
  return [...identified, ...others].slice(0, limit);
}

const NO_FILTERS = filterValues({}, 0);

/** The filtered orders of a small tab: they are compared one by one, without the index. */
function ordersOfSmallTab(db: Reader, storeId: Id, scan: TabScan): Found[] | undefined {
  if (scan.orderQuery.tab === 'all') return undefined;
  const { found, stoppedAt } = scanTab(db, storeId, { ...scan, limit: SMALL_TAB + 1 });
  return stoppedAt === undefined && found.length <= SMALL_TAB ? found : undefined;
}

interface PersonSearch {
  term: SearchTerm;
  tab: OrderTab;
  /** Values of the tab's condition, the filters and the range. */
  values: Record<string, Value> & { storeId: Id };
  limit: number;
}

interface IndexSearch extends PersonSearch {
  range: Range;
}

/** Matches by SKU and by person, at most `limit` each, and matches among the orders that are not indexed yet. */
function searchIndex(db: Reader, text: string, search: IndexSearch): ScanResult[] {
  const { tab, values, range, limit } = search;
  const bySku = hitsOf(db, tab, { ...values, match: skuQuery(matchingSkus(db, values.storeId, text)) }, limit);
  const lastShown = bySku.found[limit - 1]; // older matches would not be shown
  const newer = lastShown ? { ...values, aboveId: Math.max(range.aboveId, lastShown.id - 1) } : values;
  return [newestMatches(db, search), bySku, personHits(db, { ...search, values: newer })];
}

/** Matches among the orders that are not indexed yet. */
function newestMatches(db: Reader, { term, tab, values, range }: IndexSearch): ScanResult {
  const unindexed = unindexedIn(db, values.storeId, indexedUpTo(db), range);
  return { ...unindexed, found: matching(db, term, filtered(db, tab, values, unindexed.found), MAX_HITS) };
}

function personHits(db: Reader, { term, tab, values, limit }: PersonSearch): ScanResult {
  const match = personQuery(term, term.digits === undefined ? sampleNames(db) : ''); // names rarely have digits
  return hitsOf(db, tab, { ...values, match }, limit, (hit) => matchesPerson(term, hit));
}

/** The orders that are in the tab and pass the filters. */
const filtered = (db: Reader, tab: OrderTab, values: Record<string, Value>, orders: readonly Found[]): Found[] =>
  orders.length === 0
    ? []
    : db.all(
        query<Found>(
          { reads: ['orders', ...FILTER_READS, ...tabReads(tab)] },
          `SELECT o.id, o.order_number AS number FROM json_each(@ids) c CROSS JOIN orders o ON o.id = c.value
         WHERE o.store_id = @storeId AND o.order_number > @above AND o.order_number < @below AND ${tabCondition(tab)}
           AND ${FILTER} ORDER BY o.order_number DESC`,
        ),
        { ...values, ids: JSON.stringify(idsOf(orders)) },
      );

const idsOf = (found: readonly Found[]): Id[] => found.map(({ id }) => id);

type Hit = Found & Person & { passes: 0 | 1 };

/** Reads matches from the index until enough are in the tab and pass the filters. */
function hitsOf(
  db: Reader,
  tab: OrderTab,
  values: Record<string, Value> & { match: string },
  limit: number,
  isMatch: (hit: Hit) => boolean = () => true,
): ScanResult {
  if (values.match === '') return { found: [] };
  const found: Hit[] = [];
  const isEnough = (hit: Hit): boolean => {
    if (hit.passes === 1 && isMatch(hit)) found.push(hit);
    return found.length === limit;
  };
  const hits = db.takeUntil(
    isEnough,
    query<Hit>(
      { reads: ['addresses', 'order_search', 'orders', ...FILTER_READS, ...tabReads(tab)] },
      `SELECT o.id, o.order_number AS number, substr(a.name, 1, ${MAX_LENGTH.name}) AS name,
       substr(a.telephone, 1, ${MAX_LENGTH.telephone}) AS telephone, ${tabCondition(tab)} AND ${FILTER} AS passes
     FROM order_search s CROSS JOIN orders o ON o.id = s.rowid CROSS JOIN addresses a ON a.version = o.recipient_address
     WHERE order_search MATCH @match AND s.rowid > @aboveId AND s.rowid < @belowId AND o.store_id = @storeId
     ORDER BY s.rowid DESC LIMIT ${MAX_HITS}`,
    ),
    values,
  );
  const hasEnded = found.length < limit && hits.length < MAX_HITS;
  return { found, stoppedAt: hasEnded ? undefined : lastOf(hits) - 1 };
}

/** The orders that match the term, or that are in `identified`. */
function matching(
  db: Reader,
  term: SearchTerm,
  filtered: readonly Found[],
  limit: number,
  identified: ReadonlySet<Id> = new Set(),
): Found[] {
  const found: Found[] = [];
  for (let i = 0; i < filtered.length && found.length < limit; i += COMPARE_BATCH) {
    const batch = filtered.slice(i, i + COMPARE_BATCH);
    const texts = searchedTextsOf(db, idsOf(batch));
    const matches = (id: Id, order = texts.get(id)) =>
      identified.has(id) || (order !== undefined && matchesOrder(term, order));
    found.push(...batch.filter(({ id }) => matches(id)));
  }
  return found.slice(0, limit);
}

const unindexedOrders = query<Found>(
  { reads: ['orders'] },
  `SELECT id, order_number AS number FROM orders WHERE id > @indexed AND id > @aboveId AND id < @belowId
   AND store_id + 0 = @storeId ORDER BY id DESC LIMIT @limit`,
);

/** Orders that are not indexed yet. */
function unindexedIn(db: Reader, storeId: Id, indexed: Id, range: Range): ScanResult {
  const found = db.all(unindexedOrders, { ...range, indexed, storeId, limit: MAX_HITS });
  return { found, stoppedAt: found.length < MAX_HITS ? undefined : lastOf(found) - 1 };
}

const lastOf = (found: readonly Found[]): number => found.at(-1)?.number ?? 0;
