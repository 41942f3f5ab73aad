import type { Reader } from '../../../db/reader.ts';
import { command, query } from '../../../db/statement.ts';
import type { WriteTx } from '../../../db/write-tx.ts';
import type { Id } from '../../../lib/ids.ts';
import { MAX_LENGTH } from '../../../lib/text-limits.ts';
import { type SearchedTexts, wordsOf } from './search-words.ts';

// The only writer of order_search.

type SearchedRow = SearchedTexts & { id: Id };

// Cut, so that no order delays the index: a partner could store longer texts and very many lines.
const COLUMNS = `o.id, substr(a.name, 1, ${MAX_LENGTH.name}) AS name, substr(a.telephone, 1, ${MAX_LENGTH.telephone}) AS telephone,
  (SELECT group_concat(substr(sku, 1, ${MAX_LENGTH.sku}), char(10)) FROM (SELECT sku FROM order_lines
    WHERE order_id = o.id AND delete_time IS NULL LIMIT 1000)) AS skus`;
const NEXT_ORDERS = query<SearchedRow>(
  { reads: ['addresses', 'order_lines', 'orders'] },
  `SELECT ${COLUMNS} FROM orders o JOIN addresses a ON a.version = o.recipient_address
  WHERE o.id > ? ORDER BY o.id LIMIT ?`,
);
const BY_IDS = query<SearchedRow>(
  { reads: ['addresses', 'order_lines', 'orders'] },
  `SELECT ${COLUMNS} FROM json_each(?) c CROSS JOIN orders o ON o.id = c.value
  JOIN addresses a ON a.version = o.recipient_address`,
);

/** The searched texts of these orders. */
export const searchedTextsOf = (db: Reader, ids: readonly Id[]): Map<Id, SearchedTexts> =>
  new Map(db.all(BY_IDS, JSON.stringify(ids)).map((row) => [row.id, row]));

const lastRow = query<{ id: Id | null }>({ reads: ['order_search'] }, 'SELECT max(id) AS id FROM order_search_docsize');

/** The newest indexed order; all older ones are indexed. */
export const indexedUpTo = (db: Reader): Id => db.get(lastRow)?.id ?? (0 as Id);

const newestOrder = query<{ id: Id | null }>({ reads: ['orders'] }, 'SELECT max(id) AS id FROM orders');

export const isIndexBehind = (db: Reader): boolean => (db.get(newestOrder)?.id ?? 0) > indexedUpTo(db);

/** Indexes the oldest orders that are not indexed yet; returns how many. */
export function indexOrders(tx: WriteTx, limit: number): number {
  const rows = tx.all(NEXT_ORDERS, indexedUpTo(tx), limit);
  for (const row of rows) putEntry(tx, row);
  mergeSegments(tx);
  return rows.length;
}

/** Updates the index after a change of address or lines. */
export function reindexOrder(tx: WriteTx, id: Id): void {
  const texts = id <= indexedUpTo(tx) && searchedTextsOf(tx, [id]).get(id);
  if (!texts) return;
  putEntry(tx, { ...texts, id });
  mergeSegments(tx);
}

const putIndexEntry = command(
  { writes: ['order_search'] },
  'INSERT OR REPLACE INTO order_search (rowid, words) VALUES (?, ?)',
);

const putEntry = (tx: WriteTx, row: SearchedRow): number => tx.run(putIndexEntry, row.id, wordsOf(row));

/** Merges a few pages. Every commit adds a segment to the index; short merges keep their number low. */
export const mergeSegments = (tx: WriteTx, pages = 8): number =>
  tx.run(
    command({ writes: ['order_search'] }, `INSERT INTO order_search (order_search, rank) VALUES ('merge', ${pages})`),
  );

const MERGED_PAGES = 64; // a few milliseconds
const NO_CHANGE = 2; // SQLite counts fewer changes than this if there was nothing to merge

/**
 * Merges the segments of the index into one, a part at a time, which drops the words of deleted and replaced entries.
 *
 * @param isFirst marks all segments for the merge
 * @returns whether there is more to merge
 */
export function mergeAllSegments(tx: WriteTx, isFirst: boolean): boolean {
  const before = tx.totalChanges();
  mergeSegments(tx, isFirst ? -MERGED_PAGES : MERGED_PAGES);
  return tx.totalChanges() - before >= NO_CHANGE;
}
