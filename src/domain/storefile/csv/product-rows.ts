import type { Reader } from '../../../db/reader.ts';
import { splitBarcodes } from '../../../lib/barcodes.ts';
import type { FileRow } from '../../../lib/csv.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Message } from '../../../lib/messages/catalogue.ts';
import type { MoneyColumn } from '../../../lib/messages/code-names.ts';
import { message } from '../../../lib/messages/message.ts';
import type { PathPart } from '../../../lib/messages/path.ts';
import { parseMoney } from '../../../lib/money.ts';
import { plainNumber } from '../../../lib/numbers.ts';
import { shorten } from '../../../lib/text.ts';
import { priceTiers } from '../../catalogue/price-tiers.ts';
import { productByKey, variantByKey } from '../../catalogue/product-lookup.ts';
import { type Warehouse, warehouses } from '../../catalogue/warehouses.ts';
import { levelOf } from '../../stock/ledger.ts';
import type { Store } from '../../stores.ts';
import { MAX_ON_HAND } from '../store-file-schema.ts';
import { cellOf, readNumberCell, readPartsCell, readTextCell, textOf } from './cells.ts';
import type { NormalizedTable } from './column-names.ts';
import { PRODUCT_COLUMNS, priceColumn, stockColumn, VARIANT_COLUMNS } from './columns.ts';
import type { Report, RowKeys } from './row-keys.ts';

/** A problem of a product file. */
export interface RowProblem {
  /** 0: no row. */
  row: number;
  column?: string | undefined;
  /** Path inside the cell, such as `[1, 'qty']` in parts. */
  inCell?: readonly PathPart[] | undefined;
  problem: Message;
}

/** An unchecked product of the store file with its rows. */
export interface ProductDraft {
  row: number;
  key: string;
  name?: string | undefined;
  description?: string | undefined;
  category?: string | undefined;
  /** As the cell has them. */
  tags?: string | undefined;
  variants: { row: number; entry: { readonly key: string; readonly [field: string]: unknown } }[];
}

