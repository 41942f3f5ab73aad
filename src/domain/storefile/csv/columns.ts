import type { FileTable } from '../../../lib/csv.ts';
import type { Message } from '../../../lib/messages/catalogue.ts';
import { message } from '../../../lib/messages/message.ts';

/** Columns of every store, in the order of an export. */
export const PRODUCT_COLUMNS = ['product_key', 'product_name', 'description', 'category', 'tags'] as const;

export const VARIANT_COLUMNS = [
  'variant_key',
  'variant_name',
  'sku',
  'barcodes',
  'cost',
  'weight',
  'low_stock_threshold',
  'shelf_location',
  'bundle',
  'parts',
] as const;

const PRICE = 'price:';
const STOCK = 'stock:';

// Column names are trimmed when they are read.

export const priceColumn = (tierKey: string): string => `${PRICE}${tierKey}`.trimEnd();

export const stockColumn = (warehouseKey: string): string => `${STOCK}${warehouseKey}`.trimEnd();

/** Whether the columns identify products: by key or by name. */
export const identifiesProducts = (columns: readonly string[]): boolean =>
  columns.includes('product_key') || columns.includes('product_name');

export function columnProblems(
  { columns, headerRow: row }: Pick<FileTable, 'columns' | 'headerRow'>,
  tiers: readonly string[],
  warehouses: readonly string[],
): Message[] {
  const known = new Set<string>([
    ...PRODUCT_COLUMNS,
    ...VARIANT_COLUMNS,
    ...tiers.map(priceColumn),
    ...warehouses.map(stockColumn),
  ]);
  return [
    ...(identifiesProducts(columns) ? [] : [message('product_key_column_missing', { path: [{ row }] })]),
    ...columns
      .filter((column) => !known.has(column))
      .map((column) => message(columnProblem(column), { path: [{ row, column }] })),
  ];
}

function columnProblem(column: string) {
  if (column.startsWith(PRICE)) return 'column_price_tier_unknown';
  if (column.startsWith(STOCK)) return 'column_warehouse_unknown';
  return 'unknown_column';
}

export const repeatedColumnProblems = ({
  repeated,
  headerRow: row,
}: {
  repeated: readonly (readonly [head: string, earlier: string])[];
  headerRow: number;
}): Message[] =>
  repeated.map(([head, earlier]) => message('column_repeated', { path: [{ row, column: head }], column: earlier }));
