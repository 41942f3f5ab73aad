import assert from 'node:assert/strict';
import { test } from 'node:test';
import { productDetail } from '../src/domain/catalogue/product-detail.ts';
import { pullProduct } from '../src/domain/catalogue/pull-product.ts';
import { variantsWithSku } from '../src/domain/variants.ts';
import { moneyText } from '../src/lib/money.ts';
import { errorAt, signedIn } from './office.ts';
import { file, hot, latte, product, VARIANT } from './office-product-steps.ts';
import { sql } from './sql.ts';
import { cafe, idOf, type Json, openShop } from './support.ts';

test('the product page shows variants with prices and stock', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop);
  const { status, text, html } = await browser.open(latte(shop));
  assert.equal(status, 200);
  for (const shown of ['ลาเต้', 'ร้อน', 'ตัวแทน ฿60', 'เย็น']) assert.ok(text.includes(shown), `${shown} in ${text}`);
  assert.match(html, /name="variant_sku" value="LAT-H"/);
  assert.match(html, /name="variant_price" value="65"/);
  assert.ok(html.includes(`href="/office/stock/variants/${shop.ids.variants.hot}"`));
  assert.ok(html.indexOf('name="variant_price"') < html.indexOf('name="shipping_type"'));
});

test('product details can be changed and cleared; an invalid field shows its error and keeps the typed value', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop, { language: 'en' });
  await browser.open(latte(shop));
  const wanted = { name: ' ลาเต้ <b>ใหญ่</b> ', description: 'a\nb', min: '1,050', max: '2000' };
  assert.equal((await browser.send(`${latte(shop)}/details`, wanted)).status, 200);
  const { name, description, set } = product(shop);
  assert.deepEqual([name, description], ['ลาเต้ <b>ใหญ่</b>', 'a\nb']);
  assert.deepEqual(
    [set.min, set.max].map((amount) => moneyText(amount as never)),
    ['1050', '2000'],
  );
  assert.ok(!browser.page.html.includes('<b>ใหญ่'));
  await browser.send(`${latte(shop)}/details`, { name: 'ลาเต้', description: '', min: '', max: '' });
  assert.deepEqual(product(shop).set, { min: null, max: null });
  assert.equal(product(shop).description, '');

  const faulty = await browser.send(`${latte(shop)}/details`, { name: ' ', description: 'kept', min: 'x', max: '1' });
  assert.equal(faulty.status, 422);
  assert.match(faulty.html, /id="field-name-error"/);
  assert.match(faulty.html, /id="field-min-error"/);
  assert.match(faulty.html, /value="x"/);
  assert.match(faulty.html, />kept<\/textarea>/);
  const reversed = await browser.send(`${latte(shop)}/details`, { name: 'L', description: '', min: '5', max: '4' });
  assert.match(reversed.html, /id="field-max-error"/);
  assert.equal(product(shop).name, 'ลาเต้');
});

test('the form of a product saves the prices of its variants, unless another user has changed one', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop, { language: 'en' });
  const page = await browser.open(latte(shop));
  const listed = (name: string) => [...page.html.matchAll(new RegExp(`name="${name}"[^>]*? value="([^"]*)"`, 'g'))];
  const seen = listed('variant_price_was').map(([, price = '']) => price);
  const form = { name: 'ลาเต้', variant_id: listed('variant_id').map(([, id = '']) => id), variant_price_was: seen };
  const pricesOf = () =>
    product(shop).variants.map(({ prices }) => prices.map(({ price }) => moneyText(price)).join(' '));
  const before = pricesOf();
  const saved = await browser.send(`${latte(shop)}/details`, { ...form, variant_price: ['70', ...seen.slice(1)] });
  assert.equal(saved.status, 200, saved.text);
  assert.deepEqual(pricesOf(), ['70 60', ...before.slice(1)]);
  const twice = await browser.send(`${latte(shop)}/details`, { ...form, variant_price: ['70', ...seen.slice(1)] });
  assert.equal(twice.status, 200, 'a form that is sent twice is saved');
  const late = await browser.send(`${latte(shop)}/details`, { ...form, variant_price: ['75', ...seen.slice(1)] });
  assert.equal(late.status, 422);
  assert.match(late.html, /id="field-variant_price-0-error"/);
  assert.match(late.html, /name="variant_price"[^>]* value="75"/);
  assert.deepEqual(pricesOf(), ['70 60', ...before.slice(1)]);
});

