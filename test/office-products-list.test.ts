import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moneyText } from '../src/lib/money.ts';
import { type Browser, errorAt, type PageResponse } from './office.ts';
import { product } from './office-product-steps.ts';
import { opened } from './products-page-steps.ts';
import { ledgerSteps, roastery } from './stock-steps.ts';

const namesOn = ({ html }: PageResponse) =>
  [...html.matchAll(/<a href="\/office\/products\/\d+">([^<]*)</g)].map(([, name]) => name);

test('the list shows prices and stock, and searches title, variant and SKU', async () => {
  const { shop, browser } = await opened();
  await shop.order({ products: [{ sku: 'LAT-H', qty: 4 }] });
  const { text, html } = await browser.open('/products');
  assert.match(text, /ลาเต้ 2 variants · LAT-H, LAT-I ฿65–70 25 4 21/);
  assert.match(text, /แก้วเซรามิก <b>พิเศษ<\/b> MUG-01 ฿250 0 0 0 Out of stock/);
  assert.ok(!html.includes('<b>พิเศษ'));
  await shop.order({ products: [{ sku: 'LAT-I', qty: 10 }] });
  assert.match((await browser.open('/products?q=LAT')).text, /ลาเต้ .* Some variants out of stock/);
  for (const [q, found] of [
    ['ลาเต้', ['ลาเต้']],
    ['เย็น', ['ลาเต้']],
    ['mug-01', ['แก้วเซรามิก &lt;b&gt;พิเศษ&lt;/b&gt;']],
    ['ชา', []],
  ] as const) {
    const response = await browser.open(`/products?q=${encodeURIComponent(q)}`);
    assert.deepEqual(namesOn(response), found, q);
  }
  assert.match(browser.page.text, /No results for “ชา” .* View all products/);
});

test('the list can be sorted by title', async () => {
  const { browser } = await opened();
  const names = namesOn(await browser.open('/products?sort=name'));
  assert.deepEqual(names, ['แก้วเซรามิก &lt;b&gt;พิเศษ&lt;/b&gt;', 'ลาเต้']);
  assert.deepEqual(namesOn(await browser.open('/products?sort=-name')), names.toReversed());
  assert.equal(namesOn(await browser.open('/products?sort=odd')).length, 2);
});

test('the export has the products that the list shows, in its order', async () => {
  const drink = { category: 'เครื่องดื่ม', tags: ['ขายดี'] };
  const variant = (key: string, more: object = {}) => ({ key, name: '', sku: key, stock: { bkk: 1 }, ...more });
  const { browser } = await opened({
    products: [
      { key: 'mug', name: 'แก้ว', variants: [variant('mug')] },
      { key: 'tea', name: 'ชา', ...drink, variants: [variant('tea')] },
      {
        ...{ key: 'set', name: 'ชาและแก้ว', category: drink.category },
        variants: [{ ...variant('set', { bundle: [{ variant: 'mug', qty: 1 }] }), stock: undefined }],
      },
    ],
  });
  const fileLink = () => /href="\/office(\/products\.csv[^"]*)"/.exec(browser.page.html)?.[1]?.replaceAll('&amp;', '&');
  const exported = async (query: string) => {
    await browser.open(`/products${query}`);
    const { html } = await browser.open(fileLink() ?? 'no link');
    return [...html.matchAll(/^(mug|tea|set),/gm)].map(([, key]) => key).join(' ');
  };
  await browser.open('/products');
  const category = /<option value="(\d+)"[^>]*>เครื่องดื่ม</.exec(browser.page.html)?.[1];
  assert.equal(await exported('?sort=-create_time'), 'set tea mug');
  assert.equal(await exported('?sort=create_time&page=1'), 'mug tea set');
  assert.equal(await exported(`?category=${category}&sort=create_time`), 'tea set');
  assert.match(browser.page.html, /^set,.*,mug=1,/m); // a component that the file leaves out keeps its key
  assert.equal(await exported('?category=none'), 'mug');
  assert.equal(await exported(`?tag=${drink.tags}`), 'tea');
  assert.equal(await exported('?q=แก้ว&sort=-create_time'), 'set mug');
  assert.equal(await exported(`?q=แก้ว&category=${category}`), 'set');
  await browser.open('/products?q=nothing');
  assert.equal(fileLink(), undefined);
});

test('an empty catalogue offers to add a product', async () => {
  const { browser } = await opened({ products: [] });
  assert.match((await browser.open('/products')).text, /No products yet .*Add product/);
});

const CELLS = ['price', 'qty', 'weight', 'low_at', 'shelf'];

