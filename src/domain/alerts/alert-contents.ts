import type { Reader } from '../../db/reader.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';
import { auditChange } from '../audit/audit-log.ts';

// The only writer of alert_contents: which order data the alerts of a store contain.

/** `none`: how many; `order`: numbers and amounts too; `customer`: names of customers too. */
export const ORDER_DATA = ['none', 'order', 'customer'] as const;

export type OrderData = (typeof ORDER_DATA)[number];

const stored = query<{ orderData: OrderData }>(
  { reads: ['alert_contents'] },
  'SELECT order_data AS orderData FROM alert_contents WHERE store_id = ?',
);

export const orderDataOf = (db: Reader, storeId: Id): OrderData => db.get(stored, storeId)?.orderData ?? 'order';

const put = command(
  { writes: ['alert_contents'] },
  'INSERT INTO alert_contents VALUES (?, ?) ON CONFLICT DO UPDATE SET order_data = excluded.order_data',
);

export function setOrderData(tx: WriteTx, storeId: Id, orderData: OrderData): void {
  const before = { order_data: orderDataOf(tx, storeId) };
  tx.run(put, storeId, orderData);
  auditChange(tx, 'alert_contents_changed', { storeId, before, after: { order_data: orderData } });
}
