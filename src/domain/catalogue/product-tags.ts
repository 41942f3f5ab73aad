import type { Reader } from '../../db/reader.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';
import { spelledAs } from '../../lib/tags.ts';
import { tagsOfStore } from '../tags.ts';

// The only writer of product_tags.

/** The first tags of the store's products, for suggestions and filters. */
export const productTagsOfStore = (db: Reader, storeId: Id): string[] => tagsOfStore(db, 'product_tags', storeId);

const anyWithTag = query<{ tag: string }>(
  { reads: ['product_tags'] },
  'SELECT tag FROM product_tags WHERE store_id = ? AND tag = ? LIMIT 1',
);

/** The tags, each as the store already spells it. */
export function spelledTags(db: Reader, storeId: Id, tags: readonly string[]): string[] {
  const isInUse = (tag: string) => db.get(anyWithTag, storeId, tag) !== undefined;
  return tags.map((tag) => (isInUse(tag) ? tag : spelledAs(productTagsOfStore(db, storeId), tag)));
}

const tagRows = query<{ tag: string }>(
  { reads: ['product_tags'] },
  'SELECT tag FROM product_tags WHERE product_id = ? ORDER BY tag',
);

const deleteTags = command({ writes: ['product_tags'] }, 'DELETE FROM product_tags WHERE product_id = ?');

const insertTags = command(
  { writes: ['product_tags'] },
  'INSERT OR IGNORE INTO product_tags (product_id, store_id, tag) SELECT @productId, @storeId, value FROM json_each(@tags)',
);

/** Replaces the tags of a product. The spelling of a tag in use wins. */
export function replaceTags(
  tx: WriteTx,
  { storeId, productId }: { storeId: Id; productId: Id },
  tags: readonly string[],
): void {
  const before = JSON.stringify(tx.all(tagRows, productId).map(({ tag }) => tag));
  const after = JSON.stringify(spelledTags(tx, storeId, tags).sort());
  if (before === after) return;
  tx.run(deleteTags, productId);
  tx.run(insertTags, { productId, storeId, tags: after });
}
