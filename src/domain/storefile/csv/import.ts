import type { WriteTx } from '../../../db/write-tx.ts';
import type { Csv } from '../../../lib/csv.ts';
import { Fault } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import { priceTiers, warehouses } from '../../catalogue/places.ts';
import type { AddedCodes } from '../../orders/codes.ts';
import type { Store } from '../../stores.ts';
import { checkStoreFile, loadChecked } from '../load.ts';
import { differences, type ProductChanges } from './changes.ts';
import { columnFaults, tellsProducts, twinFaults } from './columns.ts';
import { type ProductCsv, readHeads } from './heads.ts';
import { productsNow } from './moment.ts';
import { locateIn } from './places.ts';
import { readProductRows } from './rows.ts';

/**
 * Loads a product file into the store, all or nothing, as the store file that it spells; what has changed.
 *
 * @param userId whose doing it is; left out on the command line
 * @throws Fault with every fault of the file, each with its row and column
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
  const csv = readHeads(file, places);
  const inColumns = [...columnFaults(csv.columns, tierKeys, warehouseKeys), ...twinFaults(csv.twins)];
  if (!tellsProducts(csv.columns)) throw new Fault(inColumns);

  const { products, faults: inRows } = readProductRows(tx, store, csv);
  const entries = products.map(({ key, name, description, variants }) => ({
    key,
    name,
    description,
    variants: variants.map(({ entry }) => entry),
  }));
  const checked = checkStoreFile(tx, { stores: [{ key: store.key, name: store.name, products: entries }] }, codes);
  const inFile = 'faults' in checked ? checked.faults.map(locateIn(products, tierKeys, warehouseKeys)) : [];
  const faults = [...inRows, ...inFile].sort((one, other) => one.row - other.row);
  if ('faults' in checked || inColumns.length + faults.length > 0)
    throw new Fault([...inColumns, ...new Set(faults.map(({ line }) => inFileWords(csv, line)))]);

  const keys = entries.map(({ key }) => key);
  const before = productsNow(tx, store.id, keys);
  loadChecked(tx, checked.file, { now, keepsPrices: true, userId });
  return differences(tx, store.id, before, productsNow(tx, store.id, keys));
}

/** A fault with its column as the file calls it: `row 2 ราคา …` for `row 2 price:retail …`. */
function inFileWords({ heads }: ProductCsv, line: string): string {
  const [row = ''] = /^row \d+ /.exec(line) ?? [];
  const rest = line.slice(row.length);
  const [column, head] =
    [...heads].find(([name]) => rest.startsWith(name) && /^[ .[]/.test(rest.slice(name.length))) ?? [];
  return column === undefined ? line : `${row}${head}${rest.slice(column.length)}`;
}
