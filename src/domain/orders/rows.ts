import type { Database } from '../../db/database.ts';
import type { Id } from '../../lib/ids.ts';
import { type Money, ZERO } from '../../lib/money.ts';
import type { Channel } from '../channels/channels.ts';
import type { PricedLine } from './lines.ts';
import type { WantedOrder } from './wanted.ts';

/** The only writer of orders and their lines. */

/** What placing an order adds to what was wanted. */
export interface Placed {
  orderNumber: number;
  requestHash: Buffer | null;
  subtotal: Money;
  total: Money;
  recipientAddress: Id;
  senderName: string;
  senderAddress: Id | null;
}

export function insertOrder(db: Database, channel: Channel, wanted: WantedOrder, now: number, placed: Placed): Id {
  return db.insert<Id>(
    `INSERT INTO orders (store_id, order_number, channel_id, external_order_id, request_hash, status, cod_status,
       shipping_type, sales_channel, recipient_address, sender_name, sender_address, subtotal, discount, shipping_fee,
       other_fee, is_cod, cod_fee, cod_amount, total, ship_before_pay, auto_request_xshipping, shipping_label_note,
       private_note, order_time, expiration_time, ship_deadline_time, create_time, update_time, paid_time)
     VALUES (?, ?, ?, ?, ?, 'open', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    channel.storeId,
    placed.orderNumber,
    channel.id,
    wanted.externalOrderId ?? null,
    placed.requestHash,
    wanted.cod ? 'pending' : null,
    wanted.shippingType,
    wanted.salesChannel ?? null,
    placed.recipientAddress,
    placed.senderName,
    placed.senderAddress,
    placed.subtotal,
    wanted.discount,
    wanted.shippingFee,
    wanted.otherFee,
    Number(wanted.cod !== undefined),
    wanted.cod?.fee ?? null,
    wanted.cod?.amount ?? null,
    placed.total,
    Number(wanted.shipBeforePay),
    Number(wanted.autoRequestXshipping),
    wanted.shippingLabelNote ?? null,
    wanted.privateNote ?? null,
    wanted.orderTime ?? now,
    wanted.expirationTime ?? null,
    wanted.shipDeadlineTime ?? null,
    now,
    now,
    placed.total === ZERO ? now : null,
  );
}

export const insertLine = (db: Database, orderId: Id, { variant, qty, price, amount }: PricedLine): Id =>
  db.insert<Id>(
    `INSERT INTO order_lines (order_id, product_id, variant_id, name, variant_name, sku, qty, price, amount)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    orderId,
    variant.productId,
    variant.id,
    variant.productName,
    variant.name,
    variant.sku,
    qty,
    price,
    amount,
  );

/** Notes that the order's create was repeated, if it was with another body. */
export const noteReplay = (db: Database, id: Id, requestHash: Buffer, now: number): number =>
  db.run('UPDATE orders SET differing_replay_time = ? WHERE id = ? AND request_hash <> ?', now, id, requestHash);

export const markCanceled = (db: Database, id: Id, now: number): number =>
  db.run(`UPDATE orders SET status = 'canceled', cancel_time = @now, update_time = @now WHERE id = @id`, { now, id });

export const markExpired = (db: Database, id: Id, now: number): number =>
  db.run(`UPDATE orders SET status = 'expired', update_time = ? WHERE id = ?`, now, id);

/** A payment has come in; `paid`: the last one that was missing. */
export const markPayment = (db: Database, id: Id, paid: boolean, now: number): number =>
  db.run('UPDATE orders SET update_time = @now, paid_time = iif(@paid, @now, paid_time) WHERE id = @id', {
    now,
    paid: Number(paid),
    id,
  });
