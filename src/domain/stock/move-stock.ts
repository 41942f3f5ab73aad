import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';
import { existingVariant, keepsStock } from '../variants.ts';
import { announceChanges } from './announce-changes.ts';
import { applyCountsOf } from './count-lines.ts';
import { changeStock, type Movement, type StockLocation } from './ledger.ts';
import { type Cause, keepsAvailable, type Reason } from './reasons.ts';
import { addDocument, type DocumentKind, type DocumentLine, type NewDocument, REASONS_OF } from './stock-documents.ts';

/** Moves stock for one cause, appends ledger entries and announces the changed available quantities. */
export function moveStock(tx: WriteTx, cause: Cause, movements: readonly Movement[], now: number): void {
  applyCountsOf(tx, movements, now);
  const changes = movements.map((movement) => {
    if (!keepsStock(existingVariant(tx, movement.variantId)))
      throw new Error(`variant ${movement.variantId} keeps no stock of its own`);
    const change = changeStock(tx, cause, movement, now);
    if (keepsAvailable(cause.reason) && change.old !== change.new)
      throw new Error(`${cause.reason} must not change available`);
    return change;
  });
  announceChanges(tx, cause, changes, now);
}

/** A movement of a document; negative quantities are removals. */
export interface DocumentMovement extends StockLocation {
  onHand: number;
}

/** Excludes documents that set stock. */
type MovingDocument = NewDocument & { kind: Exclude<DocumentKind, 'count' | 'fulfilment'> };

/** Adds the document and moves its goods: removals first, then additions. */
export function postDocument(
  tx: WriteTx,
  document: MovingDocument,
  lines: readonly DocumentLine[],
  steps: readonly DocumentMovement[],
  now: number,
): Id {
  const { storeId, userId } = document;
  const documentId = addDocument(tx, document, lines, now);
  const reasons: Partial<Record<'outOf' | 'into', Reason>> = REASONS_OF[document.kind];
  for (const direction of ['outOf', 'into'] as const) {
    const moved = steps.filter(({ onHand }) => onHand < 0 === (direction === 'outOf'));
    const reason = reasons[direction];
    if (reason) moveStock(tx, { reason, storeId, userId, documentId }, moved, now);
    else if (moved.length > 0)
      throw new Error(`a ${document.kind} has no reason to move goods ${direction} a warehouse`);
  }
  return documentId;
}
