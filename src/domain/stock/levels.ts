import type { Database } from '../../db/database.ts';
import type { Id } from '../../lib/ids.ts';

/** What a warehouse holds of a variant; available = on hand − reserved. */
export interface WarehouseStock {
  warehouseId: Id;
  onHand: number;
  reserved: number;
}

const COLUMNS = 'warehouse_id AS warehouseId, on_hand AS onHand, reserved';

/** A variant's stock in the store's order of warehouses; a warehouse that never held any has no row. */
export const stockOf = (db: Database, variantId: Id): WarehouseStock[] =>
  db.all<WarehouseStock>(`SELECT ${COLUMNS} FROM stock WHERE variant_id = ? ORDER BY warehouse_id`, variantId);

/** The same for every variant of a product, by variant. */
export function stockOfProduct(db: Database, productId: Id): Map<Id, WarehouseStock[]> {
  const rows = db.all<WarehouseStock & { variantId: Id }>(
    `SELECT variant_id AS variantId, ${COLUMNS} FROM variants JOIN stock ON variant_id = variants.id
     WHERE product_id = ? ORDER BY variant_id, warehouse_id`,
    productId,
  );
  return Map.groupBy(rows, ({ variantId }) => variantId);
}
