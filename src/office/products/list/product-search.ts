import type { ProductFilter } from '../../../domain/catalogue/product-filter.ts';
import { listedProducts, listProducts, NO_LIMIT } from '../../../domain/catalogue/product-list.ts';
import type { SortKey } from '../../../domain/catalogue/product-names.ts';
import { findProducts } from '../../../domain/catalogue/variant-search.ts';
import type { Id } from '../../../lib/ids.ts';
import { MAX_TAG_LENGTH } from '../../../lib/tags.ts';
import { fields, optionalText } from '../../forms/fields.ts';
import { type Sort, sortField, sortOf } from '../../page/sort.tsx';
import type { StoreContext } from '../../request-context.ts';
import { categoryIn } from './product-filters.tsx';

// The search, filters and sort order of the product list.

const SORTS = ['update_time', 'create_time', 'name'] as const satisfies readonly SortKey[];

const PARAMETERS = {
  q: optionalText(200),
  category: optionalText(20),
  tag: optionalText(MAX_TAG_LENGTH),
  sort: sortField(SORTS),
};
const searchQuery = fields(PARAMETERS);

export type ProductSort = Sort<(typeof SORTS)[number]>;

const LAST_CHANGED_FIRST: ProductSort = { key: 'update_time', descending: true };

export interface ListSearch {
  q: string | undefined;
  filter: ProductFilter;
  sort: ProductSort;
}

/** What the address of a list names; by default that of the request. */
export function requestedSearch(context: StoreContext, url = context.request.url): ListSearch {
  const { q, category, tag, sort } = context.query(searchQuery, url);
  return { q, filter: { category: categoryIn(category), tag }, sort: sortOf(sort) ?? LAST_CHANGED_FIRST };
}

const orderOf = ({ filter, sort }: ListSearch) => ({ ...filter, sortBy: sort.key, descending: sort.descending });

/** All products of the list, for a file. */
export function findAll({ db, store }: StoreContext, search: ListSearch): Id[] {
  const order = orderOf(search);
  if (search.q === undefined) return listedProducts(db, store.id, order);
  return findProducts(db, store.id, search.q, { limit: NO_LIMIT, offset: 0, ...order });
}

export function findPage(
  { db, store }: StoreContext,
  search: ListSearch,
  { limit, offset }: { limit: number; offset: number },
): { ids: Id[]; hasMore: boolean } {
  const { q } = search;
  const order = orderOf(search);
  if (q !== undefined) {
    const ids = findProducts(db, store.id, q, { limit: limit + 1, offset, ...order });
    return { ids: ids.slice(0, limit), hasMore: ids.length > limit };
  }
  const { products, hasMore } = listProducts(db, store.id, { limit, offset, ...order });
  return { ids: products.map(({ id }) => id), hasMore };
}

const MAX_LENGTH = 2_000;

/** The list on which products were selected, whose query is the parameter `list`; undefined without the parameter. */
export function originList({ request: { url } }: StoreContext): URL | undefined {
  const search = url.searchParams.get('list');
  if (search === null || search.length > MAX_LENGTH) return undefined;
  const list = new URL('/office/products', url);
  for (const [name, value] of new URLSearchParams(search)) if (name in PARAMETERS) list.searchParams.set(name, value);
  return list;
}
