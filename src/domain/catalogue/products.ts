import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { invalidRequest, notFound } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import type { Money } from '../../lib/money.ts';
import { nameColumns } from '../../lib/name-order.ts';
import { hasVisibleCharacter } from '../../lib/text.ts';
import { deleteUnusedPictures } from '../pictures/stored-pictures.ts';
import { categoryFor } from './categories.ts';
import { type Picture, picturesOf, type ShippingRate } from './product-detail.ts';
import { replaceTags } from './product-tags.ts';

// The only writer of products and their pictures.

/** An undefined field stays unchanged; in a new product it is empty. */
export interface ProductFields {
  key: string;
  name: string;
  description?: string | undefined;
  shippingRates?: ShippingRate[] | undefined;
  min?: Money | undefined;
  max?: Money | undefined;
  pictures?: Picture[] | undefined;
  /** By name; null: none. A new name creates a category. */
  category?: string | null | undefined;
  /** All its tags, in the form of `parseTags`. */
  tags?: readonly string[] | undefined;
}

const upsertProduct = command<{ id: Id }>(
  { writes: ['products'] },
  `INSERT INTO products
     (store_id, key, name, folded_name, collation_key, description, shipping_rates, min, max, create_time, update_time)
   VALUES (@storeId, @key, @name, @foldedName, @collationKey, coalesce(@description, ''), coalesce(@shippingRates, '[]'),
     @min, @max, @now, @now)
   ON CONFLICT (store_id, key) DO UPDATE SET name = @name, folded_name = @foldedName, collation_key = @collationKey,
     description = coalesce(@description, description), shipping_rates = coalesce(@shippingRates, shipping_rates),
     min = coalesce(@min, min), max = coalesce(@max, max),
     update_time = iif((name, description, shipping_rates, min, max) IS (@name, coalesce(@description, description),
       coalesce(@shippingRates, shipping_rates), coalesce(@min, min), coalesce(@max, max)), update_time, max(update_time, @now))
   RETURNING id`,
);

/**
 * Adds the product, or changes the one with this key. Its variants stay unchanged. `update_time` advances only
 * if a value changes, because partners poll by it: not with category and tags, which they do not see.
 */
export function putProduct(tx: WriteTx, storeId: Id, product: ProductFields, now: number): Id {
  const { id } = tx.runReturning(upsertProduct, {
    storeId,
    key: product.key,
    ...nameColumns(product.name),
    description: product.description ?? null,
    shippingRates: product.shippingRates ? JSON.stringify(product.shippingRates) : null,
    min: product.min ?? null,
    max: product.max ?? null,
    now,
  })[0] as { id: Id };
  if (product.pictures) setPictures(tx, id, product.pictures, now);
  organizeProduct(tx, { storeId, id }, product);
  invalidateProduct(tx, id);
  tx.invalidate('variant'); // sold variants carry their product's name
  return id;
}

const setCategoryId = command(
  { writes: ['products'] },
  'UPDATE products SET category_id = @categoryId WHERE id = @id AND category_id IS NOT @categoryId',
);

type Organization = Pick<ProductFields, 'category' | 'tags'>;

function organizeProduct(
  tx: WriteTx,
  { storeId, id }: { storeId: Id; id: Id },
  { category, tags }: Organization,
): void {
  if (category !== undefined)
    tx.run(setCategoryId, { id, categoryId: category === null ? null : categoryFor(tx, storeId, category) });
  if (tags) replaceTags(tx, { storeId, productId: id }, tags);
  if (category !== undefined || tags) tx.invalidate('product sets');
}

const moveSome = command(
  { writes: ['products'] },
  `UPDATE products SET category_id = @into
   WHERE id IN (SELECT id FROM products WHERE category_id = @from LIMIT @limit)`,
);

/** Moves some products of a category, live and deleted, to another one or to none. @returns how many */
export function moveProducts(tx: WriteTx, from: Id, into: Id | null, limit: number): number {
  tx.invalidate('product sets');
  return tx.run(moveSome, { from, into, limit });
}

/** An undefined field stays unchanged; null clears it. */
export interface ProductChanges
  extends Partial<Pick<ProductFields, 'name' | 'description' | 'shippingRates'>>,
    Organization {
  min?: Money | null | undefined;
  max?: Money | null | undefined;
}

