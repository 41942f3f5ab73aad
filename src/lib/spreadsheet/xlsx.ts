import { readSheet, type SheetRows } from './read-sheet.ts';
import { openWorkbook } from './workbook.ts';

/** The first visible sheet of a workbook that has a value. */
export interface WorkbookTable extends SheetRows {
  /** The name of the sheet; undefined if the workbook has no other. */
  sheet: string | undefined;
}

/**
 * Reads an XLSX workbook. Macros, links, comments and pictures are not read.
 *
 * @param most rows that are kept; others are only counted
 * @throws DamagedFile, FileTooLarge
 */
export async function readXlsx(bytes: Uint8Array, most: number): Promise<WorkbookTable> {
  const workbook = await openWorkbook(bytes);
  for (const { name, part } of workbook.sheets) {
    const table = await readSheet(workbook, part, most);
    if (table.count > 0) return { ...table, sheet: workbook.sheets.length > 1 ? name : undefined };
  }
  return { rows: [], count: 0, sheet: undefined };
}
