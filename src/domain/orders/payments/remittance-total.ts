import type { FileRow } from '../../../lib/csv.ts';
import { type Money, sum, ZERO } from '../../../lib/money.ts';
import { normalizeHeading, plainCell, splitNames } from '../../../lib/spreadsheet/headings.ts';

// The total row at the end of a courier's file is no parcel. It tells whether the file is complete.

/** What this file needs of a row: see `RemittanceRow`. */
interface PayoutRow {
  row: number;
  trackingNumber: string;
  paid: Money | null;
  isTotal?: true;
}

const LABELS = new Set(
  splitNames(`total, totals, grand total, subtotal, sub total, sum, total amount, total COD
    รวม, รวมทั้งหมด, รวมทั้งสิ้น, รวมเงิน, รวมเป็นเงิน, รวมย่อย, รวมยอด, ยอดรวม, ยอดรวมทั้งหมด, ยอดรวมทั้งสิ้น, ผลรวม`).map(
    normalizeHeading,
  ),
);

/** As in `Total: 10 parcels`. */
const COUNTED = /\d+(parcels?|pieces?|pcs|items?|orders?|rows?|ชิ้น|พัสดุ|กล่อง|รายการ|แถว)?$/u;

const isLabel = (cell: string): boolean =>
  cell.length <= 50 && LABELS.has(normalizeHeading(plainCell(cell)).replace(COUNTED, ''));

const amountsOf = (rows: readonly PayoutRow[]): Money =>
  sum(...rows.flatMap(({ paid, isTotal }) => (isTotal ? [] : (paid ?? [])))) ?? ZERO;

/**
 * Marks the rows without a tracking number that have the label of a total, or whose amount is the sum of all rows above.
 *
 * @param source the row of the file, for each of `rows`
 */
export function markTotals<Row extends PayoutRow>(
  rows: readonly Row[],
  source: readonly FileRow[],
): (Row | PayoutRow)[] {
  const result: (Row | PayoutRow)[] = [];
  let above = 0;
  let parcels = 0;
  for (const [i, row] of rows.entries()) {
    const { trackingNumber, paid } = row;
    const hasNumber = trackingNumber !== '' && !isLabel(trackingNumber);
    const isSum = parcels > 1 && above > 0 && paid === above;
    if (!hasNumber && (isSum || [...(source[i]?.cells ?? [])].some(([, cell]) => isLabel(cell)))) {
      result.push({ row: row.row, trackingNumber: '', paid, isTotal: true });
      continue;
    }
    result.push(row);
    above += paid ?? 0;
    parcels += 1;
  }
  return result;
}

/** The total that the courier wrote, and that of the rows of the file. */
export interface FileTotal {
  row: number;
  written: Money;
  ofRows: Money;
}

/** The last total row: earlier ones may be subtotals. */
export function fileTotal(rows: readonly PayoutRow[]): FileTotal | undefined {
  const total = rows.findLast(({ isTotal, paid }) => isTotal && paid !== null);
  if (!total || total.paid === null) return undefined;
  return { row: total.row, written: total.paid, ofRows: amountsOf(rows) };
}
