import assert from 'node:assert/strict';
import { test } from 'node:test';
import { postalCodesText } from '../src/domain/shipping-rates/remote-area.ts';
import { storeById } from '../src/domain/stores.ts';
import { moneyText } from '../src/lib/money.ts';
import { errorAt, signedIn } from './office.ts';
import { openSettings, storeId } from './office-settings-steps.ts';
import { orders, press, RECIPIENT, value } from './order-form-steps.ts';
import { cafe, openShop, type Shop } from './support.ts';

const [coffee] = cafe().products;
const [hot, iced] = coffee?.variants ?? [];

const SETTINGS = {
  shipping_rates: [
    {
      first: '40',
      each_more: '10',
      weight_steps: [
        { up_to: 500, price: '35' },
        { up_to: 1500, price: '45' },
      ],
    },
  ],
  remote_area: { fee: '50', postal_codes: '84140, 84280-84360' },
};

async function openForm(settings: object = {}) {
  const products = [{ ...coffee, variants: [{ ...hot, weight: 500 }, iced] }];
  const shop = await openShop({ stores: [cafe({ settings: { ...SETTINGS, ...settings }, products })] });
  const browser = await signedIn(shop, { store: 'cafe', language: 'en' });
  await browser.open('/orders/new');
  return { shop, browser, shown: () => value(browser.page.html, 'shipping_fee') };
}

test('the order form proposes the fee by weight and the charge of a remote area as its own part', async () => {
  const { shop, browser, shown } = await openForm();
  await press(browser, 'count', { sku: 'LAT-H', qty: '1', shipping_type: 'ems', postal_code: '10110' });
  assert.equal(shown(), '35');
  assert.match(browser.page.text, /From the store rates · Weight 500 g/);
  await press(browser, 'count', { qty: '2', postal_code: '๘๔๑๔๐' });
  assert.equal(shown(), '95');
  assert.match(browser.page.text, /฿45 \+ ฿50 remote area · From the store rates · Weight 1 kg/);
  await press(browser, 'count', { shipping_fee: '60' });
  assert.match(browser.page.text, /Use store rates: ฿95 \(฿45 \+ ฿50 remote area\)/);
  await press(browser, 'fee');
  await press(browser, 'save', RECIPIENT);
  const [order] = orders(shop);
  assert.equal(moneyText(order?.shippingFee as never), '95');
  assert.match((await browser.open(`/orders/${order?.id}/edit`)).text, /฿45 \+ ฿50 remote area/);
});

test('the order form names the items without a weight, and says when an order is heavier than all steps', async () => {
  const { browser, shown } = await openForm();
  await press(browser, 'count', { sku: 'LAT-I', qty: '2', shipping_type: 'ems', postal_code: '10110' });
  assert.equal(shown(), '50');
  assert.match(browser.page.text, /No weight: ลาเต้ เย็น\. The fee is charged by quantity\./);
  await press(browser, 'remove 0');
  await press(browser, 'count', { sku: 'LAT-H', qty: '4', shipping_type: 'ems' });
  assert.equal(shown(), '');
  assert.match(browser.page.text, /Weight 2 kg is above the last step of the rate \(1\.5 kg\)\. Enter the fee\./);
});

test('an order heavier than all steps is saved only with a fee that was entered or seen', async () => {
  const { shop, browser, shown } = await openForm();
  await press(browser, 'save', { ...RECIPIENT, sku: 'LAT-H', qty: '4', shipping_type: 'ems', postal_code: '10110' });
  const error = /^Weight 2 kg is above the last step/;
  assert.match(errorAt(browser.page, 'shipping_fee') ?? '', error);
  await press(browser, 'count', { qty: '1' });
  await press(browser, 'save', { qty: '4' });
  assert.match(errorAt(browser.page, 'shipping_fee') ?? '', error, 'the fee of the lighter order');
  assert.deepEqual([shown(), orders(shop).length], ['35', 0]);
  await press(browser, 'save', { shipping_fee: '120' });
  assert.equal(moneyText(orders(shop)[0]?.shippingFee as never), '120');
});

test('free shipping still charges the remote area', async () => {
  const { browser, shown } = await openForm({ free_shipping_from: '100' });
  await press(browser, 'count', { sku: 'LAT-H', qty: '2', shipping_type: 'ems', postal_code: '84300' });
  assert.equal(shown(), '50');
  assert.match(browser.page.text, /฿0 \+ ฿50 remote area · Free shipping from ฿100/);
});

test('without scripts, an order is not saved before its charge of a remote area was shown', async () => {
  const { browser, shown } = await openForm();
  await press(browser, 'count', { sku: 'LAT-H', qty: '1', shipping_type: 'ems' });
  assert.equal(shown(), '35');
  await press(browser, 'save', { ...RECIPIENT, postal_code: '84140' });
  assert.equal(shown(), '85');
  assert.match(browser.page.text, /Shipping fee set to ฿85/);
});

const EMPTY = { every_first: '', every_each_more: '', shipping_type: '', first: '', each_more: '', free_from: '' };
const FORM = { ...EMPTY, step_of: [], up_to: [], step_price: [], heavier: '', remote_fee: '', postal_codes: '' };

