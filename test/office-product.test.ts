import assert from 'node:assert/strict';
import { test } from 'node:test';
import { productDetail } from '../src/domain/catalogue/product-detail.ts';
import { pullProduct } from '../src/domain/catalogue/pull-product.ts';
import { pictureBytes, pictureNameIn } from '../src/domain/pictures/store.ts';
import { moneyText } from '../src/lib/money.ts';
import { type Browser, signedIn } from './office.ts';
import { inspectPicture, photo } from './sample-photos.ts';
import { sql } from './sql.ts';
import { cafe, idOf, type Json, openShop, type Shop } from './support.ts';

const latte = (shop: Shop) => `/products/${shop.ids.products.latte}`;
const hot = (shop: Shop) => `${latte(shop)}/variants/${shop.ids.variants.hot}`;

const product = (shop: Shop, id = shop.ids.products.latte) => {
  const found = productDetail(shop.ctx.db, idOf(shop.ids.id), idOf(id));
  assert.ok(found);
  return found;
};

const variant = (shop: Shop, key = 'hot') => {
  const found = product(shop).variants.find(({ id }) => id === idOf(shop.ids.variants[key]));
  assert.ok(found);
  return found;
};

const file = async (name: string, bytes?: Uint8Array) =>
  new File([(bytes ?? (await photo({ colour: `#${name.slice(0, 3)}` }))) as Uint8Array<ArrayBuffer>], name);

/** The fields of the variant form with their current values. */
const VARIANT = { variant_name: 'ร้อน', sku: 'LAT-H', weight: '', low_at: '', cost: '', price: ['65', '60'] };

test('the product page shows variants with prices and stock', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop);
  const { status, text } = await browser.open(latte(shop));
  assert.equal(status, 200);
  for (const shown of ['ลาเต้', 'ร้อน', 'LAT-H', 'ปลีก ฿65', 'ตัวแทน ฿60', 'เย็น'])
    assert.ok(text.includes(shown), `${shown} in ${text}`);
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

test('pictures are uploaded, reordered and removed', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop);
  await browser.open(latte(shop));
  const response = await upload(
    shop,
    browser,
    ...(await Promise.all(['111.jpg', '222.jpg', '333.jpg'].map((name) => file(name)))),
  );
  assert.equal(response.status, 200, response.text);
  const [a, b, c] = product(shop).pictures.map(({ url }) => url) as [string, string, string];
  assert.ok(response.html.includes(a.replace('full', 'thumbnail')));
  assert.equal((await fetch(shop.url + c)).status, 200);

  await browser.send(`${latte(shop)}/pictures/move`, { url: c, place: '0' });
  await browser.send(`${latte(shop)}/pictures/remove`, { url: a });
  assert.deepEqual(
    product(shop).pictures.map(({ url }) => url),
    [c, b],
  );
  assert.equal((await fetch(shop.url + a)).status, 404);
});

/** Uploads pictures on the product's page. */
function upload(shop: Shop, browser: Browser, ...files: File[]) {
  const form = new FormData();
  form.append('csrf', /name="csrf" value="([^"]+)"/.exec(browser.page.html)?.[1] as string);
  for (const file of files) form.append('picture', file);
  return browser.post(`${latte(shop)}/pictures`, form);
}

test('an unreadable picture is named and blocks the upload; existing pictures are not counted', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop, { language: 'en' });
  await browser.open(latte(shop));
  const response = await upload(
    shop,
    browser,
    await file('<i>note</i>.jpg', Buffer.from('<script>alert(1)</script>')),
    await file('111.jpg'),
    await file('big.png', Buffer.alloc(11 * 2 ** 20)),
  );
  assert.equal(response.status, 422);
  assert.match(response.text, /<i>note<\/i>\.jpg: .*JPEG, PNG/);
  assert.match(response.text, /big\.png: .*10 MB/);
  assert.ok(!response.html.includes('<i>note'));
  assert.equal(product(shop).pictures.length, 0);
  assert.match((await upload(shop, browser, await file('111.jpg'), await file('222.jpg'))).text, /2 pictures added/);
  assert.match((await upload(shop, browser, await file('111.jpg'), await file('333.jpg'))).text, /Picture added/);
  assert.match((await upload(shop, browser, await file('111.jpg'))).text, /already has these pictures/);
  assert.equal(product(shop).pictures.length, 3);
});

