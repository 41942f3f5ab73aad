import type { Database } from '../../../db/database.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Pieces } from '../pieces.ts';
import type { ShipmentStatus } from '../states.ts';
import type { Shipment } from './read.ts';

// The only writer of shipments and their items.

export type NewShipment = Pick<Shipment, 'orderId' | 'shippingType' | 'trackingNumber' | 'trackingUrl' | 'codAmount'>;

/** Adds a booked shipment of these pieces. */
export function insertShipment(db: Database, shipment: NewShipment, items: readonly Pieces[], now: number): Id {
  const id = db.insert<Id>(
    `INSERT INTO shipments (order_id, shipping_type, tracking_number, tracking_url, cod_amount, status, create_time,
       book_time)
     VALUES (@orderId, @shippingType, @trackingNumber, @trackingUrl, @codAmount, 'booked', @now, @now)`,
    { ...shipment, now },
  );
  insertItems(db, id, items);
  return id;
}

/**
 * The shipment has been picked up, with these pieces. Its `ship_time` is after those of the order's earlier ones even
 * where the clock steps back.
 */
export function markPickedUp(db: Database, id: Id, items: readonly Pieces[], now: number): void {
  db.run('DELETE FROM shipment_items WHERE shipment_id = ?', id);
  insertItems(db, id, items);
  db.run(
    `UPDATE shipments SET status = 'picked_up', ship_time = max(?, coalesce(
       (SELECT max(ship_time) + 1 FROM shipments other WHERE other.order_id = shipments.order_id), 0)) WHERE id = ?`,
    now,
    id,
  );
}

export const markShipmentCanceled = (db: Database, id: Id, now: number): number =>
  db.run(`UPDATE shipments SET status = 'canceled', cancel_time = ?, track_time = NULL WHERE id = ?`, now, id);

export const markMoved = (db: Database, id: Id, status: ShipmentStatus, now: number): number =>
  db.run(
    `UPDATE shipments SET status = @status, deliver_time = iif(@status = 'delivered', @now, deliver_time) WHERE id = @id`,
    { id, status, now },
  );

/** The courier has said something of that time; what it has said of earlier times is not applied any more. */
export const markHeard = (db: Database, id: Id, time: number): number =>
  db.run('UPDATE shipments SET status_time = max(coalesce(status_time, 0), ?) WHERE id = ?', time, id);

/** When its courier is to be asked about it; null: no more. */
export const scheduleTracking = (db: Database, id: Id, time: number | null): number =>
  db.run('UPDATE shipments SET track_time = ? WHERE id = ?', time, id);

/** The same, where it is still to be asked. */
export const trackAgain = (db: Database, id: Id, time: number | null): number =>
  db.run('UPDATE shipments SET track_time = ? WHERE id = ? AND track_time IS NOT NULL', time, id);

/** The order's booked shipments are not to be picked up any more. */
export const markBookedCanceled = (db: Database, orderId: Id, now: number): number =>
  db.run(
    `UPDATE shipments SET status = 'canceled', cancel_time = ?, track_time = NULL WHERE order_id = ? AND status = 'booked'`,
    now,
    orderId,
  );

function insertItems(db: Database, shipmentId: Id, items: readonly Pieces[]): void {
  for (const { lineId, variantId, warehouseId, qty } of items)
    db.run(
      `INSERT INTO shipment_items (shipment_id, line_id, variant_id, warehouse_id, qty) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET qty = qty + excluded.qty`,
      shipmentId,
      lineId,
      variantId,
      warehouseId,
      qty,
    );
}
