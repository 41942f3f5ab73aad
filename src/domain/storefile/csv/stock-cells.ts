import type { Reader } from '../../../db/reader.ts';
import type { CsvRow } from '../../../lib/csv.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Message } from '../../../lib/messages/catalogue.ts';
import { message } from '../../../lib/messages/message.ts';
import { variantByKey } from '../../catalogue/lookup.ts';
import type { Warehouse } from '../../catalogue/warehouses.ts';
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

function qtyProblem(qty: number | string, there: () => number): Message | undefined {
  if (typeof qty === 'string' || !Number.isInteger(qty)) return message('not_a_whole_number_from', { least: 0 });
  if (qty > MOST_ON_HAND) return message('too_large', { most: MOST_ON_HAND });
  return qty >= 0 || qty === there() ? undefined : message('not_a_whole_number_from', { least: 0 });
}
