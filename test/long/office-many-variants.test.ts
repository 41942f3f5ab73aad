import assert from 'node:assert/strict';
import { test } from 'node:test';
import { productDetail } from '../../src/domain/catalogue/product-detail.ts';
import { productPart, variantDetail } from '../../src/domain/catalogue/product-part.ts';
import { assertNotBlocking, LONGEST_BLOCK, measureBlocking } from '../event-loop.ts';
import { addVariants, openWideShop, single } from '../many-variants.ts';
import { type Browser, type PageResponse, signedIn } from '../office.ts';
import { sql, tamper } from '../sql.ts';
import { idOf, type Shop } from '../support.ts';

const MANY = 2_000;

async function opened(counts: Record<string, number>) {
  const shop = await openWideShop(Object.keys(counts).map((key) => single(key, key)));
  for (const [key, count] of Object.entries(counts)) addVariants(shop, key, count);
  const browser = await signedIn(shop, { language: 'en' });
  return { shop, browser, page: (key: string) => `/products/${shop.ids.products[key]}` };
}

const variantsOn = ({ html }: PageResponse) => new Set(html.match(/\/variants\/\d+"/g)).size;
const hrefOf = ({ html }: PageResponse, label: string) =>
  new RegExp(`<a href="/office([^"]+)">(?:‹ )?${label}`).exec(html)?.[1]?.replaceAll('&amp;', '&');

test('no product page blocks the event loop, however many variants a product has', async () => {
  const { shop, browser, page } = await opened({ mug: MANY, tee: MANY, hat: MANY });
  const variant = `${page('mug')}/variants/${shop.ids.variants.mug1}`;
  const paths = [page('mug'), `${page('mug')}?page=20`, '/products', '/products?q=mug', '/products/grid', variant];
  for (const path of [...paths, `${page('mug')}/variants/new`, `${page('mug')}/details`])
    await assertNotBlocking(path, () => browser.open(path));
});

test('the page of a product shows 100 variants and links to the others', async () => {
  const { browser, page } = await opened({ mug: 201, tee: 100 });
  const first = await browser.open(page('mug'));
  assert.match(first.text, /201 variants/);
  assert.match(first.text, /Its 201 variants are also deleted/);
  assert.equal(variantsOn(first), 100);
  assert.equal(hrefOf(first, 'Previous'), undefined);
  const next = hrefOf(first, 'Next') ?? '';
  assert.equal(next, `${page('mug')}?page=2`);
  const last = await browser.open(`${page('mug')}?page=3`);
  assert.deepEqual([variantsOn(last), hrefOf(last, 'Next')], [1, undefined]);
  assert.match(last.text, /tier 1 \S*12\.01 .*tier 16/);
  assert.match(last.html, /name="variant_sku" value="mug-0201"/);
  assert.match(last.html, /name="variant_price" value="12\.01"/);
  assert.equal(hrefOf(last, 'Previous'), `${page('mug')}?page=2`);

  const whole = await browser.open(page('tee'));
  assert.equal(variantsOn(whole), 100);
  assert.doesNotMatch(whole.text, /100 variants (Add|Variant)/);
  assert.equal(hrefOf(whole, 'Next'), undefined);
});

test('a rejected form links to the pages of the product', async () => {
  const { browser, page } = await opened({ mug: 101 });
  await browser.open(page('mug'));
  const rejected = await browser.send(`${page('mug')}/details`, { name: ' ', description: '', min: '', max: '' });
  assert.deepEqual([rejected.status, hrefOf(rejected, 'Next')], [422, `${page('mug')}?page=2`]);
});

test('a page of variants and a single variant have the same data as the whole product', async () => {
  const { shop } = await opened({ mug: 250 });
  const { db } = shop.ctx;
  const [store, id] = [idOf(shop.ids.id), idOf(shop.ids.products.mug)];
  const whole = productDetail(db, store, id);
  assert.ok(whole);
  assert.deepEqual([whole.min, whole.max], [100_000, 125_000]);
  for (const window of [
    { limit: 100, offset: 0 },
    { limit: 100, offset: 200 },
    { limit: 1_000, offset: 0 },
  ]) {
    const variants = whole.variants.slice(window.offset, window.offset + window.limit);
    assert.deepEqual(productPart(db, store, id, window), { ...whole, variants, variantCount: 250 });
  }
  assert.equal(productPart(db, idOf('999'), id, { limit: 1, offset: 0 }), undefined);
  for (const variant of [whole.variants[0], whole.variants[249]])
    assert.deepEqual(variant && variantDetail(db, id, variant.id), variant);
  const [other] = whole.variants;
  assert.equal(other && variantDetail(db, idOf('999'), other.id), undefined);
});

test('the page of a variant shows only that variant, and only below its product', async () => {
  const { shop, browser, page } = await opened({ mug: 101, tee: 1 });
  const variant = shop.ids.variants.mug1;
  const { text } = await browser.open(`${page('mug')}/variants/${variant}`);
  assert.match(text, /mug-0001|mug 1/);
  assert.doesNotMatch(text, /mug-0002/);
  assert.equal((await browser.open(`${page('tee')}/variants/${variant}`)).status, 404);
});

test('the list sums the first 100 variants of a product', async () => {
  const { browser } = await opened({ mug: 101, tee: 100 });
  const { text } = await browser.open('/products?sort=name');
  assert.match(text, /mug 101 variants · mug-0001, mug-0002, mug-0003… \S*10–11\.01 1,700\+ 0\+ 1,700\+/);
  assert.match(text, /tee 100 variants · tee-0001, tee-0002, tee-0003… \S*10–11 1,700 0 1,700 /);
});

/** The SKUs in the grid. */
const skusIn = ({ html }: PageResponse) =>
  [...html.matchAll(/<td data-label="SKU" class="break">([^<]*)</g)].map(([, sku]) => sku);

test('a page of the grid has at most 500 rows and whole products, and no product is left out', async () => {
  const { browser } = await opened({ a: 300, b: 200, c: 1, d: 700, e: 2, f: 499 });
  const pages: Record<string, number>[] = [];
  let path: string | undefined = '/products/grid';
  let response: PageResponse | undefined;
  for (; path !== undefined; path = hrefOf(response, 'Next')) {
    response = await browser.open(path);
    const products = Map.groupBy(skusIn(response), (sku = '') => sku.slice(0, 1));
    pages.push(Object.fromEntries([...products].map(([key, skus]) => [key, skus.length])));
    assert.equal(/first 500 variants.* d /.test(response.text), products.has('d'));
  }
  assert.deepEqual(pages, [{ a: 300, b: 200 }, { c: 1 }, { d: 500 }, { e: 2 }, { f: 499 }]);
  const back: string[] = [];
  for (path = '/products/grid?from=5'; path !== undefined; path = hrefOf(response, 'Previous')) {
    response = await browser.open(path);
    back.push([...new Set(skusIn(response).map((sku = '') => sku.slice(0, 1)))].join(''));
  }
  assert.deepEqual(back, ['f', 'e', 'd', 'bc', 'ab']);
});

const inputs = ({ page: { html } }: Browser, name: string): string[] =>
  [...html.matchAll(/<input[^>]*>/g)].flatMap(([tag]) =>
    tag.includes(` name="${name}"`) ? [/ value="([^"]*)"/.exec(tag)?.[1] ?? ''] : [],
  );

const gridOf = (browser: Browser) =>
  Object.fromEntries(
    ['tier', 'warehouse', 'variant', 'price', 'price_was', 'qty', 'qty_was'].map((name) => [
      name,
      inputs(browser, name),
    ]),
  );

test('the second page of the grid is saved, unless a value has changed meanwhile', async () => {
  const { shop, browser } = await opened({ a: 500, b: 2 });
  const path = '/products/grid?from=1';
  await browser.open(path);
  const mine = gridOf(browser);
  assert.deepEqual(mine.price, ['10', '10.02']);
  const saved = await browser.send(path, { ...mine, price: ['10', '10.03'], qty: ['5', '1'] });
  assert.match(saved.text, /2 variants updated/);
  assert.match(saved.path, /from=1/);
  assert.deepEqual(
    [inputs(browser, 'price'), inputs(browser, 'qty')],
    [
      ['10', '10.03'],
      ['5', '1'],
    ],
  );
  assert.equal(shop.stock('b1', 'warehouse0').onHand, 5);
  const again = await browser.send(path, { ...mine, price: ['11', '10.02'], qty: ['6', '1'] });
  assert.equal(again.status, 422);
  assert.deepEqual(
    [inputs(browser, 'price'), inputs(browser, 'qty')],
    [
      ['11', '10.02'],
      ['6', '1'],
    ],
  );
  assert.equal(shop.stock('b1', 'warehouse0').onHand, 5);
});

const deleteMost = (shop: Shop) => tamper(shop.ctx, `UPDATE variants SET delete_time = 1, sku = NULL WHERE name > 1`);

test('the page of a product lists 100 deleted variants; the others can be restored too', async () => {
  const { shop, browser, page } = await opened({ mug: 203 });
  deleteMost(shop);
  const { html, text } = await browser.open(page('mug'));
  assert.equal(html.match(/\/restore"/g)?.length, 100);
  assert.match(text, /and 102 more/);
  const last = shop.ctx.db.get(sql<{ id: number }>('SELECT max(id) AS id FROM variants'))?.id;
  assert.equal((await browser.send(`${page('mug')}/variants/${last}/restore`)).status, 200);
  assert.match((await browser.open(page('mug'))).text, /and 101 more/);
  assert.equal((await browser.send(`${page('mug')}/variants/${last}/restore`)).status, 404);
});

test('the page of a product names at most 20 variants that contain its variants', async () => {
  const { shop, browser, page } = await opened({ mug: 101, tee: 25 });
  tamper(
    shop.ctx,
    `INSERT INTO variant_parts (variant_id, part_id, qty)
     SELECT tee.id, mug.id, 1 FROM variants tee, variants mug WHERE tee.sku LIKE 'tee-%' AND mug.sku LIKE 'mug-009%'`,
  );
  assert.match(
    (await browser.open(page('mug'))).text,
    /Cannot be deleted because it is a part of .*, tee 20 and 5 more/,
  );
});

test('the grid saves a full page of changes at once, which blocks no other call', async () => {
  const { browser } = await opened({ mug: MANY });
  await browser.open('/products/grid');
  const seen = gridOf(browser);
  const changed = { ...seen, price: Array(500).fill('99'), qty: Array(500).fill('7') };
  const { result: saved, longest } = await measureBlocking(() => browser.send('/products/grid', changed));
  assert.ok(longest < LONGEST_BLOCK, `saving blocks the event loop for ${longest} ms`);
  assert.match(saved.text, /500 variants updated/);
  assert.deepEqual([inputs(browser, 'price')[499], inputs(browser, 'qty')[499]], ['99', '7']);
});
