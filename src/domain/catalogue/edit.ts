import type { Database } from '../../db/database.ts';
import { Refusal } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import type { Money } from '../../lib/money.ts';
import { dropUnused } from '../pictures/store.ts';
import { forgetVariants } from '../variants.ts';
import { replacePrices } from './prices.ts';
import { touchProduct } from './products.ts';

// The only writer of variants. What is pulled from a variant follows it here, in the same breath.

/** What is left out stays as it is, or is empty in a new variant; null empties it. */
export interface VariantFields {
  name?: string | undefined;
  sku?: string | null | undefined;
  imageUrl?: string | null | undefined;
  cost?: Money | null | undefined;
  weight?: number | null | undefined;
  lowStockThreshold?: number | null | undefined;
  /** By price tier: all prices there are. */
  prices?: ReadonlyMap<Id, Money> | undefined;
}

/** Adds the variant to its product, or changes the one that has this key. Its stock is the ledger's. */
export function putVariant(
  db: Database,
  storeId: Id,
  productId: Id,
  { key, ...fields }: VariantFields & { key: string },
  now: number,
): Id {
  const known = db.get<{ id: Id }>('SELECT id FROM variants WHERE store_id = ? AND key = ?', storeId, key);
  const id = known?.id ?? insertVariant(db, { storeId, productId, key, pulledFrom: null }, now);
  changeVariant(db, id, fields, now);
  if (!known) followVariant(db, id, now);
  return id;
}

interface NewRow {
  storeId: Id;
  productId: Id;
  key: string;
  pulledFrom: Id | null;
}

function insertVariant(db: Database, { storeId, productId, key, pulledFrom }: NewRow, now: number): Id {
  const id = db.insert<Id>(
    `INSERT INTO variants (store_id, product_id, key, name, pulled_from_variant_id, create_time, update_time)
     VALUES (?, ?, ?, '', ?, ?, ?)`,
    storeId,
    productId,
    key,
    pulledFrom,
    now,
    now,
  );
  for (const topic of ['variant', 'followers']) db.forget(topic, id); // should this be undone, another gets the id
  touchProduct(db, productId, now);
  return id;
}

type Row = Required<Omit<VariantFields, 'prices'>> & { productId: Id; pulledFrom: Id | null };

/**
 * Changes what is given of the variant; its product's `update_time` moves with its own, where anything is otherwise.
 *
 * @throws Refusal invalid_request where it is pulled and more than its prices is given
 */
export function changeVariant(db: Database, id: Id, { prices, ...fields }: VariantFields, now: number): void {
  const row = db.get<Row>(
    `SELECT name, sku, image_url AS imageUrl, cost, weight, low_stock_threshold AS lowStockThreshold,
       product_id AS productId, pulled_from_variant_id AS pulledFrom FROM variants WHERE id = ?`,
    id,
  ) as Row;
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  if (row.pulledFrom !== null && given.length > 0)
    throw new Refusal('invalid_request', `variant ${id} is pulled from another store: only its prices are its own`);
  const changed = given.length > 0 && updateRow(db, id, { ...row, ...Object.fromEntries(given) });
  const repriced = prices !== undefined && replacePrices(db, id, prices);
  if (!changed && !repriced) return;
  touchVariant(db, id, row.productId, now);
  if (!changed) return;
  followVariant(db, id, now);
  if (row.imageUrl !== null) dropUnused(db, [row.imageUrl]);
}

/** Whether anything is otherwise than before. */
const updateRow = (db: Database, id: Id, { name, sku, imageUrl, cost, weight, lowStockThreshold }: Row): boolean =>
  db.run(
    `UPDATE variants SET name = @name, sku = @sku, image_url = @imageUrl, cost = @cost, weight = @weight,
       low_stock_threshold = @lowStockThreshold
     WHERE id = @id AND (name, sku, image_url, cost, weight, low_stock_threshold)
       IS NOT (@name, @sku, @imageUrl, @cost, @weight, @lowStockThreshold)`,
    { id, name, sku, imageUrl, cost, weight, lowStockThreshold } as never,
  ) > 0;

function touchVariant(db: Database, id: Id, productId: Id, now: number): void {
  db.run('UPDATE variants SET update_time = max(update_time, ?) WHERE id = ?', now, id);
  db.forget('variant', id);
  touchProduct(db, productId, now);
}

/** Makes the variant one that is sold as its parts, or one with stock of its own. Its stock and parts are the caller's business. */
export function markBundle(db: Database, id: Id, isBundle: boolean): void {
  db.run('UPDATE variants SET is_bundle = ? WHERE id = ?', Number(isBundle), id);
  forgetVariants(db);
}

/** Marks the variant deleted at this time, or, with null, live. Who shows its stock is the caller's business. */
export function markVariant(db: Database, id: Id, deleteTime: number | null, now: number): void {
  const { productId } = db.get<{ productId: Id }>(
    'UPDATE variants SET delete_time = ? WHERE id = ? RETURNING product_id AS productId',
    deleteTime,
    id,
  ) as { productId: Id };
  touchVariant(db, id, productId, now);
  forgetVariants(db);
}

/**
 * Keeps what is pulled from the live variant in step with it: one in each product that is pulled from its product, with
 * the same name, SKU, picture and weight. The ids of those that are new.
 */
export function followVariant(db: Database, id: Id, now: number): Id[] {
  const made = db
    .all<NewRow>(
      `SELECT p.store_id AS storeId, p.id AS productId, p.key || '/' || v.key AS key, v.id AS pulledFrom
       FROM variants v JOIN products p ON p.parent_id = v.product_id
       WHERE v.id = ? AND v.delete_time IS NULL
         AND NOT EXISTS (SELECT 1 FROM variants f WHERE f.pulled_from_variant_id = v.id AND f.product_id = p.id)
       ORDER BY p.id`,
      id,
    )
    .map((row) => insertVariant(db, row, now));
  const changed = db.all<{ id: Id; productId: Id }>(
    `UPDATE variants SET name = s.name, sku = s.sku, image_url = s.image_url, weight = s.weight FROM variants s
     WHERE s.id = ? AND variants.pulled_from_variant_id = s.id
       AND (variants.name, variants.sku, variants.image_url, variants.weight)
         IS NOT (s.name, s.sku, s.image_url, s.weight)
     RETURNING id, product_id AS productId`,
    id,
  );
  for (const follower of changed) touchVariant(db, follower.id, follower.productId, now);
  if (made.length > 0) forgetVariants(db);
  return made;
}
