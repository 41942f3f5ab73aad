import assert from 'node:assert/strict';
import { productDetail } from '../src/domain/catalogue/product-detail.ts';
import { photo } from './sample-photos.ts';
import { idOf, type Shop } from './support.ts';

export const latte = (shop: Shop) => `/products/${shop.ids.products.latte}`;
export const hot = (shop: Shop) => `${latte(shop)}/variants/${shop.ids.variants.hot}`;

export const product = (shop: Shop, id = shop.ids.products.latte) => {
  const found = productDetail(shop.ctx.db, idOf(shop.ids.id), idOf(id));
  assert.ok(found);
  return found;
};

export const variant = (shop: Shop, key = 'hot') => {
  const found = product(shop).variants.find(({ id }) => id === idOf(shop.ids.variants[key]));
  assert.ok(found);
  return found;
};

export const file = async (name: string, bytes?: Uint8Array) =>
  new File([(bytes ?? (await photo({ color: `#${name.slice(0, 3)}` }))) as Uint8Array<ArrayBuffer>], name);

/** The fields of the variant form with their current values. */
export const VARIANT = { variant_name: 'ร้อน', sku: 'LAT-H', weight: '', low_at: '', cost: '', price: ['65', '60'] };
