import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';
import { startStockFeed } from '../feeds.ts';

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

/** Runs a change of the store's apps or channels. If it starts the recording, earlier cursors expire. */
export function withRecording<T>(tx: WriteTx, storeId: Id, change: () => T): T {
  const wasRecording = isRecording(tx, storeId);
  const result = change();
  tx.invalidate(RECORDING, storeId);
  if (!wasRecording && isRecording(tx, storeId)) startStockFeed(tx, storeId);
  return result;
}
