import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { Id } from '../../lib/ids.ts';
import { compareText } from '../../lib/text.ts';
import type { ProductSets } from './product-filter.ts';

/** The current state of a product, live or deleted, with the number of its newest change. */
export interface ChangedProduct {
  id: Id;
  /** Folded (see `foldCase`). */
  name: string;
  collation_key: string;
  update_time: number;
  create_time: number;
  live: 0 | 1;
  change: number;
}

export interface NameSearch {
  /** Folded. Empty: all products. */
  query: string;
  sortBy: SortKey;
  descending: boolean;
  limit: number;
  offset: number;
  /** By default all products. */
  sets?: ProductSets | undefined;
}

/**
 * A store's live products, sorted by each key. Each product has a row in the columns, and the sorted lists hold row
 * numbers. docs/architecture.md#kept-for-speed explains why a search does not use SQL and reads the names in memory
 * order.
 */
export class ProductNames {
  /** Names are in the form of `oneByteText`. Rows of deleted products stay, but in no list. */
  readonly #columns = {
    id: [] as Id[],
    name: [] as string[],
    collation_key: [] as string[],
    update_time: [] as number[],
    create_time: [] as number[],
  };
  readonly #sorted: Record<SortKey, number[]> = { id: [], name: [], update_time: [], create_time: [] };
  /** The last search: a page and its total use the same one. */
  #last: { query: string; sortBy: SortKey; found: readonly number[] } | undefined;

  /** One page of the ids of products whose name contains the query. */
  page({ query, sortBy, descending, limit, offset, sets }: NameSearch): Id[] {
    const named = this.#find(query, sortBy);
    const found = sets ? this.#within(named, sets) : named;
    const end = Math.max(0, found.length - offset);
    const page = descending
      ? found.slice(Math.max(0, end - limit), end).reverse()
      : found.slice(offset, offset + limit);
    return page.map((row) => this.#columns.id[row] as Id);
  }

  count = (query: string): number => this.#find(query, this.#last?.sortBy ?? 'id').length;

  /** Applies the newest state of some products. */
  apply(changed: readonly ChangedProduct[]): void {
    this.#last = undefined;
    const known = new Set<number>();
    const live: number[] = [];
    for (const product of changed) {
      const row = this.#rowOf(product.id);
      if (row !== undefined) known.add(row);
      if (product.live) live.push(this.#write(product, row));
    }
    for (const key of SORT_KEYS) {
      if (known.size > 0) this.#sorted[key] = this.#sorted[key].filter((row) => !known.has(row));
      mergeInto(this.#sorted[key], live, this.#comparison(key));
    }
  }

  /** The row of a live product, by binary search: a map of 50,000 products takes 2 MB. */
  #rowOf(id: Id): number | undefined {
    const rows = this.#sorted.id;
    const idAt = (i: number): Id | undefined => this.#columns.id[rows[i] as number];
    let first = 0;
    for (let end = rows.length; first < end; ) {
      const middle = (first + end) >>> 1;
      if ((idAt(middle) as Id) < id) first = middle + 1;
      else end = middle;
    }
    return idAt(first) === id ? rows[first] : undefined;
  }

  #write(product: ChangedProduct, row = this.#columns.id.length): number {
    const { id, name, collation_key, update_time, create_time } = product;
    this.#columns.id[row] = id;
    this.#columns.name[row] = oneByteText(name);
    this.#columns.collation_key[row] = collation_key;
    this.#columns.update_time[row] = update_time;
    this.#columns.create_time[row] = create_time;
    return row;
  }

  #comparison(key: SortKey): (a: number, b: number) => number {
    const { id: ids, [key]: values } = this.#columns;
    const byId = (a: number, b: number) => (ids[a] as Id) - (ids[b] as Id);
    if (key === 'name') return (a, b) => this.#compareNames(a, b) || byId(a, b);
    const numbers = values as readonly number[];
    return (a, b) => (numbers[a] as number) - (numbers[b] as number) || byId(a, b);
  }

  #compareNames(a: number, b: number): number {
    const { collation_key: keys, name: names } = this.#columns;
    return (
      compareText(keys[a] as string, keys[b] as string) || compareText(names[a] as string, names[b] as string, swapThai)
    );
  }

  #within(rows: readonly number[], { among, without }: ProductSets): readonly number[] {
    const ids = this.#columns.id;
    return rows.filter((row) => {
      const id = ids[row] as Id;
      return among.every((set) => set[id] === 1) && without?.[id] !== 1;
    });
  }

  #find(query: string, sortBy: SortKey): readonly number[] {
    if (query === '') return this.#sorted[sortBy];
    if (this.#last?.query !== query || this.#last.sortBy !== sortBy) {
      const folded = oneByteText(query);
      const names = this.#columns.name;
      const matches = new Uint8Array(names.length);
      for (let row = 0; row < names.length; row += 1) matches[row] = Number((names[row] as string).includes(folded));
      this.#last = { query, sortBy, found: this.#sorted[sortBy].filter((row) => matches[row] === 1) };
    }
    return this.#last.found;
  }
}

