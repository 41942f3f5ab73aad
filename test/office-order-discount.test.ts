import assert from 'node:assert/strict';
import { test } from 'node:test';
import { baht } from './amounts.ts';
import { officePattern } from './errors.ts';
import { errorAt, signedIn } from './office.ts';
import { orders, press, RECIPIENT, value } from './order-form-steps.ts';
import { openShop } from './support.ts';

test('a discount in percent is of the subtotal, rounded to a satang, and stays a percentage until the order is saved', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop);
  await browser.open('/orders/new');
  await press(browser, 'count', { sku: 'LAT-H', qty: '1', discount: '12.35%', shipping_fee: '50' });
  assert.match(browser.page.text, /ส่วนลด −฿8\.03/);
  const unnamed = await press(browser, 'save', { qty: '2' });
  assert.deepEqual([unnamed.status, value(unnamed.html, 'discount')], [422, '12.35%']);
  await press(browser, 'save', { ...RECIPIENT, discount: '10 %' });
  const [order] = orders(shop);
  assert.deepEqual([order?.discount, order?.total], [baht('13'), baht('167')]);
  const action = `/orders/${order?.id}/edit`;
  await browser.open(action);
  assert.equal(value(browser.page.html, 'discount'), '13');
  const much = await press(browser, 'save', { discount: '101%' }, action);
  assert.notEqual(errorAt(much, 'discount'), undefined);
  await press(browser, 'save', { discount: '50%' }, action);
  assert.equal(orders(shop)[0]?.discount, baht('65'));
});

test('an invalid discount or time shows an error at its field, in new and edited orders', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop);
  await browser.open('/orders/new');
  const much = await press(browser, 'save', { ...RECIPIENT, sku: 'LAT-H', qty: '1', discount: '9999' });
  assert.match(errorAt(much, 'discount') ?? '', officePattern('discount_too_large', { most: baht('65') }, 'th'));
  const late = await press(browser, 'save', { discount: '', expiry: '2020-01-01T10:00' });
  assert.match(errorAt(late, 'expiry') ?? '', officePattern('time_is_past', {}, 'th'));
  const later = await press(browser, 'save', { expiry: '', deadline: '2020-01-01T10:00' });
  assert.match(errorAt(later, 'deadline') ?? '', officePattern('time_is_past', {}, 'th'));
  assert.deepEqual(orders(shop), []);
  await press(browser, 'save', { deadline: '', discount: '65' });
  const [order] = orders(shop);
  assert.equal(order?.paymentStatus, 'paid');
  const action = `/orders/${order?.id}/edit`;
  await browser.open(action);
  for (const [field, typed] of [
    ['discount', '66'],
    ['expiry', '2020-01-01T10:00'],
    ['deadline', '2020-01-01T10:00'],
  ] as const) {
    await browser.open(action);
    const response = await press(browser, 'save', { [field]: typed }, action);
    assert.deepEqual([response.status, errorAt(response, field) !== undefined], [422, true], field);
  }
});
