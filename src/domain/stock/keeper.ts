import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import { invalidRequest } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import type { Message } from '../../lib/messages/catalogue.ts';
import { message } from '../../lib/messages/message.ts';
import { existingVariant, liveVariant, type SoldVariant } from '../variants.ts';

/** @throws AppError invalid_request if the variant shows stock of others */
export function variantWithStock(db: Reader, id: Id): SoldVariant {
  const variant = existingVariant(db, id);
  const problem = borrowing(variant);
  if (problem) throw invalidRequest(problem);
  return variant;
}

/** Why the variant's stock cannot be moved in this store: it is not in the store, or has no stock of its own. */
export function stockProblem(db: Reader, storeId: Id, id: Id): Message | undefined {
  const variant = liveVariant(db, storeId, id);
  return variant ? borrowing(variant) : message('variant_not_in_store', { variant: id });
}

const selectUnfitVariants = query<{ index: number; id: Id }>(
  { reads: ['products', 'variants'] },
  `SELECT wanted.key AS "index", wanted.value AS id FROM json_each(?) wanted
   LEFT JOIN variants v ON v.id = wanted.value LEFT JOIN products p ON p.id = v.product_id
   WHERE (v.store_id = ? AND v.delete_time IS NULL AND p.delete_time IS NULL AND v.is_bundle = 0
     AND v.pulled_from_variant_id IS NULL) IS NOT TRUE`,
);

/** The variants with a `stockProblem`, by index; one query for any number of variants. */
export const variantsWithoutStock = (
  db: Reader,
  storeId: Id,
  ids: readonly Id[],
): { index: number; problem: Message }[] =>
  db
    .all(selectUnfitVariants, JSON.stringify(ids), storeId)
    .map(({ index, id }) => ({ index, problem: stockProblem(db, storeId, id) as Message }));

function borrowing({ id, isBundle, pulledFrom }: SoldVariant): Message | undefined {
  if (isBundle) return message('stock_of_a_bundle', { variant: id });
  if (pulledFrom !== null) return message('stock_of_a_pulled_variant', { variant: id });
  return undefined;
}
