import * as v from 'valibot';
import type { Reader } from '../db/reader.ts';
import type { WriteTx } from '../db/write-tx.ts';
import { invalidRequest, notFound } from '../lib/errors.ts';
import type { Id } from '../lib/ids.ts';
import { strictObject } from '../lib/schema-builders.ts';
import { newKey } from '../lib/secrets.ts';
import { problem } from '../lib/validation.ts';
import { type Address, addressFields } from './address-fields.ts';
import { putStoreAddress, removedStoreAddresses, type StoreAddress, storeAddresses } from './addresses.ts';

// Changes of a store's own addresses. Orders reference versions, so each change adds a version.

export type StoreAddressForm = Address & { is_primary: boolean };

/** @returns its id @throws AppError invalid_request at the field */
export function addStoreAddress(tx: WriteTx, storeId: Id, address: StoreAddressForm, now: number): Id {
  return putStoreAddress(tx, storeId, { ...validated(address), key: newKey('address') }, now);
}

/**
 * Replaces the address, including omitted fields.
 *
 * @throws AppError not_found; invalid_request at the field
 */
export function changeStoreAddress(tx: WriteTx, storeId: Id, id: Id, address: StoreAddressForm, now: number): void {
  putStoreAddress(tx, storeId, { ...validated(address), key: existingStoreAddress(tx, storeId, id).key }, now);
}

/** Several may be primary: the oldest is the default sender. @throws AppError not_found */
export function markPrimary(tx: WriteTx, storeId: Id, id: Id, isPrimary: boolean, now: number): void {
  putStoreAddress(tx, storeId, { ...existingStoreAddress(tx, storeId, id), is_primary: isPrimary }, now);
}

/** Hides the address; `restoreStoreAddress` undoes it. @throws AppError not_found */
export function removeStoreAddress(tx: WriteTx, storeId: Id, id: Id, now: number): void {
  putStoreAddress(tx, storeId, { ...existingStoreAddress(tx, storeId, id), is_removed: true }, now);
}

/** @throws AppError not_found if no removed address has this id */
export function restoreStoreAddress(tx: WriteTx, storeId: Id, id: Id, now: number): void {
  const removed = removedStoreAddresses(tx, storeId).find((address) => address.id === id);
  if (!removed) throw notFound('removed_address_not_found', { address: id });
  putStoreAddress(tx, storeId, removed, now);
}

/** @throws AppError not_found */
export function existingStoreAddress(db: Reader, storeId: Id, id: Id): StoreAddress {
  const address = storeAddresses(db, storeId).find((candidate) => candidate.id === id);
  if (!address) throw notFound('store_address_not_found', { address: id });
  return address;
}

const addressShape = strictObject(addressFields);

function validated({ is_primary, ...address }: StoreAddressForm): StoreAddressForm {
  const parsed = v.safeParse(addressShape, address);
  if (!parsed.success) throw invalidRequest(problem(parsed.issues[0]));
  return { ...address, is_primary };
}
