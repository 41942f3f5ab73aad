import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';
import type { Money } from '../../lib/money.ts';

// The only writer of cost_changes (docs/decisions.md#costs).

interface CostChange {
  variantId: Id;
  cost: Money | null;
  /** The goods that changed the average. */
  documentId: Id | undefined;
}

const addChange = command(
  { writes: ['cost_changes'] },
  `INSERT INTO cost_changes (variant_id, time, cost, document_id, user_id)
   SELECT @variantId, max(@now, coalesce((SELECT max(time) + 1 FROM cost_changes WHERE variant_id = @variantId), 0)),
     @cost, @documentId, @userId`,
);

/** Records the cost of a variant from now on. */
export function recordCost(tx: WriteTx, { variantId, cost, documentId }: CostChange, now: number): void {
  const { actor } = tx.auditStamp;
  const userId = actor.kind === 'account' ? actor.id : null;
  tx.run(addChange, { variantId, now, cost, documentId: documentId ?? null, userId });
}

/** Variants whose cost is not the last recorded one. Empty in a consistent database. */
export const unrecordedCosts = query<{ id: Id }>(
  { reads: ['cost_changes', 'variants'] },
  `SELECT id FROM variants WHERE cost IS NOT (
     SELECT c.cost FROM cost_changes c WHERE c.variant_id = variants.id ORDER BY c.time DESC LIMIT 1) ORDER BY id`,
);
