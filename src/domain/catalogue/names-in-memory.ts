import type { Id } from '../../lib/ids.ts';
import { type Compare, inOrderAgain, placeIn } from '../../lib/in-order.ts';
import { TextPile } from '../../lib/text-pile.ts';
import { type ChangedProduct, type LiveProducts, SORT_KEYS, type SortKey, type TimedRun } from './names.ts';

export interface NameSearch {
  /** Folded: see `foldCase`. Empty: all products. */
  query: string;
  sortBy: SortKey;
  descending: boolean;
  limit: number;
  offset: number;
}

/** Which of the products have a query in their name, by place. */
interface Found {
  query: string;
  /** Undefined: all of them. */
  has: Uint8Array | undefined;
  count: number;
}

/**
 * The names of a store's live products and the orders they come in, in memory: any page of any search of fifty thousand
 * is there in a millisecond or two, and they take 5 MB.
 */
export class NamesInMemory {
  /** By place. A product keeps its own for as long as it is live. */
  readonly #ids: Id[] = [];
  readonly #names = new TextPile();
  readonly #updateTimes: number[] = [];
  readonly #createTimes: number[] = [];
  /** The places of the live ones. */
  readonly #orders: Record<SortKey, Uint32Array> = {
    update_time: new Uint32Array(),
    create_time: new Uint32Array(),
    name: new Uint32Array(),
    id: new Uint32Array(),
  };
  readonly #compare: Record<SortKey, Compare> = {
    update_time: (a, b) => difference(this.#updateTimes, a, b) || difference(this.#ids, a, b),
    create_time: (a, b) => difference(this.#createTimes, a, b) || difference(this.#ids, a, b),
    name: (a, b) => this.#names.compare(a, b) || difference(this.#ids, a, b),
    id: (a, b) => difference(this.#ids, a, b),
  };
  /** Places of products that are gone: new ones get them. */
  readonly #free: number[] = [];
  #found: Found | undefined;

  /** Of all these products, run by run: each `yield` is a moment to let others have their turn. */
  static *of({ byName, byUpdate, byCreation }: LiveProducts): Generator<void, NamesInMemory> {
    const known = new NamesInMemory();
    for (const { ids, names } of byName) {
      known.#names.append(names);
      for (const id of ids) known.#ids.push(id);
      yield;
    }
    known.#orders.name = new Uint32Array(known.#ids.length).map((_, place) => place); // as they were read
    known.#orders.id = sortedById(known.#ids);
    yield;
    yield* known.#takeTimes('update_time', known.#updateTimes, byUpdate);
    yield* known.#takeTimes('create_time', known.#createTimes, byCreation);
    return known;
  }

  /** The products whose name holds the query, a page of them in order. */
  page({ query, sortBy, descending, limit, offset }: NameSearch): Id[] {
    const { has, count } = this.#find(query);
    const length = Math.min(limit, count - offset);
    return pageOf(this.#orders[sortBy], { has, descending, length, offset }).map((place) => this.#ids[place] as Id);
  }

  count = (query: string): number => this.#find(query).count;

  /** Takes in what has become of some of the products, and of new ones. */
  take(changed: readonly ChangedProduct[]): void {
    const names = new Map<number, string>();
    const moved: Record<SortKey, number[]> = { update_time: [], create_time: [], name: [], id: [] };
    const gone = new Set<number>();
    for (const product of changed) {
      const known = this.#placeOf(product.id);
      if (known === undefined && !product.live) continue;
      const place = known ?? this.#free.pop() ?? this.#ids.length;
      const stays = known !== undefined && product.live === 1;
      if (!product.live) gone.add(place);
      if (!stays) moved.id.push(place);
      if (!stays || this.#names.at(place) !== product.name) {
        moved.name.push(place);
        names.set(place, product.live ? product.name : '');
      }
      if (!stays || this.#updateTimes[place] !== product.updateTime) moved.update_time.push(place);
      if (!stays || this.#createTimes[place] !== product.createTime) moved.create_time.push(place);
      this.#ids[place] = product.id;
      this.#updateTimes[place] = product.updateTime;
      this.#createTimes[place] = product.createTime;
    }
    this.#names.put(names);
    this.#found = undefined;
    for (const key of SORT_KEYS) this.#sortAgain(key, moved[key], gone);
    this.#free.push(...gone);
  }

  #sortAgain(key: SortKey, moved: readonly number[], gone: ReadonlySet<number>): void {
    if (moved.length === 0) return;
    const marked = new Uint8Array(this.#ids.length);
    for (const place of moved) marked[place] = 1;
    const items = moved.filter((place) => !gone.has(place));
    this.#orders[key] = inOrderAgain(this.#orders[key], { marked, items, compare: this.#compare[key] });
  }

  #find(query: string): Found {
    if (query === '') return { query, has: undefined, count: this.#orders.id.length };
    if (this.#found?.query !== query) {
      const { has, count } = this.#names.having(query, this.#found?.has);
      this.#found = { query, has, count };
    }
    return this.#found;
  }

  /** Notes the order that the runs are in, and the times by place. */
  *#takeTimes(key: SortKey, byPlace: number[], runs: Iterable<TimedRun>): Generator<void> {
    const order = new Uint32Array(this.#ids.length);
    for (let place = 0; place < order.length; place += 1) byPlace.push(0);
    let taken = 0;
    for (const { ids, times } of runs) {
      for (let i = 0; i < ids.length; i += 1) {
        const place = this.#placeOf(ids[i] as Id);
        if (place === undefined) continue; // it came meanwhile, so that all of this is learnt anew
        order[taken + i] = place;
        byPlace[place] = times[i] as number;
      }
      taken += ids.length;
      yield;
    }
    this.#orders[key] = order;
  }

  /** Undefined where there is no such live product. */
  #placeOf(id: Id): number | undefined {
    const order = this.#orders.id;
    const guess = order[id - (this.#ids[order[0] as number] as Id)]; // most often no id is left out
    if (guess !== undefined && this.#ids[guess] === id) return guess;
    const place = order[placeIn(order, (other) => (this.#ids[other] as Id) - id)];
    return place !== undefined && this.#ids[place] === id ? place : undefined;
  }
}

/** What of an order is wanted. */
interface Part {
  /** Undefined: all of them are found. */
  has: Uint8Array | undefined;
  descending: boolean;
  length: number;
  offset: number;
}

/**
 * So many of those that are found, in the order or against it. By itself, since V8 compiles a loop anew where what
 * stands around it comes in another way, as another order does.
 */
function pageOf(order: Uint32Array, { has, descending, length, offset }: Part): number[] {
  const page: number[] = [];
  let left = has ? offset : 0;
  for (let i = has ? 0 : offset; page.length < length && i < order.length; i += 1) {
    const place = order[descending ? order.length - 1 - i : i] as number;
    if (has?.[place] === 0) continue;
    if (left > 0) left -= 1;
    else page.push(place);
  }
  return page;
}

const difference = (values: readonly number[], a: number, b: number): number =>
  (values[a] as number) - (values[b] as number);

/** The places in the order of the ids. Numbers without a function sort four times as fast. */
function sortedById(ids: readonly Id[]): Uint32Array {
  const both = new Float64Array(ids.length);
  for (let place = 0; place < ids.length; place += 1) both[place] = (ids[place] as Id) * ids.length + place;
  both.sort();
  const order = new Uint32Array(ids.length);
  for (let i = 0; i < ids.length; i += 1) order[i] = (both[i] as number) % ids.length;
  return order;
}
