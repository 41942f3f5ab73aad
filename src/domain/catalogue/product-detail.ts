import type { DiskCodec } from '../../db/read-cache.ts';
import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { Id } from '../../lib/ids.ts';
import type { Money } from '../../lib/money.ts';
import { stockOfVariants, type VariantStock } from '../stock/stock-levels.ts';
import { componentsOf, type Part } from '../variants.ts';
import { defaultTier } from './price-tiers.ts';

export interface Picture {
  url: string;
  thumbnailUrl: string;
  tinyUrl: string;
}

export interface ShippingRate {
  shippingType: string;
  first: Money;
  eachMore: Money;
}

export interface Price {
  id: Id;
  priceTierId: Id;
  price: Money;
}

export interface Variant {
  id: Id;
  key: string;
  name: string;
  sku: string | null;
  /** A pulled variant has the barcodes of its source. */
  barcodes: readonly string[];
  imageUrl: string | null;
  cost: Money | null;
  weight: number | null;
  /** Available at or below this number counts as low. */
  lowStockThreshold: number | null;
  shelfLocation: string | null;
  isBundle: boolean;
  /** Contents of a bundle, or the recipe of an assembled variant. */
  parts: readonly Part[];
  pulledFrom: Id | null;
  createTime: number;
  updateTime: number;
  prices: Price[];
  stock: VariantStock;
}

/** A product without its variants. */
export interface ProductHead {
  id: Id;
  key: string;
  storeId: Id;
  /** The source of a pulled product. */
  parentId: Id | null;
  name: string;
  description: string;
  shippingRates: ShippingRate[];
  /** The displayed price range that the store has set. */
  set: PriceRange;
  createTime: number;
  updateTime: number;
  pictures: Picture[];
}

export interface PriceRange {
  min: Money | null;
  max: Money | null;
}

/** The displayed price range is the one that the store set, otherwise that of the default tier. */
export interface Product extends ProductHead, PriceRange {
  variants: Variant[];
}

interface ProductRow {
  id: Id;
  key: string;
  storeId: Id;
  parentId: Id | null;
  name: string;
  description: string;
  shippingRates: string;
  min: Money | null;
  max: Money | null;
  createTime: number;
  updateTime: number;
}

/** The store's live product with everything in it, or undefined. */
export function productDetail(db: Reader, storeId: Id, id: Id): Product | undefined {
  const product = db.snapshot(() => readProduct(db, id));
  return product?.storeId === storeId ? product : undefined;
}

const MAX_CACHED = 1_500; // JSON of about 3 KB each; as objects they would take three times the memory

interface StoredJson {
  storeId: Id;
  json: string;
}

/** Format of entries in the temporary file (docs/architecture.md#cache-of-committed-reads). */
const onDisk: DiskCodec<StoredJson | null> = {
  textOf: (product) => `${product?.storeId} ${product?.json}`,
  valueOf: (text) => {
    const end = text.indexOf(' ');
    return { storeId: Number(text.slice(0, end)) as Id, json: text.slice(end + 1) };
  },
};

/**
 * The store's live product as rendered for partners, cached until it changes.
 *
 * @param render always the same function; its result is Latin-1 (characters up to U+00FF)
 */
export function productJson(db: Reader, storeId: Id, id: Id, render: (product: Product) => string): string | undefined {
  const read = (): StoredJson | null => {
    const product = db.snapshot(() => readProduct(db, id));
    return product && { storeId: product.storeId, json: render(product) };
  };
  const found = db.cached('product', id, read, { limit: MAX_CACHED, onDisk });
  return found?.storeId === storeId ? found.json : undefined;
}

const productRow = query<ProductRow>(
  { reads: ['products'] },
  `SELECT id, key, store_id AS storeId, parent_id AS parentId, name, description, shipping_rates AS shippingRates, min, max,
     create_time AS createTime, update_time AS updateTime
   FROM products WHERE id = ? AND delete_time IS NULL`,
);

function readProduct(db: Reader, id: Id): Product | null {
  const head = readHead(db, id);
  if (!head) return null;
  const variants = variantsOf(db, id);
  return { ...head, ...shownPrices(head, priceRange(db, head.storeId, variants)), variants };
}

/** The live product without its variants, or null. */
export function readHead(db: Reader, id: Id): ProductHead | null {
  const row = db.get(productRow, id);
  if (!row) return null;
  const { shippingRates, min, max, ...fields } = row;
  return { ...fields, shippingRates: JSON.parse(shippingRates), set: { min, max }, pictures: picturesOf(db, id) };
}

export const shownPrices = ({ set }: Pick<ProductHead, 'set'>, { min, max }: PriceRange): PriceRange => ({
  min: set.min ?? min,
  max: set.max ?? max,
});

