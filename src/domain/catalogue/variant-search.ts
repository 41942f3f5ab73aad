import type { Reader } from '../../db/reader.ts';
import { query, type Value } from '../../db/statement.ts';
import type { Table } from '../../db/tables.ts';
import type { Id } from '../../lib/ids.ts';
import type { Money } from '../../lib/money.ts';
import { foldCase, isSafeText } from '../../lib/text.ts';
import { findScanned } from '../../lib/thai-keyboard.ts';
import { variantsWithBarcode, variantsWithBarcodePrefix, variantsWithCode } from '../barcodes.ts';
import { stockOfVariants } from '../stock/stock-levels.ts';
import { liveVariant, type SoldVariant } from '../variants.ts';
import { defaultTier } from './price-tiers.ts';
import { filterConditions } from './product-filter.ts';
import type { ProductSearch } from './product-list.ts';
import { SORT_COLUMNS } from './product-names.ts';

/** A variant as the order form offers it. */
export interface FoundVariant {
  id: Id;
  productId: Id;
  productName: string;
  name: string;
  sku: string | null;
  /** In the requested tier, else in the store's default; null: none. */
  price: Money | null;
  /** Over all warehouses. */
  available: number;
  imageUrl: string | null;
}

/**
 * The store's live variants that match a search: an exact SKU or barcode first, then SKUs and barcodes that begin with
 * it, then variants with each word in SKU, product or name.
 *
 * @param tierId null: the default tier
 * @param indexedOnly words of one or two letters, which need a scan, match only the start of a SKU
 */
export const findVariants = (db: Reader, storeId: Id, text: string, search: VariantSearch): FoundVariant[] =>
  findScanned(
    text,
    (typed) => findTyped(db, storeId, typed, search),
    (found) => found.length > 0,
  );

interface VariantSearch {
  tierId: Id | null;
  limit: number;
  indexedOnly?: boolean;
}

function findTyped(
  db: Reader,
  storeId: Id,
  text: string,
  { tierId, limit, indexedOnly = false }: VariantSearch,
): FoundVariant[] {
  const typed = text.trim();
  if (typed === '' || !isSafeText(typed)) return [];
  const ids = new Set([
    ...variantsWithCode(db, storeId, typed),
    ...idsWithSkuPrefix(db, storeId, typed, limit),
    ...variantsWithBarcodePrefix(db, storeId, typed, limit),
  ]);
  if (ids.size < limit && !(indexedOnly && hasShortWord(typed)))
    for (const id of idsWithWords(db, storeId, typed, limit)) ids.add(id);
  return foundVariants(db, storeId, [...ids].slice(0, limit), tierId);
}

/** The live variants among these ids. */
export function foundVariants(db: Reader, storeId: Id, ids: readonly Id[], tierId: Id | null): FoundVariant[] {
  const variants = ids.flatMap((id) => liveVariant(db, storeId, id) ?? []);
  const stock = stockOfVariants(db, variants);
  const defaultTierId = defaultTier(db, storeId)?.id;
  return variants.map((variant) => {
    const { onHand, reserved } = stock.get(variant.id)?.total ?? { onHand: 0, reserved: 0 };
    return {
      id: variant.id,
      productId: variant.productId,
      productName: variant.productName,
      name: variant.name,
      sku: variant.sku,
      price: priceIn(variant, tierId, defaultTierId),
      available: onHand - reserved,
      imageUrl: pictureOf(db, variant),
    };
  });
}

function priceIn({ prices }: SoldVariant, ...tiers: (Id | null | undefined)[]): Money | null {
  for (const tier of tiers) {
    const price = tier == null ? undefined : prices.get(tier);
    if (price !== undefined) return price;
  }
  return null;
}

const pictureOfVariant = query<{ url: string | null }>(
  { reads: ['product_images', 'variants'] },
  `SELECT coalesce(image_url, (SELECT tiny_url FROM product_images WHERE product_id = ? ORDER BY position LIMIT 1)) AS url
   FROM variants WHERE id = ?`,
);

/** The picture of the variant, else the main one of its product. */
const pictureOf = (db: Reader, { id, productId }: SoldVariant): string | null =>
  db.get(pictureOfVariant, productId, id)?.url ?? null;

const LAST_CHARACTER = '\u{10ffff}';

const variantsWithSkuPrefix = query<{ id: Id }>(
  { reads: ['products', 'variants'] },
  `SELECT v.id FROM variants v JOIN products p ON p.id = v.product_id
   WHERE v.store_id = ? AND v.sku >= ? AND v.sku < ? AND v.delete_time IS NULL AND p.delete_time IS NULL
   ORDER BY v.sku, v.id LIMIT ?`,
);

