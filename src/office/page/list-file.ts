import type { Money } from '../../lib/money.ts';

export type Cell = string | number | null | undefined;

/** An amount of money with two decimals, a percentage, or Unix milliseconds as a day, minute or second in Bangkok. */
export type Format = 'money' | 'percent' | 'day' | 'minute' | 'second';

type Column<Row> = ((row: Row) => Cell) | { format: Format; cell: (row: Row) => Cell };

/** The columns of a file by their headings. */
export type Columns<Row> = Record<string, Column<Row>>;

export const moneyColumn = <Row>(cell: (row: Row) => Money | null | undefined): Column<Row> => ({
  format: 'money',
  cell,
});

/** @param cell 46.3 for 46.3 % */
export const percentColumn = <Row>(cell: (row: Row) => number | undefined): Column<Row> => ({
  format: 'percent',
  cell,
});

const timeColumn =
  (format: Format) =>
  <Row>(cell: (row: Row) => number | null | undefined): Column<Row> => ({ format, cell });

export const dayColumn = timeColumn('day');
export const minuteColumn = timeColumn('minute');
export const secondColumn = timeColumn('second');

/** The columns for rows of which only some have these cells. @param cellOf gets the heading and cell of a column */
export const mapColumns = <Row, Other>(
  columns: Columns<Row>,
  cellOf: (row: Other, heading: string, cell: (row: Row) => Cell) => Cell,
): Columns<Other> =>
  Object.fromEntries(
    Object.entries(columns).map(([heading, column]): [string, Column<Other>] => {
      if (typeof column === 'function') return [heading, (row) => cellOf(row, heading, column)];
      return [heading, { ...column, cell: (row) => cellOf(row, heading, column.cell) }];
    }),
  );

/**
 * What a report is, above the table of its workbook. A CSV file has the table only, so that programs can read it.
 */
export interface FileHead {
  /** Also the name of the sheet, in at most 31 characters. */
  title: string;
  facts: readonly (readonly [label: string, text: string])[];
}

/** A list to download. Its name, headings and values are in the language of the page. */
export interface ListFile {
  /** Without the ending. */
  name: string;
  /** The name for programs that read ASCII only. */
  ascii: string;
  columns: readonly { heading: string; format?: Format | undefined }[];
  head?: FileHead | undefined;
  pages: Iterable<readonly (readonly Cell[])[]>;
}

export const listFile = <Row>(name: string, rows: readonly Row[], columns: Columns<Row>, ascii = name): ListFile =>
  longListFile(name, [rows], columns, ascii);

/** A list of any length. It is sent page by page, which bounds memory, and other requests run between two pages. */
export const longListFile = <Row>(
  name: string,
  pages: Iterable<readonly Row[]>,
  columns: Columns<Row>,
  ascii = name,
): ListFile => ({
  name,
  ascii,
  columns: Object.entries(columns).map(([heading, column]) => ({
    heading,
    format: typeof column === 'function' ? undefined : column.format,
  })),
  pages: cellPages(pages, Object.values(columns)),
});

function* cellPages<Row>(pages: Iterable<readonly Row[]>, columns: readonly Column<Row>[]): Generator<Cell[][]> {
  const cells = columns.map((column) => (typeof column === 'function' ? column : column.cell));
  for (const rows of pages) yield rows.map((row) => cells.map((cellOf) => cellOf(row)));
}

const PAGE = 200;

/** All pages of a list for `longListFile`. @param read up to `limit` rows after `last` */
export function* pagesOf<Row>(
  read: (last: Row | undefined, limit: number) => readonly Row[],
): Generator<readonly Row[]> {
  let rows: readonly Row[] = [];
  do {
    rows = read(rows.at(-1), PAGE);
    yield rows;
  } while (rows.length === PAGE);
}
