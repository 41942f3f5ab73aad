import type { Reader } from '../../../db/reader.ts';
import { splitBarcodes } from '../../../lib/barcodes.ts';
import { AppError, messageOfError } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Message } from '../../../lib/messages/catalogue.ts';
import { message } from '../../../lib/messages/message.ts';
import { shorten } from '../../../lib/text.ts';
import { holderOf } from '../../barcodes.ts';
import { requireVariantKey } from '../../catalogue/catalogue-keys.ts';
import { priceTiers } from '../../catalogue/price-tiers.ts';
import { variantKey } from '../../catalogue/product-lookup.ts';
import { warehouses } from '../../catalogue/warehouses.ts';
import { variantTitle } from '../../variants.ts';
import { priceColumn, stockColumn } from '../csv/columns.ts';
import { currentProduct, currentVariant } from './current-cells.ts';
import type { Cells, CellValue, PlannedChange, Step } from './planned-change.ts';

/**
 * The first reason not to apply a step: something that it changes is not as it was in the preview. Undefined if there is
 * none.
 */
export function conflictOf(db: Reader, storeId: Id, step: Step): Message | undefined {
  for (const change of step) {
    const conflict =
      change.variant === undefined
        ? productConflict(db, storeId, change)
        : (variantConflict(db, storeId, change, change.variant) ?? barcodeConflict(db, storeId, change, step));
    if (conflict) return conflict;
  }
  return undefined;
}

function productConflict(db: Reader, storeId: Id, change: PlannedChange): Message | undefined {
  const product = currentProduct(db, storeId, change.product);
  return product.is !== change.was || product.isPulled ? productChanged(change) : cellConflict(change, product.cells);
}

function variantConflict(db: Reader, storeId: Id, change: PlannedChange, key: string): Message | undefined {
  const product = currentProduct(db, storeId, change.product);
  if (product.is !== 'live' || product.isPulled) return productChanged(change);
  const variant = currentVariant(db, storeId, key);
  const isMoved = variant.product !== undefined && variant.product !== change.product;
  if (variant.is !== change.was || isMoved)
    return message('variant_changed_since_preview', { path: [{ row: change.row }], variant: key });
  return (
    (change.was === 'missing' && key.includes('/') && keyConflict(db, storeId, change, key)) ||
    placeConflict(db, storeId, change) ||
    cellConflict(change, variant.cells)
  );
}

const productChanged = ({ row, product }: PlannedChange): Message =>
  message('product_changed_since_preview', { path: [{ row }], product });

/** A product that was pulled in the meantime may have reserved the key. */
function keyConflict(db: Reader, storeId: Id, { row }: PlannedChange, key: string): Message | undefined {
  try {
    requireVariantKey(db, storeId, key);
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...messageOfError(error), path: [{ row, column: 'variant_key' }] };
  }
}

/** Another variant got one of the barcodes in the meantime, or still has it. */
function barcodeConflict(db: Reader, storeId: Id, { row, cells }: PlannedChange, step: Step): Message | undefined {
  const column = 'barcodes';
  const codes = splitBarcodes(String(cells.barcodes?.[1] ?? ''));
  const inStep = step.map(({ variant }) => variant);
  for (const code of codes) {
    const holder = holderOf(db, storeId, code);
    if (holder !== undefined && !inStep.includes(variantKey(db, holder)))
      return message('barcode_taken', { path: [{ row, column }], code, variant: variantTitle(db, holder) });
  }
  return undefined;
}

/** A price tier or a warehouse that was removed in the meantime. */
function placeConflict(db: Reader, storeId: Id, { row, cells }: PlannedChange): Message | undefined {
  const columns = Object.keys(cells);
  const missing = (prefix: string, known: readonly string[]) =>
    columns.find((column) => column.startsWith(prefix) && !known.includes(column));
  const tiers = priceTiers(db, storeId).map(({ key }) => priceColumn(key));
  const tier = missing(priceColumn(''), tiers);
  if (tier !== undefined) return message('column_price_tier_unknown', { path: [{ row, column: tier }] });
  const places = warehouses(db, storeId).map(({ key }) => stockColumn(key));
  const warehouse = missing(stockColumn(''), places);
  return warehouse === undefined
    ? undefined
    : message('column_warehouse_unknown', { path: [{ row, column: warehouse }] });
}

function cellConflict({ row, cells }: PlannedChange, current: Cells): Message | undefined {
  for (const [column, [before, after]] of Object.entries(cells)) {
    const now = current[column] ?? null;
    const isSame = (value: CellValue) => comparable(column, now) === comparable(column, value);
    if (!isSame(before) && !isSame(after))
      return message('changed_since_preview', {
        path: [{ row, column }],
        now: cellText(now),
        before: cellText(before),
      });
  }
  return undefined;
}

/** A warehouse that does not list the variant has none of it. */
const comparable = (column: string, value: CellValue): CellValue =>
  column.startsWith(stockColumn('')) ? (value ?? 0) : value;

const cellText = (value: CellValue): string => (value === null || value === '' ? '—' : shorten(String(value)));
