import type { Reader } from '../../../db/reader.ts';
import type { Id } from '../../../lib/ids.ts';
import { variantsOfProduct } from '../../catalogue/product-lookup.ts';
import { variantById } from '../../variants.ts';
import type { ItemChange } from '../csv/changes.ts';
import { stockColumn } from '../csv/columns.ts';
import type { PlannedProduct, PlannedVariant } from './plan-product.ts';
import { factsOf } from './preview-facts.ts';
import { type SharedSku, sharedSkus } from './shared-skus.ts';

/** Numbers of products, variants and stock levels. */
export interface ImportTotals {
  products: Record<ItemChange['how'], number>;
  variants: Record<ItemChange['how'], number>;
  stock: number;
}

/** The preview of an import. */
export interface ImportPreview {
  totals: ImportTotals;
  /** The first changes of the file. */
  items: ItemChange[];
  itemCount: number;
  /** SKUs that this import gives to several live variants; orders cannot use them. */
  sharedSkus: SharedSku[];
  sharedSkuCount: number;
  /** The sheet that was read, if the workbook has others. */
  sheet?: string | undefined;
}

const MAX_ITEMS = 200;

/** Collects the preview of an import, product by product. */
export function previewer(
  db: Reader,
  storeId: Id,
): { add: (product: PlannedProduct) => void; finish: () => ImportPreview } {
  const totals: ImportTotals = { products: zeroCounts(), variants: zeroCounts(), stock: 0 };
  const items: ItemChange[] = [];
  let itemCount = 0;
  const skus = sharedSkus(db, storeId);
  const facts = factsOf(db, storeId);

  const show = (item: () => ItemChange) => {
    itemCount += 1;
    if (items.length < MAX_ITEMS) items.push(item());
  };
  const addVariant = (product: PlannedProduct, { entry, current, change }: PlannedVariant) => {
    const how = product.current.is === 'deleted' && current.is !== 'missing' ? 'restored' : howOf(current);
    if (!change && how === 'changed') return;
    const { isVariantChanged, stockLevels } = changedCells(change);
    if (how !== 'changed' || isVariantChanged) totals.variants[how] += 1;
    totals.stock += stockLevels;
    const sku = entry.sku ?? (current.cells.sku as string | null | undefined) ?? null;
    const variant = entry.name ?? String(current.cells.variant_name ?? '');
    if (how !== 'changed' || change?.cells.sku) skus.add(entry.key, sku, `${product.entry.name} ${variant}`.trim());
    show(() => ({ product: product.entry.name, variant, sku, how, facts: facts(change) }));
  };
  const addRestored = (product: PlannedProduct) => {
    for (const { id, name, sku } of restoredVariants(db, product)) {
      totals.variants.restored += 1;
      skus.add(`#${id}`, sku, `${product.entry.name} ${name}`.trim());
      show(() => ({ product: product.entry.name, variant: name, sku, how: 'restored', facts: [] }));
    }
  };
  return {
    add: (product) => {
      const { change, current } = product;
      const how = howOf(current);
      if (change) totals.products[how] += 1;
      if (change) show(() => ({ product: product.entry.name, how, facts: facts(change) }));
      for (const variant of product.variants) addVariant(product, variant);
      addRestored(product);
    },
    finish: () => {
      const shared = skus.find();
      return { totals, items, itemCount, sharedSkus: shared.slice(0, MAX_ITEMS), sharedSkuCount: shared.length };
    },
  };
}

const zeroCounts = () => ({ added: 0, restored: 0, changed: 0 });

const howOf = ({ is }: PlannedProduct['current'] | PlannedVariant['current']): ItemChange['how'] =>
  is === 'missing' ? 'added' : is === 'deleted' ? 'restored' : 'changed';

/** Whether anything but stock changes, and how many stock levels do. */
function changedCells(change: PlannedVariant['change']): { isVariantChanged: boolean; stockLevels: number } {
  const cells = Object.entries(change?.cells ?? {});
  const stock = cells.filter(([column]) => column.startsWith(stockColumn('')));
  return {
    isVariantChanged: stock.length < cells.length,
    stockLevels: stock.filter(([, [before, after]]) => (before ?? 0) !== after).length,
  };
}

interface RestoredVariant {
  id: Id;
  name: string;
  sku: string | null;
}

/** The variants that come back with a deleted product and are not in the file. */
function restoredVariants(db: Reader, { current, variants }: PlannedProduct): RestoredVariant[] {
  if (current.is !== 'deleted' || current.id === undefined) return [];
  const inFile = new Set(variants.map((variant) => variant.current.id));
  return variantsOfProduct(db, current.id)
    .filter((id) => !inFile.has(id))
    .map((id) => {
      const { name = '', sku = null } = variantById(db, id) ?? {};
      return { id, name, sku };
    });
}
