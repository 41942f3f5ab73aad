import type { Database } from '../../db/database.ts';
import type { Id } from '../../lib/ids.ts';
import { moveStock } from '../stock/ledger.ts';
import type { Reason } from '../stock/reasons.ts';
import type { Share } from './allocate.ts';

/** Reserves a line's shares for its order. */
export function reserveLine(
  db: Database,
  line: { id: Id; orderId: Id; variantId: Id },
  shares: readonly Share[],
  now: number,
): void {
  for (const { warehouseId, qty } of shares) {
    moveStock(
      db,
      { variantId: line.variantId, warehouseId, reserved: qty, reason: 'order_reserved', orderId: line.orderId },
      now,
    );
    db.run(
      'INSERT INTO reservations (line_id, warehouse_id, variant_id, qty) VALUES (?, ?, ?, ?)',
      line.id,
      warehouseId,
      line.variantId,
      qty,
    );
  }
}

/** Gives back what the order still has reserved; a reservation is released once, since it is then gone. */
export function releaseOrder(db: Database, orderId: Id, reason: Reason, now: number): void {
  const released = db.all<{ variantId: Id; warehouseId: Id; qty: number }>(
    `DELETE FROM reservations WHERE line_id IN (SELECT id FROM order_lines WHERE order_id = ?)
     RETURNING variant_id AS variantId, warehouse_id AS warehouseId, qty`,
    orderId,
  );
  for (const { variantId, warehouseId, qty } of released)
    moveStock(db, { variantId, warehouseId, reserved: -qty, reason, orderId }, now);
}
