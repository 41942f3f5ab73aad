import { CsvError, parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { OperatorError } from './errors.ts';
import type { Message } from './messages/catalogue.ts';
import { message } from './messages/message.ts';
import { type HeaderRating, MAX_HEADER_ROW, withoutTitles } from './spreadsheet/header-row.ts';
import { MAX_CELLS } from './spreadsheet/limits.ts';

/** The cells of a row. All rows of a file share one index of its columns. */
export class FileCells {
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

  /** The cells under other column names: `columns` has the position of each. */
  renamed(columns: ReadonlyMap<string, number>): FileCells {
    return new FileCells(this.#texts, columns);
  }
}

export interface FileRow {
  /** Row number as in a spreadsheet. */
  row: number;
  cells: FileCells;
  /** A problem of the row as a whole. Its cells may have more. */
  problem?: Message;
}

/** A table with a header row, of a CSV file or of a workbook. */
export interface FileTable {
  columns: readonly string[];
  /** The row number of the header. */
  headerRow: number;
  rows: readonly FileRow[];
  /** The sheet of the workbook that was read; undefined if it has no other. */
  sheet?: string | undefined;
}

/**
 * Reads a CSV file with a header row, separated by commas, semicolons or tabs, in UTF-8 (with or without BOM), UTF-16 (with
 * BOM) or TIS-620. Empty lines are skipped.
 *
 * @param name the file name for error messages
 * @param rating finds the header row below titles; without it, the first row is the header
 * @throws OperatorError if the file is not valid CSV
 */
export function readCsv(bytes: Uint8Array, name: string, rating?: HeaderRating): FileTable {
  const text = decode(bytes, name);
  const delimiter = rating ? delimiterOfTable(text, rating) : delimiterOf(text);
  const rows = recordsOf(text, name, delimiter).map((texts, i) => ({ row: i + 1, texts }));
  return tableOf(rating ? withoutTitles(rows, rating) : rows, name);
}

interface TableRow {
  row: number;
  texts: readonly string[];
}

/**
 * A table whose first row names its columns. Empty rows are skipped.
 *
 * @throws OperatorError
 */
export function tableOf([head, ...body]: readonly TableRow[], name: string): FileTable {
  if (!head || isEmpty(head.texts)) throw new OperatorError('table_empty', { file: name });
  const columns = head.texts.map((cell) => cell.trim());
  const seen = new Set<string>();
  const repeated = columns.find((column) => seen.size === seen.add(column).size);
  if (seen.has('')) throw new OperatorError('table_column_unnamed', { file: name, row: head.row });
  if (repeated !== undefined)
    throw new OperatorError('table_column_repeated', { file: name, row: head.row, column: repeated });
  if (columns.length * body.length > MAX_CELLS) throw new OperatorError('table_too_large', { file: name });
  const at = new Map(columns.map((column, i) => [column, i]));
  const rows = body.flatMap(({ row, texts }) => (isEmpty(texts) ? [] : [rowOf(at, texts, row)]));
  return { columns, headerRow: head.row, rows };
}

function rowOf(columns: ReadonlyMap<string, number>, texts: readonly string[], row: number): FileRow {
  const cells = new FileCells(texts, columns);
  if (isEmpty(texts.slice(columns.size))) return { row, cells };
  return { row, cells, problem: message('table_row_too_long', { columns: columns.size }) };
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
  const utf16 = utf16Of(bytes);
  for (const encoding of utf16 ? [utf16] : ['utf-8', 'windows-874'])
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // try the next encoding
    }
  throw new OperatorError('csv_unknown_encoding', { file: name });
}

/** By the byte order mark, which Excel writes. */
function utf16Of([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/** All of them in one file: programs append rows with line ends of their own. */
const LINE_ENDS = ['\r\n', '\n', '\r'];

function recordsOf(text: string, name: string, delimiter: string): string[][] {
  try {
    return parse(text, { relax_column_count: true, delimiter, record_delimiter: LINE_ENDS });
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

const DELIMITERS = [',', ';', '\t'];

/** The most frequent of the three in the header; the comma if there is a tie. */
function delimiterOf(text: string): string {
  const [head = ''] = text.replace(/"[^"]*"/g, '').split(/[\r\n]/, 1);
  const counts = DELIMITERS.map((delimiter) => ({ delimiter, count: head.split(delimiter).length }));
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).delimiter;
}

/** The one that separates the names of the most columns. If no row names any, that of the first separated line. */
function delimiterOfTable(text: string, rating: HeaderRating): string {
  const lines = text.split(/\r\n|\n|\r/, MAX_HEADER_ROW);
  const ratings = DELIMITERS.map((delimiter) => ({
    delimiter,
    best: Math.max(...lines.map((line) => rating(cellsOfLine(line, delimiter)))),
  }));
  const best = ratings.reduce((best, next) => (next.best > best.best ? next : best));
  if (best.best > 0) return best.delimiter;
  return delimiterOf(lines.find((line) => DELIMITERS.some((delimiter) => line.includes(delimiter))) ?? '');
}

/** An approximation that suffices to recognize names. */
const cellsOfLine = (line: string, delimiter: string): string[] =>
  line.split(delimiter).map((cell) => cell.replace(/^\s*"|"\s*$/g, ''));
