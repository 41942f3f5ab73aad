import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Browser, type PageResponse, signedIn } from './office.ts';
import { applyImport, uploadProducts } from './product-import-steps.ts';
import { everyRow } from './raw-http.ts';
import { ledgerSteps, roastery, SUBSCRIBED_APP } from './stock-steps.ts';
import { cafe, openShop, type Shop } from './support.ts';

const shelf = [
  ...cafe().products,
  {
    key: 'mug',
    name: 'แก้วเซรามิก <b>พิเศษ</b>',
    variants: [{ key: 'mug', name: '', sku: 'MUG-01', prices: { retail: '250' }, stock: { bkk: 0 } }],
  },
];

async function opened(store: object = { products: shelf }) {
  const other = cafe({ key: 'other', channels: [{ key: 'own', name: 'Own' }] });
  const shop = await openShop({ stores: [cafe({ apps: SUBSCRIBED_APP, ...store }), other] });
  const browser = await signedIn(shop, { store: 'cafe', language: 'en' });
  return { shop, browser };
}

const namesOn = ({ html }: PageResponse) =>
  [...html.matchAll(/<a href="\/office\/products\/\d+">([^<]*)</g)].map(([, name]) => name);

test('the list shows prices and stock, and searches title, variant and SKU', async () => {
  const { shop, browser } = await opened();
  await shop.order({ products: [{ sku: 'LAT-H', qty: 4 }] });
  const { text, html } = await browser.open('/products');
  assert.match(text, /ลาเต้ 2 variants · LAT-H, LAT-I 65–70 25 4 21/);
  assert.match(text, /แก้วเซรามิก <b>พิเศษ<\/b> MUG-01 250 0 0 0 Out of stock/);
  assert.ok(!html.includes('<b>พิเศษ'));
  for (const [q, found] of [
    ['ลาเต้', ['ลาเต้']],
    ['เย็น', ['ลาเต้']],
    ['mug-01', ['แก้วเซรามิก &lt;b&gt;พิเศษ&lt;/b&gt;']],
    ['ชา', []],
  ] as const) {
    const response = await browser.open(`/products?q=${encodeURIComponent(q)}`);
    assert.deepEqual(namesOn(response), found, q);
  }
  assert.match(browser.page.text, /No results for “ชา”/);
});

test('the list can be sorted by title', async () => {
  const { browser } = await opened();
  assert.equal(namesOn(await browser.open('/products?sort=name'))[0], 'ลาเต้');
  assert.deepEqual(namesOn(await browser.open('/products?sort=odd')).length, 2);
});

test('an empty catalogue offers to add a product', async () => {
  const { browser } = await opened({ products: [] });
  assert.match((await browser.open('/products')).text, /No products yet .*Add product/);
});

/** The grid's fields as they are on the page. */
function cells({ page: { html } }: Browser): Record<string, string[]> {
  const values = (name: string) =>
    [...html.matchAll(/<input[^>]*>/g)]
      .map(([tag]) => tag)
      .filter((tag) => tag.includes(`name="${name}"`))
      .map((tag) => / value="([^"]*)"/.exec(tag)?.[1] ?? '');
  return Object.fromEntries(
    ['tier', 'warehouse', 'variant', 'price', 'price_was', 'qty', 'qty_was'].map((name) => [name, values(name)]),
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
      ['1234.5', '70'],
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
  const at = cells(browser).variant?.length === 1 ? 0 : 3;
  assert.match(browser.page.text, /Stock not tracked/);
  const response = await save(browser, { [`qty ${at}`]: '5', [`qty_was ${at}`]: '0' });
  assert.equal(response.status, 422);
});

test('variants of another store cannot be edited', async () => {
  const { shop, browser } = await opened();
  await browser.open('/products/grid?q=LAT');
  const mine = cells(browser);
  const theirs = String(shop.stores.other?.variants.hot);
  const response = await browser.send('/products/grid', {
    ...mine,
    variant: [theirs, mine.variant?.[1] ?? ''],
    price: ['1', '70'],
  });
  assert.equal(response.status, 404);
});

const file = (text: string) => new File([text], 'mine.csv', { type: 'text/csv' });
const snapshot = (shop: Shop) =>
  Object.fromEntries(Object.entries(everyRow(shop)).filter(([table]) => !/session|account|product_import/.test(table)));
/** Imports the file of the preview. */
const confirm = (browser: Browser) => applyImport(browser, browser.page.path);

test('an import is previewed before it changes anything', async () => {
  const { shop, browser } = await opened();
  const { html: csv } = await browser.open('/products.csv');
  const changed = csv.replace('ลาเต้', 'ลาเต้นุ่ม').replace(/(LAT-I.*?),70,/, '$1,75,');
  assert.notEqual(changed, csv);
  const before = snapshot(shop);
  const response = await uploadProducts(browser, file(changed));
  assert.deepEqual([response.status, snapshot(shop)], [200, before]);
  assert.match(response.text, /products updated: 1/);
  const done = await confirm(browser);
  assert.match(done.text, /Import complete/);
  assert.match((await browser.open('/products')).text, /ลาเต้นุ่ม/);
  assert.match((await uploadProducts(browser, file(changed))).text, /No changes/);
});

