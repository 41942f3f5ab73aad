import type { Printed } from '../../domain/print/print-job.ts';
import { textCell } from '../../domain/storefile/csv/cells.ts';
import { csvRows, writeCsv } from '../../lib/csv.ts';
import { type Money, satangText } from '../../lib/money.ts';
import { nextTurn } from '../../lib/runtime.ts';

/** Not a text, which would be a formula if it starts with a minus sign. */
interface Baht {
  baht: string;
}

type Cell = string | number | Baht | null | undefined;

/** Every amount of a CSV file, in baht with two decimals. */
export const csvMoney = (amount: Money | null | undefined): Baht | null =>
  amount === null || amount === undefined ? null : { baht: satangText(amount) };

/** The cell of a row by the heading of its column. */
export type CsvColumns<Row> = Record<string, (row: Row) => Cell>;

/**
 * A CSV file in which no text runs as a spreadsheet formula. Its name, headings and values are in the language of the
 * page; its times are those of `bangkokMinute` or `bangkokSecond`.
 *
 * @param name without `.csv`
 * @param ascii the name for programs that read ASCII only
 */
export const csvFile = <Row>(name: string, rows: readonly Row[], columns: CsvColumns<Row>, ascii = name): Response =>
  csvDownload(name, writeCsv(Object.keys(columns), cellsOf(rows, columns)), ascii);

/** A CSV file of a finished text. */
export const csvDownload = (name: string, csv: string, ascii: string): Response =>
  download(Buffer.from(csv), { name: `${name}.csv`, ascii: `${ascii}.csv`, type: CSV });

/**
 * As `csvFile`, for a list of any length. It is sent page by page, which bounds memory, and other requests run between
 * two pages.
 */
export function csvStream<Row>(
  name: string,
  pages: Iterable<readonly Row[]>,
  columns: CsvColumns<Row>,
  ascii = name,
): Response {
  async function* parts(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(writeCsv(Object.keys(columns), []));
    for (const rows of pages) {
      if (rows.length > 0) yield Buffer.from(csvRows(cellsOf(rows, columns)));
      await nextTurn();
    }
  }
  return download(ReadableStream.from(parts()), { name: `${name}.csv`, ascii: `${ascii}.csv`, type: CSV });
}

const CSV = 'text/csv; charset=utf-8';

const cellsOf = <Row>(rows: readonly Row[], columns: CsvColumns<Row>) =>
  rows.map((row) => Object.values(columns).map((cellOf) => safeCell(cellOf(row))));

function safeCell(cell: Cell): string | number | null {
  if (typeof cell === 'string') return textCell(cell);
  return typeof cell === 'object' && cell !== null ? cell.baht : (cell ?? null);
}

const CSV_PAGE = 200;

/** All pages of a list for `csvStream`. @param read up to `limit` rows after `last` */
export function* pagesOf<Row>(
  read: (last: Row | undefined, limit: number) => readonly Row[],
): Generator<readonly Row[]> {
  let rows: readonly Row[] = [];
  do {
    rows = read(rows.at(-1), CSV_PAGE);
    yield rows;
  } while (rows.length === CSV_PAGE);
}

/** A PDF that opens in the browser. `name` and `ascii`, as in `csvFile`, without `.pdf`. */
export const pdfFile = (name: string, { pdf }: Printed, { inline = true, ascii = name } = {}): Response =>
  download(pdf, { name: `${name}.pdf`, ascii: `${ascii}.pdf`, type: 'application/pdf', inline });

export function download(
  bytes: Uint8Array | ReadableStream,
  { name, ascii = name, type, inline = false }: { name: string; ascii?: string; type: string; inline?: boolean },
): Response {
  return new Response(bytes as Uint8Array<ArrayBuffer> | ReadableStream, {
    headers: {
      'Content-Type': type,
      'Content-Disposition': `${inline ? 'inline' : 'attachment'}; filename="${ascii.replace(/[^\w.-]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    },
  });
}
