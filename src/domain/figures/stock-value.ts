import type { Id } from '../../lib/ids.ts';
import { inMoney, type Money } from '../../lib/money.ts';
import type { PastStock } from '../stock/stock-history.ts';
import { inSteps, type Snapshot } from './snapshot.ts';

export interface StockValue {
  /** Quantity × cost of variants with a cost; undefined if it exceeds Money. */
  value: Money | undefined;
  pieces: number;
  /** Stock without a cost, not included above. */
  withoutCost: { variants: number; pieces: number };
}

type Sums = Record<'rough' | 'thousands' | 'remainder' | 'pieces' | 'variantsWithout' | 'piecesWithout', number>;

const NO_SUMS: Sums = { rough: 0, thousands: 0, remainder: 0, pieces: 0, variantsWithout: 0, piecesWithout: 0 };

const VARIANTS_PER_STEP = 500; // 1 to 2 ms

const NEWEST = 'SELECT coalesce(max(id), 0) AS id FROM variants';

const SUMS = `SELECT total(1.0 * onHand * cost) AS rough, coalesce(sum(onHand * cost / 1000), 0) AS thousands,
    coalesce(sum(onHand * cost % 1000), 0) AS remainder, coalesce(sum(onHand) FILTER (WHERE cost IS NOT NULL), 0) AS pieces,
    count(*) FILTER (WHERE cost IS NULL AND onHand > 0) AS variantsWithout,
    coalesce(sum(onHand) FILTER (WHERE cost IS NULL), 0) AS piecesWithout
  FROM (SELECT v.cost, sum(max(s.on_hand, 0)) AS onHand
        FROM variants v CROSS JOIN products p ON p.id = v.product_id CROSS JOIN current_stock s ON s.variant_id = v.id
        WHERE v.id > @after AND v.id <= @upTo AND +v.store_id = @storeId AND v.delete_time IS NULL AND p.delete_time IS NULL
        GROUP BY v.id)`;

/** Without bundles and deleted variants. Negative stock counts as zero. */
export async function stockValue(snapshot: Snapshot, storeId: Id): Promise<StockValue> {
  let sums = NO_SUMS;
  await inSteps(stepsOf(snapshot, storeId), (step) => {
    sums = sumOf(sums, step);
  });
  const { rough, thousands, remainder, pieces, variantsWithout, piecesWithout } = sums;
  return {
    value: rough < Number.MAX_SAFE_INTEGER ? inMoney(thousands * 1_000 + remainder) : undefined,
    pieces,
    withoutCost: { variants: variantsWithout, pieces: piecesWithout },
  };
}

function* stepsOf(snapshot: Snapshot, storeId: Id): Generator<Sums> {
  const newest = snapshot.prepare<{ id: Id }>(NEWEST)({})[0]?.id ?? 0;
  const sumsAfter = snapshot.prepare<Sums>(SUMS);
  for (let after = 0; after < newest; after += VARIANTS_PER_STEP)
    yield* sumsAfter({ storeId, after, upTo: after + VARIANTS_PER_STEP });
}

const sumOf = (a: Sums, b: Sums): Sums =>
  Object.fromEntries(Object.entries(a).map(([name, sum]) => [name, sum + b[name as keyof Sums]])) as Sums;

/** The value of the stock at a past time, by the same rules. */
export function pastStockValue(rows: readonly PastStock[]): StockValue {
  const inStock = rows.filter(({ onHand }) => onHand > 0);
  const [priced, others] = [inStock.filter(({ cost }) => cost !== null), inStock.filter(({ cost }) => cost === null)];
  const pieces = (of: readonly PastStock[]) => of.reduce((sum, { onHand }) => sum + onHand, 0);
  return {
    value: inMoney(priced.reduce((sum, { onHand, cost }) => sum + onHand * (cost ?? 0), 0)),
    pieces: pieces(priced),
    withoutCost: { variants: new Set(others.map(({ variantId }) => variantId)).size, pieces: pieces(others) },
  };
}
