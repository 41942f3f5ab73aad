import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Money } from '../../../lib/money.ts';

/** The payout that paid for a parcel. */
export interface ParcelPayout {
  receiveTime: number;
  note: string | null;
  /** The fee of the whole payout, at its first parcel only, so that the fees of all parcels can be added. */
  fee: Money | null;
}

const PAYOUTS = query<ParcelPayout & { shipmentId: Id }>(
  { reads: ['remittance_lines', 'remittances'] },
  `SELECT l.shipment_id AS shipmentId, m.receive_time AS receiveTime, m.note,
     iif(l.payment_id = (SELECT f.payment_id FROM remittance_lines f
       WHERE f.remittance_id = m.id AND f.undo_time IS NULL ORDER BY f.payment_id LIMIT 1), m.fee, NULL) AS fee
   FROM json_each(?) c CROSS JOIN remittance_lines l ON l.shipment_id = c.value AND l.undo_time IS NULL
   CROSS JOIN remittances m ON m.id = l.remittance_id`,
);

/** By parcel. */
export const payoutsOfParcels = (db: Reader, shipmentIds: readonly Id[]): ReadonlyMap<Id, ParcelPayout> =>
  new Map(db.all(PAYOUTS, JSON.stringify(shipmentIds)).map(({ shipmentId, ...payout }) => [shipmentId, payout]));

/** COD amounts of the paid-out parcels of an order, and what couriers paid for them. */
interface CodPaidOut {
  expected: Money;
  paid: Money;
}

const PAID_OUT = query<CodPaidOut>(
  { reads: ['remittance_lines', 'shipments'] },
  `SELECT coalesce(sum(s.cod_amount), 0) AS expected, coalesce(sum(l.amount), 0) AS paid
   FROM shipments s CROSS JOIN remittance_lines l ON l.shipment_id = s.id AND l.undo_time IS NULL
   WHERE s.order_id = ? AND s.cod_amount IS NOT NULL`,
);

export const codPaidOut = (db: Reader, orderId: Id): CodPaidOut => db.get(PAID_OUT, orderId) as CodPaidOut;
