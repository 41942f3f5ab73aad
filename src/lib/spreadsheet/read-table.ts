import { type FileTable, readCsv, tableOf } from '../csv.ts';
import { OperatorError } from '../errors.ts';
import type { Message } from '../messages/catalogue.ts';
import type { FileKind } from '../messages/code-names.ts';
import { message } from '../messages/message.ts';
import { contentKind } from './file-kind.ts';
import { DamagedFile, FileTooLarge } from './limits.ts';
import type { SheetRow } from './read-sheet.ts';
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

/**
 * Reads a table from a CSV file or an XLSX workbook, whatever the name of the file says.
 *
 * @param name the file name for error messages
 * @throws OperatorError if the file is of another kind, damaged, or has more than `maxRows` rows
 */
export async function readTable(
  bytes: Uint8Array,
  name: string,
  maxRows = Number.POSITIVE_INFINITY,
): Promise<FileTable> {
  const problem = tableProblem(bytes, name);
  if (problem) throw new OperatorError([problem]);
  if (contentKind(bytes) === 'xlsx') return await readWorkbook(bytes, name, maxRows);
  const table = readCsv(bytes, name);
  requireRows(table.rows.length, name, maxRows);
  return table;
}

function requireRows(rows: number, file: string, most: number): void {
  if (rows > most) throw new OperatorError('table_too_many_rows', { file, rows, most });
}

async function readWorkbook(bytes: Uint8Array, file: string, maxRows: number): Promise<FileTable> {
  try {
    const { rows, count, sheet } = await readXlsx(bytes, maxRows + 1);
    requireRows(count - 1, file, maxRows);
    return { ...tableOf(withoutEmptyColumns(rows), file), sheet };
  } catch (error) {
    if (error instanceof DamagedFile) throw new OperatorError('workbook_damaged', { file });
    if (error instanceof FileTooLarge) throw new OperatorError('table_too_large', { file });
    throw error;
  }
}

/** Columns without a name and without a value separate others in many workbooks. */
function withoutEmptyColumns(rows: readonly SheetRow[]): readonly SheetRow[] {
  const head = rows[0]?.texts ?? [];
  const unnamed = head.flatMap((text, i) => (text.trim() === '' ? [i] : []));
  const empty = new Set(unnamed.filter((i) => rows.every(({ texts }) => (texts[i] ?? '').trim() === '')));
  if (empty.size === 0) return rows;
  return rows.map(({ row, texts }) => ({ row, texts: texts.filter((_, i) => !empty.has(i)) }));
}
