import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import type { WriteTx } from '../../../db/write-tx.ts';
import type { Id } from '../../../lib/ids.ts';
import { stockOfVariants } from '../../stock/stock-levels.ts';
import { listStores } from '../../stores.ts';
import { existingVariant, followersOf } from '../../variants.ts';
import type { AlertSubscriber } from '../choices.ts';
import { addFact, factAbout } from '../facts.ts';
import { moveTo, positionOf } from '../positions.ts';
import { reportedProblems, reportProblem, resolveProblem } from '../reported-problems.ts';

const MOVEMENTS_AT_ONCE = 500;

const newMovements = query<{ variantId: Id; last: number }>(
  { reads: ['stock_ledger'] },
  `SELECT variant_id AS variantId, max(id) AS last
   FROM (SELECT id, variant_id FROM stock_ledger WHERE id > +? ORDER BY id LIMIT ${MOVEMENTS_AT_ONCE})
   GROUP BY variant_id`,
);

/**
 * Compares the variants whose stock moved with their thresholds. A variant is reported when it falls to its threshold,
 * and again after it was above.
 */
export function readMovements(tx: WriteTx, subscribers: readonly AlertSubscriber[], now: number): void {
  const moved = tx.all(newMovements, positionOf(tx, 'stock_ledger'));
  if (moved.length === 0) return;
  const stores = new Set(listStores(tx).map(({ id }) => id));
  const reported = reportedProblems(tx, 'low_stock');
  const shown = moved.flatMap(({ variantId }) => showingStockOf(tx, variantId));
  for (const { id, storeId, isLow } of levels(tx, shown)) {
    if (!isLow && reported.has(id)) resolveProblem(tx, 'low_stock', id);
    if (isLow && stores.has(storeId) && reportProblem(tx, 'low_stock', id, now))
      addFact(tx, subscribers, factAbout('low_stock', storeId, id), now);
  }
  moveTo(tx, 'stock_ledger', Math.max(...moved.map(({ last }) => last)));
}

/** The variant, those pulled from it, and the bundles that contain it. */
function showingStockOf(db: Reader, id: Id): Id[] {
  const { pulled, bundles } = followersOf(db, id);
  return [id, ...pulled, ...bundles, ...bundles.flatMap((bundle) => followersOf(db, bundle).pulled)];
}

interface Watched {
  id: Id;
  storeId: Id;
  threshold: number;
}

const withThreshold = query<Watched>(
  { reads: ['products', 'variants'] },
  `SELECT v.id, v.store_id AS storeId, v.low_stock_threshold AS threshold
   FROM json_each(?) wanted CROSS JOIN variants v ON v.id = wanted.value CROSS JOIN products p ON p.id = v.product_id
   WHERE v.low_stock_threshold IS NOT NULL AND v.delete_time IS NULL AND p.delete_time IS NULL`,
);

function levels(db: Reader, ids: readonly Id[]): (Watched & { isLow: boolean })[] {
  const watched = db.all(withThreshold, JSON.stringify([...new Set(ids)]));
  if (watched.length === 0) return [];
  const stock = stockOfVariants(
    db,
    watched.map(({ id }) => existingVariant(db, id)),
  );
  return watched.map((variant) => {
    const { onHand, reserved } = stock.get(variant.id)?.total ?? { onHand: 0, reserved: 0 };
    return { ...variant, isLow: onHand - reserved <= variant.threshold };
  });
}
