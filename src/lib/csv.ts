import { CsvError, parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { OperatorError } from './errors.ts';
import type { Message } from './messages/catalogue.ts';
import { message } from './messages/message.ts';

/** The cells of a row. All rows of a file share one index of its columns. */
export class CsvCells {
  readonly #texts: readonly string[];
  readonly #columns: ReadonlyMap<string, number>;

  constructor(texts: readonly string[], columns: ReadonlyMap<string, number>) {
    this.#texts = texts;
    this.#columns = columns;
  }

  /** The raw text, empty for a missing cell; undefined if the file has no such column. */
  get(column: string): string | undefined {
    const at = this.#columns.get(column);
    return at === undefined ? undefined : (this.#texts[at] ?? '');
  }

  *[Symbol.iterator](): Generator<[column: string, text: string]> {
    for (const [column, at] of this.#columns) yield [column, this.#texts[at] ?? ''];
  }

  /** The same cells by other names: `columns` gives the position of each. */
  renamed(columns: ReadonlyMap<string, number>): CsvCells {
    return new CsvCells(this.#texts, columns);
  }
}

export interface CsvRow {
  /** Row number as in a spreadsheet: the header is row 1. */
  row: number;
  cells: CsvCells;
  /** A problem of the row as a whole. Its cells may have more. */
  problem?: Message;
}

export interface Csv {
  columns: readonly string[];
  rows: readonly CsvRow[];
}

const MAX_CELLS = 5_000_000; // each column of a short row is a cell too

/**
 * Reads a CSV file with a header row, separated by commas, semicolons or tabs, in UTF-8 (with or without BOM) or TIS-620.
 * Empty lines are skipped.
 *
 * @param name the file name for error messages
 * @throws OperatorError if the file is not valid CSV
 */
export function readCsv(bytes: Uint8Array, name: string): Csv {
  const [head, ...body] = recordsOf(decode(bytes, name), name);
  if (!head || isEmpty(head)) throw new OperatorError('csv_empty', { file: name });
  const columns = head.map((cell) => cell.trim());
  const seen = new Set<string>();
  const repeated = columns.find((column) => seen.size === seen.add(column).size);
  if (repeated !== undefined)
    throw repeated === ''
      ? new OperatorError('csv_column_unnamed', { file: name })
      : new OperatorError('csv_column_repeated', { file: name, column: repeated });
  if (columns.length * body.length > MAX_CELLS) throw new OperatorError('csv_too_large', { file: name });
  const at = new Map(columns.map((column, i) => [column, i]));
  const rows = body.flatMap((texts, i) => (isEmpty(texts) ? [] : [rowOf(at, texts, i + 2)]));
  return { columns, rows };
}

function rowOf(columns: ReadonlyMap<string, number>, texts: readonly string[], row: number): CsvRow {
  const cells = new CsvCells(texts, columns);
  if (isEmpty(texts.slice(columns.size))) return { row, cells };
  return { row, cells, problem: message('csv_row_too_long', { columns: columns.size }) };
}

type CsvValues = readonly (string | number | null)[];

/** CSV text with a BOM, by which spreadsheets recognize UTF-8. */
export const writeCsv = (columns: readonly string[], rows: readonly CsvValues[]): string =>
  `\ufeff${csvRows([columns, ...rows])}`;

/** Rows to append to such a file. */
export const csvRows = (rows: readonly CsvValues[]): string =>
  stringify(rows as never, { record_delimiter: 'windows', quoted_match: /[\r\n]/ });

const isEmpty = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

/** Thai spreadsheets save windows-874, a superset of TIS-620, if not UTF-8. */
function decode(bytes: Uint8Array, name: string): string {
  for (const encoding of ['utf-8', 'windows-874'])
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // try the next encoding
    }
  throw new OperatorError('csv_unknown_encoding', { file: name });
}

function recordsOf(text: string, name: string): string[][] {
  try {
    return parse(text, { relax_column_count: true, delimiter: delimiterOf(text) });
  } catch (error) {
    throw error instanceof CsvError ? malformed(error, name) : error;
  }
}

const MISPLACED: readonly string[] = ['INVALID_OPENING_QUOTE', 'CSV_INVALID_CLOSING_QUOTE'];

function malformed(error: CsvError, file: string): OperatorError {
  const line = Number(error.lines);
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return new OperatorError('csv_quote_not_closed', { file, line });
  if (MISPLACED.includes(error.code)) return new OperatorError('csv_quote_misplaced', { file, line });
  return new OperatorError('csv_malformed', { file, why: error.message });
}

/** The most frequent of the three in the header; the comma if there is a tie. */
function delimiterOf(text: string): string {
  const [head = ''] = text.replace(/"[^"]*"/g, '').split(/[\r\n]/, 1);
  const counts = [',', ';', '\t'].map((delimiter) => ({ delimiter, count: head.split(delimiter).length }));
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).delimiter;
}
