import { CsvError, parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { Fault } from './errors.ts';

export interface CsvRow {
  /** As a spreadsheet numbers it: the head is row 1. */
  row: number;
  /** By column, as written; a column that the row lacks is empty. */
  cells: ReadonlyMap<string, string>;
  /** What is wrong with the row itself; its cells can be at fault as well. */
  problem?: string;
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
 * @throws Fault where it is no such file
 */
export function readCsv(bytes: Uint8Array, name: string): Csv {
  const [head, ...body] = recordsOf(decode(bytes, name), name);
  if (!head || isEmpty(head)) throw new Fault(`${name} is empty: its first row must name the columns`);
  const columns = head.map((cell) => cell.trim());
  const seen = new Set<string>();
  const repeated = columns.find((column) => seen.size === seen.add(column).size);
  if (repeated !== undefined)
    throw new Fault(repeated === '' ? `${name} row 1 has empty columns` : `${name} row 1 names ${repeated} twice`);
  if (columns.length * body.length > MOST_CELLS) throw new Fault(`${name} has too many columns and rows`);
  const rows = body.flatMap((cells, i) => (isEmpty(cells) ? [] : [rowOf(columns, cells, i + 2)]));
  return { columns, rows };
}

function rowOf(columns: readonly string[], cells: readonly string[], row: number): CsvRow {
  const byColumn = new Map(columns.map((column, i) => [column, cells[i] ?? '']));
  if (isEmpty(cells.slice(columns.length))) return { row, cells: byColumn };
  return { row, cells: byColumn, problem: `has more cells than the ${columns.length} columns` };
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
  throw new Fault(`${name} is neither UTF-8 nor TIS-620; save it as "CSV UTF-8"`);
}

function recordsOf(text: string, name: string): string[][] {
  try {
    return parse(text, { relax_column_count: true, delimiter: delimiterOf(text) });
  } catch (error) {
    if (error instanceof CsvError) throw new Fault(`${name}: ${error.message}`);
    throw error;
  }
}

/** Of the three the one that the head has most of; the comma where it has as many of another, or none. */
function delimiterOf(text: string): string {
  const [head = ''] = text.replace(/"[^"]*"/g, '').split(/[\r\n]/, 1);
  const counts = [',', ';', '\t'].map((delimiter) => ({ delimiter, count: head.split(delimiter).length }));
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).delimiter;
}
