import { insertion } from '../db/insertion.ts';
import type { Reader } from '../db/reader.ts';
import { command, query } from '../db/statement.ts';
import type { WriteTx } from '../db/write-tx.ts';
import { invalidRequest } from '../lib/errors.ts';
import { type Id, idText } from '../lib/ids.ts';
import { arabicDigits } from '../lib/numbers.ts';
import { ADDRESS_FIELDS, type Address, MAX_LENGTHS } from './address-fields.ts';
import { auditChange } from './audit/audit-log.ts';

export interface StoredAddress extends Address {
  /** The version that orders reference; a version never changes. */
  version: Id;
  id: Id;
}

/** One of the store's own addresses (docs/partner-api.md#store-address). */
export interface StoreAddress extends StoredAddress {
  key: string;
  is_primary: boolean;
}

/** Fields that a shipping label requires (docs/partner-api.md#address). */
const LABEL_FIELDS = ['telephone', 'address1', 'sub_district', 'district', 'province', 'postal_code'] as const;

type LabelField = (typeof LABEL_FIELDS)[number];

/** The SQL condition that a label field of the address is missing. Too short telephone numbers count as present. */
export const lacksLabelField = (alias: string): string =>
  LABEL_FIELDS.map((field) => `${alias}.${field} IS NULL`).join(' OR ');

/** The label fields that are missing. A too short telephone number counts as missing. */
export const missingOnLabel = (address: Address): LabelField[] =>
  LABEL_FIELDS.filter((field) => address[field] === undefined || (field === 'telephone' && isTooShort(address[field])));

const MIN_DIGITS = 9; // of a Thai telephone, with its 0

export const isTooShort = (telephone: string | undefined): boolean =>
  telephone !== undefined && arabicDigits(telephone).replace(/\D/g, '').length < MIN_DIGITS;

const COLUMNS = ADDRESS_FIELDS.join(', ');
const PLACEHOLDERS = ADDRESS_FIELDS.map(() => '?').join(', ');

type AddressRow = { version: Id; id: Id | null; key: string | null; is_primary: number; is_removed: number } & Record<
  keyof Address,
  string | number | null
>;

/** The id of a first version is its version number. */
const idOf = ({ id, version }: AddressRow): Id => id ?? version;

function addressOf(row: AddressRow): StoredAddress {
  const address: Record<string, unknown> = { version: row.version, id: idOf(row) };
  for (const name of ADDRESS_FIELDS) if (row[name] !== null) address[name] = row[name];
  return address as unknown as StoredAddress;
}

const storeAddressOf = (row: AddressRow): StoreAddress => ({
  ...addressOf(row),
  key: row.key as string,
  is_primary: row.is_primary === 1,
});

const values = (address: Address) => ADDRESS_FIELDS.map((name) => address[name] ?? null);

/** The name of an erased customer. */
export const ERASED = '(erased)';

const addRow = insertion({ table: 'addresses', columns: `store_id, is_primary, create_time, ${COLUMNS}` });

export function addAddress(tx: WriteTx, storeId: Id, address: Address, now: number): StoredAddress {
  const version = addRow<Id>(tx, [storeId, 0, now, ...values(address)]);
  return { ...address, version, id: version };
}

const latestVersionByKey = query<AddressRow & { create_time: number }>(
  { reads: ['addresses'] },
  'SELECT * FROM addresses WHERE store_id = ? AND key = ? ORDER BY version DESC LIMIT 1',
);

const addVersion = command(
  { writes: ['addresses'] },
  `INSERT INTO addresses (id, store_id, key, is_primary, is_removed, create_time, ${COLUMNS})
   VALUES (?, ?, ?, ?, ?, ?, ${PLACEHOLDERS})`,
);

const flagValues = ([is_primary, is_removed]: readonly [number, number]) => ({ is_primary, is_removed });

/** Adds an address of the store, or a new version of the one with this key. Removed addresses are hidden. */
export function putStoreAddress(
  tx: WriteTx,
  storeId: Id,
  own: Address & { key: string; is_primary: boolean; is_removed?: boolean },
  now: number,
): Id {
  const earlier = tx.get(latestVersionByKey, storeId, own.key);
  const fields = values(own);
  const flags = [Number(own.is_primary), Number(own.is_removed ?? false)] as const;
  const sameFlags = earlier?.is_primary === flags[0] && earlier.is_removed === flags[1];
  const same = sameFlags && ADDRESS_FIELDS.every((name, i) => earlier[name] === fields[i]);
  if (same) return idOf(earlier);
  const id = earlier && idOf(earlier);
  const version = tx.insert<Id>(
    addVersion,
    id ?? null,
    storeId,
    own.key,
    ...flags,
    earlier?.create_time ?? now,
    ...fields,
  );
  tx.invalidate('store addresses', storeId);
  auditChange<Record<string, unknown>>(tx, 'store_address_changed', {
    storeId,
    subjectId: id ?? version,
    before: { ...earlier },
    after: { ...Object.fromEntries(ADDRESS_FIELDS.map((name, i) => [name, fields[i]])), ...flagValues(flags) },
    secret: ADDRESS_FIELDS, // a sole trader's are a person's
  });
  return id ?? version;
}

