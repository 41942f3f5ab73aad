import type { Database } from '../../../db/database.ts';
import type { Id } from '../../../lib/ids.ts';
import { indexedUpTo, searchedOf } from './index-rows.ts';
import { bearersOf, namedExactly } from './named.ts';
import { FILTER, filterValues, type OrderQuery } from './query.ts';
import type { Range } from './range.ts';
import { skusLike } from './skus.ts';
import { type Found, type Looked, stagesValue, tabCondition, walk } from './walk.ts';
import { askFor, isSought, soughtOf } from './words.ts';

const HITS = 400; // that are compared with the tab and the filters at once
const FEW = 1_000;
const COMPARED = 100;

/**
 * The newest orders of a tab that the text names, at most `most`: by order number (`#12` or `12`), by an external order
 * id or a tracking number or its beginning, by a part of the recipient's name, by a SKU's beginning or a part of three
 * characters or more, or by a telephone, its beginning or its end.
 */
export function find(
  db: Database,
  storeId: Id,
  { search = '', ...query }: OrderQuery,
  range: Range,
  most: number,
  now: number,
): Looked {
  const text = search.trim();
  const few = fewInTab(db, storeId, query, range, now);
  const named = few ? { found: bearersOf(db, text, few) } : namedExactly(db, storeId, text, range);
  const look = few ? { found: few } : candidatesOf(db, storeId, { text, named, query }, range, now);
  return { ...look, found: compared(db, text, look.found, new Set(idsOf(named.found)), most) };
}

/** All that pass the filters, where the tab has few orders: comparing each of them leaves none for later. */
function fewInTab(db: Database, storeId: Id, query: OrderQuery, range: Range, now: number): Found[] | undefined {
  if (query.tab === 'all') return undefined;
  const { found, stoppedAt } = walk(db, storeId, query, range, FEW + 1, now);
  return stoppedAt === undefined && found.length <= FEW ? found : undefined;
}

interface Looking {
  text: string;
  named: Looked;
  query: OrderQuery;
}

/** What the text may name of the tab and passes the filters. */
function candidatesOf(db: Database, storeId: Id, { text, named, query }: Looking, range: Range, now: number): Looked {
  const hits = text.startsWith('#') ? NONE : hitsOf(db, storeId, text, range);
  const ids = JSON.stringify([...new Set([...idsOf(named.found), ...idsOf(hits.found)])]);
  const stops = [named, hits].flatMap(({ stoppedAt = [] }) => stoppedAt);
  const stoppedAt = stops.length === 0 ? undefined : Math.max(...stops);
  const values = { ...range, ...filterValues(query, now), storeId, stages: stagesValue(db, storeId, query.tab) };
  const found = db.all<Found>(
    `SELECT o.id, o.order_number AS number FROM json_each(@ids) c CROSS JOIN orders o ON o.id = c.value
     WHERE o.store_id = @storeId AND o.order_number > @above AND o.order_number < @below AND ${tabCondition(query.tab)}
       AND ${FILTER} ORDER BY o.order_number DESC`,
    { ...values, ids, above: stoppedAt ?? range.above },
  );
  return { found, stoppedAt };
}

const NONE: Looked = { found: [] };

/** What the index finds may only resemble what is looked for. */
function compared(
  db: Database,
  text: string,
  passing: readonly Found[],
  named: ReadonlySet<Id>,
  most: number,
): Found[] {
  const sought = soughtOf(text);
  const found: Found[] = [];
  for (let i = 0; i < passing.length && found.length < most; i += COMPARED) {
    const some = passing.slice(i, i + COMPARED);
    const searched = searchedOf(
      db,
      some.map(({ id }) => id),
    );
    found.push(
      ...some.filter(({ id }) => {
        const own = searched.get(id);
        return named.has(id) || (own !== undefined && isSought(sought, own));
      }),
    );
  }
  return found.slice(0, most);
}

/** The orders that the text may name: those that the index has not come to yet, and what it has. */
function hitsOf(db: Database, storeId: Id, text: string, range: Range): Looked {
  const asked = askFor(soughtOf(text), skusLike(db, storeId, text), newestNames(db));
  const indexed = indexedUpTo(db);
  const late = newerThan(db, storeId, indexed, range);
  if (late.stoppedAt !== undefined) return late;
  const found = db.all<Found>(HIT, { ...range, storeId, asked, most: HITS });
  return { found: [...late.found, ...found], stoppedAt: found.length < HITS ? undefined : lastOf(found) - 1 };
}

const HIT = `SELECT o.id, o.order_number AS number FROM order_search s CROSS JOIN orders o ON o.id = s.rowid
  WHERE order_search MATCH @asked AND s.rowid > @aboveId AND s.rowid < @belowId AND o.store_id = @storeId
  ORDER BY s.rowid DESC LIMIT @most`;

const SAMPLE = 500;

/** Some names as they are here. */
const newestNames = (db: Database): string[] =>
  db.all<{ name: string }>(`SELECT name FROM addresses ORDER BY version DESC LIMIT ${SAMPLE}`).map(({ name }) => name);

/** Orders that the index has not come to yet. */
function newerThan(db: Database, storeId: Id, indexed: Id, range: Range): Looked {
  const found = db.all<Found>(
    `SELECT id, order_number AS number FROM orders WHERE id > @indexed AND id > @aboveId AND id < @belowId
       AND store_id + 0 = @storeId ORDER BY id DESC LIMIT @most`,
    { ...range, indexed, storeId, most: HITS },
  );
  return { found, stoppedAt: found.length < HITS ? undefined : lastOf(found) - 1 };
}

const idsOf = (found: readonly Found[]): Id[] => found.map(({ id }) => id);

const lastOf = (found: readonly Found[]): number => found.at(-1)?.number ?? 0;