/** The grid's fields as they are on the page. */
function cells({ page: { html } }: Browser): Record<string, string[]> {
  const values = (name: string) =>
    [...html.matchAll(/<input[^>]*>/g)]
      .map(([tag]) => tag)
      .filter((tag) => tag.includes(`name="${name}"`))
      .map((tag) => / value="([^"]*)"/.exec(tag)?.[1] ?? '');
  return Object.fromEntries(
    CELLS.flatMap((name) => [name, `${name}_was`])
      .concat(['tier', 'warehouse', 'variant'])
      .map((name) => [name, values(name)]),
  );
}

/** Sends the grid with some of its cells changed: `price 0`, `qty 1`. */
function save(browser: Browser, changes: Record<string, string>, at = '/products/grid') {
  const sent = cells(browser);
  for (const [cell, value] of Object.entries(changes)) {
    const [name = '', i = ''] = cell.split(' ');
    (sent[name] as string[])[Number(i)] = value;
  }
  return browser.send(at, sent);
}

test('bulk edit saves prices and quantities, and moves only changed stock', async () => {
  const { shop, browser } = await opened();
  await browser.open('/products/grid?q=LAT');
  assert.deepEqual(cells(browser).price, ['65', '70']);
  const response = await save(browser, { 'price 0': '1,๒34.50', 'qty 1': '๗' }, '/products/grid?q=LAT');
  assert.match(response.path, /^\/products\/grid\?q=LAT&/);
  assert.match(response.text, /2 variants updated/);
  assert.deepEqual(
    [cells(browser).price, cells(browser).qty],
    [
      ['1234.50', '70'],
      ['10', '7'],
    ],
  );
  assert.deepEqual(
    ledgerSteps(shop, 'iced').map(([before, after, reason]) => [before, after, reason]),
    [[10, 7, 'user_set']],
  );
  assert.deepEqual(ledgerSteps(shop, 'hot'), []);
  assert.match((await save(browser, {})).text, /No changes/);
});

test('bulk edit applies to the chosen price tier and warehouse', async () => {
  const { shop, browser } = await opened();
  const { vip } = shop.ids.price_tiers;
  const place = `/products/grid?q=LAT&tier=${vip}&warehouse=${shop.ids.warehouses.cnx}`;
  await browser.open(place);
  assert.deepEqual(
    [cells(browser).price, cells(browser).qty],
    [
      ['60', ''],
      ['5', '0'],
    ],
  );
  await save(browser, { 'price 0': '', 'price 1': '66', 'qty 0': '6' }, place);
  assert.deepEqual(
    [cells(browser).price, cells(browser).qty],
    [
      ['', '66'],
      ['6', '0'],
    ],
  );
  assert.deepEqual([shop.stock('hot').onHand, shop.stock('hot', 'cnx').onHand], [10, 6]);
});

test('bulk edit does not overwrite a concurrent change and keeps the typed value', async () => {
  const { browser } = await opened();
  for (const [cell, theirs] of [
    ['price 0', '66'],
    ['qty 0', '9'],
  ] as const) {
    await browser.open('/products/grid?q=LAT');
    const mine = cells(browser);
    await save(browser, { [cell]: theirs }, '/products/grid?q=LAT');
    const [name = ''] = cell.split(' ');
    const response = await browser.send('/products/grid?q=LAT', {
      ...mine,
      [name]: ['77', ...(mine[name] ?? []).slice(1)],
    });
    assert.equal(response.status, 422);
    assert.match(response.html, new RegExp(`id="field-${name}-0-error"`));
    assert.equal(cells(browser)[name]?.[0], '77');
    await browser.open('/products/grid?q=LAT');
    assert.equal(cells(browser)[name]?.[0], theirs);
  }
});

test('bulk edit of details saves weight, low stock alert and shelf location, and does not overwrite a concurrent change', async () => {
  const { shop, browser } = await opened();
  const place = '/products/grid?q=LAT&columns=details';
  const details = () =>
    product(shop).variants.map(({ weight, lowStockThreshold, shelfLocation }) => [
      weight,
      lowStockThreshold,
      shelfLocation,
    ]);
  const before = details();
  await browser.open(place);
  const mine = cells(browser);
  assert.deepEqual([mine.price, mine.weight?.length], [[], 2]);
  const saved = await save(browser, { 'weight 0': '250.5', 'low_at 1': '๓', 'shelf 1': 'A-03' }, place);
  assert.match(saved.text, /2 variants updated/);
  assert.deepEqual(details(), [
    [250.5, ...(before[0] ?? []).slice(1)],
    [before[1]?.[0], 3, 'A-03'],
  ]);
  const stale = await browser.send(place, { ...mine, shelf: ['', 'B-01'] });
  assert.deepEqual([stale.status, errorAt(stale, 'shelf-1') !== undefined], [422, true]);
});

