import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { Id } from '../../lib/ids.ts';
import { type ChangedProduct, ProductNames } from './product-names.ts';

interface Loaded {
  names: ProductNames;
  /** The newest change that is applied. */
  newest: number;
  isComplete: boolean;
}

const BATCH = 1_000; // changes: about 10 ms, most of it sorting

const loadedNames = new WeakMap<Reader, Map<Id, Loaded>>();

function namesOfStores(db: Reader): Map<Id, Loaded> {
  const names = loadedNames.get(db) ?? new Map<Id, Loaded>();
  loadedNames.set(db, names);
  return names;
}

/**
 * The names of the store's products as they are now. Undefined before they are loaded, when more than a batch of changes
 * is missing, and in a transaction, which may be rolled back: then the list is read in SQL.
 */
export function currentNames(db: Reader, storeId: Id): ProductNames | undefined {
  const loaded = db.inTransaction ? undefined : namesOfStores(db).get(storeId);
  if (!loaded?.isComplete) return undefined;
  applyBatch(db, storeId, loaded);
  return loaded.isComplete ? loaded.names : undefined;
}

/**
 * Loads the next batch of the store's products or of their changes.
 *
 * @returns whether all are loaded
 */
export function loadMoreNames(db: Reader, storeId: Id): boolean {
  const all = namesOfStores(db);
  const loaded = all.get(storeId) ?? { names: new ProductNames(), newest: 0, isComplete: false };
  all.set(storeId, loaded);
  applyBatch(db, storeId, loaded);
  return loaded.isComplete;
}

function applyBatch(db: Reader, storeId: Id, loaded: Loaded): void {
  const changed = db.all(selectChanged, storeId, loaded.newest);
  if (changed.length > 0) loaded.names.apply(changed);
  loaded.newest = changed.at(-1)?.change ?? loaded.newest;
  loaded.isComplete = changed.length < BATCH;
}

/** The products that changed after a change, in the order of their changes. */
const selectChanged = query<ChangedProduct>(
  { reads: ['products'] },
  `SELECT id, folded_name AS name, update_time, create_time, delete_time IS NULL AS live, change
   FROM products WHERE store_id = ? AND change > ? ORDER BY change LIMIT ${BATCH}`,
);
