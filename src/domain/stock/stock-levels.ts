import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import { CURRENT_STOCK } from '../../db/tables.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';
import { existingVariant, type Part } from '../variants.ts';
import { isApplying } from './count-lines.ts';
import { type Level, stockRowsOf } from './ledger.ts';

/** Available = on hand − reserved. */
export interface WarehouseStock extends Level {
  warehouseId: Id;
}

/** A bundle's total is computed from its parts over all warehouses, which can exceed the sum of its warehouses. */
export interface VariantStock {
  total: Level;
  warehouses: readonly WarehouseStock[];
}

const ownStockRows = query<WarehouseStock>(
  { reads: [...CURRENT_STOCK, 'warehouses'] },
  `SELECT warehouse_id AS warehouseId, on_hand AS onHand, reserved
   FROM current_stock JOIN warehouses w ON w.id = warehouse_id
   WHERE variant_id = +? AND w.remove_time IS NULL ORDER BY w.position, w.id`,
);

/** The variant's own stock rows, in the store's order of warehouses. */
export const stockOf = (db: Reader, variantId: Id): WarehouseStock[] => db.all(ownStockRows, variantId);

/** The stock rows in these warehouses, in that order. They come from the row cache and change with the next movement. */
export function stockIn(tx: WriteTx, variantId: Id, warehouses: readonly { id: Id }[]): Readonly<WarehouseStock>[] {
  const rows = isApplying(tx) ? stockOf(tx, variantId) : stockRowsOf(tx, variantId);
  return warehouses.flatMap(({ id }) => rows.find(({ warehouseId }) => warehouseId === id) ?? []);
}

/** The stock of a variant: its own, or computed from its parts or its source (docs/decisions.md#bundles). */
export const stockOfVariant = (db: Reader, variantId: Id): VariantStock =>
  stockOfVariants(db, [existingVariant(db, variantId)]).get(variantId) as VariantStock;

const stockRowsOfVariants = query<WarehouseStock & { variantId: Id }>(
  { reads: [...CURRENT_STOCK, 'warehouses'] },
  `SELECT variant_id AS variantId, warehouse_id AS warehouseId, on_hand AS onHand, reserved
   FROM json_each(?) wanted JOIN current_stock ON variant_id = wanted.value JOIN warehouses w ON w.id = warehouse_id
   WHERE w.remove_time IS NULL ORDER BY w.position, w.id`,
);

/** `stockOfVariant` for several variants, with one query. */
export function stockOfVariants(
  db: Reader,
  variants: readonly { id: Id; components: readonly Part[] }[],
): ReadonlyMap<Id, VariantStock> {
  const ownIds = new Set(variants.flatMap(({ components }) => components.map(({ variantId }) => variantId)));
  const rows = db.all(stockRowsOfVariants, JSON.stringify([...ownIds]));
  const stock = Map.groupBy(rows, ({ variantId }) => variantId);
  const order = [...new Set(rows.map(({ warehouseId }) => warehouseId))];
  return new Map(
    variants.map(({ id, components }) => [
      id,
      combinedStock(
        components.map((part) => ({ ...part, stock: stock.get(part.variantId) ?? [] })),
        order,
      ),
    ]),
  );
}

/** @param order the warehouses in the store's order */
function combinedStock(
  parts: readonly (Part & { stock: readonly WarehouseStock[] })[],
  order: readonly Id[],
): VariantStock {
  const [first] = parts;
  if (first && parts.length === 1 && first.qty === 1) return { total: sumOf(first.stock), warehouses: first.stock };
  const ids = new Set(parts.flatMap(({ stock }) => stock.map(({ warehouseId }) => warehouseId)));
  return {
    total: bundleLevel(parts.map((part) => ({ ...part, level: sumOf(part.stock) }))),
    warehouses: order
      .filter((id) => ids.has(id))
      .map((warehouseId) => ({
        warehouseId,
        ...bundleLevel(
          parts.map((part) => ({ ...part, level: sumOf(part.stock.filter((row) => row.warehouseId === warehouseId)) })),
        ),
      })),
  };
}

/** The number of bundles that the parts suffice for. */
function bundleLevel(parts: readonly (Part & { level: Level })[]): Level {
  if (parts.length === 0) return { onHand: 0, reserved: 0 };
  const minOfParts = (figure: (level: Level) => number) =>
    Math.min(...parts.map(({ qty, level }) => Math.floor(figure(level) / qty)));
  const onHand = minOfParts((level) => level.onHand);
  return { onHand, reserved: onHand - minOfParts((level) => level.onHand - level.reserved) };
}

const sumOf = (levels: readonly Level[]): Level =>
  levels.reduce((sum, level) => ({ onHand: sum.onHand + level.onHand, reserved: sum.reserved + level.reserved }), {
    onHand: 0,
    reserved: 0,
  });
