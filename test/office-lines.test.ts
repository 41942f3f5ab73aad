import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Browser, signedIn } from './office.ts';
import { roastery } from './stock-steps.ts';
import { openShop, type Shop } from './support.ts';

// Forms whose rows are scanned one after another.

const EAN = '8850123456787';

async function opened(page: string) {
  const store = roastery() as { products: { variants: object[] }[] };
  const [coffee] = store.products;
  const variants = coffee?.variants.map((variant) =>
    'sku' in variant && variant.sku === 'CUP' ? { ...variant, barcodes: [EAN] } : variant,
  );
  const shop = await openShop({ stores: [{ ...store, products: [{ ...coffee, variants }] }] });
  const browser = await signedIn(shop, { language: 'en' });
  await browser.open(page);
  return { shop, browser };
}

/** The values of the inputs with a name. */
const values = ({ page }: Browser, name: string): string[] =>
  [...page.html.matchAll(new RegExp(`<input[^>]* name="${name}"[^>]*>`, 'g'))].map(
    ([tag]) => /value="([^"]*)"/.exec(tag)?.[1] ?? '',
  );

const rowsOf = (browser: Browser) => ({ code: values(browser, 'code'), qty: values(browser, 'qty') });

/** Scans a code on the page with its rows. */
const scan = (browser: Browser, action: string, code: string, fields: Record<string, string | string[]> = {}) =>
  browser.send(action, { ...rowsOf(browser), ...fields, more: 'scan', scan: code });

const place = (shop: Shop) => String(shop.ids.warehouses.bkk);

test('a scanned item is added once and counted up afterwards, by SKU or barcode, and moves to the top', async () => {
  const { shop, browser } = await opened('/stock/receive');
  const action = '/stock/receive';
  await scan(browser, action, 'beans', { scan_qty: '12' });
  await scan(browser, action, EAN);
  await scan(browser, action, 'CUP');
  assert.deepEqual(rowsOf(browser), { code: [EAN, 'beans'], qty: ['2', '12'] });
  assert.match(browser.page.text, /2 items, 14 units/);
  assert.match(browser.page.html, /data-scanned="กาแฟ แก้ว × 2"/);
  await browser.send(action, { ...rowsOf(browser), more: 'plus 1' });
  await browser.send(action, { ...rowsOf(browser), more: 'minus 0' });
  assert.deepEqual(rowsOf(browser).qty, ['1', '13']);
  for (const invalid of ['-1', '1.5', '9'.repeat(400)]) {
    await browser.send(action, { code: [EAN, 'beans'], qty: [invalid, '13'], more: 'rows' });
    assert.match(browser.page.text, /2 items, — units/);
  }
  await browser.send(action, { code: [EAN, 'beans'], qty: ['1', '13'], more: 'rows' });
  await browser.send(action, { ...rowsOf(browser), more: 'remove 0' });
  assert.deepEqual(rowsOf(browser), { code: ['beans'], qty: ['13'] });
  const before = shop.stock('cup').onHand;
  await browser.send(action, { ...rowsOf(browser), scan: EAN, kind: 'deposit', warehouse: place(shop) });
  assert.equal(shop.stock('cup').onHand, before + 1, 'a code that is still in the field is received too');
});

test('a quantity before a scanned code is its quantity, unless the field for the quantity has another one', async () => {
  const { browser } = await opened('/stock/receive');
  const action = '/stock/receive';
  await scan(browser, action, `3*${EAN}`);
  await scan(browser, action, '2xcup');
  await scan(browser, action, '4 × BEANS');
  assert.deepEqual(rowsOf(browser), { code: ['BEANS', EAN], qty: ['4', '5'] });
  await scan(browser, action, '3*CUP', { scan_qty: '2' });
  assert.deepEqual([values(browser, 'scan'), rowsOf(browser).qty], [['3*CUP'], ['4', '5']]);
});

test('a scanned text that no field can contain finds no item', async () => {
  const { browser } = await opened('/stock/receive');
  await scan(browser, '/stock/receive', 'a\0b');
  assert.deepEqual([browser.page.status, rowsOf(browser).code], [422, []]);
});

test('part of a name finds items, and a chosen one is added like its code, without JavaScript too', async () => {
  const { shop, browser } = await opened('/stock/receive');
  const action = '/stock/receive';
  const found = await browser.open('/stock/items?scan=แก้ว', { 'HX-Request': 'true' });
  assert.match(found.html, new RegExp(`^<div id="found".*value="add ${shop.ids.variants.cup}"`));
  await browser.open(action);
  await scan(browser, action, 'แก้ว', { scan_qty: '3' });
  assert.deepEqual([values(browser, 'scan'), values(browser, 'scan_qty')], [['แก้ว'], ['3']]);
  assert.match(browser.page.html, new RegExp(`<button[^>]*value="add ${shop.ids.variants.cup}"`));
  assert.deepEqual(rowsOf(browser).code, []);
  await browser.send(action, { more: `add ${shop.ids.variants.cup}`, scan: 'แก้ว', scan_qty: '3' });
  await browser.send(action, { ...rowsOf(browser), more: `add ${shop.ids.variants.cup}`, scan: '' });
  assert.deepEqual(rowsOf(browser), { code: ['CUP'], qty: ['4'] });
});

