import type { Database } from '../db/database.ts';
import { bangkokMonth } from '../lib/calendar.ts';
import { AppError } from '../lib/errors.ts';
import type { Id } from '../lib/ids.ts';

export interface Settings {
  /** Orders and deductions may take available stock below zero. */
  sellBelowZero: boolean;
  /** Orders a calendar month in Asia/Bangkok; 0 = unlimited. */
  orderQuota: number;
  /** A COD order is ready to ship before it is paid. */
  codCountsAsReady: boolean;
  /** What buyers pay to by PromptPay: a telephone number, tax id or e-wallet; null: none. */
  promptpayId: string | null;
  /** Percent of VAT that prices include; 0: the store is not registered for it. */
  vatPercent: number;
}

export interface Store extends Settings {
  id: Id;
  key: string;
  name: string;
  suspended: boolean;
}

type StoreRow = Record<
  'id' | 'sell_below_zero' | 'order_quota' | 'cod_counts_as_ready' | 'vat_percent' | 'suspended',
  number
> &
  Record<'key' | 'name', string> & { promptpay_id: string | null };

const COLUMNS =
  'id, key, name, sell_below_zero, order_quota, cod_counts_as_ready, promptpay_id, vat_percent, suspended';

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
});

/** A store that is known to exist. */
export const storeById = (db: Database, id: Id): Store =>
  db.cached('store', id, () => storeOf(db.get<StoreRow>(`SELECT ${COLUMNS} FROM stores WHERE id = ?`, id) as StoreRow));

export const listStores = (db: Database): Store[] =>
  db.all<StoreRow>(`SELECT ${COLUMNS} FROM stores ORDER BY id`).map(storeOf);

/**
 * The store that `name`, a key or an id, means; without a name the only one there is.
 *
 * @throws AppError not_found
 */
export function findStore(db: Database, name?: string): Store {
  const stores = listStores(db);
  const found = name === undefined ? stores : stores.filter((store) => store.key === name || String(store.id) === name);
  const store = found.find(({ key }) => key === name) ?? found[0];
  if (!store)
    throw name === undefined
      ? new AppError('not_found', 'no_store_yet')
      : new AppError('not_found', 'store_not_found', { store: name });
  if (name === undefined && found.length > 1)
    throw new AppError('invalid_request', 'store_not_named', { stores: found.map(({ key }) => key) });
  return store;
}

export function addStore(db: Database, store: { key: string; name: string }, now: number): Id {
  const id = db.insert<Id>('INSERT INTO stores (key, name, create_time) VALUES (?, ?, ?)', store.key, store.name, now);
  db.run('INSERT INTO store_counters (store_id) VALUES (?)', id);
  return id;
}

/** Changes what is given and leaves the rest. */
export function changeStore(db: Database, id: Id, change: Partial<Omit<Store, 'id' | 'key'>>): void {
  const store = { ...storeById(db, id), ...change };
  db.run(
    `UPDATE stores SET name = ?, sell_below_zero = ?, order_quota = ?, cod_counts_as_ready = ?, promptpay_id = ?,
       vat_percent = ?, suspended = ? WHERE id = ?`,
    store.name,
    Number(store.sellBelowZero),
    store.orderQuota,
    Number(store.codCountsAsReady),
    store.promptpayId,
    store.vatPercent,
    Number(store.suspended),
    id,
  );
  db.forget('store', id);
}

/** How many orders of this calendar month have counted against the store's quota. */
export const quotaUsed = (db: Database, storeId: Id, now: number): number =>
  db.get<{ used: number }>(
    'SELECT quota_used AS used FROM store_counters WHERE store_id = ? AND quota_month = ?',
    storeId,
    bangkokMonth(now),
  )?.used ?? 0;

/**
 * The store's next running number, counted against its order quota.
 *
 * @throws AppError quota_exceeded where this calendar month's orders are used up
 */
export function takeOrderNumber(db: Database, store: Store, now: number): number {
  const month = bangkokMonth(now);
  const counters = countersOf(db, store.id);
  counters.last += 1;
  counters.quotaUsed = counters.quotaMonth === month ? counters.quotaUsed + 1 : 1;
  counters.quotaMonth = month;
  db.putOff(counters, COUNTED, () => writeCounters(db, store.id, counters));
  if (store.orderQuota > 0 && counters.quotaUsed > store.orderQuota)
    throw new AppError('quota_exceeded', 'order_quota_used_up', { quota: store.orderQuota });
  return counters.last;
}

interface Counters {
  /** The order number that was given last. */
  last: number;
  quotaMonth: string;
  quotaUsed: number;
}

const COUNTERS = 'store counters';
const COUNTED = /\bstore_counters\b/;

const writeCounters = (db: Database, storeId: Id, { last, quotaMonth, quotaUsed }: Counters): number =>
  db.run(
    'UPDATE store_counters SET last_order_number = ?, quota_month = ?, quota_used = ? WHERE store_id = ?',
    last,
    quotaMonth,
    quotaUsed,
    storeId,
  );

function countersOf(db: Database, storeId: Id): Counters {
  return db.held(COUNTERS, storeId, () => {
    const counters = db.get<Counters>(
      `SELECT last_order_number AS last, quota_month AS quotaMonth, quota_used AS quotaUsed FROM store_counters
       WHERE store_id = ?`,
      storeId,
    );
    if (!counters) throw new Error(`store ${storeId} has no counters`);
    return counters;
  });
}
