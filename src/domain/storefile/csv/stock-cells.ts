import type { Reader } from '../../../db/reader.ts';
import type { CsvRow } from '../../../lib/csv.ts';
import type { Id } from '../../../lib/ids.ts';
import { variantByKey } from '../../catalogue/lookup.ts';
import type { Warehouse } from '../../catalogue/places.ts';
import { levelOf } from '../../stock/ledger.ts';
import { MOST_ON_HAND } from '../shape.ts';
import { cellOf, readNumberCell } from './cells.ts';
import { stockColumn } from './columns.ts';
import type { Report } from './row-keys.ts';

/** Whose stock the row says. */
export interface StockOwner {
  storeId: Id;
  /** The variant's. */
  key: string;
}

/**
 * What the row says is on hand, by the warehouses' keys; undefined where it says nothing that can be. A quantity below
 * zero can only be the one that is there: an export has it where a store that sells below zero has shipped more than it
 * had.
 */
export function stockIn(
  db: Reader,
  { storeId, key: variantKey }: StockOwner,
  row: CsvRow,
  warehouses: readonly Warehouse[],
  report: Report,
): Record<string, number> | undefined {
  const variant = variantByKey(db, storeId, variantKey);
  const found = warehouses.flatMap(({ id, key }) => {
    const cell = cellOf(row, stockColumn(key));
    if (cell === undefined) return [];
    const qty = readNumberCell(cell);
    const problem = qtyProblem(qty, () => (variant ? levelOf(db, variant.id, id).onHand : 0));
    if (problem !== undefined) report(row.row, stockColumn(key), problem);
    return problem === undefined ? [[key, qty as number] as const] : [];
  });
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}

function qtyProblem(qty: number | string, there: () => number): string | undefined {
  if (typeof qty === 'string' || !Number.isInteger(qty)) return 'must be a whole number, 0 or more';
  if (qty > MOST_ON_HAND) return `must be at most ${MOST_ON_HAND}`;
  return qty >= 0 || qty === there() ? undefined : 'must be a whole number, 0 or more';
}
