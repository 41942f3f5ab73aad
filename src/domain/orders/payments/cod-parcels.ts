import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import type { Id } from '../../../lib/ids.ts';
import { type Money, ZERO } from '../../../lib/money.ts';
import { MAX_LISTED_LENGTH } from '../../../lib/text-limits.ts';
import type { CodStatus, ShipmentStatus } from '../order-states.ts';

/** A parcel and the state of its COD. */
export interface CodParcel {
  shipmentId: Id;
  orderId: Id;
  orderNumber: number;
  shippingType: string;
  trackingNumber: string | null;
  status: ShipmentStatus;
  createTime: number;
  /** When it was handed over. */
  shipTime: number | null;
  deliverTime: number | null;
  /** Collected by the courier; null: nothing. */
  amount: Money | null;
  /** The state of the parcel itself: paid out, delivered or returned. */
  settled: Exclude<CodStatus, 'pending'> | null;
  /** `settled`, or the status of the order; null: the order is not COD. */
  codStatus: CodStatus | null;
  orderCodStatus: CodStatus | null;
  /** COD amount of the whole order. */
  orderCodAmount: Money | null;
  /** Paid out by this remittance. */
  paid: Money | null;
  remittanceId: Id | null;
  remitTime: number | null;
}

const PARCELS = `SELECT *, coalesce(settled, orderCodStatus) AS codStatus FROM (
  SELECT s.id AS shipmentId, s.order_id AS orderId, o.order_number AS orderNumber, o.store_id AS storeId,
    s.shipping_type AS shippingType, s.tracking_number AS trackingNumber, s.status, s.create_time AS createTime,
    s.ship_time AS shipTime, s.deliver_time AS deliverTime,
    s.cod_amount AS amount, o.cod_status AS orderCodStatus, o.cod_amount AS orderCodAmount, l.amount AS paid, l.remittance_id AS remittanceId,
    r.create_time AS remitTime,
    CASE WHEN l.shipment_id IS NOT NULL THEN 'remitted' WHEN s.status = 'delivered' THEN 'collected'
      WHEN s.status = 'returned' THEN 'failed' END AS settled
  FROM shipments s JOIN orders o ON o.id = s.order_id LEFT JOIN remittance_lines l ON l.shipment_id = s.id AND l.undo_time IS NULL
  LEFT JOIN remittances r ON r.id = l.remittance_id)`;

const COLLECTS_COD = `amount IS NOT NULL AND status <> 'canceled'`;

const parcels = <Row = CodParcel>(sql: string) =>
  query<Row>({ reads: ['orders', 'remittance_lines', 'remittances', 'shipments'] }, sql);

const BY_ID = parcels(`${PARCELS} WHERE shipmentId = +?`);
const OF_ORDER = parcels(`${PARCELS} WHERE orderId = +? AND ${COLLECTS_COD} ORDER BY shipmentId`);
const WITH_NUMBER = parcels(`${PARCELS} WHERE trackingNumber = +? AND storeId = +? ORDER BY shipmentId DESC`);
const OF_REMITTANCE =
  parcels(`${PARCELS} WHERE shipmentId IN (SELECT shipment_id FROM remittance_lines WHERE remittance_id = ? AND undo_time IS NULL)
  ORDER BY shipmentId`);
const FOUND = `storeId = @storeId AND ${COLLECTS_COD} AND (@codStatus IS NULL OR coalesce(settled, orderCodStatus) = @codStatus)
  AND (@shippingType IS NULL OR shippingType = @shippingType)
  AND (@deliveredBefore IS NULL OR deliverTime < @deliveredBefore)`;
const LIST = parcels(`${PARCELS} WHERE ${FOUND} ORDER BY shipmentId DESC LIMIT @limit OFFSET @offset`);
const SUMS = parcels<CodSum>(
  `SELECT codStatus, count(*) AS count, sum(amount) AS amount FROM (${PARCELS}) WHERE ${FOUND} GROUP BY codStatus`,
);

export const codParcelById = (db: Reader, shipmentId: Id): CodParcel => db.get(BY_ID, shipmentId) as CodParcel;

/** Parcels that collect and are not canceled. */
export const collectingParcels = (db: Reader, orderId: Id): CodParcel[] => db.all(OF_ORDER, orderId);

/** Difference between the COD amount and the paid-out amount. */
export const paidOutShort = (db: Reader, orderId: Id): Money =>
  collectingParcels(db, orderId).reduce(
    (short, { amount, paid }) => (paid === null ? short : short + Math.max((amount ?? ZERO) - paid, 0)) as Money,
    ZERO,
  );

