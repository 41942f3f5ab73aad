import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moneyText } from '../src/lib/money.ts';
import { signedIn } from './office.ts';
import { orders, press, RECIPIENT, value } from './order-form-steps.ts';
import { cafe, openShop } from './support.ts';

test('without JavaScript, a button applies the chosen price tier to the search, the lines and the totals', async () => {
  const shop = await openShop();
  const vip = shop.ids.price_tiers.vip ?? '';
  const browser = await signedIn(shop, { language: 'en' });
  await browser.open('/orders/new');
  assert.match(browser.page.html, /<select id="field-tier"[\s\S]*?value="count"[^>]*>Apply prices</);
  await press(browser, 'look', { find: 'LAT-H' });
  await press(browser, `add ${shop.ids.variants.hot}`, { find: '' });
  assert.match(browser.page.text, /Total ฿65/);
  await press(browser, 'count', { tier: vip, find: 'LAT-H' });
  assert.match(browser.page.html, /<span class="money">฿60<\/span>/);
  assert.match(browser.page.html, /name="price"[^>]*placeholder="60"/);
  assert.match(browser.page.text, /Total ฿60/);
  await press(browser, 'count', { price: '50', tier: '' });
  assert.match(browser.page.text, /Total ฿50/, 'a typed price stays');
  await press(browser, 'save', { ...RECIPIENT, price: '', tier: vip, channel: 'line' });
  const [order] = orders(shop);
  assert.deepEqual([order && moneyText(order.total), order?.salesChannel], ['60', 'line']);

  await browser.open(`/orders/new?copy=${order?.id}`);
  assert.match(browser.page.html, new RegExp(`<option value="${vip}" selected`), 'a copy has the tier of its order');
  assert.match(browser.page.text, /Total ฿60/);
});

test('a store with one price tier has no choice of a tier', async () => {
  const [latte] = cafe().products;
  const variants = [{ key: 'hot', sku: 'LAT-H', prices: { retail: '65' }, stock: { bkk: 3 } }];
  const price_tiers = [{ key: 'retail', name: 'Retail' }];
  const shop = await openShop({ stores: [cafe({ price_tiers, products: [{ ...latte, variants }], channels: [] })] });
  const { html } = await (await signedIn(shop)).open('/orders/new');
  assert.doesNotMatch(html, /name="tier"/);
  assert.match(html, /name="channel"/);
  assert.equal(value(html, 'qty'), '');
});
