import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';
import { type Goods, receive } from '../stock/goods.ts';
import { withKnownCosts } from '../stock/known-costs.ts';
import { changeVariant } from './edit.ts';

/**
 * Receives purchased goods and sets the cost of each variant to the cost of its line, the last of several.
 *
 * @returns the document
 *
 * @throws what `receive` throws
 */
export function purchase(tx: WriteTx, goods: Goods, now: number): Id {
  const documentId = receive(tx, { ...goods, kind: 'purchase' }, now);
  keepCosts(tx, goods, now);
  return documentId;
}

/**
 * The same with optional costs: a line without one has the variant's cost, or zero, and does not change it.
 */
export function purchaseAtKnownCosts(tx: WriteTx, goods: Goods, now: number): Id {
  const lines = withKnownCosts(tx, goods.lines);
  const documentId = receive(tx, { ...goods, kind: 'purchase', lines }, now);
  keepCosts(tx, goods, now);
  return documentId;
}

function keepCosts(tx: WriteTx, { lines }: Goods, now: number): void {
  for (const { variantId, cost } of lines) if (cost !== undefined) changeVariant(tx, variantId, { cost }, now);
}
