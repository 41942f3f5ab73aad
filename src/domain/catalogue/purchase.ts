import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';
import { type Goods, receive } from '../stock/goods.ts';
import { withKnownCosts } from '../stock/known-costs.ts';
import { changeVariant } from './edit.ts';

/**
 * Receives goods that were bought: what a piece of them cost is from now on the cost of its variant; of several lines
 * with the same variant the last one counts. Answers the document.
 *
 * @throws what `receive` throws
 */
export function purchase(tx: WriteTx, goods: Goods, now: number): Id {
  const documentId = receive(tx, { ...goods, kind: 'purchase' }, now);
  keepCosts(tx, goods, now);
  return documentId;
}

/**
 * The same where a cost may be left out: the line then has the one that its variant has had, zero where there is none,
 * and leaves it as it is.
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