test('a rejected form keeps the typed prices at their variants after another user has deleted one', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop, { language: 'en' });
  await browser.open(latte(shop));
  const [first, second] = product(shop).variants.map(({ id }) => String(id));
  await browser.send(`${latte(shop)}/variants/new`, { variant_name: 'ปั่น', price: ['80', ''] });
  await browser.send(`${latte(shop)}/variants/${first}/delete`);
  const form = { name: '', variant_id: [first, second] as string[], variant_price_was: ['65', '70'] };
  const { html } = await browser.send(`${latte(shop)}/details`, { ...form, variant_price: ['66', '71'] });
  const fields = /name="variant_id" value="(\d+)".*?name="variant_price" value="([^"]*)"/gs;
  const shown = new Map([...html.matchAll(fields)].map(([, id, price]) => [id, price]));
  assert.deepEqual([shown.get(second), shown.size], ['71', 2]);
});

test('shipping rates are saved from the rows that have a courier', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop);
  await browser.open(latte(shop));
  const rows = {
    name: 'ลาเต้',
    shipping_type: ['ems', '', 'flash'],
    first: ['50', '', '35'],
    each_more: ['10', '', ''],
  };
  assert.equal((await browser.send(`${latte(shop)}/details`, rows)).status, 200);
  const rates = product(shop).shippingRates.map((rate) => [
    rate.shippingType,
    moneyText(rate.first),
    moneyText(rate.eachMore),
  ]);
  assert.deepEqual(rates, [
    ['ems', '50', '10'],
    ['flash', '35', '0'],
  ]);
  for (const wrong of [
    { ...rows, shipping_type: ['ems', '', 'ems'] },
    { ...rows, shipping_type: ['ems', '', 'balloon'] },
    { ...rows, first: ['50', '', ''] },
  ])
    assert.equal((await browser.send(`${latte(shop)}/details`, wrong)).status, 422);
  assert.equal(product(shop).shippingRates.length, 2);
  await browser.send('/language', { language: 'en', from: '' });
  const { text } = await browser.open(latte(shop));
  assert.match(text, /Thailand Post EMS .*SPX Express pickup .*Store pickup .*Other courier/);
  assert.doesNotMatch(text, /ไปรษณีย์ไทย/);
});

test('a product is added with a variant, opening stock and pictures, which follow its name and price', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop, { language: 'en' });
  const { html } = await browser.open('/products/new');
  const names = [...html.matchAll(/ name="(name|price|picture|opening|description|sku|category)"/g)].map(
    ([, name]) => name,
  );
  assert.deepEqual([...new Set(names)], ['name', 'price', 'picture', 'opening', 'description', 'sku', 'category']);
  const response = await browser.send('/products/new', {
    name: 'มอคค่า',
    description: '',
    picture: await file('111.jpg'),
    ...VARIANT,
    variant_name: '',
    sku: 'MOC',
    opening: ['7', ''],
  });
  assert.equal(response.status, 200, response.text);
  const added = product(shop, response.path.split('/')[2]);
  assert.deepEqual([added.name, added.pictures.length, added.variants.length], ['มอคค่า', 1, 1]);
  assert.deepEqual(added.variants[0]?.stock.total, { onHand: 7, reserved: 0 });
  const [row] = shop.ctx.db.all(sql<Json>('SELECT reason, user_id FROM stock_ledger ORDER BY time DESC LIMIT 1'));
  assert.equal(row?.reason, 'variant_created');
  assert.ok(row?.user_id);
});

test('a new product with an unreadable picture is not added, and the picture field says why', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop, { language: 'en' });
  await browser.open('/products/new');
  const refused = await browser.send('/products/new', {
    name: 'มอคค่า',
    picture: await file('bad.jpg', Buffer.from('no picture')),
    ...VARIANT,
    sku: 'MOC',
  });
  assert.equal(refused.status, 422);
  assert.match(errorAt(refused, 'picture') ?? '', /bad\.jpg/);
  assert.match(refused.html, /value="มอคค่า"/);
  assert.deepEqual(variantsWithSku(shop.ctx.db, idOf(shop.ids.id), 'MOC'), []);
});

test('the page of a product with several variants links to each of them and folds away the file key', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop);
  const { html } = await browser.open(latte(shop));
  assert.match(html, new RegExp(`href="/office${hot(shop)}"[^>]*>ร้อน<`));
  assert.doesNotMatch(html, /name="sku"/);
  assert.match(html, /<details><summary>[^<]*<\/summary>.*<code>latte<\/code>.*<\/details>/s);
});

test('a variant that is a part of another cannot be deleted, and its page shows why', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop, { language: 'en' });
  await browser.open(hot(shop));
  await browser.send(`${hot(shop)}/parts`, { kind: 'assembled', part: ['LAT-I'], part_qty: ['2'] });
  const iced = `${latte(shop)}/variants/${shop.ids.variants.iced}`;
  const response = await browser.open(iced);
  assert.match(response.text, /Cannot be deleted because it is a part of ลาเต้ ร้อน/);
  assert.equal((await browser.send(`${iced}/delete`)).status, 422);
  assert.equal(product(shop).variants.length, 2);
});

