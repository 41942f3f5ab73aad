import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { Id } from '../../lib/ids.ts';
import type { Money } from '../../lib/money.ts';

/** How many parcels there are, and what they collect together. */
export interface CodSum {
  parcels: number;
  amount: Money;
}

export interface OpenCod {
  /** Booked or on their way. */
  toCollect: CodSum;
  /** Their couriers have the money and have not paid it out. */
  toRemit: CodSum;
}

type Row = Record<'toCollect' | 'toCollectAmount' | 'toRemit' | 'toRemitAmount', number>;

const selectCod = query<Row>(
  { reads: ['orders', 'shipments'] },
  `SELECT count(*) FILTER (WHERE cod = 'pending') AS toCollect, count(*) FILTER (WHERE cod = 'collected') AS toRemit,
     coalesce(sum(amount) FILTER (WHERE cod = 'pending'), 0) AS toCollectAmount,
     coalesce(sum(amount) FILTER (WHERE cod = 'collected'), 0) AS toRemitAmount
   FROM (SELECT iif(s.status = 'delivered', 'collected', o.cod_status) AS cod, s.cod_amount AS amount
         FROM shipments s CROSS JOIN orders o ON o.id = s.order_id
         WHERE s.cod_amount IS NOT NULL AND s.paid_out = 0 AND s.status NOT IN ('returned', 'canceled')
           AND o.store_id = ?)`,
);

/** Of the store's parcels, what `listCodParcels` has as pending and as collected; only open ones are looked at. */
export function openCod(db: Reader, storeId: Id): OpenCod {
  // CROSS: or all orders of the store are gone through for the few that have such parcels
  const row = db.get(selectCod, storeId) as Row;
  return {
    toCollect: { parcels: row.toCollect, amount: row.toCollectAmount as Money },
    toRemit: { parcels: row.toRemit, amount: row.toRemitAmount as Money },
  };
}
