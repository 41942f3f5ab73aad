import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Money } from '../../../lib/money.ts';
import type { CodStatus, ShipmentStatus } from '../states.ts';

/** A parcel, and what has become of what its courier collects. */
export interface CodParcel {
  shipmentId: Id;
  orderId: Id;
  orderNumber: number;
  shippingType: string;
  trackingNumber: string | null;
  status: ShipmentStatus;
  createTime: number;
  deliverTime: number | null;
  /** What it collects; null: nothing. */
  amount: Money | null;
  /** What is known of this parcel itself: paid out, delivered, or come back. */
  settled: Exclude<CodStatus, 'pending'> | null;
  /** The same, and where nothing is known of it, what is said of its order; null: the order is not COD. */
  codStatus: CodStatus | null;
  orderCodStatus: CodStatus | null;
  /** What all parcels of its order are to collect together. */
  orderCodAmount: Money | null;
  /** How much of it was paid out, when and by which remittance. */
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

// Written out once: a text put together at each call is looked up slowly.
const BY_ID = query<CodParcel>(
  { reads: ['orders', 'remittance_lines', 'remittances', 'shipments'] },
  `${PARCELS} WHERE shipmentId = ?`,
);
const OF_ORDER = query<CodParcel>(
  { reads: ['orders', 'remittance_lines', 'remittances', 'shipments'] },
  `${PARCELS} WHERE orderId = ? AND ${COLLECTING} ORDER BY shipmentId`,
);
const WITH_NUMBER = query<CodParcel>(
  { reads: ['orders', 'remittance_lines', 'remittances', 'shipments'] },
  `${PARCELS} WHERE trackingNumber = ? AND storeId = ? ORDER BY shipmentId DESC`,
);
const OF_REMITTANCE = query<CodParcel>(
  { reads: ['orders', 'remittance_lines', 'remittances', 'shipments'] },
  `${PARCELS} WHERE shipmentId IN (SELECT shipment_id FROM remittance_lines WHERE remittance_id = ?)
  ORDER BY shipmentId`,
);
const FOUND = `storeId = @storeId AND ${COLLECTING} AND (@codStatus IS NULL OR coalesce(settled, orderCodStatus) = @codStatus)
  AND (@shippingType IS NULL OR shippingType = @shippingType)
  AND (@deliveredBefore IS NULL OR deliverTime < @deliveredBefore)`;
const LIST = query<CodParcel>(
  { reads: ['orders', 'remittance_lines', 'remittances', 'shipments'] },
  `${PARCELS} WHERE ${FOUND} ORDER BY shipmentId DESC LIMIT @limit OFFSET @offset`,
);
const SUMS = query<CodSum>(
  { reads: ['orders', 'remittance_lines', 'remittances', 'shipments'] },
  `SELECT codStatus, count(*) AS count, sum(amount) AS amount FROM (${PARCELS}) WHERE ${FOUND} GROUP BY codStatus`,
);

/** The parcels of the order that collect and are not canceled. */
export const collectingParcels = (db: Reader, orderId: Id): CodParcel[] => db.all(OF_ORDER, orderId);

/** The store's parcels with this tracking number, newest first, canceled ones and those that collect nothing too. */
export const parcelsWithNumber = (db: Reader, storeId: Id, trackingNumber: string): CodParcel[] =>
  db.all(WITH_NUMBER, trackingNumber, storeId);

/** The parcel, which is there. */
export const codParcel = (db: Reader, id: Id): CodParcel => db.get(BY_ID, id) as CodParcel;

export const parcelsOfRemittance = (db: Reader, remittanceId: Id): CodParcel[] => db.all(OF_REMITTANCE, remittanceId);

export interface CodSearch {
  codStatus?: CodStatus | undefined;
  shippingType?: string | undefined;
  deliveredBefore?: number | undefined;
  limit: number;
  offset: number;
}

/** How many parcels there are of a COD status, and what they collect together. */
export interface CodSum {
  codStatus: CodStatus;
  count: number;
  amount: Money;
}

/** A store's parcels that collect, newest first, and what there is of each status on all pages. */
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
