import type { Reader } from '../db/reader.ts';
import { command, query } from '../db/statement.ts';
import type { WriteTx } from '../db/write-tx.ts';
import { bangkokMonth } from '../lib/calendar.ts';
import { AppError, invalidRequest, notFound } from '../lib/errors.ts';
import type { Id } from '../lib/ids.ts';
import { audit, auditChange } from './audit/audit-log.ts';
import { addFeeds } from './feeds.ts';

export interface Settings {
  /** Orders and deductions may take available stock below zero. */
  sellBelowZero: boolean;
  /** Maximum orders per calendar month in Asia/Bangkok; 0: unlimited. */
  orderQuota: number;
  /** A COD order is ready to ship before it is paid. */
  codCountsAsReady: boolean;
  /** PromptPay recipient: a phone number, tax id or e-wallet; null: none. */
  promptpayId: string | null;
  /** VAT percentage included in prices; 0: the store is not registered for VAT. */
  vatPercent: number;
}

export interface Store extends Settings {
  id: Id;
  key: string;
  name: string;
  suspended: boolean;
  /** Of a sandbox: the store that it copies. */
  sandboxOf: Id | null;
}

type StoreRow = Record<
  'id' | 'sell_below_zero' | 'order_quota' | 'cod_counts_as_ready' | 'vat_percent' | 'suspended',
  number
> &
  Record<'key' | 'name', string> & { promptpay_id: string | null; sandbox_of: Id | null };

const COLUMNS =
  'id, key, name, sell_below_zero, order_quota, cod_counts_as_ready, promptpay_id, vat_percent, suspended, sandbox_of';

const storeOf = (row: StoreRow): Store => ({
  id: row.id as Id,
  key: row.key,
  name: row.name,
  sellBelowZero: row.sell_below_zero === 1,
  orderQuota: row.order_quota,
  codCountsAsReady: row.cod_counts_as_ready === 1,
  promptpayId: row.promptpay_id,
  vatPercent: row.vat_percent,
  suspended: row.suspended === 1,
  sandboxOf: row.sandbox_of,
});

const storeRow = query<StoreRow>({ reads: ['stores'] }, `SELECT ${COLUMNS} FROM stores WHERE id = ?`);

/** The store, which must exist. */
export const storeById = (db: Reader, id: Id): Store =>
  db.cached('store', id, () => storeOf(db.get(storeRow, id) as StoreRow));

const everyStore = query<StoreRow>({ reads: ['stores'] }, `SELECT ${COLUMNS} FROM stores ORDER BY id`);

/** All stores and their sandboxes. */
export const storesAndSandboxes = (db: Reader): Store[] => db.all(everyStore).map(storeOf);

/** All stores, without sandboxes. */
export const listStores = (db: Reader): Store[] => storesAndSandboxes(db).filter(({ sandboxOf }) => sandboxOf === null);

const sandboxOfStore = query<StoreRow>({ reads: ['stores'] }, `SELECT ${COLUMNS} FROM stores WHERE sandbox_of = ?`);

/** The sandbox of the store, if it has one. */
export function sandboxOf(db: Reader, storeId: Id): Store | undefined {
  const row = db.get(sandboxOfStore, storeId);
  return row && storeOf(row);
}

/**
 * The store with this key or id, which may be a sandbox. Default: the only store that is not a sandbox.
 *
 * @throws AppError not_found; invalid_request if there are several and `name` is undefined
 */
export function findStore(db: Reader, name?: string): Store {
  const stores = name === undefined ? listStores(db) : storesAndSandboxes(db);
  const found = name === undefined ? stores : stores.filter((store) => store.key === name || String(store.id) === name);
  const store = found.find(({ key }) => key === name) ?? found[0];
  if (!store) throw name === undefined ? notFound('no_store_yet') : notFound('store_not_found', { store: name });
  if (name === undefined && found.length > 1)
    throw invalidRequest('store_not_named', { stores: found.map(({ key }) => key) });
  return store;
}

const addStoreRow = command(
  { writes: ['stores'] },
  'INSERT INTO stores (key, name, sandbox_of, create_time) VALUES (?, ?, ?, ?)',
);

const addCounters = command({ writes: ['store_counters'] }, 'INSERT INTO store_counters (store_id) VALUES (?)');

export function addStore(tx: WriteTx, store: { key: string; name: string; sandboxOf?: Id }, now: number): Id {
  const id = tx.insert<Id>(addStoreRow, store.key, store.name, store.sandboxOf ?? null, now);
  tx.run(addCounters, id);
  addFeeds(tx, id);
  audit(tx, 'store_added', { storeId: id, subjectId: id });
  return id;
}

const updateSettings = command(
  { writes: ['stores'] },
  `UPDATE stores SET name = ?, sell_below_zero = ?, order_quota = ?, cod_counts_as_ready = ?, promptpay_id = ?,
   vat_percent = ?, suspended = ? WHERE id = ?`,
);

export function changeStore(tx: WriteTx, id: Id, change: Partial<Omit<Store, 'id' | 'key' | 'sandboxOf'>>): void {
  const before = storeById(tx, id);
  const store = { ...before, ...change };
  auditChange(tx, 'store_changed', { storeId: id, subjectId: id, before, after: change });
  tx.run(
    updateSettings,
    store.name,
    Number(store.sellBelowZero),
    store.orderQuota,
    Number(store.codCountsAsReady),
    store.promptpayId,
    store.vatPercent,
    Number(store.suspended),
    id,
  );
  tx.invalidate('store', id);
}

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
export function takeOrderNumber(tx: WriteTx, store: Store, now: number): number {
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

/** Switches the counters to another month, which may be an earlier one if the clock was set back. */
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
