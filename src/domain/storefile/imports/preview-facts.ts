import type { Reader } from '../../../db/reader.ts';
import type { Id } from '../../../lib/ids.ts';
import { priceTiers } from '../../catalogue/price-tiers.ts';
import { variantByKey } from '../../catalogue/product-lookup.ts';
import { warehouses } from '../../catalogue/warehouses.ts';
import { variantTitle } from '../../variants.ts';
import { readPartsCell } from '../csv/cells.ts';
import type { FactChange } from '../csv/changes.ts';
import { priceColumn, stockColumn } from '../csv/columns.ts';
import type { CellValue, PlannedChange } from './planned-change.ts';

type Column = Pick<FactChange, 'what' | 'columnName'>;

const COLUMNS: Readonly<Record<string, Column>> = {
  product_name: { what: 'name' },
  description: { what: 'description' },
  category: { what: 'category' },
  tags: { what: 'tags' },
  variant_name: { what: 'name' },
  sku: { what: 'sku' },
  barcodes: { what: 'barcodes' },
  cost: { what: 'cost' },
  weight: { what: 'weight' },
  low_stock_threshold: { what: 'low_stock_threshold' },
  shelf_location: { what: 'shelf_location' },
  bundle: { what: 'parts' },
  parts: { what: 'parts' },
};

/** The cells of a change for display. A new item has only cells with a value, without its names. */
export function factsOf(db: Reader, storeId: Id): (change: PlannedChange | undefined) => FactChange[] {
  const columns: Readonly<Record<string, Column>> = {
    ...COLUMNS,
    ...Object.fromEntries(
      priceTiers(db, storeId).map(({ key, name }) => [priceColumn(key), { what: 'price', columnName: name }]),
    ),
    ...Object.fromEntries(
      warehouses(db, storeId).map(({ key, name }) => [stockColumn(key), { what: 'stock', columnName: name }]),
    ),
  };
  const displayValue = (what: FactChange['what'], value: CellValue): CellValue =>
    what === 'parts' && typeof value === 'string' ? partsTitle(db, storeId, value) : value;
  return (change) =>
    Object.entries(change?.cells ?? {}).flatMap(([column, [before, after]]) => {
      const known = columns[column];
      if (!known || (change?.was === 'missing' && (NAMES.includes(known.what) || isNothing(after)))) return [];
      const from = known.what === 'stock' ? (before ?? 0) : before;
      if (from === after) return [];
      return [
        {
          ...known,
          from: change?.was === 'missing' ? null : displayValue(known.what, from),
          to: displayValue(known.what, after),
        },
      ];
    });
}

const NAMES: readonly FactChange['what'][] = ['name', 'sku'];

const isNothing = (value: CellValue): boolean => value === null || value === '' || value === 0;

/** `2 × Latte Hot`. A part that the file adds is shown by its key. */
function partsTitle(db: Reader, storeId: Id, cell: string): string {
  const titles = (readPartsCell(cell) ?? []).map(({ variant, qty }) => {
    const id = variantByKey(db, storeId, variant)?.id;
    return `${qty} × ${id === undefined ? variant : variantTitle(db, id)}`;
  });
  return titles.join(', ');
}
