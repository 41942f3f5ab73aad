import type { Database } from '../../../db/database.ts';
import { Refusal } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import { existingOrder } from '../read.ts';

// The only writer of receipts.

export interface ReceiptNumber {
  number: number;
  /** Unix milliseconds: when the number was given. */
  createTime: number;
}

const OF_ORDER = 'SELECT number, create_time AS createTime FROM receipts WHERE order_id = ?';

/** The receipt that the order has, if it was given one. */
export const receiptOfOrder = (db: Database, orderId: Id): ReceiptNumber | undefined =>
  db.get<ReceiptNumber>(OF_ORDER, orderId);

/**
 * The number of the order's receipt: the one it has, or the store's next. A store's numbers run without gaps.
 *
 * @throws Refusal not_found; invalid_request where the order has no number and is canceled, has expired, or is not paid
 *   and not COD, whose receipt travels with the goods
 */
export function takeReceiptNumber(db: Database, orderId: Id, now: number): ReceiptNumber {
  const order = existingOrder(db, orderId);
  const known = receiptOfOrder(db, orderId);
  if (known) return known;
  if (order.status === 'canceled' || order.status === 'expired')
    throw new Refusal('invalid_request', `order ${orderId} is ${order.status}: there is nothing to give a receipt for`);
  if (!order.isCod && order.paidAmount < order.total)
    throw new Refusal(
      'invalid_request',
      `order ${orderId} is not paid in full: there is nothing to give a receipt for`,
    );
  db.run(
    `INSERT INTO receipts (store_id, number, order_id, create_time)
     VALUES (@storeId, (SELECT coalesce(max(number), 0) + 1 FROM receipts WHERE store_id = @storeId), @orderId, @now)`,
    { storeId: order.storeId, orderId, now },
  );
  return receiptOfOrder(db, orderId) as ReceiptNumber;
}
