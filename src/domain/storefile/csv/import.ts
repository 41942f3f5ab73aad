import type { Database } from '../../../db/database.ts';
import type { Csv } from '../../../lib/csv.ts';
import { Fault } from '../../../lib/errors.ts';
import { priceTiers, warehouses } from '../../catalogue/places.ts';
import type { AddedCodes } from '../../orders/codes.ts';
import type { Store } from '../../stores.ts';
import { checkStoreFile, loadChecked } from '../load.ts';
import { differences, type ProductChanges, productsNow } from './changes.ts';
import { columnFaults } from './columns.ts';
import { locateIn } from './places.ts';
import { readProductRows } from './rows.ts';

/**
 * Loads a product file into the store, all or nothing, as the store file that it spells; what has changed.
 *
 * @throws Fault with every fault of the file, each with its row and column
 */
export function importProducts(db: Database, store: Store, csv: Csv, codes: AddedCodes, now: number): ProductChanges {
  const tiers = priceTiers(db, store.id).map(({ key }) => key);
  const places = warehouses(db, store.id).map(({ key }) => key);
  const inColumns = columnFaults(csv.columns, tiers, places);
  if (!csv.columns.includes('product_key')) throw new Fault(inColumns);

  const { products, faults: inRows } = readProductRows(db, store, csv);
  const entries = products.map(({ key, name, description, variants }) => ({
    key,
    name,
    description,
    variants: variants.map(({ entry }) => entry),
  }));
  const checked = checkStoreFile(db, { stores: [{ key: store.key, name: store.name, products: entries }] }, codes);
  const inFile = 'faults' in checked ? checked.faults.map(locateIn(products, tiers, places)) : [];
  const faults = [...inRows, ...inFile].sort((one, other) => one.row - other.row);
  if ('faults' in checked || inColumns.length + faults.length > 0)
    throw new Fault([...inColumns, ...new Set(faults.map(({ line }) => line))]);

  const keys = entries.map(({ key }) => key);
  const before = productsNow(db, store.id, keys);
  loadChecked(db, checked.file, { now, keepsPrices: true });
  return differences(db, store.id, before, productsNow(db, store.id, keys));
}
