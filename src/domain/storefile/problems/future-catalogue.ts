import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import type { PathPart } from '../../../lib/messages/path.ts';
import type { BarcodeHolder } from './barcode-problems.ts';
import { type Entry, entriesOf, entryOf, isGiven } from './document.ts';

/** A store's catalogue as it will be after the load: the database with the file applied. */
export interface FutureCatalogue {
  store: string;
  products: ReadonlyMap<string, FutureProduct>;
  variants: ReadonlyMap<string, FutureVariant>;
}

export interface SourceKeys {
  store: string;
  product: string;
}

export interface FutureProduct {
  key: string;
  /** Path of the product in the file. */
  path?: readonly PathPart[];
  live: boolean;
  source?: SourceKeys | undefined;
  /** State of the product in the database. */
  before?: { live: boolean; source: SourceKeys | undefined };
}

export interface FutureVariant {
  key: string;
  product: string;
  /** First path of the variant in the file. */
  path?: readonly PathPart[];
  live: boolean;
  isBundle: boolean;
  isPulled: boolean;
  parts: readonly { key: string; path?: readonly PathPart[] }[];
  /** State of the variant in the database. */
  before?: { product: string; isBundle: boolean; reserved: number };
}

/** Names to which the products of a store's entry may refer. */
export interface Names {
  store: Entry;
  catalogue: FutureCatalogue;
  /** Finds another store's catalogue. */
  findCatalogue: (store: string) => FutureCatalogue | undefined;
  tiers: readonly string[];
  warehouses: readonly string[];
  shippingTypes: readonly string[];
  hasPicture: (name: string) => boolean;
  /** Undefined for a part of a file. */
  barcodeHolder: ((code: string) => BarcodeHolder | undefined) | undefined;
}

/**
 * @param entry the store in the file, if it is there
 * @param isPartial leaves out products and variants that are neither in the file nor pulled. Right for products whose
 * variants have no parts and are none
 */
export function futureCatalogue(
  db: Reader,
  store: string,
  entry: Entry | undefined,
  isPartial = false,
): FutureCatalogue {
  const within = isPartial ? keysOf(entry) : undefined;
  const products = knownProducts(db, store, within);
  const variants = knownVariants(db, store, within);
  const entries = entriesOf(entry, 'products');
  entries.forEach((product, i) => {
    const key = String(product.key);
    const path = ['products', i];
    const known = products.get(key);
    products.set(key, { ...known, key, path, live: true, source: sourceKeys(product) ?? known?.source });
    entriesOf(product, 'variants').forEach((variant, j) => {
      const changed = futureVariant(variant, [...path, 'variants', j], variants.get(String(variant.key)));
      variants.set(changed.key, { ...changed, product: key });
    });
  });
  for (const variant of variants.values()) variant.live &&= products.get(variant.product)?.live === true;
  return { store, products, variants };
}

/** The keys of a part of a catalogue, as JSON. */
interface Within extends Record<string, string> {
  products: string;
  variants: string;
}

function keysOf(entry: Entry | undefined): Within {
  const products = entriesOf(entry, 'products');
  const variants = products.flatMap((product) => entriesOf(product, 'variants'));
  const json = (entries: readonly Entry[]) => JSON.stringify(entries.map(({ key }) => String(key)));
  return { products: json(products), variants: json(variants) };
}

function sourceKeys(product: Entry): SourceKeys | undefined {
  const source = entryOf(product, 'pulled_from');
  if (typeof source?.store !== 'string' || typeof source.product !== 'string') return undefined;
  return { store: source.store, product: source.product };
}

function futureVariant(
  entry: Entry,
  path: readonly PathPart[],
  known: FutureVariant | undefined,
): Omit<FutureVariant, 'product'> {
  const list = isGiven(entry, 'bundle') ? 'bundle' : 'parts';
  const named = entriesOf(entry, list).map(({ variant }, i) => ({
    key: String(variant),
    path: [...path, list, i, 'variant'],
  }));
  const keepsStock = isGiven(entry, 'stock') || isGiven(entry, 'parts');
  return {
    ...known,
    key: String(entry.key),
    path: known?.path ?? path,
    live: true,
    isBundle: isGiven(entry, 'bundle') || (!keepsStock && known?.isBundle === true),
    isPulled: known?.isPulled === true,
    parts: isGiven(entry, list) ? named : (known?.parts ?? []),
  };
}

interface ProductRow {
  key: string;
  live: number;
  sourceStore: string | null;
  sourceProduct: string | null;
}

const PRODUCTS = `SELECT p.key, p.delete_time IS NULL AS live, ss.key AS sourceStore, sp.key AS sourceProduct
   FROM products p JOIN stores s ON s.id = p.store_id
   LEFT JOIN products sp ON sp.id = p.parent_id LEFT JOIN stores ss ON ss.id = sp.store_id WHERE s.key = @store`;

const productsOfStore = query<ProductRow>({ reads: ['products', 'stores'] }, `${PRODUCTS} ORDER BY p.id`);

const productsWithin = query<ProductRow>(
  { reads: ['products', 'stores'] },
  `${PRODUCTS} AND (p.parent_id IS NOT NULL OR p.key IN (SELECT value FROM json_each(@products))) ORDER BY p.id`,
);

const knownProducts = (db: Reader, store: string, within: Within | undefined): Map<string, FutureProduct> =>
  new Map(
    db
      .all(within ? productsWithin : productsOfStore, { store, ...(within && { products: within.products }) })
      .map((row) => {
        const live = row.live === 1;
        const { key, sourceStore, sourceProduct } = row;
        const source = sourceStore && sourceProduct ? { store: sourceStore, product: sourceProduct } : undefined;
        return [key, { key, live, source, before: { live, source } }];
      }),
  );

interface VariantRow {
  key: string;
  product: string;
  live: number;
  isBundle: number;
  isPulled: number;
  reserved: number;
  parts: string;
}

const VARIANTS = `SELECT v.key, p.key AS product, v.delete_time IS NULL AS live, v.is_bundle AS isBundle,
     v.pulled_from_variant_id IS NOT NULL AS isPulled,
     (SELECT coalesce(sum(reserved), 0) FROM stock WHERE variant_id = v.id) AS reserved,
     (SELECT json_group_array(part.key) FROM variant_parts JOIN variants part ON part.id = part_id
      WHERE variant_id = v.id) AS parts
   FROM variants v JOIN products p ON p.id = v.product_id JOIN stores s ON s.id = v.store_id WHERE s.key = @store`;

const VARIANT_TABLES = ['products', 'stock', 'stores', 'variant_parts', 'variants'] as const;

const variantsOfStore = query<VariantRow>({ reads: VARIANT_TABLES }, `${VARIANTS} ORDER BY v.id`);

const variantsWithin = query<VariantRow>(
  { reads: VARIANT_TABLES },
  `${VARIANTS} AND v.key IN (SELECT value FROM json_each(@variants)) ORDER BY v.id`,
);

const knownVariants = (db: Reader, store: string, within: Within | undefined): Map<string, FutureVariant> =>
  new Map(
    db
      .all(within ? variantsWithin : variantsOfStore, { store, ...(within && { variants: within.variants }) })
      .map(({ key, product, reserved, ...row }) => {
        const isBundle = row.isBundle === 1;
        const parts = (JSON.parse(row.parts) as string[]).map((part) => ({ key: part }));
        const before = { product, isBundle, reserved };
        return [key, { key, product, live: row.live === 1, isBundle, isPulled: row.isPulled === 1, parts, before }];
      }),
  );
