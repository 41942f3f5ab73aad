import type { FileTable } from '../../../lib/csv.ts';
import { PRODUCT_COLUMNS, priceColumn, stockColumn, VARIANT_COLUMNS } from './columns.ts';
import { HEADINGS } from './headings.ts';

/** Common Thai column names and other spellings, in lower case. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  สินค้า: 'product_name',
  ชื่อ: 'product_name',
  'product name': 'product_name',
  product: 'product_name',
  name: 'product_name',
  รายละเอียด: 'description',
  หมวดหมู่สินค้า: 'category',
  tag: 'tags',
  ชื่อตัวเลือก: 'variant_name',
  ตัวเลือกสินค้า: 'variant_name',
  'variant name': 'variant_name',
  รหัสสินค้า: 'sku',
  'รหัสสินค้า (sku)': 'sku',
  รหัสบาร์โค้ด: 'barcodes',
  barcode: 'barcodes',
  ราคาทุน: 'cost',
  'cost per item': 'cost',
  เตือนเมื่อเหลือ: 'low_stock_threshold',
  ตำแหน่งจัดเก็บ: 'shelf_location',
  ชั้นวาง: 'shelf_location',
  shelf: 'shelf_location',
  'bin location': 'shelf_location',
};

const PRICE = ['ราคา', 'ราคาขาย', 'price'];
const STOCK = ['คงเหลือ', 'จำนวน', 'จำนวนคงเหลือ', 'สต็อก', 'สต๊อก', 'stock', 'on hand'];
const UNIT = /\s*\(([^()]*)\)$/;

interface Named {
  key: string;
  name: string;
}

export interface ColumnTargets {
  tiers: readonly (Named & { isDefault: boolean })[];
  /** The first one is the default. */
  warehouses: readonly Named[];
}

/** A product file with normalized column names. */
export interface NormalizedTable extends FileTable {
  /** The file's own name of each column. */
  heads: ReadonlyMap<string, string>;
  /** Columns with the same meaning as an earlier one, by their names in the file. */
  repeated: readonly (readonly [head: string, earlier: string])[];
}

/**
 * Normalizes names of fields: `ราคา` or `Price` is the price of the default tier, `ราคา ตัวแทน` that of the named tier,
 * `คงเหลือ` or `On hand` the stock of the first warehouse.
 */
export function normalizeColumns(table: FileTable, places: ColumnTargets): NormalizedTable {
  const columnOf = columnFinder(places);
  const heads = new Map<string, string>();
  const repeated: [string, string][] = [];
  for (const head of table.columns) {
    const column = columnOf(head);
    const earlier = heads.get(column);
    if (earlier === undefined) heads.set(column, head);
    else repeated.push([head, earlier]);
  }
  const at = new Map([...heads].map(([column, head]) => [column, table.columns.indexOf(head)]));
  const rows = table.rows.map((row) => ({ ...row, cells: row.cells.renamed(at) }));
  return { columns: [...heads.keys()], headerRow: table.headerRow, rows, heads, repeated };
}

/** The column that a heading of a file names; the heading itself if it names none. */
export function columnFinder({ tiers, warehouses }: ColumnTargets): (head: string) => string {
  const columns = new Set<string>([
    ...PRODUCT_COLUMNS,
    ...VARIANT_COLUMNS,
    ...tiers.map(({ key }) => priceColumn(key)),
    ...warehouses.map(({ key }) => stockColumn(key)),
  ]);
  const columnByName = new Map([
    ...[...PRODUCT_COLUMNS, ...VARIANT_COLUMNS].map((column) => [column, column] as const),
    ...Object.entries(HEADINGS).flatMap(([column, pair]) =>
      pair.map((head) => [normalize(head).replace(UNIT, ''), column] as const),
    ),
    ...Object.entries(FIELD_NAMES),
    ...named(PRICE, tiers, priceColumn),
    ...named(STOCK, warehouses, stockColumn),
    ...unnamed(PRICE, tiers.find(({ isDefault }) => isDefault) ?? tiers[0], priceColumn),
    ...unnamed(STOCK, warehouses[0], stockColumn),
  ]);
  return (head) => {
    if (columns.has(head)) return head;
    const name = normalize(head);
    return columnByName.get(name) ?? columnWithUnit(columnByName, name) ?? head;
  };
}

function columnWithUnit(columnByName: ReadonlyMap<string, string>, name: string): string | undefined {
  const column = columnByName.get(name.replace(UNIT, ''));
  return column !== undefined && unitsOf(column).includes(UNIT.exec(name)?.[1] ?? '') ? column : undefined;
}

/** The units that a heading of the column may have: `คงเหลือ (บาท)` is the value of the stock, not its quantity. */
function unitsOf(column: string): readonly string[] {
  if (column === 'weight') return ['กรัม', 'g'];
  if (column === 'cost' || column.startsWith(priceColumn(''))) return ['บาท', 'baht', 'ชิ้น'];
  if (column === 'low_stock_threshold' || column.startsWith(stockColumn(''))) return ['ชิ้น'];
  return [];
}

const named = (heads: readonly string[], places: readonly Named[], columnOf: (key: string) => string) =>
  heads.flatMap((head) =>
    places.flatMap(({ key, name }) =>
      [' ', ':'].map((mark) => [normalize(`${head}${mark}${name}`), columnOf(key)] as const),
    ),
  );

const unnamed = (heads: readonly string[], item: Named | undefined, columnOf: (key: string) => string) =>
  item ? heads.map((head) => [head, columnOf(item.key)] as const) : [];

const normalize = (head: string): string =>
  head
    .replace(/\s*:\s*/, ':')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
