import { type Csv, readCsv } from '../../../lib/csv.ts';
import { OperatorError } from '../../../lib/errors.ts';

const MAX_ROWS = 2_000; // about a second of writing

/**
 * Reads a product file for an import in the office. Its length is limited because other writes wait for the import.
 * @throws OperatorError if the file is not CSV or has too many rows
 */
export function readProductFile(bytes: Uint8Array, name: string): Csv {
  const csv = readCsv(bytes, name);
  const { length } = csv.rows;
  if (length > MAX_ROWS) throw new OperatorError('csv_too_many_rows', { file: name, rows: length, most: MAX_ROWS });
  return csv;
}
