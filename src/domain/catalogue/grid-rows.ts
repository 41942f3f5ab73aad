import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import { CURRENT_STOCK } from '../../db/tables.ts';
import type { Id } from '../../lib/ids.ts';
import type { Money } from '../../lib/money.ts';
import type { GridScope } from './edit-grid.ts';

/** A variant with its price in the tier of the grid and its quantity in the warehouse of the grid. */
export interface ShownGridRow {
  id: Id;
  productId: Id;
  productName: string;
  name: string;
  sku: string | null;
  price: Money | null;
  /** On hand; null if the variant has no stock of its own. */
  qty: number | null;
  /** In grams. */
  weight: number | null;
  lowStockThreshold: number | null;
  shelfLocation: string | null;
  /** It has the details of the variant that it is pulled from. */
  isPulled: 0 | 1;
}

export interface GridRows {
  rows: readonly ShownGridRow[];
  /** Number of the products that were read. */
  products: number;
  /** The product that has more rows than the page. */
  cutProduct?: Id;
}

export const MAX_GRID_ROWS = 500;

type Columns = Pick<GridScope, 'tierId' | 'warehouseId'>;

/**
 * The variants of the first products that fit on a page. Of a first product that alone does not fit, the first variants.
 *
 * @param productIds live products of the store
 */
export function gridRows(db: Reader, columns: Columns, productIds: readonly Id[]): GridRows {
  const rows: ShownGridRow[] = [];
  for (const [products, productId] of productIds.entries()) {
    const found = db.all(rowsOfProduct, { ...columns, productId, limit: MAX_GRID_ROWS + 1 });
    if (rows.length === 0 && found.length > MAX_GRID_ROWS)
      return { rows: found.slice(0, MAX_GRID_ROWS), products: products + 1, cutProduct: productId };
    if (rows.length + found.length > MAX_GRID_ROWS) return { rows, products };
    rows.push(...found);
  }
  return { rows, products: productIds.length };
}

const rowsOfProduct = query<ShownGridRow>(
  { reads: [...CURRENT_STOCK, 'prices', 'products', 'variants'] },
  `SELECT v.id, v.product_id AS productId, p.name AS productName, v.name, v.sku, v.weight,
     v.low_stock_threshold AS lowStockThreshold, v.shelf_location AS shelfLocation,
     v.pulled_from_variant_id IS NOT NULL AS isPulled,
     (SELECT price FROM prices WHERE variant_id = v.id AND price_tier_id = @tierId) AS price,
     iif(v.is_bundle = 1 OR v.pulled_from_variant_id IS NOT NULL, NULL, coalesce(
       (SELECT on_hand FROM current_stock WHERE variant_id = v.id AND warehouse_id = @warehouseId), 0)) AS qty
   FROM products p CROSS JOIN variants v ON v.product_id = p.id
   WHERE p.id = +@productId AND p.delete_time IS NULL AND v.delete_time IS NULL ORDER BY coalesce(v.pulled_from_variant_id, v.id) LIMIT +@limit`,
);

/** How many of the last products fit on a page, at least one. @param productIds live products of the store */
export function lastFitting(db: Reader, productIds: readonly Id[]): number {
  const counts = db.all(rowCounts, { ids: JSON.stringify(productIds), limit: MAX_GRID_ROWS + 1 });
  let rows = 0;
  const first = counts.findLastIndex(({ count }) => {
    rows += count;
    return rows > MAX_GRID_ROWS;
  });
  return Math.max(1, counts.length - 1 - first);
}

/** Counts no more than the limit. */
const rowCounts = query<{ count: number }>(
  { reads: ['variants'] },
  `SELECT (SELECT count(*) FROM (SELECT 1 FROM variants WHERE product_id = c.value AND delete_time IS NULL LIMIT @limit)) AS count
   FROM json_each(@ids) c ORDER BY c.key`,
);
