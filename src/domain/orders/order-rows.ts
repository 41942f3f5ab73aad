import { insertion } from '../../db/insertion.ts';
import type { Reader } from '../../db/reader.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';
import { existingOrder, type Order, orderById } from './order.ts';
import { type CodStatus, stageBeforeShipping, stageOf } from './order-states.ts';
import { settleAll, updateOwedMarks } from './owed-refunds.ts';
import { unpaidOf, waivedAfterPayment } from './payments/balance.ts';
import { updateOverpaidMark } from './refund-marks.ts';
import { isAllShipped } from './shipments/shipment.ts';

// The only writer of orders.

const addOrder = insertion({
  table: 'orders',
  columns: `store_id, order_number, channel_id, status, shipping_type, recipient_address, sender_name, subtotal,
    discount, shipping_fee, other_fee, is_cod, total, ship_before_pay, auto_request_xshipping, order_time,
    create_time, update_time, change, stage, sender_address, external_order_id, request_hash, sales_channel,
    cod_status, cod_fee, cod_amount, paid_time, shipping_label_note, private_note, expiration_time,
    ship_deadline_time`,
});

/** @param requestHash of the request body, if it can be repeated */
export const insertOrder = (tx: WriteTx, order: Omit<Order, 'id' | 'lines'>, requestHash: Buffer | null): Id =>
  addOrder(tx, [
    order.storeId,
    order.orderNumber,
    order.channelId,
    order.status,
    order.shippingType,
    order.recipientAddress.version,
    order.senderName,
    order.subtotal,
    order.discount,
    order.shippingFee,
    order.otherFee,
    Number(order.isCod),
    order.total,
    Number(order.shipBeforePay),
    Number(order.autoRequestXshipping),
    order.orderTime,
    order.createTime,
    order.updateTime,
    order.channelId === null ? 0 : nextChange(tx, order.channelId),
    stageBeforeShipping(order),
    order.senderAddress?.version ?? null,
    order.externalOrderId,
    requestHash,
    order.salesChannel,
    order.codStatus,
    order.codFee,
    order.codAmount,
    order.paidTime,
    order.shippingLabelNote,
    order.privateNote,
    order.expirationTime,
    order.shipDeadlineTime,
  ]);

const newestChangeOfChannel = query<{ change: number | null }>(
  { reads: ['orders'] },
  'SELECT max(change) AS change FROM orders WHERE channel_id = ?',
);

/** The number of the newest change of the channel's orders; 0 if it has none. */
export const newestOrderChange = (db: Reader, channelId: Id): number =>
  db.get(newestChangeOfChannel, channelId)?.change ?? 0;

const NEWEST_CHANGE = 'order changes';

/** The number of the next change of the channel's orders, which the list of changed orders follows. */
function nextChange(tx: WriteTx, channelId: Id): number {
  const newest = tx.cachedRow(NEWEST_CHANGE, channelId, () => newestOrderChange(tx, channelId));
  tx.setCachedRow(NEWEST_CHANGE, channelId, newest + 1);
  return newest + 1;
}

const channelOfOrder = query<{ channelId: Id | null }>(
  { reads: ['orders'] },
  'SELECT channel_id AS channelId FROM orders WHERE id = ?',
);

const setChange = command(
  { writes: ['orders'] },
  'UPDATE orders SET update_time = max(update_time, ?), change = ? WHERE id = ?',
);

/** Call it after each change that the order's responses show. */
export function markOrderChanged(tx: WriteTx, id: Id, now: number): void {
  const channelId = tx.get(channelOfOrder, id)?.channelId ?? null;
  tx.run(setChange, now, channelId === null ? 0 : nextChange(tx, channelId), id);
}

const setReplayTime = command(
  { writes: ['orders'] },
  'UPDATE orders SET differing_replay_time = ? WHERE id = ? AND request_hash IS NOT ?',
);

/** Records a repeated create if its body differs, or may differ because the hash is erased. @returns whether it does */
export const recordReplay = (tx: WriteTx, id: Id, requestHash: Buffer, now: number): boolean =>
  tx.run(setReplayTime, now, id, requestHash) > 0;

const cancelOrder = command(
  { writes: ['orders'], reads: ['order_lines'] },
  `UPDATE orders SET status = 'canceled', stage = 'canceled', live_shipments = 0, cancel_time = @now
   WHERE id = @id`,
);

