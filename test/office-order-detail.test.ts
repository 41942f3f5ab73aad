import assert from 'node:assert/strict';
import { test } from 'node:test';
import { historyOf } from '../src/domain/orders/history.ts';
import { existingOrder } from '../src/domain/orders/order.ts';
import { officePattern } from './errors.ts';
import { errorAt, signedIn } from './office.ts';
import { LATTE, moneyOf, opened } from './order-page-steps.ts';
import { placeOrder } from './order-steps.ts';
import { notifyPaymentStep, takePaymentStep } from './payment-steps.ts';
import { bookOrder, pickUpShipment } from './shipment-steps.ts';
import { cafe, openShop } from './support.ts';

test('the page shows all data of an order', async () => {
  const { shop, browser, order, at } = await opened(
    {
      ...{ external_order_id: 'SHOP-7', channel: 'line', discount: 10, shipping_fee: '45.50' },
      recipient_address: { name: '<b>มาลี</b> ใจดี', telephone: '0812345678', address1: '9/1', province: 'น่าน' },
    },
    { products: cafe().products },
  );
  await takePaymentStep(shop, order, '65.50');
  const { result: parcel } = await bookOrder(shop, order);
  await pickUpShipment(shop, parcel);
  const { text, html } = await browser.open(at);
  for (const part of [
    ...[
      'Order #1',
      'Open',
      'Partially paid',
      'ลาเต้ ร้อน',
      'LAT-H',
      '2 shipped',
      'Discount −฿10',
      'Shipping fee ฿45.50',
      'Total ฿165.50',
    ],
    ...[
      'Balance due ฿100',
      'Paid ฿65.50',
      '<b>มาลี</b> ใจดี',
      'LINE',
      'Sale page',
      'SHOP-7',
      'EX123456785TH',
      'Handed over',
    ],
    ...['Incomplete address, missing: sub-district, district, postal code', 'Order created', 'Payment recorded'],
  ])
    assert.ok(text.includes(part), `${part} in ${text}`);
  assert.ok(!html.includes('<b>มาลี'));
});

test('invalid fields show an error and keep what was typed', async () => {
  const { shop, order, browser, at } = await opened();
  for (const [amount, method, field] of [
    ['one hundred', 'cash', 'amount'],
    ['-5', 'cash', 'amount'],
    ['', 'cash', 'amount'],
    ['5', 'gold', 'method'],
  ] as const) {
    const response = await browser.send(`${at}/payments`, { amount, method, note: 'kept "so"' });
    assert.deepEqual([response.status, response.path], [422, `${at}/payments`], amount);
    assert.match(response.html, new RegExp(`id="field-payments-${field}-error"`), amount);
    assert.match(response.html, /<details class="confirm" open=""[^>]*><summary class="button">Mark as paid/);
    assert.ok(response.html.includes(`name="note" value="kept &quot;so&quot;"`));
    assert.match(response.html, new RegExp(`<input [^>]*id="field-payments-amount"[^>]* value="${amount}"`));
  }
  const much = await browser.send(`${at}/payments`, { amount: '131', method: 'cash', note: '' });
  assert.equal(much.status, 422);
  assert.match(errorAt(much, 'payments-amount') ?? '', officePattern('payment_too_large'));
  assert.deepEqual(moneyOf(shop, order), ['open', 'unpaid', '0']);
});

test('the ids of the page are unique, and each label belongs to one of them', async () => {
  const { shop, order, browser, at } = await opened();
  await takePaymentStep(shop, order, '30');
  const { html } = await browser.open(at);
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  assert.deepEqual(
    ids.filter((id, i) => ids.indexOf(id) !== i),
    [],
  );
  for (const [, target] of html.matchAll(/<label for="([^"]+)"/g)) assert.ok(ids.includes(target), target);
});

test('a receipt gets one number and can be printed again', async () => {
  const { shop, order, browser, at } = await opened();
  assert.doesNotMatch(browser.page.text, /Issue receipt/);
  await takePaymentStep(shop, order);
  assert.match((await browser.open(at)).text, /Issue receipt/);
  assert.match((await browser.send(`${at}/receipt`)).text, /Receipt 000001 was issued/);
  for (let times = 0; times < 2; times++) {
    const { headers, html } = await browser.send(`${at}/receipt/print`);
    assert.equal(headers.get('content-type'), 'application/pdf');
    assert.ok(html.startsWith('%PDF'));
    await browser.open(at);
  }
  assert.match(browser.page.text, /Receipt 000001/);
  await browser.send(`${at}/receipt`);
  const issued = historyOf(shop.ctx.db, order.id).filter(({ event }) => event === 'receipt_issued');
  assert.equal(issued.length, 1);
});

test('the private note is saved and escaped', async () => {
  const { shop, order, browser, at } = await opened();
  await browser.send(`${at}/note`, { private_note: 'แพ้นม\r\n<i>ระวัง</i>' });
  assert.equal(existingOrder(shop.ctx.db, order.id).privateNote, 'แพ้นม\n<i>ระวัง</i>');
  assert.match(browser.page.html, /&lt;i&gt;ระวัง/);
  const long = await browser.send(`${at}/note`, { private_note: 'ก'.repeat(1001) });
  assert.equal(long.status, 422);
  assert.match(long.html, /private_note-error/);
  await browser.send(`${at}/note`, { private_note: '' });
  assert.equal(existingOrder(shop.ctx.db, order.id).privateNote, null);
});

