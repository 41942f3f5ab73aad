import { writeXlsxStream } from 'hucre/xlsx';
import { textCell } from '../../domain/storefile/csv/cells.ts';
import { bangkokDate, bangkokMinute, bangkokSecond } from '../../lib/calendar.ts';
import { csvRows, writeCsv } from '../../lib/csv.ts';
import { type Money, satangText } from '../../lib/money.ts';
import { nextTurn } from '../../lib/runtime.ts';
import { download } from './downloads.ts';
import type { Cell, Format, ListFile } from './list-file.ts';

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
  day: { numFmt: 'yyyy-mm-dd', width: 12 },
  minute: { numFmt: 'yyyy-mm-dd hh:mm', width: 17 },
  second: { numFmt: 'yyyy-mm-dd hh:mm:ss', width: 20 },
};

/** In milliseconds. */
const UNITS = { day: 86_400_000, minute: 60_000, second: 1_000 };

const TEXT_WIDTH = 18;

function workbook({ name, columns, pages }: ListFile): ReadableStream<Uint8Array> {
  return writeXlsxStream(excelRows(columns, pages), {
    name: sheetName(name),
    columns: columns.map(({ heading, format }) => {
      const { width, ...style } = format ? EXCEL_FORMATS[format] : { width: TEXT_WIDTH };
      return { header: heading, width: Math.max(width, heading.length + 2), ...style };
    }),
    freezePane: { rows: 1 },
  });
}

/** Without the characters that Excel forbids, in its length. */
const sheetName = (name: string): string => name.replace(/[[\]:*?/\\']/g, ' ').slice(0, 31);

const ROWS_PER_TURN = 20; // of some milliseconds: other requests run in between

async function* excelRows(columns: ListFile['columns'], pages: ListFile['pages']) {
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
  const millis = bangkokDate(cell).getTime();
  return new Date(millis - (millis % UNITS[format]));
}
