import { batchedTable } from '../../db/batches.ts';
import type { Database } from '../../db/database.ts';
import { insertion } from '../../db/insertion.ts';
import { nextId } from '../../db/next-id.ts';
import type { Id } from '../../lib/ids.ts';
import type { Part } from '../variants.ts';
import { HAS_GOODS_BACK } from './goods-back.ts';
import { existingOrder, type Order, type OrderLine } from './read.ts';
import { stageBefore, stageOf } from './stage.ts';
import type { CodStatus } from './states.ts';

// The only writer of orders and their lines.

const addOrder = insertion(
  `INSERT INTO orders (store_id, order_number, channel_id, status, shipping_type, recipient_address, sender_name,
     subtotal, discount, shipping_fee, other_fee, is_cod, total, ship_before_pay, auto_request_xshipping, order_time,
     create_time, update_time, stage, sender_address, external_order_id, request_hash, sales_channel, cod_status, cod_fee,
     cod_amount, paid_time, shipping_label_note, private_note, expiration_time, ship_deadline_time)`,
);

/** Adds an order without its lines. `requestHash` is of the body that made it, where that can repeat. */
export const insertOrder = (db: Database, order: Omit<Order, 'id' | 'lines'>, requestHash: Buffer | null): Id =>
  addOrder(db, [
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
    stageBefore(order),
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

type NewLine = Omit<OrderLine, 'id'>;

const LINE_COLUMNS = 'id, order_id, product_id, variant_id, name, variant_name, sku, qty, price, amount';

/** Lines of new orders. What refers to a line has to find it, and so has the trigger of orders that end. */
export const LINES = batchedTable({
  insert: `INSERT INTO order_lines (${LINE_COLUMNS})`,
  named: /\b(order_lines|order_line_parts|reservations|document_lines|shipment_items|refund_lines|UPDATE\s+orders)\b/,
});

/** Adds a line to an order that is made in the same step. */
export function insertLine(db: Database, orderId: Id, line: NewLine): Id {
  const id = nextId<Id>(db, LINES);
  db.insertInBatch(LINES, lineValues(id, orderId, line));
  return id;
}

const INSERT_LATE_LINE = `INSERT INTO order_lines (${LINE_COLUMNS}, delete_time)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)`;

/** Adds a line to an order that may be in the sums of sales: they follow changes of lines, and this is one. */
export function insertLateLine(db: Database, orderId: Id, line: NewLine): Id {
  const id = nextId<Id>(db, LINES);
  db.run(INSERT_LATE_LINE, ...lineValues(id, orderId, line));
  db.run('UPDATE order_lines SET delete_time = NULL WHERE id = ?', id);
  return id;
}

const lineValues = (id: Id, orderId: Id, line: NewLine) =>
  [
    id,
    orderId,
    line.productId,
    line.variantId,
    line.name,
    line.variantName,
    line.sku,
    line.qty,
    line.price,
    line.amount,
  ] as const;

export const updateLine = (db: Database, { id, qty, price, amount }: OrderLine): number =>
  db.run('UPDATE order_lines SET qty = ?, price = ?, amount = ? WHERE id = ?', qty, price, amount, id);

/** Takes the line out of its order. */
export const markLineRemoved = (db: Database, id: Id, now: number): number =>
  db.run('UPDATE order_lines SET delete_time = ? WHERE id = ?', now, id);

/** So many of the line, in its units, are not coming. */
export const addShort = (db: Database, lineId: Id, qty: number): number =>
  db.run('UPDATE order_lines SET short_qty = short_qty + ? WHERE id = ?', qty, lineId);

/** So many of a variant are in one of the line. */
export const insertLinePart = (db: Database, lineId: Id, { variantId, qty }: Part): number =>
  db.run('INSERT INTO order_line_parts (line_id, variant_id, qty) VALUES (?, ?, ?)', lineId, variantId, qty);

/** Notes that the order's create was repeated, if it was with another body. */
export const noteReplay = (db: Database, id: Id, requestHash: Buffer, now: number): number =>
  db.run('UPDATE orders SET differing_replay_time = ? WHERE id = ? AND request_hash <> ?', now, id, requestHash);

/** The order is canceled, and its shipments with it. */
export const markCanceled = (db: Database, id: Id, now: number): number =>
  db.run(
    `UPDATE orders SET status = 'canceled', stage = 'canceled', live_shipments = 0, cancel_time = @now,
       update_time = max(update_time, @now) WHERE id = @id`,
    { now, id },
  );

export const markExpired = (db: Database, id: Id, now: number): number =>
  db.run(
    `UPDATE orders SET status = 'expired', stage = 'expired', update_time = max(update_time, ?) WHERE id = ?`,
    now,
    id,
  );

/** What an edit can change besides the lines; `paidTime` is null where the new total is not paid in full. */
export type EditedFields = Pick<
  Order,
  | 'subtotal'
  | 'total'
  | 'discount'
  | 'shippingFee'
  | 'otherFee'
  | 'codFee'
  | 'codAmount'
  | 'shippingLabelNote'
  | 'privateNote'
  | 'expirationTime'
  | 'shipDeadlineTime'
  | 'shipBeforePay'
  | 'salesChannel'
  | 'paidTime'
>;

export const markEdited = (
  db: Database,
  { id, recipientAddress, ...order }: EditedFields & Pick<Order, 'id' | 'recipientAddress'>,
  now: number,
): void => {
  db.run(
    `UPDATE orders SET subtotal = @subtotal, total = @total, discount = @discount, shipping_fee = @shippingFee,
       other_fee = @otherFee, cod_fee = @codFee, cod_amount = @codAmount, shipping_label_note = @shippingLabelNote,
       private_note = @privateNote, expiration_time = @expirationTime, paid_time = @paidTime,
       ship_deadline_time = @shipDeadlineTime, ship_before_pay = @shipBeforePay, sales_channel = @salesChannel,
       recipient_address = @recipient, update_time = max(update_time, @now) WHERE id = @id`,
    {
      id,
      now,
      recipient: recipientAddress.version,
      subtotal: order.subtotal,
      total: order.total,
      discount: order.discount,
      shippingFee: order.shippingFee,
      otherFee: order.otherFee,
      codFee: order.codFee,
      codAmount: order.codAmount,
      shippingLabelNote: order.shippingLabelNote,
      privateNote: order.privateNote,
      expirationTime: order.expirationTime,
      shipDeadlineTime: order.shipDeadlineTime,
      shipBeforePay: Number(order.shipBeforePay),
      salesChannel: order.salesChannel,
      paidTime: order.paidTime,
    },
  );
  restage(db, id);
};

export const markCompleted = (db: Database, id: Id, now: number): number =>
  db.run(
    `UPDATE orders SET status = 'completed', stage = 'completed', update_time = max(update_time, ?) WHERE id = ?`,
    now,
    id,
  );

/** Another courier is to carry it. */
export const markShippingType = (db: Database, id: Id, shippingType: string, now: number): number =>
  db.run('UPDATE orders SET shipping_type = ?, update_time = max(update_time, ?) WHERE id = ?', shippingType, now, id);

/** What has become of what the courier collects; once it is remitted the order is paid. */
export function markCod(db: Database, id: Id, status: CodStatus, now: number): void {
  db.run(
    `UPDATE orders SET cod_status = @status, update_time = max(update_time, @now),
       paid_time = iif(@status = 'remitted', coalesce(paid_time, @now), paid_time) WHERE id = @id`,
    { id, status, now },
  );
  restage(db, id);
}

/** One of its shipments has changed: those that are not canceled are counted anew. */
export function markShipmentChanged(db: Database, id: Id, now: number): void {
  db.run(
    `UPDATE orders SET update_time = max(update_time, ?), live_shipments =
       (SELECT count(*) FROM shipments WHERE order_id = orders.id AND status <> 'canceled') WHERE id = ?`,
    now,
    id,
  );
  restage(db, id);
  keepGoodsBack(db, id);
}

/** Something about its payments has changed; `paid`: with that it is paid in full. */
export function markPayment(db: Database, id: Id, paid: boolean, now: number): void {
  db.run(
    'UPDATE orders SET update_time = max(update_time, @now), paid_time = iif(@paid, coalesce(paid_time, @now), paid_time) WHERE id = @id',
    { id, paid: Number(paid), now },
  );
  restage(db, id);
}

/** What becomes of it next follows from its payments, shipments and lines as they are now. */
function restage(db: Database, id: Id): void {
  const stage = stageOf(existingOrder(db, id));
  db.run('UPDATE orders SET stage = @stage WHERE id = @id AND stage <> @stage', { id, stage });
}

/** Keeps whether goods of the order are to be taken in: asked where a parcel has changed, and where goods come in. */
export const keepGoodsBack = (db: Database, id: Id): number =>
  db.run(`UPDATE orders AS o SET to_take_in = ${HAS_GOODS_BACK} WHERE o.id = ?`, id);
