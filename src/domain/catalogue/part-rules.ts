import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import { AppError } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import type { Message } from '../../lib/messages/catalogue.ts';
import { message } from '../../lib/messages/message.ts';
import { refuseLines } from '../stock/lines.ts';
import { existingVariant, keepsStock, type Part, partsOf, type SoldVariant, variantById } from '../variants.ts';

export const MOST_PARTS = 100;
export const MOST_OF_A_PART = 1_000_000;

/**
 * A part is another live variant of the store that keeps stock, does not contain `whole`, and is listed once.
 *
 * @throws AppError invalid_request if there are too many parts; LinesRefused if a part or its quantity is not allowed
 */
export function requireParts(db: Reader, whole: SoldVariant, parts: readonly Part[]): void {
  if (parts.length > MOST_PARTS)
    throw new AppError('invalid_request', 'too_many_parts', { path: 'lines', most: MOST_PARTS });
  refuseLines(partProblems(db, whole, parts));
}

/** @throws AppError invalid_request if a part of the variant is deleted or no longer usable */
export function requireOwnParts(db: Reader, id: Id): void {
  const [first] = partProblems(db, existingVariant(db, id), partsOf(db, id));
  if (first) throw new AppError('invalid_request', first.problem);
}

const partProblems = (db: Reader, whole: SoldVariant, parts: readonly Part[]) =>
  parts.flatMap(({ variantId, qty }, line) => {
    const unfit = partProblem(db, whole, variantId);
    const isRepeated = parts.findIndex((other) => other.variantId === variantId) < line;
    const isCount = Number.isInteger(qty) && qty >= 1 && qty <= MOST_OF_A_PART;
    return [
      ...(unfit ? [unfit] : []),
      ...(isRepeated ? [message('part_repeated', { part: variantId })] : []),
      ...(isCount ? [] : [message('not_a_whole_number_between', { path: 'qty', least: 1, most: MOST_OF_A_PART })]),
    ].map((problem) => ({ line, problem }));
  });

function partProblem(db: Reader, whole: SoldVariant, partId: Id): Message | undefined {
  const part = variantById(db, partId);
  if (!part?.live || part.storeId !== whole.storeId) return message('part_unknown', { part: partId });
  if (part.id === whole.id) return message('part_is_itself', { part: partId });
  if (part.isBundle) return message('part_is_a_bundle', { part: partId });
  if (!keepsStock(part)) return message('part_is_pulled', { part: partId });
  const isCircular = partsOf(db, partId).some(({ variantId }) => variantId === whole.id);
  return isCircular ? message('part_is_assembled_from_whole', { part: partId, whole: whole.id }) : undefined;
}

const wholeIds = query<{ id: Id }>(
  { reads: ['variant_parts'] },
  'SELECT variant_id AS id FROM variant_parts WHERE part_id = ? ORDER BY variant_id',
);

/** The live variants that contain this one. */
export const wholesOf = (db: Reader, partId: Id): SoldVariant[] =>
  db
    .all(wholeIds, partId)
    .map(({ id }) => existingVariant(db, id))
    .filter(({ live }) => live);

/** A variant that has parts, as messages name it. */
export const wholeNamed = ({ id, productName, name }: SoldVariant) => ({
  whole: id,
  name: `${productName} ${name}`.trim(),
});
