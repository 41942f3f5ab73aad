import type { Database } from '../../db/database.ts';
import { moveStock, restoreStock } from './ledger.ts';
import { type Difference, verifyStock } from './verify.ts';

/**
 * Makes stock agree again: on hand and reserved become what the ledger adds up to, then reserved what open orders
 * hold. Every step is `system_corrected` and announced. What was repaired.
 */
export function repairStock(db: Database, now: number): Difference[] {
  const differences = verifyStock(db);
  for (const difference of differences) {
    const { variantId, warehouseId, ledgerOnHand, ledgerReserved, openReservations } = difference;
    const where = { variantId, warehouseId, reason: 'system_corrected' as const };
    if (difference.onHand !== ledgerOnHand || difference.reserved !== ledgerReserved)
      restoreStock(db, { ...where, onHand: ledgerOnHand, reserved: ledgerReserved }, now);
    if (ledgerReserved !== openReservations)
      moveStock(db, { ...where, reserved: openReservations - ledgerReserved }, now);
  }
  return differences;
}
