import type { FileRow } from '../../../lib/csv.ts';
import { plainNumber } from '../../../lib/numbers.ts';

// Escapes cells of a product file, so that a spreadsheet neither runs nor changes them.

const FORMULA = /^'*[=+\-@\t\r]/;

/** Prefixes text that a spreadsheet would run as a formula with an apostrophe. */
export const textCell = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** Reverses `textCell`. */
export const readTextCell = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;

/** Undefined if the cell is empty. */
export const cellOf = ({ cells }: FileRow, column: string): string | undefined => {
  const cell = cells.get(column) ?? '';
  return cell.trim() === '' ? undefined : cell;
};

export function textOf(row: FileRow, column: string): string | undefined {
  const cell = cellOf(row, column);
  return cell === undefined ? undefined : readTextCell(cell);
}

/** A number, or the text if it is not one, for the schema to report. */
export function readNumberCell(cell: string): number | string {
  const text = plainNumber(cell);
  return /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? Number(text) : text;
}

export interface PartCell {
  variant: string;
  qty: number;
}

/** Parts as `latte-hot=2 cup=1`; a key with spaces, quotes or `=` in it is a JSON string: `"latte hot"=2`. */
export const partsCell = (parts: readonly PartCell[]): string =>
  parts.map(({ variant, qty }) => `${/[\s"=]/.test(variant) ? JSON.stringify(variant) : variant}=${qty}`).join(' ');

const PART = /\s*(?:(?<quoted>"(?:[^"\\]|\\.)*")|(?<plain>[^\s"=]+))=(?<qty>\d{1,9})(?=\s|$)/y;

/** Undefined if the cell is malformed. */
export function readPartsCell(cell: string): PartCell[] | undefined {
  const text = readTextCell(cell).trim();
  const parts: PartCell[] = [];
  for (PART.lastIndex = 0; PART.lastIndex < text.length; ) {
    const { quoted, plain, qty } = PART.exec(text)?.groups ?? {};
    const variant = plain ?? unquoted(quoted);
    if (variant === undefined) return undefined;
    parts.push({ variant, qty: Number(qty) });
  }
  return parts;
}

function unquoted(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined; // the caller reports the cell as malformed
  }
}
