import type { Database } from '../../../db/database.ts';
import type { Id } from '../../../lib/ids.ts';
import { type Searched, wordsOf } from './words.ts';

// The only writer of order_search.

type SearchedRow = Searched & { id: Id };

const COLUMNS = `o.id, a.name, a.telephone,
  (SELECT group_concat(sku, char(10)) FROM order_lines WHERE order_id = o.id AND delete_time IS NULL) AS skus`;
const NEXT = `SELECT ${COLUMNS} FROM orders o JOIN addresses a ON a.version = o.recipient_address
  WHERE o.id > ? ORDER BY o.id LIMIT ?`;
const THESE = `SELECT ${COLUMNS} FROM json_each(?) c CROSS JOIN orders o ON o.id = c.value
  JOIN addresses a ON a.version = o.recipient_address`;

/** What of these orders is searched, by their ids. */
export const searchedOf = (db: Database, ids: readonly Id[]): Map<Id, Searched> =>
  new Map(db.all<SearchedRow>(THESE, JSON.stringify(ids)).map((row) => [row.id, row]));

/** The newest order that the index has: it has all before it. */
export const indexedUpTo = (db: Database): Id =>
  db.get<{ id: Id | null }>('SELECT max(id) AS id FROM order_search_docsize')?.id ?? (0 as Id);

/** Whether there are orders that the index has not. */
export const isIndexBehind = (db: Database): boolean =>
  (db.get<{ id: Id | null }>('SELECT max(id) AS id FROM orders')?.id ?? 0) > indexedUpTo(db);

/** Adds the oldest orders that the index has not, at most `most`; how many. */
export function indexOrders(db: Database, most: number): number {
  const rows = db.all<SearchedRow>(NEXT, indexedUpTo(db), most);
  for (const row of rows) put(db, row);
  mergeParts(db);
  return rows.length;
}

/** The order's address or lines are others than they were. */
export function indexAgain(db: Database, id: Id): void {
  const searched = id <= indexedUpTo(db) && searchedOf(db, [id]).get(id);
  if (!searched) return;
  put(db, { ...searched, id });
  mergeParts(db);
}

const put = (db: Database, row: SearchedRow): number =>
  db.run('INSERT OR REPLACE INTO order_search (rowid, words) VALUES (?, ?)', row.id, wordsOf(row));

/**
 * Each commit that indexes something adds a part to the index, and four of a size become one. That is done so many pages
 * at a time: more than come in, and nobody waits for it.
 */
export const mergeParts = (db: Database, pages = 8): number =>
  db.run(`INSERT INTO order_search (order_search, rank) VALUES ('merge', ${pages})`);