/** The lowest and highest price of these variants in the default tier. */
export function priceRange(db: Reader, storeId: Id, variants: readonly Variant[]): PriceRange {
  const tier = defaultTier(db, storeId)?.id;
  const prices = variants.flatMap((variant) => variant.prices.filter(({ priceTierId }) => priceTierId === tier));
  return { min: lowest(prices), max: highest(prices) };
}

const picturesOfProduct = query<Picture>(
  { reads: ['product_images'] },
  `SELECT url, thumbnail_url AS thumbnailUrl, tiny_url AS tinyUrl FROM product_images
   WHERE product_id = +? ORDER BY position`,
);

/** The first is the main picture. */
export const picturesOf = (db: Reader, productId: Id): Picture[] => db.all(picturesOfProduct, productId);

export type PriceOfVariant = Price & { variantId: Id };

const pricesOfProduct = query<PriceOfVariant>(
  { reads: ['prices', 'variants'] },
  `SELECT variant_id AS variantId, prices.id, price_tier_id AS priceTierId, price
   FROM variants JOIN prices ON variant_id = variants.id WHERE product_id = +? ORDER BY price_tier_id`,
);

export type VariantRow = Omit<Variant, 'prices' | 'barcodes' | 'stock' | 'isBundle' | 'parts'> & { isBundle: number };

/** Columns of VariantRow. */
export const VARIANT_COLUMNS = `id, key, name, sku, image_url AS imageUrl, cost, weight, low_stock_threshold AS lowStockThreshold,
     shelf_location AS shelfLocation, is_bundle AS isBundle, pulled_from_variant_id AS pulledFrom, create_time AS createTime, update_time AS updateTime`;

/** Variants are in the order of creation. Pulled variants have the order of their sources. */
export const VARIANT_ORDER = 'coalesce(pulled_from_variant_id, id)';

const variantRows = query<VariantRow>(
  { reads: ['variants'] },
  `SELECT ${VARIANT_COLUMNS}
   FROM variants WHERE product_id = +? AND delete_time IS NULL ORDER BY ${VARIANT_ORDER}`,
);

function variantsOf(db: Reader, productId: Id): Variant[] {
  const prices = db.all(pricesOfProduct, productId);
  const parts = db.all(partsOfProduct, productId);
  const barcodes = db.all(barcodesOfProduct, productId);
  return completeVariants(db, db.all(variantRows, productId), { prices, parts, barcodes });
}

export interface BarcodeOfVariant {
  variantId: Id;
  code: string;
}

const barcodesOfProduct = query<BarcodeOfVariant>(
  { reads: ['barcodes', 'variants'] },
  `SELECT v.id AS variantId, b.code
   FROM variants v JOIN barcodes b ON b.variant_id = coalesce(v.pulled_from_variant_id, v.id)
   WHERE v.product_id = +? ORDER BY b.variant_id, b.position`,
);

export type PartOfVariant = Part & { compositeId: Id };

/** Adds prices, barcodes, parts and stock to the rows of variants. */
export function completeVariants(
  db: Reader,
  rows: readonly VariantRow[],
  {
    prices,
    parts,
    barcodes,
  }: { prices: readonly PriceOfVariant[]; parts: readonly PartOfVariant[]; barcodes: readonly BarcodeOfVariant[] },
): Variant[] {
  const pricesOf = Map.groupBy(prices, ({ variantId }) => variantId);
  const partsOf = Map.groupBy(parts, ({ compositeId }) => compositeId);
  const barcodesOf = Map.groupBy(barcodes, ({ variantId }) => variantId);
  const stockOf = stockOfVariants(
    db,
    rows.map((row) => ({ id: row.id, components: componentsOf(db, row) })),
  );
  return rows.map((variant) => ({
    ...variant,
    isBundle: variant.isBundle === 1,
    barcodes: barcodesOf.get(variant.id)?.map(({ code }) => code) ?? [],
    parts: partsOf.get(variant.id) ?? [],
    prices: pricesOf.get(variant.id) ?? [],
    stock: stockOf.get(variant.id) as VariantStock,
  }));
}

const partsOfProduct = query<PartOfVariant>(
  { reads: ['variant_parts', 'variants'] },
  `SELECT p.variant_id AS compositeId, p.part_id AS variantId, p.qty FROM variants v JOIN variant_parts p ON p.variant_id = v.id
   WHERE v.product_id = +? ORDER BY p.variant_id, p.part_id`,
);

const lowest = (prices: Price[]) => (prices.length ? (Math.min(...prices.map(({ price }) => price)) as Money) : null);
const highest = (prices: Price[]) => (prices.length ? (Math.max(...prices.map(({ price }) => price)) as Money) : null);
