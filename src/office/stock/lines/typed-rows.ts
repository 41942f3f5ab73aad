import { variantByCode } from '../../../domain/stock/typed-lines.ts';
import { plainNumber } from '../../../lib/numbers.ts';
import type { FormInput } from '../../forms/form.ts';
import type { StoreContext } from '../../request-context.ts';
import { lineErrorLabels } from '../stock-labels.ts';

// The submitted rows of a form with the changes that its buttons, its scan field and pasted lines make.

export const COLUMNS = ['code', 'qty', 'cost'] as const;

type Row = readonly string[];

const MORE_ROWS = 10;
const MAX_ROWS = 1_000;

/** The input with its changed rows, and the problem of a scanned code. */
export interface ChangedRows {
  input: FormInput;
  scanError?: string;
}

export function changedRows(context: StoreContext, input: FormInput): ChangedRows {
  const { texts } = input;
  const submitted = (texts.code ?? []).map((_, at) => COLUMNS.map((column) => texts[column]?.[at] ?? ''));
  const more = texts.more?.[0] ?? '';
  const rows = [...stepped(submitted, more).filter(isFilled), ...pastedRows(texts.pasted?.[0] ?? '')];
  const scanned = withScanned(context, rows, texts.scan?.[0]?.trim() ?? '', texts.scan_qty?.[0]?.trim() ?? '');
  const all = scanned.rows.slice(0, MAX_ROWS);
  if (more === 'rows') for (let i = 0; i < MORE_ROWS && all.length < MAX_ROWS; i += 1) all.push(['', '', '']);
  const columns = Object.fromEntries(COLUMNS.map((column, i) => [column, all.map((row) => row[i] ?? '')]));
  const error = scanned.error === undefined ? {} : { scanError: scanned.error };
  return { input: { ...input, texts: { ...texts, ...columns, pasted: [''], scan_qty: [''] } }, ...error };
}

export const isFilled = (row: readonly (string | undefined)[]): boolean =>
  row.some((cell) => (cell ?? '').trim() !== '');

/** Applies the button of a row: `plus 2`, `minus 2`, `remove 2`. */
function stepped(rows: readonly Row[], more: string): readonly Row[] {
  const [step, at = ''] = more.split(' ');
  const row = rows[Number(at)];
  if (at === '' || !row) return rows;
  if (step === 'remove') return rows.toSpliced(Number(at), 1);
  const change = step === 'plus' ? 1 : -1;
  return rows.with(Number(at), withQty(row, Math.max(1, qtyOf(row) + change)));
}

/** An empty quantity is 1. */
const qtyOf = ([, qty = '']: Row): number => (qty.trim() === '' ? 1 : Number(plainNumber(qty)) || 0);

const withQty = ([code = '', , cost = '']: Row, qty: number): Row => [code, String(qty), cost];

/** Adds a scanned code to the row of its item, or as a new row; the row is then the first. */
function withScanned(
  context: StoreContext,
  rows: readonly Row[],
  code: string,
  typedQty: string,
): { rows: Row[]; error?: string } {
  if (code === '') return { rows: [...rows] };
  const { db, store } = context;
  const variant = variantByCode(db, store.id, code);
  if (typeof variant === 'string')
    return { rows: [...rows], error: `${code}: ${lineErrorLabels(context.language)[variant]}` };
  const isSame = ([other = '']: Row) => {
    const found = variantByCode(db, store.id, other);
    return typeof found !== 'string' && found.id === variant.id;
  };
  const at = rows.findIndex(isSame);
  const known = rows[at];
  if (!known) return { rows: [[code, typedQty || '1', ''], ...rows] };
  const added = typedQty === '' ? 1 : Number(plainNumber(typedQty)) || 0;
  return { rows: [withQty(known, qtyOf(known) + added), ...rows.toSpliced(at, 1)] };
}

const pastedRows = (text: string): Row[] =>
  text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map(splitPastedLine);

/** Splits a pasted line at tabs, else semicolons or commas, else at the last space before a number. */
function splitPastedLine(line: string): string[] {
  const separator = ['\t', ';', ','].find((sign) => line.includes(sign));
  if (separator !== undefined) return line.split(separator).map((cell) => cell.trim());
  const text = line.trim();
  const [, code = text, qty = ''] = /^(.*\S)\s+(\d+)$/.exec(text) ?? [];
  return [code, qty];
}
