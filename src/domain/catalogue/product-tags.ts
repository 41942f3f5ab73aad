import type { Reader } from '../../db/reader.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';
import { foldCase } from '../../lib/text.ts';
import { tagsOfStore, withKnownSpelling } from '../tags.ts';

// The only writer of product_tags.

/** The first tags of the store's products, for suggestions and filters. */
export const productTagsOfStore = (db: Reader, storeId: Id): string[] => tagsOfStore(db, 'product_tags', storeId);

const mostUsed = query<{ tag: string }>(
  { reads: ['product_tags'] },
  'SELECT tag FROM product_tags WHERE store_id = ? GROUP BY tag ORDER BY count(*) DESC, tag LIMIT ?',
);

/** The tags that most products of the store have. */
export const mostUsedTags = (db: Reader, storeId: Id, limit: number): string[] =>
  db.all(mostUsed, storeId, limit).map(({ tag }) => tag);

/** The tags, each with the spelling that the store already uses. */
export const withKnownSpellings = (db: Reader, storeId: Id, tags: readonly string[]): string[] =>
  tags.map((tag) => withKnownSpelling(db, 'product_tags', storeId, tag));

const tagRows = query<{ tag: string }>(
  { reads: ['product_tags'] },
  'SELECT tag FROM product_tags WHERE product_id = ? ORDER BY tag',
);

const deleteTags = command({ writes: ['product_tags'] }, 'DELETE FROM product_tags WHERE product_id = ?');

const insertTags = command(
  { writes: ['product_tags'] },
  `INSERT OR IGNORE INTO product_tags (product_id, store_id, tag, folded_tag)
   SELECT @productId, @storeId, value ->> 'tag', value ->> 'folded' FROM json_each(@tags)`,
);

/** Replaces the tags of a product. A tag in use keeps its spelling. */
export function replaceTags(
  tx: WriteTx,
  { storeId, productId }: { storeId: Id; productId: Id },
  tags: readonly string[],
): void {
  const before = tx.all(tagRows, productId).map(({ tag }) => tag);
  const after = withKnownSpellings(tx, storeId, tags).sort();
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  tx.run(deleteTags, productId);
  const rows = after.map((tag) => ({ tag, folded: foldCase(tag) }));
  tx.run(insertTags, { productId, storeId, tags: JSON.stringify(rows) });
}