export function markCanceled(tx: WriteTx, id: Id, now: number): void {
  tx.run(cancelOrder, { now, id });
  markOrderChanged(tx, id, now);
}

const expireOrder = command(
  { writes: ['orders'], reads: ['order_lines'] },
  `UPDATE orders SET status = 'expired', stage = 'expired', cancel_time = ? WHERE id = ?`,
);
const completeOrder = command(
  { writes: ['orders'], reads: ['order_lines'] },
  `UPDATE orders SET status = 'completed', stage = 'completed' WHERE id = ?`,
);

export function markExpired(tx: WriteTx, id: Id, now: number): void {
  tx.run(expireOrder, now, id);
  markOrderChanged(tx, id, now);
}

export function markCompleted(tx: WriteTx, id: Id, now: number): void {
  tx.run(completeOrder, id);
  markOrderChanged(tx, id, now);
}

const reopenOrder = command(
  { writes: ['orders'], reads: ['order_lines'] },
  `UPDATE orders SET status = 'open' WHERE id = ?`,
);

export function markReopened(tx: WriteTx, id: Id, now: number): void {
  tx.run(reopenOrder, id);
  markOrderChanged(tx, id, now);
  updateStage(tx, id);
}

/** The fields of an order that an edit can set. */
export const EDITABLE_FIELDS = [
  'discount',
  'shippingFee',
  'otherFee',
  'codFee',
  'codAmount',
  'shippingLabelNote',
  'privateNote',
  'expirationTime',
  'shipDeadlineTime',
  'shipBeforePay',
  'salesChannel',
] as const;
export type EditableFields = Pick<Order, (typeof EDITABLE_FIELDS)[number]>;

/** `paidTime` is null unless the new total is paid in full. */
export type EditedFields = EditableFields & Pick<Order, 'subtotal' | 'total' | 'waived' | 'paidTime'>;

const setEditedFields = command(
  { writes: ['orders'] },
  `UPDATE orders SET subtotal = @subtotal, total = @total, waived = @waived, discount = @discount, shipping_fee = @shippingFee,
   other_fee = @otherFee, cod_fee = @codFee, cod_amount = @codAmount, shipping_label_note = @shippingLabelNote,
   private_note = @privateNote, expiration_time = @expirationTime, paid_time = @paidTime,
   ship_deadline_time = @shipDeadlineTime, ship_before_pay = @shipBeforePay, sales_channel = @salesChannel,
   recipient_address = @recipient WHERE id = @id`,
);

export const markEdited = (
  tx: WriteTx,
  { id, recipientAddress, ...order }: EditedFields & Pick<Order, 'id' | 'recipientAddress'>,
  now: number,
): void => {
  const shipBeforePay = Number(order.shipBeforePay);
  tx.run(setEditedFields, { ...order, shipBeforePay, id, recipient: recipientAddress.version });
  markOrderChanged(tx, id, now);
  updateStage(tx, id);
};

const setShippingType = command({ writes: ['orders'] }, 'UPDATE orders SET shipping_type = ? WHERE id = ?');

export function markShippingType(tx: WriteTx, id: Id, shippingType: string, now: number): void {
  tx.run(setShippingType, shippingType, id);
  markOrderChanged(tx, id, now);
}

const setCodStatus = command(
  { writes: ['orders'] },
  `UPDATE orders SET cod_status = @status,
   paid_time = iif(@status = 'remitted', coalesce(paid_time, @now), paid_time) WHERE id = @id`,
);

/** A remitted order is paid. */
export function markCodStatus(tx: WriteTx, id: Id, status: CodStatus, now: number): void {
  tx.run(setCodStatus, { id, status, now });
  markOrderChanged(tx, id, now);
  updateStage(tx, id);
}

const recountShipments = command(
  { writes: ['orders'], reads: ['shipments'] },
  `UPDATE orders SET live_shipments =
   (SELECT count(*) FROM shipments WHERE order_id = orders.id AND status <> 'canceled') WHERE id = ?`,
);

/** Recounts the shipments that are not canceled. */
export function markShipmentChanged(tx: WriteTx, id: Id, now: number): void {
  tx.run(recountShipments, id);
  markOrderChanged(tx, id, now);
  updateStage(tx, id);
  updateRestockFlag(tx, id);
}

