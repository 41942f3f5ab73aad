import type { Context } from '../../context.ts';
import type { Reader } from '../../db/reader.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';
import type { Money } from '../../lib/money.ts';
import { freeBarcodes } from '../barcodes.ts';
import { clearBundle, makeBundle, setParts } from '../catalogue/bundle-parts.ts';
import { deleteProduct, deleteVariant, reviveProduct, reviveVariant } from '../catalogue/delete-product.ts';
import { putVariant } from '../catalogue/edit-variant.ts';
import { priceTiers } from '../catalogue/price-tiers.ts';
import { type Product, productDetail, type Variant } from '../catalogue/product-detail.ts';
import { productById, productByKey, variantByKey, variantKey, variantsOfProduct } from '../catalogue/product-lookup.ts';
import { organizationOf } from '../catalogue/product-organization.ts';
import { changeProduct, putProduct } from '../catalogue/products.ts';
import { warehouses } from '../catalogue/warehouses.ts';
import { setOnHand } from '../stock/adjust-on-hand.ts';
import { levelOf, stockRowsOf } from '../stock/ledger.ts';
import { existingVariant, type Part, partsOf } from '../variants.ts';

// Products and variants of a sandbox have the keys of those that they copy.

export interface SandboxPair {
  /** The store that is copied. */
  sourceId: Id;
  /** The sandbox. */
  storeId: Id;
}

const VARIANTS_PER_STEP = 50;

/** Calls `change` for some of the items at a time, each in its own transaction. */
async function inSteps<T>(ctx: Context, items: readonly T[], change: (tx: WriteTx, item: T) => void): Promise<void> {
  for (let i = 0; i < items.length; i += VARIANTS_PER_STEP)
    await ctx.write((tx) => {
      for (const item of items.slice(i, i + VARIANTS_PER_STEP)) change(tx, item);
    });
}

/**
 * Copies a live product of the store with its available stock. Bundles and recipes follow with `copyParts`. A product
 * that is pulled from another store becomes one with its own stock.
 */
export async function copyProduct(ctx: Context, pair: SandboxPair, productId: Id): Promise<void> {
  const product = productDetail(ctx.db, pair.sourceId, productId);
  if (!product) return; // deleted meanwhile
  const copiedId = await ctx.write((tx) => copyProductRow(tx, pair.storeId, product, ctx.now()));
  await inSteps(ctx, product.variants, (tx, variant) => copyVariant(tx, pair, copiedId, variant, ctx.now()));
}

function copyProductRow(tx: WriteTx, storeId: Id, product: Product, now: number): Id {
  const known = productByKey(tx, storeId, product.key);
  if (known && !known.live) reviveProduct(tx, known.id, now);
  const { key, name, description, shippingRates, pictures, set } = product;
  const { category, tags } = organizationOf(tx, [product.id])(product.id);
  const organization = { category: category?.name ?? null, tags };
  const id = putProduct(tx, storeId, { key, name, description, shippingRates, pictures, ...organization }, now);
  changeProduct(tx, id, set, now);
  return id;
}

function copyVariant(tx: WriteTx, pair: SandboxPair, productId: Id, variant: Variant, now: number): void {
  const { storeId } = pair;
  const { key, name, sku, imageUrl, cost, weight, lowStockThreshold, shelfLocation } = variant;
  const known = variantByKey(tx, storeId, key);
  if (known && known.productId !== productId) return; // another product of the sandbox uses the key
  if (known && !known.live) reviveVariant(tx, known.id, now);
  const fields = { key, name, sku, imageUrl, cost, weight, lowStockThreshold, shelfLocation };
  const codesAndPrices = { barcodes: copiedBarcodes(tx, storeId, variant), prices: pricesOf(tx, pair, variant) };
  const id = putVariant(tx, storeId, productId, { ...fields, ...codesAndPrices }, now);
  if (isOwnBundle(variant)) return;
  if (existingVariant(tx, id).isBundle) clearBundle(tx, id, now);
  const reason = known ? 'command_edited' : 'variant_created';
  const available = availableByWarehouse(tx, pair, variant);
  for (const { warehouseId } of stockRowsOf(tx, id)) if (!available.has(warehouseId)) available.set(warehouseId, 0);
  for (const [warehouseId, qty] of available) {
    const { reserved } = levelOf(tx, id, warehouseId);
    setOnHand(tx, { variantId: id, warehouseId, qty: qty + reserved, reason }, now);
  }
}

