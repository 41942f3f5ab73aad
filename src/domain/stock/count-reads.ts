import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import { CURRENT_STOCK } from '../../db/tables.ts';
import type { Id } from '../../lib/ids.ts';
import { BY_PRODUCT_NAME, type NamedVariant, VARIANT_NAME_COLUMNS } from '../variants.ts';
import type { Counted } from './count-lines.ts';

/** A variant in the sheet's warehouse without a line in the sheet. */
interface Uncounted extends NamedVariant {
  shelfLocation: string | null;
  onHand: number;
}

const LISTED = `FROM stock_documents d JOIN products p ON p.store_id = d.store_id AND p.delete_time IS NULL
     JOIN variants v ON v.product_id = p.id AND v.delete_time IS NULL
     JOIN current_stock s ON s.variant_id = v.id AND s.warehouse_id = d.warehouse_id
     LEFT JOIN count_lines c ON c.document_id = d.id AND c.variant_id = v.id
     WHERE d.id = @sheetId AND v.is_bundle = 0 AND v.pulled_from_variant_id IS NULL`;

const IN_WALKING_ORDER = `ORDER BY v.shelf_location IS NULL, v.shelf_location, ${BY_PRODUCT_NAME}`;

const uncountedVariants = query<Uncounted>(
  { reads: [...CURRENT_STOCK, 'products', 'variants'] },
  `SELECT ${VARIANT_NAME_COLUMNS}, v.shelf_location AS shelfLocation, s.on_hand AS onHand
   ${LISTED} AND c.variant_id IS NULL ${IN_WALKING_ORDER}`,
);

/** By shelf location, then by product name. */
export const uncounted = (db: Reader, sheetId: Id): Uncounted[] => db.all(uncountedVariants, { sheetId });

export interface CountItem extends NamedVariant {
  shelfLocation: string | null;
  /** Null: not counted yet. */
  counted: number | null;
}

const variantsToCount = query<CountItem>(
  { reads: [...CURRENT_STOCK, 'products', 'variants'] },
  `SELECT ${VARIANT_NAME_COLUMNS}, v.shelf_location AS shelfLocation, c.counted
   ${LISTED} AND (@left = 0 OR c.variant_id IS NULL) ${IN_WALKING_ORDER}
   LIMIT @limit OFFSET @offset`,
);

/** One page of the variants in the sheet's warehouse, all or only the uncounted ones, in the order of `uncounted`. */
export const toCount = (
  db: Reader,
  sheetId: Id,
  { left, limit, offset }: { left: boolean; limit: number; offset: number },
): CountItem[] => db.all(variantsToCount, { sheetId, left: Number(left), limit, offset });

const progressOfSheet = query<{ all: number; left: number }>(
  { reads: [...CURRENT_STOCK, 'products', 'variants'] },
  `SELECT count(*) AS "all", count(*) FILTER (WHERE c.variant_id IS NULL) AS "left" ${LISTED}`,
);

/** The number of variants in the sheet's warehouse, and of those not counted yet. */
export const countProgress = (db: Reader, sheetId: Id): { all: number; left: number } =>
  db.get(progressOfSheet, { sheetId }) as { all: number; left: number };

/** One line per variant, with the sum of its lines and of `before`. */
export function summed(lines: readonly Counted[], before: ReadonlyMap<Id, number> = new Map()): Counted[] {
  const sums = new Map<Id, number>();
  for (const { variantId, counted } of lines)
    sums.set(variantId, (sums.get(variantId) ?? before.get(variantId) ?? 0) + counted);
  return [...sums].map(([variantId, counted]) => ({ variantId, counted }));
}
