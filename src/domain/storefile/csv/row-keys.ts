import type { Reader } from '../../../db/reader.ts';
import type { FileRow, FileTable } from '../../../lib/csv.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Message } from '../../../lib/messages/catalogue.ts';
import { message } from '../../../lib/messages/message.ts';
import { newKey } from '../../../lib/secrets.ts';
import { freeVariantKeys } from '../../catalogue/catalogue-keys.ts';
import { productDetail, type Variant } from '../../catalogue/product-detail.ts';
import { type KnownProduct, ownProducts, productById, productByKey } from '../../catalogue/product-lookup.ts';
import type { Store } from '../../stores.ts';
import { variantById, variantsWithSku } from '../../variants.ts';
import { textOf } from './cells.ts';

/** Reports a problem of a cell. */
export type Report = (row: number, column: string, problem: Message) => void;

/** The keys of a row's product and variant; undefined, and reported, if they are missing. */
export interface RowKeys {
  product(row: FileRow): string | undefined;
  variant(row: FileRow, productKey: string): string | undefined;
}

/** Rows are identified by keys or, in a file without product keys, by names and SKUs. */
export const rowKeys = (db: Reader, store: Store, table: FileTable, report: Report): RowKeys =>
  table.columns.includes('product_key') ? keysFromCells(report) : keysByName(db, store, report);

function keysFromCells(report: Report): RowKeys {
  const keyOf = (row: FileRow, column: string) => {
    const key = textOf(row, column);
    if (key === undefined) report(row.row, column, message('required'));
    return key;
  };
  return { product: (row) => keyOf(row, 'product_key'), variant: (row) => keyOf(row, 'variant_key') };
}

/**
 * Rows with the same name belong to one product. A row without names belongs to the product that has its SKU, else to
 * the product above.
 */
function keysByName(db: Reader, store: Store, report: Report): RowKeys {
  const known = Map.groupBy(ownProducts(db, store.id), ({ name }) => name.trim());
  const keys = new Map<string, string>();
  const newProductKey = newProductKeys(db, store);
  const variantKey = variantKeys(db, store, report);
  let above: string | undefined;
  return {
    product: (row) => {
      const typed = textOf(row, 'product_name')?.trim();
      const isUnnamed = typed === undefined && textOf(row, 'variant_name') === undefined;
      const sold = isUnnamed ? productWithSku(db, store, textOf(row, 'sku')) : undefined;
      if (sold) return sold.key;
      const name = typed ?? above;
      above = name;
      if (name === undefined) {
        report(row.row, 'product_name', message('required'));
        return undefined;
      }
      const same = known.get(name) ?? [];
      if (same.length > 1) report(row.row, 'product_name', message('product_name_ambiguous'));
      const key = keys.get(name) ?? same[0]?.key ?? newProductKey();
      keys.set(name, key);
      return key;
    },
    variant: (row, productKey) => textOf(row, 'variant_key') ?? variantKey(row, productKey),
  };
}

/** The store's own product if it alone has the SKU. */
function productWithSku(db: Reader, store: Store, sku: string | undefined): KnownProduct | undefined {
  const found = sku === undefined ? [] : variantsWithSku(db, store.id, sku);
  const variant = found.length === 1 ? variantById(db, found[0] as Id) : undefined;
  const product = variant && productById(db, variant.productId);
  return product?.parentId === null ? product : undefined;
}

/** Random keys repeat in a file of 100,000 products. */
function newProductKeys(db: Reader, store: Store): () => string {
  const taken = new Set<string>();
  return () => {
    for (;;) {
      const key = newKey('product');
      if (taken.size < taken.add(key).size && !productByKey(db, store.id, key)) return key;
    }
  };
}

/** Finds the product's variant by SKU, else by name; a new one gets a new key. */
function variantKeys(db: Reader, store: Store, report: Report): (row: FileRow, productKey: string) => string {
  const rows = new Map<string, number>();
  const freeKey = freeKeys(db, store);
  const variantsOf = knownVariants(db, store);
  return (row, productKey) => {
    const found = knownVariant(variantsOf(productKey), row, report);
    const name = textOf(row, 'variant_name') ?? '';
    const identity = JSON.stringify([productKey, found ?? [name, textOf(row, 'sku')]]);
    const earlier = rows.get(identity);
    if (earlier !== undefined) report(row.row, 'variant_name', message('row_repeats_variant', { row: earlier }));
    rows.set(identity, row.row);
    return found ?? freeKey(productKey);
  };
}

/** A free key of the product that this file does not have yet. */
function freeKeys(db: Reader, store: Store): (productKey: string) => string {
  const byProduct = new Map<string, Generator<string>>();
  const taken = new Set<string>();
  return (productKey) => {
    const keys = byProduct.get(productKey) ?? freeVariantKeys(db, store.id, productKey);
    byProduct.set(productKey, keys);
    for (;;) {
      const key = keys.next().value as string;
      if (taken.size === taken.add(key).size) continue;
      return key;
    }
  };
}

type Known = Pick<Variant, 'key' | 'name' | 'sku'>;

interface KnownVariants {
  all: readonly Known[];
  bySku: ReadonlyMap<string | null, readonly Known[]>;
  byName: ReadonlyMap<string, readonly Known[]>;
}

/** The live variants of products; each product is read once. */
function knownVariants(db: Reader, store: Store): (productKey: string) => KnownVariants {
  const known = new Map<string, KnownVariants>();
  return (productKey) => {
    const earlier = known.get(productKey);
    if (earlier) return earlier;
    const productId = productByKey(db, store.id, productKey)?.id;
    const variants = (productId && productDetail(db, store.id, productId)?.variants) || [];
    const all = variants.map(({ key, name, sku }): Known => ({ key, name, sku }));
    const found = { all, bySku: Map.groupBy(all, ({ sku }) => sku), byName: Map.groupBy(all, ({ name }) => name) };
    known.set(productKey, found);
    return found;
  };
}

function knownVariant({ all, bySku, byName }: KnownVariants, row: FileRow, report: Report): string | undefined {
  const sku = textOf(row, 'sku');
  const name = textOf(row, 'variant_name');
  const sameSku = (sku !== undefined && bySku.get(sku)) || [];
  const sameName = byName.get(name ?? '') ?? [];
  const isUnnamed = sku === undefined && name === undefined;
  const found = onlyOne(sameSku) ?? onlyOne(sameName) ?? (isUnnamed ? onlyOne(all) : undefined);
  if (!found && sameName.length > 1) report(row.row, 'variant_name', message('variant_name_ambiguous'));
  return found?.key;
}

const onlyOne = (variants: readonly Known[]): Known | undefined => (variants.length === 1 ? variants[0] : undefined);
