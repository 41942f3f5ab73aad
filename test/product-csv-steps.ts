import type { ProductChanges } from '../src/domain/storefile/csv/changes.ts';
import { productCsv, productTable } from '../src/domain/storefile/csv/export.ts';
import { importProducts } from '../src/domain/storefile/csv/import.ts';
import { findStore } from '../src/domain/stores.ts';
import { readCsv } from '../src/lib/csv.ts';
import type { Id } from '../src/lib/ids.ts';
import { productDetail } from './product-steps.ts';
import { reseller, roastery } from './stock-steps.ts';
import { stoppedClock } from './stopped-clock.ts';
import { type Json, openShop, type Shop } from './support.ts';

// Imports and exports of product files. No office, no files.

export const openRoastery = () => openShop({ now: stoppedClock().now, stores: [roastery(), reseller()] });

export const exportCsv = (shop: Shop, store = 'cafe'): string =>
  productCsv(productTable(shop.ctx.db, findStore(shop.ctx.db, store).id));

/** The rows of the file after the header, by column, without empty cells. */
export const rowsOf = (csv: string): Record<string, string>[] =>
  readCsv(Buffer.from(csv), 'file').rows.map(({ cells }) =>
    Object.fromEntries([...cells].filter(([, cell]) => cell !== '')),
  );

type ChangedKeys = Pick<ProductChanges, 'products' | 'variants' | 'stock'>;

/** Rows of these columns, separated by `|`. */
export const csvOf = (rows: readonly string[]): string =>
  rows.map((row) => row.split('|').map((cell) => `"${cell.replaceAll('"', '""')}"`)).join('\n');

export const importRows = (shop: Shop, ...rows: string[]): Promise<ChangedKeys> => importFile(shop, csvOf(rows));

export async function importFile(shop: Shop, csv: string | Uint8Array, store = 'cafe'): Promise<ChangedKeys> {
  const { products, variants, stock } = await importWithChanges(shop, csv, { store });
  return { products, variants, stock };
}

export function importWithChanges(
  shop: Shop,
  csv: string | Uint8Array,
  { store = 'cafe', userId }: { store?: string; userId?: Id } = {},
): Promise<ProductChanges> {
  const file = readCsv(Buffer.from(csv), 'products.csv');
  return shop.ctx.write((tx) =>
    importProducts(tx, findStore(tx, store), { file, codes: shop.config.values, now: shop.now(), userId }),
  );
}

export const NO_CHANGES: ChangedKeys = {
  products: { added: [], restored: [], changed: [] },
  variants: { added: [], restored: [], changed: [] },
  stock: [],
};

export const coffee = (shop: Shop): Promise<Json> => productDetail(shop, 'coffee');
