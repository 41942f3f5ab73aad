import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listStores, storeById } from '../src/domain/stores.ts';
import { moneyText } from '../src/lib/money.ts';
import { NO_ADDRESS, openWizard } from './first-run-steps.ts';
import { errorAt, signedIn } from './office.ts';
import { openSettings, storeId } from './office-settings-steps.ts';
import { orders, press, RECIPIENT, value } from './order-form-steps.ts';
import { placeOrder } from './order-steps.ts';
import { cafe, openShop } from './support.ts';

const EVERY = { first: '40', each_more: '10' };
const [coffee] = cafe().products;

const SETTINGS = { shipping_rates: [EVERY, { shipping_type: 'flash', first: '35', each_more: '0' }] };

async function openForm(settings: object = SETTINGS, product: object = {}) {
  const shop = await openShop({ stores: [cafe({ settings, products: [{ ...coffee, ...product }] })] });
  const browser = await signedIn(shop, { store: 'cafe', language: 'en' });
  await browser.open('/orders/new');
  const shown = () => value(browser.page.html, 'shipping_fee');
  return { shop, browser, shown };
}

test('the rate of the store for the courier, or else for every courier, is the fee until one is typed', async () => {
  const { shop, browser, shown } = await openForm();
  await press(browser, 'count', { sku: 'LAT-H', qty: '3', shipping_type: 'ems' });
  assert.equal(shown(), '60');
  assert.match(browser.page.text, /From the store rates/);
  await press(browser, 'count', { shipping_type: 'flash' });
  assert.equal(shown(), '35');
  await press(browser, 'count', { shipping_type: 'store_pickup' });
  assert.equal(shown(), '');
  await press(browser, 'count', { shipping_type: 'ems', shipping_fee: '50' });
  assert.equal(shown(), '50');
  assert.match(browser.page.text, /Use store rates: ฿60/);
  await press(browser, 'fee');
  assert.equal(shown(), '60');
  await press(browser, 'save', RECIPIENT);
  assert.deepEqual(
    orders(shop).map(({ shippingFee }) => moneyText(shippingFee)),
    ['60'],
  );
});

test('products with a rate of their own keep it, and the store charges once for all others', async () => {
  const tea = { key: 'tea', name: 'ชา', variants: [{ key: 'tea', sku: 'TEA', prices: { retail: '20' } }] };
  const shipping_rates = [{ shipping_type: 'ems', first: '100', each_more: '50' }];
  const products = [{ ...coffee, shipping_rates }, tea];
  const shop = await openShop({ stores: [cafe({ settings: { ...SETTINGS, free_shipping_from: '1' }, products })] });
  const browser = await signedIn(shop, { store: 'cafe', language: 'en' });
  await browser.open('/orders/new');
  await press(browser, 'count', { sku: 'LAT-H', qty: '2', shipping_type: 'ems' });
  assert.deepEqual(
    [value(browser.page.html, 'shipping_fee'), /From the product rates/.test(browser.page.text)],
    ['150', true],
  );
  await press(browser, `add ${shop.ids.variants.tea}`, {});
  assert.equal(value(browser.page.html, 'shipping_fee'), '150', 'free of the store only');
  await shop.load({ stores: [{ key: 'cafe', name: 'บ้านกาแฟ', settings: { free_shipping_from: '0' } }] });
  await press(browser, 'count');
  assert.equal(value(browser.page.html, 'shipping_fee'), '190');
  assert.match(browser.page.text, /From the product and store rates/);
});

test('an order is proposed free of shipping from the price of the items that the store has set, after the discount', async () => {
  const { browser, shown } = await openForm({ ...SETTINGS, free_shipping_from: '190' });
  await press(browser, 'count', { sku: 'LAT-H', qty: '3', shipping_type: 'ems' });
  assert.equal(shown(), '0');
  assert.match(browser.page.text, /Free shipping from ฿190/);
  await press(browser, 'count', { discount: '10' });
  assert.equal(shown(), '60');
});

test('an order whose fee was never shown is not saved before it is', async () => {
  const { shop, browser, shown } = await openForm();
  await press(browser, 'save', { ...RECIPIENT, sku: 'LAT-H', qty: '3', shipping_type: 'ems' });
  assert.match(browser.page.text, /Shipping fee set to ฿60/);
  assert.equal(errorAt(browser.page, 'shipping_fee'), undefined);
  assert.equal(shown(), '60');
  await press(browser, 'save');
  assert.equal(moneyText(orders(shop)[0]?.shippingFee as never), '60');
});

