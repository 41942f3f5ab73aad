import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signedIn } from './office.ts';
import { placeOrder } from './order-steps.ts';
import { cafe, openShop, type Shop } from './support.ts';

const to = (name: string) => ({ recipient_address: { name, telephone: '0812345678' } });

async function threeOrders(shop: Shop) {
  await placeOrder(shop, [{ sku: 'LAT-H', qty: 2 }], to('ข'));
  await placeOrder(shop, [{ sku: 'LAT-H', qty: 3 }], to('เก'));
  await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], { ...to('ค'), channel: 'line' });
}

const numbersOn = ({ html }: { html: string }): string =>
  [...html.matchAll(/<a href="\/office\/orders\/\d+(?:\?list=[^"]*)?">#(\d+)</g)].map(([, number]) => number).join(' ');

test('a heading sorts the filtered orders, and a second click reverses them', async () => {
  const shop = await openShop();
  await threeOrders(shop);
  const browser = await signedIn(shop);
  const on = async (query: string) => numbersOn(await browser.open(`/orders${query}`));
  assert.equal(await on('?sort=time'), '1 2 3');
  assert.equal(await on('?sort=-total'), '2 1 3');
  assert.match(
    browser.page.html,
    /<th scope="col" class="total-cell right" aria-sort="descending"><a class="sort" href="\/office\/orders\?sort=total"/,
  );
  assert.equal(await on('?sort=total'), '3 1 2');
  assert.equal(await on('?sort=customer'), '2 1 3');
  assert.equal(await on('?sort=-customer&tab=to_pack'), '3 1 2');
  assert.equal(await on('?sort=-total&channel=line'), '3');
  assert.match(browser.page.html, /name="sort" value="-total"/);
  assert.equal(await on('?sort=nonsense'), '3 2 1');
  const { html } = await browser.open('/orders.csv?sort=total');
  assert.deepEqual(
    [...html.matchAll(/^(\d+),/gm)].map(([, number]) => number),
    ['3', '1', '2'],
  );
});

test('without the permission customer_data, orders cannot be sorted by name', async () => {
  const shop = await openShop();
  await threeOrders(shop);
  const packer = await signedIn(shop, { role: 'packer', store: 'cafe' });
  const response = await packer.open('/orders?sort=customer');
  assert.equal(numbersOn(response), '3 2 1');
  assert.doesNotMatch(response.html, /class="sort" href="[^"]*customer"/);
});

test('products are sorted by name, also the results of a search, and stock by its quantities', async () => {
  const product = (key: string, name: string, onHand: number) => ({
    ...{ key, name },
    variants: [{ key, sku: key.toUpperCase(), prices: { retail: '10' }, stock: { bkk: onHand } }],
  });
  const products = [product('b', 'Tea B', 5), product('c', 'Tea C', 9), product('a', 'tea A', 7)];
  const browser = await signedIn(await openShop({ stores: [cafe({ products })] }));
  const namesOn = async (path: string) =>
    [...(await browser.open(path)).html.matchAll(/>Tea ([A-Z])</gi)].map(([, name]) => name).join('');
  assert.equal(await namesOn('/products?sort=name'), 'ABC');
  assert.equal(await namesOn('/products?sort=-name'), 'CBA');
  assert.equal(await namesOn('/products?sort=-name&q=tea'), 'CBA');
  assert.equal(await namesOn('/stock'), 'ABC');
  assert.equal(await namesOn('/stock?sort=-name'), 'CBA');
  assert.equal(await namesOn('/stock?sort=available'), 'BAC');
  assert.equal(await namesOn('/stock?sort=-on_hand'), 'CAB');
});

test('lists by name are in the order of a Thai dictionary', async () => {
  const sorted = ['กาแฟ', 'เก้าอี้', 'ขนม', 'แข้ง', 'ไข่', 'apple', 'Zebra'];
  const products = [2, 5, 6, 0, 4, 1, 3].map((i, k) => ({
    ...{ key: `p${k}`, name: `#${sorted[i]}`, category: `*${sorted[i]}` },
    variants: [{ key: `p${k}`, sku: `SKU${k}`, stock: { bkk: 1 } }],
  }));
  const shop = await openShop({ stores: [cafe({ products })] });
  const browser = await signedIn(shop);
  const namesOn = async (path: string, mark = '#') => {
    const names = [...(await browser.open(path)).html.matchAll(new RegExp(`>\\${mark}([^<]+)</(?:a|th)>`, 'g'))];
    return names.map(([, name]) => name);
  };
  assert.deepEqual(await namesOn('/products?sort=name'), sorted);
  assert.deepEqual(await namesOn('/products?sort=-name'), sorted.toReversed());
  assert.deepEqual(await namesOn('/products?sort=name&q=sku'), sorted);
  assert.deepEqual(await namesOn('/stock'), sorted);
  assert.deepEqual(await namesOn('/products/categories', '*'), sorted);
});
