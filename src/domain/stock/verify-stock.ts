import type { Reader } from '../../db/reader.ts';
import type { BrokenReference } from '../../db/references.ts';
import { query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';
import { existingVariant, keepsStock } from '../variants.ts';
import { announceChanges } from './announce-changes.ts';
import { finishApplyingCounts } from './count-lines.ts';
import { acceptStock, type Change, changeStock, restoreStock, type StockLocation } from './ledger.ts';
import type { Cause } from './reasons.ts';

/** A mismatch between stock, its ledger and open reservations. */
export interface Difference {
  variantId: Id;
  warehouseId: Id;
  onHand: number;
  reserved: number;
  ledgerOnHand: number;
  ledgerReserved: number;
  openReservations: number;
}

/** Empty in a consistent database. */
export const stockDifferences = query<Difference>(
  { reads: ['reservations', 'stock', 'stock_ledger'] },
  `WITH ledger AS (
       SELECT variant_id, warehouse_id, sum(on_hand_after - on_hand_before) AS on_hand,
         sum(reserved_after - reserved_before) AS reserved
       FROM stock_ledger GROUP BY variant_id, warehouse_id
     ), reserved_sum AS (
       SELECT variant_id, warehouse_id, sum(qty) AS qty FROM reservations GROUP BY variant_id, warehouse_id
     )
     SELECT s.variant_id AS variantId, s.warehouse_id AS warehouseId, s.on_hand AS onHand, s.reserved,
       coalesce(l.on_hand, 0) AS ledgerOnHand, coalesce(l.reserved, 0) AS ledgerReserved,
       coalesce(r.qty, 0) AS openReservations
     FROM stock s
     LEFT JOIN ledger l ON l.variant_id = s.variant_id AND l.warehouse_id = s.warehouse_id
     LEFT JOIN reserved_sum r ON r.variant_id = s.variant_id AND r.warehouse_id = s.warehouse_id
     WHERE s.on_hand <> ledgerOnHand OR s.reserved <> ledgerReserved OR s.reserved <> openReservations
     ORDER BY s.variant_id, s.warehouse_id`,
);

export const verifyStock = (db: Reader): Difference[] => db.all(stockDifferences);

/** Stock whose ledger entries do not link to their predecessors, or whose newest entry is not the last one. */
export const brokenChains = query<StockLocation>(
  { reads: ['stock', 'stock_ledger'] },
  `WITH entries AS (
       SELECT id, variant_id, warehouse_id, previous, lag(id) OVER stocks AS before, lead(id) OVER stocks AS after
       FROM stock_ledger WINDOW stocks AS (PARTITION BY variant_id, warehouse_id ORDER BY id)
     )
     SELECT e.variant_id AS variantId, e.warehouse_id AS warehouseId FROM entries e
     WHERE previous IS NOT before OR (after IS NULL AND id IS NOT (
       SELECT newest_entry FROM stock s WHERE s.variant_id = e.variant_id AND s.warehouse_id = e.warehouse_id))
     UNION
     SELECT variant_id, warehouse_id FROM stock s WHERE newest_entry IS NOT NULL AND NOT EXISTS (
       SELECT 1 FROM stock_ledger l
       WHERE l.id = s.newest_entry AND l.variant_id = s.variant_id AND l.warehouse_id = s.warehouse_id)
     ORDER BY 1, 2`,
);

export const verifyChains = (db: Reader): StockLocation[] => db.all(brokenChains);

/**
 * Order rows that refer to a missing variant or stock row. They are not foreign keys, because SQLite would check each
 * one for every order.
 */
export const orphanedOrderRows = query<BrokenReference>(
  { reads: ['order_lines', 'reservations', 'stock', 'variants'] },
  `SELECT 'order_lines' AS "table", id AS rowid, 'variants' AS parent FROM order_lines l
     WHERE NOT EXISTS (SELECT 1 FROM variants WHERE id = l.variant_id)
     UNION ALL SELECT 'reservations', line_id, 'stock' FROM reservations r
     WHERE NOT EXISTS (SELECT 1 FROM stock s WHERE s.variant_id = r.variant_id AND s.warehouse_id = r.warehouse_id)`,
);

export const verifyOrderRows = (db: Reader): BrokenReference[] => db.all(orphanedOrderRows);

/** The side that is right if stock and ledger differ. */
export type Trusted = 'ledger' | 'stock';

/**
 * Repairs mismatches, announces each repair, and returns the mismatches. If the ledger is trusted, stock is set to the
 * sum of the ledger. If stock is trusted, the ledger gets an entry of the difference, with the reason `unknown`. Then
 * reserved is set to the open reservations. The reason of all other entries is `system_corrected`.
 */
export function repairStock(tx: WriteTx, now: number, trusted: Trusted = 'ledger'): Difference[] {
  finishApplyingCounts(tx, now);
  const differences = verifyStock(tx);
  for (const difference of differences) {
    const { variantId, warehouseId, onHand, reserved, ledgerOnHand, ledgerReserved, openReservations } = difference;
    const location = { variantId, warehouseId };
    const ledger = { ...location, onHand: ledgerOnHand, reserved: ledgerReserved };
    if (onHand !== ledgerOnHand || reserved !== ledgerReserved) {
      const cause = { reason: trusted === 'stock' ? 'unknown' : 'system_corrected' } as const;
      const repair = trusted === 'stock' ? acceptStock : restoreStock;
      announceStep(tx, cause, repair(tx, cause, ledger, now), now);
    }
    const missing = openReservations - (trusted === 'stock' ? reserved : ledgerReserved);
    const cause = { reason: 'system_corrected' } as const;
    if (missing !== 0) announceStep(tx, cause, changeStock(tx, cause, { ...location, reserved: missing }, now), now);
  }
  return differences;
}

/** Skips bundles and pulled variants, whose own rows are not shown. */
function announceStep(tx: WriteTx, cause: Cause, change: Change, now: number): void {
  if (keepsStock(existingVariant(tx, change.variantId))) announceChanges(tx, cause, [change], now);
}
