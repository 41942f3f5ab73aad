import { type GridRows, gridRows, lastFitting } from '../../../domain/catalogue/grid-rows.ts';
import { listProducts } from '../../../domain/catalogue/product-list.ts';
import { findProducts } from '../../../domain/catalogue/variant-search.ts';
import type { Id } from '../../../lib/ids.ts';
import { withQuery } from '../../page/components.tsx';
import type { PageLinks } from '../../page/pagination.ts';
import type { StoreContext } from '../../request-context.ts';

const MAX_PRODUCTS = 20;

interface Wanted {
  q: string | undefined;
  /** Index of the first product. Pages have as many products as fit, so they are not numbered. */
  from: number;
  tierId: Id;
  warehouseId: Id;
}

/** One page of the grid and the URLs of its neighbors. */
export function shownGrid(context: StoreContext, { q, from, ...columns }: Wanted): GridRows & PageLinks {
  const ids = productIds(context, q, { limit: MAX_PRODUCTS + 1, offset: from });
  const shown = gridRows(context.db, columns, ids.slice(0, MAX_PRODUCTS));
  const urlOf = (start: number) => withQuery(context.request.url, { from: start === 0 ? undefined : start });
  return {
    ...shown,
    previous: from > 0 ? urlOf(previousStart(context, q, from)) : undefined,
    next: shown.products < ids.length ? urlOf(from + shown.products) : undefined,
  };
}

/** Index of the first product of a page that ends before `from`. */
function previousStart(context: StoreContext, q: string | undefined, from: number): number {
  const offset = Math.max(0, from - MAX_PRODUCTS);
  const before = productIds(context, q, { limit: from - offset, offset });
  return before.length === 0 ? 0 : offset + before.length - lastFitting(context.db, before);
}

function productIds(context: StoreContext, q: string | undefined, window: { limit: number; offset: number }): Id[] {
  if (q !== undefined) return findProducts(context.db, context.store.id, q, window);
  const { products } = listProducts(context.db, context.store.id, { ...window, sortBy: 'name', descending: false });
  return products.map(({ id }) => id);
}
