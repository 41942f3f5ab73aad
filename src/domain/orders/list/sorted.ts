import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import type { Id } from '../../../lib/ids.ts';
import { collationKey } from '../../../lib/name-order.ts';
import { nextTurn } from '../../../lib/runtime.ts';
import { type OrderEntry, orderEntries } from './entries.ts';
import type { OrderQuery } from './filters.ts';
import { findOrders } from './order-page.ts';

// Orders of a filter as a whole: to sort them, and for bulk actions.

/** Orders that a sorted list or a bulk action may have. */
export const MAX_FILTERED = 10_000;

const ROUND = 1_000; // orders found per turn of the event loop
const MAX_ROUNDS = 100; // each reads up to some thousand orders

/**
 * The orders of a tab that pass the filters, newest first. Other requests run between its reads.
 *
 * @returns undefined if there are more than MAX_FILTERED, or if too many orders must be read to find them
 */
export async function filteredOrders(
  db: Reader,
  storeId: Id,
  orderQuery: OrderQuery,
  now: number,
): Promise<Id[] | undefined> {
  const ids: Id[] = [];
  let before: number | undefined;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const { found, next } = findOrders(db, storeId, orderQuery, { before, limit: ROUND }, now);
    for (const { id } of found) ids.push(id);
    if (ids.length > MAX_FILTERED) return undefined;
    if (next === undefined) return ids;
    before = next;
    await nextTurn();
  }
  return undefined;
}

/** Sort keys of the list. Equal orders are sorted newest first. */
export const ORDER_SORTS = ['time', 'total', 'customer'] as const;

export interface OrderSort {
  key: (typeof ORDER_SORTS)[number];
  descending: boolean;
}

const VALUES = {
  time: query<{ value: number }>(
    { reads: ['orders'] },
    'SELECT o.order_number AS value FROM json_each(?) c CROSS JOIN orders o ON o.id = c.value ORDER BY c.key',
  ),
  total: query<{ value: number }>(
    { reads: ['orders'] },
    'SELECT o.total AS value FROM json_each(?) c CROSS JOIN orders o ON o.id = c.value ORDER BY c.key',
  ),
  customer: query<{ value: string }>(
    { reads: ['addresses', 'orders'] },
    `SELECT a.name AS value FROM json_each(?) c CROSS JOIN orders o ON o.id = c.value
     JOIN addresses a ON a.version = o.recipient_address ORDER BY c.key`,
  ),
} as const;

/** The ids in the order of the sort; equal ones stay as they are. Other requests run between its reads. */
export async function sortOrders(db: Reader, ids: readonly Id[], { key, descending }: OrderSort): Promise<Id[]> {
  const rows: { id: Id; value: number | string }[] = [];
  for (let at = 0; at < ids.length; at += ROUND) {
    const batch = ids.slice(at, at + ROUND);
    const values = db.all<{ value: number | string }>(VALUES[key], JSON.stringify(batch));
    for (const [i, { value }] of values.entries()) rows.push({ id: batch[i] as Id, value: comparable(value) });
    await nextTurn();
  }
  const direction = descending ? -1 : 1;
  return rows.sort((a, b) => direction * compare(a.value, b.value)).map(({ id }) => id);
}

/** Names as keys, each computed once: comparing with a collator would take 2 µs. */
const comparable = (value: number | string) => (typeof value === 'string' ? collationKey(value) : value);

const compare = (a: number | string, b: number | string): number => (a < b ? -1 : a > b ? 1 : 0);

const BATCH = 50;

/** The entries of these orders in batches, for a file. */
export function* entryBatches(db: Reader, ids: readonly Id[], now: number, maxLength: number): Generator<OrderEntry[]> {
  for (let at = 0; at < ids.length; at += BATCH) yield orderEntries(db, ids.slice(at, at + BATCH), now, maxLength);
}
