import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import type { Table } from '../../../db/tables.ts';
import { bangkokDay, dayStart } from '../../../lib/calendar.ts';
import type { Id } from '../../../lib/ids.ts';
import { storeById } from '../../stores.ts';
import { stagesOf } from '../list/tabs.ts';
import type { Stage } from '../order-states.ts';
import { lastHandOver } from './last-hand-over.ts';
import type { Shipment } from './shipment.ts';

// The parcels that were handed over today, and those that wait for the courier.

interface ListedParcel extends Pick<Shipment, 'id' | 'orderId' | 'shippingType' | 'trackingNumber'> {
  orderNumber: number;
}

export interface HandedOverParcel extends ListedParcel, Pick<Shipment, 'status' | 'statusTime'> {
  shipTime: number;
}

interface Wanted {
  /** Undefined: all couriers. */
  shippingType?: string | undefined;
  limit: number;
}

const PARCEL = `s.id, s.order_id AS orderId, s.shipping_type AS shippingType, s.tracking_number AS trackingNumber,
  o.order_number AS orderNumber`;

const OF_COURIER = '(@shippingType IS NULL OR s.shipping_type = @shippingType)';

const SINCE = `FROM shipments s INDEXED BY shipments_by_ship_time CROSS JOIN orders o ON o.id = s.order_id
  WHERE s.ship_time >= @since AND o.store_id = @storeId`;

const handedOverSince = query<HandedOverParcel>(
  { reads: ['orders', 'shipments'] },
  `SELECT ${PARCEL}, s.status, s.status_time AS statusTime, s.ship_time AS shipTime ${SINCE} AND ${OF_COURIER}
   ORDER BY s.ship_time DESC LIMIT @limit`,
);

/** The beginning of the day in Bangkok. */
const startOfDay = (now: number): number => dayStart(bangkokDay(now));

/** The parcels that were handed over today, newest first. */
const handedOverToday = (db: Reader, storeId: Id, { shippingType, limit }: Wanted, now: number): HandedOverParcel[] =>
  db.all(handedOverSince, { storeId, since: startOfDay(now), shippingType: shippingType ?? null, limit });

const MAX_PER_DAY = 10_000;

/** The parcels that were handed over to the courier today, oldest first. */
export const handedOverTo = (db: Reader, storeId: Id, shippingType: string, now: number): HandedOverParcel[] =>
  handedOverToday(db, storeId, { shippingType, limit: MAX_PER_DAY }, now).reverse();

const packedOfStore = query<object>(
  { reads: ['orders', 'packed_orders'] },
  `SELECT 1 FROM packed_orders p CROSS JOIN orders o ON o.id = p.order_id WHERE o.store_id = ? AND o.status = 'open' LIMIT 1`,
);

const RECENT = 10; // parcels

/** Whether the store packs with raan: an order is packed, or the last parcels of today were. */
export const storePacks = (db: Reader, storeId: Id, now: number): boolean =>
  db.get(packedOfStore, storeId) !== undefined ||
  handedOverToday(db, storeId, { limit: RECENT }, now).some((parcel) => lastHandOver(db, parcel)?.packed !== undefined);

const ALL_STAGES = stagesOf('packed', { codCountsAsReady: true }) ?? [];

/** The orders of a stage in the order of the index, by number; none if the stage is not among `@stages`. */
const ordersOfStage = (stage: Stage, condition: string): string =>
  `SELECT id, order_number FROM orders INDEXED BY orders_by_stage
   WHERE store_id = @storeId AND stage = '${stage}' AND '${stage}' IN (SELECT value FROM json_each(@stages))${condition}`;

/**
 * The waiting parcels of orders that are ready to ship, read from indexes only: rows of orders are large, and those of
 * waiting orders can be far apart. SQLite merges the stages by order number and stops at the limit, without sorting.
 */
const waitingParcels = (condition: string, limit: string): string =>
  `FROM (${ALL_STAGES.map((stage) => ordersOfStage(stage, condition)).join(' UNION ALL ')} ORDER BY order_number${limit}) o
   CROSS JOIN shipments s INDEXED BY shipments_to_hand_over ON s.order_id = o.id AND s.status = 'booked'`;