test('an unknown code stays in the field and finds nothing, which is an error only when the form is saved', async () => {
  const { shop, browser } = await opened('/stock/write-off');
  const fields = { kind: 'lost', warehouse: place(shop) };
  await scan(browser, '/stock/write-off', 'CUP', fields);
  const unknown = await scan(browser, '/stock/write-off', '4006381333931', fields);
  assert.equal(unknown.status, 200);
  assert.match(unknown.text, /No products match “4006381333931”/);
  assert.doesNotMatch(unknown.html, /data-scanned|class="notice bad"/);
  const saved = { ...rowsOf(browser), ...fields, scan: '4006381333931' };
  const { html } = await browser.send('/stock/write-off', saved);
  assert.match(html, /id="field-scan-error">4006381333931: No product has this SKU or barcode</);
  assert.deepEqual([rowsOf(browser).code, values(browser, 'scan')], [['CUP'], ['4006381333931']]);
});

test('a quantity that is not a whole number is an error at the quantity, and adds nothing', async () => {
  const { browser } = await opened('/stock/receive');
  for (const wrong of ['2x', '-5']) {
    const { html } = await scan(browser, '/stock/receive', 'CUP', { scan_qty: wrong });
    assert.ok(html.includes(`id="field-scan_qty-error">CUP × ${wrong}: Enter a whole number, such as 12<`), wrong);
    assert.deepEqual(rowsOf(browser).code, []);
  }
});

test('a form has at most 1,000 rows; more rows are an error, and pasted text stays', async () => {
  const { browser } = await opened('/stock/receive');
  const pasted = Array.from({ length: 1_001 }, (_, i) => `X${i}`);
  const tooMany = await browser.send('/stock/receive', { more: 'scan', pasted: pasted.join('\n') });
  assert.match(tooMany.html, /id="field-pasted-error">At most 1,000 items\. Save these first\.</);
  assert.match(tooMany.html, /X1000<\/textarea>/);
  assert.deepEqual(rowsOf(browser).code, []);
  await browser.send('/stock/receive', { more: 'scan', pasted: pasted.slice(1).join('\n') });
  assert.equal(rowsOf(browser).code.length, 1_000);
  const refused = await scan(browser, '/stock/receive', 'CUP');
  assert.match(refused.html, /id="field-scan-error">CUP: At most 1,000 items/);
  assert.equal(rowsOf(browser).code.length, 1_000);
});

test('scanned items are saved on a count sheet at once', async () => {
  const { browser } = await opened('/stock/counts');
  await browser.send('/stock/counts', { warehouse: '1' });
  const sheet = browser.page.path;
  for (const code of [EAN, 'BEANS', EAN]) await scan(browser, `${sheet}/lines`, code, { how: 'plus' });
  await browser.open(sheet);
  assert.match(browser.page.text, /แก้ว CUP 10 กาแฟ แก้ว: counted −8/);
});

test('only pages with the scanner may use camera and WebAssembly, and links to or from them reload', async () => {
  const { shop, browser } = await opened('/stock/receive');
  const headersOf = ({ headers }: Browser['page']) => [
    /'wasm-unsafe-eval'/.test(headers.get('content-security-policy') ?? ''),
    headers.get('permissions-policy')?.split(',')[0],
  ];
  assert.deepEqual(headersOf(browser.page), [true, 'camera=(self)']);
  assert.deepEqual(headersOf(await browser.open('/stock/ledger')), [false, 'camera=()']);
  const boosted = (page: string, from: string) =>
    browser.open(page, { 'HX-Request': 'true', 'HX-Boosted': 'true', 'HX-Current-URL': `${shop.url}/office${from}` });
  const entered = await boosted('/orders/pack?a=1', '/stock/ledger');
  assert.equal(entered.headers.get('hx-redirect'), '/office/orders/pack?a=1');
  assert.equal((await boosted('/stock/ledger', '/orders/pack')).headers.get('hx-redirect'), '/office/stock/ledger');
  assert.equal((await boosted('/orders/pack', '/stock/receive')).headers.get('hx-redirect'), null);
  assert.equal((await boosted('/stock/ledger', '/customers')).headers.get('hx-redirect'), null);
});
