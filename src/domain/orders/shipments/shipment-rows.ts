import { command } from '../../../db/statement.ts';
import type { WriteTx } from '../../../db/write-tx.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Allocation } from '../allocate.ts';
import type { ShipmentStatus } from '../order-states.ts';
import type { Shipment } from './shipment.ts';

// The only writer of shipments and their items.

type NewShipment = Pick<Shipment, 'orderId' | 'shippingType' | 'trackingNumber' | 'ownTrackingUrl' | 'codAmount'>;

const addShipment = command(
  { writes: ['shipments'] },
  `INSERT INTO shipments (order_id, shipping_type, tracking_number, tracking_url, cod_amount, status, create_time)
   VALUES (@orderId, @shippingType, @trackingNumber, @ownTrackingUrl, @codAmount, 'booked', @now)`,
);

export function insertShipment(tx: WriteTx, shipment: NewShipment, items: readonly Allocation[], now: number): Id {
  const id = tx.insert<Id>(addShipment, { ...shipment, now });
  insertItems(tx, id, items);
  return id;
}

const deleteItems = command(
  { writes: ['shipment_items'], reads: ['order_lines'] },
  'DELETE FROM shipment_items WHERE shipment_id = ?',
);

export function replaceItems(tx: WriteTx, id: Id, items: readonly Allocation[]): void {
  tx.run(deleteItems, id);
  insertItems(tx, id, items);
}

const setPickedUp = command(
  { writes: ['shipments'] },
  `UPDATE shipments SET status = 'picked_up', ship_time = max(?, coalesce(
   (SELECT max(ship_time) + 1 FROM shipments other WHERE other.order_id = shipments.order_id), 0)) WHERE id = ?`,
);

const MAX_COST = 10 ** 15; // of the units of an item, so that sums of them stay exact

/** What the units cost stays with the parcel, so that later purchases do not change the profit of past sales. */
const keepCosts = command(
  { writes: ['shipment_items'], reads: ['variants'] },
  `UPDATE shipment_items SET cost = (SELECT v.cost FROM variants v
     WHERE v.id = shipment_items.variant_id AND 1.0 * v.cost * shipment_items.qty < ${MAX_COST}) WHERE shipment_id = ?`,
);

/** `ship_time` stays after that of earlier shipments even if the clock steps back. */
export function markPickedUp(tx: WriteTx, id: Id, items: readonly Allocation[], now: number): void {
  replaceItems(tx, id, items);
  tx.run(keepCosts, id);
  tx.run(setPickedUp, now, id);
}

const setHandOverUndone = command(
  { writes: ['shipments'] },
  `UPDATE shipments SET status = 'booked', ship_time = NULL WHERE id = ?`,
);

/** The parcel is booked again, with these items. */
export function markHandOverUndone(tx: WriteTx, id: Id, items: readonly Allocation[]): void {
  replaceItems(tx, id, items);
  tx.run(setHandOverUndone, id);
}

const setNumber = command(
  { writes: ['shipments'] },
  'UPDATE shipments SET tracking_number = ?, tracking_url = NULL WHERE id = ?',
);

export const saveTrackingNumber = (tx: WriteTx, id: Id, trackingNumber: string): number =>
  tx.run(setNumber, trackingNumber, id);

const setCanceled = command(
  { writes: ['shipments'] },
  `UPDATE shipments SET status = 'canceled', cancel_time = ?, track_time = NULL WHERE id = ?`,
);

export const markShipmentCanceled = (tx: WriteTx, id: Id, now: number): number => tx.run(setCanceled, now, id);

const setStatus = command(
  { writes: ['shipments'] },
  `UPDATE shipments SET status = @status, deliver_time = iif(@status = 'delivered', @now, deliver_time) WHERE id = @id`,
);

export const markMoved = (tx: WriteTx, id: Id, status: ShipmentStatus, now: number): number =>
  tx.run(setStatus, { id, status, now });

const setStatusTime = command(
  { writes: ['shipments'] },
  'UPDATE shipments SET status_time = max(coalesce(status_time, 0), ?) WHERE id = ?',
);

/** The courier's statuses before this time are ignored. */
export const markStatusTime = (tx: WriteTx, id: Id, time: number): number => tx.run(setStatusTime, time, id);

const setTrackTime = command({ writes: ['shipments'] }, 'UPDATE shipments SET track_time = ? WHERE id = ?');

/** Null stops tracking. */
export const scheduleTracking = (tx: WriteTx, id: Id, time: number | null): number => tx.run(setTrackTime, time, id);

const moveTrackTime = command(
  { writes: ['shipments'] },
  'UPDATE shipments SET track_time = ? WHERE id = ? AND track_time IS NOT NULL',
);

/** Does nothing once tracking has ended. */
export const rescheduleTracking = (tx: WriteTx, id: Id, time: number | null): number => tx.run(moveTrackTime, time, id);

const cancelBookedOfOrder = command(
  { writes: ['shipments'] },
  `UPDATE shipments SET status = 'canceled', cancel_time = ?, track_time = NULL WHERE order_id = ? AND status = 'booked'`,
);

export const markBookedCanceled = (tx: WriteTx, orderId: Id, now: number): number =>
  tx.run(cancelBookedOfOrder, now, orderId);

const addItem = command(
  { writes: ['shipment_items'], reads: ['order_lines'] },
  `INSERT INTO shipment_items (shipment_id, line_id, variant_id, warehouse_id, qty) VALUES (?, ?, ?, ?, ?)
   ON CONFLICT DO UPDATE SET qty = qty + excluded.qty`,
);

function insertItems(tx: WriteTx, shipmentId: Id, items: readonly Allocation[]): void {
  for (const { lineId, variantId, warehouseId, qty } of items)
    tx.run(addItem, shipmentId, lineId, variantId, warehouseId, qty);
}

const eraseUrls = command({ writes: ['shipments'] }, 'UPDATE shipments SET tracking_url = NULL WHERE order_id = ?');

/** Erases the couriers' own tracking pages of the order: their URLs can contain anything. */
export const eraseTrackingUrls = (tx: WriteTx, orderId: Id): number => tx.run(eraseUrls, orderId);

const clearCod = command({ writes: ['shipments'] }, 'UPDATE shipments SET cod_amount = NULL WHERE order_id = ?');

/** For parcels of a sandbox: no money of theirs is awaited. */
export const forgetCod = (tx: WriteTx, orderId: Id): number => tx.run(clearCod, orderId);
