import { type GridRows, gridRows, lastFitting } from '../../../domain/catalogue/grid-rows.ts';
import { listProducts } from '../../../domain/catalogue/product-list.ts';
import { productHead } from '../../../domain/catalogue/product-part.ts';
import { findProducts } from '../../../domain/catalogue/variant-search.ts';
import type { Id } from '../../../lib/ids.ts';
import { withQuery } from '../../page/components.tsx';
import type { PageLinks } from '../../page/pagination.ts';
import type { StoreContext } from '../../request-context.ts';

const MAX_PRODUCTS = 20;

interface Wanted {
  q: string | undefined;
  /** The selected products, unless there is a search; empty for all. */
  ids: readonly Id[];
  /** Index of the first product. Pages have as many products as fit, so they are not numbered. */
  from: number;
  tierId: Id;
  warehouseId: Id;
}

/** One page of the grid and the URLs of its neighbors. */
export function shownGrid(context: StoreContext, { q, ids, from, ...columns }: Wanted): GridRows & PageLinks {
  const products = productIds(context, { q, ids }, { limit: MAX_PRODUCTS + 1, offset: from });
  const shown = gridRows(context.db, columns, products.slice(0, MAX_PRODUCTS));
  const urlOf = (start: number) => withQuery(context.request.url, { from: start === 0 ? undefined : start });
  return {
    ...shown,
    previous: from > 0 ? urlOf(previousStart(context, { q, ids }, from)) : undefined,
    next: shown.products < products.length ? urlOf(from + shown.products) : undefined,
  };
}

/** Index of the first product of a page that ends before `from`. */
function previousStart(context: StoreContext, choice: Choice, from: number): number {
  const offset = Math.max(0, from - MAX_PRODUCTS);
  const before = productIds(context, choice, { limit: from - offset, offset });
  return before.length === 0 ? 0 : offset + before.length - lastFitting(context.db, before);
}

type Choice = Pick<Wanted, 'q' | 'ids'>;

function productIds(context: StoreContext, { q, ids }: Choice, window: { limit: number; offset: number }): Id[] {
  if (q !== undefined) return findProducts(context.db, context.store.id, q, window);
  if (ids.length > 0) {
    const own = ids.filter((id) => productHead(context.db, context.store.id, id));
    return own.slice(window.offset, window.offset + window.limit);
  }
  const { products } = listProducts(context.db, context.store.id, { ...window, sortBy: 'name', descending: false });
  return products.map(({ id }) => id);
}
