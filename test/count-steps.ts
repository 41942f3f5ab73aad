import type { WriteTx } from '../src/db/write-tx.ts';
import { type Counted, finishApplyingCounts } from '../src/domain/stock/count-lines.ts';
import { commitCount, enterCounts, startCount } from '../src/domain/stock/counts.ts';
import type { Id } from '../src/lib/ids.ts';
import { documentDefaults, runStep, variantId } from './stock-steps.ts';
import type { Shop } from './support.ts';

export const counted = (shop: Shop, qtys: Record<string, number>): Counted[] =>
  Object.entries(qtys).map(([key, qty]) => ({ variantId: variantId(shop, key), counted: qty }));

/** A sheet for Bangkok, where there are 20 beans, 10 cups and one kit. */
export async function openSheet(shop: Shop, qtys: Record<string, number> = {}): Promise<Id> {
  const id = await runStep(shop, (tx, now) => startCount(tx, documentDefaults(shop), now));
  if (Object.keys(qtys).length > 0) await enter(shop, id, qtys);
  return id;
}

export const enter = (shop: Shop, id: Id, qtys: Record<string, number>) =>
  runStep(shop, (tx) => enterCounts(tx, id, counted(shop, qtys)));

/** Commits the sheet and applies its lines, as a command does. */
export function commitAndApply(tx: WriteTx, id: Id, now: number): void {
  commitCount(tx, id, now);
  finishApplyingCounts(tx, now);
}
