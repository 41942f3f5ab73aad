import type { Reader } from '../../db/reader.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';

// The only writer of keyed_orders: what is known besides of orders that an account keyed in.

export interface ManualOrderRow {
  orderId: Id;
  storeId: Id;
  /** Of the form that made it. */
  formKey: string;
  userId: Id;
  /** Where its lines get their prices; null: from the store's default tier. */
  priceTierId: Id | null;
}

const insertManualOrderInKeyedOrders = command(
  { writes: ['keyed_orders'] },
  'INSERT INTO keyed_orders (order_id, store_id, form_key, user_id, price_tier_id) VALUES (?, ?, ?, ?, ?)',
);

export const insertManualOrder = (tx: WriteTx, row: ManualOrderRow): number =>
  tx.run(insertManualOrderInKeyedOrders, row.orderId, row.storeId, row.formKey, row.userId, row.priceTierId);

const selectOrderOfForm = query<{ id: Id }>(
  { reads: ['keyed_orders'] },
  'SELECT order_id AS id FROM keyed_orders WHERE store_id = ? AND form_key = ?',
);

/** The order that the store's form has made already. */
export const orderOfForm = (db: Reader, storeId: Id, formKey: string): Id | undefined =>
  db.get(selectOrderOfForm, storeId, formKey)?.id;

const selectManualOrderTier = query<{ id: Id | null }>(
  { reads: ['keyed_orders'] },
  'SELECT price_tier_id AS id FROM keyed_orders WHERE order_id = ?',
);

/** The price tier that was chosen for an order which was keyed in. */
export const manualOrderTier = (db: Reader, orderId: Id): Id | null =>
  db.get(selectManualOrderTier, orderId)?.id ?? null;