/** Inserts rows into a sorted list. `Array.sort` would copy the list for each batch: 30 MB more for 50,000 products. */
function mergeInto(list: number[], added: readonly number[], compare: (a: number, b: number) => number): void {
  let last = list.length - 1;
  list.push(...added); // makes room
  let end = list.length;
  for (const row of added.toSorted(compare).reverse()) {
    for (; last >= 0 && compare(list[last] as number, row) > 0; last -= 1) list[--end] = list[last] as number;
    list[--end] = row;
  }
}

/**
 * Swaps Thai letters with U+0080–00FF. V8 then stores Thai and ASCII text with one byte per character and searches it
 * ten times faster: its two-byte search looks for the high byte, which nearly all Thai letters share.
 */
function oneByteText(text: string): string {
  const bytes = Buffer.from(text, 'utf16le');
  const units = new Uint16Array(bytes.buffer, bytes.byteOffset, text.length);
  for (let i = 0; i < units.length; i += 1) units[i] = swapThai(units[i] as number);
  return bytes.toString('utf16le');
}

const THAI = 0x0e00;
const LATIN_1 = 0x80;

/** The function is its own inverse. */
function swapThai(unit: number): number {
  const block = unit & 0xff80;
  return block === THAI || block === LATIN_1 ? unit ^ (THAI ^ LATIN_1) : unit;
}

/** Sort keys of a list of products. */
export const SORT_KEYS = ['update_time', 'create_time', 'name', 'id'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

/** Each sort key has an index of a store's live products with these columns. */
export const SORT_COLUMNS = {
  update_time: ['update_time', 'id'],
  create_time: ['create_time', 'id'],
  name: ['collation_key', 'folded_name', 'id'],
  id: ['id'],
} as const;

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
 * is missing, and in a transaction, which may be rolled back. The caller then uses SQL.
 */
export function currentNames(db: Reader, storeId: Id): ProductNames | undefined {
  const loaded = db.inTransaction ? undefined : namesOfStores(db).get(storeId);
  if (!loaded?.isComplete) return undefined;
  applyBatch(db, storeId, loaded);
  return loaded.isComplete ? loaded.names : undefined;
}

/** Loads the next batch of the store's products or of their changes. @returns whether all are loaded */
export function loadMoreNames(db: Reader, storeId: Id): boolean {
  const all = namesOfStores(db);
  const loaded = all.get(storeId) ?? { names: new ProductNames(), newest: 0, isComplete: false };
  all.set(storeId, loaded);
  applyBatch(db, storeId, loaded);
  return loaded.isComplete;
}

function applyBatch(db: Reader, storeId: Id, loaded: Loaded): void {
  const changed = db.all(changedProducts, storeId, loaded.newest);
  if (changed.length > 0) loaded.names.apply(changed);
  loaded.newest = changed.at(-1)?.change ?? loaded.newest;
  loaded.isComplete = changed.length < BATCH;
}

/** Products changed after this change number, oldest change first. */
const changedProducts = query<ChangedProduct>(
  { reads: ['products'] },
  `SELECT id, folded_name AS name, collation_key, update_time, create_time, delete_time IS NULL AS live, change
   FROM products WHERE store_id = +? AND change > ? ORDER BY change LIMIT ${BATCH}`,
);
