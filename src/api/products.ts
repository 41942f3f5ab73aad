import * as v from 'valibot';
import { type Product, shownProduct } from '../domain/catalogue/detail.ts';
import { countProducts, listProducts, type ProductPage } from '../domain/catalogue/list.ts';
import { SORT_KEYS, type SortKey } from '../domain/catalogue/sort-keys.ts';
import { productView } from '../domain/catalogue/view.ts';
import { addressFrom } from '../domain/pictures/paths.ts';
import { AppError } from '../lib/errors.ts';
import { flag, id, integer, oneOf, said, text } from '../lib/fields.ts';
import { idText } from '../lib/ids.ts';
import { shape } from '../lib/shape.ts';
import type { ApiContext } from './call-log.ts';
import { KeptJson, keptJson } from './reply.ts';
import { type PartnerCall, v1 } from './v1.ts';

export const productListBody = shape({
  limit: v.optional(said(integer(1, 100), 'At most so many.', 20), 20),
  offset: v.optional(said(integer(0, Number.MAX_SAFE_INTEGER), 'So many are left out first.', 0), 0),
  query: v.optional(said(text, 'Only products whose name contains it, in capitals or not.', 'ลาเต้')),
  sort_by: v.optional(
    said(oneOf(SORT_KEYS), 'What they are sorted by; with `id` paging shows every product exactly once.', 'id'),
    'update_time',
  ),
  sort_order: v.optional(said(oneOf(['desc', 'asc']), 'Falling or rising.', 'asc'), 'desc'),
  get_count: v.optional(said(flag, 'Whether the answer has `total`, the number of all that match.', true), false),
});

export const productDetailBody = shape({ product_id: said(id, 'The product.', '5') });

/** See docs/partner-api.md#list-products and docs/partner-api.md#read-a-product. Catalogue reads need no permission. */
export const products = (ctx: ApiContext, base: () => string): PartnerCall[] => [
  v1(ctx, {
    path: '/v1/product/list',
    body: productListBody,
    bodyOptional: true,
    answer: ({ storeId }, { limit, offset, query, sort_by, sort_order, get_count }) => {
      const search = { limit, offset, query, sortBy: sort_by as SortKey, descending: sort_order === 'desc' };
      const page = listProducts(ctx.db, storeId, search);
      if (!get_count) return keptJson(page, () => listView(page, base()));
      return { ...listView(page, base()), total: countProducts(ctx.db, storeId, query) };
    },
  }),
  v1(ctx, {
    path: '/v1/product/detail',
    body: productDetailBody,
    answer: ({ storeId }, { product_id }) => {
      const shown = shownProduct(ctx.db, storeId, product_id, (product) => detailJson(product, base()));
      if (!shown) throw new AppError('not_found', 'product_not_found_by_channel');
      return shown;
    },
  }),
];

const detailJson = (product: Product, base: string) => new KeptJson({ product: productView(product, base) });

/** See docs/partner-api.md#product-row. */
const listView = ({ products, hasMore }: ProductPage, base: string) => ({
  products: products.map(({ id, name, imageUrl }) => ({
    id: idText(id),
    name,
    image_url: imageUrl === null ? undefined : addressFrom(base, imageUrl),
  })),
  has_more: hasMore,
});
