import type { Reader } from '../../../db/reader.ts';
import type { Csv, CsvRow } from '../../../lib/csv.ts';
import type { Message } from '../../../lib/messages/catalogue.ts';
import { message } from '../../../lib/messages/message.ts';
import { newKey } from '../../../lib/secrets.ts';
import { freeVariantKey } from '../../catalogue/catalogue-keys.ts';
import { productDetail, type Variant } from '../../catalogue/product-detail.ts';
import { ownProducts, productByKey } from '../../catalogue/product-lookup.ts';
import type { Store } from '../../stores.ts';
import { textOf } from './cells.ts';

/** Reports a problem of a cell. */
export type Report = (row: number, column: string, problem: Message) => void;

/** The keys of a row's product and variant; undefined, and reported, if they are missing. */
export interface RowKeys {
  product(row: CsvRow): string | undefined;
  variant(row: CsvRow, productKey: string): string | undefined;
}

/** Rows are identified by keys or, in a file without product keys, by names and SKUs. */
export const rowKeys = (db: Reader, store: Store, csv: Csv, report: Report): RowKeys =>
  csv.columns.includes('product_key') ? keysFromCells(report) : keysByName(db, store, report);

function keysFromCells(report: Report): RowKeys {
  const keyOf = (row: CsvRow, column: string) => {
    const key = textOf(row, column);
    if (key === undefined) report(row.row, column, message('required'));
    return key;
  };
  return { product: (row) => keyOf(row, 'product_key'), variant: (row) => keyOf(row, 'variant_key') };
}

/** Rows with the same name belong to one product. A row without a name belongs to the product above. */
function keysByName(db: Reader, store: Store, report: Report): RowKeys {
  const known = Map.groupBy(ownProducts(db, store.id), ({ name }) => name.trim());
  const keys = new Map<string, string>();
  const variantKey = variantKeys(db, store, report);
  let above: string | undefined;
  return {
    product: (row) => {
      const name = textOf(row, 'product_name')?.trim() ?? above;
      above = name;
      if (name === undefined) {
        report(row.row, 'product_name', message('required'));
        return undefined;
      }
      const same = known.get(name) ?? [];
      if (same.length > 1) report(row.row, 'product_name', message('product_name_ambiguous'));
      const key = keys.get(name) ?? same[0]?.key ?? newKey('product');
      keys.set(name, key);
      return key;
    },
    variant: (row, productKey) => textOf(row, 'variant_key') ?? variantKey(row, productKey),
  };
}

/** Finds the product's variant by SKU, else by name; a new one gets a new key. */
function variantKeys(db: Reader, store: Store, report: Report): (row: CsvRow, productKey: string) => string {
  const rows = new Map<string, number>();
  const taken = new Set<string>();
  return (row, productKey) => {
    const found = knownVariant(db, store, row, productKey, report);
    const name = textOf(row, 'variant_name') ?? '';
    const identity = JSON.stringify([productKey, found ?? [name, textOf(row, 'sku')]]);
    const earlier = rows.get(identity);
    if (earlier !== undefined) report(row.row, 'variant_name', message('row_repeats_variant', { row: earlier }));
    rows.set(identity, row.row);
    const key = found ?? freeVariantKey(db, store.id, productKey, taken);
    taken.add(key);
    return key;
  };
}

function knownVariant(db: Reader, store: Store, row: CsvRow, key: string, report: Report): string | undefined {
  const productId = productByKey(db, store.id, key)?.id;
  const variants = (productId && productDetail(db, store.id, productId)?.variants) || [];
  const sku = textOf(row, 'sku');
  const name = textOf(row, 'variant_name');
  const bySku = variants.filter((variant) => sku !== undefined && variant.sku === sku);
  const byName = variants.filter((variant) => variant.name === (name ?? ''));
  const isUnnamed = sku === undefined && name === undefined;
  const found = onlyOne(bySku) ?? onlyOne(byName) ?? (isUnnamed ? onlyOne(variants) : undefined);
  if (!found && byName.length > 1) report(row.row, 'variant_name', message('variant_name_ambiguous'));
  return found?.key;
}

const onlyOne = (variants: readonly Variant[]): Variant | undefined =>
  variants.length === 1 ? variants[0] : undefined;
