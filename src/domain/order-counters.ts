import type { Reader } from '../db/reader.ts';
import { command, query } from '../db/statement.ts';
import type { WriteTx } from '../db/write-tx.ts';
import { bangkokMonth } from '../lib/calendar.ts';
import { AppError } from '../lib/errors.ts';
import type { Id } from '../lib/ids.ts';

// A store's last order number, and how many orders of each month count against its quota. The only writer of both.

const insertCounters = command({ writes: ['store_counters'] }, 'INSERT INTO store_counters (store_id) VALUES (?)');

export const addOrderCounters = (tx: WriteTx, storeId: Id): number => tx.run(insertCounters, storeId);

const quotaUsedInMonth = query<{ used: number | null }>(
  { reads: ['quota_months', 'store_counters'] },
  `SELECT max(used) AS used FROM (
     SELECT quota_used AS used FROM store_counters WHERE store_id = @storeId AND quota_month = @month
     UNION ALL SELECT used FROM quota_months WHERE store_id = @storeId AND month = @month)`,
);

/** The number of orders in this calendar month that count against the quota. */
export const quotaUsed = (db: Reader, storeId: Id, now: number): number =>
  db.get(quotaUsedInMonth, { storeId, month: bangkokMonth(now) })?.used ?? 0;

/**
 * The store's next order number, counted against its quota.
 *
 * @throws AppError quota_exceeded if the quota of this calendar month is used up
 */
export function takeOrderNumber(tx: WriteTx, store: { id: Id; orderQuota: number }, now: number): number {
  const month = bangkokMonth(now);
  const counters = countersOf(tx, store.id);
  if (counters.quotaMonth !== month) changeMonth(tx, store.id, counters, month);
  counters.last += 1;
  counters.quotaUsed += 1;
  tx.deferUpdate('store_counters', counters, () => writeCounters(tx, store.id, counters));
  if (store.orderQuota > 0 && counters.quotaUsed > store.orderQuota)
    throw new AppError('quota_exceeded', 'order_quota_used_up', { quota: store.orderQuota });
  return counters.last;
}

const saveMonth = command(
  { writes: ['quota_months'] },
  'INSERT OR REPLACE INTO quota_months (store_id, month, used) VALUES (?, ?, ?)',
);

const savedMonth = query<{ used: number }>(
  { reads: ['quota_months'] },
  'SELECT used FROM quota_months WHERE store_id = ? AND month = ?',
);

/** Starts another month (docs/decisions.md#order-quota), which may be an earlier one if the clock was set back. */
function changeMonth(tx: WriteTx, storeId: Id, counters: Counters, month: string): void {
  if (counters.quotaMonth !== '') tx.run(saveMonth, storeId, counters.quotaMonth, counters.quotaUsed);
  counters.quotaMonth = month;
  counters.quotaUsed = tx.get(savedMonth, storeId, month)?.used ?? 0;
}

interface Counters {
  last: number;
  quotaMonth: string;
  quotaUsed: number;
}

const COUNTERS = 'store counters';

const updateCounters = command(
  { writes: ['store_counters'] },
  'UPDATE store_counters SET last_order_number = ?, quota_month = ?, quota_used = ? WHERE store_id = ?',
);

const writeCounters = (tx: WriteTx, storeId: Id, { last, quotaMonth, quotaUsed }: Counters): number =>
  tx.run(updateCounters, last, quotaMonth, quotaUsed, storeId);

const countersOfStore = query<Counters>(
  { reads: ['store_counters'] },
  `SELECT last_order_number AS last, quota_month AS quotaMonth, quota_used AS quotaUsed FROM store_counters
   WHERE store_id = ?`,
);

function countersOf(tx: WriteTx, storeId: Id): Counters {
  return tx.cachedRow(COUNTERS, storeId, () => {
    const counters = tx.get(countersOfStore, storeId);
    if (!counters) throw new Error(`store ${storeId} has no counters`);
    return counters;
  });
}