/** Rows of steps as `[number of the rate, grams, baht]`. */
const steps = (...rows: readonly (readonly [number, string, string])[]) => ({
  step_of: rows.map(([rate]) => String(rate)),
  up_to: rows.map(([, upTo]) => upTo),
  step_price: rows.map(([, , price]) => price),
});

const saved = (shop: Shop) => {
  const { shippingRates, remoteArea } = storeById(shop.ctx.db, storeId(shop));
  const rates = shippingRates.map(({ shippingType, weightSteps = [] }) => [
    shippingType,
    ...weightSteps.map(({ upTo, price }) => `${upTo}=${moneyText(price)}`),
  ]);
  return [...rates, remoteArea && `${moneyText(remoteArea.fee)} ${postalCodesText(remoteArea.postalCodes)}`];
};

test('steps and remote areas are saved on the page of the rates, shown again and recorded in the audit log', async () => {
  const { shop, browser } = await openSettings('/shipping');
  assert.doesNotMatch(browser.page.html, /<details[^>]* open/, 'a store without steps sees them collapsed');
  const rates = { every_first: '40', shipping_type: 'flash', first: '35' };
  await browser.send('/settings/shipping', { ...FORM, ...rates });
  const typed = { ...rates, remote_fee: '50', postal_codes: '84280-84360\r\n84140' };
  const rows = steps([0, '1,000', '45'], [0, '', ''], [0, '500', '35'], [1, '2000', '60']);
  await browser.send('/settings/shipping', { ...FORM, ...typed, ...rows, heavier: ['90', ''] });
  const expected = [[null, '500=35', '1000=45', 'null=90'], ['flash', '2000=60'], '50 84140, 84280-84360'];
  assert.deepEqual(saved(shop), expected);
  const { html } = await browser.open('/settings/shipping');
  assert.equal(html.match(/<details[^>]* open/g)?.length, 3);
  assert.deepEqual([value(html, 'up_to', 1), value(html, 'heavier'), value(html, 'up_to', 5)], ['1000', '90', '2000']);
  assert.match((await browser.open('/settings')).text, /By weight from ฿35 · 1 by courier · remote areas \+฿50/);
  const { text } = await browser.open('/settings/audit');
  assert.match(text, /Every courier ฿40 \+ ฿0 \(up to 500 g ฿35; up to 1 kg ฿45; heavier ฿90\), Flash/);
  assert.match(text, /Remote areas: empty → \+฿50: 84140, 84280-84360/);
});

test('a removed courier loses its steps, and cleared fields remove steps and remote areas', async () => {
  const { shop, browser } = await openSettings('/shipping');
  const flash = { shipping_type: 'flash', first: '35', each_more: '0', weight_steps: [{ price: '30' }] };
  const settings = { ...SETTINGS, shipping_rates: [...SETTINGS.shipping_rates, flash] };
  await shop.load({ stores: [{ key: 'cafe', name: 'บ้านกาแฟ', settings }] });
  const rates = { every_first: '40', shipping_type: ['', 'ems'], first: ['35', '30'], each_more: ['', ''] };
  const rows = steps([0, '', ''], [1, '500', '1'], [2, '900', '70']);
  await browser.send('/settings/shipping', { ...FORM, ...rates, ...rows, heavier: ['', '', ''] });
  assert.deepEqual(saved(shop), [[null], ['ems', '900=70'], null]);
});

test('half a step, a repeated one and a wrong or half remote area have errors at their fields', async () => {
  const { browser } = await openSettings('/shipping');
  const errors = async (typed: object, ...names: string[]) => {
    const page = await browser.send('/settings/shipping', { ...FORM, every_first: '40', ...typed });
    assert.equal(page.status, 422);
    return names.map((name) => errorAt(page, name));
  };
  const rows = steps([0, '', '35'], [0, '500', ''], [0, '700', '1'], [0, '700', '2'], [0, '0', '2']);
  assert.deepEqual(await errors(rows, 'up_to-0', 'step_price-1', 'up_to-3', 'up_to-4'), [
    'Enter the weight of this step',
    'Enter the rate of this step',
    'There is already a step up to 700 g. Remove one of them.',
    'Enter a whole number from 1 to 10,000,000',
  ]);
  assert.equal(value(browser.page.html, 'step_price', 3), '2');
  assert.deepEqual(await errors({ ...steps([0, '500', '35']), every_first: '' }, 'every_first'), [
    'Enter the rate for the first unit',
  ]);
  assert.deepEqual(await errors({ postal_codes: '84140' }, 'remote_fee'), ['Enter the extra charge']);
  assert.deepEqual(await errors({ remote_fee: '50' }, 'postal_codes'), ['Enter the postal codes of the remote areas']);
  const [problem = ''] = await errors({ remote_fee: '50', postal_codes: '84140, 84360-84280' }, 'postal_codes');
  assert.match(problem, /Entry 2, 84360-84280, begins with the higher code\. Write 84280-84360\./);
});
