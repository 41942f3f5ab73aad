import type { Database } from '../../db/database.ts';
import type { Id } from '../../lib/ids.ts';
import type { Money } from '../../lib/money.ts';
import { foldCase } from '../../lib/text.ts';
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
         coalesce(@shippingRates, shipping_rates), coalesce(@min, min), coalesce(@max, max)), update_time, @now)
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
  if (product.pictures && replacePictures(db, id, product.pictures)) touchProduct(db, id, now);
  forgetProduct(db, id);
  db.forget('variant'); // sold variants carry their product's name
  return id;
}

/** Whether the pictures are others than before. */
function replacePictures(db: Database, productId: Id, pictures: Picture[]): boolean {
  if (JSON.stringify(picturesOf(db, productId)) === JSON.stringify(pictures)) return false;
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
  return true;
}

/** Something in the product is otherwise than before. */
export function touchProduct(db: Database, id: Id, now: number): void {
  db.run('UPDATE products SET update_time = ? WHERE id = ?', now, id);
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
