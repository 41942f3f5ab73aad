import type { WriteTx } from '../../db/write-tx.ts';
import { existingVariant, keepsStock } from '../variants.ts';
import { announceChanges } from './announce.ts';
import { applyCountsOf } from './counted.ts';
import { changeStock, type Movement } from './ledger.ts';
import type { Cause } from './reasons.ts';

/**
 * Moves stock for one cause, keeps a ledger row of each movement, and announces the changed available quantities, in
 * the caller's transaction.
 */
export function moveStock(tx: WriteTx, cause: Cause, movements: readonly Movement[], now: number): void {
  applyCountsOf(tx, movements, now);
  const changes = movements.map((movement) => {
    if (!keepsStock(existingVariant(tx, movement.variantId)))
      throw new Error(`variant ${movement.variantId} keeps no stock of its own`);
    const change = changeStock(tx, cause, movement, now);
    if (cause.reason === 'shipped' && change.old !== change.new) throw new Error('a pick-up must not change available');
    return change;
  });
  announceChanges(tx, cause, changes, now);
}
