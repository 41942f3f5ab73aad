import type { Database } from '../../db/database.ts';
import type { Id } from '../../lib/ids.ts';
import type { Money } from '../../lib/money.ts';
import { foldCase } from '../../lib/text.ts';
import { type Picture, picturesOf, type ShippingRate } from './detail.ts';

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

/** What is left out stays as it is, or is empty in a new variant. */
export interface VariantFields {
  key: string;
  name?: string | undefined;
  sku?: string | undefined;
  imageUrl?: string | undefined;
  cost?: Money | undefined;
  weight?: number | undefined;
  /** By price tier: all prices there are. */
  prices?: ReadonlyMap<Id, Money> | undefined;
}

/**
 * Adds the product, or changes the one that has this key; a deleted one comes back. Its variants stay as they are.
 * `update_time` moves only where something changes, so that partners who follow it see what is new.
 */
export function putProduct(db: Database, storeId: Id, product: ProductFields, now: number): Id {
  const { id } = db.get<{ id: Id }>(
    `INSERT INTO products
       (store_id, key, name, folded_name, description, shipping_rates, min, max, create_time, update_time)
     VALUES (@storeId, @key, @name, @foldedName, coalesce(@description, ''), coalesce(@shippingRates, '[]'), @min, @max,
       @now, @now)
     ON CONFLICT (store_id, key) DO UPDATE SET name = @name, folded_name = @foldedName,
       description = coalesce(@description, description), shipping_rates = coalesce(@shippingRates, shipping_rates),
       min = coalesce(@min, min), max = coalesce(@max, max), delete_time = NULL,
       update_time = iif((name, description, shipping_rates, min, max, delete_time) IS (@name,
         coalesce(@description, description), coalesce(@shippingRates, shipping_rates), coalesce(@min, min),
         coalesce(@max, max), NULL), update_time, @now)
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
  db.forget('product', id);
  db.forget('product list');
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

const touchProduct = (db: Database, id: Id, now: number) =>
  db.run('UPDATE products SET update_time = ? WHERE id = ?', now, id);

/** Adds the variant to its product, or changes the one that has this key. Stock is the ledger's. */
export function putVariant(db: Database, storeId: Id, productId: Id, variant: VariantFields, now: number): Id {
  const { id, updateTime } = db.get<{ id: Id; updateTime: number }>(
    `INSERT INTO variants
       (store_id, product_id, key, name, sku, image_url, cost, weight, create_time, update_time)
     VALUES (@storeId, @productId, @key, coalesce(@name, ''), @sku, @imageUrl, @cost, @weight, @now, @now)
     ON CONFLICT (store_id, key) DO UPDATE SET name = coalesce(@name, name), sku = coalesce(@sku, sku),
       image_url = coalesce(@imageUrl, image_url), cost = coalesce(@cost, cost), weight = coalesce(@weight, weight),
       delete_time = NULL,
       update_time = iif((name, sku, image_url, cost, weight, delete_time) IS (coalesce(@name, name),
         coalesce(@sku, sku), coalesce(@imageUrl, image_url), coalesce(@cost, cost), coalesce(@weight, weight), NULL),
         update_time, @now)
     RETURNING id, update_time AS updateTime`,
    {
      storeId,
      productId,
      key: variant.key,
      name: variant.name ?? null,
      sku: variant.sku ?? null,
      imageUrl: variant.imageUrl ?? null,
      cost: variant.cost ?? null,
      weight: variant.weight ?? null,
      now,
    },
  ) as { id: Id; updateTime: number };
  const repriced = variant.prices !== undefined && replacePrices(db, id, variant.prices);
  if (repriced) db.run('UPDATE variants SET update_time = ? WHERE id = ?', now, id);
  if (repriced || updateTime === now) touchProduct(db, productId, now);
  db.forget('product', productId);
  db.forget('product list');
  db.forget('variant', id);
  return id;
}

/** Whether any price is another than before. */
function replacePrices(db: Database, variantId: Id, prices: ReadonlyMap<Id, Money>): boolean {
  let changes = db.run(
    'DELETE FROM prices WHERE variant_id = ? AND price_tier_id NOT IN (SELECT value FROM json_each(?))',
    variantId,
    JSON.stringify([...prices.keys()]),
  );
  for (const [tierId, price] of prices)
    changes += db.run(
      `INSERT INTO prices (variant_id, price_tier_id, price) VALUES (?, ?, ?)
       ON CONFLICT (variant_id, price_tier_id) DO UPDATE SET price = excluded.price WHERE price <> excluded.price`,
      variantId,
      tierId,
      price,
    );
  return changes > 0;
}
