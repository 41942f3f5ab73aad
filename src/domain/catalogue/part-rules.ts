import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import { Refusal } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { type LineFault, refuseLines } from '../stock/lines.ts';
import { existingVariant, keepsStock, type Part, partsOf, type SoldVariant, variantById } from '../variants.ts';

export const MOST_PARTS = 100;
export const MOST_OF_A_PART = 1_000_000;

/**
 * @throws Refusal invalid_request where there are more than 100 parts; LinesRefused unless each is another live variant
 *   of the same store that keeps stock and is not assembled from the whole itself, named once, from 1 to 1,000,000 times
 */
export function requireParts(db: Reader, whole: SoldVariant, parts: readonly Part[]): void {
  if (parts.length > MOST_PARTS)
    throw new Refusal(
      'invalid_request',
      `variant ${whole.id} can have at most ${MOST_PARTS} parts, not ${parts.length}`,
    );
  refuseLines(partFaults(db, whole, parts));
}

/** @throws Refusal invalid_request where a part that the variant has is gone, or can be none any more */
export function requireOwnParts(db: Reader, id: Id): void {
  const [fault] = partFaults(db, existingVariant(db, id), partsOf(db, id));
  if (fault) throw new Refusal('invalid_request', fault.problem);
}

const partFaults = (db: Reader, whole: SoldVariant, parts: readonly Part[]): LineFault[] =>
  parts.flatMap(({ variantId, qty }, line) => {
    const unfit = unfitness(db, whole, variantId);
    const isRepeated = parts.findIndex((other) => other.variantId === variantId) < line;
    const isCount = Number.isInteger(qty) && qty >= 1 && qty <= MOST_OF_A_PART;
    return [
      ...(unfit ? [`variant ${variantId} cannot be a part of variant ${whole.id}: ${unfit}`] : []),
      ...(isRepeated ? [`variant ${variantId} is named twice among the parts of variant ${whole.id}`] : []),
      ...(isCount ? [] : [`the quantity of part ${variantId} must be from 1 to ${MOST_OF_A_PART}`]),
    ].map((problem) => ({ line, problem }));
  });

function unfitness(db: Reader, whole: SoldVariant, partId: Id): string | undefined {
  const part = variantById(db, partId);
  if (!part?.live || part.storeId !== whole.storeId) return 'it is no variant of the store';
  if (part.id === whole.id) return 'it is the same';
  if (part.isBundle) return 'it is a bundle';
  if (!keepsStock(part)) return 'it is pulled from another store';
  const isCircular = partsOf(db, partId).some(({ variantId }) => variantId === whole.id);
  return isCircular ? 'it is assembled from that itself' : undefined;
}

const selectWholesOf = query<{ id: Id }>(
  { reads: ['variant_parts'] },
  'SELECT variant_id AS id FROM variant_parts WHERE part_id = ? ORDER BY variant_id',
);

/** The live variants that the variant is a part of. */
export const wholesOf = (db: Reader, partId: Id): SoldVariant[] =>
  db
    .all(selectWholesOf, partId)
    .map(({ id }) => existingVariant(db, id))
    .filter(({ live }) => live);

/** A variant that has parts, for a message. */
export const wholeText = ({ id, productName, name }: SoldVariant): string =>
  `variant ${id} (${`${productName} ${name}`.trim()})`;
