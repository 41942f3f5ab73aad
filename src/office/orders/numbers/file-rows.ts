import * as v from 'valibot';
import type { NumberMatch } from '../../../domain/orders/shipments/number-matches.ts';
import { FileCells, type FileTable } from '../../../lib/csv.ts';
import type { Id } from '../../../lib/ids.ts';

// The hidden fields of the review page: the file, for another choice of columns, and the reviewed rows.

export const MAX_ROWS = 3_000;
const MAX_COLUMNS = 60;
const MAX_IN_CELL = 100; // characters; references and numbers are shorter

type Table = Pick<FileTable, 'columns' | 'rows'>;

const tableSchema = v.strictObject({
  columns: v.array(v.string()),
  rows: v.pipe(v.array(v.strictObject({ row: v.number(), cells: v.array(v.string()) })), v.maxLength(MAX_ROWS)),
});

/** The columns with a value: files of couriers have many empty ones. */
export const filledColumns = ({ columns, rows }: Table): string[] =>
  columns.filter((column) => rows.some(({ cells }) => (cells.get(column) ?? '').trim() !== '')).slice(0, MAX_COLUMNS);

/** The columns to choose from, with the start of each cell. */
export function tableText(table: Table): string {
  const columns = filledColumns(table);
  const cellsOf = ({ row, cells }: FileTable['rows'][number]) => ({
    row,
    cells: columns.map((column) => (cells.get(column) ?? '').slice(0, MAX_IN_CELL)),
  });
  return JSON.stringify({ columns, rows: table.rows.map(cellsOf) });
}

/** Undefined if the text is anything else. */
export function parseTable(text: string): Table | undefined {
  const parsed = parseJson(tableSchema, text);
  if (!parsed) return undefined;
  const positions = new Map(parsed.columns.map((column, i) => [column, i]));
  return {
    columns: parsed.columns,
    rows: parsed.rows.map(({ row, cells }) => ({ row, cells: new FileCells(cells, positions) })),
  };
}

/** A reviewed row. */
export interface Pair {
  row: number;
  orderId: Id;
  trackingNumber: string;
}

const pairSchema = v.array(v.strictTuple([v.number(), v.pipe(v.number(), v.safeInteger()), v.string()]));

export const pairsText = (matches: readonly NumberMatch[]): string =>
  JSON.stringify(matches.map(({ row, order, trackingNumber }) => [row, order.id, trackingNumber]));

/** Undefined if the text is anything else. */
export const parsePairs = (text: string): Pair[] | undefined =>
  parseJson(pairSchema, text)?.map(([row, orderId, trackingNumber]) => ({
    row,
    orderId: orderId as Id,
    trackingNumber,
  }));

function parseJson<Schema extends v.GenericSchema>(schema: Schema, text: string): v.InferOutput<Schema> | undefined {
  try {
    const parsed = v.safeParse(schema, JSON.parse(text));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined; // not JSON
  }
}
