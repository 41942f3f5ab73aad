import type { Reader } from '../../../db/reader.ts';
import type { CsvRow } from '../../../lib/csv.ts';
import type { Message } from '../../../lib/messages/catalogue.ts';
import { message } from '../../../lib/messages/message.ts';
import { plainNumber } from '../../../lib/numbers.ts';
import { productByKey } from '../../catalogue/lookup.ts';
import { priceTiers } from '../../catalogue/price-tiers.ts';
import { warehouses } from '../../catalogue/warehouses.ts';
import type { Store } from '../../stores.ts';
import { cellOf, readNumberCell, readPartsCell, textOf } from './cells.ts';
import { priceColumn, stockColumn, VARIANT_COLUMNS } from './columns.ts';
import type { ProductCsv } from './heads.ts';
import { type Report, type RowKeys, rowKeys } from './row-keys.ts';
import { stockIn } from './stock-cells.ts';

/** A problem of a product file. */
export interface RowProblem {
  /** 0: of no row. */
  row: number;
  column?: string | undefined;
  /** Where in the cell: `[1].qty` of its parts. */
  inCell?: string | undefined;
  problem: Message;
}

/** The rows of a product file as the store file that they spell. */
export interface ProductRows {
  products: ProductDraft[];
  /** Of the rows themselves; `checkStoreFile` finds the others. */
  problems: RowProblem[];
}

/** A product of the store file, not checked yet, and the rows that it comes from. */
export interface ProductDraft {
  row: number;
  key: string;
  name?: string | undefined;
  description?: string | undefined;
  variants: { row: number; entry: object }[];
}

/** Reads the rows for the store; those with one product key are one product. An empty cell leaves things as they are. */
export function readProductRows(db: Reader, store: Store, csv: ProductCsv): ProductRows {
  const problems: RowProblem[] = [];
  const report: Report = (row, column, problem) => problems.push({ row, column, problem });
  const keys = rowKeys(db, store, csv, report);
  const drafts = new Map<string, ProductDraft>();
  for (const row of csv.rows) {
    if (row.problem) problems.push({ row: row.row, problem: row.problem });
    const key = keys.product(row);
    if (key === undefined) continue;
    const draft = drafts.get(key) ?? { row: row.row, key, variants: [] };
    drafts.set(key, draft);
    for (const field of ['name', 'description'] as const) takeField(draft, field, row, report);
    const entry = variantEntry(db, store, row, { report, key: () => keys.variant(row, draft.key) });
    if (entry) draft.variants.push({ row: row.row, entry });
  }
  for (const draft of drafts.values()) draft.name ??= knownName(db, store, draft, report);
  return { products: [...drafts.values()], problems };
}

function knownName(db: Reader, store: Store, { row, key }: ProductDraft, report: Report): string {
  const known = productByKey(db, store.id, key);
  if (!known) report(row, 'product_name', message('required_for_new_product', { product: key }));
  return known?.name ?? '';
}

function takeField(draft: ProductDraft, field: 'name' | 'description', row: CsvRow, report: Report): void {
  const column = field === 'name' ? 'product_name' : 'description';
  const text = textOf(row, column);
  if (text === undefined) return;
  if (draft[field] !== undefined && draft[field] !== text)
    report(row.row, column, message('rows_disagree', { product: draft.key }));
  draft[field] = text;
}

/** The variant that a row is of; undefined where it says nothing but of its product. */
function variantEntry(
  db: Reader,
  store: Store,
  row: CsvRow,
  { key: keyOf, report }: { key: () => ReturnType<RowKeys['variant']>; report: Report },
): object | undefined {
  const tiers = priceTiers(db, store.id).map(({ key }) => key);
  const places = warehouses(db, store.id);
  const columns = [...VARIANT_COLUMNS, ...tiers.map(priceColumn), ...places.map((place) => stockColumn(place.key))];
  if (columns.every((column) => cellOf(row, column) === undefined)) return undefined;
  const key = keyOf();
  if (key === undefined) return undefined;
  return {
    key,
    name: textOf(row, 'variant_name'),
    sku: textOf(row, 'sku'),
    cost: readCell(row, 'cost', plainNumber),
    weight: readCell(row, 'weight', readNumberCell),
    low_stock_threshold: readCell(row, 'low_stock_threshold', readNumberCell),
    prices: pricesIn(row, tiers),
    stock: stockIn(db, { storeId: store.id, key }, row, places, report),
    bundle: partsOf(row, 'bundle', report),
    parts: partsOf(row, 'parts', report),
  };
}

/** What `read` makes of the cell; undefined where it is empty. */
function readCell<T>(row: CsvRow, column: string, read: (cell: string) => T): T | undefined {
  const cell = cellOf(row, column);
  return cell === undefined ? undefined : read(cell);
}

/** By the tiers' keys; undefined where no tier has a price. */
function pricesIn(row: CsvRow, tiers: readonly string[]): Record<string, string> | undefined {
  const found = tiers.flatMap((key) => {
    const price = readCell(row, priceColumn(key), plainNumber);
    return price === undefined ? [] : [[key, price] as const];
  });
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}

function partsOf(row: CsvRow, column: 'bundle' | 'parts', report: Report): object[] | undefined {
  const cell = cellOf(row, column);
  const parts = cell === undefined ? undefined : readPartsCell(cell);
  if (cell !== undefined && !parts) report(row.row, column, message('parts_unreadable'));
  return parts;
}
