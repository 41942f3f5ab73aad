import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { Id } from '../../lib/ids.ts';

/** A product, live or deleted. */
export interface KnownProduct {
  id: Id;
  storeId: Id;
  key: string;
  name: string;
  /** The source of a pulled product. */
  parentId: Id | null;
  live: boolean;
}

const COLUMNS = 'id, store_id AS storeId, key, name, parent_id AS parentId, delete_time IS NULL AS live';

type ProductRow = Omit<KnownProduct, 'live'> & { live: number };

const productOf = (row: ProductRow): KnownProduct => ({ ...row, live: row.live === 1 });

const productRowById = query<ProductRow>({ reads: ['products'] }, `SELECT ${COLUMNS} FROM products WHERE id = ?`);

export function productById(db: Reader, id: Id): KnownProduct | undefined {
  const row = db.get(productRowById, id);
  return row && productOf(row);
}

const productRowByKey = query<ProductRow>(
  { reads: ['products'] },
  `SELECT ${COLUMNS} FROM products WHERE store_id = ? AND key = ?`,
);

export function productByKey(db: Reader, storeId: Id, key: string): KnownProduct | undefined {
  const row = db.get(productRowByKey, storeId, key);
  return row && productOf(row);
}

const deletedProductRows = query<ProductRow>(
  { reads: ['products'] },
  `SELECT ${COLUMNS} FROM products WHERE store_id = ? AND delete_time IS NOT NULL ORDER BY id LIMIT ? OFFSET ?`,
);

/** One page of the store's deleted products, in the order of creation. */
export const deletedProducts = (
  db: Reader,
  storeId: Id,
  { limit, offset }: { limit: number; offset: number },
): KnownProduct[] => db.all(deletedProductRows, storeId, limit, offset).map(productOf);

const variantBehind = query<{ id: Id }>(
  { reads: ['variants'] },
  'SELECT id FROM variants WHERE store_id = ? LIMIT 1 OFFSET ?',
);

const MANY_VARIANTS = 2_000;

/** Whether reading all variants of the store, with their stock in several warehouses, would delay other requests. */
export const hasManyVariants = (db: Reader, storeId: Id): boolean =>
  db.get(variantBehind, storeId, MANY_VARIANTS) !== undefined;

const liveProductIds = query<{ id: Id }>(
  { reads: ['products'] },
  'SELECT id FROM products WHERE store_id = ? AND delete_time IS NULL ORDER BY id',
);

/** The store's live products, in the order of creation. */
export const liveProducts = (db: Reader, storeId: Id): Id[] => db.all(liveProductIds, storeId).map(({ id }) => id);

const ownProductRows = query<ProductRow>(
  { reads: ['products'] },
  `SELECT ${COLUMNS} FROM products
   WHERE store_id = ? AND delete_time IS NULL AND parent_id IS NULL ORDER BY id`,
);

/** The store's live products that are not pulled, in the order of creation. */
export const ownProducts = (db: Reader, storeId: Id): KnownProduct[] => db.all(ownProductRows, storeId).map(productOf);

const liveVariantIds = query<{ id: Id }>(
  { reads: ['variants'] },
  'SELECT id FROM variants WHERE product_id = ? AND delete_time IS NULL ORDER BY id',
);

/** The product's variants that are not deleted, in the order of creation, even if the product is deleted. */
export const variantsOfProduct = (db: Reader, productId: Id): Id[] =>
  db.all(liveVariantIds, productId).map(({ id }) => id);

const allVariantKeys = query<{ id: Id; key: string }>(
  { reads: ['variants'] },
  'SELECT id, key FROM variants WHERE product_id = ? ORDER BY id',
);

/** All variants of the product, including deleted ones. */
export const everyVariantOf = (db: Reader, productId: Id): { id: Id; key: string }[] =>
  db.all(allVariantKeys, productId);

const DELETED_VARIANTS =
  'FROM variants WHERE product_id = ? AND delete_time IS NOT NULL AND pulled_from_variant_id IS NULL';

const deletedVariantRows = query<{ id: Id; name: string; sku: string | null }>(
  { reads: ['variants'] },
  `SELECT id, name, sku ${DELETED_VARIANTS} ORDER BY id LIMIT ?`,
);

/** The first of the product's variants that were deleted on their own, without pulled ones. */
export const deletedVariants = (
  db: Reader,
  productId: Id,
  limit: number,
): { id: Id; name: string; sku: string | null }[] => db.all(deletedVariantRows, productId, limit);

const deletedVariantCount = query<{ count: number }>(
  { reads: ['variants'] },
  `SELECT count(*) AS count ${DELETED_VARIANTS}`,
);

export const countDeletedVariants = (db: Reader, productId: Id): number =>
  db.get(deletedVariantCount, productId)?.count ?? 0;

export interface KnownVariant {
  id: Id;
  key: string;
  productId: Id;
  /** Whether the variant is live; its product may be deleted. */
  live: boolean;
}

const variantRowByKey = query<Omit<KnownVariant, 'live'> & { live: number }>(
  { reads: ['variants'] },
  `SELECT id, key, product_id AS productId, delete_time IS NULL AS live FROM variants WHERE store_id = ? AND key = ?`,
);

export function variantByKey(db: Reader, storeId: Id, key: string): KnownVariant | undefined {
  const row = db.get(variantRowByKey, storeId, key);
  return row && { ...row, live: row.live === 1 };
}

const keyOfVariant = query<{ key: string }>({ reads: ['variants'] }, 'SELECT key FROM variants WHERE id = ?');

/** The key of the variant, which must exist. */
export const variantKey = (db: Reader, id: Id): string => (db.get(keyOfVariant, id) as { key: string }).key;

const bundleIds = query<{ id: Id }>(
  { reads: ['products', 'variants'] },
  `SELECT v.id FROM variants v JOIN products p ON p.id = v.product_id
   WHERE v.store_id = ? AND v.is_bundle = 1 AND v.delete_time IS NULL AND p.delete_time IS NULL ORDER BY v.id`,
);

/** The store's live bundles, in the order of creation. */
export const bundlesOf = (db: Reader, storeId: Id): Id[] => db.all(bundleIds, storeId).map(({ id }) => id);
