import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { Id } from '../../lib/ids.ts';

const MANY = 100;

const manyRows = query<{ many: 1 }>(
  { reads: ['order_history', 'payments', 'shipments', 'tracking_events'] },
  `SELECT 1 AS many FROM (
    SELECT 1 FROM order_history WHERE order_id = @id
    UNION ALL SELECT 1 FROM payments WHERE order_id = @id
    UNION ALL SELECT 1 FROM shipments s WHERE s.order_id = @id
    UNION ALL SELECT 1 FROM shipments s CROSS JOIN tracking_events e ON e.shipment_id = s.id WHERE s.order_id = @id
  ) LIMIT 1 OFFSET ${MANY}`,
);

/** Whether an order has so many parcels, payments and events that its page would delay other requests. */
export const isBusyOrder = (db: Reader, id: Id): boolean => db.get(manyRows, { id }) !== undefined;
