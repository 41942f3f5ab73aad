import type { Database } from '../../db/database.ts';
import type { Id } from '../../lib/ids.ts';
import type { StockDocument } from './document-list.ts';

// The only writer of what count sheets and fulfilment files say.

/** What was found of a variant. */
export interface Counted {
  variantId: Id;
  counted: number;
}

/** Keeps what was counted, in place of what the document said of these variants, beside what is on hand right now. */
export function putCounts(db: Database, { id, warehouseId }: StockDocument, lines: readonly Counted[]): void {
  db.run(
    `INSERT INTO count_lines (document_id, variant_id, counted, expected)
     SELECT @id, line.value ->> 'variantId', line.value ->> 'counted', coalesce(s.on_hand, 0)
     FROM json_each(@lines) line
     LEFT JOIN current_stock s ON s.variant_id = line.value ->> 'variantId' AND s.warehouse_id = @warehouseId
     WHERE true
     ON CONFLICT (document_id, variant_id) DO UPDATE SET counted = excluded.counted, expected = excluded.expected`,
    { id, warehouseId, lines: JSON.stringify(lines) },
  );
}

/** Whether the document said anything of the variant. */
export const dropCount = (db: Database, documentId: Id, variantId: Id): boolean =>
  db.run('DELETE FROM count_lines WHERE document_id = ? AND variant_id = ?', documentId, variantId) > 0;

/** Stock and ledger have what was counted of the variant. */
export const markApplied = (db: Database, documentId: Id, variantId: Id): number =>
  db.run('UPDATE count_lines SET applied = 1 WHERE document_id = ? AND variant_id = ?', documentId, variantId);
