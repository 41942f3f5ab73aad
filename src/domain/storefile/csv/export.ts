import type { Reader } from '../../../db/reader.ts';
import { writeCsv } from '../../../lib/csv.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Language } from '../../../lib/messages/catalogue.ts';
import { type Money, moneyText } from '../../../lib/money.ts';
import { formatTags } from '../../../lib/tags.ts';
import { priceTiers } from '../../catalogue/price-tiers.ts';
import { type Product, productDetail, type Variant } from '../../catalogue/product-detail.ts';
import { liveProducts, variantKey } from '../../catalogue/product-lookup.ts';
import { organizationOf } from '../../catalogue/product-organization.ts';
import { warehouses } from '../../catalogue/warehouses.ts';
import type { Part } from '../../variants.ts';
import { partsCell, textCell } from './cells.ts';
import { PRODUCT_COLUMNS, priceColumn, stockColumn, VARIANT_COLUMNS } from './columns.ts';
import { localizedHeadings } from './localized-headings.ts';

type Cell = string | number | null;

/** A product file: a CSV file or a workbook for `importProducts`. */
export interface ProductTable {
  headings: readonly string[];
  rows: readonly (readonly Cell[])[];
}

/** A product table as CSV. */
export const productCsv = ({ headings, rows }: ProductTable): string =>
  writeCsv(
    headings,
    rows.map((cells) => cells.map((cell) => (typeof cell === 'string' ? textCell(cell) : cell))),
  );

interface TableOptions {
  /** Of the headings; by default they are the names of the columns. */
  language?: Language;
  /** By default all live products of the store. */
  ids?: readonly Id[];
}

/**
 * The store's live products: one row per variant, or one for a product without variants. Name, description, category
 * and tags are in a product's first row. Pulled products are left out.
 */
export const productTable = (db: Reader, storeId: Id, options: TableOptions = {}): ProductTable =>
  db.snapshot(() => readProducts(db, storeId, options));

function readProducts(db: Reader, storeId: Id, { language, ids = liveProducts(db, storeId) }: TableOptions) {
  const products = ids
    .flatMap((id) => productDetail(db, storeId, id) ?? [])
    .filter(({ parentId }) => parentId === null);
  const { columns, cellsOf } = variantColumns(db, storeId, products);
  const organization = organizationOf(db, ids);
  const productCells = ({ id, key, name, description }: Product): string[] => {
    const { category, tags } = organization(id);
    return [key, name, description, category?.name ?? '', formatTags(tags)];
  };
  const noCells: Cell[] = columns.map(() => null);
  const rows = products.flatMap((product) =>
    (product.variants.length > 0 ? product.variants.map(cellsOf) : [noCells]).map((cells, i) => [
      ...productCells(product).map((text, at) => (i === 0 || at === 0 ? text : '')),
      ...cells,
    ]),
  );
  return { headings: [...PRODUCT_COLUMNS, ...columns].map(headingsIn(db, storeId, language)), rows };
}

function headingsIn(db: Reader, storeId: Id, language: Language | undefined): (column: string) => string {
  if (language === undefined) return (column) => column;
  return localizedHeadings({ tiers: priceTiers(db, storeId), warehouses: warehouses(db, storeId) }, language);
}

/** Columns of variants with those of the store's price tiers and warehouses. */
function variantColumns(db: Reader, storeId: Id, products: readonly Product[]) {
  const tiers = priceTiers(db, storeId);
  const allWarehouses = warehouses(db, storeId);
  const keys = new Map(products.flatMap(({ variants }) => variants.map(({ id, key }) => [id, key] as const)));
  const partsOf = (parts: readonly Part[]) =>
    partsCell(parts.map(({ variantId, qty }) => ({ variant: keys.get(variantId) ?? variantKey(db, variantId), qty })));
  return {
    columns: [
      ...VARIANT_COLUMNS,
      ...tiers.map(({ key }) => priceColumn(key)),
      ...allWarehouses.map(({ key }) => stockColumn(key)),
    ],
    cellsOf: (variant: Variant): Cell[] => [
      variant.key,
      variant.name,
      variant.sku ?? '',
      variant.barcodes.join(' '),
      variant.cost === null ? null : bahtOf(variant.cost),
      variant.weight,
      variant.lowStockThreshold,
      variant.shelfLocation ?? '',
      variant.isBundle ? partsOf(variant.parts) : null,
      variant.isBundle ? null : partsOf(variant.parts),
      ...tiers.map(({ id }) => priceCell(variant, id)),
      ...allWarehouses.map(({ id }) => stockCell(variant, id)),
    ],
  };
}

function priceCell({ prices }: Variant, tierId: Id): Cell {
  const found = prices.find(({ priceTierId }) => priceTierId === tierId);
  return found ? bahtOf(found.price) : null;
}

const bahtOf = (amount: Money): number => Number(moneyText(amount));

/** Empty for a bundle or without a stock row. */
const stockCell = ({ isBundle, stock }: Variant, warehouseId: Id): Cell =>
  isBundle ? null : (stock.warehouses.find((level) => level.warehouseId === warehouseId)?.onHand ?? null);
