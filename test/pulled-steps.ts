import { reseller, SUBSCRIBED_APP } from './stock-steps.ts';
import { stoppedClock } from './stopped-clock.ts';
import { cafe, type Json, openShop, type Shop } from './support.ts';

export const picture = (name: string) => `https://img.example/${name}.jpg`;

export const SOURCE = {
  key: 'latte',
  name: 'ลาเต้',
  description: 'หอม',
  images: [{ url: picture('latte') }],
  shipping_rates: [{ shipping_type: 'ems', first: '40', each_more: '10' }],
  min: '60',
  variants: [
    {
      key: 'hot',
      name: 'ร้อน',
      sku: 'LAT-H',
      image_url: picture('hot'),
      prices: { retail: '65', vip: '60' },
      cost: '20',
      weight: 250,
      low_stock_threshold: 3,
      stock: { bkk: 10, cnx: 5 },
    },
    { key: 'iced', name: 'เย็น', prices: { retail: '70' }, stock: { bkk: 4 } },
  ],
};

export const PULLED = { key: 'resold', name: 'ลาเต้ขายต่อ', pulled_from: { store: 'cafe', product: 'latte' } };

export const source = (change: object = {}) => cafe({ products: [SOURCE], apps: SUBSCRIBED_APP, ...change });

export const pulling = (...products: object[]) => reseller({ products });

/** The source store and the reseller. While the clock stands still, announced changes stay pending. */
export const openResellerShop = (pulled: object = {}, clock = stoppedClock()) =>
  openShop({ now: clock.now, stores: [source(), pulling({ ...PULLED, ...pulled })] });

export const shelf = (shop: Shop) => shop.stores.shelf as NonNullable<Shop['ids']>;

/** A `/v1` call of the reseller's channel. */
export const call = async (shop: Shop, path: string, body: object) =>
  shop.call(path, body, { token: await shop.bearer('page', shelf(shop)) });

export const detail = async (shop: Shop, key = 'resold'): Promise<Json> =>
  (await call(shop, '/v1/product/detail', { product_id: shelf(shop).products[key] })).body.product;

export const load = (shop: Shop, key: string, ...products: object[]) =>
  shop.load({ stores: [{ key, name: key, products }] });
