import type { Reader } from '../../db/reader.ts';
import type { Id } from '../../lib/ids.ts';
import { type Money, moneyText } from '../../lib/money.ts';
import { type Picture, type Product, productDetail, type Variant } from '../catalogue/detail.ts';
import { liveProducts } from '../catalogue/lookup.ts';
import { priceTiers } from '../catalogue/price-tiers.ts';
import { type Source, sourceOf } from '../catalogue/pull.ts';
import { warehouses } from '../catalogue/warehouses.ts';
import { nameIn } from '../pictures/store.ts';
import type { Part } from '../variants.ts';

/** The store's live products as entries of a store file. */
export function dumpProducts(db: Reader, storeId: Id) {
  const products = liveProducts(db, storeId).map((id) => productDetail(db, storeId, id) as Product);
  const keys: Keys = {
    tier: keyById(priceTiers(db, storeId)),
    warehouse: keyById(warehouses(db, storeId)),
    variant: keyById(products.flatMap(({ variants }) => variants)),
  };
  return products.map((product) => productEntry(db, product, keys)).filter((entry) => entry !== undefined);
}

interface Keys {
  tier: ReadonlyMap<Id, string>;
  warehouse: ReadonlyMap<Id, string>;
  variant: ReadonlyMap<Id, string>;
}

const keyById = (list: readonly { id: Id; key: string }[]) => new Map(list.map(({ id, key }) => [id, key]));

/** The product's entry; undefined where its source is gone, without which it could not be loaded. */
function productEntry(db: Reader, product: Readonly<Product>, keys: Keys) {
  const source = sourceOf(db, product.id);
  if (source) return source.live ? pulledEntry(product, source, keys) : undefined;
  return { ...ownEntry(product), variants: product.variants.map((variant) => variantEntry(variant, keys)) };
}

const ownEntry = (product: Readonly<Product>) => ({
  key: product.key,
  name: product.name,
  description: product.description,
  images: product.pictures.map(imageEntry),
  shipping_rates: product.shippingRates.map(({ shippingType, first, eachMore }) => ({
    shipping_type: shippingType,
    first: moneyText(first),
    each_more: moneyText(eachMore),
  })),
  min: optionalMoney(product.set.min),
  max: optionalMoney(product.set.max),
});

/** Of an own picture the other sizes follow from its path. */
const imageEntry = ({ url, thumbnailUrl, tinyUrl }: Picture) =>
  nameIn(url) === undefined ? { url, thumbnail_url: thumbnailUrl, tiny_url: tinyUrl } : { url };

function pulledEntry(product: Readonly<Product>, source: Source, keys: Keys) {
  const { key, name, ...own } = ownEntry(product);
  const prices = product.variants
    .filter((variant) => variant.prices.length > 0 && source.variants.has(variant.id))
    .map((variant) => [source.variants.get(variant.id), pricesEntry(variant, keys)]);
  const pulled_from = { store: source.store, product: source.product };
  return { key, name, pulled_from, ...own, prices: Object.fromEntries(prices) };
}

const variantEntry = (variant: Variant, keys: Keys) => ({
  key: variant.key,
  name: variant.name,
  sku: variant.sku ?? undefined,
  image_url: variant.imageUrl ?? undefined,
  prices: pricesEntry(variant, keys),
  cost: optionalMoney(variant.cost),
  weight: variant.weight ?? undefined,
  low_stock_threshold: variant.lowStockThreshold ?? undefined,
  ...(variant.isBundle ? { bundle: partEntries(variant.parts, keys) } : keptEntry(variant, keys)),
});

const pricesEntry = ({ prices }: Variant, keys: Keys) =>
  Object.fromEntries(prices.map(({ priceTierId, price }) => [keys.tier.get(priceTierId), moneyText(price)]));

const keptEntry = ({ stock, parts }: Variant, keys: Keys) => ({
  stock: Object.fromEntries(
    stock.warehouses.map(({ warehouseId, onHand }) => [keys.warehouse.get(warehouseId), onHand]),
  ),
  parts: parts.length > 0 ? partEntries(parts, keys) : undefined,
});

/** By key: ids come in another order where they are loaded. */
const partEntries = (parts: readonly Part[], keys: Keys) =>
  parts
    .map(({ variantId, qty }) => ({ variant: keys.variant.get(variantId) as string, qty }))
    .sort((one, other) => (one.variant < other.variant ? -1 : 1));

const optionalMoney = (amount: Money | null) => (amount === null ? undefined : moneyText(amount));
