import * as v from 'valibot';
import type { Reader } from '../db/reader.ts';
import type { WriteTx } from '../db/write-tx.ts';
import { AppError } from '../lib/errors.ts';
import type { Id } from '../lib/ids.ts';
import { newKey } from '../lib/secrets.ts';
import { shape } from '../lib/shape.ts';
import { problem } from '../lib/validation.ts';
import {
  type Address,
  addressFields,
  putStoreAddress,
  removedStoreAddresses,
  type StoreAddress,
  storeAddresses,
} from './addresses.ts';

// What a store does to its own addresses. Orders keep the version they were made with, so each change is a new version.

export type StoreAddressForm = Address & { is_primary: boolean };

/** Adds one of the store's own addresses. Answers its id. @throws AppError invalid_request naming the field */
export function addStoreAddress(tx: WriteTx, storeId: Id, address: StoreAddressForm, now: number): Id {
  return putStoreAddress(tx, storeId, { ...checked(address), key: newKey('address') }, now);
}

/**
 * Makes the address what is given, fields that are left out included.
 *
 * @throws AppError not_found; invalid_request naming the field
 */
export function changeStoreAddress(tx: WriteTx, storeId: Id, id: Id, address: StoreAddressForm, now: number): void {
  putStoreAddress(tx, storeId, { ...checked(address), key: existingStoreAddress(tx, storeId, id).key }, now);
}

/** Several may be primary: orders that name none are sent from the oldest of them. @throws AppError not_found */
export function markPrimary(tx: WriteTx, storeId: Id, id: Id, isPrimary: boolean, now: number): void {
  putStoreAddress(tx, storeId, { ...existingStoreAddress(tx, storeId, id), is_primary: isPrimary }, now);
}

/** Hides the address; `restoreStoreAddress` brings it back. @throws AppError not_found */
export function removeStoreAddress(tx: WriteTx, storeId: Id, id: Id, now: number): void {
  putStoreAddress(tx, storeId, { ...existingStoreAddress(tx, storeId, id), is_removed: true }, now);
}

/** @throws AppError not_found where no such address of the store is hidden */
export function restoreStoreAddress(tx: WriteTx, storeId: Id, id: Id, now: number): void {
  const known = removedStoreAddresses(tx, storeId).find((address) => address.id === id);
  if (!known) throw new AppError('not_found', 'removed_address_not_found', { address: id });
  putStoreAddress(tx, storeId, known, now);
}

/** @throws AppError not_found */
export function existingStoreAddress(db: Reader, storeId: Id, id: Id): StoreAddress {
  const address = storeAddresses(db, storeId).find((one) => one.id === id);
  if (!address) throw new AppError('not_found', 'store_address_not_found', { address: id });
  return address;
}

const addressShape = shape(addressFields);

function checked({ is_primary, ...address }: StoreAddressForm): StoreAddressForm {
  const parsed = v.safeParse(addressShape, address);
  if (!parsed.success) throw new AppError('invalid_request', problem(parsed.issues[0]));
  return { ...address, is_primary };
}
