import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import { Refusal } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { unfitVariants } from './keeper.ts';

export const MOST_PIECES = 1_000_000_000; // in a line

export interface LineFault {
  /** Its place in the list. */
  line: number;
  problem: string;
  /** It is about the cost, and not about the quantity or the variant. */
  ofCost?: true;
  /** There is not enough of it. */
  isShort?: true;
}

/** Lines that cannot be done: the message names the first of them as `lines[2]`, `faults` has all. */
export class LinesRefused extends Refusal {
  readonly faults: readonly LineFault[];

  constructor(faults: readonly [LineFault, ...LineFault[]]) {
    const [{ line, problem }, ...others] = faults;
    const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
    super('invalid_request', `lines[${line}]: ${problem}${more}`);
    this.faults = faults;
  }
}

/** @throws LinesRefused where there are faults */
export function refuseLines(faults: readonly LineFault[]): void {
  const [first, ...others] = [...faults].sort((one, other) => one.line - other.line);
  if (first) throw new LinesRefused([first, ...others]);
}

/** How many lines there may be, and how few pieces in each. */
export interface Bounds {
  mostLines: number;
  leastPieces: number;
}

/**
 * @throws Refusal invalid_request where there are no lines or too many; LinesRefused where a quantity is not a whole
 *   number within the bounds, or a variant is not a live one of the store with stock of its own
 */
export function requireLines(
  db: Reader,
  storeId: Id,
  lines: readonly { variantId: Id; qty: number }[],
  { mostLines, leastPieces }: Bounds,
): void {
  if (lines.length === 0) throw new Refusal('invalid_request', 'lines must have at least one line');
  if (lines.length > mostLines)
    throw new Refusal('invalid_request', `lines must be at most ${mostLines}; these are ${lines.length}`);
  const isCount = (qty: number) => Number.isInteger(qty) && qty >= leastPieces && qty <= MOST_PIECES;
  const problem = `qty must be a whole number from ${leastPieces} to ${MOST_PIECES}`;
  const ids = lines.map(({ variantId }) => variantId);
  refuseLines([
    ...lines.flatMap(({ qty }, line) => (isCount(qty) ? [] : [{ line, problem }])),
    ...unfitVariants(db, storeId, ids).map(({ index, problem }) => ({ line: index, problem })),
  ]);
}

const selectRequireWarehouse = query<object>(
  { reads: ['warehouses'] },
  'SELECT 1 FROM warehouses WHERE id = ? AND store_id = ? AND remove_time IS NULL',
);

/** @throws Refusal invalid_request where the store has no such warehouse */
export function requireWarehouse(db: Reader, storeId: Id, id: Id): void {
  const found = db.get(selectRequireWarehouse, id, storeId);
  if (!found) throw new Refusal('invalid_request', `there is no warehouse ${id} in this store`);
}