test('an upload that is too large links back to its page', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop);
  await browser.open(latte(shop));
  const form = new FormData();
  form.append('picture', await file('big.jpg', Buffer.alloc(41 * 2 ** 20)));
  const page = `/office${latte(shop)}?from=list`;
  for (const [referer, back] of [
    [shop.url + page, page],
    [`https://elsewhere.example${page}`, `/office${latte(shop)}`],
    ['', `/office${latte(shop)}`],
  ] as const) {
    const response = await browser.post(`${latte(shop)}/pictures`, form, referer === '' ? {} : { Referer: referer });
    assert.equal(response.status, 413);
    assert.match(response.html, new RegExp(`href="${back.replace('?', '\\?')}" class="button main">กลับหน้าเดิม<`));
  }
});

test('an upload without a file is an error at its field', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop);
  await browser.open(latte(shop));
  const response = await browser.send(`${latte(shop)}/pictures`, { picture: new File([], '') });
  assert.equal(response.status, 422);
  assert.match(response.html, /id="field-picture-error"/);
});

test('variant fields and prices can be changed and cleared', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop);
  await browser.open(hot(shop));
  const wanted = {
    variant_name: 'ร้อนมาก',
    sku: 'LAT-HH',
    weight: '250.5',
    low_at: '3',
    cost: '20.25',
    price: ['66', ''],
  };
  const response = await browser.send(hot(shop), wanted);
  assert.equal(response.status, 200, response.text);
  const { name, sku, weight, lowStockThreshold, cost, prices } = variant(shop);
  assert.deepEqual([name, sku, weight, lowStockThreshold], ['ร้อนมาก', 'LAT-HH', 250.5, 3]);
  assert.equal(moneyText(cost as never), '20.25');
  assert.deepEqual(
    prices.map(({ price }) => moneyText(price)),
    ['66'],
  );
  await browser.send(hot(shop), { ...VARIANT, sku: '' });
  const emptied = variant(shop);
  assert.deepEqual([emptied.sku, emptied.weight, emptied.cost], [null, null, null]);
  const faulty = await browser.send(hot(shop), { ...VARIANT, price: ['65', 'free'] });
  assert.equal(faulty.status, 422);
  assert.match(faulty.html, /id="field-price-1-error"/);
  const light = await browser.send(hot(shop), { ...VARIANT, weight: '-3' });
  assert.match(light.html, /id="field-weight-error">ต้องไม่ต่ำกว่า 0</);
});

test('staff can neither see nor change the cost of a variant', async () => {
  const shop = await openShop();
  const owner = await signedIn(shop, { language: 'en' });
  await owner.open(hot(shop));
  await owner.send(hot(shop), { ...VARIANT, cost: '12.34' });
  assert.match(owner.page.html, /12\.34/);
  const staff = await signedIn(shop, { name: 'noi', role: 'staff', store: 'cafe', language: 'en' });
  for (const path of [latte(shop), hot(shop), '/products/new', `${latte(shop)}/variants/new`]) {
    const { status, html } = await staff.open(path);
    assert.equal(status, 200, path);
    assert.ok(!html.includes('12.34') && !html.includes('name="cost"'), path);
  }
  await staff.open(hot(shop));
  await staff.send(hot(shop), { ...VARIANT, cost: '1', low_at: '2' });
  assert.deepEqual([moneyText(variant(shop).cost as never), variant(shop).lowStockThreshold], ['12.34', 2]);
});

test('a variant picture is turned if the form says so, and a turn is a quarter', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop);
  await browser.open(hot(shop));
  const picture = await file('111.jpg');
  assert.equal((await browser.send(`${hot(shop)}/picture`, { picture, turn: ['45'] })).status, 422);
  await browser.send(`${hot(shop)}/picture`, { picture, turn: ['90'] });
  const turned = pictureBytes(shop.ctx.db, pictureNameIn(variant(shop).imageUrl ?? '') ?? '', 'full');
  const { width = 0, height = 0 } = await inspectPicture(turned ?? assert.fail());
  assert.ok(height > width, `${width} × ${height}`);
});

