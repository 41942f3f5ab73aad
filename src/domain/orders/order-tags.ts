import type { Reader } from '../../db/reader.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';
import { foldCase } from '../../lib/text.ts';
import { sortedTags, tagsOfStore, tagToAdd } from '../tags.ts';
import { existingOrder } from './order.ts';

// The only writer of order_tags.

const tagsOf = query<{ tag: string }>({ reads: ['order_tags'] }, 'SELECT tag FROM order_tags WHERE order_id = ?');

export const tagsOfOrder = (db: Reader, orderId: Id): string[] => sortedTags(db.all(tagsOf, orderId));

/** The tags of the store's orders, for suggestions and filters. */
export const orderTagsOfStore = (db: Reader, storeId: Id): string[] => tagsOfStore(db, 'order_tags', storeId);

const insertTag = command(
  { writes: ['order_tags'] },
  'INSERT OR IGNORE INTO order_tags (order_id, store_id, tag, folded_tag) VALUES (@orderId, @storeId, @tag, @foldedTag)',
);

const deleteTag = command({ writes: ['order_tags'] }, 'DELETE FROM order_tags WHERE order_id = ? AND tag = ?');

const deleteTags = command({ writes: ['order_tags'] }, 'DELETE FROM order_tags WHERE order_id = ?');

/**
 * Adds a tag. The spelling of a tag that the store already uses wins.
 * @throws AppError not_found; invalid_request at `tag` if the order has too many
 */
export function addOrderTag(tx: WriteTx, orderId: Id, text: string): void {
  const { storeId } = existingOrder(tx, orderId, 0);
  const tag = tagToAdd(tx, { table: 'order_tags', storeId, tags: tagsOfOrder(tx, orderId) }, text);
  tx.run(insertTag, { orderId, storeId, tag, foldedTag: foldCase(tag) });
}

export const removeOrderTag = (tx: WriteTx, orderId: Id, tag: string): number => tx.run(deleteTag, orderId, tag);

export const eraseOrderTags = (tx: WriteTx, orderId: Id): number => tx.run(deleteTags, orderId);
