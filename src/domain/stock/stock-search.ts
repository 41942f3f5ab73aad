import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import { CURRENT_STOCK } from '../../db/tables.ts';
import type { Id } from '../../lib/ids.ts';
import { foldCase } from '../../lib/text.ts';
import { variantsWithBarcodePrefix } from '../barcodes.ts';
import { BY_PRODUCT_NAME, componentsOf, type NamedVariant, VARIANT_NAME_COLUMNS } from '../variants.ts';
import type { Level } from './ledger.ts';
import { type PastStock, stockAt } from './stock-history.ts';
import { stockOfVariants, type VariantStock, type WarehouseStock } from './stock-levels.ts';

// Search of a store's live variants with their stock.

/**
 * `low`: available at or below the threshold, over all warehouses. `out`: nothing available, over all warehouses or in
 * the given one. `below_zero`: negative in any warehouse, or in the given one.
 */
export const SHORTAGES = ['low', 'out', 'below_zero'] as const;
type Shortage = (typeof SHORTAGES)[number];

/** Sort keys of the list; quantities are sums over all warehouses. */
export const STOCK_SORTS = ['name', 'on_hand', 'reserved', 'available'] as const;

export interface StockSort {
  key: (typeof STOCK_SORTS)[number];
  descending: boolean;
}

export interface StockSearch {
  /** A substring of product name, variant name or SKU, case-insensitive, or the beginning of a barcode. */
  query?: string | undefined;
  shortage?: Shortage | undefined;
  warehouseId?: Id | undefined;
  /** By product name if undefined. */
  sort?: StockSort | undefined;
  limit: number;
  offset: number;
}

export interface StockItem extends NamedVariant, VariantStock {
  productId: Id;
  /** Source of its stock. */
  shows: 'own' | 'parts' | 'source';
  lowStockThreshold: number | null;
}

export interface StockPage {
  items: readonly StockItem[];
  /** Over all pages. */
  count: number;
  /** Variants over all pages, without bundles and pulled variants. */
  ownStockCount: number;
  /** Stock of the variants in `ownStockCount`, by warehouse. */
  sums: readonly WarehouseStock[];
}

export function searchStock(db: Reader, storeId: Id, search: StockSearch): StockPage {
  const matches = matching(db, storeId, search.query ?? '');
  const found = search.shortage || search.warehouseId !== undefined ? filtered(db, matches, search) : matches;
  const page = sorted(db, found, search.sort).slice(search.offset, search.offset + search.limit);
  const stock = stockOf(db, page);
  const withOwnStock = found.filter(keepsStock);
  return {
    items: page.map(({ isBundle, pulledFrom, id, ...item }) => ({
      ...item,
      ...(stock.get(id) as VariantStock),
      shows: pulledFrom !== null ? 'source' : isBundle === 1 ? 'parts' : 'own',
    })),
    count: found.length,
    ownStockCount: withOwnStock.length,
    sums: sumsOf(db, withOwnStock),
  };
}

interface Found extends NamedVariant {
  id: Id;
  productId: Id;
  lowStockThreshold: number | null;
  isBundle: 0 | 1;
  pulledFrom: Id | null;
}

const keepsStock = ({ isBundle, pulledFrom }: Found): boolean => isBundle === 0 && pulledFrom === null;

const MATCHES_QUERY = `(@query = '' OR instr(p.folded_name, @query) OR instr(v.folded_name, @query)
  OR instr(v.folded_sku, @query) OR v.id IN (SELECT value FROM json_each(@withBarcode)))`;

const variantsByQuery = query<Found>(
  { reads: ['products', 'variants'] },
  `SELECT ${VARIANT_NAME_COLUMNS}, v.id, p.id AS productId, v.low_stock_threshold AS lowStockThreshold,
     v.is_bundle AS isBundle, v.pulled_from_variant_id AS pulledFrom
   FROM products p JOIN variants v ON v.product_id = p.id
   WHERE p.store_id = @storeId AND p.delete_time IS NULL AND v.delete_time IS NULL
     AND ${MATCHES_QUERY}
   ORDER BY ${BY_PRODUCT_NAME}`,
);

const matching = (db: Reader, storeId: Id, query: string): Found[] =>
  db.all(variantsByQuery, { storeId, ...valuesOf(db, storeId, query) });

