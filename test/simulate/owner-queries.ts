import type { Reader } from '../../src/context.ts';
import type { ReportedItem } from '../../src/domain/orders/packing-missing.ts';
import { stockOf } from '../../src/domain/stock/stock-levels.ts';
import type { Id } from '../../src/lib/ids.ts';
import type { Money } from '../../src/lib/money.ts';
import { sql } from '../sql.ts';

export const paymentOf = sql<{ id: Id; status: string }>(
  'SELECT id, status FROM payments WHERE order_id = ? ORDER BY id LIMIT 1',
);

/** The result of a payment's review. A refunded payment counts as confirmed, because refunds follow the review. */
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
   WHERE l.undo_time IS NULL AND p.refunded = 0 ORDER BY l.payment_id DESC`,
);

export const waitingParcel = sql<{ id: Id }>(
  `SELECT id FROM shipments WHERE status = 'booked' ORDER BY id DESC LIMIT 1`,
);

/** One damaged unit of an open order that is reserved in a single warehouse, which has more units than are reserved. */
export const damagedUnit = sql<ReportedItem & { orderId: Id; warehouseId: Id; note: string }>(
  `SELECT o.id AS orderId, r.warehouse_id AS warehouseId, '#' || o.order_number AS note, r.variant_id AS variantId, 0 AS missing, 1 AS damaged
   FROM reservations r JOIN order_lines l ON l.id = r.line_id JOIN orders o ON o.id = l.order_id
   JOIN current_stock s ON s.variant_id = r.variant_id AND s.warehouse_id = r.warehouse_id
   WHERE o.status = 'open' AND NOT EXISTS (SELECT 1 FROM stock_documents d WHERE d.note = '#' || o.order_number)
   GROUP BY o.id, r.variant_id HAVING count(*) = 1 AND min(s.on_hand - s.reserved) > 0 ORDER BY o.id DESC LIMIT 1`,
);

export const productNamed = sql<{ id: Id; live: number }>(
  'SELECT id, delete_time IS NULL AS live FROM products WHERE name = ?',
);

export const availableIn = (db: Reader, variantId: Id, wanted: Id): number => {
  const level = stockOf(db, variantId).find(({ warehouseId }) => warehouseId === wanted);
  return level ? level.onHand - level.reserved : 0;
};

/** The warehouse and the lines of each stock document with a note; of a count, those that were counted. */
export const documentsNoted = sql<{ places: string; lines: string }>(
  `SELECT concat_ws(' to ', warehouse_id, to_warehouse_id) AS places, (SELECT group_concat(variant_id || '=' || qty, ' ' ORDER BY variant_id, qty) FROM
     (SELECT variant_id, qty FROM document_lines WHERE document_id = s.id
      UNION ALL SELECT variant_id, counted FROM count_lines WHERE document_id = s.id)) AS lines
   FROM stock_documents s WHERE note = ? ORDER BY id`,
);

export const oldestUnpaid = sql<{ id: Id; externalId: string }>(
  `SELECT id, external_order_id AS externalId FROM orders
   WHERE status = 'open' AND stage = 'unpaid' ORDER BY id LIMIT 1`,
);

/** The oldest completed order of a customer who is not erased. */
export const oldestCompleted = sql<{ id: Id; externalId: string }>(
  `SELECT o.id, o.external_order_id AS externalId FROM orders o JOIN addresses a ON a.version = o.recipient_address
   WHERE o.status = 'completed' AND a.erase_time IS NULL ORDER BY o.id LIMIT 1`,
);
