import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeVariant } from '../src/domain/catalogue/edit-variant.ts';
import { moneyText } from '../src/lib/money.ts';
import { baht } from './amounts.ts';
import { officePattern } from './errors.ts';
import { errorAt, signedIn } from './office.ts';
import { hot, latte, product, VARIANT, variant } from './office-product-steps.ts';
import { typed } from './office-stock-steps.ts';
import { runStep, variantId } from './stock-steps.ts';
import { idOf, openShop } from './support.ts';

test('variant fields and prices can be changed and cleared', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop);
  await browser.open(hot(shop));
  const wanted = {
    variant_name: 'ร้อนมาก',
    sku: 'LAT-HH',
    weight: '250.5',
    low_at: '3',
    shelf: ' A-03-2 ',
    cost: '20.25',
    price: ['66', ''],
  };
  const response = await browser.send(hot(shop), wanted);
  assert.equal(response.status, 200, response.text);
  const { name, sku, weight, lowStockThreshold, shelfLocation, cost, prices } = variant(shop);
  assert.deepEqual([name, sku, weight, lowStockThreshold, shelfLocation], ['ร้อนมาก', 'LAT-HH', 250.5, 3, 'A-03-2']);
  assert.equal(moneyText(cost as never), '20.25');
  const { body } = await shop.call('/v1/product/detail', { product_id: shop.ids.products.latte });
  assert.doesNotMatch(JSON.stringify(body), /A-03-2/, 'only the store sees where its goods are');
  assert.deepEqual(
    prices.map(({ price }) => moneyText(price)),
    ['66'],
  );
  await browser.send(hot(shop), { ...VARIANT, sku: '' });
  const emptied = variant(shop);
  assert.deepEqual([emptied.sku, emptied.weight, emptied.shelfLocation, emptied.cost], [null, null, null, null]);
  const faulty = await browser.send(hot(shop), { ...VARIANT, price: ['65', 'free'] });
  assert.equal(faulty.status, 422);
  assert.match(faulty.html, /id="field-price-1-error"/);
  const light = await browser.send(hot(shop), { ...VARIANT, weight: '-3' });
  assert.match(errorAt(light, 'weight') ?? '', officePattern('below_zero', {}, 'th'));
});

test('a form that was opened before goods were received keeps their average cost, unless the cost was edited', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop);
  await browser.open(hot(shop));
  await browser.send(hot(shop), { ...VARIANT, cost: '20' });
  const shown_cost = /name="shown_cost" value="([^"]*)"/.exec((await browser.open(hot(shop))).html)?.[1] as string;
  await runStep(shop, (tx, now) => changeVariant(tx, variantId(shop, 'hot'), { cost: baht('17.5') }, now));
  await browser.send(hot(shop), { ...VARIANT, cost: '20.00', shown_cost });
  assert.equal(variant(shop).cost, baht('17.5'));
  await browser.send(hot(shop), { ...VARIANT, cost: '21', shown_cost });
  assert.equal(variant(shop).cost, baht('21'));
  await browser.send(hot(shop), { ...VARIANT, cost: '', shown_cost });
  assert.equal(variant(shop).cost, null);
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
    const taken = officePattern('sku_taken', { variant: 'ลาเต้ ร้อน' }, 'th');
    assert.match(errorAt(refused, 'sku') ?? '', taken);
    assert.match(refused.html, /name="share_sku"/);
    assert.match(refused.html, /value="LAT-H"/);
    assert.equal((await browser.send(path, { ...fields, share_sku: 'on' })).status, 200, path);
  }
  const again = await browser.send(hot(shop), { ...VARIANT, weight: '5' });
  assert.deepEqual([again.status, variant(shop).weight], [200, 5], 'an existing duplicate needs no confirmation');
  assert.match((await browser.open(latte(shop))).text, /SKU ซ้ำ/);
});

test('the form of a product saves the SKUs of its variants, which may swap theirs', async () => {
  const { browser, details, skus } = await skuForm();
  assert.deepEqual(typed(browser.page.html, 'variant_sku'), ['LAT-H', 'LAT-I']);
  assert.equal((await browser.send(details.path, details.with(['LAT-I', 'LAT-H']))).status, 200);
  assert.deepEqual(skus(), ['LAT-I', 'LAT-H']);
  const late = await browser.send(details.path, details.with(['LAT-X', 'LAT-I']));
  assert.match(errorAt(late, 'variant_sku-0') ?? '', officePattern('changed_meanwhile'));
  assert.deepEqual(
    [skus(), typed(late.html, 'variant_sku')],
    [
      ['LAT-I', 'LAT-H'],
      ['LAT-X', 'LAT-I'],
    ],
  );
});

test('a SKU of another variant is an error at its field until its use is confirmed', async () => {
  const { browser, details, skus } = await skuForm();
  const same = await browser.send(details.path, details.with(['NEW', 'NEW']));
  assert.match(errorAt(same, 'variant_sku-1') ?? '', officePattern('sku_taken', { variant: 'ลาเต้ ร้อน' }));
  const form = details.with(['LAT-I', 'LAT-I']);
  const taken = await browser.send(details.path, { ...form, name: '' });
  assert.match(errorAt(taken, 'variant_sku-0') ?? '', officePattern('sku_taken', { variant: 'ลาเต้ เย็น' }));
  assert.match(taken.html, /id="field-name-error"/);
  assert.match(taken.html, /name="share_sku_at"/);
  assert.deepEqual(skus(), ['LAT-H', 'LAT-I']);
  await browser.send(details.path, { ...form, share_sku_at: '0' });
  assert.deepEqual(skus(), ['LAT-I', 'LAT-I']);
});

/** The form of the latte; `with` fills in the SKUs of its two variants. */
async function skuForm() {
  const shop = await openShop();
  const browser = await signedIn(shop, { language: 'en' });
  await browser.open(latte(shop));
  const variants = product(shop).variants;
  const was = variants.map(({ sku }) => sku ?? '');
  const form = { name: 'ลาเต้', variant_id: variants.map(({ id }) => String(id)), variant_sku_was: was };
  return {
    browser,
    details: { path: `${latte(shop)}/details`, with: (variant_sku: string[]) => ({ ...form, variant_sku }) },
    skus: () => product(shop).variants.map(({ sku }) => sku),
  };
}

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
