import type { WriteTx } from '../../../db/write-tx.ts';
import { splitBarcodes } from '../../../lib/barcodes.ts';
import type { Id } from '../../../lib/ids.ts';
import { parseTags } from '../../../lib/tags.ts';
import { reviveProduct } from '../../catalogue/delete-product.ts';
import { putProduct } from '../../catalogue/products.ts';
import { readPartsCell } from '../csv/cells.ts';
import { priceColumn, stockColumn } from '../csv/columns.ts';
import { loadParts, loadVariant } from '../load-catalogue.ts';
import { readStoreFile } from '../store-file-schema.ts';
import type { StoreLoad } from '../store-load.ts';
import { currentProduct } from './current-cells.ts';
import type { CellValue, PlannedChange, Step } from './planned-change.ts';
import type { ApplyingImport } from './product-imports.ts';

type Owner = Pick<ApplyingImport, 'storeId' | 'accountId'>;

/** Applies a step without a conflict. @throws AppError invalid_request if bundles or parts do not allow it */
export function applyStep(tx: WriteTx, owner: Owner, step: Step, now: number): void {
  for (const change of step) if (change.variant === undefined) applyToProduct(tx, owner.storeId, change, now);
  const variants = step.filter(({ variant }) => variant !== undefined);
  if (variants.length === 0) return;
  const loading = loadOf(tx, owner, variants, now);
  loading.entry.products.forEach((product, i) => {
    const { id } = currentProduct(tx, owner.storeId, variants[i]?.product ?? '');
    for (const entry of product.variants) loadVariant(loading, id as Id, entry);
  });
  if (variants.some(({ cells }) => 'bundle' in cells || 'parts' in cells)) loadParts(loading);
}

function applyToProduct(tx: WriteTx, storeId: Id, { product: key, cells }: PlannedChange, now: number): void {
  const { id, is, cells: current } = currentProduct(tx, storeId, key);
  if (id !== undefined && is === 'deleted') reviveProduct(tx, id, now);
  if (Object.keys(cells).length === 0) return;
  const { product_name: name, description, category, tags } = cells;
  const fields = {
    key,
    name: String(name?.[1] ?? current.product_name),
    description: textAfter(description),
    category: textAfter(category),
    tags: tags && parseTags(textAfter(tags) ?? ''),
  };
  putProduct(tx, storeId, fields, now);
}

const textAfter = (cell: readonly [CellValue, CellValue] | undefined): string | undefined =>
  cell && String(cell[1] ?? '');

/** The variants as a store file, each in its own product: the schema turns their cells into values. */
function loadOf(tx: WriteTx, { storeId, accountId }: Owner, variants: Step, now: number): StoreLoad {
  const products = variants.map((change) => ({
    key: change.product,
    name: change.product,
    variants: [entryOf(change)],
  }));
  const read = readStoreFile({ stores: [{ key: 'store', name: 'store', products }] });
  if ('problems' in read) throw new Error(`A checked change became invalid: ${JSON.stringify(read.problems)}`);
  const [entry] = read.file.stores;
  if (!entry) throw new Error('The store file has no store');
  const ids = { price_tiers: {}, warehouses: {}, addresses: {} };
  const how = { now, keepsPrices: true, userId: accountId, isNewStore: false };
  return { tx, storeId, entry, path: [], ids, newVariants: new Set(), ...how };
}

function entryOf({ variant: key, cells }: PlannedChange): object {
  const after = (column: string) => cells[column]?.[1];
  const parts = (column: string) => {
    const text = after(column);
    return typeof text === 'string' ? readPartsCell(text) : undefined;
  };
  const bundle = parts('bundle');
  return {
    key,
    name: after('variant_name'),
    sku: after('sku'),
    barcodes: barcodesIn(after('barcodes')),
    cost: after('cost'),
    weight: after('weight'),
    low_stock_threshold: after('low_stock_threshold'),
    shelf_location: after('shelf_location'),
    prices: valuesBelow(cells, priceColumn('')),
    stock: bundle ? undefined : valuesBelow(cells, stockColumn('')), // a new bundle writes its stock off
    bundle,
    parts: parts('parts'),
  };
}

const barcodesIn = (cell: CellValue | undefined): string[] | undefined =>
  typeof cell === 'string' ? splitBarcodes(cell) : undefined;

/** The values of the columns that begin with `price:` or `stock:`, by key. */
function valuesBelow(cells: PlannedChange['cells'], prefix: string): Record<string, CellValue> | undefined {
  const found = Object.entries(cells).flatMap(([column, [, after]]) =>
    column.startsWith(prefix) ? [[column.slice(prefix.length), after] as const] : [],
  );
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}
