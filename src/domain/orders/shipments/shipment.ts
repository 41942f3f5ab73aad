import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import { notFound } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Money } from '../../../lib/money.ts';
import type { Allocation } from '../allocate.ts';
import { hasLeft, type OrderStatus, type ShipmentStatus } from '../order-states.ts';

/** A parcel of an order (docs/decisions.md#shipments). */
export interface Shipment {
  id: Id;
  orderId: Id;
  shippingType: string;
  trackingNumber: string | null;
  /** The tracking page that the courier returned; `trackingUrl` gives the page of any parcel. */
  ownTrackingUrl: string | null;
  /** Collected by the courier for this parcel. */
  codAmount: Money | null;
  status: ShipmentStatus;
  /** Time of the booking. */
  createTime: number;
  shipTime: number | null;
  deliverTime: number | null;
  cancelTime: number | null;
  /** Time of the newest status, by the courier's clock. */
  statusTime: number | null;
}

const SELECT = `SELECT id, order_id AS orderId, shipping_type AS shippingType, tracking_number AS trackingNumber,
  tracking_url AS ownTrackingUrl, cod_amount AS codAmount, status,
  create_time AS createTime, ship_time AS shipTime, deliver_time AS deliverTime, cancel_time AS cancelTime,
  status_time AS statusTime FROM shipments`;

const BY_ID = query<Shipment>({ reads: ['shipments'] }, `${SELECT} WHERE id = ?`);
const OF_ORDER = query<Shipment>({ reads: ['shipments'] }, `${SELECT} WHERE order_id = +? ORDER BY id`);

/** @throws AppError not_found */
export function existingShipment(db: Reader, id: Id): Shipment {
  const shipment = db.get(BY_ID, id);
  if (!shipment) throw notFound('shipment_not_found', { shipment: id });
  return shipment;
}

/** Oldest first. */
export const shipmentsOf = (db: Reader, orderId: Id): Shipment[] => db.all(OF_ORDER, orderId);

/** A subquery per parcel: `order_id IN (…)` would list all orders of the store first. */
const OF_STORE = '(SELECT store_id FROM orders WHERE id = order_id) = ?';

const withNumber = (condition: string) =>
  query<Shipment>(
    { reads: ['orders', 'shipments'] },
    `${SELECT} WHERE tracking_number = +? AND ${OF_STORE} AND ${condition}`,
  );
const liveWithNumber = withNumber(`status <> 'canceled' ORDER BY id DESC`);
const newestCanceledWithNumber = withNumber(`status = 'canceled' ORDER BY id DESC LIMIT 1`);

/** Without canceled ones. Couriers reuse numbers, so there may be several. */
export const shipmentsWithNumber = (db: Reader, storeId: Id, trackingNumber: string): Shipment[] =>
  db.all(liveWithNumber, trackingNumber, storeId);

const payout = query<object>(
  { reads: ['remittance_lines'] },
  'SELECT 1 FROM remittance_lines WHERE shipment_id = ? AND undo_time IS NULL',
);

/** A parcel that is paid out was delivered, even if its status differs. */
export const isPaidOut = (db: Reader, id: Id): boolean => db.get(payout, id) !== undefined;

/** A parcel that raan tracks at its courier. */
export interface TrackedShipment extends Pick<Shipment, 'id' | 'shippingType' | 'createTime'> {
  storeId: Id;
  trackingNumber: string;
}

const dueShipments = query<TrackedShipment>(
  { reads: ['orders', 'shipments'] },
  `SELECT s.id, o.store_id AS storeId, s.shipping_type AS shippingType, s.tracking_number AS trackingNumber,
   s.create_time AS createTime FROM shipments s JOIN orders o ON o.id = s.order_id WHERE s.track_time <= ? ORDER BY s.track_time LIMIT ?`,
);

export const shipmentsToTrack = (db: Reader, now: number, limit: number): TrackedShipment[] =>
  db.all(dueShipments, now, limit);

/** The newest canceled shipment. The courier may carry it nevertheless. */
export const canceledWithNumber = (db: Reader, storeId: Id, trackingNumber: string): Shipment | undefined =>
  db.get(newestCanceledWithNumber, trackingNumber, storeId);

