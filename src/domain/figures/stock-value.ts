import type { Id } from '../../lib/ids.ts';
import { inMoney, type Money } from '../../lib/money.ts';
import { inSteps, type Snapshot } from './snapshot.ts';

export interface StockValue {
  /** Quantity × cost of variants with a cost; undefined if it exceeds Money. */
  value: Money | undefined;
  pieces: number;
  /** Stock without a cost, not included above. */
  withoutCost: { variants: number; pieces: number };
}

type Sums = Record<'rough' | 'thousands' | 'rest' | 'pieces' | 'variantsWithout' | 'piecesWithout', number>;

const NOTHING: Sums = { rough: 0, thousands: 0, rest: 0, pieces: 0, variantsWithout: 0, piecesWithout: 0 };

const VARIANTS_A_STEP = 500; // one or two milliseconds' work

const NEWEST = 'SELECT coalesce(max(id), 0) AS id FROM variants';

const SUMS = `SELECT total(1.0 * onHand * cost) AS rough, coalesce(sum(onHand * cost / 1000), 0) AS thousands,
    coalesce(sum(onHand * cost % 1000), 0) AS rest, coalesce(sum(onHand) FILTER (WHERE cost IS NOT NULL), 0) AS pieces,
    count(*) FILTER (WHERE cost IS NULL AND onHand > 0) AS variantsWithout,
    coalesce(sum(onHand) FILTER (WHERE cost IS NULL), 0) AS piecesWithout
  FROM (SELECT v.cost, sum(max(s.on_hand, 0)) AS onHand
        FROM variants v CROSS JOIN products p ON p.id = v.product_id CROSS JOIN current_stock s ON s.variant_id = v.id
        WHERE v.id > @after AND v.id <= @upTo AND +v.store_id = @storeId AND v.delete_time IS NULL AND p.delete_time IS NULL
        GROUP BY v.id)`;

/** Without bundles and deleted variants. Negative stock counts as zero. */
export async function stockValue(snapshot: Snapshot, storeId: Id): Promise<StockValue> {
  let sums = NOTHING;
  await inSteps(stepsOf(snapshot, storeId), (step) => {
    sums = sumOf(sums, step);
  });
  const { rough, thousands, rest, pieces, variantsWithout, piecesWithout } = sums;
  return {
    value: rough < Number.MAX_SAFE_INTEGER ? inMoney(thousands * 1_000 + rest) : undefined,
    pieces,
    withoutCost: { variants: variantsWithout, pieces: piecesWithout },
  };
}

function* stepsOf(snapshot: Snapshot, storeId: Id): Generator<Sums> {
  const newest = snapshot.asking<{ id: Id }>(NEWEST)({})[0]?.id ?? 0;
  const sumsAfter = snapshot.asking<Sums>(SUMS);
  for (let after = 0; after < newest; after += VARIANTS_A_STEP)
    yield* sumsAfter({ storeId, after, upTo: after + VARIANTS_A_STEP });
}

const sumOf = (one: Sums, other: Sums): Sums =>
  Object.fromEntries(Object.entries(one).map(([name, sum]) => [name, sum + other[name as keyof Sums]])) as Sums;
