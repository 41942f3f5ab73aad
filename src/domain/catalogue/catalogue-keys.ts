import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import { invalidRequest } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import type { Message } from '../../lib/messages/catalogue.ts';
import { codePoints, foldCase, hasVisibleCharacter, isSafeText } from '../../lib/text.ts';
import { variantsWithSku, variantTitle } from '../variants.ts';
import { productByKey, variantByKey } from './product-lookup.ts';

// A pulled product reserves the keys that begin with its own key and a slash: a new variant of the source needs one.

/** The prefix of the keys of a pulled product's variants. */
export const pulledPrefix = (productKey: string): string => `${productKey}/`;

/** For a product with variants of its own. @throws AppError invalid_request if the key is malformed or taken */
export function requireProductKey(db: Reader, storeId: Id, key: string): void {
  requireKey(key);
  const known = productByKey(db, storeId, key);
  if (known) throw invalidRequest(known.live ? 'product_key_taken' : 'deleted_product_key_taken', { product: key });
}

const keyBelowPrefix = query<{ key: string }>(
  { reads: ['products', 'variants'] },
  `SELECT key FROM (SELECT store_id, key FROM variants
     UNION ALL SELECT store_id, key FROM products WHERE parent_id IS NOT NULL)
   WHERE store_id = @storeId AND substr(key, 1, length(@prefix)) = @prefix LIMIT 1`,
);

/** For a pulled product. @throws AppError invalid_request if the key, or a key that it reserves, is taken */
export function requirePulledKey(db: Reader, storeId: Id, key: string): void {
  requireProductKey(db, storeId, key);
  requireUnreserved(db, storeId, key);
  const inside = db.get(keyBelowPrefix, { storeId, prefix: pulledPrefix(key) });
  if (inside) throw invalidRequest('key_reserves_taken_key', { product: key, taken: inside.key });
}

/** For a variant. @throws AppError invalid_request if the key is malformed, taken or reserved */
export function requireVariantKey(db: Reader, storeId: Id, key: string): void {
  requireKey(key);
  if (variantByKey(db, storeId, key)) throw invalidRequest('variant_key_taken', { variant: key });
  requireUnreserved(db, storeId, key);
}

const pulledProductAbove = query<{ key: string }>(
  { reads: ['products'] },
  `SELECT key FROM products WHERE store_id = @storeId AND parent_id IS NOT NULL
   AND substr(@key, 1, length(key) + 1) = key || '/' LIMIT 1`,
);

function requireUnreserved(db: Reader, storeId: Id, key: string): void {
  const pulled = db.get(pulledProductAbove, { storeId, key });
  if (pulled) throw invalidRequest('key_reserved_by_pulled_product', { taken: key, product: pulled.key });
}

/** A free key for a new variant of the product: `latte-2`. */
export const freeVariantKey = (db: Reader, storeId: Id, productKey: string): string =>
  freeVariantKeys(db, storeId, productKey).next().value as string;

/** One free key after another. */
export function* freeVariantKeys(db: Reader, storeId: Id, productKey: string): Generator<string> {
  for (let i = 1; ; i += 1) {
    const key = `${productKey}-${i}`;
    if (!variantByKey(db, storeId, key)) yield key;
  }
}

const MAX_KEY_LENGTH = 100; // code points

/** @throws AppError invalid_request if the key is malformed */
export function requireKey(key: string): void {
  if (key === '' || codePoints(key) > MAX_KEY_LENGTH || !isSafeText(key))
    throw invalidRequest('wrong_text_length', { path: 'key', least: 1, most: MAX_KEY_LENGTH });
}

// Keys and names that are unique among a store's price tiers, or among its warehouses.

/** @throws AppError invalid_request if the key is malformed or taken */
export function requireFreeKey(
  list: readonly { key: string }[],
  newKey: string,
  keyTaken: (key: string) => Message,
): void {
  requireKey(newKey);
  if (list.some(({ key }) => key === newKey)) throw invalidRequest(keyTaken(newKey));
}

/** @throws AppError invalid_request if the name has no visible character or is taken */
export function requireFreeName(
  list: readonly { name: string }[],
  newName: string,
  nameTaken: 'price_tier_name_taken' | 'warehouse_name_taken',
): void {
  if (!hasVisibleCharacter(newName)) throw invalidRequest('no_visible_character', { path: 'name' });
  if (isNameTaken(list, newName)) throw invalidRequest(nameTaken, { path: 'name' });
}

/** Names that differ only in case and spaces are the same. */
export const isNameTaken = (list: readonly { name: string }[], newName: string): boolean =>
  list.some(({ name }) => comparable(name) === comparable(newName));

const comparable = (name: string): string => foldCase(name).trim().replaceAll(/\s+/g, ' ');

export const others = <Item extends { id: Id }>(list: readonly Item[], own: Id): Item[] =>
  list.filter(({ id }) => id !== own);

/**
 * Partners cannot order by a shared SKU, so a variant may not get one.
 *
 * @param variantId undefined for a new variant; a variant may keep a SKU that it already shares
 * @throws AppError invalid_request if another live variant of the store has the SKU
 */
export function requireOwnSku(db: Reader, storeId: Id, sku: string | null | undefined, variantId?: Id): void {
  if (sku === null || sku === undefined) return;
  const others = variantsWithSku(db, storeId, sku);
  const [other] = others;
  if (other === undefined || (variantId !== undefined && others.includes(variantId))) return;
  throw invalidRequest('sku_taken', { path: 'sku', variant: variantTitle(db, other) });
}
