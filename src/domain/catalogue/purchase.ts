import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';
import { type Money, ZERO } from '../../lib/money.ts';
import { type Goods, receive } from '../stock/goods.ts';
import type { DocumentLine } from '../stock/stock-documents.ts';
import { changeVariant } from './edit-variant.ts';

/**
 * Receives purchased goods and sets the cost of each variant to the cost of its last line.
 *
 * @returns the document
 * @throws as `receive`
 */
export function purchase(tx: WriteTx, goods: Goods, now: number): Id {
  const documentId = receive(tx, { ...goods, kind: 'purchase' }, now);
  updateCosts(tx, goods, now);
  return documentId;
}

/** As `purchase`, with optional costs. A line without a cost takes that of its variant, or zero. */
export function purchaseAtKnownCosts(tx: WriteTx, goods: Goods, now: number): Id {
  const lines = withKnownCosts(tx, goods.lines);
  const documentId = receive(tx, { ...goods, kind: 'purchase', lines }, now);
  updateCosts(tx, goods, now);
  return documentId;
}

function updateCosts(tx: WriteTx, { lines }: Goods, now: number): void {
  for (const { variantId, cost } of lines) if (cost !== undefined) changeVariant(tx, variantId, { cost }, now);
}

const costsOfVariants = query<{ id: Id; cost: Money | null }>(
  { reads: ['variants'] },
  'SELECT v.id, v.cost FROM json_each(?) wanted CROSS JOIN variants v ON v.id = wanted.value',
);

/** The cost of each variant; null if unknown. */
export const knownCosts = (db: Reader, variantIds: readonly Id[]): ReadonlyMap<Id, Money | null> =>
  new Map(db.all(costsOfVariants, JSON.stringify([...new Set(variantIds)])).map(({ id, cost }) => [id, cost]));

/**
 * Receives goods entered by a user without access to costs, at the known costs of the variants. @returns the document
 */
export function receiveAtKnownCost(tx: WriteTx, goods: Goods, now: number): Id {
  const lines = withKnownCosts(
    tx,
    goods.lines.map(({ cost, ...line }) => line),
  );
  return receive(tx, { ...goods, kind: 'purchase', lines }, now);
}

/** Fills in missing costs with the variant's cost, or zero. */
export function withKnownCosts(db: Reader, lines: readonly DocumentLine[]): DocumentLine[] {
  const known = knownCosts(
    db,
    lines.map(({ variantId }) => variantId),
  );
  return lines.map((line) => ({ ...line, cost: line.cost ?? known.get(line.variantId) ?? ZERO }));
}
