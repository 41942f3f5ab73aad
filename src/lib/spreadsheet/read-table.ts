import { type FileTable, readCsv, tableOf } from '../csv.ts';
import { OperatorError } from '../errors.ts';
import type { Message } from '../messages/catalogue.ts';
import type { FileKind } from '../messages/code-names.ts';
import { message } from '../messages/message.ts';
import { contentKind } from './file-kind.ts';
import { type HeaderRating, MAX_HEADER_ROW, withoutEmptyColumns, withoutTitles } from './header-row.ts';
import { DamagedFile, FileTooLarge } from './limits.ts';
import { readXlsx } from './xlsx.ts';

const CONVERTIBLE: readonly string[] = ['old_excel', 'binary_excel', 'opendocument', 'numbers', 'web_page'];

/** Why a file cannot be a table, by its content; undefined if it may be one. `file` is its name for the message. */
export function tableProblem(bytes: Uint8Array, file: string): Message | undefined {
  try {
    const kind = contentKind(bytes);
    if (kind === 'xlsx' || kind === 'text') return undefined;
    return kind === 'encrypted' ? message('table_encrypted', { file }) : ofKind(kind, file);
  } catch (error) {
    if (error instanceof DamagedFile) return message('workbook_damaged', { file });
    throw error;
  }
}

const ofKind = (kind: FileKind, file: string): Message =>
  CONVERTIBLE.includes(kind)
    ? message('table_of_another_kind', { file, kind })
    : message('not_a_table', { file, kind });

interface TableOptions {
  maxRows?: number | undefined;
  /** Titles may precede the header row, which is found by this rating. Otherwise the first row is the header. */
  rating?: HeaderRating | undefined;
}

/**
 * Reads a table from a CSV file or an XLSX workbook, whatever the name of the file says.
 *
 * @param name the file name for error messages
 * @throws OperatorError if the file is of another kind, damaged, or has more than `maxRows` rows
 */
export async function readTable(
  bytes: Uint8Array,
  name: string,
  { maxRows = Number.POSITIVE_INFINITY, rating }: TableOptions = {},
): Promise<FileTable> {
  const problem = tableProblem(bytes, name);
  if (problem) throw new OperatorError([problem]);
  if (contentKind(bytes) === 'xlsx') return await readWorkbook(bytes, name, { maxRows, rating });
  const table = readCsv(bytes, name, rating);
  requireRows(table.rows.length, name, maxRows);
  return table;
}

function requireRows(rows: number, file: string, most: number): void {
  if (rows > most) throw new OperatorError('table_too_many_rows', { file, rows, most });
}

async function readWorkbook(
  bytes: Uint8Array,
  file: string,
  { maxRows, rating }: TableOptions & { maxRows: number },
): Promise<FileTable> {
  try {
    const { rows, count, sheet } = await readXlsx(bytes, maxRows + MAX_HEADER_ROW);
    const table = rating ? withoutTitles(rows, rating) : withoutEmptyColumns(rows);
    requireRows(count - 1 - (rows.length - table.length), file, maxRows);
    return { ...tableOf(table, file), sheet };
  } catch (error) {
    if (error instanceof DamagedFile) throw new OperatorError('workbook_damaged', { file });
    if (error instanceof FileTooLarge) throw new OperatorError('table_too_large', { file });
    throw error;
  }
}
