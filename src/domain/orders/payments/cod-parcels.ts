import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Money } from '../../../lib/money.ts';
import type { CodStatus, ShipmentStatus } from '../states.ts';

/** A parcel and the state of its COD. */
export interface CodParcel {
  shipmentId: Id;
  orderId: Id;
  orderNumber: number;
  shippingType: string;
  trackingNumber: string | null;
  status: ShipmentStatus;
  createTime: number;
  deliverTime: number | null;
  /** Null: nothing is collected. */
  amount: Money | null;
  /** The state of the parcel itself: paid out, delivered or returned. */
  settled: Exclude<CodStatus, 'pending'> | null;
  /** `settled`, or the status of the order; null: the order is not COD. */
  codStatus: CodStatus | null;
  orderCodStatus: CodStatus | null;
  /** To be collected by all parcels of the order. */
  orderCodAmount: Money | null;
  /** Paid out by this remittance. */
  paid: Money | null;
  remittanceId: Id | null;
  remitTime: number | null;
}

const PARCELS = `SELECT *, coalesce(settled, orderCodStatus) AS codStatus FROM (
  SELECT s.id AS shipmentId, s.order_id AS orderId, o.order_number AS orderNumber, o.store_id AS storeId,
    s.shipping_type AS shippingType, s.tracking_number AS trackingNumber, s.status, s.create_time AS createTime,
    s.deliver_time AS deliverTime,
    s.cod_amount AS amount, o.cod_status AS orderCodStatus, o.cod_amount AS orderCodAmount, l.amount AS paid, l.remittance_id AS remittanceId,
    r.create_time AS remitTime,
    CASE WHEN l.shipment_id IS NOT NULL THEN 'remitted' WHEN s.status = 'delivered' THEN 'collected'
      WHEN s.status = 'returned' THEN 'failed' END AS settled
  FROM shipments s JOIN orders o ON o.id = s.order_id LEFT JOIN remittance_lines l ON l.shipment_id = s.id
  LEFT JOIN remittances r ON r.id = l.remittance_id)`;

const COLLECTING = `amount IS NOT NULL AND status <> 'canceled'`;

const parcels = <Row = CodParcel>(sql: string) =>
  query<Row>({ reads: ['orders', 'remittance_lines', 'remittances', 'shipments'] }, sql);

const BY_ID = parcels(`${PARCELS} WHERE shipmentId = ?`);
const OF_ORDER = parcels(`${PARCELS} WHERE orderId = ? AND ${COLLECTING} ORDER BY shipmentId`);
const WITH_NUMBER = parcels(`${PARCELS} WHERE trackingNumber = ? AND storeId = ? ORDER BY shipmentId DESC`);
const OF_REMITTANCE =
  parcels(`${PARCELS} WHERE shipmentId IN (SELECT shipment_id FROM remittance_lines WHERE remittance_id = ?)
  ORDER BY shipmentId`);
const FOUND = `storeId = @storeId AND ${COLLECTING} AND (@codStatus IS NULL OR coalesce(settled, orderCodStatus) = @codStatus)
  AND (@shippingType IS NULL OR shippingType = @shippingType)
  AND (@deliveredBefore IS NULL OR deliverTime < @deliveredBefore)`;
const LIST = parcels(`${PARCELS} WHERE ${FOUND} ORDER BY shipmentId DESC LIMIT @limit OFFSET @offset`);
const SUMS = parcels<CodSum>(
  `SELECT codStatus, count(*) AS count, sum(amount) AS amount FROM (${PARCELS}) WHERE ${FOUND} GROUP BY codStatus`,
);

/** Parcels that collect and are not canceled. */
export const collectingParcels = (db: Reader, orderId: Id): CodParcel[] => db.all(OF_ORDER, orderId);

/** Newest first, including canceled ones and those that collect nothing. */
export const parcelsWithNumber = (db: Reader, storeId: Id, trackingNumber: string): CodParcel[] =>
  db.all(WITH_NUMBER, trackingNumber, storeId);

export const codParcel = (db: Reader, id: Id): CodParcel => db.get(BY_ID, id) as CodParcel;

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
