import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import * as v from 'valibot';
import type { RemittanceRow } from '../../../domain/orders/payments/remittance-file.ts';
import { invalidRequest } from '../../../lib/errors.ts';
import type { Message } from '../../../lib/messages/catalogue.ts';
import { type Money, moneyText, parseMoney } from '../../../lib/money.ts';

// The rows of a payout file in a hidden field of the review page. They are compressed, column by
// column: as JSON with escaped quotes, 10,000 rows would be 1 MB.

/** Bytes of the JSON rows of a 5 MB file. */
export const MAX_ROWS_TEXT = 8 * 2 ** 20;

const packed = v.strictObject({
  /** Row numbers, each as the difference from the one before. */
  steps: v.array(v.number()),
  numbers: v.array(v.string()),
  paid: v.array(v.nullable(v.string())),
  fees: v.array(v.nullable(v.string())),
  problems: v.array(v.nullable(v.object({ key: v.string(), params: v.record(v.string(), v.unknown()) }))),
  /** Numbers of the rows that are totals of the file. */
  totals: v.array(v.number()),
  /** Whether the rows are not from a file. */
  typed: v.boolean(),
});
type Packed = v.InferOutput<typeof packed>;

const COMPRESSION = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

export function packRows(rows: readonly RemittanceRow[]): string {
  const columns: Packed = {
    steps: rows.map(({ row }, i) => row - (rows[i - 1]?.row ?? 0)),
    numbers: rows.map(({ trackingNumber }) => trackingNumber),
    paid: rows.map(({ paid }) => (paid === null ? null : moneyText(paid))),
    fees: rows.map(({ fee }) => (fee === undefined ? null : moneyText(fee))),
    problems: rows.map(({ problem }) => problem ?? null),
    totals: rows.flatMap(({ row, isTotal }) => (isTotal ? [row] : [])),
    typed: rows.some(({ isTyped }) => isTyped),
  };
  return brotliCompressSync(JSON.stringify(columns), COMPRESSION).toString('base64url');
}

/** @throws AppError invalid_request if it is not the text of `packRows` */
export function unpackRows(text: string): RemittanceRow[] {
  try {
    const json = brotliDecompressSync(Buffer.from(text, 'base64url'), { maxOutputLength: MAX_ROWS_TEXT });
    return rowsOf(v.parse(packed, JSON.parse(json.toString())));
  } catch {
    throw invalidRequest('remittance_file_changed');
  }
}

function rowsOf({ steps, numbers, paid, fees, problems, totals, typed }: Packed): RemittanceRow[] {
  if ([numbers, paid, fees, problems].some(({ length }) => length !== steps.length)) throw new Error('lengths differ');
  const totalRows = new Set(totals);
  let row = 0;
  return steps.map((step, i) => {
    row += step;
    const [fee, problem] = [amountOf(fees[i]), problems[i]];
    return {
      row,
      trackingNumber: numbers[i] ?? '',
      paid: amountOf(paid[i]) ?? null,
      ...(problem && { problem: problem as Message }),
      ...(fee !== undefined && fee >= 0 && { fee }),
      ...(totalRows.has(row) && { isTotal: true }),
      ...(typed && { isTyped: true }),
    };
  });
}

const amountOf = (text: string | null | undefined): Money | undefined =>
  typeof text === 'string' ? parseMoney(text) : undefined;
