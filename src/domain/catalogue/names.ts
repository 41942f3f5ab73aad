import type { Database } from '../../db/database.ts';
import type { Id } from '../../lib/ids.ts';
import { compareText } from '../../lib/text.ts';

/** What a list of products can be sorted by (specification, "POST /v1/product/list"). */
export const SORT_KEYS = ['update_time', 'create_time', 'name', 'id'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export interface NameSearch {
  /** Folded: see `foldCase`. */
  query: string;
  sortBy: SortKey;
  descending: boolean;
  limit: number;
  offset: number;
}

interface Named {
  id: Id;
  /** Folded. */
  name: string;
  createTime: number;
  updateTime: number;
  live: 0 | 1;
  change: number;
}

type Compare = (a: Named, b: Named) => number;

const COMPARE: Record<SortKey, Compare> = {
  update_time: (a, b) => a.updateTime - b.updateTime || a.id - b.id,
  create_time: (a, b) => a.createTime - b.createTime || a.id - b.id,
  name: (a, b) => compareText(a.name, b.name) || a.id - b.id,
  id: (a, b) => a.id - b.id,
};

const READ_AT_ONCE = 1_000; // some 3 ms
const PATCHED = 50; // changes beyond which sorting anew costs less

const CHANGED = `SELECT id, folded_name AS name, create_time AS createTime, update_time AS updateTime,
    delete_time IS NULL AS live, change
  FROM products WHERE store_id = ? AND change > ? ORDER BY change LIMIT ${READ_AT_ONCE}`;

/** Which of the products have a query in their name, by place. */
interface Found {
  query: string;
  /** The newest change that it knows of. */
  newest: number;
  has: Uint8Array;
  count: number;
}

/**
 * The names of a store's live products, in memory: looking through fifty thousand of them takes two milliseconds, whatever
 * is looked for, four times less than where SQLite does it. They are brought up to date from the rows that have changed.
 */
export class ProductNames {
  readonly #db: Database;
  readonly #storeId: Id;
  /** A product keeps its place, whatever becomes of it. */
  readonly #products: Named[] = [];
  readonly #places = new Map<Id, number>();
  /** The places of the live ones. */
  readonly #orders = new Map<SortKey, number[]>();
  #newest = 0;
  #found: Found | undefined;

  constructor(db: Database, storeId: Id) {
    this.#db = db;
    this.#storeId = storeId;
  }

  /** The products whose name holds the query, a page of them in order. */
  page({ query, sortBy, descending, limit, offset }: NameSearch): Id[] {
    const { has } = this.#find(query);
    const order = this.#ordered(sortBy);
    const page: Id[] = [];
    let left = offset;
    for (let i = 0; i < order.length && page.length < limit; i += 1) {
      const place = order[descending ? order.length - 1 - i : i] as number;
      if (has[place] === 0) continue;
      if (left > 0) left -= 1;
      else page.push((this.#products[place] as Named).id);
    }
    return page;
  }

  count = (query: string): number => this.#find(query).count;

  /** Reads so many of the changes that it holds up nobody; whether there may be more. */
  catchUpSome(): boolean {
    const changed = this.#db.all<Named>(CHANGED, this.#storeId, this.#newest);
    if (changed.length === 0) return false;
    if (changed.length > PATCHED) this.#orders.clear();
    for (const product of changed) this.#put(product);
    return changed.length === READ_AT_ONCE;
  }

  #put(product: Named): void {
    const place = this.#places.get(product.id) ?? this.#products.length;
    const before = this.#products[place];
    if (before?.live) for (const [key, order] of this.#orders) order.splice(this.#placeIn(order, before, key), 1);
    this.#places.set(product.id, place);
    this.#products[place] = product;
    if (product.live)
      for (const [key, order] of this.#orders) order.splice(this.#placeIn(order, product, key), 0, place);
    this.#newest = product.change;
  }

  /** One after the other as they lie in memory: to jump about in it would take far longer. */
  #find(query: string): Found {
    while (this.catchUpSome());
    if (this.#found?.query === query && this.#found.newest === this.#newest) return this.#found;
    const has = new Uint8Array(this.#products.length);
    let count = 0;
    for (const [place, { name, live }] of this.#products.entries())
      if (live && name.includes(query)) {
        has[place] = 1;
        count += 1;
      }
    this.#found = { query, newest: this.#newest, has, count };
    return this.#found;
  }

  #ordered(sortBy: SortKey): number[] {
    let order = this.#orders.get(sortBy);
    if (!order) {
      const live = [...this.#products.keys()].filter((place) => this.#products[place]?.live);
      order = live.sort((a, b) => COMPARE[sortBy](this.#products[a] as Named, this.#products[b] as Named));
      this.#orders.set(sortBy, order);
    }
    return order;
  }

  /** Where it stands in the order, or would stand. */
  #placeIn(order: readonly number[], product: Named, key: SortKey): number {
    let [from, to] = [0, order.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (COMPARE[key](this.#products[order[middle] as number] as Named, product) < 0) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}

export const productNames = (db: Database, storeId: Id): ProductNames =>
  db.kept(`product names ${storeId}`, () => new ProductNames(db, storeId));

/** Reads some of what is new in each of the stores; whether there may be more. */
export const learnNames = (db: Database, storeIds: readonly Id[]): boolean =>
  storeIds.filter((id) => productNames(db, id).catchUpSome()).length > 0;
