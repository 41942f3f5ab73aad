import type { Database } from '../../db/database.ts';
import type { Id } from '../../lib/ids.ts';
import { inMoney, type Money } from '../../lib/money.ts';

/** What a store's stock has cost. */
export interface StockValue {
  /** On hand × cost of all variants that have a cost; undefined beyond what Money holds. */
  value: Money | undefined;
  pieces: number;
  /** What is on hand without a cost, and is in neither of the above. */
  withoutCost: { variants: number; pieces: number };
}

type Row = Record<'rough' | 'thousands' | 'rest' | 'pieces' | 'variantsWithout' | 'piecesWithout', number>;

/** Bundles and pulled variants keep no stock; what is below zero is worth nothing. */
export function stockValue(db: Database, storeId: Id): StockValue {
  const row = db.get<Row>(
    `SELECT total(1.0 * onHand * cost) AS rough, coalesce(sum(onHand * cost / 1000), 0) AS thousands,
       coalesce(sum(onHand * cost % 1000), 0) AS rest, coalesce(sum(onHand) FILTER (WHERE cost IS NOT NULL), 0) AS pieces,
       count(*) FILTER (WHERE cost IS NULL AND onHand > 0) AS variantsWithout,
       coalesce(sum(onHand) FILTER (WHERE cost IS NULL), 0) AS piecesWithout
     FROM (SELECT v.cost, sum(max(s.on_hand, 0)) AS onHand
           FROM variants v JOIN products p ON p.id = v.product_id JOIN current_stock s ON s.variant_id = v.id
           WHERE v.store_id = ? AND v.delete_time IS NULL AND p.delete_time IS NULL
           GROUP BY v.id)`,
    storeId,
  ) as Row;
  const { rough, thousands, rest, pieces } = row;
  return {
    value: rough < Number.MAX_SAFE_INTEGER ? inMoney(thousands * 1_000 + rest) : undefined,
    pieces,
    withoutCost: { variants: row.variantsWithout, pieces: row.piecesWithout },
  };
}
