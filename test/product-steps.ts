import assert from 'node:assert/strict';
import type { Json, Shop } from './support.ts';

/** A product of the first store as partners see it, by its key. */
export async function productDetail(shop: Shop, key: string): Promise<Json> {
  const { status, body } = await shop.call('/v1/product/detail', { product_id: shop.ids.products[key] });
  assert.equal(status, 200, JSON.stringify(body));
  return body.product;
}
