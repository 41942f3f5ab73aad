import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { Id } from '../../lib/ids.ts';

/** A product as it is known, live or deleted. */
export interface KnownProduct {
  id: Id;
  storeId: Id;
  key: string;
  name: string;
  /** The product of another store that it is pulled from. */
  parentId: Id | null;
  live: boolean;
}

const COLUMNS = 'id, store_id AS storeId, key, name, parent_id AS parentId, delete_time IS NULL AS live';

type ProductRow = Omit<KnownProduct, 'live'> & { live: number };

const productOf = (row: ProductRow): KnownProduct => ({ ...row, live: row.live === 1 });

const selectProductById = query<ProductRow>({ reads: ['products'] }, `SELECT ${COLUMNS} FROM products WHERE id = ?`);

export function productById(db: Reader, id: Id): KnownProduct | undefined {
  const row = db.get(selectProductById, id);
  return row && productOf(row);
}

const selectProductByKey = query<ProductRow>(
  { reads: ['products'] },
  `SELECT ${COLUMNS} FROM products WHERE store_id = ? AND key = ?`,
);

export function productByKey(db: Reader, storeId: Id, key: string): KnownProduct | undefined {
  const row = db.get(selectProductByKey, storeId, key);
  return row && productOf(row);
}

const selectDeletedProducts = query<ProductRow>(
  { reads: ['products'] },
  `SELECT ${COLUMNS} FROM products WHERE store_id = ? AND delete_time IS NOT NULL ORDER BY id LIMIT ? OFFSET ?`,
);

/** One page of the store's deleted products, in the order they were made. */
export const deletedProducts = (
  db: Reader,
  storeId: Id,
  { limit, offset }: { limit: number; offset: number },
): KnownProduct[] => db.all(selectDeletedProducts, storeId, limit, offset).map(productOf);

const selectLiveProducts = query<{ id: Id }>(
  { reads: ['products'] },
  'SELECT id FROM products WHERE store_id = ? AND delete_time IS NULL ORDER BY id',
);

/** The store's live products, in the order they were made. */
export const liveProducts = (db: Reader, storeId: Id): Id[] => db.all(selectLiveProducts, storeId).map(({ id }) => id);

const selectOwnProducts = query<ProductRow>(
  { reads: ['products'] },
  `SELECT ${COLUMNS} FROM products
   WHERE store_id = ? AND delete_time IS NULL AND parent_id IS NULL ORDER BY id`,
);

/** The store's live products but for those that are pulled, in the order they were made. */
export const ownProducts = (db: Reader, storeId: Id): KnownProduct[] =>
  db.all(selectOwnProducts, storeId).map(productOf);

const selectVariantsOfProduct = query<{ id: Id }>(
  { reads: ['variants'] },
  'SELECT id FROM variants WHERE product_id = ? AND delete_time IS NULL ORDER BY id',
);

/** The product's variants that are not deleted, in the order they were made; its own deletion does not count. */
export const variantsOfProduct = (db: Reader, productId: Id): Id[] =>
  db.all(selectVariantsOfProduct, productId).map(({ id }) => id);

const selectEveryVariantOf = query<{ id: Id; key: string }>(
  { reads: ['variants'] },
  'SELECT id, key FROM variants WHERE product_id = ? ORDER BY id',
);

/** The same with those that are deleted. */
export const everyVariantOf = (db: Reader, productId: Id): { id: Id; key: string }[] =>
  db.all(selectEveryVariantOf, productId);

const selectDeletedVariants = query<{ id: Id; name: string; sku: string | null }>(
  { reads: ['variants'] },
  `SELECT id, name, sku FROM variants
   WHERE product_id = ? AND delete_time IS NOT NULL AND pulled_from_variant_id IS NULL ORDER BY id`,
);

/** The product's variants that were deleted themselves; what was pulled is its source's business. */
export const deletedVariants = (db: Reader, productId: Id): { id: Id; name: string; sku: string | null }[] =>
  db.all(selectDeletedVariants, productId);

export interface KnownVariant {
  id: Id;
  key: string;
  productId: Id;
  /** It is not deleted itself; its product may be. */
  kept: boolean;
}

const selectVariantByKey = query<Omit<KnownVariant, 'kept'> & { kept: number }>(
  { reads: ['variants'] },
  `SELECT id, key, product_id AS productId, delete_time IS NULL AS kept FROM variants WHERE store_id = ? AND key = ?`,
);

export function variantByKey(db: Reader, storeId: Id, key: string): KnownVariant | undefined {
  const row = db.get(selectVariantByKey, storeId, key);
  return row && { ...row, kept: row.kept === 1 };
}

const selectBundlesOf = query<{ id: Id }>(
  { reads: ['products', 'variants'] },
  `SELECT v.id FROM variants v JOIN products p ON p.id = v.product_id
   WHERE v.store_id = ? AND v.is_bundle = 1 AND v.delete_time IS NULL AND p.delete_time IS NULL ORDER BY v.id`,
);

/** The store's live bundles, in the order they were made. */
export const bundlesOf = (db: Reader, storeId: Id): Id[] => db.all(selectBundlesOf, storeId).map(({ id }) => id);
