import type { Reader } from '../../../db/reader.ts';
import type { WriteTx } from '../../../db/write-tx.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Act } from '../history.ts';
import type { LineQty } from '../lines.ts';
import { existingOrder, type Order } from '../order.ts';
import { packedTime, restartPacking } from '../packing-rows.ts';
import { refundedQtys } from '../payments/payment-details.ts';
import { closeMissing } from './missing.ts';
import { customerReturnedQtys } from './shipment.ts';

// Units that were refunded and would still be shipped. See docs/decisions.md#refunded-units.

/** The refunded units of each line that are left to ship, without those that were closed or returned. */
export function refundedToShip(db: Reader, order: Order): LineQty[] {
  if (order.status !== 'open') return [];
  const refunded = refundedQtys(db, order.id);
  const returned = refunded.size === 0 ? refunded : customerReturnedQtys(db, order.id);
  return order.lines
    .map(({ id, qty, shippedQty, shortQty }) => {
      const unclosed = (refunded.get(id) ?? 0) - shortQty - (returned.get(id) ?? 0);
      return { lineId: id, qty: Math.min(unclosed, qty - shippedQty - shortQty) };
    })
    .filter(({ qty }) => qty > 0);
}

/**
 * Closes refunded units: they will not be shipped, and their reservations are released. A packed order is packed again.
 *
 * @throws AppError as `closeMissing`
 */
export function closeRefunded(tx: WriteTx, orderId: Id, lines: readonly LineQty[], act: Act): void {
  const wasPacked = packedTime(tx, orderId) !== undefined;
  closeMissing(tx, orderId, lines, act, 'items_closed_as_refunded');
  if (wasPacked) restartPacking(tx, orderId);
}

/** As `closeRefunded`, for those of the lines that are left to ship. Does nothing if the order would ship nothing then. */
export function closeUnshipped(tx: WriteTx, orderId: Id, lines: readonly LineQty[], act: Act): void {
  const order = existingOrder(tx, orderId);
  const qtys = new Map(lines.map(({ lineId, qty }) => [lineId, qty]));
  const closed = refundedToShip(tx, order)
    .map(({ lineId, qty }) => ({ lineId, qty: Math.min(qty, qtys.get(lineId) ?? 0) }))
    .filter(({ qty }) => qty > 0);
  if (closed.length > 0 && !leavesNothing(order, closed)) closeRefunded(tx, orderId, closed, act);
}

/** Whether nothing was or will be shipped without these units: the order is canceled instead. */
export function leavesNothing({ lines }: Order, closed: readonly LineQty[]): boolean {
  const qtys = new Map(closed.map(({ lineId, qty }) => [lineId, qty]));
  return lines.every(({ id, qty, shippedQty, shortQty }) => shippedQty === 0 && qty - shortQty <= (qtys.get(id) ?? 0));
}