/** Finds the product of each row. Reports rows that have none, and rows with a problem as a whole. */
export function groupRows(table: NormalizedTable, keys: RowKeys, problems: RowProblem[]): Map<string, FileRow[]> {
  const groups = new Map<string, FileRow[]>();
  for (const row of table.rows) {
    if (row.problem) problems.push({ row: row.row, problem: row.problem });
    const key = keys.product(row);
    if (key === undefined) continue;
    const rows = groups.get(key);
    if (rows) rows.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}

const PRODUCT_FIELDS = ['name', 'description', 'category', 'tags'] as const;

/** Reads a product from its rows. An empty cell changes nothing. */
export function readProduct(
  db: Reader,
  store: Store,
  [key, rows]: readonly [key: string, rows: readonly FileRow[]],
  { keys, report }: { keys: RowKeys; report: Report },
): ProductDraft {
  const draft: ProductDraft = { row: rows[0]?.row ?? 0, key, variants: [] };
  for (const row of rows) {
    reportFailedFormulas(row, report);
    for (const field of PRODUCT_FIELDS) setField(draft, field, row, report);
    const entry = variantEntry(db, store, row, { report, key: () => keys.variant(row, key) });
    if (entry) draft.variants.push({ row: row.row, entry });
  }
  draft.name ??= knownName(db, store, draft, report);
  return draft;
}

const TEXT_COLUMNS = [...PRODUCT_COLUMNS, 'variant_key', 'variant_name', 'sku', 'barcodes', 'shelf_location'];
const FAILED_FORMULA = /^#(NULL!|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|N\/A|CALC!|SPILL!|FIELD!|BLOCKED!|GETTING_DATA)$/;

/** A failed formula leaves a text such as `#N/A` that would become a name. Columns of numbers reject it anyway. */
function reportFailedFormulas(row: FileRow, report: Report): void {
  for (const column of TEXT_COLUMNS) {
    const text = cellOf(row, column)?.trim();
    if (text?.startsWith('#') && FAILED_FORMULA.test(text))
      report(row.row, column, message('cell_without_value', { text }));
  }
}

function knownName(db: Reader, store: Store, { row, key }: ProductDraft, report: Report): string {
  const known = productByKey(db, store.id, key);
  if (!known) report(row, 'product_name', message('required_for_new_product', { product: key }));
  return known?.name ?? '';
}

function setField(draft: ProductDraft, field: (typeof PRODUCT_FIELDS)[number], row: FileRow, report: Report): void {
  const column = field === 'name' ? 'product_name' : field;
  const text = textOf(row, column);
  if (text === undefined) return;
  if (draft[field] !== undefined && draft[field] !== text)
    report(row.row, column, message('rows_disagree', { product: draft.key }));
  draft[field] = text;
}

/** Undefined if the row has only fields of its product. */
function variantEntry(
  db: Reader,
  store: Store,
  row: FileRow,
  { key: keyOf, report }: { key: () => ReturnType<RowKeys['variant']>; report: Report },
): ProductDraft['variants'][number]['entry'] | undefined {
  const tiers = priceTiers(db, store.id).map(({ key }) => key);
  const allWarehouses = warehouses(db, store.id);
  const columns = [
    ...VARIANT_COLUMNS,
    ...tiers.map(priceColumn),
    ...allWarehouses.map((warehouse) => stockColumn(warehouse.key)),
  ];
  if (columns.every((column) => cellOf(row, column) === undefined)) return undefined;
  const key = keyOf();
  if (key === undefined) return undefined;
  return {
    key,
    name: textOf(row, 'variant_name'),
    sku: textOf(row, 'sku'),
    barcodes: readCell(row, 'barcodes', (cell) => splitBarcodes(readTextCell(cell))),
    cost: amountIn(row, 'cost', 'cost', report),
    weight: readCell(row, 'weight', readNumberCell),
    low_stock_threshold: readCell(row, 'low_stock_threshold', readNumberCell),
    shelf_location: textOf(row, 'shelf_location'),
    prices: pricesIn(row, tiers, report),
    stock: stockIn(db, { storeId: store.id, key }, row, allWarehouses, report),
    bundle: partsOf(row, 'bundle', report),
    parts: partsOf(row, 'parts', report),
  };
}

/** Undefined if the cell is empty. */
function readCell<T>(row: FileRow, column: string, read: (cell: string) => T): T | undefined {
  const cell = cellOf(row, column);
  return cell === undefined ? undefined : read(cell);
}

/** Undefined if the cell is empty or, reported, not an amount. */
function amountIn(row: FileRow, column: string, what: MoneyColumn, report: Report): string | undefined {
  const amount = readCell(row, column, (cell) => plainNumber(cell.replace(/^\s*฿\s*/, '')));
  const problem = amount === undefined ? undefined : amountProblem(amount, what);
  if (problem) report(row.row, column, problem);
  return problem ? undefined : amount;
}

function amountProblem(written: string, what: MoneyColumn): Message | undefined {
  const amount = parseMoney(written);
  if (amount !== undefined && amount >= 0) return undefined;
  const text = shorten(written);
  if (!/^-?\d+(\.\d+)?$/.test(written)) return message('price_not_a_number', { what, text });
  return message(written.startsWith('-') ? 'price_below_zero' : 'price_out_of_range', { what, text });
}

/** By tier key; undefined if there is none. */
function pricesIn(row: FileRow, tiers: readonly string[], report: Report): Record<string, string> | undefined {
  const found = tiers.flatMap((key) => {
    const price = amountIn(row, priceColumn(key), 'price', report);
    return price === undefined ? [] : [[key, price] as const];
  });
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}

function partsOf(row: FileRow, column: 'bundle' | 'parts', report: Report): object[] | undefined {
  const cell = cellOf(row, column);
  const parts = cell === undefined ? undefined : readPartsCell(cell);
  if (cell !== undefined && !parts) report(row.row, column, message('parts_unreadable'));
  return parts;
}

export interface StockOwner {
  storeId: Id;
  key: string;
}

/**
 * Stock on hand by warehouse key; undefined if the row has none. A negative quantity must equal the current one:
 * exports contain it if a store that sells below zero has oversold.
 */
export function stockIn(
  db: Reader,
  { storeId, key: variantKey }: StockOwner,
  row: FileRow,
  warehouses: readonly Warehouse[],
  report: Report,
): Record<string, number> | undefined {
  const variant = variantByKey(db, storeId, variantKey);
  const found = warehouses.flatMap(({ id, key }) => {
    const cell = cellOf(row, stockColumn(key));
    if (cell === undefined) return [];
    const qty = readNumberCell(cell);
    const problem = qtyProblem(qty, () => (variant ? levelOf(db, variant.id, id).onHand : 0));
    if (problem !== undefined) report(row.row, stockColumn(key), problem);
    return problem === undefined ? [[key, qty as number] as const] : [];
  });
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}

function qtyProblem(qty: number | string, current: () => number): Message | undefined {
  if (typeof qty === 'string' || !Number.isInteger(qty)) return message('not_a_whole_number_at_least', { least: 0 });
  if (qty > MAX_ON_HAND) return message('too_large', { most: MAX_ON_HAND });
  return qty >= 0 || qty === current() ? undefined : message('not_a_whole_number_at_least', { least: 0 });
}
