import * as v from 'valibot';
import { insertion } from '../db/insertion.ts';
import type { Reader } from '../db/reader.ts';
import { command, query } from '../db/statement.ts';
import type { WriteTx } from '../db/write-tx.ts';
import { invalidRequest } from '../lib/errors.ts';
import { emailAddress, flag, id, integer, oneOf, text, withDescription } from '../lib/fields.ts';
import { type Id, idText } from '../lib/ids.ts';
import { below } from '../lib/messages/message.ts';
import { arabicDigits } from '../lib/numbers.ts';
import { strictObject } from '../lib/schema.ts';
import { hasVisibleCharacter } from '../lib/text.ts';
import { invalid, problem } from '../lib/validation.ts';
import { audit } from './audit/audit-log.ts';

/** See docs/partner-api.md#address. Names are the same outside, inside and in SQL. */
export const addressFields = {
  name: withDescription(
    v.pipe(text, v.check(hasVisibleCharacter, invalid('no_visible_character'))),
    'The recipient; at least one visible character.',
    'สมชาย ใจดี',
  ),
  telephone: v.optional(withDescription(text, 'Needed on a label.', '0812345678')),
  address1: v.optional(withDescription(text, 'House number and street; needed on a label.', '99/1 ถ.นิมมานเหมินท์')),
  address2: v.optional(withDescription(text, 'Second line.', 'ชั้น 2')),
  address3: v.optional(withDescription(text, 'Third line.', 'ห้อง 3')),
  sub_district: v.optional(withDescription(text, 'Needed on a label.', 'สุเทพ')),
  district: v.optional(withDescription(text, 'Needed on a label.', 'เมืองเชียงใหม่')),
  province: v.optional(withDescription(text, 'Needed on a label.', 'เชียงใหม่')),
  postal_code: v.optional(
    withDescription(
      integer(10_000, 99_999, invalid('not_a_postal_code')),
      'Five digits, as a number; needed on a label.',
      50200,
    ),
  ),
  email: v.optional(withDescription(emailAddress, 'The customer’s email address.', 'somchai@example.com')),
  note: v.optional(withDescription(text, 'Kept with the address.', 'ฝากป้อมยาม')),
  legal_entity_id: v.optional(withDescription(text, 'On a tax invoice: national id or tax id.', '1101700203451')),
  legal_entity_type: v.optional(
    withDescription(
      integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
      'On a tax invoice: the type of the legal id.',
      1,
    ),
  ),
  branch_type: v.optional(withDescription(oneOf(['h', 'b']), 'On a tax invoice: head office or branch.', 'b')),
  branch_number: v.optional(withDescription(text, 'On a tax invoice: the number of the branch.', '00001')),
};

/** An address on the wire. `id` and `is_primary` are ignored, so that a listed address can be posted back. */
export const postedAddress = v.pipe(
  strictObject({
    ...addressFields,
    id: v.optional(withDescription(id, 'Ignored, so that a listed address can be posted back.', '12')),
    is_primary: v.optional(withDescription(flag, 'Ignored, like id.', false)),
  }),
  v.transform(({ id, is_primary, ...address }) => address),
);

type FieldName = keyof typeof addressFields;

export type Address = { [Name in FieldName]?: v.InferOutput<(typeof addressFields)[Name]> | undefined } & {
  name: string;
};

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

/**
 * Validates an address.
 *
 * @param path of the address: `recipient_address`
 * @throws AppError invalid_request at the field: `recipient_address.name`
 */
export function checkedAddress(input: object, path: string): Address {
  const { success, output, issues } = v.safeParse(postedAddress, input);
  if (!success) throw invalidRequest(below(path, problem(issues[0])));
  return output;
}

/** What a shipping label needs (docs/partner-api.md#address). */
const LABEL_FIELDS = ['telephone', 'address1', 'sub_district', 'district', 'province', 'postal_code'] as const;

type LabelField = (typeof LABEL_FIELDS)[number];

/** The label fields that are missing. A too short telephone number counts as missing. */
export const missingOnLabel = (address: Address): LabelField[] =>
  LABEL_FIELDS.filter((field) => address[field] === undefined || (field === 'telephone' && isTooShort(address[field])));

const MIN_DIGITS = 9; // of a Thai telephone, with its 0

export const isTooShort = (telephone: string | undefined): boolean =>
  telephone !== undefined && arabicDigits(telephone).replace(/\D/g, '').length < MIN_DIGITS;

const NAMES = Object.keys(addressFields) as FieldName[];
const COLUMNS = NAMES.join(', ');
const PLACEHOLDERS = NAMES.map(() => '?').join(', ');

type AddressRow = { version: Id; id: Id | null; key: string | null; is_primary: number; is_removed: number } & Record<
  FieldName,
  string | number | null
>;

/** The id of a first version is its version number. */
const idOf = ({ id, version }: AddressRow): Id => id ?? version;

function addressOf(row: AddressRow): StoredAddress {
  const address: Record<string, unknown> = { version: row.version, id: idOf(row) };
  for (const name of NAMES) if (row[name] !== null) address[name] = row[name];
  return address as unknown as StoredAddress;
}

const storeAddressOf = (row: AddressRow): StoreAddress => ({
  ...addressOf(row),
  key: row.key as string,
  is_primary: row.is_primary === 1,
});

const values = (address: Address) => NAMES.map((name) => address[name] ?? null);

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
  const same = sameFlags && NAMES.every((name, i) => earlier[name] === fields[i]);
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
  audit(tx, 'store_address_changed', { storeId, subjectId: id ?? version });
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
   AND version = coalesce((SELECT max(version) FROM addresses WHERE id = +@id), @id)`,
);

/** The latest version of a store's address, a customer's or its own. */
export function findAddress(db: Reader, storeId: Id, id: Id): StoredAddress | undefined {
  const row = db.get(latestVersionById, { id, storeId });
  return row && addressOf(row);
}

const addressByVersion = query<AddressRow>({ reads: ['addresses'] }, 'SELECT * FROM addresses WHERE version = ?');

/** The version that an order references. */
export function addressVersion(db: Reader, version: Id): StoredAddress {
  const row = db.get(addressByVersion, version);
  if (!row) throw new Error(`address version ${version} is missing`);
  return addressOf(row);
}

const storeAddressByVersion = query<AddressRow>({ reads: ['addresses'] }, 'SELECT * FROM addresses WHERE version = ?');

/** The same for an address of the store; cached because many orders share it. */
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
