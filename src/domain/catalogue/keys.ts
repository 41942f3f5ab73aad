import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import { invalidRequest } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { codePoints, isSafeText } from '../../lib/text.ts';
import { productByKey, variantByKey } from './lookup.ts';

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

/** For a pulled product. @throws AppError invalid_request if the key or a key it would reserve is taken */
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

const NONE: ReadonlySet<string> = new Set();

/** A free key for a new variant of the product: `latte-2`. */
export function freeVariantKey(db: Reader, storeId: Id, productKey: string, taken = NONE): string {
  for (let i = 1; ; i += 1) {
    const key = `${productKey}-${i}`;
    if (!taken.has(key) && !variantByKey(db, storeId, key)) return key;
  }
}

const LONGEST = 100; // code points

/** @throws AppError invalid_request if the key is malformed */
export function requireKey(key: string): void {
  if (key === '' || codePoints(key) > LONGEST || !isSafeText(key))
    throw invalidRequest('wrong_text_length', { path: 'key', least: 1, most: LONGEST });
}
