import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountByName } from '../src/domain/accounts/accounts.ts';
import { firstRunLink } from '../src/domain/accounts/first-run.ts';
import { addAccountWithPassword } from '../src/domain/accounts/one-time-passwords.ts';
import { priceTiers } from '../src/domain/catalogue/price-tiers.ts';
import { warehouses } from '../src/domain/catalogue/warehouses.ts';
import { listStores } from '../src/domain/stores.ts';
import { preferredLanguage } from '../src/office/http/accept-language.ts';
import { Browser, createAccount, PASSWORD, type PageResponse } from './office.ts';
import { openShop, type Shop } from './support.ts';

const ENGLISH = { 'Accept-Language': 'en-GB,en;q=0.9,th;q=0.8' };
const THAI = { 'Accept-Language': 'th-TH,th;q=0.9,en;q=0.8' };

const languageOf = ({ html }: PageResponse) => /<html lang="(\w+)"/.exec(html)?.[1];

/** The language of a page in browsers that prefer English, Thai, and neither. */
async function languagesOf({ url }: Shop, path: string): Promise<unknown[]> {
  const browsers = [ENGLISH, THAI, { 'Accept-Language': 'de' }].map((headers) => new Browser(url, headers));
  return Promise.all(browsers.map(async (browser) => languageOf(await browser.open(path))));
}

test('the browser decides the language of the sign-in page and of error pages, and Thai is the default', async () => {
  const shop = await openShop();
  for (const path of ['/sign-in', '/no/such/page', '/first-run?key=wrong'])
    assert.deepEqual(await languagesOf(shop, path), ['en', 'th', 'th'], path);
});

test('the browser decides the language of the setup wizard, and the first owner keeps it', async () => {
  const shop = await openShop({ stores: [] });
  const key = await shop.ctx.write((tx) => firstRunLink(tx, shop.now()));
  assert.deepEqual(await languagesOf(shop, `/first-run?key=${key}`), ['en', 'th', 'th']);
  const browser = new Browser(shop.url, ENGLISH);
  await browser.open(`/first-run?key=${key}`);
  await browser.send('/first-run/owner', { key, name: 'malee', password: PASSWORD, again: PASSWORD });
  assert.equal(languageOf(browser.page), 'en');
  assert.equal(accountByName(shop.ctx.db, 'malee').language, 'en');
});

test('the setup wizard names the first price tier and warehouse in its language', async () => {
  const shop = await openShop({ stores: [] });
  const { db } = shop.ctx;
  const key = await shop.ctx.write((tx) => firstRunLink(tx, shop.now()));
  const browser = new Browser(shop.url, ENGLISH);
  await browser.open(`/first-run?key=${key}`);
  await browser.send('/first-run/owner', { key, name: 'malee', password: PASSWORD, again: PASSWORD });
  const { html } = await browser.open('/first-run/store?example=1');
  const [, warehouse = ''] = /name="warehouse"[^>]*value="([^"]*)"/.exec(html) ?? [];
  await browser.send('/first-run/store', { name: 'Baan Kafe', warehouse });
  const store = listStores(db)[0]?.id ?? assert.fail();
  assert.deepEqual(
    [...priceTiers(db, store), ...warehouses(db, store)].map(({ key, name }) => `${key} ${name}`),
    ['retail Retail', 'main Shop'],
  );
});

test('the browser decides the language of an account that has chosen none, from its first password on', async () => {
  const shop = await openShop();
  const { password } = await addAccountWithPassword(shop.ctx, { name: 'somsri', role: 'owner', storeId: null });
  const browser = new Browser(shop.url, ENGLISH);
  await browser.open('/sign-in');
  const first = await browser.send('/sign-in', { name: 'somsri', password, to: '' });
  assert.deepEqual([first.path, languageOf(first)], ['/me/password', 'en']);
  await browser.send('/me/password', { password: PASSWORD, again: PASSWORD });
  assert.equal(languageOf(browser.page), 'en');
  assert.equal(languageOf(await browser.open('/', THAI)), 'th');
});

test('a chosen language wins over the browser’s, before and after sign-in, and is kept', async () => {
  const shop = await openShop();
  await createAccount(shop);
  const browser = new Browser(shop.url, ENGLISH);
  await browser.open('/sign-in');
  await browser.send('/language', { language: 'th', from: '/sign-in' });
  assert.equal(languageOf(browser.page), 'th');
  await browser.send('/sign-in', { name: 'malee', password: PASSWORD, to: '' });
  assert.deepEqual([browser.page.path, languageOf(browser.page)], ['/', 'th']);
  await browser.send('/language', { language: 'en', from: '/' });
  assert.equal(languageOf(await browser.open('/', THAI)), 'en');
  await browser.send('/sign-out');
  assert.equal(languageOf(await browser.open('/sign-in', THAI)), 'en');

  const elsewhere = new Browser(shop.url, THAI);
  assert.equal(languageOf(await elsewhere.open('/sign-in')), 'th');
  await elsewhere.send('/sign-in', { name: 'malee', password: PASSWORD, to: '' });
  assert.equal(languageOf(elsewhere.page), 'en');
});

for (const [header, language] of [
  [undefined, undefined],
  ['', undefined],
  ['*', undefined],
  ['de, fr;q=0.5', undefined],
  ['en', 'en'],
  ['TH', 'th'],
  ['de, en;q=0.2, th;q=0.3', 'th'],
  ['en;q=0.5,th;q=0.5', 'en'],
  ['en;q=0, th;q=0.1', 'th'],
  ['en;q=0', undefined],
  ['en ; Q=0.4 , th-TH ; q=0.41', 'th'],
  ['en;q=7, th;q=0.1', 'th'],
  ['english, tha', undefined],
  [`${'de,'.repeat(5_000)}en`, undefined],
] as const)
  test(`Accept-Language: ${header?.slice(0, 30)} prefers ${language}`, () => {
    assert.equal(preferredLanguage(header), language);
  });
