import type { Database } from '../../db/database.ts';
import type { Id } from '../../lib/ids.ts';
import type { Counted } from './count-lines.ts';
import { countSheet, enterCounts } from './counts.ts';
import { type CountLine, countLines } from './document-list.ts';
import { NAMED_VARIANT, type NamedVariant } from './named.ts';

/** What a sheet says in sum: of its lines, and of what committing it changes. */
export interface CountSums {
  lines: number;
  differing: number;
  missing: number;
  surplus: number;
  /** Lines of which something has moved since it was counted. */
  moved: number;
}

export const countSums = (lines: readonly CountLine[]): CountSums => ({
  lines: lines.length,
  differing: lines.filter(({ difference }) => difference !== 0).length,
  missing: lines.reduce((sum, { difference }) => sum - Math.min(0, difference), 0),
  surplus: lines.reduce((sum, { difference }) => sum + Math.max(0, difference), 0),
  moved: lines.filter(({ movedSince }) => movedSince !== 0).length,
});

/** A variant that the sheet's warehouse lists and the sheet says nothing of. */
export interface Uncounted extends NamedVariant {
  onHand: number;
}

/** By name of the product, as a warehouse is walked through with a list in hand. */
export const uncounted = (db: Database, sheetId: Id): Uncounted[] =>
  db.all<Uncounted>(
    `SELECT ${NAMED_VARIANT}, s.on_hand AS onHand
     FROM stock_documents d JOIN products p ON p.store_id = d.store_id AND p.delete_time IS NULL
     JOIN variants v ON v.product_id = p.id AND v.delete_time IS NULL
     JOIN current_stock s ON s.variant_id = v.id AND s.warehouse_id = d.warehouse_id
     WHERE d.id = @sheetId AND v.is_bundle = 0 AND v.pulled_from_variant_id IS NULL
       AND NOT EXISTS (SELECT 1 FROM count_lines WHERE document_id = @sheetId AND variant_id = v.id)
     ORDER BY p.folded_name, p.id, v.id`,
    { sheetId },
  );

/**
 * Adds to what the sheet says of these variants, so that a scanner may read each piece by itself.
 *
 * @throws what `enterCounts` throws
 */
export function addCounts(db: Database, sheetId: Id, lines: readonly Counted[]): void {
  const said = new Map(
    countLines(db, countSheet(db, sheetId).id).map(({ variantId, counted }) => [variantId, counted]),
  );
  enterCounts(db, sheetId, summed(lines, said));
}

/** The lines of each variant as one, on top of what there was. */
export function summed(lines: readonly Counted[], before: ReadonlyMap<Id, number> = new Map()): Counted[] {
  const sums = new Map<Id, number>();
  for (const { variantId, counted } of lines)
    sums.set(variantId, (sums.get(variantId) ?? before.get(variantId) ?? 0) + counted);
  return [...sums].map(([variantId, counted]) => ({ variantId, counted }));
}
