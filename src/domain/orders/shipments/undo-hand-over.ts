import type { Reader } from '../../../db/reader.ts';
import type { WriteTx } from '../../../db/write-tx.ts';
import { type AppError, invalidRequest } from '../../../lib/errors.ts';
import { type Id, idText } from '../../../lib/ids.ts';
import { audit } from '../../audit/audit-log.ts';
import { averageCosts } from '../../catalogue/average-costs.ts';
import { warehouses } from '../../catalogue/warehouses.ts';
import { moveStock } from '../../stock/move-stock.ts';
import { existingVariant, keepsStock } from '../../variants.ts';
import { type Allocation, allocate, allocationsOf, netOf } from '../allocate.ts';
import { type Act, recordEvent } from '../history.ts';
import { addToShortQty } from '../line-rows.ts';
import { demandOf, type LineQty } from '../lines.ts';
import { existingOrder, type Order } from '../order.ts';
import { markShipmentChanged } from '../order-rows.ts';
import { updateOwedMarks } from '../owed-refunds.ts';
import {
  absentPieces,
  type BegunItem,
  type Packing,
  packedPieces,
  packedTime,
  saveAbsent,
  savePacked,
  savePackedQty,
} from '../packing-rows.ts';
import { refundedQtys } from '../payments/payment-details.ts';
import { addReservations, reserve } from '../reserve.ts';
import { type LastHandOver, lastHandOver } from './last-hand-over.ts';
import { returnableQty } from './return.ts';
import { existingShipment, isPaidOut, itemsOf, type Shipment, shipmentQtys } from './shipment.ts';
import { markHandOverUndone } from './shipment-rows.ts';

/** Why the handover of the parcel cannot be undone, if so (docs/decisions.md#undone-handovers). */
export function undoObstacle(
  db: Reader,
  shipment: Pick<Shipment, 'id' | 'orderId' | 'status' | 'statusTime'>,
): AppError | undefined {
  const { id, orderId, status, statusTime } = shipment;
  if (status !== 'picked_up') return invalidRequest('shipment_cannot_become', { shipment: id, status, to: 'booked' });
  if (statusTime !== null) return invalidRequest('handover_reported_by_courier', { shipment: id });
  const order = existingOrder(db, orderId);
  if (order.status !== 'open') return invalidRequest('order_not_open', { order: orderId, status: order.status });
  if (isPaidOut(db, id)) return invalidRequest('shipment_paid_out', { shipment: id });
  if (order.codStatus !== null && order.codStatus !== 'pending')
    return invalidRequest('handover_of_settled_cod', { order: orderId, status: order.codStatus });
  if (order.lines.some((line) => returnableQty(db, line) < line.shippedQty))
    return invalidRequest('handover_of_returned_goods', { order: orderId });
  const refunded = refundedQtys(db, orderId);
  if (refunded.size > 0 && [...(lastHandOver(db, shipment)?.short.keys() ?? [])].some((lineId) => refunded.has(lineId)))
    return invalidRequest('handover_of_refunded_goods', { order: orderId });
  if (!itemsOf(db, id).every((item) => canTakeBack(db, item)))
    return invalidRequest('handover_without_stock', { shipment: id });
  return undefined;
}

/** The variant may be a bundle since, or the warehouse removed. */
function canTakeBack(db: Reader, { variantId, warehouseId }: Allocation): boolean {
  const variant = existingVariant(db, variantId);
  return keepsStock(variant) && warehouses(db, variant.storeId).some(({ id }) => id === warehouseId);
}

/**
 * Undoes a handover that was a mistake: the parcel is booked again, its goods are on hand and reserved where they were
 * taken from (reason `handover_undone`) at the cost with which they left, and pieces that it left out are reserved again. A packed order is packed again;
 * of one that was being packed, the packed units and the reports of missing ones are kept.
 *
 * @throws AppError not_found; invalid_request as `undoObstacle`, or if pieces that were left out are not available
 */
