import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { type AppError, invalidRequest } from '../../lib/errors.ts';
import { type Id, idText } from '../../lib/ids.ts';
import { mayMove } from '../../lib/moves.ts';
import { audit } from '../audit/audit-log.ts';
import { dropOpenBooking } from './bookings/booking.ts';
import { cancelBooking } from './bookings/cancellation.ts';
import { eraseBuyerLink } from './buyer-links.ts';
import { updateCustomersOf } from './customers/customer-rows.ts';
import { type Act, bySystem, recordEvent } from './history.ts';
import { existingOrder, type Order, orderById } from './order.ts';
import { markCanceled, markDeleted, markDiscarded, markExpired } from './order-rows.ts';
import { hasLeft, ORDER_MOVES } from './order-states.ts';
import { forgetPacking } from './packing-rows.ts';
import { eraseReceipt, receiptOfOrder } from './payments/receipts.ts';
import { eraseRefundDocuments } from './payments/refund-documents.ts';
import { releaseOrder } from './reserve.ts';
import { moveShipment } from './shipments/move.ts';
import { isPaidOut, type Shipment } from './shipments/shipment.ts';
import { forgetCod, markBookedCanceled } from './shipments/shipment-rows.ts';

export const CANCELERS = ['buyer', 'reseller', 'store', 'system'] as const;
export type Canceler = (typeof CANCELERS)[number];

interface Cancellation extends Act {
  /** For the history of the order. */
  note?: string | undefined;
}

/** Cancels an order (docs/decisions.md#cancellation). @throws AppError not_found; invalid_request if it cannot */
export function cancelOrder(tx: WriteTx, id: Id, by: Canceler, { note, ...act }: Cancellation): Order {
  const { now } = act;
  const order = existingOrder(tx, id, 0);
  const obstacle = cancelObstacle(tx, order);
  if (obstacle) throw obstacle;
  cancelBooked(tx, order, act);
  markCanceled(tx, id, now);
  const reason = by === 'system' ? 'order_canceled_by_system' : 'order_canceled';
  releaseOrder(tx, { reason, orderId: id, storeId: order.storeId }, now);
  recordEvent(tx, id, act, 'canceled', { by, note });
  return existingOrder(tx, id);
}

/**
 * Deletes a canceled order (docs/decisions.md#deleted-orders).
 *
 * @throws AppError not_found; invalid_request if it is not canceled, or it must be kept for bookkeeping
 */
export function deleteOrder(tx: WriteTx, id: Id, act: Act): void {
  const order = existingOrder(tx, id, 0);
  const obstacle = deleteObstacle(tx, order);
  if (obstacle) throw obstacle;
  markDeleted(tx, id, act.now);
  updateCustomersOf(tx, [id]);
  eraseBuyerLink(tx, id);
  audit(tx, 'order_deleted', { storeId: order.storeId, subjectId: id });
}

/**
 * Deletes an order of a sandbox in any state, with its receipt and the COD of its parcels. Its external id can be
 * used again. @param id also of a deleted order
 */
export function discardOrder(tx: WriteTx, id: Id, act: Act): void {
  const order = orderById(tx, id, 0);
  if (order) endOrder(tx, order, act);
  forgetCod(tx, id);
  eraseReceipt(tx, id);
  eraseRefundDocuments(tx, id);
  markDiscarded(tx, id, act.now);
  eraseBuyerLink(tx, id);
}

function endOrder(tx: WriteTx, order: Order, act: Act): void {
  cancelBooked(tx, order, act);
  for (const shipment of order.shipments.filter(isOnItsWay))
    moveShipment(tx, shipment.id, shipment.status === 'returning' ? 'returned' : 'delivered', act);
  releaseOrder(tx, { reason: 'order_canceled_by_system', orderId: order.id, storeId: order.storeId }, act.now);
}

const isOnItsWay = (shipment: Shipment): boolean =>
  hasLeft(shipment) && shipment.status !== 'delivered' && shipment.status !== 'returned';

/** Why the order cannot be deleted, if so. */
export function deleteObstacle(db: Reader, { id, status, payments }: Order): AppError | undefined {
  if (status !== 'canceled') return invalidRequest('order_not_deletable', { order: id, status });
  if (payments.length > 0) return invalidRequest('order_has_payments', { order: id });
  const receipt = receiptOfOrder(db, id);
  return receipt && invalidRequest('order_has_receipt', { order: id, receipt: receipt.number });
}

/** Why the order cannot be canceled, if so. */
export function cancelObstacle(db: Reader, { id, status, shipments, paidAmount }: Order): AppError | undefined {
  if (!mayMove(ORDER_MOVES, status, 'canceled')) return invalidRequest('order_not_cancelable', { order: id, status });
  const left = shipments.find((shipment) => hasLeft(shipment) && shipment.status !== 'returned');
  if (left) return invalidRequest('order_shipment_left', { order: id, shipment: left.id });
  const paidOut = shipments.find((shipment) => isPaidOut(db, shipment.id));
  if (!paidOut || paidAmount <= 0) return undefined;
  return invalidRequest('order_cod_paid_out', { order: id, shipment: paidOut.id });
}

/** Cancels the booked shipments, also at their couriers, and resets packing. */
function cancelBooked(tx: WriteTx, { id, shipments }: Order, act: Act): void {
  const { now } = act;
  dropOpenBooking(tx, id, now);
  for (const shipment of shipments.filter(({ status }) => status === 'booked')) {
    cancelBooking(tx, shipment.id, now);
    recordEvent(tx, id, act, 'shipment_canceled', { shipment_id: idText(shipment.id) });
  }
  markBookedCanceled(tx, id, now);
  forgetPacking(tx, id);
}

const EXPIRED_AT_ONCE = 100; // orders in one transaction

const expirableOrders = query<{ id: Id; storeId: Id }>(
  { reads: ['orders', 'payments'] },
  `SELECT id, store_id AS storeId FROM orders
   WHERE status = 'open' AND paid_time IS NULL AND live_shipments = 0 AND expiration_time <= ?
     AND NOT EXISTS (SELECT 1 FROM payments WHERE order_id = orders.id AND status <> 'rejected')
   ORDER BY expiration_time LIMIT +?`,
);

const MAX_RELEASED = 2_000; // reservations in one transaction, unless one order has more

/** Expires unpaid, unshipped orders and releases their stock. @returns their number; 0 if there are no more */
export function expireOrders(tx: WriteTx, now: number, limit = EXPIRED_AT_ONCE): number {
  const due = tx.all(expirableOrders, now, limit);
  let released = 0;
  for (const [i, { id, storeId }] of due.entries()) {
    dropOpenBooking(tx, id, now);
    forgetPacking(tx, id);
    markExpired(tx, id, now);
    recordEvent(tx, id, bySystem(now), 'expired');
    released += releaseOrder(tx, { reason: 'order_canceled_by_system', orderId: id, storeId }, now);
    if (released >= MAX_RELEASED) return i + 1;
  }
  return due.length;
}
