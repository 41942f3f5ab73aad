import type { Reader } from '../../db/reader.ts';
import { batchInsert, command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { type Id, idText } from '../../lib/ids.ts';
import type { Message } from '../../lib/messages/catalogue.ts';
import { message } from '../../lib/messages/message.ts';
import { markDeletedTo } from '../feeds.ts';
import { IS_LISTENING, isRecording } from './recording.ts';

// The only writer of available_changes: the source of webhooks and of the feed, one row per change, however many follow it.

/** A changed available quantity of one variant in one warehouse, with at most one actor. */
export interface AvailableChange {
  variant: { id: Id; storeId: Id; sku: string | null };
  warehouseId: Id;
  old: number;
  new: number;
  /** Unix milliseconds; strictly increasing per variant and warehouse. */
  updateTime: number;
  reason: string;
  orderId?: Id | undefined;
  userId?: Id | undefined;
}

/** A range of a store's changes, which are numbered without gaps in commit order. */
export interface Changes {
  storeId: Id;
  first: number;
  count: number;
}

const CHANGES = batchInsert({
  table: 'available_changes',
  columns: `store_id, id, variant_id, sku, warehouse_id, old_qty, new_qty, update_time, reason, order_id, user_id,
    create_time`,
});

/** Records the change for the apps and channels of the variant's store, in the same transaction as the change. */
export function announce(tx: WriteTx, change: AvailableChange, now: number): void {
  const { variant } = change;
  const { storeId } = variant;
  if (!isRecording(tx, storeId)) return;
  const id = cachedNewest(tx, storeId) + 1;
  tx.queueInsert(CHANGES, [
    storeId,
    id,
    variant.id,
    variant.sku ?? '',
    change.warehouseId,
    change.old,
    change.new,
    change.updateTime,
    change.reason,
    change.orderId ?? null,
    change.userId ?? null,
    now,
  ]);
  tx.setCachedRow(NEWEST, storeId, id);
}

const NEWEST = 'available changes';

const newestChangeOfStore = query<{ id: number | null }>(
  { reads: ['available_changes'] },
  'SELECT max(id) AS id FROM available_changes WHERE store_id = ?',
);

/** The number of the newest change; 0 if there is none. */
export const newestChange = (db: Reader, storeId: Id): number => db.get(newestChangeOfStore, storeId)?.id ?? 0;

const cachedNewest = (tx: WriteTx, storeId: Id): number =>
  tx.cachedRow(NEWEST, storeId, () => newestChange(tx, storeId));

/** Up to `limit` changes of the store, from `first` on. */
export const changesFrom = (tx: WriteTx, storeId: Id, first: number, limit: number): Changes => ({
  storeId,
  first,
  count: Math.max(0, Math.min(limit, cachedNewest(tx, storeId) + 1 - first)),
});

/** An element of `data.items` (docs/partner-api.md#webhooks). */
export interface Item {
  id: string;
  sku: string;
  old: number;
  new: number;
  warehouse_id: string;
  update_time: number;
  reason: string;
  order_id?: string;
  user_id?: string;
}

interface ChangeRow {
  variantId: Id;
  sku: string;
  warehouseId: Id;
  old: number;
  new: number;
  updateTime: number;
  reason: string;
  orderId: Id | null;
  userId: Id | null;
}

const changeRows = query<ChangeRow>(
  { reads: ['available_changes'] },
  `SELECT variant_id AS variantId, sku, warehouse_id AS warehouseId, old_qty AS old, new_qty AS new,
     update_time AS updateTime, reason, order_id AS orderId, user_id AS userId
   FROM available_changes WHERE store_id = +? AND id >= ? ORDER BY id LIMIT +?`,
);

export const itemsOf = (db: Reader, { storeId, first, count }: Changes): Item[] =>
  db.all(changeRows, storeId, first, count).map(itemOf);

const itemOf = (change: ChangeRow): Item => ({
  id: idText(change.variantId),
  sku: change.sku,
  old: change.old,
  new: change.new,
  warehouse_id: idText(change.warehouseId),
  update_time: change.updateTime,
  reason: change.reason,
  ...(change.orderId !== null && { order_id: idText(change.orderId) }),
  ...(change.userId !== null && { user_id: idText(change.userId) }),
});

const oldestChanges = query<{ id: number; createTime: number }>(
  { reads: ['available_changes'] },
  'SELECT id, create_time AS createTime FROM available_changes WHERE store_id = +? ORDER BY id LIMIT +?',
);

const nextOfSlowestApp = query<{ id: number | null }>(
  { reads: ['apps'] },
  `SELECT min(last_announced) + 1 AS id FROM apps WHERE store_id = ? AND ${IS_LISTENING}`,
);

const deleteChanges = command(
  { writes: ['available_changes'] },
  'DELETE FROM available_changes WHERE store_id = ? AND id <= ?',
);

/**
 * Deletes up to `most` of the store's oldest changes, if they were recorded before `before`. What an app still gets stays,
 * and the newest one, because the next number follows it.
 *
 * @returns how many
 */
export function deleteOldChanges(tx: WriteTx, storeId: Id, { before, most }: { before: number; most: number }): number {
  const oldest = tx.all(oldestChanges, storeId, most);
  const end = Math.min(newestChange(tx, storeId), tx.get(nextOfSlowestApp, storeId)?.id ?? Number.MAX_SAFE_INTEGER);
  const kept = oldest.findIndex(({ id, createTime }) => createTime >= before || id >= end);
  const old = kept === -1 ? oldest : oldest.slice(0, kept);
  const last = old.at(-1);
  if (!last) return 0;
  markDeletedTo(tx, storeId, last.id);
  return tx.run(deleteChanges, storeId, last.id);
}

/** The newest change is never deleted, so a store that has deleted some has one. */
export const storesWithGaps = query<{ storeId: Id }>(
  { reads: ['available_changes', 'feeds'] },
  `SELECT f.store_id AS storeId FROM feeds f LEFT JOIN available_changes c ON c.store_id = f.store_id
   GROUP BY f.store_id HAVING coalesce(min(c.id), 1) <> deleted_to + 1 OR max(c.id) - min(c.id) + 1 <> count(c.id)`,
);

const appsAheadOfChanges = query<{ id: Id }>(
  { reads: ['apps', 'available_changes'] },
  `SELECT id FROM apps
   WHERE last_announced > coalesce((SELECT max(id) FROM available_changes c WHERE c.store_id = apps.store_id), 0)`,
);

/** Stores with gaps in their changes, and apps whose position is past the newest change. */
export function verifyChanges(db: Reader): Message[] {
  const gaps = db.all(storesWithGaps);
  const ahead = db.all(appsAheadOfChanges);
  return [
    ...gaps.map(({ storeId }) => message('changes_missing', { store: storeId })),
    ...ahead.map(({ id }) => message('app_ahead_of_changes', { app: id })),
  ];
}
