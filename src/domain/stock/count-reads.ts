import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';
import { NAMED_VARIANT, type NamedVariant } from '../variants.ts';
import type { Counted } from './count-lines.ts';
import { countSheet, enterCounts } from './counts.ts';
import { countLines } from './document-list.ts';

/** A variant that the sheet's warehouse lists and the sheet says nothing of. */
export interface Uncounted extends NamedVariant {
  onHand: number;
}

const LISTED = `FROM stock_documents d JOIN products p ON p.store_id = d.store_id AND p.delete_time IS NULL
     JOIN variants v ON v.product_id = p.id AND v.delete_time IS NULL
     JOIN current_stock s ON s.variant_id = v.id AND s.warehouse_id = d.warehouse_id
     LEFT JOIN count_lines c ON c.document_id = d.id AND c.variant_id = v.id
     WHERE d.id = @sheetId AND v.is_bundle = 0 AND v.pulled_from_variant_id IS NULL`;

const AS_WALKED = 'ORDER BY p.folded_name, p.id, v.id';

const selectUncounted = query<Uncounted>(
  { reads: ['count_lines', 'current_stock', 'stock', 'products', 'stock_documents', 'variants'] },
  `SELECT ${NAMED_VARIANT}, s.on_hand AS onHand ${LISTED} AND c.variant_id IS NULL ${AS_WALKED}`,
);

/** By name of the product, as a warehouse is walked through with a list in hand. */
export const uncounted = (db: Reader, sheetId: Id): Uncounted[] => db.all(selectUncounted, { sheetId });

/** A variant that the sheet's warehouse lists. */
export interface ToCount extends NamedVariant {
  /** What the sheet says of it; null: nothing yet. */
  counted: number | null;
}

const selectToCount = query<ToCount>(
  { reads: ['count_lines', 'current_stock', 'stock', 'products', 'stock_documents', 'variants'] },
  `SELECT ${NAMED_VARIANT}, c.counted ${LISTED} AND (@left = 0 OR c.variant_id IS NULL) ${AS_WALKED}
   LIMIT @limit OFFSET @offset`,
);

/** A part of all that the sheet's warehouse lists, or of what is still uncounted, in the order of `uncounted`. */
export const toCount = (
  db: Reader,
  sheetId: Id,
  { left, limit, offset }: { left: boolean; limit: number; offset: number },
): ToCount[] => db.all(selectToCount, { sheetId, left: Number(left), limit, offset });

const selectCountsToDo = query<{ all: number; left: number }>(
  { reads: ['count_lines', 'current_stock', 'stock', 'products', 'stock_documents', 'variants'] },
  `SELECT count(*) AS "all", count(*) FILTER (WHERE c.variant_id IS NULL) AS "left" ${LISTED}`,
);

/** How many variants the sheet's warehouse lists, and of how many the sheet says nothing yet. */
export const countsToDo = (db: Reader, sheetId: Id): { all: number; left: number } =>
  db.get(selectCountsToDo, { sheetId }) as { all: number; left: number };

/**
 * Adds to what the sheet says of these variants, so that a scanner may read each piece by itself.
 *
 * @throws what `enterCounts` throws
 */
export function addCounts(tx: WriteTx, sheetId: Id, lines: readonly Counted[]): void {
  const said = new Map(
    countLines(tx, countSheet(tx, sheetId).id).map(({ variantId, counted }) => [variantId, counted]),
  );
  enterCounts(tx, sheetId, summed(lines, said));
}

/** The lines of each variant as one, on top of what there was. */
export function summed(lines: readonly Counted[], before: ReadonlyMap<Id, number> = new Map()): Counted[] {
  const sums = new Map<Id, number>();
  for (const { variantId, counted } of lines)
    sums.set(variantId, (sums.get(variantId) ?? before.get(variantId) ?? 0) + counted);
  return [...sums].map(([variantId, counted]) => ({ variantId, counted }));
}
