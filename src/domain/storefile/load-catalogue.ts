import { type Id, idText } from '../../lib/ids.ts';
import type { Money } from '../../lib/money.ts';
import { withoutUndefined } from '../../lib/without-undefined.ts';
import { clearBundle, makeBundle, setParts } from '../catalogue/bundle-parts.ts';
import { reviveProduct, reviveVariant } from '../catalogue/delete-product.ts';
import { changeVariant, putVariant } from '../catalogue/edit-variant.ts';
import { priceTiers } from '../catalogue/price-tiers.ts';
import type { Picture } from '../catalogue/product-detail.ts';
import { type KnownVariant, productByKey, variantByKey } from '../catalogue/product-lookup.ts';
import { type ProductFields, putProduct } from '../catalogue/products.ts';
import { copiedFields, linkProduct, sourceOf } from '../catalogue/pull-product.ts';
import { changedPrices } from '../catalogue/variant-prices.ts';
import { warehouses } from '../catalogue/warehouses.ts';
import { pathsOf, pictureNameIn } from '../pictures/stored-pictures.ts';
import { type Adjustment, setOnHand } from '../stock/adjust-on-hand.ts';
import { findStore } from '../stores.ts';
import { existingVariant } from '../variants.ts';
import type { ProductEntry, VariantEntry } from './store-file-schema.ts';
import type { Ids, StoreLoad } from './store-load.ts';

/**
 * Loads the products of all stores: variants with stock first, then bundles, then pulled products, so that the file may
 * list them in any order.
 */
export function loadCatalogues(loadings: readonly StoreLoad[]): void {
  for (const loading of loadings) for (const entry of loading.entry.products) loadProduct(loading, entry);
  for (const loading of loadings) loadParts(loading);
  for (const loading of loadings)
    for (const entry of loading.entry.products) if (entry.pulled_from) loadPulled(loading, entry);
}

/** By key. A pulled variant has the key `PRODUCT/SOURCE-VARIANT`. */
export interface CatalogueIds {
  products: Ids;
  variants: Ids;
}

export function catalogueIds({ tx, storeId, entry }: StoreLoad): CatalogueIds {
  const products = new Map<string, string>();
  const variants = new Map<string, string>();
  for (const product of entry.products) {
    const id = productByKey(tx, storeId, product.key)?.id as Id;
    products.set(product.key, idText(id));
    for (const { key } of product.variants) variants.set(key, idText(knownVariant({ tx, storeId }, key).id));
    for (const [variantId, key] of sourceOf(tx, id)?.variants ?? [])
      variants.set(`${product.key}/${key}`, idText(variantId));
  }
  return { products: Object.fromEntries(products), variants: Object.fromEntries(variants) };
}

/** Loads a product with the stock of its variants. */
function loadProduct(loading: StoreLoad, entry: ProductEntry): void {
  const { tx, storeId, now } = loading;
  const known = productByKey(tx, storeId, entry.key);
  if (known && !known.live) reviveProduct(tx, known.id, now);
  const productId = putProduct(tx, storeId, productFields(entry), now);
  for (const variant of entry.variants) loadVariant(loading, productId, variant);
}

const productFields = ({
  key,
  name,
  description,
  category,
  tags,
  min,
  max,
  ...entry
}: ProductEntry): ProductFields => ({
  key,
  name,
  description,
  category: category === '' ? null : category,
  tags,
  min,
  max,
  pictures: entry.images?.map(pictureOf),
  shippingRates: entry.shipping_rates?.map(({ shipping_type, first, each_more }) => ({
    shippingType: shipping_type,
    first,
    eachMore: each_more,
  })),
});

function pictureOf({ url, thumbnail_url, tiny_url }: NonNullable<ProductEntry['images']>[number]): Picture {
  const storedName = pictureNameIn(url);
  if (storedName !== undefined) return pathsOf(storedName);
  return { url, thumbnailUrl: thumbnail_url ?? url, tinyUrl: tiny_url ?? url };
}

