import type { Database } from '../../db/database.ts';
import { Refusal } from '../../lib/errors.ts';
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

/**
 * Adds the product, or changes the one that has this key. Its variants stay as they are. `update_time` moves only where
 * something changes, so that partners who follow it see what is new.
 */
export function putProduct(db: Database, storeId: Id, product: ProductFields, now: number): Id {
  const { id } = db.get<{ id: Id }>(
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
    {
      storeId,
      key: product.key,
      name: product.name,
      foldedName: foldCase(product.name),
      description: product.description ?? null,
      shippingRates: product.shippingRates ? JSON.stringify(product.shippingRates) : null,
      min: product.min ?? null,
      max: product.max ?? null,
      now,
    },
  ) as { id: Id };
  if (product.pictures) setPictures(db, id, product.pictures, now);
  forgetProduct(db, id);
  db.forget('variant'); // sold variants carry their product's name
  return id;
}

/** What is left out stays as it is; null empties it. */
export interface ProductChanges extends Partial<Pick<ProductFields, 'name' | 'description' | 'shippingRates'>> {
  min?: Money | null | undefined;
  max?: Money | null | undefined;
}

/**
 * Changes what is given of the product.
 *
 * @throws Refusal not_found; invalid_request where it would have no name, or `max` would be below `min`
 */
export function changeProduct(db: Database, id: Id, changes: ProductChanges, now: number): void {
  const row = db.get<ProductRow>(
    `SELECT name, description, shipping_rates AS shippingRates, min, max FROM products
     WHERE id = ? AND delete_time IS NULL`,
    id,
  );
  if (!row) throw new Refusal('not_found', `there is no product ${id}`);
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  const changed: ProductRow = { ...row, ...Object.fromEntries(given.map(([name, value]) => [name, columnOf(value)])) };
  requireNamed(changed);
  if (JSON.stringify(changed) === JSON.stringify(row)) return;
  db.run(
    `UPDATE products SET name = @name, folded_name = @foldedName, description = @description,
       shipping_rates = @shippingRates, min = @min, max = @max WHERE id = @id`,
    { ...changed, foldedName: foldCase(changed.name), id },
  );
  touchProduct(db, id, now);
  db.forget('variant'); // sold variants carry their product's name
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
  if (!hasVisibleCharacter(name)) throw new Refusal('invalid_request', 'name must not be empty');
  if (min !== null && max !== null && max < min) throw new Refusal('invalid_request', 'max must not be below min');
}

/** Makes these the product's pictures, in this order; what nothing shows any more goes. */
export function setPictures(db: Database, productId: Id, pictures: readonly Picture[], now: number): void {
  const before = picturesOf(db, productId);
  if (JSON.stringify(before) === JSON.stringify(pictures)) return;
  db.run('DELETE FROM product_images WHERE product_id = ?', productId);
  pictures.forEach((picture, position) => {
    db.run(
      'INSERT INTO product_images (product_id, position, url, thumbnail_url, tiny_url) VALUES (?, ?, ?, ?, ?)',
      productId,
      position,
      picture.url,
      picture.thumbnailUrl,
      picture.tinyUrl,
    );
  });
  dropUnused(
    db,
    before.map(({ url }) => url),
  );
  touchProduct(db, productId, now);
}

/** Something in the product is otherwise than before. */
export function touchProduct(db: Database, id: Id, now: number): void {
  db.run('UPDATE products SET update_time = max(update_time, ?) WHERE id = ?', now, id);
  forgetProduct(db, id);
}

/** Makes the product one that is pulled from `sourceId`. */
export function setParent(db: Database, id: Id, sourceId: Id): void {
  db.run('UPDATE products SET parent_id = ? WHERE id = ?', sourceId, id);
  forgetProduct(db, id);
}

/** Marks the product deleted at this time, or, with null, live. Who shows its stock is the caller's business. */
export function markProduct(db: Database, id: Id, deleteTime: number | null): void {
  db.run('UPDATE products SET delete_time = ? WHERE id = ?', deleteTime, id);
  forgetProduct(db, id);
}

function forgetProduct(db: Database, id: Id): void {
  db.forget('product', id);
  db.forget('product list');
}