/** Variants that are pulled from the same source share their codes; in the sandbox one of them gets the codes. */
const copiedBarcodes = (db: Reader, storeId: Id, { key, barcodes, pulledFrom }: Variant): readonly string[] =>
  pulledFrom === null ? barcodes : freeBarcodes(db, storeId, barcodes, variantByKey(db, storeId, key)?.id);

/** A pulled bundle has its parts in another store. */
const isOwnBundle = ({ isBundle, pulledFrom }: Variant): boolean => isBundle && pulledFrom === null;

/** By price tier of the sandbox. */
function pricesOf(db: Reader, { sourceId, storeId }: SandboxPair, { prices }: Variant): Map<Id, Money> {
  const copied = new Map<Id, Money>();
  for (const { priceTierId, price } of prices) {
    const tier = counterpart(priceTiers(db, sourceId), priceTiers(db, storeId), priceTierId);
    if (tier !== undefined) copied.set(tier, price);
  }
  return copied;
}

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
function availableByWarehouse(
  db: Reader,
  { storeId, sourceId }: SandboxPair,
  { stock, pulledFrom }: Variant,
): Map<Id, number> {
  const [from, to] = [warehouses(db, sourceId), warehouses(db, storeId)];
  const available = new Map<Id, number>();
  if (pulledFrom !== null && to[0]) available.set(to[0].id, stock.total.onHand - stock.total.reserved);
  else
    for (const { warehouseId, onHand, reserved } of stock.warehouses) {
      const copied = counterpart(from, to, warehouseId);
      if (copied !== undefined) available.set(copied, onHand - reserved);
    }
  return available;
}

/** Copies the bundles and recipes of a product, once all products are copied. */
export async function copyParts(ctx: Context, pair: SandboxPair, productId: Id): Promise<void> {
  const variants = productDetail(ctx.db, pair.sourceId, productId)?.variants ?? [];
  const own = variants.filter(({ pulledFrom }) => pulledFrom === null);
  const due = own.filter(({ parts, key }) => parts.length > 0 || hasParts(ctx.db, pair, key));
  await inSteps(ctx, due, (tx, variant) => copyPartsOf(tx, pair, variant, ctx.now()));
}

function hasParts(db: Reader, { storeId }: SandboxPair, key: string): boolean {
  const copied = variantByKey(db, storeId, key);
  return copied !== undefined && partsOf(db, copied.id).length > 0;
}

function copyPartsOf(tx: WriteTx, { storeId }: SandboxPair, variant: Variant, now: number): void {
  const copied = variantByKey(tx, storeId, variant.key)?.id;
  if (copied === undefined) return;
  const parts = partsInSandbox(tx, storeId, variant.parts);
  if (JSON.stringify(partsOf(tx, copied)) !== JSON.stringify(parts)) setParts(tx, copied, parts, now);
  if (variant.isBundle && !existingVariant(tx, copied).isBundle) makeBundle(tx, copied, { reason: undefined }, now);
}

function partsInSandbox(db: Reader, storeId: Id, parts: readonly Part[]): Part[] {
  const copied = parts.flatMap(({ variantId, qty }) => {
    const part = variantByKey(db, storeId, variantKey(db, variantId));
    return part?.live ? [{ variantId: part.id, qty }] : [];
  });
  return copied.sort((a, b) => a.variantId - b.variantId);
}

/** Deletes what the store does not have: the product of the sandbox, or some of its variants. */
export async function deleteMissing(ctx: Context, { sourceId }: SandboxPair, copiedId: Id): Promise<void> {
  const { db, now } = ctx;
  const isThere = productByKey(db, sourceId, productById(db, copiedId)?.key ?? '')?.live;
  if (!isThere) return ctx.write((tx) => deleteProduct(tx, copiedId, now()));
  const missing = variantsOfProduct(db, copiedId).filter((id) => !variantByKey(db, sourceId, variantKey(db, id))?.live);
  await inSteps(ctx, missing.reverse(), (tx, id) => deleteVariant(tx, id, now()));
}
