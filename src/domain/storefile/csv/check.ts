import type { Reader } from '../../../db/reader.ts';
import type { FileRow, FileTable } from '../../../lib/csv.ts';
import { OperatorError } from '../../../lib/errors.ts';
import type { Message } from '../../../lib/messages/catalogue.ts';
import { message } from '../../../lib/messages/message.ts';
import { pathParts, pathText } from '../../../lib/messages/path.ts';
import { parseTags } from '../../../lib/tags.ts';
import { shorten } from '../../../lib/text.ts';
import { priceTiers } from '../../catalogue/price-tiers.ts';
import { warehouses } from '../../catalogue/warehouses.ts';
import type { AddedCodes } from '../../orders/order-codes.ts';
import type { Store } from '../../stores.ts';
import { checkStoreFile } from '../load.ts';
import { barcodeHolder, barcodeProblems, type GivenBarcodes } from '../problems/barcode-problems.ts';
import type { StoreFile } from '../store-file-schema.ts';
import { type NormalizedTable, normalizeColumns } from './column-names.ts';
import { columnProblems, identifiesProducts, priceColumn, repeatedColumnProblems, stockColumn } from './columns.ts';
import { linkedProducts } from './linked-products.ts';
import { groupRows, type ProductDraft, type RowProblem, readProduct } from './product-rows.ts';
import { type Report, rowKeys } from './row-keys.ts';

/** Products of a product file, without problems. */
export interface CheckedProducts {
  /** Has the store with these products, and nothing else. */
  storeFile: StoreFile;
  /** The products and variants of `storeFile` in the same order, with their rows. */
  products: readonly ProductDraft[];
}

/** Converts a product file into a store file. @throws OperatorError with every problem, each with its row and column */
export function checkProductFile(db: Reader, store: Store, file: FileTable, codes: AddedCodes): CheckedProducts {
  const { groups, problems, read } = productReader(db, store, file, codes);
  const checked = read([...groups]);
  if (problems.length > 0 || !checked) throw new OperatorError(problemsOf(problems));
  return checked;
}

const BATCH_SIZE = 500; // products

/**
 * As `checkProductFile`, in batches, which needs a fraction of the memory. Products whose variants have parts or are
 * parts are in the last batch together, because they depend on each other.
 */
export function* checkProductBatches(
  db: Reader,
  store: Store,
  file: FileTable,
  codes: AddedCodes,
): Generator<CheckedProducts> {
  const { groups, problems, read, checkBarcodes } = productReader(db, store, file, codes);
  const linked = linkedProducts(db, store, groups);
  const simple = [...groups.keys()].filter((key) => !linked.has(key));
  const take = (keys: readonly string[]) =>
    keys.map((key): RowGroup => {
      const rows = groups.get(key) ?? [];
      groups.delete(key); // frees the memory of what is checked
      return [key, rows];
    });
  for (let at = 0; at < simple.length; at += BATCH_SIZE) {
    const checked = read(take(simple.slice(at, at + BATCH_SIZE)), true);
    if (checked && problems.length === 0) yield checked;
    if (problems.length > MAX_PROBLEMS) break;
  }
  const checked = read(take([...groups.keys()].filter((key) => linked.has(key))));
  checkBarcodes();
  if (problems.length > 0 || !checked) throw new OperatorError(problemsOf(problems));
  yield checked;
}

const MAX_PROBLEMS = 1_000; // after which no further batch is checked

type RowGroup = readonly [key: string, rows: readonly FileRow[]];