test('a variant picture is set and removed', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop);
  await browser.open(hot(shop));
  await browser.send(`${hot(shop)}/picture`, { picture: await file('111.jpg') });
  const { imageUrl } = variant(shop);
  assert.match(imageUrl ?? '', /^\/pictures\//);
  assert.equal(
    (await browser.send(`${hot(shop)}/picture`, { picture: await file('x.jpg', Buffer.from('x')) })).status,
    422,
  );
  assert.equal(variant(shop).imageUrl, imageUrl);
  await browser.open(hot(shop));
  await browser.send(`${hot(shop)}/picture/remove`);
  assert.equal(variant(shop).imageUrl, null);
});

test('a product is added with a variant, opening stock and pictures', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop, { language: 'en' });
  await browser.open('/products/new');
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

test('a variant is added to a product; a product without a title is refused', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop);
  await browser.open(`${latte(shop)}/variants/new`);
  const response = await browser.send(`${latte(shop)}/variants/new`, {
    ...VARIANT,
    variant_name: 'ปั่น',
    sku: 'LAT-F',
    opening: ['1', '2'],
  });
  assert.equal(response.status, 200, response.text);
  const added = product(shop).variants.at(-1);
  assert.deepEqual([added?.name, added?.stock.total.onHand], ['ปั่น', 3]);
  await browser.open('/products/new');
  const faulty = await browser.send('/products/new', { ...VARIANT, name: '', variant_name: 'kept' });
  assert.equal(faulty.status, 422);
  assert.match(faulty.html, /value="kept"/);
});

test('a duplicate SKU needs a confirmation in a new product, a new variant and an edit', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop);
  for (const [path, fields] of [
    ['/products/new', { ...VARIANT, name: 'มอคค่า' }],
    [`${latte(shop)}/variants/new`, { ...VARIANT, variant_name: 'ปั่น' }],
    [`${latte(shop)}/variants/${shop.ids.variants.iced}`, { ...VARIANT, variant_name: 'เย็น' }],
  ] as const) {
    const opened = await browser.open(path);
    assert.doesNotMatch(opened.html, /name="share_sku"/);
    const refused = await browser.send(path, fields);
    assert.equal(refused.status, 422, path);
    assert.match(refused.html, /id="field-sku-error">ซ้ำกับ “ลาเต้ ร้อน”/);
    assert.match(refused.html, /name="share_sku"/);
    assert.match(refused.html, /value="LAT-H"/);
    assert.equal((await browser.send(path, { ...fields, share_sku: 'on' })).status, 200, path);
  }
  const again = await browser.send(hot(shop), { ...VARIANT, weight: '5' });
  assert.deepEqual([again.status, variant(shop).weight], [200, 5], 'an existing duplicate needs no confirmation');
  assert.match((await browser.open(latte(shop))).text, /SKU ซ้ำ/);
});

test('the product page links to the price, SKU and stock of its variants and folds away the file key', async () => {
  const shop = await openShop({
    stores: [
      cafe({ products: [...cafe().products, { key: 'mug', name: 'แก้ว', variants: [{ key: 'mug', sku: 'MUG' }] }] }),
    ],
  });
  const browser = await signedIn(shop);
  const several = await browser.open(latte(shop));
  assert.match(several.html, new RegExp(`href="/office${hot(shop)}"[^>]*>แก้ไข<`));
  assert.doesNotMatch(several.text, /แก้ราคาและ SKU/);
  assert.match(several.html, /<details><summary>[^<]*<\/summary>.*<code>latte<\/code>.*<\/details>/s);
  const mug = `/products/${shop.ids.products.mug}`;
  const { html } = await browser.open(mug);
  const id = shop.ids.variants.mug;
  assert.match(html, new RegExp(`href="/office${mug}/variants/${id}" class="button main">แก้ราคาและ SKU<`));
  assert.match(html, new RegExp(`href="/office/stock/variants/${id}"`));
});