test('an edited manual order is offered the fee, a partner’s order is not', async () => {
  const { shop, browser, shown } = await openForm();
  await press(browser, 'count', { sku: 'LAT-H', qty: '1', shipping_type: 'ems' });
  await press(browser, 'save', { ...RECIPIENT, shipping_fee: '' });
  const [manual] = orders(shop);
  await browser.open(`/orders/${manual?.id}/edit`);
  assert.equal(shown(), '');
  assert.match(browser.page.text, /Use store rates: ฿40/);
  await press(browser, 'fee', {}, `/orders/${manual?.id}/edit`);
  assert.equal(shown(), '40');
  const { id } = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  assert.doesNotMatch((await browser.open(`/orders/${id}/edit`)).text, /Use store rates/);
  await browser.open(`/orders/new?copy=${id}`);
  assert.equal(shown(), '40', 'a copy is a manual order');
});

test('a new order of a store without rates links to them, for those who may set them', async () => {
  const shop = await openShop();
  const link = 'href="/office/settings/shipping"';
  const owner = await signedIn(shop, { language: 'en' });
  const staff = await signedIn(shop, { name: 'noi', role: 'staff', store: 'cafe', language: 'en' });
  assert.ok((await owner.open('/orders/new')).html.includes(link));
  assert.equal((await staff.open('/orders/new')).html.includes(link), false);
});

const FORM = { every_first: '', every_each_more: '', shipping_type: '', first: '', each_more: '', free_from: '' };

test('the rates of the store are saved, changed and removed on one page, and recorded in the audit log', async () => {
  const { shop, browser } = await openSettings('/shipping');
  const saved = () => {
    const { shippingRates, freeShippingFrom } = storeById(shop.ctx.db, storeId(shop));
    const rates = shippingRates.map(({ shippingType, first, eachMore }) => [
      shippingType,
      moneyText(first),
      moneyText(eachMore),
    ]);
    return [...rates, freeShippingFrom && moneyText(freeShippingFrom)];
  };
  const typed = { every_first: '40', every_each_more: '10', shipping_type: 'flash', first: '35', free_from: '1,000' };
  await browser.send('/settings/shipping', { ...FORM, ...typed });
  assert.deepEqual(saved(), [[null, '40', '10'], ['flash', '35', '0'], '1000']);
  assert.match((await browser.open('/settings')).text, /Shipping rates ฿40 · 1 by courier · free from ฿1,000/);
  const { text } = await browser.open('/settings/audit');
  assert.match(text, /Shipping rates: empty → Every courier ฿40 \+ ฿10, Flash Express ฿35 \+ ฿0/);
  assert.match(text, /Free from \(baht\): empty → ฿1,000/);
  await browser.open('/settings/shipping');
  await browser.send('/settings/shipping', {
    ...FORM,
    every_first: '40',
    shipping_type: ['', ''],
    first: ['35', ''],
    each_more: ['', ''],
  });
  assert.deepEqual(saved(), [[null, '40', '0'], null]);
});

test('a rate without its first unit, an unknown or repeated courier and free shipping without rates have errors', async () => {
  const { browser } = await openSettings('/shipping');
  const errorsOf = async (typed: object, ...names: string[]) => {
    const page = await browser.send('/settings/shipping', { ...FORM, ...typed });
    assert.equal(page.status, 422);
    return names.filter((name) => errorAt(page, name) !== undefined);
  };
  assert.deepEqual(await errorsOf({ every_each_more: '10' }, 'every_first'), ['every_first']);
  assert.deepEqual(await errorsOf({ free_from: '500' }, 'every_first'), ['every_first']);
  assert.deepEqual(await errorsOf({ first: '5' }, 'shipping_type-0'), ['shipping_type-0']);
  const wrong = { shipping_type: ['ems', 'ems', 'pigeon'], first: ['', '1', '2'], each_more: ['', '', ''] };
  const names = ['first-0', 'shipping_type-1', 'shipping_type-2'];
  assert.deepEqual(await errorsOf(wrong, ...names), names);
});

test('the setup wizard asks for a fee per order, which can be left empty', async () => {
  const { shop, browser } = await openWizard();
  const fees = () =>
    listStores(shop.ctx.db)[0]?.shippingRates.map(({ first, eachMore }) => [first, eachMore].map(moneyText));
  await browser.send('/first-run/store', { ...NO_ADDRESS, shipping_fee: '' });
  assert.deepEqual(fees(), []);
  await browser.open('/first-run/store');
  await browser.send('/first-run/store', { ...NO_ADDRESS, shipping_fee: '40' });
  assert.deepEqual(fees(), [['40', '0']]);
  assert.match((await browser.open('/first-run/store')).html, /name="shipping_fee"[^>]* value="40"/);
});
