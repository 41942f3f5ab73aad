import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moneyText } from '../src/lib/money.ts';
import { type Browser, signedIn } from './office.ts';
import { file, hot, latte, product } from './office-product-steps.ts';
import { cafe, openShop, type Shop } from './support.ts';

const MUG = { key: 'mug', name: 'แก้ว', variants: [{ key: 'mug', sku: 'MUG', stock: { bkk: 5 } }] };

async function opened(): Promise<{ shop: Shop; browser: Browser; mug: string; variant: string }> {
  const shop = await openShop({ stores: [cafe({ products: [...cafe().products, MUG] })] });
  const browser = await signedIn(shop, { language: 'en' });
  const variant = shop.ids.variants.mug ?? '';
  return { shop, browser, mug: `/products/${shop.ids.products.mug}`, variant };
}

const mugOf = (shop: Shop) => product(shop, shop.ids.products.mug);

/** The buttons that neither an outline nor a fold makes secondary. */
const primaryButtons = (html: string): string[] =>
  html
    .slice(html.indexOf('<main'))
    .replace(/<details(?! open).*?<\/details>/gs, '')
    .match(/<button type="submit"(?![^>]*secondary)[^>]*>[^<]*|class="button main"/g) ?? [];

test('a product with one variant is edited in one form with one primary button', async () => {
  const { shop, browser, mug, variant } = await opened();
  const { html } = await browser.open(mug);
  assert.deepEqual(primaryButtons(html), ['<button type="submit">Save']);
  assert.match(html, /<input type="file"[^>]* form="product-form"/);
  assert.match(browser.page.text, /This product has no price/);
  assert.ok(html.includes(`href="/office/stock/variants/${variant}"`));
  const saved = await browser.send(`${mug}/details`, {
    ...{ variant, name: 'แก้วเซรามิก', description: 'ใหญ่', tags: 'ใหม่', variant_name: '', sku: 'MUG-1' },
    ...{ barcodes: 'A1', weight: '300', low_at: '2', cost: '40', price: ['120', ''] },
    ...{ shipping_type: ['ems'], first: ['50'], each_more: [''], picture: await file('111.jpg') },
  });
  assert.equal(saved.path, mug, saved.text);
  assert.match(saved.text, /Saved · Image added/);
  assert.doesNotMatch(saved.text, /This product has no price/);
  const { name, pictures, shippingRates, variants } = mugOf(shop);
  assert.deepEqual([name, pictures.length, shippingRates.length], ['แก้วเซรามิก', 1, 1]);
  const [only] = variants;
  assert.deepEqual([only?.sku, only?.barcodes, only?.weight, only?.lowStockThreshold], ['MUG-1', ['A1'], 300, 2]);
  assert.deepEqual(
    [...(only?.prices ?? []).map(({ price }) => price), only?.cost].map((sum) => moneyText(sum as never)),
    ['120', '40'],
  );
});

test('errors of a product and of its only variant are shown at once, with the typed texts, and nothing is saved', async () => {
  const { shop, browser, mug, variant } = await opened();
  await browser.open(mug);
  const typed = { name: '', sku: 'LAT-H', weight: 'heavy', price: ['free', ''], min: '9', max: '5' };
  const refused = await browser.send(`${mug}/details`, { ...typed, variant, description: 'kept', barcodes: 'B1' });
  assert.equal(refused.status, 422);
  const errors = [...refused.html.matchAll(/id="field-([\w-]+)-error"/g)].map(([, field]) => field).sort();
  assert.deepEqual(errors, ['max', 'name', 'price-0', 'sku', 'weight']);
  assert.match(refused.html, />kept<\/textarea>/);
  assert.match(refused.html, /name="share_sku"/);
  assert.deepEqual([mugOf(shop).description, mugOf(shop).variants[0]?.barcodes], ['', []]);
  const shared = { ...typed, name: 'แก้ว', weight: '', price: ['', ''], min: '', max: '', share_sku: 'on' };
  assert.equal((await browser.send(`${mug}/details`, { ...shared, variant })).status, 200);
  assert.equal(mugOf(shop).variants[0]?.sku, 'LAT-H');
});

test('a product with one variant has one page, and saving its bundle returns to it', async () => {
  const { shop, browser, mug, variant } = await opened();
  const page = `${mug}/variants/${variant}`;
  assert.equal((await browser.open(page)).path, mug);
  const bundle = { kind: 'asBundle', part: ['LAT-I'], part_qty: ['2'] };
  const refused = await browser.send(`${page}/parts`, bundle);
  assert.equal(refused.status, 422);
  assert.match(refused.html, new RegExp(`action="/office${mug}/details"`));
  assert.match(refused.text, /Confirm that the stock on hand is removed/);
  const made = await browser.send(`${page}/parts`, { ...bundle, remove_stock: 'on' });
  assert.equal(made.path, mug, made.text);
  assert.deepEqual(primaryButtons(made.html), ['<button type="submit">Save']);
  assert.equal(mugOf(shop).variants[0]?.isBundle, true);
  assert.equal((await browser.open(hot(shop))).path, hot(shop));
  assert.deepEqual(primaryButtons((await browser.open(latte(shop))).html), ['<button type="submit">Save']);
  assert.deepEqual(primaryButtons((await browser.open(hot(shop))).html), ['<button type="submit">Save']);
});

test('a form whose only variant was deleted meanwhile, or is of another product, changes nothing', async () => {
  const { shop, browser, mug } = await opened();
  await browser.open(mug);
  const foreign = { variant: shop.ids.variants.hot ?? '', name: 'x', sku: 'TAKEN' };
  assert.equal((await browser.send(`${mug}/details`, foreign)).status, 404);
  assert.deepEqual([mugOf(shop).name, product(shop).variants[0]?.sku], ['แก้ว', 'LAT-H']);
});
