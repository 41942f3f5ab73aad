import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { AppError } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import type { Money } from '../../lib/money.ts';
import { foldCase, hasVisibleCharacter } from '../../lib/text.ts';
import { dropUnused } from '../pictures/store.ts';
import { type Picture, picturesOf, type ShippingRate } from './detail.ts';

// The only writer of products and their pictures.

/** What is left out stays as it is, or is empty in a new product. */
export interface ProductFields {
  key: string;
  name: string;
  description?: string | undefined;
  shippingRates?: ShippingRate[] | undefined;
  min?: Money | undefined;
  max?: Money | undefined;
  pictures?: Picture[] | undefined;
}

const insertProduct = command<{ id: Id }>(
  { writes: ['products'] },
  `INSERT INTO products
     (store_id, key, name, folded_name, description, shipping_rates, min, max, create_time, update_time)
   VALUES (@storeId, @key, @name, @foldedName, coalesce(@description, ''), coalesce(@shippingRates, '[]'), @min, @max,
     @now, @now)
   ON CONFLICT (store_id, key) DO UPDATE SET name = @name, folded_name = @foldedName,
     description = coalesce(@description, description), shipping_rates = coalesce(@shippingRates, shipping_rates),
     min = coalesce(@min, min), max = coalesce(@max, max),
     update_time = iif((name, description, shipping_rates, min, max) IS (@name, coalesce(@description, description),
       coalesce(@shippingRates, shipping_rates), coalesce(@min, min), coalesce(@max, max)), update_time, max(update_time, @now))
   RETURNING id`,
);

/**
 * Adds the product, or changes the one that has this key. Its variants stay as they are. `update_time` moves only where
 * something changes, so that partners who follow it see what is new.
 */
export function putProduct(tx: WriteTx, storeId: Id, product: ProductFields, now: number): Id {
  const { id } = tx.runReturning(insertProduct, {
    storeId,
    key: product.key,
    name: product.name,
    foldedName: foldCase(product.name),
    description: product.description ?? null,
    shippingRates: product.shippingRates ? JSON.stringify(product.shippingRates) : null,
    min: product.min ?? null,
    max: product.max ?? null,
    now,
  })[0] as { id: Id };
  if (product.pictures) setPictures(tx, id, product.pictures, now);
  forgetProduct(tx, id);
  tx.invalidate('variant'); // sold variants carry their product's name
  return id;
}

/** What is left out stays as it is; null empties it. */
export interface ProductChanges extends Partial<Pick<ProductFields, 'name' | 'description' | 'shippingRates'>> {
  min?: Money | null | undefined;
  max?: Money | null | undefined;
}

const selectProduct = query<ProductRow>(
  { reads: ['products'] },
  `SELECT name, description, shipping_rates AS shippingRates, min, max FROM products
   WHERE id = ? AND delete_time IS NULL`,
);

const updateProduct = command(
  { writes: ['products'] },
  `UPDATE products SET name = @name, folded_name = @foldedName, description = @description,
   shipping_rates = @shippingRates, min = @min, max = @max WHERE id = @id`,
);

/**
 * Changes what is given of the product.
 *
 * @throws AppError not_found; invalid_request where it would have no name, or `max` would be below `min`
 */
export function changeProduct(tx: WriteTx, id: Id, changes: ProductChanges, now: number): void {
  const row = tx.get(selectProduct, id);
  if (!row) throw new AppError('not_found', 'product_not_found', { product: id });
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  const changed: ProductRow = { ...row, ...Object.fromEntries(given.map(([name, value]) => [name, columnOf(value)])) };
  requireNamed(changed);
  if (JSON.stringify(changed) === JSON.stringify(row)) return;
  tx.run(updateProduct, { ...changed, foldedName: foldCase(changed.name), id });
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

function requireNamed({ name, min, max }: ProductRow): void {
  if (!hasVisibleCharacter(name)) throw new AppError('invalid_request', 'no_visible_character', { path: 'name' });
  if (min !== null && max !== null && max < min)
    throw new AppError('invalid_request', 'max_below_min', { path: 'max' });
}

const deletePictures = command({ writes: ['product_images'] }, 'DELETE FROM product_images WHERE product_id = ?');

const insertPictures = command(
  { writes: ['product_images'] },
  'INSERT INTO product_images (product_id, position, url, thumbnail_url, tiny_url) VALUES (?, ?, ?, ?, ?)',
);

/** Makes these the product's pictures, in this order; what nothing shows any more goes. */
export function setPictures(tx: WriteTx, productId: Id, pictures: readonly Picture[], now: number): void {
  const before = picturesOf(tx, productId);
  if (JSON.stringify(before) === JSON.stringify(pictures)) return;
  tx.run(deletePictures, productId);
  pictures.forEach((picture, position) => {
    tx.run(insertPictures, productId, position, picture.url, picture.thumbnailUrl, picture.tinyUrl);
  });
  dropUnused(
    tx,
    before.map(({ url }) => url),
  );
  touchProduct(tx, productId, now);
}

const updateProductInProducts = command(
  { writes: ['products'] },
  'UPDATE products SET update_time = max(update_time, ?) WHERE id = ?',
);

/** Something in the product is otherwise than before. */
export function touchProduct(tx: WriteTx, id: Id, now: number): void {
  tx.run(updateProductInProducts, now, id);
  forgetProduct(tx, id);
}

const updateParent = command({ writes: ['products'] }, 'UPDATE products SET parent_id = ? WHERE id = ?');

/** Makes the product one that is pulled from `sourceId`. */
export function setParent(tx: WriteTx, id: Id, sourceId: Id): void {
  tx.run(updateParent, sourceId, id);
  forgetProduct(tx, id);
}

const updateProductInProducts2 = command({ writes: ['products'] }, 'UPDATE products SET delete_time = ? WHERE id = ?');

/** Marks the product deleted at this time, or, with null, live. Who shows its stock is the caller's business. */
export function markProduct(tx: WriteTx, id: Id, deleteTime: number | null): void {
  tx.run(updateProductInProducts2, deleteTime, id);
  forgetProduct(tx, id);
}

function forgetProduct(tx: WriteTx, id: Id): void {
  tx.invalidate('product', id);
  tx.invalidate('product list');
}
