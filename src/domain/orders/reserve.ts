import type { Reader } from '../../db/reader.ts';
import { batchInsert, command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';
import type { Movement } from '../stock/ledger.ts';
import { moveStock } from '../stock/move-stock.ts';
import type { LedgerReason } from '../stock/reasons.ts';
import { type Allocation, netOf } from './allocate.ts';
import { LINES } from './line-rows.ts';

// The only writer of reservations: quantities of variants in warehouses for the lines of orders.

export interface OrderCause {
  reason: LedgerReason;
  orderId: Id;
  storeId: Id;
}

export const reserve = (tx: WriteTx, cause: OrderCause, allocations: readonly Allocation[], now: number): void =>
  exchange(tx, cause, { released: [], reserved: allocations }, now);

export const release = (tx: WriteTx, cause: OrderCause, allocations: readonly Allocation[], now: number): void =>
  exchange(tx, cause, { released: allocations, reserved: [] }, now);

/** Releases and reserves with one movement per variant and warehouse: the overlap does not move. */
export function exchange(
  tx: WriteTx,
  cause: OrderCause,
  { released, reserved }: { released: readonly Allocation[]; reserved: readonly Allocation[] },
  now: number,
): void {
  endReservations(tx, released);
  moveStock(tx, cause, netOf([...movements(released, -1), ...movements(reserved, 1)]), now);
  addReservations(tx, reserved);
}

/** The caller moves the stock. */
export function addReservations(tx: WriteTx, allocations: readonly Allocation[]): void {
  for (const { lineId, variantId, warehouseId, qty } of allocations)
    tx.queueInsert(RESERVATIONS, [lineId, variantId, warehouseId, qty]);
}

const LINES_OF_ORDER = 'line_id IN (SELECT id FROM order_lines WHERE order_id = ?)';

const reservedOfOrder = query<Required<Pick<Movement, 'variantId' | 'warehouseId' | 'reserved'>>>(
  { reads: ['order_lines', 'reservations'] },
  `SELECT variant_id AS variantId, warehouse_id AS warehouseId, -sum(qty) AS reserved FROM reservations
   WHERE ${LINES_OF_ORDER} GROUP BY variant_id, warehouse_id ORDER BY min(line_id), variant_id, warehouse_id`,
);

const deleteOfOrder = command(
  { writes: ['reservations'], reads: ['order_lines'] },
  `DELETE FROM reservations WHERE ${LINES_OF_ORDER}`,
);

/** Releases everything that the order has reserved. @returns the number of reservations */
export function releaseOrder(tx: WriteTx, cause: OrderCause, now: number): number {
  const released = tx.all(reservedOfOrder, cause.orderId);
  if (released.length === 0) return 0;
  const reservations = tx.run(deleteOfOrder, cause.orderId);
  moveStock(tx, cause, released, now);
  return reservations;
}

const reservationsOfOrder = query<Allocation>(
  { reads: ['order_lines', 'reservations'] },
  `SELECT line_id AS lineId, variant_id AS variantId, warehouse_id AS warehouseId, qty FROM reservations
   WHERE ${LINES_OF_ORDER} ORDER BY line_id, variant_id, warehouse_id`,
);

/** In the store's order of warehouses. */
export const reservationsOf = (db: Reader, orderId: Id): Allocation[] => db.all(reservationsOfOrder, orderId);

const OF_PLACE = 'line_id = ? AND variant_id = ? AND warehouse_id = ?';
const qtyOf = query<{ qty: number }>({ reads: ['reservations'] }, `SELECT qty FROM reservations WHERE ${OF_PLACE}`);
const deleteReservation = command(
  { writes: ['reservations'], reads: ['order_lines'] },
  `DELETE FROM reservations WHERE ${OF_PLACE}`,
);
const reduce = command({ writes: ['reservations'] }, `UPDATE reservations SET qty = qty - ? WHERE ${OF_PLACE}`);

/** The caller moves the stock. @throws Error if more is released than reserved */
export function endReservations(tx: WriteTx, allocations: readonly Allocation[]): void {
  for (const { lineId, variantId, warehouseId, qty } of allocations) {
    const reserved = tx.get(qtyOf, lineId, variantId, warehouseId)?.qty ?? 0;
    if (reserved < qty)
      throw new Error(`line ${lineId} holds ${reserved} of variant ${variantId}, ${qty} cannot be released`);
    if (reserved === qty) tx.run(deleteReservation, lineId, variantId, warehouseId);
    else tx.run(reduce, qty, lineId, variantId, warehouseId);
  }
}

const RESERVATIONS = batchInsert({
  table: 'reservations',
  columns: 'line_id, variant_id, warehouse_id, qty',
  conflict: 'ON CONFLICT DO UPDATE SET qty = qty + excluded.qty',
  refersTo: LINES,
});

const movements = (allocations: readonly Allocation[], sign: 1 | -1): Movement[] =>
  allocations.map(({ variantId, warehouseId, qty }) => ({ variantId, warehouseId, reserved: sign * qty }));
