import { command } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';
import type { Money } from '../../lib/money.ts';

// The only writer of prices.

/** The prices by tier with changes applied; null removes a price. */
export function changedPrices(
  prices: ReadonlyMap<Id, Money>,
  changes: ReadonlyMap<Id, Money | null>,
): ReadonlyMap<Id, Money> {
  const all = new Map<Id, Money | null>([...prices, ...changes]);
  return new Map([...all].flatMap(([tierId, price]) => (price === null ? [] : [[tierId, price]])));
}

const deleteOtherPrices = command(
  { writes: ['prices'] },
  'DELETE FROM prices WHERE variant_id = ? AND price_tier_id NOT IN (SELECT value FROM json_each(?))',
);

/** One statement, because a variant may have a price in each of many tiers. */
const upsertPrices = command(
  { writes: ['prices'] },
  `INSERT INTO prices (variant_id, price_tier_id, price)
   SELECT ?, value ->> 0, value ->> 1 FROM json_each(?) WHERE true
   ON CONFLICT (variant_id, price_tier_id) DO UPDATE SET price = excluded.price WHERE price <> excluded.price`,
);

/** Replaces all prices of the variant. @returns whether a price changed */
export function replacePrices(tx: WriteTx, variantId: Id, prices: ReadonlyMap<Id, Money>): boolean {
  const deleted = tx.run(deleteOtherPrices, variantId, JSON.stringify([...prices.keys()]));
  return tx.run(upsertPrices, variantId, JSON.stringify([...prices])) + deleted > 0;
}
