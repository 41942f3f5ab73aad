import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import { CURRENT_STOCK } from '../../../db/tables.ts';
import type { Id } from '../../../lib/ids.ts';
import { type Money, moneyText } from '../../../lib/money.ts';
import { barcodesOf } from '../../barcodes.ts';
import { organizationCells } from '../../catalogue/product-organization.ts';
import { partsCell } from '../csv/cells.ts';
import { priceColumn, stockColumn } from '../csv/columns.ts';
import type { Cells, Presence } from './planned-change.ts';

/** A product or a variant as the cells of a product file. */
interface Current {
  id?: Id;
  is: Presence;
  cells: Cells;
}

export interface CurrentProduct extends Current {
  isPulled: boolean;
}

const productRow = query<{ id: Id; name: string; description: string; isLive: number; isPulled: number }>(
  { reads: ['products'] },
  `SELECT id, name, description, delete_time IS NULL AS isLive, parent_id IS NOT NULL AS isPulled
   FROM products WHERE store_id = ? AND key = ?`,
);

export function currentProduct(db: Reader, storeId: Id, key: string): CurrentProduct {
  const row = db.get(productRow, storeId, key);
  if (!row) return { is: 'missing', cells: {}, isPulled: false };
  const cells = { product_name: row.name, description: row.description, ...organizationCells(db, row.id) };
  return { id: row.id, is: row.isLive === 1 ? 'live' : 'deleted', cells, isPulled: row.isPulled === 1 };
}

export interface CurrentVariant extends Current {
  /** Key of its product. */
  product?: string;
  isBundle: boolean;
  /** Keys of its parts. */
  parts: readonly string[];
}

interface VariantRow {
  id: Id;
  product: string;
  isLive: number;
  isBundle: number;
  name: string;
  sku: string | null;
  cost: Money | null;
  weight: number | null;
  lowStockThreshold: number | null;
  shelfLocation: string | null;
}

const variantRow = query<VariantRow>(
  { reads: ['products', 'variants'] },
  `SELECT v.id, p.key AS product, v.delete_time IS NULL AS isLive, v.is_bundle AS isBundle, v.name, v.sku, v.cost, v.weight,
     v.low_stock_threshold AS lowStockThreshold, v.shelf_location AS shelfLocation
   FROM variants v JOIN products p ON p.id = v.product_id WHERE v.store_id = ? AND v.key = ?`,
);

const partsOfVariant = query<{ variant: string; qty: number }>(
  { reads: ['variant_parts', 'variants'] },
  'SELECT v.key AS variant, p.qty FROM variant_parts p JOIN variants v ON v.id = p.part_id WHERE p.variant_id = ?',
);

const pricesOfVariant = query<{ tier: string; price: Money }>(
  { reads: ['price_tiers', 'prices'] },
  'SELECT t.key AS tier, p.price FROM prices p JOIN price_tiers t ON t.id = p.price_tier_id WHERE p.variant_id = ?',
);

const stockOfVariant = query<{ warehouse: string; onHand: number }>(
  { reads: [...CURRENT_STOCK, 'warehouses'] },
  `SELECT w.key AS warehouse, s.on_hand AS onHand FROM current_stock s JOIN warehouses w ON w.id = s.warehouse_id
   WHERE s.variant_id = ? AND w.remove_time IS NULL`,
);

export function currentVariant(db: Reader, storeId: Id, key: string): CurrentVariant {
  const row = db.get(variantRow, storeId, key);
  if (!row) return { is: 'missing', cells: {}, isBundle: false, parts: [] };
  const isBundle = row.isBundle === 1;
  const parts = db.all(partsOfVariant, row.id);
  const cells = {
    variant_name: row.name,
    sku: row.sku,
    barcodes: barcodesOf(db, row.id).join(' ') || null,
    cost: row.cost === null ? null : moneyText(row.cost),
    weight: row.weight,
    low_stock_threshold: row.lowStockThreshold,
    shelf_location: row.shelfLocation,
    [isBundle ? 'bundle' : 'parts']: parts.length > 0 ? partsText(parts) : null,
    ...Object.fromEntries(
      db.all(pricesOfVariant, row.id).map(({ tier, price }) => [priceColumn(tier), moneyText(price)]),
    ),
    ...(isBundle
      ? {}
      : Object.fromEntries(
          db.all(stockOfVariant, row.id).map(({ warehouse, onHand }) => [stockColumn(warehouse), onHand]),
        )),
  };
  const is = row.isLive === 1 ? 'live' : 'deleted';
  return { id: row.id, is, cells, product: row.product, isBundle, parts: parts.map(({ variant }) => variant) };
}

/** A text that does not depend on the order of the parts. */
export const partsText = (parts: readonly { variant: string; qty: number }[]): string =>
  partsCell(parts.toSorted((a, b) => (a.variant < b.variant ? -1 : 1)));
