import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { Id } from '../../lib/ids.ts';
import { defaultTier } from './price-tiers.ts';
import {
  type BarcodeOfVariant,
  completeVariants,
  type PartOfVariant,
  type PriceOfVariant,
  type PriceRange,
  type Product,
  type ProductHead,
  priceRange,
  readHead,
  shownPrices,
  VARIANT_COLUMNS,
  VARIANT_ORDER,
  type Variant,
  type VariantRow,
} from './product-detail.ts';

// Parts of a product for the office: a product of thousands of variants would block the event loop.

/** A product with some of its variants. The price range is that of all. */
export interface ProductPart extends Product {
  /** Number of all its variants. */
  variantCount: number;
}

interface Window {
  limit: number;
  offset: number;
}

/** The store's live product with one page of its variants, or undefined. */
export const productPart = (db: Reader, storeId: Id, id: Id, window: Window): ProductPart | undefined =>
  db.snapshot(() => {
    const head = productHead(db, storeId, id);
    if (!head) return undefined;
    const variants = completeRows(db, db.all(variantPage, id, window.limit, window.offset));
    const isWhole = window.offset === 0 && variants.length < window.limit;
    const range = isWhole ? priceRange(db, storeId, variants) : priceRangeOfAll(db, head);
    const variantCount = isWhole ? variants.length : countLiveVariants(db, id);
    return { ...head, ...shownPrices(head, range), variants, variantCount };
  });

/** The store's live product without its variants, or undefined. */
export function productHead(db: Reader, storeId: Id, id: Id): ProductHead | undefined {
  const head = readHead(db, id);
  return head?.storeId === storeId ? head : undefined;
}

const variantOfProduct = query<VariantRow>(
  { reads: ['variants'] },
  `SELECT ${VARIANT_COLUMNS} FROM variants WHERE id = ? AND product_id = ? AND delete_time IS NULL`,
);

/** A live variant of a live product, or undefined. */
export const variantDetail = (db: Reader, productId: Id, id: Id): Variant | undefined =>
  db.snapshot(() => completeRows(db, db.all(variantOfProduct, id, productId))[0]);

const variantPage = query<VariantRow>(
  { reads: ['variants'] },
  `SELECT ${VARIANT_COLUMNS}
   FROM variants WHERE product_id = +? AND delete_time IS NULL ORDER BY ${VARIANT_ORDER} LIMIT +? OFFSET ?`,
);

/** The product's first live variant, or undefined. */
export const firstVariant = (db: Reader, productId: Id): Variant | undefined =>
  db.snapshot(() => completeRows(db, db.all(variantPage, productId, 1, 0))[0]);

const variantsWithNames = query<{ name: string }>(
  { reads: ['variants'] },
  `SELECT DISTINCT name FROM variants
   WHERE product_id = ? AND delete_time IS NULL AND name IN (SELECT value FROM json_each(?))`,
);

/** The given names that live variants of the product already use. */
export const takenVariantNames = (db: Reader, productId: Id, names: readonly string[]): string[] =>
  db.all(variantsWithNames, productId, JSON.stringify(names)).map(({ name }) => name);

const countVariants = query<{ count: number }>(
  { reads: ['variants'] },
  'SELECT count(*) AS count FROM variants WHERE product_id = ? AND delete_time IS NULL',
);

export const countLiveVariants = (db: Reader, productId: Id): number => db.get(countVariants, productId)?.count ?? 0;

const rangeOfProduct = query<PriceRange>(
  { reads: ['prices', 'variants'] },
  `SELECT min(price) AS min, max(price) AS max
   FROM variants v CROSS JOIN prices p ON p.variant_id = v.id AND p.price_tier_id = @tierId
   WHERE v.product_id = @id AND v.delete_time IS NULL`,
);

function priceRangeOfAll(db: Reader, { id, storeId }: ProductHead): PriceRange {
  const tierId = defaultTier(db, storeId)?.id;
  const none = { min: null, max: null };
  return tierId === undefined ? none : (db.get(rangeOfProduct, { id, tierId }) ?? none);
}

const pricesOfVariants = query<PriceOfVariant>(
  { reads: ['prices'] },
  `SELECT variant_id AS variantId, p.id, price_tier_id AS priceTierId, price
   FROM json_each(?) c CROSS JOIN prices p ON p.variant_id = c.value ORDER BY price_tier_id`,
);

const partsOfVariants = query<PartOfVariant>(
  { reads: ['variant_parts'] },
  `SELECT p.variant_id AS compositeId, p.part_id AS variantId, p.qty
   FROM json_each(?) c CROSS JOIN variant_parts p ON p.variant_id = c.value ORDER BY p.variant_id, p.part_id`,
);

const barcodesOfVariants = query<BarcodeOfVariant>(
  { reads: ['barcodes', 'variants'] },
  `SELECT v.id AS variantId, b.code
   FROM json_each(?) c CROSS JOIN variants v ON v.id = c.value
     CROSS JOIN barcodes b ON b.variant_id = coalesce(v.pulled_from_variant_id, v.id) ORDER BY b.variant_id, b.position`,
);

function completeRows(db: Reader, rows: readonly VariantRow[]): Variant[] {
  const ids = JSON.stringify(rows.map(({ id }) => id));
  return completeVariants(db, rows, {
    prices: db.all(pricesOfVariants, ids),
    parts: db.all(partsOfVariants, ids),
    barcodes: db.all(barcodesOfVariants, ids),
  });
}
