import { writeXlsxStream } from 'hucre/xlsx';
import { textCell } from '../../domain/storefile/csv/cells.ts';
import { bangkokDate, bangkokMinute, bangkokSecond } from '../../lib/calendar.ts';
import { csvRows, writeCsv } from '../../lib/csv.ts';
import { type Money, satangText } from '../../lib/money.ts';
import { nextTurn } from '../../lib/runtime.ts';
import { download } from './downloads.ts';
import type { Cell, FileHead, Format, ListFile } from './list-file.ts';

// Lists as Excel workbooks and CSV files. Excel drops leading zeros and rounds long numbers of a CSV file, such as phone
// and tracking numbers. In a workbook they are texts.

export const FILE_FORMATS = ['xlsx', 'csv'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

const TYPES: Record<FileFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};

/** The URL of a list in a format. @param url of the list, without ending */
export const fileUrl = (url: string, format: FileFormat): string => url.replace(/(?=\?|$)/, `.${format}`);

export function fileResponse(file: ListFile, format: FileFormat): Response {
  const bytes = format === 'csv' ? ReadableStream.from(csvParts(file)) : workbook(file);
  return download(bytes, { name: `${file.name}.${format}`, ascii: `${file.ascii}.${format}`, type: TYPES[format] });
}

async function* csvParts({ columns, pages }: ListFile): AsyncGenerator<Uint8Array> {
  const headings = columns.map(({ heading }) => heading);
  yield Buffer.from(writeCsv(headings, []));
  for (const rows of pages) {
    const texts = rows.map((cells) => cells.map((cell, i) => csvCell(cell, columns[i]?.format)));
    if (texts.length > 0) yield Buffer.from(csvRows(texts));
    await nextTurn();
  }
}

const CSV_TEXTS: Record<Format, (value: number) => string> = {
  money: (amount) => satangText(amount as Money),
  percent: (percent) => `${percent.toFixed(1)}%`,
  day: (millis) => bangkokMinute(millis).slice(0, 10),
  minute: bangkokMinute,
  second: bangkokSecond,
};

/** No text runs as a formula of a spreadsheet. */
function csvCell(cell: Cell, format: Format | undefined): string | number | null {
  if (typeof cell === 'string') return textCell(cell);
  return typeof cell === 'number' && format ? CSV_TEXTS[format](cell) : (cell ?? null);
}

const EXCEL_FORMATS: Record<Format, { numFmt: string; width: number }> = {
  money: { numFmt: '#,##0.00', width: 14 },
  percent: { numFmt: '0.0%', width: 10 },
  day: { numFmt: 'yyyy-mm-dd', width: 12 },
  minute: { numFmt: 'yyyy-mm-dd hh:mm', width: 17 },
  second: { numFmt: 'yyyy-mm-dd hh:mm:ss', width: 20 },
};

/** In milliseconds. */
const UNITS = { day: 86_400_000, minute: 60_000, second: 1_000 };

const TEXT_WIDTH = 18;

/** The header row of a report is below its facts and an empty row, so that filters and pivot tables find the table. */
function workbook({ name, columns, pages, head }: ListFile): ReadableStream<Uint8Array> {
  const above = head ? headRows(head) : [];
  const headings = columns.map(({ heading }) => heading);
  const labelWidth = Math.max(0, ...above.map(([label = '']) => label.length));
  return writeXlsxStream(excelRows([...above, headings], columns, pages), {
    name: sheetName(head?.title ?? name),
    columns: columns.map(({ heading, format }, i) => {
      const { width, ...style } = format ? EXCEL_FORMATS[format] : { width: TEXT_WIDTH };
      return { width: Math.max(width, heading.length + 2, i === 0 ? labelWidth + 2 : 0), ...style };
    }),
    freezePane: { rows: above.length + 1 },
  });
}

const headRows = ({ title, facts }: FileHead): readonly (readonly string[])[] => [[title], ...facts, []];

const MAX_SHEET_NAME = 31;

/** Without the characters that Excel forbids, in its length, and with whole words. */
function sheetName(name: string): string {
  const words = name.replace(/[[\]:*?/\\']/g, ' ').split(/\s+/);
  while (words.length > 1 && words.join(' ').length > MAX_SHEET_NAME) words.pop();
  return words.join(' ').slice(0, MAX_SHEET_NAME);
}

const ROWS_PER_TURN = 20; // of some milliseconds: other requests run in between

async function* excelRows(
  head: readonly (readonly string[])[],
  columns: ListFile['columns'],
  pages: ListFile['pages'],
) {
  for (const texts of head) yield texts.map((text) => excelCell(text, undefined));
  for (const rows of pages)
    for (const [at, cells] of rows.entries()) {
      if (at % ROWS_PER_TURN === 0) await nextTurn();
      yield cells.map((cell, i) => excelCell(cell, columns[i]?.format));
    }
}

const MAX_EXCEL_TEXT = 32_767;

/** Excel has no time zones, so times are those of Bangkok. They are exactly what is shown, so that a filter finds them. */
function excelCell(cell: Cell, format: Format | undefined): string | number | Date | null {
  if (typeof cell === 'string') return cell.slice(0, MAX_EXCEL_TEXT) || null;
  if (typeof cell !== 'number' || !format) return cell ?? null;
  if (format === 'money') return Number(satangText(cell as Money));
  if (format === 'percent') return Number((cell / 100).toFixed(6));
  const millis = bangkokDate(cell).getTime();
  return new Date(millis - (millis % UNITS[format]));
}
