import type { Database } from '../../db/database.ts';
import type { Id } from '../../lib/ids.ts';
import { moveStock } from '../stock/move.ts';
import type { Reason } from '../stock/reasons.ts';
import type { Share } from './allocate.ts';

// The only writer of reservations: what an order line holds of a variant in a warehouse.

/** The order that reserves or releases, and why. */
export interface OrderCause {
  reason: Reason;
  orderId: Id;
  storeId: Id;
}

export interface LineShares {
  lineId: Id;
  shares: readonly Share[];
}

/** Reserves the shares of an order's lines, on top of what they hold already. */
export function reserveLines(db: Database, cause: OrderCause, lines: readonly LineShares[], now: number): void {
  const movements = lines.flatMap(({ shares }) =>
    shares.map(({ variantId, warehouseId, qty }) => ({ variantId, warehouseId, reserved: qty })),
  );
  moveStock(db, cause, movements, now);
  for (const { lineId, shares } of lines)
    for (const { variantId, warehouseId, qty } of shares)
      db.run(
        `INSERT INTO reservations (line_id, variant_id, warehouse_id, qty) VALUES (?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET qty = qty + excluded.qty`,
        lineId,
        variantId,
        warehouseId,
        qty,
      );
}

/** What a line holds of a variant in a warehouse. */
export interface Reservation extends Share {
  lineId: Id;
}

/** What the order's lines hold. */
export const reservationsOf = (db: Database, orderId: Id): Reservation[] =>
  db.all<Reservation>(
    `SELECT line_id AS lineId, variant_id AS variantId, warehouse_id AS warehouseId, qty FROM reservations
     WHERE line_id IN (SELECT id FROM order_lines WHERE order_id = ?) ORDER BY line_id, variant_id, warehouse_id`,
    orderId,
  );

/**
 * Ends these reservations, or a part of one, without moving stock: whoever calls moves it. Only what is held can be
 * ended, and only once.
 */
export function endReservations(db: Database, ended: readonly Reservation[]): void {
  for (const { lineId, variantId, warehouseId, qty } of ended) {
    const where = 'line_id = ? AND variant_id = ? AND warehouse_id = ?';
    const rest = db.get<{ qty: number }>(
      `SELECT qty FROM reservations WHERE ${where}`,
      lineId,
      variantId,
      warehouseId,
    )?.qty;
    if (rest === undefined || rest < qty)
      throw new Error(`line ${lineId} holds ${rest ?? 0} of variant ${variantId}, ${qty} cannot be released`);
    if (rest === qty) db.run(`DELETE FROM reservations WHERE ${where}`, lineId, variantId, warehouseId);
    else db.run(`UPDATE reservations SET qty = qty - ? WHERE ${where}`, qty, lineId, variantId, warehouseId);
  }
}

/** Gives these reservations back. */
export function release(db: Database, cause: OrderCause, released: readonly Reservation[], now: number): void {
  endReservations(db, released);
  const movements = released.map(({ variantId, warehouseId, qty }) => ({ variantId, warehouseId, reserved: -qty }));
  moveStock(db, cause, movements, now);
}

/** Gives back what the order still holds. */
export const releaseOrder = (db: Database, cause: OrderCause, now: number): void =>
  release(db, cause, reservationsOf(db, cause.orderId), now);