function productReader(db: Reader, store: Store, file: FileTable, codes: AddedCodes) {
  const places = { tiers: priceTiers(db, store.id), warehouses: warehouses(db, store.id) };
  const tierKeys = places.tiers.map(({ key }) => key);
  const warehouseKeys = places.warehouses.map(({ key }) => key);
  const table = normalizeColumns(file, places);
  const inColumns = [...columnProblems(table, tierKeys, warehouseKeys), ...repeatedColumnProblems(table)];
  if (!identifiesProducts(table.columns)) throw new OperatorError(inColumns);

  const problems: FoundProblem[] = inColumns.map((problem) => ({ row: 0, problem }));
  const add = (problem: RowProblem) => problems.push({ row: problem.row, problem: withPath(table, problem) });
  const report: Report = (row, column, problem) => add({ row, column, problem });
  const keys = rowKeys(db, store, table, report);
  const inRows: RowProblem[] = [];
  const groups = groupRows(table, keys, inRows);
  for (const problem of inRows) add(problem);

  const requireNewKeys = repeatedKeyCheck(report);
  const barcodes: GivenBarcodes<number>[] = [];
  /** For products that were read in parts. */
  const checkBarcodes = () => {
    for (const { source, at, problem } of barcodeProblems(barcodes, barcodeHolder(db, store.key)))
      add({ row: source, column: 'barcodes', inCell: [at], problem });
  };

  /** Undefined if the products have a problem. */
  const read = (rowGroups: readonly RowGroup[], isPartial = false): CheckedProducts | undefined => {
    const products = rowGroups.map((group) => readProduct(db, store, group, { keys, report }));
    requireNewKeys(products);
    barcodes.push(...products.flatMap(barcodesOf));
    const checked = checkStoreFile(db, storeDocument(store, products), codes, isPartial);
    if ('file' in checked) return { storeFile: checked.file, products };
    const rowOf = rowFinder(products, tierKeys, warehouseKeys);
    for (const problem of checked.problems) add(rowOf(problem));
    return undefined;
  };
  return { groups, problems, read, checkBarcodes };
}

/** Reports keys of variants in a part that were in an earlier part. */
function repeatedKeyCheck(report: Report): (products: readonly ProductDraft[]) => void {
  const earlierKeys = new Set<string>();
  return (products) => {
    const variants = products.flatMap((product) => product.variants);
    for (const { row, entry } of variants)
      if (earlierKeys.has(entry.key)) report(row, 'variant_key', message('key_repeated', { name: entry.key }));
    for (const { entry } of variants) earlierKeys.add(entry.key);
  };
}

/** The products as a store file. */
const storeDocument = ({ key, name }: Store, products: readonly ProductDraft[]) => ({
  stores: [{ key, name, products: products.map(productEntry) }],
});

const productEntry = ({ key, name, description, category, tags, variants }: ProductDraft) => ({
  key,
  name,
  description,
  category,
  tags: tags === undefined ? undefined : parseTags(tags),
  variants: variants.map(({ entry }) => entry),
});

const barcodesOf = ({ variants }: ProductDraft): GivenBarcodes<number>[] =>
  variants.flatMap(({ row, entry: { key, barcodes } }) =>
    Array.isArray(barcodes) ? [{ key, codes: barcodes as string[], source: row }] : [],
  );

/** A problem with its path, and its row for sorting. */
interface FoundProblem {
  row: number;
  problem: Message;
}

/** In the order of the rows. */
const problemsOf = (problems: readonly FoundProblem[]): Message[] =>
  distinct(problems.toSorted((a, b) => a.row - b.row).map(({ problem }) => problem));

/** The problem with row and column as its path, with the file's own column name. */
function withPath({ heads }: NormalizedTable, { row, column, inCell = [], problem }: RowProblem): Message {
  if (row === 0) return problem;
  const isItem = inCell.length === 1 && typeof inCell[0] === 'number'; // of a list in the cell: the message quotes it
  const head = column === undefined ? undefined : pathText([heads.get(column) ?? column, ...(isItem ? [] : inCell)]);
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
  category: 'category',
  tags: 'tags',
  variants: 'variant_key',
};

const VARIANT_COLUMNS: ColumnOfField = {
  key: 'variant_key',
  name: 'variant_name',
  ...Object.fromEntries(
    ['sku', 'barcodes', 'cost', 'weight', 'low_stock_threshold', 'shelf_location', 'bundle', 'parts'].map((name) => [
      name,
      name,
    ]),
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
