import * as v from 'valibot';
import type { Reader } from '../../db/reader.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { emailAddress, textUpTo } from '../../lib/field-schemas.ts';
import type { Id } from '../../lib/ids.ts';
import { MAX_LENGTH } from '../../lib/text-limits.ts';
import { invalid } from '../../lib/validation.ts';
import { type CourierName, listCouriers, replaceCourier, type ShippopSettings } from './couriers.ts';

/** Addresses of SHIPPOP's service, and of its test service, which has separate accounts. */
export const SHIPPOP_URL = 'https://mkpservice.shippop.com';
export const SHIPPOP_TEST_URL = 'https://mkpservice.shippop.dev';

/** SHIPPOP's codes of the couriers that shipping types are named after. */
const CODES: Readonly<Record<string, string>> = {
  ems: 'EMST',
  parcel: 'ECP',
  spx_pickup: 'SPX',
  flash: 'FLE',
  flash_bulky: 'FLEB',
  kex: 'KRYX',
  jt: 'JNTP',
  best: 'BEST',
  dhl: 'DHL',
};

/** The settings of a courier in a store file, with the given check of web addresses. */
export const shippopFields = <Url extends v.GenericSchema<unknown, string>>(webUrl: Url) => ({
  url: webUrl,
  email: emailAddress,
  secret: v.optional(textUpTo(MAX_LENGTH.setting)),
  courier_code: v.pipe(textUpTo(MAX_LENGTH.setting), v.regex(/^[A-Z0-9_]{2,20}$/, invalid('shippop_code_malformed'))),
  parcel_size: v.optional(
    v.pipe(
      textUpTo(MAX_LENGTH.setting),
      v.regex(/^([1-9]\d{0,2}x){2}[1-9]\d{0,2}$/, invalid('shippop_size_malformed')),
    ),
  ),
});

const shippopCouriers = (db: Reader, storeId: Id) =>
  listCouriers(db, storeId).flatMap(({ shippingType, settings }) =>
    settings.adapter === 'shippop' ? [{ shippingType, settings }] : [],
  );

/**
 * Settings that a new courier does not need: its code if it is known, and the account of another courier of the store.
 * `wanted` names the account if the store has several.
 */
export function shippopDefaults(
  db: Reader,
  { storeId, shippingType }: CourierName,
  wanted: { readonly url?: unknown; readonly email?: unknown } = {},
): Partial<ShippopSettings> {
  const account = shippopCouriers(db, storeId)
    .map(({ settings: { url, email, secret } }) => ({ url, email, secret }))
    .find(({ url, email }) => (wanted.url ?? url) === url && (wanted.email ?? email) === email);
  const courier_code = CODES[shippingType];
  return { url: SHIPPOP_URL, ...account, ...(courier_code ? { courier_code } : {}) };
}

/** Copies a changed API key to the store's other couriers with the same account. */
export function shareApiKey(tx: WriteTx, { storeId, shippingType }: CourierName, account: ShippopSettings): void {
  const { url, email, secret } = account;
  const others = shippopCouriers(tx, storeId).filter((courier) => courier.shippingType !== shippingType);
  for (const { shippingType, settings } of others)
    if (settings.url === url && settings.email === email && settings.secret !== secret)
      replaceCourier(tx, storeId, shippingType, { ...settings, secret });
}