test('the preview lists changes by name, duplicate SKUs first; the import is recorded for the user', async () => {
  const { shop, browser } = await opened();
  const csv = [
    'ชื่อสินค้า,ตัวเลือก,SKU,ราคา,คงเหลือ',
    'ลาเต้,ร้อน,LAT-H,1290,12',
    'ลาเต้,ปั่น,LAT-F,75,4',
    'ชาไทย,,MUG-01,40,3',
  ].join('\n');
  const { text } = await uploadProducts(browser, file(csv));
  assert.match(text, /Several variants will have these SKUs.* MUG-01 : แก้วเซรามิก <b>พิเศษ<\/b>, ชาไทย/);
  assert.match(text, /ลาเต้ ร้อน LAT-H Price ปลีก: \S*65 → \S*1,290 On hand กรุงเทพ: 10 → 12/);
  assert.match(text, /ลาเต้ ปั่น LAT-F New variant Price ปลีก: \S*75 On hand กรุงเทพ: 4/);
  assert.match(text, /ชาไทย New product ชาไทย MUG-01 New variant Price ปลีก: \S*40 On hand กรุงเทพ: 3/);
  assert.doesNotMatch(text, /product-|latte/);
  await confirm(browser);
  const [[, , reason, userId] = []] = ledgerSteps(shop, 'hot');
  assert.deepEqual([reason, typeof userId], ['user_set', 'number']);
});

test('the preview lists every error of a file', async () => {
  const { shop } = await opened();
  const browser = await signedIn(shop, { name: 'somchai', store: 'cafe' });
  const rows = ['ชื่อสินค้า,ราคา,คงเหลือ,สี', ',1,1,', 'ชาไทย,abc,-5,', 'ชาเขียว,,,', 'ชาไทย,30,1,', 'ชาเขียว,,1.5,'];
  const { html } = await uploadProducts(browser, file(rows.join('\n')));
  const problems = [...html.matchAll(/<li class="break">([^<]*)</g)].map(([, fault]) => fault);
  assert.deepEqual(problems, [
    'แถว 1 คอลัมน์ สี: ไม่รู้จักคอลัมน์นี้',
    'แถว 2 คอลัมน์ ชื่อสินค้า: ต้องระบุ',
    'แถว 3 คอลัมน์ ราคา: ราคา “abc” ไม่ใช่ตัวเลข กรุณาเขียนเป็น 65 หรือ 65.50',
    'แถว 3 คอลัมน์ คงเหลือ: ต้องเป็นจำนวนเต็มตั้งแต่ 0 ขึ้นไป',
    'แถว 5 คอลัมน์ variant_name: ซ้ำกับแถว 3',
    'แถว 6 คอลัมน์ คงเหลือ: ต้องเป็นจำนวนเต็มตั้งแต่ 0 ขึ้นไป',
  ]);
});

test('a product without a picture shows its initial, and one without a status has no status cell', async () => {
  const names = ['เสื้อ', 'ไข่', '2 in 1', '“ชา”', 'Éclair', '—'];
  const { browser } = await opened({ products: names.map((name, i) => ({ key: `p${i}`, name })) });
  const { html } = await browser.open('/products?sort=-create_time');
  const shown = [...html.matchAll(/<span class="thumb"[^>]*>([^<]*)</g)].map(([, initial]) => initial);
  assert.deepEqual(shown, ['—', 'É', 'ช', '2', 'ข', 'ส']);
  assert.doesNotMatch(html, /data-label="Status"/);
});

test('a preview changes and announces no stock; the import does', async () => {
  const { shop, browser } = await opened();
  const { html: csv } = await browser.open('/products.csv');
  const [head = '', ...rows] = csv.split('\r\n');
  const columns = head.split(',');
  const at = columns.findIndex((column) => column === 'stock bkk' || /bkk/.test(column));
  assert.ok(at > 0, head);
  const changed = [
    head,
    ...rows.map((row) =>
      row.includes('LAT-H')
        ? row
            .split(',')
            .map((cell, i) => (i === at ? '12' : cell))
            .join(',')
        : row,
    ),
  ].join('\r\n');
  const response = await uploadProducts(browser, file(changed));
  assert.match(response.text, /stock levels updated: 1 .*10 → 12/);
  assert.deepEqual([shop.stock('hot').onHand, shop.outbox(), ledgerSteps(shop, 'hot')], [10, [], []]);
  await confirm(browser);
  assert.equal(shop.stock('hot').onHand, 12);
  assert.equal(ledgerSteps(shop, 'hot').length, 1);
});

test('a file with too many rows is refused', async () => {
  const { shop, browser } = await opened();
  const before = snapshot(shop);
  const long = `SKU\n${'x\n'.repeat(100_001)}`;
  const { text } = await uploadProducts(browser, file(long));
  assert.match(text, /mine\.csv has 100,001 rows\. Split it into files of at most 100,000 rows/);
  assert.deepEqual(snapshot(shop), before);
});

test('an unreadable file changes nothing', async () => {
  const { shop, browser } = await opened();
  const before = snapshot(shop);
  for (const text of ['no,such,columns\n1,2,3\n', ''])
    assert.doesNotMatch((await uploadProducts(browser, file(text))).html, /import\/\d+\/apply/);
  assert.deepEqual(snapshot(shop), before);
});

test('only owners can export and import products', async () => {
  const { shop } = await opened();
  const staff = await signedIn(shop, { name: 'ploy', role: 'staff', store: 'cafe', language: 'en' });
  for (const path of ['/products.csv', '/products/example.csv', '/products/import', '/products/import/1'])
    assert.ok([403, 404].includes((await staff.open(path)).status), path);
  for (const path of ['/products/import', '/products/import/1/apply', '/products/import/1/cancel']) {
    await staff.open('/products');
    assert.ok([403, 404].includes((await staff.send(path, { name: 'x', bytes: 'x' })).status), path);
  }
  const { text } = await staff.open('/products');
  assert.doesNotMatch(text, /Import CSV|CSV/);
  assert.equal((await staff.open('/products/grid')).status, 200);
});