const setPaid = command(
  { writes: ['orders'] },
  'UPDATE orders SET waived = @waived, paid_time = iif(@paid, coalesce(paid_time, @now), paid_time) WHERE id = @id',
);

/** Call it after each change of the order's payments and refunds. @param before the order before the change */
export function markPayment(tx: WriteTx, before: Order, now: number): void {
  const { id } = before;
  const after = existingOrder(tx, id, 0);
  const waived = waivedAfterPayment(before, after);
  tx.run(setPaid, { id, waived, paid: Number(unpaidOf({ ...after, waived }) === 0), now });
  markOrderChanged(tx, id, now);
  if (waived > before.waived) settleAll(tx, existingOrder(tx, id));
  if (waived !== before.waived || after.refundedAmount !== before.refundedAmount)
    updateOwedMarks(tx, existingOrder(tx, id));
  updateStage(tx, id);
}

const clearPaidTime = command({ writes: ['orders'] }, 'UPDATE orders SET paid_time = NULL WHERE id = ?');

/** Call it after a confirmed payment was rejected, or waits for review again. What was waived stays: only a refund waives. */
export function markPaymentUndone(tx: WriteTx, id: Id, now: number): void {
  if (existingOrder(tx, id, 0).unpaidAmount > 0) tx.run(clearPaidTime, id);
  markOrderChanged(tx, id, now);
  updateStage(tx, id);
}

const setStage = command(
  { writes: ['orders'] },
  `UPDATE orders SET stage = @stage WHERE id = @id AND stage NOT IN (@stage, 'deleted')`,
);

function updateStage(tx: WriteTx, id: Id): void {
  const order = orderById(tx, id, 0); // a deleted order has none
  if (!order) return;
  tx.run(setStage, { id, stage: stageOf(order, isAllShipped(tx, order, order.shipments)) });
  updateOverpaidMark(tx, order);
}

const setDeleted = command({ writes: ['orders'] }, `UPDATE orders SET stage = 'deleted' WHERE id = ?`);

/** A deleted order is in no list and is not found by its id. Its rows stay: stock and money refer to them. */
export function markDeleted(tx: WriteTx, id: Id, now: number): void {
  tx.run(setDeleted, id);
  markOrderChanged(tx, id, now);
}

const setDiscarded = command(
  { writes: ['orders'], reads: ['order_lines'] },
  `UPDATE orders SET status = 'canceled', stage = 'deleted', external_order_id = NULL WHERE id = ?`,
);

/** Marks an order of a sandbox as deleted, in any state. */
export function markDiscarded(tx: WriteTx, id: Id, now: number): void {
  tx.run(setDiscarded, id);
  markOrderChanged(tx, id, now);
}

/** Order `o` has a line with more returned pieces than were restocked. */
export const HAS_GOODS_TO_RESTOCK = `EXISTS (SELECT 1 FROM order_lines l WHERE l.order_id = o.id
  AND (SELECT coalesce(sum(i.qty), 0) FROM shipments s CROSS JOIN shipment_items i ON i.shipment_id = s.id
       WHERE s.order_id = l.order_id AND i.line_id = l.id AND s.status = 'returned')
    > (SELECT coalesce(sum(d.qty), 0) FROM document_lines d WHERE d.order_line_id = l.id)
      * coalesce((SELECT sum(qty) FROM order_line_parts WHERE line_id = l.id), 1))`;

const eraseNotes = command(
  { writes: ['orders'] },
  'UPDATE orders SET shipping_label_note = NULL, private_note = NULL, request_hash = NULL WHERE id = ?',
);

/** Erases what was written about the customer, and the hash of the request that named the customer. */
export const eraseOrderNotes = (tx: WriteTx, id: Id): number => tx.run(eraseNotes, id);

const setRestockFlag = command(
  { writes: ['orders'], reads: ['document_lines', 'order_line_parts', 'order_lines', 'shipment_items', 'shipments'] },
  `UPDATE orders AS o SET awaits_restock = ${HAS_GOODS_TO_RESTOCK} WHERE o.id = ?`,
);

/** Call it after each change of a parcel and each return to stock. */
export const updateRestockFlag = (tx: WriteTx, id: Id): number => tx.run(setRestockFlag, id);