const liveProduct = query<ProductRow & { storeId: Id }>(
  { reads: ['products'] },
  `SELECT store_id AS storeId, name, description, shipping_rates AS shippingRates, min, max FROM products
   WHERE id = ? AND delete_time IS NULL`,
);

const updateFields = command(
  { writes: ['products'] },
  `UPDATE products SET name = @name, folded_name = @foldedName, collation_key = @collationKey, description = @description,
   shipping_rates = @shippingRates, min = @min, max = @max WHERE id = @id`,
);

/**
 * Changes the given fields.
 *
 * @throws AppError not_found; invalid_request if the name has no visible character or `max` is below `min`
 */
export function changeProduct(tx: WriteTx, id: Id, { category, tags, ...changes }: ProductChanges, now: number): void {
  const found = tx.get(liveProduct, id);
  if (!found) throw notFound('product_not_found', { product: id });
  const { storeId, ...row } = found;
  organizeProduct(tx, { storeId, id }, { category, tags });
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  const changed: ProductRow = { ...row, ...Object.fromEntries(given.map(([name, value]) => [name, columnOf(value)])) };
  requireValid(changed);
  if (JSON.stringify(changed) === JSON.stringify(row)) return;
  tx.run(updateFields, { ...changed, ...nameColumns(changed.name), id });
  touchProduct(tx, id, now);
  tx.invalidate('variant'); // sold variants carry their product's name
}

interface ProductRow {
  name: string;
  description: string;
  shippingRates: string;
  min: Money | null;
  max: Money | null;
}

const columnOf = (value: ProductChanges[keyof ProductChanges]) =>
  Array.isArray(value) ? JSON.stringify(value) : value;

function requireValid({ name, min, max }: ProductRow): void {
  if (!hasVisibleCharacter(name)) throw invalidRequest('no_visible_character', { path: 'name' });
  requirePriceRange({ min, max });
}

/** @throws AppError invalid_request at `max` */
export function requirePriceRange({
  min,
  max,
}: {
  min?: Money | null | undefined;
  max?: Money | null | undefined;
}): void {
  if (min != null && max != null && max < min) throw invalidRequest('max_below_min', { path: 'max' });
}

const deletePicturesOf = command({ writes: ['product_images'] }, 'DELETE FROM product_images WHERE product_id = ?');

const addPicture = command(
  { writes: ['product_images'] },
  'INSERT INTO product_images (product_id, position, url, thumbnail_url, tiny_url) VALUES (?, ?, ?, ?, ?)',
);

/** Replaces the product's pictures. Deletes uploaded pictures that are no longer used. */
export function setPictures(tx: WriteTx, productId: Id, pictures: readonly Picture[], now: number): void {
  const before = picturesOf(tx, productId);
  if (JSON.stringify(before) === JSON.stringify(pictures)) return;
  tx.run(deletePicturesOf, productId);
  pictures.forEach((picture, position) => {
    tx.run(addPicture, productId, position, picture.url, picture.thumbnailUrl, picture.tinyUrl);
  });
  deleteUnusedPictures(
    tx,
    before.map(({ url }) => url),
  );
  touchProduct(tx, productId, now);
}

const setUpdateTime = command(
  { writes: ['products'] },
  'UPDATE products SET update_time = max(update_time, ?) WHERE id = ?',
);

/** Advances `update_time` and invalidates cached data after a change. */
export function touchProduct(tx: WriteTx, id: Id, now: number): void {
  tx.run(setUpdateTime, now, id);
  invalidateProduct(tx, id);
}

const setParentId = command({ writes: ['products'] }, 'UPDATE products SET parent_id = ? WHERE id = ?');

export function setParent(tx: WriteTx, id: Id, sourceId: Id): void {
  tx.run(setParentId, sourceId, id);
  invalidateProduct(tx, id);
}

const setDeleteTime = command({ writes: ['products'] }, 'UPDATE products SET delete_time = ? WHERE id = ?');

/** @param deleteTime null restores the product. The caller announces the change of stock. */
export function setProductDeleteTime(tx: WriteTx, id: Id, deleteTime: number | null): void {
  tx.run(setDeleteTime, deleteTime, id);
  invalidateProduct(tx, id);
}

function invalidateProduct(tx: WriteTx, id: Id): void {
  tx.invalidate('product', id);
  tx.invalidate('product list');
}
