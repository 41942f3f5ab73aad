import type { WriteTx } from '../../db/write-tx.ts';
import { existingVariant, keepsStock } from '../variants.ts';
import { announceChanges } from './announce.ts';
import { finishCounting } from './counted.ts';
import { acceptStock, type Change, changeStock, restoreStock } from './ledger.ts';
import type { Cause } from './reasons.ts';
import { type Difference, verifyStock } from './verify.ts';

/** What is believed where stock is not what its ledger adds up to. */
export type Trusted = 'ledger' | 'stock';

/**
 * Makes stock agree again: stock becomes what the ledger adds up to, or, where stock is trusted, the ledger is given
 * what it missed, for a reason `unknown`; then reserved becomes what open orders hold. All else is `system_corrected`.
 * Every step is announced. What was repaired.
 */
export function repairStock(tx: WriteTx, now: number, trusted: Trusted = 'ledger'): Difference[] {
  finishCounting(tx, now);
  const differences = verifyStock(tx);
  for (const difference of differences) {
    const { variantId, warehouseId, onHand, reserved, ledgerOnHand, ledgerReserved, openReservations } = difference;
    const place = { variantId, warehouseId };
    const ledger = { ...place, onHand: ledgerOnHand, reserved: ledgerReserved };
    if (onHand !== ledgerOnHand || reserved !== ledgerReserved) {
      const cause = { reason: trusted === 'stock' ? 'unknown' : 'system_corrected' } as const;
      const repair = trusted === 'stock' ? acceptStock : restoreStock;
      announceStep(tx, cause, repair(tx, cause, ledger, now), now);
    }
    const missing = openReservations - (trusted === 'stock' ? reserved : ledgerReserved);
    const cause = { reason: 'system_corrected' } as const;
    if (missing !== 0) announceStep(tx, cause, changeStock(tx, cause, { ...place, reserved: missing }, now), now);
  }
  return differences;
}

/** A bundle or a pulled variant shows nothing of the row of its own, which should be empty. */
function announceStep(tx: WriteTx, cause: Cause, change: Change, now: number): void {
  if (keepsStock(existingVariant(tx, change.variantId))) announceChanges(tx, cause, [change], now);
}
