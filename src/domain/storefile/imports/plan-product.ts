import type { Reader } from '../../../db/reader.ts';
import type { Id } from '../../../lib/ids.ts';
import { moneyText } from '../../../lib/money.ts';
import { sortedNames } from '../../../lib/name-order.ts';
import { formatTags } from '../../../lib/tags.ts';
import { holderOf } from '../../barcodes.ts';
import { categoryNamed } from '../../catalogue/categories.ts';
import { variantKey } from '../../catalogue/product-lookup.ts';
import { withKnownSpellings } from '../../catalogue/product-tags.ts';
import { priceColumn, stockColumn } from '../csv/columns.ts';
import type { ProductDraft } from '../csv/product-rows.ts';
import type { ProductEntry, VariantEntry } from '../store-file-schema.ts';
import {
  type CurrentProduct,
  type CurrentVariant,
  currentProduct,
  currentVariant,
  partsText,
} from './current-cells.ts';
import type { CellValue, PlannedChange } from './planned-change.ts';

/** A product of a checked file with its variants, compared with the database. */
export interface PlannedProduct {
  entry: ProductEntry;
  current: CurrentProduct;
  /** Undefined: only its variants change, or nothing does. */
  change: PlannedChange | undefined;
  variants: PlannedVariant[];
}

export interface PlannedVariant {
  entry: VariantEntry;
  current: CurrentVariant;
  change: PlannedChange | undefined;
  /** The other live variants that have its new barcodes. */
  barcodeHolders: readonly string[];
}

export function planProduct(db: Reader, storeId: Id, entry: ProductEntry, draft: ProductDraft): PlannedProduct {
  const current = currentProduct(db, storeId, entry.key);
  const base = { row: draft.row, product: entry.key, was: current.is };
  const after: CellAfter[] = [
    ['product_name', entry.name],
    ['description', entry.description],
    ['category', entry.category && (categoryNamed(db, storeId, entry.category)?.name ?? entry.category)],
    ['tags', entry.tags && formatTags(sortedNames(withKnownSpellings(db, storeId, entry.tags)))],
  ];
  return {
    entry,
    current,
    change: changeOf(base, current.cells, after),
    variants: entry.variants.map((variant, i) =>
      planVariant(db, storeId, variant, { ...base, row: draft.variants[i]?.row ?? 0 }),
    ),
  };
}

function planVariant(
  db: Reader,
  storeId: Id,
  entry: VariantEntry,
  { row, product }: Pick<PlannedChange, 'row' | 'product'>,
): PlannedVariant {
  const current = currentVariant(db, storeId, entry.key);
  const base = { row, product, variant: entry.key, was: current.is };
  const change = changeOf(base, current.cells, cellsAfter(entry, current));
  return { entry, current, change, barcodeHolders: change?.cells.barcodes ? otherHolders(db, storeId, entry) : [] };
}

const otherHolders = (db: Reader, storeId: Id, { key, barcodes = [] }: VariantEntry): string[] =>
  barcodes.flatMap((code) => {
    const holder = holderOf(db, storeId, code);
    const holderKey = holder === undefined ? key : variantKey(db, holder);
    return holderKey === key ? [] : [holderKey];
  });

type CellAfter = readonly [column: string, after: CellValue | undefined];

/** The cells of the file; undefined cells change nothing. */
function cellsAfter(entry: VariantEntry, current: CurrentVariant): CellAfter[] {
  const isListed = (column: string, qty: number) =>
    qty !== 0 || current.is === 'missing' || current.isBundle || column in current.cells;
  const stock = [...(entry.stock ?? [])].map(([key, qty]) => [stockColumn(key), qty] as const);
  return [
    ['variant_name', entry.name],
    ['sku', entry.sku],
    ['barcodes', entry.barcodes?.join(' ')],
    ['cost', entry.cost && moneyText(entry.cost)],
    ['weight', entry.weight],
    ['low_stock_threshold', entry.low_stock_threshold],
    ['shelf_location', entry.shelf_location],
    ['bundle', entry.bundle && partsText(entry.bundle)],
    ['parts', entry.parts && partsText(entry.parts)],
    ...[...(entry.prices ?? [])].map(([key, price]) => [priceColumn(key), moneyText(price)] as const),
    ...stock.filter(([column, qty]) => isListed(column, qty)),
    ...(entry.bundle ? writtenOff(current) : []),
  ];
}

/** A variant that becomes a bundle loses its stock. */
const writtenOff = ({ cells }: CurrentVariant): CellAfter[] =>
  Object.keys(cells)
    .filter((column) => column.startsWith(stockColumn('')))
    .map((column) => [column, 0]);

function changeOf(
  base: Omit<PlannedChange, 'cells'>,
  before: Readonly<Record<string, CellValue>>,
  after: readonly CellAfter[],
): PlannedChange | undefined {
  const cells = after.flatMap(([column, value]) => {
    const known = before[column] ?? null;
    return value === undefined || value === known ? [] : [[column, [known, value] as const] as const];
  });
  return cells.length === 0 && base.was === 'live' ? undefined : { ...base, cells: Object.fromEntries(cells) };
}

/** Whether the change may depend on others: it creates, changes or removes a bundle or a recipe, or takes a barcode. */
export const isLinked = (planned: PlannedVariant): boolean =>
  planned.barcodeHolders.length > 0 || changesParts(planned);

const changesParts = ({ change, current }: PlannedVariant): boolean =>
  change !== undefined &&
  Object.keys(change.cells).some(
    (column) => column === 'bundle' || column === 'parts' || (current.isBundle && column.startsWith(stockColumn(''))),
  );
