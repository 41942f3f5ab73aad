import type { Reader } from '../../db/reader.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';

// Which stores record changes of stock, and which cursors of their feeds are valid. The only writer of feeds.

/** Conditions of an app that receives changes of stock. */
export const IS_LISTENING = `url <> '' AND stock_available_updated = 1`;

const recordingOfStore = query<{ isOn: 0 | 1 }>(
  { reads: ['apps', 'channels'] },
  `SELECT EXISTS (SELECT 1 FROM apps WHERE store_id = @storeId AND ${IS_LISTENING})
     OR EXISTS (SELECT 1 FROM channels WHERE store_id = @storeId AND stock_read = 1) AS isOn`,
);

const RECORDING = 'recording';

/** Whether an app or a channel of the store follows changes of stock. Otherwise they are not recorded. */
export const isRecording = (db: Reader, storeId: Id): boolean =>
  db.cached(RECORDING, storeId, () => (db.get(recordingOfStore, { storeId }) as { isOn: 0 | 1 }).isOn) === 1;

const NEW_EPOCH = 'abs(random() % 1000000000000)';

const startStockFeed = command(
  { writes: ['feeds'] },
  `INSERT INTO feeds (store_id, stock_epoch) VALUES (?, ${NEW_EPOCH})
   ON CONFLICT DO UPDATE SET stock_epoch = excluded.stock_epoch`,
);

/** Runs a change of the store's apps or channels. If it starts the recording, cursors of the time before expire. */
export function withRecording<T>(tx: WriteTx, storeId: Id, change: () => T): T {
  const wasRecording = isRecording(tx, storeId);
  const result = change();
  tx.invalidate(RECORDING, storeId);
  if (!wasRecording && isRecording(tx, storeId)) tx.run(startStockFeed, storeId);
  return result;
}

const startAllFeeds = command(
  { writes: ['feeds'], reads: ['stores'] },
  `INSERT INTO feeds (store_id, stock_epoch, order_epoch) SELECT id, ${NEW_EPOCH}, ${NEW_EPOCH} FROM stores WHERE true
   ON CONFLICT DO UPDATE SET stock_epoch = excluded.stock_epoch, order_epoch = excluded.order_epoch`,
);

/** Lets all cursors expire: after an older copy was restored, numbers are used again for other changes. */
export const expireCursors = (tx: WriteTx): number => tx.run(startAllFeeds);

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

const INITIAL: FeedState = { stockEpoch: 0, orderEpoch: 0, deletedTo: 0 };

export const feedState = (db: Reader, storeId: Id): FeedState => db.get(feedOfStore, storeId) ?? INITIAL;

const setDeletedTo = command(
  { writes: ['feeds'] },
  `INSERT INTO feeds (store_id, deleted_to) VALUES (@storeId, @change)
   ON CONFLICT DO UPDATE SET deleted_to = @change`,
);

export const markDeletedTo = (tx: WriteTx, storeId: Id, change: number): number =>
  tx.run(setDeletedTo, { storeId, change });
