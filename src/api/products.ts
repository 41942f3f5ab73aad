import * as v from 'valibot';
import { productJson } from '../domain/catalogue/product-detail.ts';
import { countProducts, listProducts, type ProductPage } from '../domain/catalogue/product-list.ts';
import { SORT_KEYS, type SortKey } from '../domain/catalogue/product-names.ts';
import { productView } from '../domain/catalogue/product-view.ts';
import { absoluteUrl } from '../domain/pictures/stored-pictures.ts';
import { notFound } from '../lib/errors.ts';
import { flag, id, integer, oneOf, text, withDescription } from '../lib/field-schemas.ts';
import { idText } from '../lib/ids.ts';
import { strictObject } from '../lib/schema-builders.ts';
import { firstCodePoints } from '../lib/text.ts';
import { MAX_QUERY_LENGTH } from '../lib/text-limits.ts';
import type { ApiContext } from './call-log.ts';
import { CachedJson, cachedJson, jsonTail } from './reply.ts';
import { type PartnerCall, v1 } from './v1-endpoint.ts';

export const productListBody = strictObject({
  limit: v.optional(withDescription(integer(1, 100), 'Maximum number of products.', 20), 20),
  offset: v.optional(withDescription(integer(0, Number.MAX_SAFE_INTEGER), 'Number of products to skip.', 0), 0),
  query: v.optional(
    withDescription(
      v.pipe(
        text,
        v.transform((query) => firstCodePoints(query, MAX_QUERY_LENGTH)),
      ),
      'Only products whose name contains this text. Case is ignored; only the first 200 characters count.',
      'ลาเต้',
    ),
  ),
  sort_by: v.optional(
    withDescription(
      oneOf(SORT_KEYS),
      'Sort key. With `id`, a change of a product does not move it to another page.',
      'id',
    ),
    'update_time',
  ),
  sort_order: v.optional(withDescription(oneOf(['desc', 'asc']), 'Descending or ascending.', 'asc'), 'desc'),
  get_count: v.optional(
    withDescription(flag, 'Whether to return `total`, the number of all matching products.', true),
    false,
  ),
});

export const productDetailBody = strictObject({ product_id: withDescription(id, 'The product.', '5') });

/** See docs/partner-api.md#list-products and docs/partner-api.md#read-a-product. Catalogue reads need no permission. */
export const products = (ctx: ApiContext, base: () => string): PartnerCall[] => [
  v1(ctx, {
    path: '/v1/product/list',
    body: productListBody,
    bodyOptional: true,
    handle: ({ storeId }, { limit, offset, query, sort_by, sort_order, get_count }) => {
      const search = { limit, offset, query, sortBy: sort_by as SortKey, descending: sort_order === 'desc' };
      const page = listProducts(ctx.db, storeId, search);
      if (!get_count) return cachedJson(page, () => listView(page, base()));
      return { ...listView(page, base()), total: countProducts(ctx.db, storeId, query) };
    },
  }),
  v1(ctx, {
    path: '/v1/product/detail',
    body: productDetailBody,
    handle: ({ storeId }, { product_id }) => {
      const json = productJson(ctx.db, storeId, product_id, (product) =>
        jsonTail({ product: productView(product, base()) }),
      );
      if (json === undefined) throw notFound('product_not_found_by_channel');
      return new CachedJson(json);
    },
  }),
];

/** See docs/partner-api.md#product-row. */
const listView = ({ products, hasMore }: ProductPage, base: string) => ({
  products: products.map(({ id, name, imageUrl }) => ({
    id: idText(id),
    name,
    image_url: imageUrl === null ? undefined : absoluteUrl(base, imageUrl),
  })),
  has_more: hasMore,
});
