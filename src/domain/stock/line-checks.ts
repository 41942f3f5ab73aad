import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import { AppError, invalidRequest } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import type { Message } from '../../lib/messages/catalogue.ts';
import { below, message } from '../../lib/messages/message.ts';
import { existingVariant, liveVariant, type SoldVariant, variantParams } from '../variants.ts';

export const MAX_PIECES = 1_000_000_000; // in a line

export interface LineProblem {
  /** Index in the list of lines. */
  line: number;
  /** With a path: the field. Without: the variant or its quantity. */
  problem: Message;
  /** The problem is a shortage of stock. */
  isShortage?: true;
}

/** Invalid lines. The message is the first problem, with a path like `lines[2].cost`; `problems` contains all. */
export class InvalidLines extends AppError {
  readonly problems: readonly LineProblem[];

  constructor(problems: readonly [LineProblem, ...LineProblem[]]) {
    const [{ line, problem }] = problems;
    super('invalid_request', below(['lines', line], problem));
    this.problems = problems;
  }
}

/** @throws InvalidLines if there is a problem */
export function throwLineProblems(problems: readonly LineProblem[]): void {
  const [first, ...others] = [...problems].sort((a, b) => a.line - b.line);
  if (first) throw new InvalidLines([first, ...others]);
}

interface Bounds {
  maxLines: number;
  minPieces: number;
}

/**
 * @throws AppError invalid_request if there are no lines or too many; InvalidLines if a quantity is out of bounds or a
 *   variant is not a live one of the store with own stock
 */
export function requireLines(
  db: Reader,
  storeId: Id,
  lines: readonly { variantId: Id; qty: number }[],
  { maxLines, minPieces }: Bounds,
): void {
  if (lines.length === 0) throw invalidRequest('no_lines', { path: 'lines' });
  if (lines.length > maxLines)
    throw invalidRequest('too_many_lines', { path: 'lines', most: maxLines, lines: lines.length });
  const isCount = (qty: number) => Number.isInteger(qty) && qty >= minPieces && qty <= MAX_PIECES;
  const problem = message('not_a_whole_number_between', { path: 'qty', least: minPieces, most: MAX_PIECES });
  const ids = lines.map(({ variantId }) => variantId);
  throwLineProblems([
    ...lines.flatMap(({ qty }, line) => (isCount(qty) ? [] : [{ line, problem }])),
    ...variantsWithoutStock(db, storeId, ids).map(({ index, problem }) => ({ line: index, problem })),
  ]);
}

const warehouseOfStore = query<object>(
  { reads: ['warehouses'] },
  'SELECT 1 FROM warehouses WHERE id = ? AND store_id = ? AND remove_time IS NULL',
);

/** @throws AppError invalid_request if the store has no such warehouse */
export function requireWarehouse(db: Reader, storeId: Id, id: Id): void {
  const found = db.get(warehouseOfStore, id, storeId);
  if (!found) throw invalidRequest('warehouse_not_found', { warehouse: id });
}

/** @throws AppError invalid_request if the variant has no own stock */
export function variantWithStock(db: Reader, id: Id): SoldVariant {
  const variant = existingVariant(db, id);
  const problem = sharedStockProblem(variant);
  if (problem) throw invalidRequest(problem);
  return variant;
}

/** Why the variant's stock cannot be moved in this store: it is not in the store, or has no own stock. */
export function stockProblem(db: Reader, storeId: Id, id: Id): Message | undefined {
  const variant = liveVariant(db, storeId, id);
  return variant ? sharedStockProblem(variant) : message('variant_not_in_store', { variant: id });
}

const variantsThatCannotMove = query<{ index: number; id: Id }>(
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
    .all(variantsThatCannotMove, JSON.stringify(ids), storeId)
    .map(({ index, id }) => ({ index, problem: stockProblem(db, storeId, id) as Message }));

function sharedStockProblem(variant: SoldVariant): Message | undefined {
  if (variant.isBundle) return message('stock_of_a_bundle', variantParams(variant));
  if (variant.pulledFrom !== null) return message('stock_of_a_pulled_variant', variantParams(variant));
  return undefined;
}