/** Adds or changes a variant of a product, without its parts. */
export function loadVariant(loading: StoreLoad, productId: Id, entry: VariantEntry): void {
  const { tx, storeId, newVariants, now } = loading;
  const known = variantByKey(tx, storeId, entry.key);
  if (known && !known.live) reviveVariant(tx, known.id, now);
  const { key, name, sku, barcodes, image_url: imageUrl, cost, weight, low_stock_threshold: lowStockThreshold } = entry;
  const shelfLocation = entry.shelf_location;
  const prices = pricesByTier(loading, entry.prices, known);
  const fields = { key, name, sku, barcodes, imageUrl, cost, weight, lowStockThreshold, shelfLocation, prices };
  const variantId = putVariant(tx, storeId, productId, fields, now);
  if (!known) newVariants.add(variantId);
  if ((entry.stock || entry.parts) && existingVariant(tx, variantId).isBundle) clearBundle(tx, variantId, now);
  const cause = stockCause(loading, known !== undefined);
  for (const { id: warehouseId, key: warehouse } of warehouses(tx, storeId)) {
    const qty = entry.stock?.get(warehouse);
    if (qty !== undefined) setOnHand(tx, { variantId, warehouseId, qty, ...cause }, now);
  }
}

/** Loads of a new store and commands have no actor. */
function stockCause({ isNewStore, userId }: StoreLoad, isKnown: boolean): Pick<Adjustment, 'reason' | 'userId'> {
  if (isNewStore) return { reason: 'system_init' };
  if (!isKnown) return { reason: 'variant_created', userId };
  return userId === undefined ? { reason: 'command_edited' } : { reason: 'user_set', userId };
}

/** The variant's new prices; undefined if the file has none. */
function pricesByTier(
  { tx, storeId, keepsPrices }: StoreLoad,
  prices: VariantEntry['prices'],
  known: Pick<KnownVariant, 'id'> | undefined,
): ReadonlyMap<Id, Money> | undefined {
  if (!prices) return undefined;
  const tierId = (key: string) => priceTiers(tx, storeId).find((tier) => tier.key === key)?.id as Id;
  const inFile = new Map([...prices].map(([key, price]) => [tierId(key), price]));
  return keepsPrices && known ? changedPrices(existingVariant(tx, known.id).prices, inFile) : inFile;
}

/**
 * Clears all recipes first, so that a bundle and its part can swap. Sets all parts before it makes bundles, so that a
 * former part can become a bundle.
 */
export function loadParts(loading: StoreLoad): void {
  const { tx, entry, isNewStore, newVariants, now } = loading;
  const idOf = (key: string) => knownVariant(loading, key).id;
  const variants = entry.products
    .flatMap((product) => product.variants)
    .map(({ key, bundle, parts }) => ({ id: idOf(key), bundle, parts }));
  for (const { id, parts } of variants) if (parts) setParts(tx, id, [], now);
  for (const { id, bundle, parts = bundle } of variants)
    if (parts) {
      const list = parts.map(({ variant, qty }) => ({ variantId: idOf(variant), qty }));
      setParts(tx, id, list, now);
    }
  for (const { id, bundle } of variants) {
    if (!bundle || existingVariant(tx, id).isBundle) continue;
    const reason = isNewStore ? 'system_init' : 'variant_created';
    makeBundle(tx, id, { reason: newVariants.has(id) ? reason : undefined }, now);
  }
}

function loadPulled(loading: StoreLoad, entry: ProductEntry): void {
  const { tx, storeId, isNewStore, now } = loading;
  const product = productByKey(tx, storeId, entry.key);
  const { store = '', product: sourceKey = '' } = entry.pulled_from ?? {};
  const source = productByKey(tx, findStore(tx, store).id, sourceKey);
  if (!product || !source) throw new Error(`product ${entry.key} or its source is missing`);
  if (product.parentId === null) {
    const fields = {
      ...copiedFields(tx, source.id),
      ...withoutUndefined(productFields(entry)),
      key: entry.key,
      name: entry.name,
    };
    putProduct(tx, storeId, fields, now);
    const reason = isNewStore ? 'system_init' : 'variant_created';
    linkProduct(tx, { id: product.id, storeId, sourceId: source.id, reason }, now);
  }
  for (const [id, key] of sourceOf(tx, product.id)?.variants ?? []) {
    const prices = pricesByTier(loading, entry.prices?.get(key), { id });
    if (prices) changeVariant(tx, id, { prices }, now);
  }
}

function knownVariant({ tx, storeId }: Pick<StoreLoad, 'tx' | 'storeId'>, key: string): KnownVariant {
  const variant = variantByKey(tx, storeId, key);
  if (!variant) throw new Error(`variant ${key} is missing`);
  return variant;
}
