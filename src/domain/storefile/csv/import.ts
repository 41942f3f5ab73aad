import type { WriteTx } from '../../../db/write-tx.ts';
import type { Csv } from '../../../lib/csv.ts';
import { OperatorError } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Message } from '../../../lib/messages/catalogue.ts';
import { pathParts, pathText } from '../../../lib/messages/path.ts';
import { shorten } from '../../../lib/text.ts';
import { audit } from '../../audit/audit-log.ts';
import { priceTiers } from '../../catalogue/price-tiers.ts';
import { warehouses } from '../../catalogue/warehouses.ts';
import type { AddedCodes } from '../../orders/codes.ts';
import type { Store } from '../../stores.ts';
import { checkStoreFile, loadChecked } from '../load.ts';
import { type ProductChanges, productChanges } from './changes.ts';
import { normalizeColumns, type ProductCsv } from './column-names.ts';
import { columnProblems, identifiesProducts, priceColumn, repeatedColumnProblems, stockColumn } from './columns.ts';
import { type ProductDraft, type RowProblem, readProductRows } from './product-rows.ts';
import { productSnapshot } from './product-snapshot.ts';

/**
 * Imports a product file by converting it into a store file, all or nothing. @throws OperatorError with every problem,
 * each with its row and column
 */
export function importProducts(
  tx: WriteTx,
  store: Store,
  file: Csv,
  codes: AddedCodes,
  now: number,
  userId?: Id,
): ProductChanges {
  const places = { tiers: priceTiers(tx, store.id), warehouses: warehouses(tx, store.id) };
  const tierKeys = places.tiers.map(({ key }) => key);
  const warehouseKeys = places.warehouses.map(({ key }) => key);
  const csv = normalizeColumns(file, places);
  const columnErrors = [
    ...columnProblems(csv.columns, tierKeys, warehouseKeys),
    ...repeatedColumnProblems(csv.repeated),
  ];
  if (!identifiesProducts(csv.columns)) throw new OperatorError(columnErrors);

  const { products, problems: inRows } = readProductRows(tx, store, csv);
  const entries = products.map(({ key, name, description, variants }) => ({
    key,
    name,
    description,
    variants: variants.map(({ entry }) => entry),
  }));
  const checked = checkStoreFile(tx, { stores: [{ key: store.key, name: store.name, products: entries }] }, codes);
  const inFile = 'problems' in checked ? checked.problems.map(rowFinder(products, tierKeys, warehouseKeys)) : [];
  const cellErrors = [...inRows, ...inFile].sort((a, b) => a.row - b.row).map((problem) => withPath(csv, problem));
  if ('problems' in checked || columnErrors.length + cellErrors.length > 0)
    throw new OperatorError([...columnErrors, ...distinct(cellErrors)]);

  const keys = entries.map(({ key }) => key);
  const before = productSnapshot(tx, store.id, keys);
  loadChecked(tx, checked.file, { now, keepsPrices: true, userId });
  audit(tx, 'products_imported', { storeId: store.id, detail: { products: keys.length } });
  return productChanges(tx, store.id, before, productSnapshot(tx, store.id, keys));
}

/** The problem with row and column as its path, with the file's own column name. */
function withPath({ heads }: ProductCsv, { row, column, inCell = [], problem }: RowProblem): Message {
  if (row === 0) return problem;
  const head = column === undefined ? undefined : pathText([heads.get(column) ?? column, ...inCell]);
  return { ...problem, path: [{ row, column: head }] };
}

const distinct = (problems: readonly Message[]): Message[] => [
  ...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values(),
];

type ColumnOfField = Readonly<Record<string, string>>;

const PRODUCT_COLUMNS: ColumnOfField = {
  key: 'product_key',
  name: 'product_name',
  description: 'description',
  variants: 'variant_key',
};

const VARIANT_COLUMNS: ColumnOfField = {
  key: 'variant_key',
  name: 'variant_name',
  ...Object.fromEntries(
    ['sku', 'cost', 'weight', 'low_stock_threshold', 'bundle', 'parts'].map((name) => [name, name]),
  ),
};

/** Maps a problem of the generated store file back to its row and column. */
function rowFinder(
  products: readonly ProductDraft[],
  tiers: readonly string[],
  warehouses: readonly string[],
): (problem: Message) => RowProblem {
  const columnsByKey: Readonly<Record<string, ColumnOfField>> = {
    prices: Object.fromEntries(tiers.map((key) => [shorten(key), priceColumn(key)])),
    stock: Object.fromEntries(warehouses.map((key) => [shorten(key), stockColumn(key)])),
  };
  return (problem) => {
    const [, , , product, ...ofProduct] = pathParts(problem.path); // stores, 0, products, the product's index
    const draft = products[Number(product)];
    const [list, variant, ...ofVariant] = ofProduct;
    const isVariant = list === 'variants' && variant !== undefined;
    const row = (isVariant ? draft?.variants[Number(variant)] : draft)?.row;
    if (row === undefined) return { row: 0, problem };
    const [field = '', ...inField] = isVariant ? ofVariant : ofProduct;
    const [key = '', ...inKey] = inField;
    const keyColumn = isVariant ? columnsByKey[String(field)]?.[String(key)] : undefined;
    if (keyColumn !== undefined) return { row, column: keyColumn, inCell: inKey, problem };
    return { row, column: (isVariant ? VARIANT_COLUMNS : PRODUCT_COLUMNS)[String(field)], inCell: inField, problem };
  };
}
