import assert from 'node:assert/strict';
import type { Id } from '../src/lib/ids.ts';
import { type Browser, signedIn } from './office.ts';
import { cafe, idOf, openShop, type Shop, type ShopOptions } from './support.ts';

export const storeId = (shop: Shop): Id => idOf(shop.ids.id);

/** Opens a shop and, as its owner, the settings page at that path. */
export async function openSettings(at: string, options: ShopOptions = {}): Promise<{ shop: Shop; browser: Browser }> {
  const shop = await openShop(options);
  const browser = await signedIn(shop, { language: 'en' });
  const response = await browser.open(`/settings${at}`);
  assert.equal(response.status, 200, response.text);
  return { shop, browser };
}

export const withCouriers = (...couriers: object[]): ShopOptions => ({ stores: [cafe({ couriers })] });
export const POOL = { shipping_type: 'ems', adapter: 'number_pool', prefix: 'EX', first: 1000, count: 500 };
