import { batchedTable } from '../../db/batches.ts';
import type { Database } from '../../db/database.ts';
import type { Id } from '../../lib/ids.ts';
import type { Movement } from '../stock/ledger.ts';
import { moveStock } from '../stock/move.ts';
import type { LedgerReason } from '../stock/reasons.ts';
import { netOf, type Pieces } from './pieces.ts';
import { LINES } from './rows.ts';

// The only writer of reservations: what an order line holds of a variant in a warehouse.

/** The order that moves stock, and why. */
export interface OrderCause {
  reason: LedgerReason;
  orderId: Id;
  storeId: Id;
}

/** Reserves these pieces, on top of what their lines hold already. */
export const reserve = (db: Database, cause: OrderCause, pieces: readonly Pieces[], now: number): void =>
  exchange(db, cause, { released: [], reserved: pieces }, now);

/** Gives these pieces back. */
export const release = (db: Database, cause: OrderCause, pieces: readonly Pieces[], now: number): void =>
  exchange(db, cause, { released: pieces, reserved: [] }, now);

/** Gives the ones back and reserves the others, by one movement of each place: what stays reserved there does not move. */
export function exchange(
  db: Database,
  cause: OrderCause,
  { released, reserved }: { released: readonly Pieces[]; reserved: readonly Pieces[] },
  now: number,
): void {
  endReservations(db, released);
  moveStock(db, cause, netOf([...released.map(releasing), ...reserved.map(reserving)]), now);
  hold(db, reserved);
}

/** Gives back what the order still holds. */
export const releaseOrder = (db: Database, cause: OrderCause, now: number): void =>
  release(db, cause, reservationsOf(db, cause.orderId), now);

/** What the order's lines hold, of each line in the store's order of warehouses. */
export const reservationsOf = (db: Database, orderId: Id): Pieces[] =>
  db.all<Pieces>(
    `SELECT line_id AS lineId, variant_id AS variantId, warehouse_id AS warehouseId, qty FROM reservations
     WHERE line_id IN (SELECT id FROM order_lines WHERE order_id = ?) ORDER BY line_id, variant_id, warehouse_id`,
    orderId,
  );

/**
 * Ends reservations of these pieces without moving stock: whoever calls moves it. Only what is held can be ended, and
 * only once.
 */
export function endReservations(db: Database, pieces: readonly Pieces[]): void {
  for (const { lineId, variantId, warehouseId, qty } of pieces) {
    const where = 'line_id = ? AND variant_id = ? AND warehouse_id = ?';
    const held = db.get<{ qty: number }>(
      `SELECT qty FROM reservations WHERE ${where}`,
      lineId,
      variantId,
      warehouseId,
    )?.qty;
    if (held === undefined || held < qty)
      throw new Error(`line ${lineId} holds ${held ?? 0} of variant ${variantId}, ${qty} cannot be released`);
    if (held === qty) db.run(`DELETE FROM reservations WHERE ${where}`, lineId, variantId, warehouseId);
    else db.run(`UPDATE reservations SET qty = qty - ? WHERE ${where}`, qty, lineId, variantId, warehouseId);
  }
}

const RESERVATIONS = batchedTable({
  insert: 'INSERT INTO reservations (line_id, variant_id, warehouse_id, qty)',
  conflict: 'ON CONFLICT DO UPDATE SET qty = qty + excluded.qty',
  named: /\breservations\b/,
  refersTo: LINES,
});

function hold(db: Database, pieces: readonly Pieces[]): void {
  for (const { lineId, variantId, warehouseId, qty } of pieces)
    db.insertInBatch(RESERVATIONS, [lineId, variantId, warehouseId, qty]);
}

const reserving = ({ variantId, warehouseId, qty }: Pieces): Movement => ({ variantId, warehouseId, reserved: qty });

const releasing = ({ variantId, warehouseId, qty }: Pieces): Movement => ({ variantId, warehouseId, reserved: -qty });
