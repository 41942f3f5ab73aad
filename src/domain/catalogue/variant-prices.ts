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

const upsertPrice = command(
  { writes: ['prices'] },
  `INSERT INTO prices (variant_id, price_tier_id, price) VALUES (?, ?, ?)
   ON CONFLICT (variant_id, price_tier_id) DO UPDATE SET price = excluded.price WHERE price <> excluded.price`,
);

/** Replaces all prices of the variant. @returns whether a price changed */
export function replacePrices(tx: WriteTx, variantId: Id, prices: ReadonlyMap<Id, Money>): boolean {
  let changes = tx.run(deleteOtherPrices, variantId, JSON.stringify([...prices.keys()]));
  for (const [tierId, price] of prices) changes += tx.run(upsertPrice, variantId, tierId, price);
  return changes > 0;
}
