import type { Reader } from '../../db/reader.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { AppError } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { newKey } from '../../lib/secrets.ts';
import { hasVisibleCharacter } from '../../lib/text.ts';
import { type Address, checkedAddress, putStoreAddress, storeAddresses } from '../addresses.ts';
import { addPriceTier, defaultTier } from '../catalogue/price-tiers.ts';
import { addWarehouse, renameWarehouse, warehouses } from '../catalogue/warehouses.ts';
import { addStore, changeStore, listStores, type Store, storeById } from '../stores.ts';

const MAIN = 'main';

/** What a store begins with. */
export interface Beginnings {
  name: string;
  /** What its first warehouse is called. */
  warehouse: string;
  /** Where its parcels come from; nothing in it: no address yet, or none any more. */
  address: Partial<Omit<Address, 'name'>>;
}

/**
 * Makes a store with a price tier, a warehouse and an address.
 *
 * @throws AppError invalid_request naming the field
 */
export function openStore(tx: WriteTx, beginnings: Beginnings, now: number): Id {
  requireName(beginnings.name);
  const isFree = !listStores(tx).some(({ key }) => key === MAIN);
  const id = addStore(tx, { key: isFree ? MAIN : newKey('store'), name: beginnings.name }, now);
  furnish(tx, storeById(tx, id), beginnings, now);
  return id;
}

/**
 * Makes the first store, or changes the one there is: where none was when the owner looked, another may have made it.
 *
 * @param storeId what the owner looks at; null: none yet
 * @throws AppError invalid_request naming the field
 */
export function setUpStore(tx: WriteTx, storeId: Id | null, beginnings: Beginnings, now: number): void {
  const id = storeId ?? listStores(tx)[0]?.id;
  if (id === undefined) openStore(tx, beginnings, now);
  else furnishStore(tx, id, beginnings, now);
}

/** Gives a store what `openStore` gives it, where it lacks that, and changes it where it has it. */
export function furnishStore(tx: WriteTx, storeId: Id, beginnings: Beginnings, now: number): void {
  requireName(beginnings.name);
  const before = storeById(tx, storeId);
  changeStore(tx, storeId, { name: beginnings.name });
  furnish(tx, before, beginnings, now);
}

/** What a store has of it. */
export function beginningsOf(db: Reader, store: Store): Beginnings {
  const [address] = storeAddresses(db, store.id);
  return { name: store.name, warehouse: warehouses(db, store.id)[0]?.name ?? '', address: address ?? {} };
}

function furnish(tx: WriteTx, { id, name: nameBefore }: Store, { name, warehouse, address }: Beginnings, now: number) {
  if (!defaultTier(tx, id)) addPriceTier(tx, id, { key: 'retail', name: 'ปลีก' });
  const [first] = warehouses(tx, id);
  if (first) renameWarehouse(tx, id, first.id, warehouse);
  else addWarehouse(tx, id, { key: MAIN, name: warehouse });
  const [own] = storeAddresses(tx, id);
  if (!own && Object.values(address).every((value) => value === undefined)) return;
  const { version, id: addressId, key, is_primary, ...kept } = own ?? OWN;
  const calledLikeStore = kept.name === '' || kept.name === nameBefore;
  const checked = checkedAddress({ ...kept, ...address, name: calledLikeStore ? name : kept.name }, 'address');
  putStoreAddress(tx, id, { ...checked, key, is_primary }, now);
}

const OWN = { version: undefined, id: undefined, key: MAIN, is_primary: true, name: '' };

function requireName(name: string): void {
  if (!hasVisibleCharacter(name)) throw new AppError('invalid_request', 'no_visible_character', { path: 'name' });
}
