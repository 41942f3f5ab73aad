import { CsvError, parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { OperatorError } from './errors.ts';
import type { Message } from './messages/catalogue.ts';
import { message } from './messages/message.ts';

export interface CsvRow {
  /** As a spreadsheet numbers it: the head is row 1. */
  row: number;
  /** By column, as written; a column that the row lacks is empty. */
  cells: ReadonlyMap<string, string>;
  /** What is wrong with the row itself; its cells can be at fault as well. */
  problem?: Message;
}

export interface Csv {
  columns: readonly string[];
  rows: readonly CsvRow[];
}

const MOST_CELLS = 5_000_000; // each column of a short row is a cell too

/**
 * Reads a file with a head whose cells are separated by commas, semicolons or tabs, in UTF-8 (with or without BOM) or
 * TIS-620. Empty lines are passed over.
 *
 * @param name of the file, for the faults
 * @throws OperatorError where it is no such file
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
  if (columns.length * body.length > MOST_CELLS) throw new OperatorError('csv_too_large', { file: name });
  const rows = body.flatMap((cells, i) => (isEmpty(cells) ? [] : [rowOf(columns, cells, i + 2)]));
  return { columns, rows };
}

function rowOf(columns: readonly string[], cells: readonly string[], row: number): CsvRow {
  const byColumn = new Map(columns.map((column, i) => [column, cells[i] ?? '']));
  if (isEmpty(cells.slice(columns.length))) return { row, cells: byColumn };
  return { row, cells: byColumn, problem: message('csv_row_too_long', { columns: columns.length }) };
}

type CsvCells = readonly (string | number | null)[];

/** The same as UTF-8 with BOM, by which spreadsheets know it. */
export const writeCsv = (columns: readonly string[], rows: readonly CsvCells[]): string =>
  `\ufeff${csvRows([columns, ...rows])}`;

/** More rows for the end of such a file. */
export const csvRows = (rows: readonly CsvCells[]): string =>
  stringify(rows as never, { record_delimiter: 'windows', quoted_match: /[\r\n]/ });

const isEmpty = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

/** What is not UTF-8 is what Thai spreadsheets save: TIS-620 as Windows extends it. */
function decode(bytes: Uint8Array, name: string): string {
  for (const encoding of ['utf-8', 'windows-874'])
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // it may be in the next one
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

/** Of the three the one that the head has most of; the comma where it has as many of another, or none. */
function delimiterOf(text: string): string {
  const [head = ''] = text.replace(/"[^"]*"/g, '').split(/[\r\n]/, 1);
  const counts = [',', ';', '\t'].map((delimiter) => ({ delimiter, count: head.split(delimiter).length }));
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).delimiter;
}
