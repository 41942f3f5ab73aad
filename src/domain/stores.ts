import type { Reader } from '../db/reader.ts';
import { command, query } from '../db/statement.ts';
import type { WriteTx } from '../db/write-tx.ts';
import { invalidRequest, notFound } from '../lib/errors.ts';
import type { Id } from '../lib/ids.ts';
import { type Money, moneyText } from '../lib/money.ts';
import { audit, auditChange } from './audit/audit-log.ts';
import { addFeeds } from './feeds.ts';
import { addOrderCounters } from './order-counters.ts';
import { postalCodesText, type RemoteArea } from './shipping-rates/remote-area.ts';
import type { WeightStep } from './shipping-rates/weight-steps.ts';

export interface Settings {
  /** Orders and deductions may take available stock below zero. */
  sellBelowZero: boolean;
  /** Maximum orders per calendar month in Asia/Bangkok; 0: unlimited. */
  orderQuota: number;
  /** A COD order is ready to ship before it is paid. */
  codCountsAsReady: boolean;
  /** PromptPay recipient: a phone number, tax id or e-wallet; null: none. */
  promptpayId: string | null;
  /** The account holder as banking apps show it, so that customers can compare it; null: unknown. */
  promptpayName: string | null;
  /** VAT percentage included in prices; 0: the store is not registered for VAT. */
  vatPercent: number;
  /** Rates for products without their own, which the office proposes for manual orders. Partners do not see them. */
  shippingRates: readonly StoreShippingRate[];
  /** Price of the items from which the rates of the store are not charged; null: always charged. */
  freeShippingFrom: Money | null;
  /** Null: none, or not charged. */
  remoteArea: RemoteArea | null;
}

export interface StoreShippingRate {
  /** Null: every courier without a rate of its own. */
  shippingType: string | null;
  first: Money;
  eachMore: Money;
  /** Sorted. They replace `first` and `eachMore` if all items of an order have a weight. */
  weightSteps?: readonly WeightStep[];
}

export interface Store extends Settings {
  id: Id;
  key: string;
  name: string;
  suspended: boolean;
  /** For a sandbox: the store that it copies. */
  sandboxOf: Id | null;
  /** Unix milliseconds. */
  createTime: number;
}

type StoreRow = Record<
  'id' | 'sell_below_zero' | 'order_quota' | 'cod_counts_as_ready' | 'vat_percent' | 'suspended' | 'create_time',
  number
> &
  Record<'key' | 'name' | 'shipping_rates', string> & {
    promptpay_id: string | null;
    promptpay_name: string | null;
    free_shipping_from: Money | null;
    remote_area: string | null;
    sandbox_of: Id | null;
  };

const COLUMNS = `id, key, name, sell_below_zero, order_quota, cod_counts_as_ready, promptpay_id, promptpay_name, vat_percent,
  shipping_rates, free_shipping_from, remote_area, suspended, sandbox_of, create_time`;

const storeOf = (row: StoreRow): Store => ({
  id: row.id as Id,
  key: row.key,
  name: row.name,
  sellBelowZero: row.sell_below_zero === 1,
  orderQuota: row.order_quota,
  codCountsAsReady: row.cod_counts_as_ready === 1,
  promptpayId: row.promptpay_id,
  promptpayName: row.promptpay_name,
  vatPercent: row.vat_percent,
  shippingRates: JSON.parse(row.shipping_rates) as StoreShippingRate[],
  freeShippingFrom: row.free_shipping_from,
  remoteArea: row.remote_area === null ? null : (JSON.parse(row.remote_area) as RemoteArea),
  suspended: row.suspended === 1,
  sandboxOf: row.sandbox_of,
  createTime: row.create_time,
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

export function addStore(tx: WriteTx, store: { key: string; name: string; sandboxOf?: Id }, now: number): Id {
  const id = tx.insert<Id>(addStoreRow, store.key, store.name, store.sandboxOf ?? null, now);
  addOrderCounters(tx, id);
  addFeeds(tx, id);
  audit(tx, 'store_added', { storeId: id, subjectId: id });
  return id;
}

const updateSettings = command(
  { writes: ['stores'] },
  `UPDATE stores SET name = ?, sell_below_zero = ?, order_quota = ?, cod_counts_as_ready = ?, promptpay_id = ?,
   promptpay_name = ?, vat_percent = ?, shipping_rates = ?, free_shipping_from = ?, remote_area = ?,
   suspended = ? WHERE id = ?`,
);

type StoreChange = Partial<Omit<Store, 'id' | 'key' | 'sandboxOf'>>;

/** Another PromptPay id, or none, removes the account name of the previous one. */
export function changeStore(tx: WriteTx, id: Id, wanted: StoreChange): void {
  const before = storeById(tx, id);
  const change = isOldNameWrong(before, wanted) ? { ...wanted, promptpayName: null } : wanted;
  const store = { ...before, ...change };
  auditChange(tx, 'store_changed', { storeId: id, subjectId: id, before: audited(before), after: audited(change) });
  tx.run(
    updateSettings,
    store.name,
    Number(store.sellBelowZero),
    store.orderQuota,
    Number(store.codCountsAsReady),
    store.promptpayId,
    store.promptpayName,
    store.vatPercent,
    JSON.stringify(store.shippingRates),
    store.freeShippingFrom,
    store.remoteArea && JSON.stringify(store.remoteArea),
    Number(store.suspended),
    id,
  );
  tx.invalidate('store', id);
}

function isOldNameWrong(before: Store, { promptpayId, promptpayName }: StoreChange): boolean {
  const isAnother = promptpayId !== undefined && promptpayId !== before.promptpayId;
  return promptpayId === null || (isAnother && promptpayName === undefined);
}

/** The fields as the audit log keeps them, rates and remote areas as words: see `auditedRate` and `auditedArea`. */
const audited = ({ shippingRates, freeShippingFrom, remoteArea, ...fields }: Partial<Store>) => ({
  ...fields,
  ...(shippingRates && { shippingRates: shippingRates.map(auditedRate) }),
  ...(freeShippingFrom !== undefined && {
    freeShippingFrom: freeShippingFrom === null ? null : moneyText(freeShippingFrom),
  }),
  ...(remoteArea !== undefined && { remoteArea: remoteArea && auditedArea(remoteArea) }),
});

/** `ems 40 10`, for all other couriers `* 40 10`; with weight steps `* 40 10 500=35 +=80`. */
const auditedRate = ({ shippingType, first, eachMore, weightSteps = [] }: StoreShippingRate): string =>
  [
    shippingType ?? '*',
    moneyText(first),
    moneyText(eachMore),
    ...weightSteps.map(({ upTo, price }) => `${upTo ?? '+'}=${moneyText(price)}`),
  ].join(' ');

/** `50 84140, 84280-84360`. */
const auditedArea = ({ fee, postalCodes }: RemoteArea): string => `${moneyText(fee)} ${postalCodesText(postalCodes)}`;