test('a variant with stock becomes a bundle after a confirmation, and a single item again', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop, { language: 'en' });
  await browser.open(hot(shop));
  const bundle = { kind: 'asBundle', part: ['LAT-I', ''], part_qty: ['2', ''] };
  const refused = await browser.send(`${hot(shop)}/parts`, bundle);
  assert.equal(refused.status, 422);
  assert.match(refused.text, /Confirm that the stock on hand is removed/);
  const unknown = await browser.send(`${hot(shop)}/parts`, { ...bundle, part: ['NONE', ''], remove_stock: 'on' });
  assert.match(unknown.html, /id="field-part-0-error"/);
  const made = await browser.send(`${hot(shop)}/parts`, { ...bundle, remove_stock: 'on' });
  assert.equal(made.status, 200, made.text);
  assert.deepEqual(
    [variant(shop).isBundle, variant(shop).parts.map(({ variantId, qty }) => [variantId, qty])],
    [true, [[idOf(shop.ids.variants.iced), 2]]],
  );
  await browser.send(`${hot(shop)}/parts`, { ...bundle, kind: 'assembled' });
  assert.deepEqual([variant(shop).isBundle, variant(shop).parts.length], [false, 1]);
  await browser.send(`${hot(shop)}/parts`, { ...bundle, kind: 'single' });
  assert.equal(variant(shop).parts.length, 0);
});

test('a part cannot be deleted, and its page says why', async () => {
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
  assert.match(response.text, /15 on hand stay in stock/);
  assert.match(response.text, /1 reserved for orders/);
  await browser.send(`${hot(shop)}/delete`);
  assert.equal(product(shop).variants.length, 1);
  await browser.send(`${hot(shop)}/restore`);
  assert.equal(product(shop).variants.length, 2);

  await browser.open(latte(shop));
  assert.match(browser.page.text, /All 2 variants/);
  await browser.send(`${latte(shop)}/delete`);
  assert.equal((await browser.open(latte(shop))).status, 404);
  const { html: csv } = await browser.open('/products/deleted.csv');
  assert.match(csv, /^\ufeff?product_key,Title\r\nlatte,ลาเต้\r\n$/);
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
  assert.match(response.text, /Pulled from บ้านกาแฟ/);
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
  assert.match(response.text, /ลาเต้ Pull\b/);
  const pulled = await browser.send('/products/pull', { source: shop.ids.products.latte ?? '' });
  assert.equal(pulled.status, 200, pulled.text);
  assert.match(pulled.text, /Pulled from บ้านกาแฟ/);
  const again = await browser.open(`/products/pull?store=${shop.ids.id}`);
  assert.match(again.html, new RegExp(`<a href="/office${pulled.path}"[^>]*>\\s*Already pulled`));
  assert.doesNotMatch(again.text, /ลาเต้ Pull\b/);
  const twice = await browser.send('/products/pull', { source: shop.ids.products.latte ?? '' });
  assert.deepEqual([twice.path, /Already pulled/.test(twice.text)], [pulled.path, true]);

  const bound = await signedIn(shop, { name: 'third', store: 'third', language: 'en' });
  await bound.open('/products/pull');
  assert.match(bound.page.text, /only one store/);
  assert.equal((await bound.send('/products/pull', { source: shop.ids.products.latte ?? '' })).status, 404);
});

test('products of another store are not found', async () => {
  const shop = await openShop({ stores: [cafe(), { key: 'other', name: 'Other' }] });
  const browser = await signedIn(shop, { role: 'staff', store: 'other', name: 'o' });
  for (const path of [latte(shop), hot(shop), `${latte(shop)}/variants/new`])
    assert.equal((await browser.open(path)).status, 404, path);
  const actions = ['/details', '/pictures', '/pictures/move', '/pictures/remove', '/delete', '/variants/new'];
  await browser.open('/products/new');
  for (const act of actions)
    assert.equal((await browser.send(latte(shop) + act, { name: 'x', url: 'x', place: '0' })).status, 404, act);
  for (const act of ['', '/parts', '/picture', '/picture/remove', '/delete', '/restore'])
    assert.equal((await browser.send(hot(shop) + act, { kind: 'single' })).status, 404, act);
  assert.equal((await browser.send(`/products/deleted/${shop.ids.products.latte}`)).status, 404);
  assert.equal(product(shop).name, 'ลาเต้');
});
