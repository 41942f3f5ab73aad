import type { Database } from '../../db/database.ts';
import type { Id } from '../../lib/ids.ts';
import type { StoreEntry } from './shape.ts';

export type Ids = Record<string, string>;

/** Where a variant has a price and a stock, and where orders are sent from. */
export interface PlaceIds {
  price_tiers: Ids;
  warehouses: Ids;
  addresses: Ids;
}

/** A store of the file while it is loaded. */
export interface Loading {
  db: Database;
  storeId: Id;
  entry: StoreEntry;
  /** The store is made by this load. */
  first: boolean;
  now: number;
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
