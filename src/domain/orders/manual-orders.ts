import type { Reader } from '../../db/reader.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';
import { channelById } from '../channels/channels.ts';
import type { Order } from './read.ts';

// The only writer of manual_orders: orders entered in the office.

export interface ManualOrderRow {
  orderId: Id;
  storeId: Id;
  formKey: string;
  userId: Id;
  /** Null: the store's default tier. */
  priceTierId: Id | null;
}

const insertRow = command(
  { writes: ['manual_orders'] },
  'INSERT INTO manual_orders (order_id, store_id, form_key, user_id, price_tier_id) VALUES (?, ?, ?, ?, ?)',
);

export const insertManualOrder = (tx: WriteTx, row: ManualOrderRow): number =>
  tx.run(insertRow, row.orderId, row.storeId, row.formKey, row.userId, row.priceTierId);

const orderByFormKey = query<{ id: Id }>(
  { reads: ['manual_orders'] },
  'SELECT order_id AS id FROM manual_orders WHERE store_id = ? AND form_key = ?',
);

/** The order that this form already created. */
export const orderOfForm = (db: Reader, storeId: Id, formKey: string): Id | undefined =>
  db.get(orderByFormKey, storeId, formKey)?.id;

const tierOfOrder = query<{ id: Id | null }>(
  { reads: ['manual_orders'] },
  'SELECT price_tier_id AS id FROM manual_orders WHERE order_id = ?',
);

export const manualOrderTier = (db: Reader, orderId: Id): Id | null => db.get(tierOfOrder, orderId)?.id ?? null;

/** The tier that prices added lines: of the channel or the manual order; null: the store's default tier. */
export const priceTierOf = (db: Reader, { id, channelId }: Pick<Order, 'id' | 'channelId'>): Id | null =>
  channelId === null ? manualOrderTier(db, id) : channelById(db, channelId).priceTierId;
