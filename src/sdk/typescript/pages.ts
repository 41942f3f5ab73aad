import type * as types from './types.ts';

// Lists as async iterators. Each gets the call that lists one page.

type List<Search, Page> = (search: Search) => Promise<Page>;

const PRODUCTS_PER_PAGE = 100;

/**
 * Each product that exists during the whole iteration, exactly once. Each page starts with the last product of the
 * previous page. If it does not, earlier products were deleted and the others have moved up, so the iterator goes back.
 */
export async function* everyProduct(
  list: List<types.ProductSearch, types.ProductListResponse>,
  search: { query?: string | undefined },
): AsyncGenerator<types.ProductRow, void, void> {
  const seen = new Set<string>();
  let offset = 0;
  for (;;) {
    const page = await list({ ...search, sort_by: 'id', sort_order: 'asc', limit: PRODUCTS_PER_PAGE, offset });
    const [first] = page.products;
    if (offset > 0 && !(first && seen.has(first.id))) {
      offset = Math.max(0, offset - PRODUCTS_PER_PAGE);
      continue;
    }
    for (const product of page.products) {
      if (seen.has(product.id)) continue;
      seen.add(product.id);
      yield product;
    }
    if (!page.has_more) return;
    offset += page.products.length - 1;
  }
}

/**
 * Each address that exists during the whole iteration, exactly once, primary ones first. Each page starts with the last
 * address of the previous page. If it does not, addresses were removed or moved, so the iterator starts over.
 */
export async function* everyAddress(
  list: List<types.AddressSearch, types.AddressListResponse>,
): AsyncGenerator<types.StoreAddress, void, void> {
  const seen = new Set<string>();
  let offset = 0;
  let last: string | undefined;
  for (;;) {
    const page = await list({ limit: 200, offset });
    if (offset > 0 && page.addresses[0]?.id !== last) {
      offset = 0;
      continue;
    }
    for (const address of page.addresses) {
      if (seen.has(address.id)) continue;
      seen.add(address.id);
      yield address;
    }
    if (!page.has_more) return;
    last = page.addresses.at(-1)?.id;
    offset += page.addresses.length - 1;
  }
}

/** Store `cursor` together with what you did with the orders. The list continues after them. */
export interface OrderPage {
  orders: types.Order[];
  cursor: string;
}

export interface OrderFeedSearch {
  /** `cursor` of the last page; without it the list starts at `since_time`, or with the first order. */
  cursor?: string | undefined;
  since_time?: number | undefined;
  status?: types.OrderSearch['status'];
  /** Orders per page, 1 to 100. Default: 100. */
  limit?: number | undefined;
}

/** The pages of the order list until now; at least one. */
export async function* orderPages(
  list: List<types.OrderSearch, types.OrderListResponse>,
  { cursor, since_time, limit = 100, ...search }: OrderFeedSearch,
): AsyncGenerator<OrderPage, void, void> {
  let start: types.OrderSearch = cursor === undefined ? { since_time } : { cursor };
  for (let hasMore = true; hasMore; ) {
    const { orders, has_more, next_cursor } = await list({ ...search, limit, ...start });
    yield { orders, cursor: next_cursor };
    start = { cursor: next_cursor };
    hasMore = has_more;
  }
}

/** Store `cursor` together with what you did with the items. The feed continues after them. */
export interface StockPage {
  items: types.StockChange[];
  cursor: string;
}

export interface StockFeedSearch {
  /** `cursor` of the last page; without it the feed starts now. */
  cursor?: string | undefined;
  /** Changes per page, 1 to 500. Default: 500. */
  limit?: number | undefined;
}

/** The pages of the feed until now; at least one. */
export async function* stockPages(
  list: List<types.StockSearch, types.StockChangesResponse>,
  { limit = 500, ...start }: StockFeedSearch,
): AsyncGenerator<StockPage, void, void> {
  let { cursor } = start;
  for (let hasMore = true; hasMore; ) {
    const { items, has_more, next_cursor } = await list({ cursor, limit });
    yield { items, cursor: next_cursor };
    cursor = next_cursor;
    hasMore = has_more;
  }
}
