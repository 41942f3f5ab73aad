import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { Id } from '../../lib/ids.ts';
import { NAMED_VARIANT, type NamedVariant } from './named.ts';

const selectAssembledVariants = query<NamedVariant>(
  { reads: ['products', 'variant_parts', 'variants'] },
  `SELECT ${NAMED_VARIANT} FROM products p JOIN variants v ON v.product_id = p.id
   WHERE p.store_id = ? AND p.delete_time IS NULL AND v.delete_time IS NULL AND v.is_bundle = 0
     AND v.id IN (SELECT variant_id FROM variant_parts)
   ORDER BY p.folded_name, p.id, v.id`,
);

/** The store's live variants that are put together from others and keep stock themselves; by name of the product. */
export const assembledVariants = (db: Reader, storeId: Id): NamedVariant[] => db.all(selectAssembledVariants, storeId);

/** A part of a variant, and what a warehouse has of it. */
export interface PartHere extends NamedVariant {
  qty: number;
  onHand: number;
  reserved: number;
}

const selectPartsHere = query<PartHere>(
  { reads: ['current_stock', 'stock', 'products', 'variant_parts', 'variants'] },
  `SELECT ${NAMED_VARIANT}, l.qty, coalesce(s.on_hand, 0) AS onHand, coalesce(s.reserved, 0) AS reserved
   FROM variant_parts l JOIN variants v ON v.id = l.part_id JOIN products p ON p.id = v.product_id
   LEFT JOIN current_stock s ON s.variant_id = v.id AND s.warehouse_id = @warehouseId
   WHERE l.variant_id = @variantId ORDER BY v.id`,
);

/** What one of the variant is made of. */
export const partsHere = (db: Reader, variantId: Id, warehouseId: Id): PartHere[] =>
  db.all(selectPartsHere, { variantId, warehouseId });
