import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { invalidRequest } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import type { Money } from '../../lib/money.ts';
import { foldCase } from '../../lib/text.ts';
import { replaceBarcodes } from '../barcodes.ts';
import { deleteUnusedPictures } from '../pictures/stored-pictures.ts';
import { invalidateVariants } from '../variants.ts';
import { recordCost } from './cost-changes.ts';
import { touchProduct } from './products.ts';
import { replacePrices } from './variant-prices.ts';

// The only writer of variants. Each change of a variant updates its followers: the variants pulled from it.

/** Undefined leaves a field unchanged (empty in a new variant); null clears it, and so does an empty SKU. */
export interface VariantFields {
  name?: string | undefined;
  sku?: string | null | undefined;
  imageUrl?: string | null | undefined;
  cost?: Money | null | undefined;
  /** The stock document that changed the average cost; by default the cost was entered. */
  costDocumentId?: Id | undefined;
  weight?: number | null | undefined;
  lowStockThreshold?: number | null | undefined;
  shelfLocation?: string | null | undefined;
  /** Valid codes that no other live variant has after the transaction (see `requireFreeBarcodes`). */
  barcodes?: readonly string[] | undefined;
  /** All prices, by price tier. */
  prices?: ReadonlyMap<Id, Money> | undefined;
}

const variantIdByKey = query<{ id: Id }>(
  { reads: ['variants'] },
  'SELECT id FROM variants WHERE store_id = ? AND key = ?',
);

/** Adds the variant to its product, or changes the one with this key. */
export function putVariant(
  tx: WriteTx,
  storeId: Id,
  productId: Id,
  { key, ...fields }: VariantFields & { key: string },
  now: number,
): Id {
  const known = tx.get(variantIdByKey, storeId, key);
  const id = known?.id ?? insertVariant(tx, { storeId, productId, key, pulledFrom: null }, now);
  changeVariant(tx, id, fields, now);
  if (!known) syncFollowers(tx, id, now);
  return id;
}

interface NewRow {
  storeId: Id;
  productId: Id;
  key: string;
  pulledFrom: Id | null;
}

const addVariantRow = command(
  { writes: ['variants'], reads: ['stock'] },
  `INSERT INTO variants (store_id, product_id, key, name, folded_name, pulled_from_variant_id, create_time, update_time)
   VALUES (?, ?, ?, '', '', ?, ?, ?)`,
);

function insertVariant(tx: WriteTx, { storeId, productId, key, pulledFrom }: NewRow, now: number): Id {
  const id = tx.insert<Id>(addVariantRow, storeId, productId, key, pulledFrom, now, now);
  for (const topic of ['variant', 'followers']) tx.invalidate(topic, id); // a rollback frees the id for another variant
  touchProduct(tx, productId, now);
  return id;
}

type Row = Required<Omit<VariantFields, 'prices' | 'barcodes' | 'costDocumentId'>> & {
  storeId: Id;
  productId: Id;
  pulledFrom: Id | null;
};

const variantRow = query<Row>(
  { reads: ['variants'] },
  `SELECT name, sku, image_url AS imageUrl, cost, weight, low_stock_threshold AS lowStockThreshold,
   shelf_location AS shelfLocation, store_id AS storeId, product_id AS productId, pulled_from_variant_id AS pulledFrom FROM variants WHERE id = ?`,
);

/**
 * Changes the given fields. A change of a value advances `update_time` of the variant and of its product.
 *
 * @throws AppError invalid_request if it is pulled and more than prices is given
 */
export function changeVariant(tx: WriteTx, id: Id, changes: VariantFields, now: number): void {
  const { prices, barcodes, costDocumentId, ...fields } = changes;
  const row = tx.get(variantRow, id) as Row;
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  if (row.pulledFrom !== null && (given.length > 0 || barcodes !== undefined))
    throw invalidRequest('pulled_variant_has_only_prices', { variant: id });
  const changed = given.length > 0 && writeFields(tx, id, { ...row, ...Object.fromEntries(given) });
  const { cost = row.cost } = fields;
  if (cost !== row.cost) recordCost(tx, { variantId: id, cost, documentId: costDocumentId }, now);
  if (barcodes !== undefined) setBarcodes(tx, { storeId: row.storeId, variantId: id }, barcodes, now);
  const repriced = prices !== undefined && replacePrices(tx, id, prices);
  if (!changed && !repriced) return;
  touchVariant(tx, id, row.productId, now);
  if (!changed) return;
  syncFollowers(tx, id, now);
  if (row.imageUrl !== null) deleteUnusedPictures(tx, [row.imageUrl]);
}

