import type { Reader } from '../../db/reader.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { invalidRequest } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { type Money, ZERO } from '../../lib/money.ts';
import { newKey } from '../../lib/secrets.ts';
import { hasVisibleCharacter } from '../../lib/text.ts';
import { type Address, checkedAddress } from '../address-fields.ts';
import { putStoreAddress, storeAddresses } from '../addresses.ts';
import { addPriceTier, defaultTier } from '../catalogue/price-tiers.ts';
import { countProducts } from '../catalogue/product-list.ts';
import { addWarehouse, renameWarehouse, warehouses } from '../catalogue/warehouses.ts';
import { listChannels } from '../channels/channels.ts';
import {
  addStore,
  changeStore,
  listStores,
  type Store,
  type StoreShippingRate,
  storeById,
  storesAndSandboxes,
} from '../stores.ts';
import { takesTransfers } from './payments.ts';

const MAIN = 'main';

export interface StoreSetup {
  name: string;
  warehouse: string;
  /** The sender address; empty: none. */
  address: Partial<Omit<Address, 'name'>>;
  /** What every courier charges for the first unit; undefined: none, or unchanged. */
  shippingFee?: Money | undefined;
}

interface WantedSetup extends StoreSetup {
  /** Name of the price tier that a store without one gets. */
  priceTier: string;
}

/**
 * Adds a store with a price tier, a warehouse and an address. Its COD orders are ready to ship: docs/decisions.md#ready-to-ship.
 *
 * @throws AppError invalid_request at the field
 */
function addStoreWithSetup(tx: WriteTx, setup: WantedSetup, now: number): Id {
  requireName(setup.name);
  const isFree = !storesAndSandboxes(tx).some(({ key }) => key === MAIN);
  const id = addStore(tx, { key: isFree ? MAIN : newKey('store'), name: setup.name }, now);
  changeStore(tx, id, { codCountsAsReady: true });
  applySetup(tx, storeById(tx, id), setup, now);
  return id;
}

/**
 * Adds the first store, or changes the existing one, which another owner may have added meanwhile.
 *
 * @param storeId the store shown to the owner; null: none yet
 * @throws AppError invalid_request at the field
 */
export function setUpStore(tx: WriteTx, storeId: Id | null, setup: WantedSetup, now: number): void {
  const id = storeId ?? listStores(tx)[0]?.id;
  if (id === undefined) addStoreWithSetup(tx, setup, now);
  else updateStoreSetup(tx, id, setup, now);
}

/** Changes the store, and adds a price tier, a warehouse and an address if they are missing. */
function updateStoreSetup(tx: WriteTx, storeId: Id, setup: WantedSetup, now: number): void {
  requireName(setup.name);
  const before = storeById(tx, storeId);
  changeStore(tx, storeId, { name: setup.name });
  applySetup(tx, before, setup, now);
}

export function storeSetupOf(db: Reader, store: Store): StoreSetup {
  const [address] = storeAddresses(db, store.id);
  const shippingFee = store.shippingRates.find(isForEvery)?.first;
  return { name: store.name, warehouse: warehouses(db, store.id)[0]?.name ?? '', address: address ?? {}, shippingFee };
}

function applySetup(
  tx: WriteTx,
  { id, name: nameBefore, shippingRates }: Store,
  { name, warehouse, address, priceTier, shippingFee }: WantedSetup,
  now: number,
) {
  if (shippingFee !== undefined) changeStore(tx, id, { shippingRates: withFee(shippingRates, shippingFee) });
  if (!defaultTier(tx, id)) addPriceTier(tx, id, { key: 'retail', name: priceTier });
  const [first] = warehouses(tx, id);
  if (first) renameWarehouse(tx, id, first.id, warehouse);
  else addWarehouse(tx, id, { key: MAIN, name: warehouse });
  const [own] = storeAddresses(tx, id);
  if (!own && Object.values(address).every((value) => value === undefined)) return;
  const { version, id: addressId, key, is_primary, ...before } = own ?? NO_ADDRESS;
  const hasStoreName = before.name === '' || before.name === nameBefore;
  const checked = checkedAddress({ ...before, ...address, name: hasStoreName ? name : before.name }, 'address');
  putStoreAddress(tx, id, { ...checked, key, is_primary }, now);
}

const isForEvery = ({ shippingType }: StoreShippingRate): boolean => shippingType === null;

/** The fee is that of an order: a new rate charges nothing for further units. */
const withFee = (rates: Store['shippingRates'], first: Money): Store['shippingRates'] =>
  rates.some(isForEvery)
    ? rates.map((rate) => (isForEvery(rate) ? { ...rate, first } : rate))
    : [{ shippingType: null, first, eachMore: ZERO }, ...rates];

const NO_ADDRESS = { version: undefined, id: undefined, key: MAIN, is_primary: true, name: '' };

function requireName(name: string): void {
  if (!hasVisibleCharacter(name)) throw invalidRequest('no_visible_character', { path: 'name' });
}

export const STEPS = ['store', 'product', 'payments', 'channel'] as const;

/** The setup steps of a new store, in order. */
export type Step = (typeof STEPS)[number];

/** The completed steps, derived from the database. */
export function stepsDone(db: Reader, storeId: Id | null): ReadonlySet<Step> {
  const done = new Set<Step>();
  if (storeId === null) return done;
  done.add('store');
  if (countProducts(db, storeId) > 0) done.add('product');
  if (takesTransfers(db, storeById(db, storeId))) done.add('payments');
  if (listChannels(db, storeId).length > 0) done.add('channel');
  return done;
}

/** The first open step; undefined if all are done. */
export const nextStep = (done: ReadonlySet<Step>): Step | undefined => STEPS.find((step) => !done.has(step));