const CURRENT_ADDRESSES = `SELECT * FROM addresses a WHERE store_id = ? AND key IS NOT NULL AND is_removed = ?
  AND version = (SELECT max(version) FROM addresses WHERE store_id = a.store_id AND key = a.key)`;

const currentAddresses = query<AddressRow>(
  { reads: ['addresses'] },
  `${CURRENT_ADDRESSES} ORDER BY is_primary DESC, create_time, coalesce(id, version)`,
);

/** The store's own addresses: primary first, then oldest first. */
export const storeAddresses = (db: Reader, storeId: Id): StoreAddress[] =>
  db.cached('store addresses', storeId, () => db.all(currentAddresses, storeId, 0).map(storeAddressOf));

const removedAddresses = query<AddressRow>({ reads: ['addresses'] }, `${CURRENT_ADDRESSES} ORDER BY version DESC`);

/** The store's removed addresses, the latest first. */
export const removedStoreAddresses = (db: Reader, storeId: Id): StoreAddress[] =>
  db.all(removedAddresses, storeId, 1).map(storeAddressOf);

const latestVersionById = query<AddressRow>(
  { reads: ['addresses'] },
  `SELECT * FROM addresses WHERE coalesce(id, version) = @id AND store_id = @storeId
   AND version = coalesce((SELECT max(version) FROM addresses WHERE id = +@id), @id) AND erase_time IS NULL`,
);

const ordersWithAddress = query<{ live: 0 | 1 }>(
  { reads: ['orders'] },
  `SELECT max(stage <> 'deleted') AS live FROM orders WHERE recipient_address = ? GROUP BY recipient_address`,
);

/**
 * The latest version of a store's address, a customer's or its own. Not found: an erased one, and one that only deleted
 * orders have.
 */
export function findAddress(db: Reader, storeId: Id, id: Id): StoredAddress | undefined {
  const row = db.get(latestVersionById, { id, storeId });
  if (!row || (row.key === null && db.get(ordersWithAddress, row.version)?.live === 0)) return undefined;
  return addressOf(row);
}

const eraseVersion = command(
  { writes: ['addresses'] },
  `UPDATE addresses SET erase_time = @now, name = '${ERASED}', ${ADDRESS_FIELDS.filter((name) => name !== 'name')
    .map((name) => `${name} = NULL`)
    .join(', ')}
   WHERE version = @version AND key IS NULL AND erase_time IS NULL`,
);

/** Erases an address of a customer. Orders keep referring to it. */
export const eraseAddress = (tx: WriteTx, version: Id, now: number): number => tx.run(eraseVersion, { version, now });

const addressByVersion = query<AddressRow>({ reads: ['addresses'] }, 'SELECT * FROM addresses WHERE version = ?');

const ownAddress = query<object>(
  { reads: ['addresses'] },
  'SELECT 1 FROM addresses WHERE version = ? AND key IS NOT NULL',
);

/** Whether it is an address of the store itself, current or removed. */
export const isStoreAddress = (db: Reader, version: Id): boolean => db.get(ownAddress, version) !== undefined;

/** The version that an order references. */
export function addressVersion(db: Reader, version: Id): StoredAddress {
  const row = db.get(addressByVersion, version);
  if (!row) throw new Error(`address version ${version} is missing`);
  return addressOf(row);
}

const cutColumns = ADDRESS_FIELDS.map((field) =>
  field in MAX_LENGTHS ? `substr(${field}, 1, ${MAX_LENGTHS[field as keyof typeof MAX_LENGTHS]}) AS ${field}` : field,
).join(', ');

const cutAddressByVersion = query<AddressRow>(
  { reads: ['addresses'] },
  `SELECT version, id, ${cutColumns} FROM addresses WHERE version = ?`,
);

/** The version with its texts truncated to the limits, for lists. */
export const cutAddressVersion = (db: Reader, version: Id): StoredAddress =>
  addressOf(db.get(cutAddressByVersion, version) as AddressRow);

const storeAddressByVersion = query<AddressRow>({ reads: ['addresses'] }, 'SELECT * FROM addresses WHERE version = ?');

/** A version of an address of the store. Cached, because many orders share it. */
export const storeAddressVersion = (db: Reader, version: Id): StoreAddress =>
  db.cached('store address version', version, () =>
    storeAddressOf(db.get(storeAddressByVersion, version) as AddressRow),
  );

/**
 * The sender address of an order: the wanted one, else the store's first, if it has any.
 *
 * @throws AppError invalid_request if the wanted one is not an address of the store
 */
export function senderAddress(db: Reader, storeId: Id, wanted: Id | undefined): StoreAddress | undefined {
  const own = storeAddresses(db, storeId);
  if (wanted === undefined) return own[0];
  const address = own.find(({ id }) => id === wanted);
  if (!address) throw invalidRequest('unknown_sender_address', { path: 'sender_address_id' });
  return address;
}

/** See docs/partner-api.md#order-address. */
export const addressView = ({ version, id, ...address }: StoredAddress) => ({ id: idText(id), ...address });

/** See docs/partner-api.md#store-address. */
export const storeAddressView = ({ key, ...address }: StoreAddress) => addressView(address);
