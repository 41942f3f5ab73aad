import type { Context } from '../../context.ts';
import type { Reader } from '../../db/reader.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';
import type { Money } from '../../lib/money.ts';
import { clearBundle, makeBundle, setParts } from '../catalogue/bundle-parts.ts';
import { deleteProduct, deleteVariant, reviveProduct, reviveVariant } from '../catalogue/delete-product.ts';
import { putVariant } from '../catalogue/edit-variant.ts';
import { priceTiers } from '../catalogue/price-tiers.ts';
import { type Product, productDetail, type Variant } from '../catalogue/product-detail.ts';
import { productById, productByKey, variantByKey, variantKey, variantsOfProduct } from '../catalogue/product-lookup.ts';
import { changeProduct, putProduct } from '../catalogue/products.ts';
import { warehouses } from '../catalogue/warehouses.ts';
import { setOnHand } from '../stock/adjust-on-hand.ts';
import { levelOf } from '../stock/ledger.ts';
import { existingVariant, type Part, partsOf } from '../variants.ts';

// Products and variants of a sandbox have the keys of those that they copy.

/** A store and its sandbox. */
export interface Copy {
  sourceId: Id;
  storeId: Id;
}

const VARIANTS_A_STEP = 50;

/**
 * Copies a live product of the store with its available stock, in short transactions. Bundles and recipes follow with
 * `copyParts`. A product that is pulled from another store becomes one with its own stock.
 */
export async function copyProduct(ctx: Context, copy: Copy, productId: Id): Promise<void> {
  const product = productDetail(ctx.db, copy.sourceId, productId);
  if (!product) return; // deleted meanwhile
  const copiedId = await ctx.write((tx) => copyHead(tx, copy.storeId, product, ctx.now()));
  for (let i = 0; i < product.variants.length; i += VARIANTS_A_STEP) {
    const step = product.variants.slice(i, i + VARIANTS_A_STEP);
    await ctx.write((tx) => {
      for (const variant of step) copyVariant(tx, copy, copiedId, variant, ctx.now());
    });
  }
}

function copyHead(tx: WriteTx, storeId: Id, product: Product, now: number): Id {
  const known = productByKey(tx, storeId, product.key);
  if (known && !known.live) reviveProduct(tx, known.id, now);
  const { key, name, description, shippingRates, pictures, set } = product;
  const id = putProduct(tx, storeId, { key, name, description, shippingRates, pictures }, now);
  changeProduct(tx, id, set, now);
  return id;
}

function copyVariant(tx: WriteTx, copy: Copy, productId: Id, variant: Variant, now: number): void {
  const { storeId, sourceId } = copy;
  const { key, name, sku, imageUrl, cost, weight, lowStockThreshold } = variant;
  const known = variantByKey(tx, storeId, key);
  if (known && !known.live) reviveVariant(tx, known.id, now);
  const prices = new Map<Id, Money>(
    variant.prices.flatMap(({ priceTierId, price }) => {
      const copied = counterpart(priceTiers(tx, sourceId), priceTiers(tx, storeId), priceTierId);
      return copied === undefined ? [] : [[copied, price] as const];
    }),
  );
  const id = putVariant(
    tx,
    storeId,
    productId,
    { key, name, sku, imageUrl, cost, weight, lowStockThreshold, prices },
    now,
  );
  if (isOwnBundle(variant)) return;
  if (existingVariant(tx, id).isBundle) clearBundle(tx, id, now);
  const reason = known ? 'command_edited' : 'variant_created';
  for (const [warehouseId, available] of availableByWarehouse(tx, copy, variant)) {
    const { reserved } = levelOf(tx, id, warehouseId);
    setOnHand(tx, { variantId: id, warehouseId, qty: available + reserved, reason }, now);
  }
}

/** A pulled bundle has its parts in another store. */
const isOwnBundle = ({ isBundle, pulledFrom }: Variant): boolean => isBundle && pulledFrom === null;

/** The item of the other list with the same key. */
function counterpart(from: readonly Keyed[], to: readonly Keyed[], id: Id): Id | undefined {
  const key = from.find((item) => item.id === id)?.key;
  return to.find((item) => item.key === key)?.id;
}

interface Keyed {
  id: Id;
  key: string;
}

/** By warehouse of the sandbox. The stock of a pulled variant is in warehouses of another store: it goes to the first. */
function availableByWarehouse(db: Reader, { storeId, sourceId }: Copy, { stock, pulledFrom }: Variant): [Id, number][] {
  const places = warehouses(db, storeId);
  const { total } = stock;
  if (pulledFrom !== null) return places.map(({ id }, i) => [id, i === 0 ? total.onHand - total.reserved : 0]);
  return places.map(({ id, key }) => {
    const source = warehouses(db, sourceId).find((warehouse) => warehouse.key === key)?.id;
    const level = stock.warehouses.find(({ warehouseId }) => warehouseId === source);
    return [id, level ? level.onHand - level.reserved : 0];
  });
}

/** Copies the bundles and recipes of a product, once all products are copied. */
export function copyParts(tx: WriteTx, { storeId, sourceId }: Copy, productId: Id, now: number): void {
  for (const variant of productDetail(tx, sourceId, productId)?.variants ?? []) {
    const copied = variant.pulledFrom === null ? variantByKey(tx, storeId, variant.key)?.id : undefined;
    if (copied === undefined) continue;
    const parts = partsInSandbox(tx, storeId, variant.parts);
    const before = existingVariant(tx, copied);
    if (JSON.stringify(partsOf(tx, copied)) !== JSON.stringify(parts)) setParts(tx, copied, parts, now);
    if (variant.isBundle && !before.isBundle) makeBundle(tx, copied, { reason: undefined }, now);
  }
}

function partsInSandbox(db: Reader, storeId: Id, parts: readonly Part[]): Part[] {
  const copied = parts.flatMap(({ variantId, qty }) => {
    const part = variantByKey(db, storeId, variantKey(db, variantId));
    return part?.live ? [{ variantId: part.id, qty }] : [];
  });
  return copied.sort((a, b) => a.variantId - b.variantId);
}

/** Deletes what the store no longer has: the product of the sandbox, or some of its variants. */
export function removeSurplus(tx: WriteTx, { sourceId }: Copy, copiedId: Id, now: number): void {
  const source = productByKey(tx, sourceId, productById(tx, copiedId)?.key ?? '');
  if (source?.live) {
    for (const id of variantsOfProduct(tx, copiedId))
      if (!variantByKey(tx, sourceId, variantKey(tx, id))?.live) deleteVariant(tx, id, now);
  } else deleteProduct(tx, copiedId, now);
}
