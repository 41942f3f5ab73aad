import type { Reader } from '../db/reader.ts';
import { command, query } from '../db/statement.ts';
import type { WriteTx } from '../db/write-tx.ts';
import type { Id } from '../lib/ids.ts';
import { randomBytes } from '../lib/runtime.ts';

// Validity of the cursors of a store's feeds (docs/decisions.md#change-feed). The only writer of feeds.

/** No earlier one is likely to be the same. */
const newEpoch = (): number => randomBytes(5).readUIntBE(0, 5);

const insertFeeds = command(
  { writes: ['feeds'] },
  'INSERT INTO feeds (store_id, stock_epoch, order_epoch) VALUES (?, ?, ?)',
);

/** Gives a new store epochs of its own, so that cursors of another store are never valid here. */
export const addFeeds = (tx: WriteTx, storeId: Id): number => tx.run(insertFeeds, storeId, newEpoch(), newEpoch());

const renewStockEpoch = command({ writes: ['feeds'] }, 'UPDATE feeds SET stock_epoch = ? WHERE store_id = ?');

/** Expires the cursors of the store's stock changes. */
export const startStockFeed = (tx: WriteTx, storeId: Id): number => tx.run(renewStockEpoch, newEpoch(), storeId);

const storesWithFeeds = query<{ storeId: Id }>({ reads: ['feeds'] }, 'SELECT store_id AS storeId FROM feeds');

const renewEpochs = command(
  { writes: ['feeds'] },
  'UPDATE feeds SET stock_epoch = ?, order_epoch = ? WHERE store_id = ?',
);

/**
 * Expires all cursors: after an older copy was restored or changes were lost, change numbers are reused for other
 * changes.
 */
export function expireCursors(tx: WriteTx): void {
  for (const { storeId } of tx.all(storesWithFeeds)) tx.run(renewEpochs, newEpoch(), newEpoch(), storeId);
}

interface FeedState {
  /** Cursors with another epoch have expired. */
  stockEpoch: number;
  orderEpoch: number;
  /** Changes of stock up to this number are deleted. */
  deletedTo: number;
}

const feedOfStore = query<FeedState>(
  { reads: ['feeds'] },
  'SELECT stock_epoch AS stockEpoch, order_epoch AS orderEpoch, deleted_to AS deletedTo FROM feeds WHERE store_id = ?',
);

export const feedState = (db: Reader, storeId: Id): FeedState => db.get(feedOfStore, storeId) as FeedState;

const setDeletedTo = command({ writes: ['feeds'] }, 'UPDATE feeds SET deleted_to = @change WHERE store_id = @storeId');

export const markDeletedTo = (tx: WriteTx, storeId: Id, change: number): number =>
  tx.run(setDeletedTo, { storeId, change });
