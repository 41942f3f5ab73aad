import type { Reader } from '../db/reader.ts';
import { query } from '../db/statement.ts';
import { invalidRequest } from '../lib/errors.ts';
import type { Id } from '../lib/ids.ts';
import { sortedNames } from '../lib/name-order.ts';
import { MAX_TAGS, normalizeTag } from '../lib/tags.ts';
import { foldCase } from '../lib/text.ts';

// Functions for the tags of orders, customers and products.

/** Each table has indexes that begin with (store_id, tag) and (store_id, folded_tag). */
type TagTable = 'order_tags' | 'customer_tags' | 'product_tags';

const MAX_SUGGESTED = 200;

/** One seek of the index for each tag, however many rows have it. */
const tagsInUse = (table: TagTable) =>
  query<{ tag: string }>(
    { reads: [table] },
    `WITH RECURSIVE used (tag) AS (
       SELECT min(tag) FROM ${table} WHERE store_id = @storeId
       UNION ALL SELECT (SELECT min(tag) FROM ${table} WHERE store_id = @storeId AND tag > used.tag) FROM used
       WHERE used.tag IS NOT NULL LIMIT ${MAX_SUGGESTED + 1})
     SELECT tag FROM used WHERE tag IS NOT NULL`,
  );

const IN_USE = {
  order_tags: tagsInUse('order_tags'),
  customer_tags: tagsInUse('customer_tags'),
  product_tags: tagsInUse('product_tags'),
};

/** The first tags in use, for suggestions and filters. */
export const tagsOfStore = (db: Reader, table: TagTable, storeId: Id): string[] =>
  sortedTags(db.all(IN_USE[table], { storeId }));

export const sortedTags = (rows: readonly { tag: string }[]): string[] => sortedNames(rows.map(({ tag }) => tag));

const spelling = (table: TagTable) =>
  query<{ tag: string }>({ reads: [table] }, `SELECT tag FROM ${table} WHERE store_id = ? AND folded_tag = ? LIMIT 1`);

const SPELLING = {
  order_tags: spelling('order_tags'),
  customer_tags: spelling('customer_tags'),
  product_tags: spelling('product_tags'),
};

/** The tag with the spelling that the store already uses. */
export const withKnownSpelling = (db: Reader, table: TagTable, storeId: Id, tag: string): string =>
  db.get(SPELLING[table], storeId, foldCase(tag))?.tag ?? tag;

interface Tagged {
  table: TagTable;
  storeId: Id;
  /** The present tags of the order or customer. */
  tags: readonly string[];
}

/**
 * Normalizes a typed tag for adding it. A tag in use keeps its spelling.
 *
 * @throws AppError invalid_request at `tag` if it is empty or there are too many
 */
export function tagToAdd(db: Reader, { table, storeId, tags }: Tagged, text: string): string {
  const tag = withKnownSpelling(db, table, storeId, normalizeTag(text));
  if (tag === '') throw invalidRequest('no_visible_character', { path: 'tag' });
  if (tags.length >= MAX_TAGS && !tags.includes(tag))
    throw invalidRequest('too_many_tags', { path: 'tag', most: MAX_TAGS });
  return tag;
}