for (const by of ['store', 'buyer', 'reseller'])
  test(`an order is canceled by the ${by}`, async () => {
    const { shop, order, browser, at } = await opened();
    const response = await browser.send(`${at}/cancel`, { by, note: 'Out of beans' });
    assert.match(response.text, /Out of beans/);
    assert.equal(existingOrder(shop.ctx.db, order.id).status, 'canceled');
    assert.deepEqual(shop.stock('hot'), { onHand: 10, reserved: 0 });
    assert.match(response.text, /Order canceled/);
    for (const gone of ['/cancel', '/pack', '/edit', '/payments"', '/shipments'])
      assert.ok(!response.html.includes(`${at}${gone}`), gone);
  });

test('an order cannot be canceled as the system, nor twice', async () => {
  const { shop, order, browser, at } = await opened();
  const system = await browser.send(`${at}/cancel`, { by: 'system' });
  assert.equal(system.status, 422);
  await browser.send(`${at}/cancel`, { by: 'buyer' });
  const again = await browser.send(`${at}/cancel`, { by: 'store' });
  assert.equal(again.status, 422);
  assert.equal(existingOrder(shop.ctx.db, order.id).status, 'canceled');
});

test('a COD status set by hand can be reset', async () => {
  const { shop, order, browser, at } = await opened({ is_cod: true, cod_fee: 0, cod_amount: 130 });
  const { result: parcel } = await bookOrder(shop, order);
  assert.doesNotMatch((await browser.open(at)).html, /\/cod\/collected/);
  await pickUpShipment(shop, parcel);
  await browser.open(at);
  const status = () => existingOrder(shop.ctx.db, order.id).codStatus;
  for (const [step, after] of [
    ['failed', 'failed'],
    ['reopen', 'pending'],
    ['collected', 'collected'],
  ]) {
    const response = await browser.send(`${at}/cod/${step}`);
    assert.deepEqual([response.status, status()], [200, after]);
  }
});

test('an action that another tab has made impossible shows its error, although its form is gone', async () => {
  const { shop, order, browser, at } = await opened({ is_cod: true, cod_fee: 0, cod_amount: 130 });
  const { result: parcel } = await bookOrder(shop, order);
  await pickUpShipment(shop, parcel);
  await browser.open(at);
  await browser.send(`${at}/cod/collected`);
  const { status, html, text } = await browser.send(`${at}/cod/failed`);
  assert.equal(status, 422);
  assert.doesNotMatch(html, /action="[^"]*\/cod\/failed"/);
  assert.match(text, officePattern('cod_cannot_become', { status: 'collected', to: 'failed' }));
  assert.equal(html.match(/role="alert"/g)?.length, 1);
});

test('a long order folds its later lines', async () => {
  const variants = Array.from({ length: 60 }, (_, i) => ({
    ...{ key: `v${i}`, name: `ขนาด ${i}`, sku: `SIZE-${i}`, prices: { retail: '10' }, stock: { bkk: 5 } },
  }));
  const shop = await openShop({ stores: [cafe({ products: [{ key: 'shirt', name: 'เสื้อ', variants }] })] });
  const order = await placeOrder(
    shop,
    variants.map(({ sku }) => ({ sku, qty: 1 })),
  );
  const browser = await signedIn(shop, { language: 'en' });
  const { text, html } = await browser.open(`/orders/${order.id}`);
  assert.match(text, /SIZE-19 .*40 more items .*SIZE-59/);
  assert.match(html, /<details><summary>40 more items/);
});

test('an unknown order and a parcel or payment of another order are not found', async () => {
  const { shop, order, browser, at } = await opened();
  const own = await placeOrder(shop, LATTE);
  const { paymentId } = await notifyPaymentStep(shop, order, '130');
  const { result: parcel } = await bookOrder(shop, own);
  await browser.open('/');
  for (const path of [
    `shipments/${parcel.id}/pick-up`,
    `shipments/${parcel.id}/cancel`,
    `payments/${paymentId}1/confirm`,
  ])
    assert.equal((await browser.send(`${at}/${path}`)).status, 404, path);
  for (const path of ['/orders/999', '/orders/0', '/orders/x', `${at}/payments/1/nothing`])
    assert.equal((await browser.open(path)).status, 404, path);
  assert.deepEqual(moneyOf(shop, order), ['open', 'awaiting_confirmation', '0']);
});

test('a store without the required tax id sees a warning instead of the receipt button', async () => {
  const { shop, order, browser, at } = await opened({}, { settings: { vat_percent: 7 } });
  await takePaymentStep(shop, order);
  const { text, html } = await browser.open(at);
  assert.match(text, /Receipts need a tax ID/);
  assert.doesNotMatch(html, /\/receipt"|settings\/addresses/);
  const owner = await signedIn(shop, { name: 'owner', language: 'en' });
  assert.match((await owner.open(at)).html, /href="\/office\/settings\/addresses"/);
  const refused = await browser.send(`${at}/receipt`);
  assert.equal(refused.status, 422);
  assert.match(refused.html, new RegExp(`href="/office${at}"`));
});

test('a canceled order shows no COD', async () => {
  const { browser, at } = await opened({ is_cod: true, cod_fee: 0, cod_amount: 130 });
  assert.match((await browser.open(at)).text, /COD pending/);
  await browser.send(`${at}/cancel`, { by: 'buyer' });
  assert.doesNotMatch(browser.page.text, /COD pending/);
  assert.doesNotMatch(browser.page.html, /id="cod"/);
});

test('the receipt time is shown if it differs from the order time', async () => {
  const day = Date.UTC(2026, 0, 5, 3);
  const { browser, shop } = await opened({ order_time: day });
  assert.match(browser.page.text, /Unshipped 5 Jan 2026 10:00 .* Order details .* Received \d/);
  const now = await placeOrder(shop, LATTE, { order_time: shop.now() - 30_000 });
  assert.doesNotMatch((await browser.open(`/orders/${now.id}`)).text, /Received \d/);
});
