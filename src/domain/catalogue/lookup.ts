import type { Database } from '../../db/database.ts';
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

export function productById(db: Database, id: Id): KnownProduct | undefined {
  const row = db.get<ProductRow>(`SELECT ${COLUMNS} FROM products WHERE id = ?`, id);
  return row && productOf(row);
}

export function productByKey(db: Database, storeId: Id, key: string): KnownProduct | undefined {
  const row = db.get<ProductRow>(`SELECT ${COLUMNS} FROM products WHERE store_id = ? AND key = ?`, storeId, key);
  return row && productOf(row);
}

/** One page of the store's deleted products, in the order they were made. */
export const deletedProducts = (
  db: Database,
  storeId: Id,
  { limit, offset }: { limit: number; offset: number },
): KnownProduct[] =>
  db
    .all<ProductRow>(
      `SELECT ${COLUMNS} FROM products WHERE store_id = ? AND delete_time IS NOT NULL ORDER BY id LIMIT ? OFFSET ?`,
      storeId,
      limit,
      offset,
    )
    .map(productOf);

/** The store's live products, in the order they were made. */
export const liveProducts = (db: Database, storeId: Id): Id[] =>
  db
    .all<{ id: Id }>('SELECT id FROM products WHERE store_id = ? AND delete_time IS NULL ORDER BY id', storeId)
    .map(({ id }) => id);

/** The store's live products but for those that are pulled, in the order they were made. */
export const ownProducts = (db: Database, storeId: Id): KnownProduct[] =>
  db
    .all<ProductRow>(
      `SELECT ${COLUMNS} FROM products
       WHERE store_id = ? AND delete_time IS NULL AND parent_id IS NULL ORDER BY id`,
      storeId,
    )
    .map(productOf);

/** The product's variants that are not deleted, in the order they were made; its own deletion does not count. */
export const variantsOfProduct = (db: Database, productId: Id): Id[] =>
  db
    .all<{ id: Id }>('SELECT id FROM variants WHERE product_id = ? AND delete_time IS NULL ORDER BY id', productId)
    .map(({ id }) => id);

/** The same with those that are deleted. */
export const everyVariantOf = (db: Database, productId: Id): { id: Id; key: string }[] =>
  db.all('SELECT id, key FROM variants WHERE product_id = ? ORDER BY id', productId);

/** The product's variants that were deleted themselves; what was pulled is its source's business. */
export const deletedVariants = (db: Database, productId: Id): { id: Id; name: string; sku: string | null }[] =>
  db.all(
    `SELECT id, name, sku FROM variants
     WHERE product_id = ? AND delete_time IS NOT NULL AND pulled_from_variant_id IS NULL ORDER BY id`,
    productId,
  );

export interface KnownVariant {
  id: Id;
  key: string;
  productId: Id;
  /** It is not deleted itself; its product may be. */
  kept: boolean;
}

export function variantByKey(db: Database, storeId: Id, key: string): KnownVariant | undefined {
  const row = db.get<Omit<KnownVariant, 'kept'> & { kept: number }>(
    `SELECT id, key, product_id AS productId, delete_time IS NULL AS kept FROM variants WHERE store_id = ? AND key = ?`,
    storeId,
    key,
  );
  return row && { ...row, kept: row.kept === 1 };
}

/** The store's live bundles, in the order they were made. */
export const bundlesOf = (db: Database, storeId: Id): Id[] =>
  db
    .all<{ id: Id }>(
      `SELECT v.id FROM variants v JOIN products p ON p.id = v.product_id
       WHERE v.store_id = ? AND v.is_bundle = 1 AND v.delete_time IS NULL AND p.delete_time IS NULL ORDER BY v.id`,
      storeId,
    )
    .map(({ id }) => id);
