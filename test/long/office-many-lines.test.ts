import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signedIn } from '../office.ts';
import { cafe, openShop } from '../support.ts';

const line = { sku: 'LAT-H', qty: 2 };
const linesOf = (count: number) => Array.from({ length: count }, () => line);

test('the order page shows at most 200 lines, and the office neither edits nor copies a longer order', async () => {
  const shop = await openShop({ stores: [cafe({ settings: { sell_below_zero: true } })] });
  assert.equal((await shop.order({ products: linesOf(201) })).status, 200);
  assert.equal((await shop.order({ products: linesOf(200) })).status, 200);
  const browser = await signedIn(shop, { language: 'en' });
  const page = await browser.open('/orders/1');
  assert.equal(page.html.match(/LAT-H/g)?.length, 200);
  assert.match(page.text, /and 1 more\. See all on the packing slip/);
  assert.match(page.html, /href="\/office\/orders\/1\/packing-slip\.pdf"/);
  assert.equal((await browser.open('/orders/1/packing-slip.pdf')).status, 200);
  assert.doesNotMatch((await browser.open('/orders/2')).text, /and \d+ more/);
  for (const [path, status] of [
    ['/orders/1/edit', 400],
    ['/orders/new?copy=1', 400],
    ['/orders/2/edit', 200],
    ['/orders/new?copy=2', 200],
  ] as const)
    assert.equal((await browser.open(path)).status, status, path);
});

test('the order list counts the first thousand lines of an order', async () => {
  const shop = await openShop({ stores: [cafe({ settings: { sell_below_zero: true } })] });
  assert.equal((await shop.order({ products: linesOf(1_000) })).status, 200);
  assert.equal((await shop.order({ products: linesOf(1_200) })).status, 200);
  const browser = await signedIn(shop, { language: 'en' });
  const { text } = await browser.open('/orders');
  assert.match(text, /2,000 /);
  assert.match(text, /2,002\+/);
});
