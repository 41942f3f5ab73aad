import type { Database } from '../../db/database.ts';
import type { Id } from '../../lib/ids.ts';

// The only writer of keyed_orders: what is known besides of orders that an account keyed in.

export interface Keyed {
  orderId: Id;
  storeId: Id;
  /** Of the form that made it. */
  formKey: string;
  userId: Id;
  /** Where its lines get their prices; null: from the store's default tier. */
  priceTierId: Id | null;
}

export const insertKeyed = (db: Database, keyed: Keyed): number =>
  db.run(
    'INSERT INTO keyed_orders (order_id, store_id, form_key, user_id, price_tier_id) VALUES (?, ?, ?, ?, ?)',
    keyed.orderId,
    keyed.storeId,
    keyed.formKey,
    keyed.userId,
    keyed.priceTierId,
  );

/** The order that the store's form has made already. */
export const orderOfForm = (db: Database, storeId: Id, formKey: string): Id | undefined =>
  db.get<{ id: Id }>('SELECT order_id AS id FROM keyed_orders WHERE store_id = ? AND form_key = ?', storeId, formKey)
    ?.id;

/** The price tier that was chosen for an order which was keyed in. */
export const keyedTier = (db: Database, orderId: Id): Id | null =>
  db.get<{ id: Id | null }>('SELECT price_tier_id AS id FROM keyed_orders WHERE order_id = ?', orderId)?.id ?? null;
