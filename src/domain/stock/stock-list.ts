import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import { CURRENT_STOCK } from '../../db/tables.ts';
import type { Id } from '../../lib/ids.ts';
import { existingVariant, type NamedVariant, VARIANT_NAME_COLUMNS } from '../variants.ts';
import type { Level } from './ledger.ts';
import { stockOfVariants, type VariantStock } from './stock-levels.ts';

/** A variant's stock in one warehouse. */
export interface ListedStock extends NamedVariant {
  warehouseId: Id;
  warehouseKey: string;
  onHand: number;
  reserved: number;
  available: number;
}

const OF_STORE = `v.store_id = @storeId AND v.delete_time IS NULL AND p.delete_time IS NULL
  AND (@variantId IS NULL OR v.id = @variantId)`;

const KEEPS_STOCK = 'v.is_bundle = 0 AND v.pulled_from_variant_id IS NULL';

const ownStock = query<ListedStock>(
  { reads: [...CURRENT_STOCK, 'products', 'variants', 'warehouses'] },
  `SELECT ${VARIANT_NAME_COLUMNS}, w.id AS warehouseId, w.key AS warehouseKey, s.on_hand AS onHand, s.reserved,
     s.on_hand - s.reserved AS available
   FROM current_stock s JOIN variants v ON v.id = s.variant_id JOIN products p ON p.id = v.product_id
   JOIN warehouses w ON w.id = s.warehouse_id
   WHERE ${OF_STORE} AND ${KEEPS_STOCK} AND w.remove_time IS NULL ORDER BY v.id, w.position, w.id`,
);

const variantsWithoutOwnStock = query<NamedVariant>(
  { reads: ['products', 'variants'] },
  `SELECT ${VARIANT_NAME_COLUMNS} FROM variants v JOIN products p ON p.id = v.product_id
   WHERE ${OF_STORE} AND NOT (${KEEPS_STOCK}) ORDER BY v.id`,
);

/** The stock by warehouse of a store's live variants, or of one variant (docs/decisions.md#quantities). */
export function listStock(db: Reader, storeId: Id, variantId?: Id): ListedStock[] {
  const values = { storeId, variantId: variantId ?? null };
  const own = db.all(ownStock, values);
  const others = db.all(variantsWithoutOwnStock, values);
  const shown = shownStock(db, others);
  const keys = warehouseKeys(db, [...shown.values()]);
  const rows = others.flatMap((variant) =>
    warehouseFigures(shown.get(variant.variantId), keys).map((figures) => ({ ...variant, ...figures })),
  );
  return [...own, ...rows].sort((a, b) => a.variantId - b.variantId);
}

const shownStock = (db: Reader, variants: readonly NamedVariant[]): ReadonlyMap<Id, VariantStock> =>
  stockOfVariants(
    db,
    variants.map(({ variantId }) => existingVariant(db, variantId)),
  );

type WarehouseFigures = Omit<ListedStock, keyof NamedVariant>;

const warehouseFigures = (stock: VariantStock | undefined, keys: ReadonlyMap<Id, string>): WarehouseFigures[] =>
  (stock?.warehouses ?? []).map(({ warehouseId, onHand, reserved }) => ({
    warehouseId,
    warehouseKey: keys.get(warehouseId) ?? '',
    onHand,
    reserved,
    available: onHand - reserved,
  }));

const warehouseKeysById = query<{ id: Id; key: string }>(
  { reads: ['warehouses'] },
  'SELECT w.id, w.key FROM json_each(?) wanted JOIN warehouses w ON w.id = wanted.value',
);

/** Includes warehouses of other stores: a pulled variant's stock is there. */
function warehouseKeys(db: Reader, stocks: readonly VariantStock[]): ReadonlyMap<Id, string> {
  const ids = new Set(stocks.flatMap(({ warehouses }) => warehouses.map(({ warehouseId }) => warehouseId)));
  const rows = db.all(warehouseKeysById, JSON.stringify([...ids]));
  return new Map(rows.map(({ id, key }) => [id, key]));
}

export interface LowStock extends NamedVariant {
  lowStockThreshold: number;
  onHand: number;
  reserved: number;
  available: number;
}

type VariantWithThreshold = NamedVariant & Pick<LowStock, 'lowStockThreshold'>;

const WITH_THRESHOLD = `${VARIANT_NAME_COLUMNS}, v.low_stock_threshold AS lowStockThreshold`;

const NO_STOCK: Level = { onHand: 0, reserved: 0 };

const ownStockWithThreshold = query<VariantWithThreshold & Level>(
  { reads: [...CURRENT_STOCK, 'products', 'variants'] },
  `SELECT ${WITH_THRESHOLD}, coalesce(sum(s.on_hand), 0) AS onHand, coalesce(sum(s.reserved), 0) AS reserved
   FROM variants v JOIN products p ON p.id = v.product_id LEFT JOIN current_stock s ON s.variant_id = v.id
   WHERE ${OF_STORE} AND ${KEEPS_STOCK} AND v.low_stock_threshold IS NOT NULL GROUP BY v.id`,
);

const thresholdsWithoutOwnStock = query<VariantWithThreshold>(
  { reads: ['products', 'variants'] },
  `SELECT ${WITH_THRESHOLD} FROM variants v JOIN products p ON p.id = v.product_id
   WHERE ${OF_STORE} AND NOT (${KEEPS_STOCK}) AND v.low_stock_threshold IS NOT NULL`,
);

/** The store's live variants with available stock at or below their threshold. */
export function lowStock(db: Reader, storeId: Id): LowStock[] {
  const values = { storeId, variantId: null };
  const own = db.all(ownStockWithThreshold, values);
  const others = db.all(thresholdsWithoutOwnStock, values);
  const stock = shownStock(db, others);
  const shown = others.map((variant) => ({ ...variant, ...(stock.get(variant.variantId)?.total ?? NO_STOCK) }));
  return [...own, ...shown]
    .map((variant) => ({ ...variant, available: variant.onHand - variant.reserved }))
    .filter(({ available, lowStockThreshold }) => available <= lowStockThreshold)
    .sort((a, b) => a.variantId - b.variantId);
}