const variantAndFollowers = query<{ id: Id; productId: Id }>(
  { reads: ['variants'] },
  'SELECT id, product_id AS productId FROM variants WHERE id = @id OR pulled_from_variant_id = @id',
);

function setBarcodes(
  tx: WriteTx,
  variant: { storeId: Id; variantId: Id },
  barcodes: readonly string[],
  now: number,
): void {
  for (const changed of replaceBarcodes(tx, variant, barcodes))
    for (const { id, productId } of tx.all(variantAndFollowers, { id: changed })) touchVariant(tx, id, productId, now);
}

const updateFields = command(
  { writes: ['variants'] },
  `UPDATE variants SET name = @name, sku = @sku, folded_name = @foldedName, folded_sku = @foldedSku,
     image_url = @imageUrl, cost = @cost, weight = @weight, low_stock_threshold = @lowStockThreshold, shelf_location = @shelfLocation
   WHERE id = @id AND (name, sku, image_url, cost, weight, low_stock_threshold, shelf_location)
     IS NOT (@name, @sku, @imageUrl, @cost, @weight, @lowStockThreshold, @shelfLocation)`,
);

/** Whether a field changed. */
function writeFields(tx: WriteTx, id: Id, row: Row): boolean {
  const { name, imageUrl, cost, weight, lowStockThreshold, shelfLocation } = row;
  const sku = row.sku || null;
  const folded = { foldedName: foldCase(name), foldedSku: sku === null ? null : foldCase(sku) };
  const fields = { name, sku, ...folded, imageUrl, cost, weight, lowStockThreshold, shelfLocation };
  return tx.run(updateFields, { id, ...fields } as never) > 0;
}

const setUpdateTime = command(
  { writes: ['variants'] },
  'UPDATE variants SET update_time = max(update_time, ?) WHERE id = ?',
);

function touchVariant(tx: WriteTx, id: Id, productId: Id, now: number): void {
  tx.run(setUpdateTime, now, id);
  tx.invalidate('variant', id);
  touchProduct(tx, productId, now);
}

const setIsBundle = command({ writes: ['variants'] }, 'UPDATE variants SET is_bundle = ? WHERE id = ?');

/** Sets the flag only; the caller moves stock and parts. */
export function markBundle(tx: WriteTx, id: Id, isBundle: boolean): void {
  tx.run(setIsBundle, Number(isBundle), id);
  invalidateVariants(tx);
}

const setDeleteTime = command<{ productId: Id }>(
  { writes: ['variants'] },
  'UPDATE variants SET delete_time = ? WHERE id = ? RETURNING product_id AS productId',
);

/** @param deleteTime null restores the variant. The caller announces the change of stock. */
export function setVariantDeleteTime(tx: WriteTx, id: Id, deleteTime: number | null, now: number): void {
  const { productId } = tx.runReturning(setDeleteTime, deleteTime, id)[0] as { productId: Id };
  touchVariant(tx, id, productId, now);
  invalidateVariants(tx);
}

const missingFollowers = query<NewRow>(
  { reads: ['products', 'variants'] },
  `SELECT p.store_id AS storeId, p.id AS productId, p.key || '/' || v.key AS key, v.id AS pulledFrom
   FROM variants v JOIN products p ON p.parent_id = v.product_id
   WHERE v.id = +? AND v.delete_time IS NULL
     AND NOT EXISTS (SELECT 1 FROM variants f WHERE f.pulled_from_variant_id = v.id AND f.product_id = p.id)
   ORDER BY p.id`,
);

const copyToFollowers = command<{ id: Id; productId: Id }>(
  { writes: ['variants'] },
  `UPDATE variants SET name = s.name, sku = s.sku, folded_name = s.folded_name, folded_sku = s.folded_sku,
     image_url = s.image_url, weight = s.weight FROM variants s
   WHERE s.id = ? AND variants.pulled_from_variant_id = s.id
     AND (variants.name, variants.sku, variants.image_url, variants.weight)
       IS NOT (s.name, s.sku, s.image_url, s.weight)
   RETURNING id, product_id AS productId`,
);

/**
 * Synchronizes the followers of a live variant: one in each product pulled from its product, with the same name, SKU,
 * picture and weight.
 *
 * @returns the ids of new followers
 */
export function syncFollowers(tx: WriteTx, id: Id, now: number): Id[] {
  const added = tx.all(missingFollowers, id).map((row) => insertVariant(tx, row, now));
  const changed = tx.runReturning(copyToFollowers, id);
  for (const follower of changed) touchVariant(tx, follower.id, follower.productId, now);
  if (added.length > 0) invalidateVariants(tx);
  return added;
}
