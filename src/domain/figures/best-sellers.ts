import type { Id } from '../../lib/ids.ts';
import type { Money } from '../../lib/money.ts';
import { type NamedVariant, VARIANT_NAME_COLUMNS } from '../variants.ts';
import { IS_NOT_AGGREGATED } from './sales.ts';
import { inSteps, type Snapshot } from './snapshot.ts';

export interface Sold {
  variantId: Id;
  pieces: number;
  /** Sum of order lines, without fees and discounts of orders. */
  amount: Money;
}

export type BestSeller = NamedVariant & Sold;

interface BestSellersQuery {
  storeId: Id;
  /** Days from `first` to before `end`, as in `bangkokDay`. */
  first: number;
  end: number;
  limit: number;
}

const ROWS_PER_DAY = 64; // limit of one step, so that thirty days take about a millisecond

/** The variants with the most units sold in the period. Bundles are not split into parts. */
export async function bestSellers(snapshot: Snapshot, search: BestSellersQuery): Promise<BestSeller[]> {
  const best = await topSellers(snapshot, search);
  const sold = new Map(best.map((variant) => [variant.variantId, variant]));
  const named = snapshot.prepare<NamedVariant>(NAMES)({ ids: JSON.stringify([...sold.keys()]) });
  return named.map((variant) => ({ ...variant, ...(sold.get(variant.variantId) as Sold) }));
}

const NAMES = `SELECT ${VARIANT_NAME_COLUMNS} FROM json_each(@ids) c CROSS JOIN variants v ON v.id = c.value
  JOIN products p ON p.id = v.product_id ORDER BY c.key`;

async function topSellers(snapshot: Snapshot, { storeId, first, end, limit }: BestSellersQuery): Promise<Sold[]> {
  let best: Sold[] = [];
  await inSteps(soldInSteps(snapshot, { storeId, first, end, limit }), (sold) => {
    best = [...best, ...sold].sort(byPieces).slice(0, limit);
  });
  return best;
}

/** The best sellers of one range of variant ids after another. */
function* soldInSteps(
  snapshot: Snapshot,
  span: Record<'storeId' | 'first' | 'end' | 'limit', number>,
): Generator<Sold[]> {
  const notAggregated = snapshot.prepare<Sold>(NOT_AGGREGATED)(span);
  yield []; // the next step runs in its own turn of the event loop
  const nextAfter = snapshot.prepare<{ id: Id | null }>(NEXT_STEP);
  const soldIn = snapshot.prepare<Sold>(SOLD);
  for (let from = 0; from < Number.MAX_SAFE_INTEGER; ) {
    const to = nextAfter({ ...span, from })[0]?.id ?? Number.MAX_SAFE_INTEGER;
    const rowsOfStep = notAggregated.filter(({ variantId }) => variantId >= from && variantId < to);
    yield soldIn({ ...span, from, to, notAggregated: JSON.stringify(rowsOfStep) });
    from = to;
  }
}

const byPieces = (a: Sold, b: Sold): number => b.pieces - a.pieces || b.amount - a.amount || a.variantId - b.variantId;

/** Orders that are not in the daily sums yet. */
const NOT_AGGREGATED = `SELECT l.variant_id AS variantId, sum(l.qty) AS pieces, sum(l.amount) AS amount
  FROM orders o CROSS JOIN order_lines l ON l.order_id = o.id
  WHERE ${IS_NOT_AGGREGATED} AND l.delete_time IS NULL GROUP BY l.variant_id`;

const DAYS = `WITH RECURSIVE days (day) AS (SELECT @first UNION ALL SELECT day + 1 FROM days WHERE day + 1 < @end)`;

const NEXT_STEP = `${DAYS}
  SELECT min((SELECT s.variant_id FROM variant_sales_by_day s WHERE s.store_id = @storeId AND s.day = d.day
    AND s.variant_id >= @from ORDER BY s.variant_id LIMIT 1 OFFSET ${ROWS_PER_DAY})) AS id FROM days d`;

const SOLD = `${DAYS}
  SELECT variantId, sum(pieces) AS pieces, sum(amount) AS amount FROM (
    SELECT s.variant_id AS variantId, s.pieces, s.amount FROM days d CROSS JOIN variant_sales_by_day s
      ON s.store_id = @storeId AND s.day = d.day AND s.variant_id >= @from AND s.variant_id < @to
    UNION ALL SELECT json_extract(value, '$.variantId'), json_extract(value, '$.pieces'), json_extract(value, '$.amount')
    FROM json_each(@notAggregated))
  GROUP BY variantId HAVING sum(pieces) > 0 ORDER BY sum(pieces) DESC, sum(amount) DESC, variantId LIMIT @limit`;