const hasNumber = query<object>({ reads: ['shipments'] }, 'SELECT 1 FROM shipments WHERE tracking_number = ? LIMIT 1');

/** Includes canceled parcels. */
export const isNumberUsed = (db: Reader, trackingNumber: string): boolean =>
  db.get(hasNumber, trackingNumber) !== undefined;

const itemsOfShipment = query<Allocation>(
  { reads: ['shipment_items'] },
  `SELECT line_id AS lineId, variant_id AS variantId, warehouse_id AS warehouseId, qty, cost FROM shipment_items
   WHERE shipment_id = +? ORDER BY line_id, variant_id, warehouse_id`,
);

/** The contents of the shipment; while it is booked, the reservations that it will ship. */
export const itemsOf = (db: Reader, shipmentId: Id): Allocation[] => db.all(itemsOfShipment, shipmentId);

const HAS_LEFT = `s.status NOT IN ('booked', 'canceled')`;

const shippedOfLine = query<Allocation>(
  { reads: ['order_lines', 'shipment_items', 'shipments'] },
  `SELECT i.line_id AS lineId, i.variant_id AS variantId, i.warehouse_id AS warehouseId, i.qty, i.cost
   FROM order_lines l CROSS JOIN shipments s ON s.order_id = l.order_id
     CROSS JOIN shipment_items i ON i.shipment_id = s.id AND i.line_id = l.id
   WHERE l.id = +? AND ${HAS_LEFT} ORDER BY s.ship_time, i.variant_id, i.warehouse_id`,
);

/** The shipped allocations of a line, in the order of shipping. */
export const shippedAllocations = (db: Reader, lineId: Id): Allocation[] => db.all(shippedOfLine, lineId);

/** Shipped quantity per line. @param last of the lines up to this one */
export const shippedQtys = (db: Reader, orderId: Id, last?: Id): ReadonlyMap<Id, number> =>
  last === undefined ? lineQtys(db, orderId, HAS_LEFT) : lineQtys(db, orderId, `${HAS_LEFT} AND i.line_id <= +?`, last);

const unshippedLine = query<{ id: Id }>(
  { reads: ['order_line_parts', 'order_lines', 'shipment_items', 'shipments'] },
  `SELECT id FROM order_lines l WHERE order_id = +? AND delete_time IS NULL AND qty - short_qty > coalesce((
     SELECT sum(i.qty) FROM shipments s CROSS JOIN shipment_items i ON i.shipment_id = s.id
     WHERE s.order_id = l.order_id AND i.line_id = l.id AND ${HAS_LEFT}), 0)
     / coalesce((SELECT sum(qty) FROM order_line_parts WHERE line_id = l.id), 1) LIMIT 1`,
);

const wantedUnits = query<{ units: number }>(
  { reads: ['order_lines'] },
  `SELECT coalesce(sum(qty - short_qty), 0) AS units FROM order_lines WHERE order_id = +? AND delete_time IS NULL`,
);

/** The units of an open order that have not left and will be shipped. */
export function unitsToShip(db: Reader, orderId: Id): number {
  const shipped = [...shippedQtys(db, orderId).values()].reduce((sum, qty) => sum + qty, 0);
  return Math.max((db.get(wantedUnits, orderId)?.units ?? 0) - shipped, 0);
}

/** Whether everything that will be shipped has left, without reading the lines. */
export const isAllShipped = (
  db: Reader,
  { id, status }: { id: Id; status: OrderStatus },
  shipments: readonly Shipment[],
): boolean => status === 'completed' || (shipments.some(hasLeft) && db.get(unshippedLine, id) === undefined);

const LINE_NOT_RESTOCKED = `SELECT id FROM order_lines l WHERE l.delete_time IS NULL AND l.qty - l.short_qty >
  coalesce((SELECT sum(d.qty) FROM document_lines d WHERE d.order_line_id = l.id), 0)`;

const lineNotRestocked = query<{ id: Id }>(
  { reads: ['document_lines', 'order_lines'] },
  `${LINE_NOT_RESTOCKED} AND l.order_id = +? LIMIT 1`,
);

