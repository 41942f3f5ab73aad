import type { WriteTx } from '../src/db/write-tx.ts';
import { finishApplyingCounts } from '../src/domain/stock/count-lines.ts';
import { commitCount, enterCounts, startCount } from '../src/domain/stock/counts.ts';
import type { Id } from '../src/lib/ids.ts';
import { announcedBy, documentDefaults, variantId } from './stock-steps.ts';
import type { Shop } from './support.ts';

/** Commits a count sheet of the warehouse in Bangkok without announcing it. */
export function commitCounts(shop: Shop, tx: WriteTx, counted: readonly (readonly [Id, number])[]): Id {
  const now = shop.now();
  const id = startCount(tx, documentDefaults(shop), now);
  enterCounts(
    tx,
    id,
    counted.map(([variantId, qty]) => ({ variantId, counted: qty })),
  );
  commitCount(tx, id, now);
  return id;
}

/** Pairs of variant id and quantity. */
export const countsByVariant = (shop: Shop, qtys: Record<string, number>) =>
  Object.entries(qtys).map(([key, qty]) => [variantId(shop, key), qty] as const);

/** Commits and applies a count. @returns the announced items */
export const announceCount = (shop: Shop, qtys: Record<string, number>) =>
  announcedBy(shop, (tx, now) => {
    commitCounts(shop, tx, countsByVariant(shop, qtys));
    finishApplyingCounts(tx, now);
  });
