import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moneyText } from '../src/lib/money.ts';
import { productTexts } from '../src/office/products/detail/product-texts.ts';
import { variantRowTexts } from '../src/office/products/detail/variant-row-texts.ts';
import { officePattern } from './errors.ts';
import { errorAt, signedIn } from './office.ts';
import { latte, product, VARIANT } from './office-product-steps.ts';
import { cafe, openShop, type Shop } from './support.ts';

// Several variants in one form: the values of its options make the rows.

const opened = async (path: (shop: Shop) => string) => {
  const shop = await openShop();
  const browser = await signedIn(shop, { language: 'en' });
  await browser.open(path(shop));
  return { shop, browser, path: path(shop) };
};

const newProduct = () => opened(() => '/products/new');
const newVariants = () => opened((shop) => `${latte(shop)}/variants/new`);

/** Names, default prices, stock and SKUs of the variants. */
const shown = (shop: Shop, id?: string) =>
  product(shop, id).variants.map(({ name, prices, stock, sku }) => [
    name,
    ...prices.map(({ price }) => moneyText(price)),
    stock.total.onHand,
    sku,
  ]);

const namesIn = (html: string) => [...html.matchAll(/name="row_name" value="([^"]*)"/g)].map(([, name]) => name);
const pricesIn = (html: string) =>
  [...html.matchAll(/name="row_price"[^>]* value="([^"]*)"/g)].map(([, price]) => price);

const ROWS = {
  option: ['Red,  Black', 'S\nM', ''],
  row_name: ['Red / S', 'Red / M', 'Black / S', 'Black / M'],
  row_on: ['0', '1', '2', '3'],
  row_price: ['390', '390', '390', '390'],
  row_qty: ['', '', '', ''],
  row_sku: ['', '', '', ''],
};

test('values of two options make a row for each combination, and the typed price becomes that of all rows', async () => {
  const { browser } = await newProduct();
  const typed = {
    name: 'Shirt',
    price: ['390', ''],
    sku: 'X',
    opening: ['5', ''],
    option: ['Red, Black,Red', 'S\r\nM', ''],
  };
  const { status, html } = await browser.send('/products/new', { ...typed, more: 'rows' });
  assert.equal(status, 200);
  assert.deepEqual(namesIn(html), ['Red / S', 'Red / M', 'Black / S', 'Black / M']);
  assert.match(html, /id="field-all_price"[^>]* value="390"/);
  assert.equal(html.match(/name="row_price"[^>]* placeholder="390"/g)?.length, 4);
  assert.doesNotMatch(html, /field-variant_name|role="alert"/);
  const single = await browser.send('/products/new', { ...typed, ...ROWS, option: ['', '', ''], more: 'rows' });
  assert.deepEqual(namesIn(single.html), []);
  for (const kept of [
    /id="field-sku"[^>]* value="X"/,
    /id="field-opening-0"[^>]* value="5"/,
    /id="field-price-0"[^>]* value="390"/,
  ])
    assert.match(single.html, kept);
});

test('a product is saved with its rows, without those that are left out; empty cells get what all rows have', async () => {
  const { shop, browser } = await newProduct();
  const rows = { ...ROWS, row_on: ['0', '2', '3'], row_price: ['390', '', '420', ''], row_qty: ['5', '9', '', '2'] };
  const response = await browser.send('/products/new', {
    name: 'Shirt',
    price: ['', '350'],
    weight: '200',
    ...rows,
    all_price: '300',
    all_qty: '3',
    row_sku: ['R-S', '', '', 'B-M'],
  });
  assert.equal(response.status, 200, response.text);
  const [, id] = /^\/products\/(\d+)$/.exec(response.path) ?? [];
  assert.deepEqual(shown(shop, id), [
    ['Red / S', '390', '350', 5, 'R-S'],
    ['Black / S', '420', '350', 3, null],
    ['Black / M', '300', '350', 2, 'B-M'],
  ]);
  assert.deepEqual(new Set(product(shop, id).variants.map(({ weight }) => weight)), new Set([200]));
});

test('the list names the number of variants, followed by their SKUs if they have any', async () => {
  const { browser } = await newProduct();
  await browser.send('/products/new', { name: 'Shirt', ...ROWS });
  assert.match((await browser.open('/products')).html, /<div class="muted break">4 variants<\/div>/);
});

test('with one price tier, no heading for prices is left above the rows', async () => {
  const shop = await openShop({
    stores: [cafe({ price_tiers: [{ key: 'retail', name: 'ปลีก', default: true }], products: [], channels: [] })],
  });
  const browser = await signedIn(shop, { language: 'en' });
  assert.match((await browser.open('/products/new')).html, /<legend>Price<\/legend>/);
  const { html } = await browser.send('/products/new', { name: 'Shirt', ...ROWS, more: 'rows' });
  assert.doesNotMatch(html, /<legend>Price<\/legend>/);
});

test('the page of a product counts its variants without a price', async () => {
  const { browser } = await newProduct();
  const rows = { ...ROWS, row_price: ['390', '', '', ''] };
  const { html } = await browser.send('/products/new', { name: 'Shirt', price: ['', ''], ...rows });
  assert.match(html, new RegExp(productTexts('en').noPricesNotice(3)));
});

