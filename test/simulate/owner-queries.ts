import type { Id } from '../../src/lib/ids.ts';
import type { Money } from '../../src/lib/money.ts';
import { sql } from '../sql.ts';

export const paymentOf = sql<{ id: Id; status: string }>(
  'SELECT id, status FROM payments WHERE order_id = ? ORDER BY id LIMIT 1',
);

/** Later a refund may follow. */
export const reviewOf = sql<{ status: string }>(
  `SELECT iif(status = 'refunded', 'confirmed', status) AS status FROM payments WHERE order_id = ? ORDER BY id LIMIT 1`,
);

export const refundOf = sql<{ amount: Money }>(
  `SELECT coalesce(sum(r.amount), 0) AS amount FROM refunds r JOIN payments p ON p.id = r.payment_id
   WHERE p.order_id = ?`,
);

export const payoutOf = sql<{ amount: Money }>(
  `SELECT l.amount FROM remittance_lines l JOIN shipments s ON s.id = l.shipment_id
   WHERE s.tracking_number = ? AND l.undo_time IS NULL`,
);

/** Paid-out parcels whose payment was not refunded, newest first. */
export const newestPayouts = sql<{ remittanceId: Id; shipmentId: Id; number: string }>(
  `SELECT l.remittance_id AS remittanceId, l.shipment_id AS shipmentId, s.tracking_number AS number
   FROM remittance_lines l JOIN shipments s ON s.id = l.shipment_id JOIN payments p ON p.id = l.payment_id
   WHERE l.undo_time IS NULL AND p.refunded = 0 ORDER BY l.payment_id DESC LIMIT 200`,
);
