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

/** Reports all units that are not packed as missing. @param path of the page of missing items below `/office`, with the query */
export async function reportUnpacked(browser: Browser, path: string) {
  const { html } = await browser.open(path);
  const item = [...html.matchAll(/name="item" value="([^"]*)"/g)].map(([, id = '']) => id);
  const missing = [...html.matchAll(/(\d+) of (\d+) packed/g)].map(([, packed, qty]) =>
    String(Number(qty) - Number(packed)),
  );
  return browser.send(path, { item, missing, damaged: item.map(() => '') });
}
