import type { Database } from '../../db/database.ts';
import type { Id } from '../../lib/ids.ts';
import { type Goods, receive } from '../stock/goods.ts';
import { changeVariant } from './edit.ts';

/**
 * Receives goods that were bought: what a piece of them cost is from now on the cost of its variant; of several lines
 * with the same variant the last one counts. Answers the document.
 *
 * @throws what `receive` throws
 */
export function purchase(db: Database, goods: Goods, now: number): Id {
  const documentId = receive(db, { ...goods, kind: 'purchase' }, now);
  for (const { variantId, cost } of goods.lines) changeVariant(db, variantId, { cost }, now);
  return documentId;
}
