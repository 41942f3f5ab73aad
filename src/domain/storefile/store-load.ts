import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';
import type { PathPart } from '../../lib/messages/path.ts';
import type { StoreEntry } from './store-file-schema.ts';

export type Ids = Record<string, string>;

export interface SetupIds {
  price_tiers: Ids;
  warehouses: Ids;
  addresses: Ids;
}

export interface LoadOptions {
  now: number;
  /** Keeps prices that are not in the file; otherwise the file's prices replace all prices. */
  keepsPrices: boolean;
  /** The acting user; undefined on the command line. */
  userId?: Id | undefined;
}

/** A store of the file while it is loaded. */
export interface StoreLoad extends LoadOptions {
  tx: WriteTx;
  storeId: Id;
  entry: StoreEntry;
  /** Path of the store in the file: `stores[0]`. */
  path: readonly PathPart[];
  /** The store is new. */
  isNewStore: boolean;
  ids: SetupIds;
  /** New variants. */
  newVariants: Set<Id>;
}

export const byKey = <Entry extends { key: string }, Value>(list: readonly Entry[], load: (entry: Entry) => Value) =>
  Object.fromEntries(list.map((entry) => [entry.key, load(entry)]));
