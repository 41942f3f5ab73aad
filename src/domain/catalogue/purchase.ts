import type { Reader } from '../../db/reader.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';
import { ZERO } from '../../lib/money.ts';
import { type Goods, receive } from '../stock/goods.ts';
import type { DocumentLine } from '../stock/stock-documents.ts';
import { averageCosts, knownCosts } from './average-costs.ts';

/**
 * Receives purchased goods and updates the average cost of each variant.
 *
 * @returns the document
 * @throws as `receive`
 */
export function purchase(tx: WriteTx, goods: Goods, now: number): Id {
  const documentId = receive(tx, { ...goods, kind: 'purchase' }, now);
  averageCosts(tx, { units: goods.lines, documentId }, now);
  return documentId;
}

/** As `purchase`, with optional costs. A line without a cost takes that of its variant, or zero, and keeps the average. */
export function purchaseAtKnownCosts(tx: WriteTx, goods: Goods, now: number): Id {
  const lines = withKnownCosts(tx, goods.lines);
  const documentId = receive(tx, { ...goods, kind: 'purchase', lines }, now);
  averageCosts(tx, { units: goods.lines, documentId }, now);
  return documentId;
}

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