interface Source {
  reads: readonly Table[];
  from: string;
}

/** If the store packs with raan: the parcels of packed orders. */
const PACKED: Source = {
  reads: ['orders', 'packed_orders', 'shipments'],
  from: waitingParcels(' AND id IN (SELECT order_id FROM packed_orders)', ''),
};

const MAX_ORDERS = 5_000;

/** If the store does not pack with raan: the parcels of its oldest orders. */
const BOOKED: Source = { reads: ['orders', 'shipments'], from: waitingParcels('', ` LIMIT ${MAX_ORDERS}`) };

interface CourierCount {
  shippingType: string;
  parcels: number;
}

const listWaiting = ({ reads, from }: Source) =>
  query<ListedParcel>(
    { reads },
    `SELECT ${PARCEL} FROM (SELECT s.id, o.order_number ${from} WHERE ${OF_COURIER}
       ORDER BY o.order_number, s.id LIMIT @limit) o CROSS JOIN shipments s ON s.id = o.id`,
  );
const countWaiting = ({ reads, from }: Source) =>
  query<CourierCount>({ reads }, `SELECT s.shipping_type AS shippingType, count(*) AS parcels ${from} GROUP BY 1`);

const WAITING = {
  packed: { list: listWaiting(PACKED), count: countWaiting(PACKED) },
  booked: { list: listWaiting(BOOKED), count: countWaiting(BOOKED) },
};

type Waiting = (typeof WAITING)[keyof typeof WAITING];

const waitingOf = (db: Reader, storeId: Id, now: number): Waiting =>
  WAITING[storePacks(db, storeId, now) ? 'packed' : 'booked'];

const stagesToShip = (db: Reader, storeId: Id): string => JSON.stringify(stagesOf('packed', storeById(db, storeId)));

const countHandedOver = query<CourierCount>(
  { reads: ['orders', 'shipments'] },
  `SELECT s.shipping_type AS shippingType, count(*) AS parcels ${SINCE} GROUP BY 1`,
);

/** Numbers of parcels of a courier. */
export interface CourierProgress {
  shippingType: string;
  handedOver: number;
  waiting: number;
}

/** The couriers with a parcel that waits or was handed over today, sorted by code. */
export const handOverProgress = (db: Reader, storeId: Id, now: number): CourierProgress[] =>
  progressOf(db, storeId, waitingOf(db, storeId, now), now);

function progressOf(db: Reader, storeId: Id, { count }: Waiting, now: number): CourierProgress[] {
  const byCourier = (counts: CourierCount[]) => new Map(counts.map((each) => [each.shippingType, each.parcels]));
  const done = byCourier(db.all(countHandedOver, { storeId, since: startOfDay(now) }));
  const waiting = byCourier(db.all(count, { storeId, stages: stagesToShip(db, storeId) }));
  return [...new Set([...done.keys(), ...waiting.keys()])]
    .sort()
    .map((shippingType) => ({
      shippingType,
      handedOver: done.get(shippingType) ?? 0,
      waiting: waiting.get(shippingType) ?? 0,
    }));
}

export interface HandOverOverview {
  progress: CourierProgress[];
  /** Handed over today, newest first. */
  handedOver: HandedOverParcel[];
  /** Waiting for the courier, oldest order first. */
  waiting: ListedParcel[];
}

interface OverviewQuery extends Pick<Wanted, 'shippingType'> {
  /** Limit of `handedOver`. */
  recent: number;
  /** Limit of `waiting`. */
  waiting: number;
}

/** The progress of all couriers today, and the parcels of one or all of them. */
export function handOverOverview(
  db: Reader,
  storeId: Id,
  { shippingType, recent, waiting }: OverviewQuery,
  now: number,
): HandOverOverview {
  const source = waitingOf(db, storeId, now);
  const progress = progressOf(db, storeId, source, now);
  const values = { storeId, stages: stagesToShip(db, storeId), shippingType: shippingType ?? null, limit: waiting };
  return {
    progress,
    handedOver: handedOverToday(db, storeId, { shippingType, limit: recent }, now),
    waiting: progress.some((courier) => courier.waiting > 0) ? db.all(source.list, values) : [],
  };
}
