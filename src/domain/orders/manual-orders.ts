import type { Database } from '../../db/database.ts';
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

export const insertManualOrder = (db: Database, row: ManualOrderRow): number =>
  db.run(
    'INSERT INTO keyed_orders (order_id, store_id, form_key, user_id, price_tier_id) VALUES (?, ?, ?, ?, ?)',
    row.orderId,
    row.storeId,
    row.formKey,
    row.userId,
    row.priceTierId,
  );

/** The order that the store's form has made already. */
export const orderOfForm = (db: Database, storeId: Id, formKey: string): Id | undefined =>
  db.get<{ id: Id }>('SELECT order_id AS id FROM keyed_orders WHERE store_id = ? AND form_key = ?', storeId, formKey)
    ?.id;

/** The price tier that was chosen for an order which was keyed in. */
export const manualOrderTier = (db: Database, orderId: Id): Id | null =>
  db.get<{ id: Id | null }>('SELECT price_tier_id AS id FROM keyed_orders WHERE order_id = ?', orderId)?.id ?? null;
