import type { Database } from '../../db/database.ts';
import type { Id } from '../../lib/ids.ts';

/** A variant's stock in one warehouse, with the names that people know it by. */
export interface StockRow {
  variantId: Id;
  sku: string | null;
  productName: string;
  variantName: string;
  warehouseId: Id;
  warehouseKey: string;
  onHand: number;
  reserved: number;
  available: number;
}

/** The stock of a store's live variants, or of one of them. */
export const listStock = (db: Database, storeId: Id, variantId?: Id): StockRow[] =>
  db.all<StockRow>(
    `SELECT v.id AS variantId, v.sku, p.name AS productName, v.name AS variantName, w.id AS warehouseId,
       w.key AS warehouseKey, s.on_hand AS onHand, s.reserved, s.on_hand - s.reserved AS available
     FROM stock s JOIN variants v ON v.id = s.variant_id JOIN products p ON p.id = v.product_id
     JOIN warehouses w ON w.id = s.warehouse_id
     WHERE v.store_id = @storeId AND v.delete_time IS NULL AND p.delete_time IS NULL
       AND (@variantId IS NULL OR v.id = @variantId)
     ORDER BY v.id, w.id`,
    { storeId, variantId: variantId ?? null },
  );