test('bulk edit fills a value down all rows, which shows it before it is saved', async () => {
  const { shop, browser } = await opened();
  await browser.open('/products/grid?q=LAT');
  for (const more of [{ fill: 'yes' }, {} as Record<string, string>]) {
    const filled = await browser.send('/products/grid?q=LAT', { ...cells(browser), all_price: '80', ...more });
    assert.deepEqual([filled.status, cells(browser).price], [200, ['80', '80']]);
    assert.match(filled.html, /name="all_price" value=""/);
    assert.match(filled.text, /filled in but not saved/);
  }
  const refused = await browser.send('/products/grid?q=LAT', { ...cells(browser), all_qty: 'many', fill: 'yes' });
  assert.notEqual(errorAt(refused, 'all_qty'), undefined);
  assert.deepEqual(product(shop).variants[0]?.prices.map(({ price }) => moneyText(price))[0], '65');
  assert.match((await save(browser, {}, '/products/grid?q=LAT')).text, /2 variants updated/);
  assert.deepEqual(cells(browser).price, ['80', '80']);
});

test('one invalid cell blocks the save, and each error is at its cell', async () => {
  const { shop, browser } = await opened();
  await browser.open('/products/grid?q=LAT');
  const response = await save(browser, { 'price 0': 'free', 'qty 0': '1,5', 'qty 1': '-1', 'price 1': '99,5' });
  assert.equal(response.status, 422);
  for (const field of ['price-0', 'qty-0', 'qty-1', 'price-1'])
    assert.match(response.html, new RegExp(`id="field-${field}-error"`));
  assert.deepEqual(ledgerSteps(shop, 'iced'), []);
  await browser.open('/products/grid?q=LAT');
  assert.deepEqual(cells(browser).price, ['65', '70']);
});

test('a bundle has a price but no quantity in bulk edit', async () => {
  const { browser } = await opened(roastery());
  await browser.open('/products/grid?q=DUO');
  assert.match(browser.page.text, /DUO Price of กาแฟ คู่ Stock not tracked Save/);
  const response = await save(browser, { 'qty 3': '5', 'qty_was 3': '0' });
  assert.equal(response.status, 422);
});

test('a product without a picture shows its initial, and a product without a status has no status cell', async () => {
  const names = ['เสื้อ', 'ไข่', '2 in 1', '“ชา”', 'Éclair', '—'];
  const { browser } = await opened({ products: names.map((name, i) => ({ key: `p${i}`, name })) });
  const { html } = await browser.open('/products?sort=-create_time');
  const shown = [...html.matchAll(/<span class="thumb"[^>]*>([^<]*)</g)].map(([, initial]) => initial);
  assert.deepEqual(shown, ['—', 'É', 'ช', '2', 'ข', 'ส']);
  assert.doesNotMatch(html, /data-label="Status"/);
});

test('selected products fill the bulk edit and the labels, are deleted together after a preview, and restored together', async () => {
  const { shop, browser } = await opened();
  const { latte, mug } = shop.ids.products as Record<'latte' | 'mug', string>;
  const both = `ids=${latte}&ids=${mug}`;
  const variants = async (path: string) =>
    [...(await browser.open(path)).html.matchAll(/name="variant" value="(\d+)"/g)].length;
  const [one, two] = [await variants(`/products/grid?ids=${mug}`), await variants(`/products/grid?${both}`)];
  assert.ok(one > 0 && one < two, `${one} ${two}`);
  assert.equal((await browser.open(`/products/labels?${both}`)).html.match(/name="code"/g)?.length, two);
  const preview = await browser.open(`/products/delete?${both}`);
  assert.match(preview.text, /2 products selected .*They can no longer be ordered\..* Delete 2 products/);
  assert.match((await browser.send('/products/delete', { ids: [latte, mug] })).text, /2 products deleted/);
  for (const id of [latte, mug]) assert.ok(!browser.page.html.includes(`name="ids" value="${id}"`));
  await browser.open(`/products/delete?${both}`);
  assert.equal((await browser.send('/products/delete', { ids: [latte] })).status, 404, 'it is deleted already');
  await browser.open('/products/deleted');
  assert.match((await browser.send('/products/deleted', {})).text, /No products selected/);
  const restored = await browser.send('/products/deleted', { ids: [latte, mug] });
  assert.match(restored.text, /2 products restored/);
  assert.equal((await browser.send('/products/deleted', { ids: [mug] })).status, 404, 'it is restored already');
});