export function undoHandOver(tx: WriteTx, shipmentId: Id, act: Act): Shipment {
  const { now } = act;
  const shipment = existingShipment(tx, shipmentId);
  const obstacle = undoObstacle(tx, shipment);
  if (obstacle) throw obstacle;
  const order = existingOrder(tx, shipment.orderId);
  const before = lastHandOver(tx, shipment);
  const taken = itemsOf(tx, shipmentId);
  takeBack(tx, order, taken, now);
  averageCosts(tx, { units: taken }, now);
  const leftOut = reserveLeftOut(tx, order, before?.short ?? new Map(), now);
  markHandOverUndone(tx, shipmentId, [...taken, ...leftOut]);
  markShipmentChanged(tx, order.id, now);
  if (before?.packed) restorePacking(tx, shipment, taken, before.packed);
  else restoreBegun(tx, order.id, before?.begun ?? []);
  recordEvent(tx, order.id, act, 'handover_undone', { shipment_id: idText(shipmentId) });
  audit(tx, 'handover_undone', { storeId: order.storeId, subjectId: order.id });
  return existingShipment(tx, shipmentId);
}

function takeBack(tx: WriteTx, { id: orderId, storeId }: Order, taken: readonly Allocation[], now: number): void {
  const movements = taken.map(({ variantId, warehouseId, qty }) => ({
    variantId,
    warehouseId,
    onHand: qty,
    reserved: qty,
  }));
  moveStock(tx, { reason: 'handover_undone', orderId, storeId }, netOf(movements), now);
  addReservations(tx, taken);
}

/** Reserves the pieces that were booked in the parcel and left out at the handover. */
function reserveLeftOut(tx: WriteTx, order: Order, short: LastHandOver['short'], now: number): Allocation[] {
  const demands = order.lines.flatMap((line) => {
    const qty = short.get(line.id);
    return qty === undefined ? [] : [demandOf(tx, line, qty)];
  });
  if (demands.length === 0) return [];
  const allocations = allocationsOf(
    demands.map(({ lineId }) => lineId),
    allocate(tx, demands),
  );
  reserve(tx, { reason: 'order_reserved', orderId: order.id, storeId: order.storeId }, allocations, now);
  for (const { lineId, qty } of demands) addToShortQty(tx, lineId, -qty);
  updateOwedMarks(tx, existingOrder(tx, order.id));
  return allocations;
}

/** A later parcel of the order may be packed already, or being packed. */
function restorePacking(
  tx: WriteTx,
  { id: shipmentId, orderId }: Shipment,
  taken: readonly Allocation[],
  packed: Packing,
): void {
  if (packedTime(tx, orderId) !== undefined) return;
  const begun = new Map(packedPieces(tx, orderId));
  if (begun.size > 0) {
    for (const { variantId, qty } of taken) begun.set(variantId, (begun.get(variantId) ?? 0) + qty);
    for (const [variantId, qty] of begun) savePackedQty(tx, orderId, variantId, qty);
    return;
  }
  const order = existingOrder(tx, orderId);
  savePacked(tx, orderId, { time: packed.time, missing: stillMissing(tx, order, shipmentId, packed) });
}

/** The pieces that were left for a later parcel and have not left since. */
function stillMissing(db: Reader, { lines }: Order, shipmentId: Id, { missing }: Packing): LineQty[] {
  const inParcel = shipmentQtys(db, existingShipment(db, shipmentId));
  const leftOf = new Map(
    lines.map(({ id, qty, shippedQty, shortQty }) => [id, qty - shippedQty - shortQty - (inParcel.get(id) ?? 0)]),
  );
  return missing
    .map(({ lineId, qty }) => ({ lineId, qty: Math.min(qty, leftOf.get(lineId) ?? 0) }))
    .filter(({ qty }) => qty > 0);
}

/** What was packed and reported since counts, too. */
function restoreBegun(tx: WriteTx, orderId: Id, begun: readonly BegunItem[]): void {
  if (packedTime(tx, orderId) !== undefined) return;
  const packed = packedPieces(tx, orderId);
  const absent = absentPieces(tx, orderId);
  for (const { variantId, qty, missing, damaged } of begun) {
    savePackedQty(tx, orderId, variantId, Math.max(qty, packed.get(variantId) ?? 0));
    saveAbsent(tx, orderId, variantId, absent.get(variantId) ?? { missing, damaged });
  }
}
