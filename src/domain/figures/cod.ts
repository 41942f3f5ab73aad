import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { Id } from '../../lib/ids.ts';
import type { Money } from '../../lib/money.ts';

export interface CodSum {
  parcels: number;
  amount: Money;
}

export interface OpenCod {
  /** Booked or in transit. */
  toCollect: CodSum;
  /** Collected and not paid out. */
  toRemit: CodSum;
}

type Row = Record<'toCollect' | 'toCollectAmount' | 'toRemit' | 'toRemitAmount', number>;

const openCodOfStore = query<Row>(
  { reads: ['orders', 'shipments'] },
  `SELECT count(*) FILTER (WHERE cod = 'pending') AS toCollect, count(*) FILTER (WHERE cod = 'collected') AS toRemit,
     coalesce(sum(amount) FILTER (WHERE cod = 'pending'), 0) AS toCollectAmount,
     coalesce(sum(amount) FILTER (WHERE cod = 'collected'), 0) AS toRemitAmount
   FROM (SELECT iif(s.status = 'delivered', 'collected', o.cod_status) AS cod, s.cod_amount AS amount
         FROM shipments s CROSS JOIN orders o ON o.id = s.order_id
         WHERE s.cod_amount IS NOT NULL AND s.paid_out = 0 AND s.status NOT IN ('returned', 'canceled')
           AND o.store_id = ?)`,
);

/** Sums of `listCodParcels` with status pending and collected. Only open parcels are read. */
export function openCod(db: Reader, storeId: Id): OpenCod {
  // CROSS: otherwise SQLite scans all orders of the store
  const row = db.get(openCodOfStore, storeId) as Row;
  return {
    toCollect: { parcels: row.toCollect, amount: row.toCollectAmount as Money },
    toRemit: { parcels: row.toRemit, amount: row.toRemitAmount as Money },
  };
}
