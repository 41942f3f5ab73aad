import { asset } from '../../../lib/assets.ts';
import { type CsvRow, readCsv } from '../../../lib/csv.ts';
import type { SlipCode } from '../../orders/payments/slip-code.ts';

/** The QR code of a slip. */
export interface DrawnSlipCode extends SlipCode {
  /** A digit for each module; 1 is black. */
  rows: readonly string[];
}

const FILE = 'slip-codes.csv';

/**
 * A code for each of these transfers. The file has more codes than any demo has slips: drawing them would delay its
 * start. It is made by build/demo/slip-codes.ts.
 */
export function slipCodesFor(transfers: readonly number[]): Map<number, DrawnSlipCode> {
  const { rows } = readCsv(asset(`src/domain/demo/pictures/${FILE}`), FILE);
  return new Map([...new Set(transfers)].map((transfer, i) => [transfer, codeIn(rows[i] as CsvRow)]));
}

const codeIn = ({ cells }: CsvRow): DrawnSlipCode => ({
  sendingBank: cells.get('bank') ?? '',
  reference: cells.get('reference') ?? '',
  rows: (cells.get('rows') ?? '').split(' ').map((row) => Number.parseInt(row, 16).toString(2).slice(1)),
});
