import type { Reader } from '../../../db/reader.ts';
import { query, type Value } from '../../../db/statement.ts';
import type { Id } from '../../../lib/ids.ts';
import { indexedUpTo, searchedOf } from './index-rows.ts';
import { bearersOf, namedExactly, skusLike, someNames } from './lookups.ts';
import { FILTER, filterValues, type OrderQuery, type Range } from './query.ts';
import { type Found, mergeResults, type ScanResult, scanTab, stagesValue, tabCondition, tabReads } from './scan.ts';
import { askForPerson, askForSkus, isSought, isSoughtPerson, type Person, soughtOf } from './search-words.ts';
import type { OrderTab } from './tabs.ts';

const HITS = 500; // of the index at most; each is read, compared with the text, the tab and the filters
const FEW = 1_000;
const COMPARED = 100;

/**
 * Searches a tab for the newest orders by order number (`#12` or `12`), start of an external id or tracking number, part
 * of the recipient or a SKU (its start, or three characters), or start or end of a telephone.
 */
export function find(
  db: Reader,
  storeId: Id,
  { search = '', ...query }: OrderQuery,
  range: Range,
  most: number,
  now: number,
): ScanResult {
  const text = search.trim();
  const few = fewInTab(db, storeId, query, range, now);
  if (few) return { found: compared(db, text, few, most, new Set(idsOf(bearersOf(db, text, few)))) };
  const { tab } = query;
  const values = { ...filterValues(query, now), ...range, storeId, stages: stagesValue(db, storeId, tab) };
  const named = namedExactly(db, storeId, text, range);
  const own = { found: passing(db, tab, values, named.found), stoppedAt: named.stoppedAt };
  const all = text.startsWith('#') ? [own] : [own, ...searchIndex(db, { text, tab, values, range, most })];
  const { found, stoppedAt } = mergeResults(all);
  return { found: found.filter(({ id }, i) => id !== found[i - 1]?.id).slice(0, most), stoppedAt };
}

/** All orders that pass the filters if the tab is small: then each is compared and the index is not needed. */
function fewInTab(db: Reader, storeId: Id, query: OrderQuery, range: Range, now: number): Found[] | undefined {
  if (query.tab === 'all') return undefined;
  const { found, stoppedAt } = scanTab(db, storeId, query, range, FEW + 1, now);
  return stoppedAt === undefined && found.length <= FEW ? found : undefined;
}

interface IndexSearch {
  text: string;
  tab: OrderTab;
  /** Values of the tab's condition, the filters and the range. */
  values: Record<string, Value> & { storeId: Id };
  range: Range;
  most: number;
}

/** Matches by SKU and by person, at most `most` each, and those among the orders that are not indexed yet. */
function searchIndex(db: Reader, { text, tab, values, range, most }: IndexSearch): ScanResult[] {
  const { storeId } = values;
  const sought = soughtOf(text);
  const late = newerThan(db, storeId, indexedUpTo(db), range);
  const newest = compared(db, text, passing(db, tab, values, late.found), HITS);
  const bySku = hitsOf(db, tab, { ...values, match: askForSkus(skusLike(db, storeId, text)) }, most);
  const lastEnough = bySku.found[most - 1]; // older matches would not be shown
  const newer = lastEnough ? { ...values, aboveId: Math.max(range.aboveId, lastEnough.id - 1) } : values;
  const match = askForPerson(sought, sought.digits === undefined ? someNames(db) : ''); // names rarely have digits
  const byPerson = hitsOf(db, tab, { ...newer, match }, most, (hit) => isSoughtPerson(sought, hit));
  return [{ ...late, found: newest }, bySku, byPerson];
}

/** Those that are in the tab and pass the filters. */
const passing = (db: Reader, tab: OrderTab, values: Record<string, Value>, orders: readonly Found[]): Found[] =>
  orders.length === 0
    ? []
    : db.all(
        query<Found>(
          { reads: ['orders', ...tabReads(tab)] },
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
  most: number,
  isMeant: (hit: Hit) => boolean = () => true,
): ScanResult {
  if (values.match === '') return { found: [] };
  const found: Hit[] = [];
  const isEnough = (hit: Hit): boolean => {
    if (hit.passes === 1 && isMeant(hit)) found.push(hit);
    return found.length === most;
  };
  const hits = db.takeUntil(
    isEnough,
    query<Hit>(
      { reads: ['addresses', 'order_search', 'orders', ...tabReads(tab)] },
      `SELECT o.id, o.order_number AS number, a.name, a.telephone, ${tabCondition(tab)} AND ${FILTER} AS passes
     FROM order_search s CROSS JOIN orders o ON o.id = s.rowid CROSS JOIN addresses a ON a.version = o.recipient_address
     WHERE order_search MATCH @match AND s.rowid > @aboveId AND s.rowid < @belowId AND o.store_id = @storeId
     ORDER BY s.rowid DESC LIMIT ${HITS}`,
    ),
    values,
  );
  const hasEnded = found.length < most && hits.length < HITS;
  return { found, stoppedAt: hasEnded ? undefined : lastOf(hits) - 1 };
}

/** The orders that match the text, or that are in `named`. */
function compared(
  db: Reader,
  text: string,
  passing: readonly Found[],
  most: number,
  named: ReadonlySet<Id> = new Set(),
): Found[] {
  const sought = soughtOf(text);
  const found: Found[] = [];
  for (let i = 0; i < passing.length && found.length < most; i += COMPARED) {
    const some = passing.slice(i, i + COMPARED);
    const searched = searchedOf(db, idsOf(some));
    const matches = (id: Id, own = searched.get(id)) => named.has(id) || (own !== undefined && isSought(sought, own));
    found.push(...some.filter(({ id }) => matches(id)));
  }
  return found.slice(0, most);
}

const unindexedOrders = query<Found>(
  { reads: ['orders'] },
  `SELECT id, order_number AS number FROM orders WHERE id > @indexed AND id > @aboveId AND id < @belowId
   AND store_id + 0 = @storeId ORDER BY id DESC LIMIT @most`,
);

/** Orders that are not indexed yet. */
function newerThan(db: Reader, storeId: Id, indexed: Id, range: Range): ScanResult {
  const found = db.all(unindexedOrders, { ...range, indexed, storeId, most: HITS });
  return { found, stoppedAt: found.length < HITS ? undefined : lastOf(found) - 1 };
}

const lastOf = (found: readonly Found[]): number => found.at(-1)?.number ?? 0;
