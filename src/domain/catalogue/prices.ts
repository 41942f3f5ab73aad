import { command } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';
import type { Money } from '../../lib/money.ts';

// The only writer of prices.

/** The prices, by price tier, with some changed; one that is changed to null goes. */
export function changedPrices(
  prices: ReadonlyMap<Id, Money>,
  changes: ReadonlyMap<Id, Money | null>,
): ReadonlyMap<Id, Money> {
  const all = new Map<Id, Money | null>([...prices, ...changes]);
  return new Map([...all].flatMap(([tierId, price]) => (price === null ? [] : [[tierId, price]])));
}

const deletePrice = command(
  { writes: ['prices'] },
  'DELETE FROM prices WHERE variant_id = ? AND price_tier_id NOT IN (SELECT value FROM json_each(?))',
);

const insertPrice = command(
  { writes: ['prices'] },
  `INSERT INTO prices (variant_id, price_tier_id, price) VALUES (?, ?, ?)
   ON CONFLICT (variant_id, price_tier_id) DO UPDATE SET price = excluded.price WHERE price <> excluded.price`,
);

/** Makes these, by price tier, all the prices there are. Whether any is another than before. */
export function replacePrices(tx: WriteTx, variantId: Id, prices: ReadonlyMap<Id, Money>): boolean {
  let changes = tx.run(deletePrice, variantId, JSON.stringify([...prices.keys()]));
  for (const [tierId, price] of prices) changes += tx.run(insertPrice, variantId, tierId, price);
  return changes > 0;
}
