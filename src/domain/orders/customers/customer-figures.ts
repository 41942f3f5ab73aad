import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Money } from '../../../lib/money.ts';

/** Sums over orders of a customer. */
export interface CustomerFigures extends ParcelFigures {
  /** Canceled or expired. */
  canceled: number;
  /** Received from the customer, and COD that a courier collected. */
  paid: Money;
  refunded: Money;
}

/** Parcels that were handed to a courier. */
export interface ParcelFigures {
  parcels: number;
  /** With COD. */
  codParcels: number;
  codDelivered: number;
  /** COD parcels that came back or are on their way back, or whose COD failed. */
  codRefused: number;
  /** Other parcels that came back or are on their way back. */
  returned: number;
}

const money = query<Pick<CustomerFigures, 'canceled' | 'paid' | 'refunded'>>(
  { reads: ['customer_orders', 'orders', 'payments'] },
  `SELECT count(iif(o.status IN ('canceled', 'expired'), 1, NULL)) AS canceled,
     coalesce(sum(c.spent), 0) + coalesce(sum(p.refunded), 0) AS paid, coalesce(sum(p.refunded), 0) AS refunded
   FROM (SELECT wanted.value AS id, (SELECT sum(refunded) FROM payments
       WHERE order_id = wanted.value AND status IN ('confirmed', 'refunded')) AS refunded FROM json_each(?) wanted) p
   CROSS JOIN orders o ON o.id = p.id LEFT JOIN customer_orders c ON c.order_id = p.id`,
);

const parcels = query<ParcelFigures>(
  { reads: ['orders', 'shipments'] },
  `WITH sent AS (SELECT s.cod_amount IS NOT NULL AS isCod, s.status,
       s.status IN ('returning', 'returned') OR (s.cod_amount IS NOT NULL AND o.cod_status = 'failed') AS cameBack
     FROM json_each(?) wanted CROSS JOIN orders o ON o.id = wanted.value CROSS JOIN shipments s ON s.order_id = o.id
     WHERE s.status NOT IN ('booked', 'canceled'))
   SELECT count(*) AS parcels, coalesce(sum(isCod), 0) AS codParcels,
     coalesce(sum(isCod AND NOT cameBack AND status = 'delivered'), 0) AS codDelivered,
     coalesce(sum(isCod AND cameBack), 0) AS codRefused, coalesce(sum(NOT isCod AND cameBack), 0) AS returned FROM sent`,
);

/** Orders of a customer whose parcels are counted, newest first: a placeholder number may have very many. */
export const MAX_COUNTED_ORDERS = 200;

export const parcelFigures = (db: Reader, orders: readonly Id[]): ParcelFigures =>
  db.get(parcels, JSON.stringify(orders)) as ParcelFigures;

export const customerFigures = (db: Reader, orders: readonly Id[]): CustomerFigures => ({
  ...(db.get(money, JSON.stringify(orders)) as Pick<CustomerFigures, 'canceled' | 'paid' | 'refunded'>),
  ...parcelFigures(db, orders),
});

/** Origins of the orders of a customer. */
export interface CustomerChannel {
  /** Channel of a partner; null: entered in the office. */
  channelName: string | null;
  salesChannel: string | null;
  orders: number;
}

const channels = query<CustomerChannel>(
  { reads: ['channels', 'orders'] },
  `SELECT n.name AS channelName, o.sales_channel AS salesChannel, count(*) AS orders
   FROM json_each(?) wanted CROSS JOIN orders o ON o.id = wanted.value LEFT JOIN channels n ON n.id = o.channel_id
   GROUP BY o.channel_id, o.sales_channel ORDER BY orders DESC`,
);

export const channelsOfOrders = (db: Reader, orders: readonly Id[]): CustomerChannel[] =>
  db.all(channels, JSON.stringify(orders));
