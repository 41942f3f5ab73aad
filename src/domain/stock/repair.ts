import type { Database } from '../../db/database.ts';
import { announceChanges } from './announce.ts';
import { acceptStock, restoreStock } from './ledger.ts';
import { moveStock } from './move.ts';
import { type Difference, verifyStock } from './verify.ts';

/** What is believed where stock is not what its ledger adds up to. */
export type Trusted = 'ledger' | 'stock';

/**
 * Makes stock agree again: stock becomes what the ledger adds up to, or, where stock is trusted, the ledger is given
 * what it missed, for a reason `unknown`; then reserved becomes what open orders hold. All else is `system_corrected`.
 * Every step is announced. What was repaired.
 */
export function repairStock(db: Database, now: number, trusted: Trusted = 'ledger'): Difference[] {
  const differences = verifyStock(db);
  for (const difference of differences) {
    const { variantId, warehouseId, onHand, reserved, ledgerOnHand, ledgerReserved, openReservations } = difference;
    const place = { variantId, warehouseId };
    const ledger = { onHand: ledgerOnHand, reserved: ledgerReserved };
    if (onHand !== ledgerOnHand || reserved !== ledgerReserved) {
      const cause = { reason: trusted === 'stock' ? 'unknown' : 'system_corrected' } as const;
      const change =
        trusted === 'stock' ? acceptStock(db, cause, place, ledger, now) : restoreStock(db, cause, place, ledger, now);
      announceChanges(db, cause, [change], now);
    }
    const known = trusted === 'stock' ? reserved : ledgerReserved;
    if (known !== openReservations)
      moveStock(db, { reason: 'system_corrected' }, [{ ...place, reserved: openReservations - known }], now);
  }
  return differences;
}
