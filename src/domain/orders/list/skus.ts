import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import type { Id } from '../../../lib/ids.ts';

const MOST = 20; // more than these are not meant
const TRIGRAM = 3; // characters, what the index of variants is made of
const LAST = '\u{10ffff}';

const HAVING = query<{ sku: string }>(
  { reads: ['variant_words', 'variants'] },
  `SELECT DISTINCT v.sku
  FROM (SELECT rowid FROM variant_words WHERE sku MATCH ? LIMIT 1000) w CROSS JOIN variants v ON v.id = w.rowid
  WHERE v.store_id = ? AND v.delete_time IS NULL LIMIT ?`,
);

const BEGINNING = query<{ sku: string }>(
  { reads: ['variants'] },
  `SELECT DISTINCT sku FROM variants
  WHERE store_id = ? AND sku >= ? AND sku < ? AND delete_time IS NULL LIMIT ?`,
);

/**
 * The store's SKUs that the text may mean, and the text itself, which may have been one: it is a part of them, or, where
 * it has one or two characters or is in very many SKUs of all stores, their beginning.
 */
export function skusLike(db: Reader, storeId: Id, text: string): string[] {
  const having = [...text].length < TRIGRAM ? [] : skusHaving(db, storeId, text);
  const beginning = having.length < MOST ? skusBeginning(db, storeId, text) : [];
  return [...new Set([text, ...having, ...beginning])].slice(0, MOST + 1);
}

const skusHaving = (db: Reader, storeId: Id, text: string): string[] =>
  db.all(HAVING, `"${text.replaceAll('"', '""')}"`, storeId, MOST).map(({ sku }) => sku);

const skusBeginning = (db: Reader, storeId: Id, text: string): string[] =>
  spellings(text).flatMap((start) => db.all(BEGINNING, storeId, start, start + LAST, MOST).map(({ sku }) => sku));

const spellings = (text: string): string[] => {
  const [first = '', ...rest] = text;
  const capital = first.toUpperCase() + rest.join('').toLowerCase();
  return [...new Set([text, text.toUpperCase(), text.toLowerCase(), capital])];
};
