import { reseller, roastery } from './stock-steps.ts';
import { stoppedClock } from './stopped-clock.ts';
import { type Json, openShop, type Shop } from './support.ts';

// Beans 20 in Bangkok and 4 in Chiang Mai, cups 10 and 8, a kit assembled from 2 and 1, a duo sold as 1 and 2.

// While the clock stands still, announced changes stay pending.
export const openStores = (...stores: object[]) => openShop({ now: stoppedClock().now, stores });

export const openRoastery = (change: object = {}) => openStores(roastery(change), reseller());

export const detail = async (shop: Shop, variant: string, product = 'coffee'): Promise<Json> => {
  const { body } = await shop.call('/v1/product/detail', { product_id: shop.ids.products[product] });
  return body.product.variants.find(({ product_variant_id: id }: Json) => id === shop.ids.variants[variant]);
};

/** Loads the roastery's coffee again with these variants. */
export const change = (shop: Shop, ...variants: object[]) =>
  shop.load({ stores: [{ key: 'cafe', name: 'บ้านกาแฟ', products: [{ key: 'coffee', name: 'กาแฟ', variants }] }] });