export const normalizedNumber = (trackingNumber: string): string => trackingNumber.replace(/\s/g, '').toUpperCase();

/**
 * Looks up the number as written first, then normalized. Newest first, including canceled parcels and those that collect
 * nothing.
 */
export function parcelsWithNumber(db: Reader, storeId: Id, trackingNumber: string): CodParcel[] {
  const found = db.all(WITH_NUMBER, trackingNumber, storeId);
  return found.length > 0 ? found : db.all(WITH_NUMBER, normalizedNumber(trackingNumber), storeId);
}

/** The collecting ones of `parcelsWithNumber`. */
export const codParcelsWithNumber = (db: Reader, storeId: Id, trackingNumber: string): CodParcel[] =>
  parcelsWithNumber(db, storeId, trackingNumber).filter(
    ({ amount, status }) => amount !== null && status !== 'canceled',
  );

export const parcelsOfRemittance = (db: Reader, remittanceId: Id): CodParcel[] => db.all(OF_REMITTANCE, remittanceId);

export interface CodSearch {
  codStatus?: CodStatus | undefined;
  shippingType?: string | undefined;
  deliveredBefore?: number | undefined;
  limit: number;
  offset: number;
}

export interface CodSum {
  codStatus: CodStatus;
  count: number;
  amount: Money;
}

/** A page of the store's collecting parcels, newest first, and sums per status over all pages. */
export function listCodParcels(
  db: Reader,
  storeId: Id,
  { limit, offset, ...search }: CodSearch,
): { parcels: CodParcel[]; sums: CodSum[] } {
  const found = {
    storeId,
    codStatus: search.codStatus ?? null,
    shippingType: search.shippingType ?? null,
    deliveredBefore: search.deliveredBefore ?? null,
  };
  return { parcels: db.all(LIST, { ...found, limit, offset }), sums: db.all(SUMS, found) };
}

// The parcels of `listCodParcels`, paged: the cost does not grow with their number.

interface CodPage extends Omit<CodSearch, 'offset'> {
  /** Only older parcels. */
  before?: Id | undefined;
  /** Only open parcels that were delivered, or else handed over, before this time; `codStatus` is ignored. */
  lateSince?: number | undefined;
}

/** `shipments.cod_settled`; the status of an open parcel is that of its order. */
type Settled = Exclude<CodStatus, 'pending'> | 'open';

interface Arm {
  settled: Settled;
  /** The status of the order. */
  orderStatus?: CodStatus;
}

const ALL: readonly Arm[] = (['open', 'collected', 'remitted', 'failed'] as const).map((settled) => ({ settled }));
const armsOf = (status: CodStatus | 'late' | undefined): readonly Arm[] => {
  if (status === undefined) return ALL;
  if (status === 'late') return [...armsOf('pending'), ...armsOf('collected')];
  const byOrder: Arm = { settled: 'open', orderStatus: status };
  return status === 'pending' ? [byOrder] : [byOrder, { settled: status }];
};

// CROSS JOIN, because SQLite would otherwise scan all orders of the store.
const armText = ({ settled, orderStatus }: Arm, ofCourier: boolean, columns: string): string =>
  `SELECT ${columns} FROM shipments s INDEXED BY ${ofCourier ? 'shipments_with_cod_of_courier' : 'shipments_with_cod'}
     CROSS JOIN orders o ON o.id = s.order_id
   WHERE s.cod_settled = '${settled}' AND o.store_id = @storeId ${orderStatus ? `AND o.cod_status = '${orderStatus}'` : ''}
     ${ofCourier ? 'AND s.shipping_type = @shippingType' : ''}`;

const COD_TABLES = ['orders', 'shipments'] as const;

const pageOf = (status: CodStatus | 'late' | undefined, ofCourier: boolean) => {
  const arms = armsOf(status).map(
    (arm) => `SELECT * FROM (${armText(arm, ofCourier, 's.id')} AND s.id < @before
      AND (@deliveredBefore IS NULL OR s.deliver_time < @deliveredBefore)
      AND (@lateSince IS NULL OR coalesce(s.deliver_time, s.ship_time) < @lateSince) ORDER BY s.id DESC LIMIT @limit)`,
  );
  return query<{ id: Id }>({ reads: COD_TABLES }, `${arms.join(' UNION ALL ')} ORDER BY id DESC LIMIT @limit`);
};
const pagesOf = (status?: CodStatus | 'late') => ({ ofStore: pageOf(status, false), ofCourier: pageOf(status, true) });
const PAGES = {
  all: pagesOf(),
  pending: pagesOf('pending'),
  collected: pagesOf('collected'),
  remitted: pagesOf('remitted'),
  failed: pagesOf('failed'),
  late: pagesOf('late'),
};

