import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import type { Id } from '../../../lib/ids.ts';
import type { OrderFilters } from './query.ts';

/** Between which order numbers is looked, ends left out; the same as ids, since both count up together. */
export interface Range {
  above: number;
  below: number;
  aboveId: Id;
  belowId: Id;
}

const MOST = Number.MAX_SAFE_INTEGER;
const MARGIN = 86_400_000; // a clock that is set back may give a later order an earlier time

/** Only orders older or newer than those of these numbers. */
export interface Bounds {
  before?: number | undefined;
  after?: number | undefined;
}

export function rangeOf(
  db: Reader,
  storeId: Id,
  { since, until }: OrderFilters,
  { before = MOST, after = 0 }: Bounds,
): Range {
  const start = since === undefined ? 0 : firstSince(db, storeId, since - MARGIN) - 1;
  const end = until === undefined ? MOST : firstSince(db, storeId, until + MARGIN);
  const [above, below] = [Math.max(after, start), Math.min(before, end)];
  return { above, below, aboveId: lastId(db, storeId, above), belowId: firstId(db, storeId, below) };
}

/** The number of the first order that came at this time or later, found by halving: numbers are given in the order of time. */
function firstSince(db: Reader, storeId: Id, time: number): number {
  let [low, high] = [1, newestNumber(db, storeId) + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (createTime(db, storeId, middle) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

const selectTime = query<{ time: number }>(
  { reads: ['orders'] },
  `SELECT create_time AS time FROM orders WHERE store_id = ? AND order_number >= ? ORDER BY order_number LIMIT 1`,
);

const createTime = (db: Reader, storeId: Id, number: number): number =>
  db.get(selectTime, storeId, number)?.time ?? MOST;

const selectNewestNumber = query<{ number: number }>(
  { reads: ['orders'] },
  'SELECT order_number AS number FROM orders WHERE store_id = ? ORDER BY order_number DESC LIMIT 1',
);

const newestNumber = (db: Reader, storeId: Id): number => db.get(selectNewestNumber, storeId)?.number ?? 0;

const lastId = (db: Reader, storeId: Id, number: number): Id =>
  (number === 0 ? undefined : db.get(LAST, storeId, number)?.id) ?? (0 as Id);

const firstId = (db: Reader, storeId: Id, number: number): Id =>
  (number === MOST ? undefined : db.get(FIRST, storeId, number)?.id) ?? (MOST as Id);

const LAST = query<{ id: Id }>(
  { reads: ['orders'] },
  'SELECT id FROM orders WHERE store_id = ? AND order_number <= ? ORDER BY order_number DESC LIMIT 1',
);
const FIRST = query<{ id: Id }>(
  { reads: ['orders'] },
  'SELECT id FROM orders WHERE store_id = ? AND order_number >= ? ORDER BY order_number LIMIT 1',
);
