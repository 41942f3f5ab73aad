import { type Browser, signedIn } from './office.ts';
import { placeOrder } from './order-steps.ts';
import { openShop, type ShopOptions } from './support.ts';

export const TWO_HOT_ONE_ICED = [
  { sku: 'LAT-H', qty: 2 },
  { sku: 'LAT-I', qty: 1 },
];

export async function opened(products = TWO_HOT_ONE_ICED, options: ShopOptions = {}) {
  const shop = await openShop(options);
  const order = await placeOrder(shop, products, { external_order_id: 'SHOP-7' });
  const browser = await signedIn(shop, { role: 'staff', store: 'cafe', language: 'en' });
  return { shop, order, browser, at: `/orders/${order.id}/pack` };
}

export const scan = (browser: Browser, at: string, code: string) => browser.send(at, { code });

/** Opens the page of missing items and saves what it suggests. @param path below `/office`, with the query */
export async function reportSuggested(browser: Browser, path: string) {
  const { html } = await browser.open(path);
  const valuesOf = (name: string) =>
    [...html.matchAll(new RegExp(`name="${name}" value="([^"]*)"`, 'g'))].map(([, v = '']) => v);
  return browser.send(path, { item: valuesOf('item'), missing: valuesOf('missing'), damaged: valuesOf('damaged') });
}