/** Whether all goods of an order that has shipped everything are in stock again. */
export const isAllRestocked = (db: Reader, orderId: Id): boolean => db.get(lineNotRestocked, orderId) === undefined;

const restockedAmong = query<{ id: Id }>(
  { reads: ['document_lines', 'order_lines'] },
  `SELECT c.value AS id FROM json_each(?) c WHERE NOT EXISTS (${LINE_NOT_RESTOCKED} AND l.order_id = c.value)`,
);

/** The given orders whose shipped goods are all restocked. They must have shipped everything. */
export const restockedOrders = (db: Reader, orderIds: readonly Id[]): ReadonlySet<Id> =>
  new Set(orderIds.length === 0 ? [] : db.all(restockedAmong, JSON.stringify(orderIds)).map(({ id }) => id));

/** Booked and not yet shipped quantity per line. */
export const bookedQtys = (db: Reader, orderId: Id): ReadonlyMap<Id, number> =>
  lineQtys(db, orderId, `s.status = 'booked'`);

export const shipmentQtys = (db: Reader, { id, orderId }: Shipment): ReadonlyMap<Id, number> =>
  lineQtys(db, orderId, 's.id = +?', id);

/** Per line, in parcels that come back or are back. */
export const turnedBackQtys = (db: Reader, orderId: Id): ReadonlyMap<Id, number> =>
  lineQtys(db, orderId, `s.status IN ('returning', 'returned')`);

const returnedOfOrder = query<{ lineId: Id; qty: number }>(
  { reads: ['document_lines', 'order_lines'] },
  `SELECT d.order_line_id AS lineId, sum(d.qty) AS qty FROM order_lines l CROSS JOIN document_lines d
     ON d.order_line_id = l.id WHERE l.order_id = +? GROUP BY d.order_line_id`,
);

/** Per line, restocked or written off beyond what came back in undelivered parcels: the customer returned it. */
export function customerReturnedQtys(db: Reader, orderId: Id): ReadonlyMap<Id, number> {
  const restocked = db.all(returnedOfOrder, orderId);
  if (restocked.length === 0) return new Map();
  const turnedBack = turnedBackQtys(db, orderId);
  return new Map(restocked.map(({ lineId, qty }) => [lineId, Math.max(qty - (turnedBack.get(lineId) ?? 0), 0)]));
}

const lineQtys = (db: Reader, orderId: Id, where: string, ...values: Id[]): ReadonlyMap<Id, number> => {
  const qtys = query<{ lineId: Id; qty: number }>(
    { reads: ['order_line_parts', 'shipment_items', 'shipments'] },
    `SELECT i.line_id AS lineId,
       sum(i.qty) / coalesce((SELECT sum(qty) FROM order_line_parts WHERE line_id = i.line_id), 1) AS qty
     FROM shipments s JOIN shipment_items i ON i.shipment_id = s.id
     WHERE s.order_id = +? AND ${where} GROUP BY i.line_id`,
  );
  return new Map(db.all(qtys, orderId, ...values).map(({ lineId, qty }) => [lineId, qty]));
};

const unbookedOfOrder = query<Allocation>(
  { reads: ['order_lines', 'reservations', 'shipment_items', 'shipments'] },
  `SELECT * FROM (
     SELECT r.line_id AS lineId, r.variant_id AS variantId, r.warehouse_id AS warehouseId,
       r.qty - coalesce((
         SELECT sum(i.qty) FROM shipments s CROSS JOIN shipment_items i ON i.shipment_id = s.id
         WHERE s.order_id = l.order_id AND s.status = 'booked'
           AND i.line_id = r.line_id AND i.variant_id = r.variant_id AND i.warehouse_id = r.warehouse_id), 0) AS qty
     FROM order_lines l CROSS JOIN reservations r ON r.line_id = l.id WHERE l.order_id = +?
   ) WHERE qty > 0 ORDER BY lineId, variantId, warehouseId`,
);

/** Reservations that no booked shipment will ship, in the store's order of warehouses. */
export const unbookedAllocations = (db: Reader, orderId: Id): Allocation[] => db.all(unbookedOfOrder, orderId);
