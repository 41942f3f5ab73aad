import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signedIn } from './office.ts';
import { press, RECIPIENT, value } from './order-form-steps.ts';
import { cafe, openShop, type Shop } from './support.ts';

// What the order form says about quantities before the order is saved.

const openForm = async (shop: Shop) => {
  const browser = await signedIn(shop, { language: 'en' });
  await browser.open('/orders/new');
  await press(browser, `add ${shop.ids.variants.hot}`);
  return browser;
};

const shortages = (html: string) => [...html.matchAll(/<p id="short-\d+"[^>]*>([^<]+)<\/p>/g)].map(([, text]) => text);

test('a line that needs more than is available says so at once, also together with another line', async () => {
  const shop = await openShop();
  const browser = await openForm(shop);
  assert.deepEqual(shortages((await press(browser, 'look', { qty: '15' })).html), []);
  const short = await press(browser, 'look', { qty: '16' });
  assert.deepEqual(shortages(short.html), ['Only 15 available, but 16 ordered']);
  const { hot } = shop.ids.variants;
  const two = { line: ['', ''], variant: [hot as string, hot as string], sku: ['', ''], price: ['', ''] };
  const together = await press(browser, 'look', { ...two, qty: ['8', '๘'] });
  assert.deepEqual(shortages(together.html), Array(2).fill('Only 15 available, but 16 ordered'));
  const one = { line: [''], variant: [hot as string], sku: [''], price: [''], qty: ['16'] };
  const saved = await press(browser, 'save', { ...RECIPIENT, ...one });
  assert.deepEqual([saved.status, shortages(saved.html)], [422, []], 'the error of the field says it');
});

test('what an edited order has reserved is available to it', async () => {
  const shop = await openShop();
  const browser = await openForm(shop);
  const { path } = await press(browser, 'save', { ...RECIPIENT, qty: '10' });
  const edit = `${path}/edit`;
  await browser.open(edit);
  const change = async (qty: string) => shortages((await press(browser, 'look', { qty }, edit)).html);
  assert.deepEqual([await change('15'), await change('16')], [[], ['Only 15 available, but 16 ordered']]);
});

test('a store that sells below zero warns of nothing', async () => {
  const shop = await openShop({ stores: [cafe({ settings: { sell_below_zero: true } })] });
  const browser = await openForm(shop);
  assert.deepEqual(shortages((await press(browser, 'look', { qty: '99' })).html), []);
});

test('an added product clears the search, so its results do not come back after an error', async () => {
  const shop = await openShop();
  const browser = await openForm(shop);
  await press(browser, 'look', { find: 'ลาเต้' });
  const added = await press(browser, `add ${shop.ids.variants.iced}`);
  assert.equal(value(added.html, 'find'), '');
  assert.doesNotMatch(added.html, /class="found"/);
});