/** Stored SKUs are mostly upper case, typed ones lower case. */
function idsWithSkuPrefix(db: Reader, storeId: Id, typed: string, limit: number): Id[] {
  const spellings = new Set([typed, typed.toUpperCase(), typed.toLowerCase()]);
  return [...spellings].flatMap((start) =>
    db.all(variantsWithSkuPrefix, storeId, start, start + LAST_CHARACTER, limit).map(({ id }) => id),
  );
}

const MIN_INDEXED_LENGTH = 3; // shorter words are not in the index; they filter the results of longer words
const MAX_SCANNED = 20_000; // variants; without a long word, the newest

function idsWithWords(db: Reader, storeId: Id, typed: string, limit: number): Id[] {
  const { reads, from, values } = variantsWithWords(storeId, typed);
  return db.all(query<{ id: Id }>({ reads }, `SELECT v.id FROM ${from} LIMIT ?`), ...values, limit).map(({ id }) => id);
}

interface Search {
  reads: readonly Table[];
  from: string;
  values: Value[];
}

const wordsOf = (typed: string): string[] => [...new Set(foldCase(typed).split(/\s+/))].slice(0, 8);

const hasShortWord = (typed: string): boolean => wordsOf(typed).some((word) => [...word].length < MIN_INDEXED_LENGTH);

/** SQL for the live variants `v` of live products `p` that contain every word. */
function variantsWithWords(storeId: Id, typed: string): Search {
  const words = wordsOf(typed);
  const long = words.filter((word) => [...word].length >= MIN_INDEXED_LENGTH);
  const short = words.filter((word) => [...word].length < MIN_INDEXED_LENGTH);
  const candidates =
    long.length > 0
      ? 'SELECT rowid AS id FROM variant_words WHERE variant_words MATCH ? LIMIT ?'
      : 'SELECT id FROM variants NOT INDEXED WHERE store_id = ? ORDER BY id DESC LIMIT ?';
  return {
    reads: long.length > 0 ? ['products', 'variants', 'variant_words'] : ['products', 'variants'],
    from: `(${candidates}) found CROSS JOIN variants v ON v.id = found.id JOIN products p ON p.id = v.product_id
       WHERE v.store_id = ? AND v.delete_time IS NULL AND p.delete_time IS NULL${CONTAINS_WORD.repeat(short.length)}`,
    values: [
      long.length > 0 ? long.map(phrase).join(' AND ') : storeId,
      short.length > 0 ? MAX_SCANNED : -1,
      storeId,
      ...short,
    ],
  };
}

const variantsAmong = (storeId: Id, ids: readonly Id[]): Search => ({
  reads: ['products', 'variants'],
  from: `json_each(?) c CROSS JOIN variants v ON v.id = c.value JOIN products p ON p.id = v.product_id
     WHERE v.store_id = ? AND v.delete_time IS NULL AND p.delete_time IS NULL`,
  values: [JSON.stringify(ids), storeId],
});

type Window = Pick<ProductSearch, 'limit' | 'offset'>;

/**
 * The store's live products with a variant that matches the search, last changed first by default. A barcode takes
 * precedence over words.
 */
export function findProducts(
  db: Reader,
  storeId: Id,
  typed: string,
  { limit, offset, sortBy = 'update_time', descending = true, ...filter }: Window & Partial<ProductSearch>,
): Id[] {
  const conditions = filterConditions(filter);
  const withBarcode = variantsWithBarcode(db, storeId, typed.trim());
  const { reads, from, values } =
    withBarcode.length > 0 ? variantsAmong(storeId, withBarcode) : variantsWithWords(storeId, typed.trim());
  const direction = descending ? 'DESC' : 'ASC';
  const found = `SELECT s.id FROM (SELECT DISTINCT p.id FROM ${from}${conditions.sql}) f CROSS JOIN products s ON s.id = f.id
    ORDER BY ${SORT_COLUMNS[sortBy].map((column) => `s.${column} ${direction}`)} LIMIT ? OFFSET ?`;
  return db
    .all(
      query<{ id: Id }>({ reads: [...reads, ...conditions.reads] }, found),
      ...[...values, ...conditions.values, limit, offset],
    )
    .map(({ id }) => id);
}

const CONTAINS_WORD = ' AND instr(concat_ws(char(10), v.folded_sku, p.folded_name, v.folded_name), ?) > 0';

const phrase = (word: string): string => `"${word.replaceAll('"', '""')}"`;

const anyProduct = query<{ id: Id }>(
  { reads: ['products'] },
  'SELECT 1 FROM products WHERE store_id = ? AND delete_time IS NULL LIMIT 1',
);

export const hasProducts = (db: Reader, storeId: Id): boolean => db.get(anyProduct, storeId) !== undefined;