test('deleting a variant or product lists the consequences first, and both can be restored', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop, { language: 'en' });
  await shop.order();
  const response = await browser.open(hot(shop));
  assert.match(response.text, /15 units on hand are kept in stock/);
  assert.match(response.text, /1 reserved unit can still be shipped/);
  await browser.send(`${hot(shop)}/delete`);
  assert.equal(product(shop).variants.length, 1);
  await browser.send(`${hot(shop)}/restore`);
  assert.equal(product(shop).variants.length, 2);

  await browser.open(latte(shop));
  assert.match(browser.page.text, /Its 2 variants/);
  await browser.send(`${latte(shop)}/delete`);
  assert.equal((await browser.open(latte(shop))).status, 404);
  const { html: csv } = await browser.open('/products/deleted.csv');
  assert.match(csv, /^\ufeff?Product key,Title\r\nlatte,ลาเต้\r\n$/);
  const deleted = await browser.open('/products/deleted');
  assert.match(deleted.text, /ลาเต้/);
  assert.match(deleted.html, /href="\/office\/products\/deleted\.csv"/);
  const restored = await browser.send(`/products/deleted/${shop.ids.products.latte}`);
  assert.equal(restored.path, latte(shop));
  assert.equal(product(shop).variants.length, 2);
  assert.doesNotMatch((await browser.open('/products/deleted')).html, /deleted\.csv/);
});

test('a pulled product has its own prices and takes everything else from its source', async () => {
  const shop = await openShop({
    stores: [
      cafe(),
      { key: 'other', name: 'Other', price_tiers: [{ key: 'o', name: 'O' }], warehouses: [{ key: 'w', name: 'W' }] },
    ],
  });
  const other = idOf(shop.stores.other?.id);
  const id = await shop.ctx.write((tx) =>
    pullProduct(tx, other, { sourceId: idOf(shop.ids.products.latte), key: 'latte' }, shop.now()),
  );
  const browser = await signedIn(shop, { name: 'o', role: 'staff', store: 'other', language: 'en' });
  const response = await browser.open(`/products/${id}`);
  assert.equal(response.status, 200);
  assert.match(response.text, /From บ้านกาแฟ/);
  const pulled = productDetail(shop.ctx.db, other, id)?.variants[0];
  const path = `/products/${id}/variants/${pulled?.id}`;
  assert.ok(!(await browser.open(path)).html.includes('name="sku"'));
  const sent = await browser.send(path, { price: ['99'], sku: 'HACK', variant_name: 'x' });
  assert.equal(sent.status, 200, sent.text);
  const after = productDetail(shop.ctx.db, other, id)?.variants[0];
  assert.deepEqual([after?.sku, after?.prices.map(({ price }) => moneyText(price))], ['LAT-H', ['99']]);
  assert.equal((await browser.open(`/products/${id}/variants/new`)).status, 404);
});

test('an owner of several stores pulls a product from one to another', async () => {
  const shop = await openShop({ stores: [cafe(), { key: 'other', name: 'Other' }, { key: 'third', name: 'Third' }] });
  const browser = await signedIn(shop, { language: 'en' });
  await browser.open('/products');
  await browser.send('/store', { store_id: shop.stores.other?.id ?? '' });
  const response = await browser.open(`/products/pull?store=${shop.ids.id}&q=ลา`);
  assert.match(response.text, /ลาเต้ Sell here\b/);
  const pulled = await browser.send('/products/pull', { source: shop.ids.products.latte ?? '' });
  assert.equal(pulled.status, 200, pulled.text);
  assert.match(pulled.text, /From บ้านกาแฟ/);
  const again = await browser.open(`/products/pull?store=${shop.ids.id}`);
  assert.match(again.html, new RegExp(`<a href="/office${pulled.path}"[^>]*>\\s*Already sold here`));
  assert.doesNotMatch(again.text, /ลาเต้ Sell here\b/);
  const twice = await browser.send('/products/pull', { source: shop.ids.products.latte ?? '' });
  assert.deepEqual([twice.path, /Already sold here/.test(twice.text)], [pulled.path, true]);

  const bound = await signedIn(shop, { name: 'third', store: 'third', language: 'en' });
  await bound.open('/products/pull');
  assert.match(bound.page.text, /only one store/);
  assert.equal((await bound.send('/products/pull', { source: shop.ids.products.latte ?? '' })).status, 404);
});
