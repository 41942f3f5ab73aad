import type { Reader } from '../../../db/reader.ts';
import { command, query } from '../../../db/statement.ts';
import type { WriteTx } from '../../../db/write-tx.ts';
import type { Id } from '../../../lib/ids.ts';
import { type Searched, wordsOf } from './search-words.ts';

// The only writer of order_search.

type SearchedRow = Searched & { id: Id };

const COLUMNS = `o.id, a.name, a.telephone,
  (SELECT group_concat(sku, char(10)) FROM order_lines WHERE order_id = o.id AND delete_time IS NULL) AS skus`;
const NEXT = query<SearchedRow>(
  { reads: ['addresses', 'order_lines', 'orders'] },
  `SELECT ${COLUMNS} FROM orders o JOIN addresses a ON a.version = o.recipient_address
  WHERE o.id > ? ORDER BY o.id LIMIT ?`,
);
const THESE = query<SearchedRow>(
  { reads: ['addresses', 'order_lines', 'orders'] },
  `SELECT ${COLUMNS} FROM json_each(?) c CROSS JOIN orders o ON o.id = c.value
  JOIN addresses a ON a.version = o.recipient_address`,
);

/** The searched texts of these orders. */
export const searchedOf = (db: Reader, ids: readonly Id[]): Map<Id, Searched> =>
  new Map(db.all(THESE, JSON.stringify(ids)).map((row) => [row.id, row]));

const lastRow = query<{ id: Id | null }>({ reads: ['order_search'] }, 'SELECT max(id) AS id FROM order_search_docsize');

/** The newest indexed order; all older ones are indexed. */
export const indexedUpTo = (db: Reader): Id => db.get(lastRow)?.id ?? (0 as Id);

const newestOrder = query<{ id: Id | null }>({ reads: ['orders'] }, 'SELECT max(id) AS id FROM orders');

export const isIndexBehind = (db: Reader): boolean => (db.get(newestOrder)?.id ?? 0) > indexedUpTo(db);

/** Indexes the oldest orders that are not indexed yet; returns how many. */
export function indexOrders(tx: WriteTx, most: number): number {
  const rows = tx.all(NEXT, indexedUpTo(tx), most);
  for (const row of rows) put(tx, row);
  mergeParts(tx);
  return rows.length;
}

/** Updates the index after a change of address or lines. */
export function indexAgain(tx: WriteTx, id: Id): void {
  const searched = id <= indexedUpTo(tx) && searchedOf(tx, [id]).get(id);
  if (!searched) return;
  put(tx, { ...searched, id });
  mergeParts(tx);
}

const putIndexEntry = command(
  { writes: ['order_search'] },
  'INSERT OR REPLACE INTO order_search (rowid, words) VALUES (?, ?)',
);

const put = (tx: WriteTx, row: SearchedRow): number => tx.run(putIndexEntry, row.id, wordsOf(row));

/** Every commit adds a segment to the index. Merging a few pages each time keeps up and stays short. */
export const mergeParts = (tx: WriteTx, pages = 8): number =>
  tx.run(
    command({ writes: ['order_search'] }, `INSERT INTO order_search (order_search, rank) VALUES ('merge', ${pages})`),
  );