const valuesOf = (db: Reader, storeId: Id, query: string) => ({
  query: foldCase(query.trim()),
  withBarcode: JSON.stringify(variantsWithBarcodePrefix(db, storeId, query.trim())),
});

const stockOf = (db: Reader, found: readonly Found[]): ReadonlyMap<Id, VariantStock> =>
  stockOfVariants(
    db,
    found.map((variant) => ({ id: variant.id, components: componentsOf(db, variant) })),
  );

function filtered(db: Reader, found: readonly Found[], { shortage, warehouseId }: StockSearch): Found[] {
  const stock = stockOf(db, found);
  return found.filter(({ id, lowStockThreshold }) => {
    const { total, warehouses } = stock.get(id) as VariantStock;
    const shown = warehouses.filter((row) => warehouseId === undefined || row.warehouseId === warehouseId);
    if (warehouseId !== undefined && shown.length === 0) return false;
    const available = availableOf(warehouseId === undefined ? total : (shown[0] ?? total));
    if (shortage === 'out') return available <= 0;
    if (shortage === 'below_zero') return shown.some((level) => availableOf(level) < 0);
    return shortage === undefined || (lowStockThreshold !== null && availableOf(total) <= lowStockThreshold);
  });
}

/** Variants with the same quantity stay in the order of their names. */
function sorted(db: Reader, found: readonly Found[], sort: StockSort | undefined): readonly Found[] {
  if (!sort) return found;
  if (sort.key === 'name') return sort.descending ? found.toReversed() : found;
  const figure = FIGURES[sort.key];
  const direction = sort.descending ? -1 : 1;
  const stock = stockOf(db, found);
  const figures = new Map(found.map(({ id }) => [id, figure((stock.get(id) as VariantStock).total)]));
  const figureOf = ({ id }: Found) => figures.get(id) as number;
  return found.toSorted((a, b) => direction * (figureOf(a) - figureOf(b)));
}

const availableOf = ({ onHand, reserved }: Level): number => onHand - reserved;

const FIGURES = {
  on_hand: ({ onHand }: Level) => onHand,
  reserved: ({ reserved }: Level) => reserved,
  available: availableOf,
} as const;

export interface PastItem extends NamedVariant {
  warehouses: readonly PastStock[];
}

const variantsAt = query<NamedVariant>(
  { reads: ['products', 'stock', 'variants'] },
  `SELECT ${VARIANT_NAME_COLUMNS} FROM products p JOIN variants v ON v.product_id = p.id
   WHERE p.store_id = @storeId AND v.create_time <= @time AND v.pulled_from_variant_id IS NULL
     AND (v.is_bundle = 0 OR EXISTS (SELECT 1 FROM stock WHERE variant_id = v.id AND newest_entry IS NOT NULL))
     AND (p.delete_time > @time) IS NOT FALSE AND (v.delete_time > @time) IS NOT FALSE AND ${MATCHES_QUERY}
   ORDER BY ${BY_PRODUCT_NAME}`,
);

/** Stock at a past time of the variants that existed then, by product name. */
export function searchPastStock(
  db: Reader,
  storeId: Id,
  { time, query = '', limit, offset }: Pick<StockSearch, 'query' | 'limit' | 'offset'> & { time: number },
): { items: readonly PastItem[]; count: number } {
  const found = db.all(variantsAt, { storeId, time, ...valuesOf(db, storeId, query) });
  const page = found.slice(offset, offset + limit);
  const ids = page.map(({ variantId }) => variantId);
  const rows = Map.groupBy(stockAt(db, storeId, time, ids), ({ variantId }) => variantId);
  return { items: page.map((item) => ({ ...item, warehouses: rows.get(item.variantId) ?? [] })), count: found.length };
}

const stockSumsByWarehouse = query<WarehouseStock>(
  { reads: CURRENT_STOCK },
  `SELECT warehouse_id AS warehouseId, sum(on_hand) AS onHand, sum(reserved) AS reserved
   FROM json_each(?) wanted CROSS JOIN current_stock ON variant_id = wanted.value
   GROUP BY warehouse_id ORDER BY warehouse_id`,
);

const sumsOf = (db: Reader, found: readonly Found[]): WarehouseStock[] =>
  db.all(stockSumsByWarehouse, JSON.stringify(found.map(({ id }) => id)));
