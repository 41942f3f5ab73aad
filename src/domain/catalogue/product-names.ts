import type { Id } from '../../lib/ids.ts';
import { compareText } from '../../lib/text.ts';
import { SORT_KEYS, type SortKey } from './sort-keys.ts';

/** The columns of a product that a list is filtered and sorted by. */
interface ListedProduct {
  id: Id;
  /** Folded (see `foldCase`), as `oneByteText`. */
  name: string;
  update_time: number;
  create_time: number;
}

/** A product as it is now, deleted or not, and the number of its newest change. Its name is folded. */
export interface ChangedProduct extends ListedProduct {
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
}

type Compare = (a: ListedProduct, b: ListedProduct) => number;

const COMPARE: Record<SortKey, Compare> = {
  update_time: (a, b) => a.update_time - b.update_time || a.id - b.id,
  create_time: (a, b) => a.create_time - b.create_time || a.id - b.id,
  name: (a, b) => compareText(a.name, b.name, swapThai) || a.id - b.id,
  id: (a, b) => a.id - b.id,
};

/** A store's live products, sorted by each key. A search filters 50,000 names in 2 to 3 ms; SQL takes 60 ms. */
export class ProductNames {
  readonly #products = new Map<Id, ListedProduct>();
  readonly #sorted: Record<SortKey, ListedProduct[]> = { update_time: [], create_time: [], name: [], id: [] };
  /** The last search: a page and its total use the same one. */
  #last: { query: string; sortBy: SortKey; found: readonly ListedProduct[] } | undefined;

  /** One page of the ids of products whose name contains the query. */
  page({ query, sortBy, descending, limit, offset }: NameSearch): Id[] {
    const found = this.#find(query, sortBy);
    const end = Math.max(0, found.length - offset);
    const page = descending
      ? found.slice(Math.max(0, end - limit), end).reverse()
      : found.slice(offset, offset + limit);
    return page.map(({ id }) => id);
  }

  count = (query: string): number => this.#find(query, this.#last?.sortBy ?? 'id').length;

  /** Applies the newest state of some products. Sorting is nearly linear here: most are in order already. */
  apply(changed: readonly ChangedProduct[]): void {
    this.#last = undefined;
    const unsorted = new Set<SortKey>();
    const deleted = new Set<ListedProduct>();
    for (const { live, id, name, update_time, create_time } of changed) {
      const known = this.#products.get(id);
      const now = { id, name: oneByteText(name), update_time, create_time };
      if (known && !live) {
        deleted.add(known);
        this.#products.delete(id);
      } else if (known) {
        for (const key of SORT_KEYS) if (known[key] !== now[key]) unsorted.add(key);
        Object.assign(known, now);
      } else if (live) {
        this.#products.set(id, now);
        for (const key of SORT_KEYS) this.#sorted[key].push(now);
        for (const key of SORT_KEYS) unsorted.add(key);
      }
    }
    for (const key of SORT_KEYS) {
      if (deleted.size > 0) this.#sorted[key] = this.#sorted[key].filter((product) => !deleted.has(product));
      if (unsorted.has(key)) this.#sorted[key].sort(COMPARE[key]);
    }
  }

  #find(query: string, sortBy: SortKey): readonly ListedProduct[] {
    if (query === '') return this.#sorted[sortBy];
    if (this.#last?.query !== query || this.#last.sortBy !== sortBy) {
      const wanted = oneByteText(query);
      const found = this.#sorted[sortBy].filter(({ name }) => name.includes(wanted));
      this.#last = { query, sortBy, found };
    }
    return this.#last.found;
  }
}

/**
 * `text` with Thai letters moved to U+0080–00FF, and those to Thai. V8 keeps Thai and ASCII as one byte a character then,
 * and searches it ten times faster: in two bytes it looks for the larger one, which nearly all Thai letters share.
 */
function oneByteText(text: string): string {
  const bytes = Buffer.from(text, 'utf16le');
  const units = new Uint16Array(bytes.buffer, bytes.byteOffset, text.length);
  for (let i = 0; i < units.length; i += 1) units[i] = swapThai(units[i] as number);
  return bytes.toString('utf16le');
}

const THAI = 0x0e00;
const LATIN_1 = 0x80;

/** Its own inverse. */
function swapThai(unit: number): number {
  const block = unit & 0xff80;
  return block === THAI || block === LATIN_1 ? unit ^ (THAI ^ LATIN_1) : unit;
}
