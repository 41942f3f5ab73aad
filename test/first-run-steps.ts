import assert from 'node:assert/strict';
import { firstRunLink } from '../src/domain/accounts/first-run.ts';
import { listStores } from '../src/domain/stores.ts';
import type { Id } from '../src/lib/ids.ts';
import { Browser, PASSWORD } from './office.ts';
import { openShop, type Shop } from './support.ts';

export const OWNER = { name: 'มาลี', password: PASSWORD, again: PASSWORD };
const ADDRESS = {
  telephone: '081 234 5678',
  address1: '1 ถ.สุขุมวิท',
  sub_district: 'คลองเตย',
  district: 'คลองเตย',
  province: 'กรุงเทพมหานคร',
  postal_code: '10110',
};
export const STORE = { name: 'ร้านมาลี', warehouse: 'หน้าร้าน', ...ADDRESS };
export const NO_ADDRESS = { name: 'ร้านมาลี', warehouse: 'หน้าร้าน' };

/** Starts a server with an empty database and opens its one-time link. */
export async function openLink(): Promise<{ shop: Shop; browser: Browser; key: string }> {
  const shop = await openShop({ stores: [] });
  const key = await shop.ctx.write((tx) => firstRunLink(tx, shop.now()));
  const browser = new Browser(shop.url);
  await browser.open(`/first-run?key=${key}`);
  return { shop, browser, key };
}

/** Continues to the store step. */
export async function openWizard() {
  const opened = await openLink();
  const response = await opened.browser.send('/first-run/owner', { key: opened.key, ...OWNER });
  assert.deepEqual([response.status, response.path], [200, '/first-run/store'], response.text);
  return opened;
}

/** Continues to the product step. */
export async function openStore() {
  const opened = await openWizard();
  await opened.browser.send('/first-run/store', NO_ADDRESS);
  return { ...opened, store: listStores(opened.shop.ctx.db)[0]?.id as Id };
}
