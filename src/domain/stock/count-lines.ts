import { command } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';
import type { StockDocument } from './document-list.ts';

// The only writer of what count sheets and fulfilment files say.

/** What was found of a variant. */
export interface Counted {
  variantId: Id;
  counted: number;
}

const putCountLines = command(
  { writes: ['count_lines'], reads: ['current_stock', 'stock'] },
  `INSERT INTO count_lines (document_id, variant_id, counted, expected)
   SELECT @id, line.value ->> 'variantId', line.value ->> 'counted', coalesce(s.on_hand, 0)
   FROM json_each(@lines) line
   LEFT JOIN current_stock s ON s.variant_id = line.value ->> 'variantId' AND s.warehouse_id = @warehouseId
   WHERE true
   ON CONFLICT (document_id, variant_id) DO UPDATE SET counted = excluded.counted, expected = excluded.expected`,
);

/** Keeps what was counted, in place of what the document said of these variants, beside what is on hand right now. */
export function putCounts(tx: WriteTx, { id, warehouseId }: StockDocument, lines: readonly Counted[]): void {
  tx.run(putCountLines, { id, warehouseId, lines: JSON.stringify(lines) });
}

const deleteCountLine = command(
  { writes: ['count_lines'] },
  'DELETE FROM count_lines WHERE document_id = ? AND variant_id = ?',
);

/** Whether the document said anything of the variant. */
export const dropCount = (tx: WriteTx, documentId: Id, variantId: Id): boolean =>
  tx.run(deleteCountLine, documentId, variantId) > 0;

const markLineApplied = command(
  { writes: ['count_lines'] },
  'UPDATE count_lines SET applied = 1 WHERE document_id = ? AND variant_id = ?',
);

/** Stock and ledger have what was counted of the variant. */
export const markApplied = (tx: WriteTx, documentId: Id, variantId: Id): number =>
  tx.run(markLineApplied, documentId, variantId);
