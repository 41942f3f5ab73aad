import { type Csv, readCsv } from '../../../lib/csv.ts';
import { OperatorError } from '../../../lib/errors.ts';

const MOST_ROWS = 2_000; // about a second of writing

/**
 * Reads a product file that is imported while the shop is served: everything else that writes waits for it, so it is
 * no longer than is read in a moment. The command line reads files of any length.
 *
 * @param name of the file, for the faults
 * @throws OperatorError where it is no CSV file, or has too many rows
 */
export function readProductFile(bytes: Uint8Array, name: string): Csv {
  const csv = readCsv(bytes, name);
  const { length } = csv.rows;
  if (length > MOST_ROWS) throw new OperatorError('csv_too_many_rows', { file: name, rows: length, most: MOST_ROWS });
  return csv;
}
