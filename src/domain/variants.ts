import type { Reader } from '../db/reader.ts';
import { query } from '../db/statement.ts';
import type { WriteTx } from '../db/write-tx.ts';
import type { Id } from '../lib/ids.ts';
import type { Money } from '../lib/money.ts';

/** A quantity of a variant that keeps stock. */
export interface Part {
  variantId: Id;
  qty: number;
}

/** A variant as order lines and stock changes need it. */
export interface SoldVariant {
  id: Id;
  storeId: Id;
  productId: Id;
  productName: string;
  name: string;
  sku: string | null;
  /** By price tier. */
  prices: ReadonlyMap<Id, Money>;
  /** Sold as its parts; has no stock. */
  isBundle: boolean;
  /** The variant of another store whose stock it sells; it has none of its own. */
  pulledFrom: Id | null;
  /** The stock that one piece takes: itself, its parts, or those of its source; empty if the source is deleted. */
  components: readonly Part[];
  live: boolean;
}

type VariantRow = Omit<SoldVariant, 'prices' | 'isBundle' | 'components' | 'live'> & { isBundle: number; live: number };

const MAX_CACHED = 5_000; // entries of less than 1 KB; an order reads several

const variantRow = query<VariantRow>(
  { reads: ['products', 'variants'] },
  `SELECT v.id, v.store_id AS storeId, v.product_id AS productId, p.name AS productName, v.name, v.sku,
     v.is_bundle AS isBundle, v.pulled_from_variant_id AS pulledFrom,
     v.delete_time IS NULL AND p.delete_time IS NULL AS live
   FROM variants v JOIN products p ON p.id = v.product_id WHERE v.id = +?`,
);

/** The variant, live or deleted. */
export function variantById(db: Reader, id: Id): SoldVariant | undefined {
  const found = db.cached(
    'variant',
    id,
    () => {
      const row = db.get(variantRow, id);
      return row ? soldVariant(db, row) : null;
    },
    { limit: MAX_CACHED },
  );
  return found ?? undefined;
}

const soldVariant = (db: Reader, row: VariantRow): SoldVariant => ({
  ...row,
  isBundle: row.isBundle === 1,
  live: row.live === 1,
  prices: pricesOf(db, row.id),
  components: componentsOf(db, row),
});

/** See `SoldVariant.components`. */
export function componentsOf(
  db: Reader,
  { id, isBundle, pulledFrom }: { id: Id; isBundle: boolean | number; pulledFrom: Id | null },
): readonly Part[] {
  if (pulledFrom !== null) {
    const source = variantById(db, pulledFrom);
    return source?.live ? source.components : [];
  }
  return isBundle ? partsOf(db, id) : [{ variantId: id, qty: 1 }];
}

/** Product and variant name: `ลาเต้ ร้อน`. */
export function variantTitle(db: Reader, id: Id): string {
  const { productName, name } = existingVariant(db, id);
  return `${productName} ${name}`.trim();
}

/** The variant in an error: its id, and for the office its name and SKU. */
export const variantParams = ({ id, productName, name, sku }: SoldVariant) => ({
  variant: id,
  name: `${productName} ${name}`.trim() + (sku === null ? '' : ` (${sku})`),
});

/** The variant, which must exist. */
export function existingVariant(db: Reader, id: Id): SoldVariant {
  const variant = variantById(db, id);
  if (!variant) throw new Error(`variant ${id} is missing`);
  return variant;
}

/** The store's live variant with this id. */
export function liveVariant(db: Reader, storeId: Id, id: Id): SoldVariant | undefined {
  const variant = variantById(db, id);
  return variant?.live && variant.storeId === storeId ? variant : undefined;
}

/** Whether it has stock of its own. Bundles and pulled variants show the stock of others. */
export const keepsStock = ({ isBundle, pulledFrom }: SoldVariant): boolean => !isBundle && pulledFrom === null;

const liveVariantsWithSku = query<{ id: Id }>(
  { reads: ['products', 'variants'] },
  `SELECT v.id FROM variants v JOIN products p ON p.id = v.product_id
   WHERE v.store_id = +? AND v.sku = +? AND v.delete_time IS NULL AND p.delete_time IS NULL ORDER BY v.id`,
);

/** The ids of the store's live variants with exactly this SKU. */
export const variantsWithSku = (db: Reader, storeId: Id, sku: string): Id[] =>
  db.all(liveVariantsWithSku, storeId, sku).map(({ id }) => id);

const partsOfVariant = query<Part>(
  { reads: ['variant_parts'] },
  'SELECT part_id AS variantId, qty FROM variant_parts WHERE variant_id = +? ORDER BY part_id',
);

/** The contents of a bundle, or the recipe of an assembled variant. */
export const partsOf = (db: Reader, variantId: Id): readonly Part[] => db.all(partsOfVariant, variantId);

/** The live variants that depend on the stock of another. */
export interface Followers {
  pulled: readonly Id[];
  bundles: readonly Id[];
}

const LIVE_VARIANTS = `SELECT v.id FROM variants v JOIN products p ON p.id = v.product_id
   WHERE v.delete_time IS NULL AND p.delete_time IS NULL`;
const pulledVariants = query<{ id: Id }>(
  { reads: ['products', 'variants'] },
  `${LIVE_VARIANTS} AND v.pulled_from_variant_id = +? ORDER BY v.id`,
);
const bundlesWithPart = query<{ id: Id }>(
  { reads: ['products', 'variant_parts', 'variants'] },
  `${LIVE_VARIANTS} AND v.is_bundle = 1 AND v.id IN (SELECT variant_id FROM variant_parts WHERE part_id = ?)
   ORDER BY v.id`,
);

/** The live variants whose available quantity depends on this variant's. */
export const followersOf = (db: Reader, id: Id): Followers =>
  db.cached(
    'followers',
    id,
    () => ({
      pulled: db.all(pulledVariants, id).map((variant) => variant.id),
      bundles: db.all(bundlesWithPart, id).map((variant) => variant.id),
    }),
    { limit: MAX_CACHED },
  );

/** The variant with which a store sells this stock: itself or, for that of another store, the live one pulled from it. */
export function sellingVariant(db: Reader, storeId: Id, id: Id): Id | undefined {
  const isOwn = (variantId: Id) => variantById(db, variantId)?.storeId === storeId;
  return isOwn(id) ? id : followersOf(db, id).pulled.find(isOwn);
}

/** Invalidates all cached variants, after a change of bundles, pulled variants or deletions. */
export function invalidateVariants(tx: WriteTx): void {
  for (const topic of ['variant', 'followers', 'product', 'product list']) tx.invalidate(topic);
}

const pricesOfVariant = query<{ tier: Id; price: Money }>(
  { reads: ['prices'] },
  'SELECT price_tier_id AS tier, price FROM prices WHERE variant_id = ?',
);

const pricesOf = (db: Reader, variantId: Id): ReadonlyMap<Id, Money> =>
  new Map(db.all(pricesOfVariant, variantId).map(({ tier, price }) => [tier, price]));

export interface NamedVariant {
  variantId: Id;
  sku: string | null;
  productName: string;
  variantName: string;
}

/** Columns of NamedVariant, from `variants v` and `products p`. */
export const VARIANT_NAME_COLUMNS = 'v.id AS variantId, v.sku, p.name AS productName, v.name AS variantName';

/** ORDER BY of `variants v` and `products p`. */
export const BY_PRODUCT_NAME = 'p.collation_key, p.folded_name, p.id, v.id';