const createTimeFrom = query<{ time: number }>(
  { reads: ['shipments'] },
  'SELECT create_time AS time FROM shipments WHERE id >= ? ORDER BY id LIMIT 1',
);
const newestParcel = query<{ id: Id }>({ reads: ['shipments'] }, 'SELECT id FROM shipments ORDER BY id DESC LIMIT 1');

const MARGIN = 86_400_000; // a clock that is set back may give a later parcel an earlier time

/** An id that no parcel with an earlier creation time exceeds, by binary search: ids follow time. */
function firstParcelSince(db: Reader, time: number): Id {
  let [low, high] = [1, (db.get(newestParcel)?.id ?? 0) + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((db.get(createTimeFrom, middle)?.time ?? MAX_ID) < time + MARGIN) low = middle + 1;
    else high = middle;
  }
  return low as Id;
}

const MAX_ID = Number.MAX_SAFE_INTEGER;

/** Newest first. */
export function newestCodParcels(
  db: Reader,
  storeId: Id,
  { codStatus, shippingType, deliveredBefore, lateSince, before, limit }: CodPage,
): CodParcel[] {
  const end = lateSince === undefined ? MAX_ID : firstParcelSince(db, lateSince); // skips the parcels of the last days
  const values = {
    storeId,
    before: Math.min(before ?? MAX_ID, end),
    deliveredBefore: deliveredBefore ?? null,
    lateSince: lateSince ?? null,
    limit,
  };
  const { ofStore, ofCourier } = PAGES[lateSince === undefined ? (codStatus ?? 'all') : 'late'];
  const ids = shippingType === undefined ? db.all(ofStore, values) : db.all(ofCourier, { ...values, shippingType });
  return ids.map(({ id }) => codParcelById(db, id));
}

const RECIPIENTS = query<{ id: Id; name: string }>(
  { reads: ['addresses', 'orders'] },
  `SELECT o.id, substr(a.name, 1, ${MAX_LISTED_LENGTH}) AS name FROM json_each(?) c CROSS JOIN orders o ON o.id = c.value
   JOIN addresses a ON a.version = o.recipient_address`,
);

/** The recipients' names by order. */
export const recipientNames = (db: Reader, parcelList: readonly CodParcel[]): ReadonlyMap<Id, string> => {
  const orderIds = JSON.stringify(parcelList.map(({ orderId }) => orderId));
  return new Map(db.all(RECIPIENTS, orderIds).map(({ id, name }) => [id, name]));
};

/** COD that couriers have not collected or not paid out yet. */
interface OpenCodSum extends CodSum {
  codStatus: 'pending' | 'collected';
  /** Older parcels are not included. */
  hasMore: boolean;
}

const MAX_SUMMED = 5_000; // parcels: more would take longer than the page

const sumOf = (status: 'pending' | 'collected', ofCourier: boolean) => {
  const arms = armsOf(status).map(
    (arm) => `SELECT * FROM (${armText(arm, ofCourier, 's.cod_amount AS amount')}
      ORDER BY s.id DESC LIMIT @limit)`,
  );
  return query<{ count: number; amount: Money }>(
    { reads: COD_TABLES },
    `SELECT count(*) AS count, coalesce(sum(amount), 0) AS amount FROM (${arms.join(' UNION ALL ')} LIMIT @limit)`,
  );
};
const OPEN_SUMS = (['pending', 'collected'] as const).map((codStatus) => ({
  codStatus,
  ofStore: sumOf(codStatus, false),
  ofCourier: sumOf(codStatus, true),
}));

/** Open COD of all couriers, or of one. */
export const openCodSums = (db: Reader, storeId: Id, shippingType?: string): OpenCodSum[] =>
  OPEN_SUMS.map(({ codStatus, ofStore, ofCourier }) => {
    const values = { storeId, limit: MAX_SUMMED };
    const sum = (
      shippingType === undefined ? db.get(ofStore, values) : db.get(ofCourier, { ...values, shippingType })
    ) as { count: number; amount: Money };
    return { codStatus, ...sum, hasMore: sum.count === MAX_SUMMED };
  });
