import { Browser } from './office.ts';
import type { Shop } from './support.ts';

export async function enter(shop: Shop, name: string, password: string): Promise<Browser> {
  const browser = new Browser(shop.url);
  await browser.open('/sign-in');
  await browser.send('/sign-in', { name, password, to: '' });
  return browser;
}
