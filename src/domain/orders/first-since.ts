import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { Id } from '../../lib/ids.ts';

/** More than any order number. */
export const MAX_NUMBER = Number.MAX_SAFE_INTEGER;

/** The first order number of this time or later, by binary search: numbers follow time. */
export function firstSince(db: Reader, storeId: Id, time: number): number {
  let [low, high] = [1, newestNumber(db, storeId) + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (createTime(db, storeId, middle) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The id of the first order of this time or later, or one that no order reaches: ids follow time. */
export const firstIdSince = (db: Reader, storeId: Id, time: number): Id =>
  db.get(idFrom, storeId, firstSince(db, storeId, time))?.id ?? (MAX_NUMBER as Id);

const idFrom = query<{ id: Id }>(
  { reads: ['orders'] },
  'SELECT id FROM orders WHERE store_id = ? AND order_number >= ? ORDER BY order_number LIMIT 1',
);

/** When the store got its first order; undefined without orders. */
export const firstOrderTime = (db: Reader, storeId: Id): number | undefined => db.get(createTimeFrom, storeId, 1)?.time;

const createTimeFrom = query<{ time: number }>(
  { reads: ['orders'] },
  `SELECT create_time AS time FROM orders WHERE store_id = ? AND order_number >= ? ORDER BY order_number LIMIT 1`,
);

const createTime = (db: Reader, storeId: Id, number: number): number =>
  db.get(createTimeFrom, storeId, number)?.time ?? MAX_NUMBER;

const newestNumberOfStore = query<{ number: number }>(
  { reads: ['orders'] },
  'SELECT order_number AS number FROM orders WHERE store_id = ? ORDER BY order_number DESC LIMIT 1',
);

const newestNumber = (db: Reader, storeId: Id): number => db.get(newestNumberOfStore, storeId)?.number ?? 0;
