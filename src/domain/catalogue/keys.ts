import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import { AppError } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { codePoints, isSafeText } from '../../lib/text.ts';
import { productByKey, variantByKey } from './lookup.ts';

// Keys that begin with a pulled product's key and a slash are its variants', so that one may be added there whenever
// the source gets a new one.

/** What the keys of a pulled product's variants begin with. */
export const pulledPrefix = (productKey: string): string => `${productKey}/`;

/** @throws AppError invalid_request where `key` cannot be that of another product of the store that has variants of its own */
export function requireProductKey(db: Reader, storeId: Id, key: string): void {
  requireKey(key);
  const known = productByKey(db, storeId, key);
  if (known)
    throw new AppError('invalid_request', known.live ? 'product_key_taken' : 'deleted_product_key_taken', {
      product: key,
    });
}

const selectRequirePulledKey = query<{ key: string }>(
  { reads: ['products', 'variants'] },
  `SELECT key FROM (SELECT store_id, key FROM variants
     UNION ALL SELECT store_id, key FROM products WHERE parent_id IS NOT NULL)
   WHERE store_id = @storeId AND substr(key, 1, length(@prefix)) = @prefix LIMIT 1`,
);

/** @throws AppError invalid_request where `key` cannot be that of another product of the store that is pulled */
export function requirePulledKey(db: Reader, storeId: Id, key: string): void {
  requireProductKey(db, storeId, key);
  requireOutside(db, storeId, key);
  const inside = db.get(selectRequirePulledKey, { storeId, prefix: pulledPrefix(key) });
  if (inside) throw new AppError('invalid_request', 'key_reserves_taken_key', { product: key, taken: inside.key });
}

/** @throws AppError invalid_request where `key` cannot be that of another variant of the store */
export function requireVariantKey(db: Reader, storeId: Id, key: string): void {
  requireKey(key);
  if (variantByKey(db, storeId, key)) throw new AppError('invalid_request', 'variant_key_taken', { variant: key });
  requireOutside(db, storeId, key);
}

const selectRequireOutside = query<{ key: string }>(
  { reads: ['products'] },
  `SELECT key FROM products WHERE store_id = @storeId AND parent_id IS NOT NULL
   AND substr(@key, 1, length(key) + 1) = key || '/' LIMIT 1`,
);

function requireOutside(db: Reader, storeId: Id, key: string): void {
  const pulled = db.get(selectRequireOutside, { storeId, key });
  if (pulled)
    throw new AppError('invalid_request', 'key_reserved_by_pulled_product', { taken: key, product: pulled.key });
}

const NONE: ReadonlySet<string> = new Set();

/** A key for another variant of the product, where nobody has chosen one: `latte-2`; none of those that are taken. */
export function freeVariantKey(db: Reader, storeId: Id, productKey: string, taken = NONE): string {
  for (let i = 1; ; i += 1) {
    const key = `${productKey}-${i}`;
    if (!taken.has(key) && !variantByKey(db, storeId, key)) return key;
  }
}

const LONGEST = 100; // code points

/** @throws AppError invalid_request where `key` is none that a store file could have */
export function requireKey(key: string): void {
  if (key === '' || codePoints(key) > LONGEST || !isSafeText(key))
    throw new AppError('invalid_request', 'wrong_text_length', { path: 'key', least: 1, most: LONGEST });
}
