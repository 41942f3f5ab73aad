import type { Reader } from '../db/reader.ts';
import { query } from '../db/statement.ts';
import { invalidRequest } from '../lib/errors.ts';
import type { Id } from '../lib/ids.ts';
import { MAX_TAGS, normalTag, spelledAs } from '../lib/tags.ts';

// What tags of orders, customers and products have in common.

/** Each has an index that begins with its columns store_id and tag. */
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
  db.all(IN_USE[table], { storeId }).map(({ tag }) => tag);

/**
 * A typed tag as it is added. The spelling of a tag in use wins.
 *
 * @param tags that the order, customer or product has
 * @throws AppError invalid_request at `tag` if it is empty or there are too many
 */
export function tagToAdd(text: string, { tags, inUse }: { tags: readonly string[]; inUse: readonly string[] }): string {
  const tag = spelledAs(inUse, normalTag(text));
  if (tag === '') throw invalidRequest('no_visible_character', { path: 'tag' });
  if (tags.length >= MAX_TAGS && !tags.includes(tag))
    throw invalidRequest('too_many_tags', { path: 'tag', most: MAX_TAGS });
  return tag;
}
