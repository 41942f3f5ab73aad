import type { Database } from '../../../db/database.ts';
import type { Id } from '../../../lib/ids.ts';

const MOST = 20; // more than these are not meant
const TRIGRAM = 3; // characters, what the index of variants is made of
const LAST = '\u{10ffff}';

const HAVING = `SELECT DISTINCT v.sku FROM variant_words w CROSS JOIN variants v ON v.id = w.rowid
  WHERE w.sku MATCH ? AND v.store_id = ? AND v.delete_time IS NULL LIMIT ?`;

const BEGINNING = `SELECT DISTINCT sku FROM variants
  WHERE store_id = ? AND sku >= ? AND sku < ? AND delete_time IS NULL LIMIT ?`;

/**
 * The store's SKUs that the text may mean, and the text itself, which may have been one: it is a part of them, or, where
 * it has one or two characters, their beginning.
 */
export function skusLike(db: Database, storeId: Id, text: string): string[] {
  const found =
    [...text].length < TRIGRAM
      ? spellings(text).flatMap((start) => db.all<{ sku: string }>(BEGINNING, storeId, start, start + LAST, MOST))
      : db.all<{ sku: string }>(HAVING, `"${text.replaceAll('"', '""')}"`, storeId, MOST);
  return [text, ...found.slice(0, MOST).map(({ sku }) => sku)];
}

/** Of one or two characters. */
const spellings = (text: string): string[] => {
  const [first = '', ...rest] = text;
  const capital = first.toUpperCase() + rest.join('').toLowerCase();
  return [...new Set([text, text.toUpperCase(), text.toLowerCase(), capital])];
};