test('values that have no rows yet make rows when the form is saved; nothing is saved before they were seen', async () => {
  const { shop, browser, path } = await newVariants();
  const before = product(shop).variants.length;
  const made = await browser.send(path, { ...VARIANT, option: ['Iced, Blended', '', ''] });
  assert.deepEqual(
    [made.status, namesIn(made.html), product(shop).variants.length],
    [200, ['Iced', 'Blended'], before],
  );
  const changed = { ...ROWS, option: ['Blended, Cold brew', '', ''], row_name: ['Iced', 'Blended'], row_on: ['0'] };
  const { html } = await browser.send(path, { ...changed, row_price: ['60', '75'], row_sku: ['A', 'B'] });
  assert.deepEqual(
    [namesIn(html), pricesIn(html)],
    [
      ['Blended', 'Cold brew'],
      ['75', ''],
    ],
  );
  assert.doesNotMatch(html, /id="field-row_on-0"[^>]* checked/);
  assert.match(html, /id="field-row_on-1"[^>]* checked/);
  assert.match(html, /id="field-row_sku-0"[^>]* value="B"/);
  assert.equal(product(shop).variants.length, before);
});

test('new variants begin with the price of the first one, and those that exist get no row', async () => {
  const { shop, browser, path } = await newVariants();
  assert.match(browser.page.html, /id="field-price-0"[^>]* value="65"/);
  const option = ['ร้อน, ปั่น', '', ''];
  const { html } = await browser.send(path, { ...VARIANT, option, more: 'rows' });
  assert.deepEqual(namesIn(html), ['ปั่น']);
  assert.match(html, /id="field-all_price"[^>]* value="65"/);
  const one = { ...ROWS, option, row_name: ['ปั่น'], row_on: ['0'], row_price: ['70'], row_qty: ['4'] };
  await browser.send(path, { ...VARIANT, price: ['65', '60'], ...one });
  assert.deepEqual(shown(shop).at(-1), ['ปั่น', '70', '60', 4, null]);
  const again = await browser.send(path, { ...VARIANT, option, more: 'rows' });
  assert.equal(errorAt(again, 'option-0'), variantRowTexts('en').allExist);
});

test('errors stand next to their cells, nothing typed is lost and nothing is saved', async () => {
  const { shop, browser, path } = await newVariants();
  const before = product(shop).variants.length;
  const wrong = {
    ...ROWS,
    row_price: ['390', 'free', '390', '390'],
    row_qty: ['-1', '', '7', ''],
    row_sku: ['NEW', 'LAT-H', 'NEW', ''],
  };
  const refused = await browser.send(path, { ...VARIANT, weight: '9', ...wrong });
  assert.equal(refused.status, 422);
  const errors = [...refused.html.matchAll(/id="field-([\w-]+)-error"/g)].map(([, name]) => name);
  assert.deepEqual(errors.sort(), ['row_price-1', 'row_qty-0', 'row_sku-1', 'row_sku-2']);
  assert.match(errorAt(refused, 'row_sku-1') ?? '', officePattern('sku_taken', { variant: 'ลาเต้ ร้อน' }, 'en'));
  assert.match(errorAt(refused, 'row_sku-2') ?? '', officePattern('sku_taken', { variant: 'Red / S' }, 'en'));
  for (const kept of ['free', '-1', 'LAT-H', '9']) assert.match(refused.html, new RegExp(`value="${kept}"`));
  const none = await browser.send(path, { ...VARIANT, ...ROWS, row_on: [] });
  assert.match(none.text, /Choose at least one variant/);
  assert.equal(product(shop).variants.length, before);
});

test('an error in a row that is left out does not count for its SKU', async () => {
  const { shop, browser, path } = await newVariants();
  const { status } = await browser.send(path, {
    ...VARIANT,
    ...ROWS,
    row_on: ['0'],
    row_sku: ['NEW', 'LAT-H', 'NEW', ''],
  });
  assert.deepEqual([status, shown(shop).at(-1)], [200, ['Red / S', '390', '60', 0, 'NEW']]);
});

test('too many combinations and too long values are refused at their option', async () => {
  const { browser, path } = await newVariants();
  const values = Array.from({ length: 11 }, (_, i) => i).join(',');
  const many = await browser.send(path, { ...VARIANT, option: [values, values, ''], more: 'rows' });
  assert.match(errorAt(many, 'option-1') ?? '', /At most 100/);
  assert.deepEqual(namesIn(many.html), []);
  const saved = await browser.send(path, { ...VARIANT, option: [values, values, ''] });
  assert.equal(saved.status, 422);
  const long = await browser.send(path, { ...VARIANT, option: ['x'.repeat(101), '', ''], more: 'rows' });
  assert.match(errorAt(long, 'option-0') ?? '', /100/);
});

test('the opening stock of the rows goes to the chosen warehouse', async () => {
  const { shop, browser, path } = await newVariants();
  const { cnx } = shop.ids.warehouses;
  assert.ok(cnx);
  await browser.send(path, { ...VARIANT, ...ROWS, row_on: ['3'], row_qty: ['', '', '', '8'], row_warehouse: cnx });
  const stock = product(shop)
    .variants.at(-1)
    ?.stock.warehouses.filter(({ onHand }) => onHand > 0);
  assert.deepEqual(
    stock?.map(({ warehouseId, onHand }) => [String(warehouseId), onHand]),
    [[cnx, 8]],
  );
});
