import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';
import type { StoreEntry } from './schema.ts';

export type Ids = Record<string, string>;

/** Where a variant has a price and a stock, and where orders are sent from. */
export interface PlaceIds {
  price_tiers: Ids;
  warehouses: Ids;
  addresses: Ids;
}

export interface HowToLoad {
  now: number;
  /** A variant keeps the prices that the file leaves out; else the file's are all there are. */
  keepsPrices: boolean;
  /** Who loads it; left out on the command line. */
  userId?: Id | undefined;
}

/** A store of the file while it is loaded. */
export interface Loading extends HowToLoad {
  tx: WriteTx;
  storeId: Id;
  entry: StoreEntry;
  /** What a fault calls it: `stores[0]`. */
  place: string;
  /** The store is made by this load. */
  first: boolean;
  places: PlaceIds;
  /** The variants that this load has made. */
  created: Set<Id>;
}

export const byKey = <Entry extends { key: string }, Value>(list: readonly Entry[], load: (entry: Entry) => Value) =>
  Object.fromEntries(list.map((entry) => [entry.key, load(entry)]));

/** The fields that are there. */
export const given = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };
