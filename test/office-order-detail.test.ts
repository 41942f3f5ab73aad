import assert from 'node:assert/strict';
import { test } from 'node:test';
import { historyOf } from '../src/domain/orders/history.ts';
import { existingOrder } from '../src/domain/orders/order.ts';
import { slipOf } from '../src/domain/orders/payments/payment-details.ts';
import type { Id } from '../src/lib/ids.ts';
import { moneyText } from '../src/lib/money.ts';
import { type Browser, signedIn } from './office.ts';
import { placeOrder } from './order-steps.ts';
import { notifyPaymentStep, takePaymentStep } from './payment-steps.ts';
import { inspectPicture, photo } from './sample-photos.ts';
import { bookOrder, pickUpShipment } from './shipment-steps.ts';
import { cafe, idOf, openShop, type Shop } from './support.ts';

const LATTE = [{ sku: 'LAT-H', qty: 2 }];
const UNPAID = { ship_before_pay: false };

/** A store with an unpaid order of two lattes for 130 baht, and its page. */
async function opened(more: object = UNPAID, store: object = {}) {
  const shop = await openShop({
    stores: [cafe(store), cafe({ key: 'other', channels: [{ key: 'own', name: 'Own' }] })],
  });
  const order = await placeOrder(shop, LATTE, more);
  const browser = await signedIn(shop, { role: 'staff', store: 'cafe', language: 'en' });
  const response = await browser.open(`/orders/${order.id}`);
  assert.equal(response.status, 200, response.text);
  return { shop, order, browser, seen: response, at: `/orders/${order.id}` };
}

const moneyOf = ({ ctx: { db } }: Shop, { id }: { id: Id }) => {
  const { status, paymentStatus, paidAmount } = existingOrder(db, id);
  return [status, paymentStatus, moneyText(paidAmount)];
};

const slip = async (colour?: string) =>
  new File(
    [new Uint8Array(await photo({ width: 60, height: 90, as: 'png', ...(colour ? { colour } : {}) }))],
    'slip.png',
  );

/** Path of the only slip on the page. */
const slipOn = ({ page }: Browser) => /src="\/office(\/orders\/\d+\/payments\/\d+\/slip)"/.exec(page.html)?.[1] ?? '';

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
      'Discount -10',
      'Shipping 45.50',
      'Total 165.50',
    ],
    ...['Balance due 100', 'Paid 65.50', '<b>มาลี</b> ใจดี', 'LINE', 'Sale page', 'SHOP-7', 'EX123456785TH', 'Picked up'],
    ...['Incomplete address, missing: sub-district, district, postal code', 'Order created', 'Payment confirmed'],
  ])
    assert.ok(text.includes(part), `${part} in ${text}`);
  assert.ok(!html.includes('<b>มาลี'));
});

test('received money is recorded as a confirmed payment', async () => {
  const { shop, order, browser, at } = await opened();
  assert.match(browser.page.html, /id="field-payments-amount" name="amount" value="130"/);
  const part = await browser.send(`${at}/payments`, { amount: '฿30.00', method: 'cash', note: 'มัดจำ' });
  assert.deepEqual([part.path, moneyOf(shop, order)], [at, ['open', 'partially_paid', '30']]);
  assert.match(part.text, /Payment recorded .*30 Cash Confirmed .* · มัดจำ/);
  await browser.send(`${at}/payments`, { amount: '100', method: 'promptpay', note: '' });
  assert.deepEqual(moneyOf(shop, order), ['open', 'paid', '130']);
  assert.doesNotMatch(browser.page.text, /Mark as paid/);
  const last = historyOf(shop.ctx.db, order.id).at(-1);
  assert.deepEqual([last?.event, last?.actorName], ['payment_confirmed', 'malee']);
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
    assert.match(response.html, /<details class="confirm" open=""><summary class="button">Mark as paid/);
    assert.ok(response.html.includes(`name="note" value="kept &quot;so&quot;"`));
    assert.match(response.html, new RegExp(`<input [^>]*id="field-payments-amount"[^>]* value="${amount}"`));
  }
  const much = await browser.send(`${at}/payments`, { amount: '131', method: 'cash', note: '' });
  assert.equal(much.status, 422);
  assert.match(much.html, /id="field-payments-amount-error">Must be more than 0 and at most/);
  assert.deepEqual(moneyOf(shop, order), ['open', 'unpaid', '0']);
});

test('every field on the page has its own label', async () => {
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

test('a slip is visible only to the store, and its payment can be confirmed', async () => {
  const { shop, order, browser, at } = await opened();
  await browser.send(`${at}/payments/notify`, { amount: '130', method: 'transfer', note: '', slip: await slip() });
  assert.deepEqual(moneyOf(shop, order), ['open', 'awaiting_confirmation', '0']);
  const path = slipOn(browser);
  const { headers } = await browser.open(path);
  assert.equal(headers.get('content-type'), 'image/png');
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  const stranger = await signedIn(shop, { name: 'ploy', store: 'other' });
  assert.equal((await stranger.open(path)).status, 404);
  await browser.open(at);
  const confirmed = await browser.send(path.replace('slip', 'confirm'));
  assert.deepEqual([confirmed.path, moneyOf(shop, order)], [at, ['open', 'paid', '130']]);
  assert.match(confirmed.text, /Payment confirmed/);
});

test('a slip is turned if the form says so', async () => {
  const { shop, browser, at } = await opened();
  const fields = { amount: '130', method: 'transfer', note: '' };
  const response = await browser.send(`${at}/payments/notify`, { ...fields, slip: await slip(), turn: ['90'] });
  assert.equal(response.status, 200, response.text);
  const [, paymentId] = /payments\/(\d+)/.exec(slipOn(browser)) ?? [];
  const { width, height } = await inspectPicture(slipOf(shop.ctx.db, idOf(paymentId)).picture);
  assert.deepEqual([width, height], [90, 60]);
});

test('a slip must be an image', async () => {
  const { shop, order, browser, at } = await opened();
  const script = new File(['<svg onload="alert(1)"/>'], 'slip.png', { type: 'image/png' });
  const response = await browser.send(`${at}/payments/notify`, {
    amount: '7',
    method: 'cash',
    note: 'kept',
    slip: script,
  });
  assert.equal(response.status, 422);
  assert.match(response.html, /id="field-payments-notify-slip-error">Must be /);
  assert.match(response.html, /name="note" value="kept"/);
  assert.deepEqual(moneyOf(shop, order), ['open', 'unpaid', '0']);
});

test('a payment is rejected with a reason that staff see', async () => {
  const { shop, order, browser, at } = await opened();
  const { paymentId } = await notifyPaymentStep(shop, order, '130');
  await browser.open(at);
  const none = await browser.send(`${at}/payments/${paymentId}/reject`, { reason: ' ' });
  assert.equal(none.status, 422);
  assert.match(none.html, new RegExp(`id="field-payments-${paymentId}-reject-reason-error"`));
  const response = await browser.send(`${at}/payments/${paymentId}/reject`, { reason: 'ไม่พบยอดเงิน' });
  assert.match(response.text, /Payment rejected .*Rejected .*ไม่พบยอดเงิน/);
  assert.deepEqual(moneyOf(shop, order), ['open', 'unpaid', '0']);
});

test('a duplicate slip shows a warning', async () => {
  const { shop, order, browser, at } = await opened();
  const other = await placeOrder(shop, LATTE, UNPAID);
  const picture = await slip();
  await notifyPaymentStep(shop, other, '130', { slip: new Uint8Array(await picture.arrayBuffer()) });
  await browser.send(`${at}/payments/notify`, {
    amount: '130',
    method: 'transfer',
    note: '',
    slip: await slip('#aaa'),
  });
  assert.doesNotMatch(browser.page.text, /Duplicate slip/);
  await browser.send(`${at}/payments/notify`, { amount: '130', method: 'transfer', note: '', slip: picture });
  assert.match(browser.page.text, /Duplicate slip: also used for #2/);
  assert.equal(existingOrder(shop.ctx.db, order.id).paymentStatus, 'awaiting_confirmation');
});

test('an order is refunded partially, then fully', async () => {
  const { shop, order, browser, at } = await opened();
  await takePaymentStep(shop, order);
  await browser.open(at);
  const much = await browser.send(`${at}/refund`, { amount: '131', method: '', note: '' });
  assert.equal(much.status, 422);
  assert.match(much.html, /id="field-refund-amount-error">Is ฿131, but /);
  await browser.send(`${at}/refund`, { amount: '30', method: 'cash', note: 'ของขาด' });
  assert.match(browser.page.text, /Refund recorded .*30 refunded/);
  assert.match(browser.page.text, /Total 130 Paid 130 Refunded 30/);
  assert.doesNotMatch(browser.page.text, /Balance due|awaiting payment|Mark as paid/);
  await browser.send(`${at}/refund`, { amount: '', method: '', note: '' });
  assert.deepEqual(moneyOf(shop, order), ['open', 'refunded', '0']);
  assert.doesNotMatch(browser.page.html, /refund-amount/);
});

test('the PromptPay QR code has the balance due', async () => {
  const { shop, order, browser, at } = await opened(UNPAID, { settings: { promptpay_id: '0812345678' } });
  await takePaymentStep(shop, order, '30');
  const { text } = await browser.open(`${at}/promptpay`);
  assert.match(text, /฿100 Scan to pay ฿100 to 0812345678/);
  const { headers, html } = await browser.open(`${at}/promptpay/qr.png`);
  assert.deepEqual([headers.get('content-type'), html.includes('PNG')], ['image/png', true]);
  await takePaymentStep(shop, order);
  const paid = await browser.open(`${at}/promptpay`);
  assert.equal(paid.status, 400);
});

test('a receipt gets one number and can be printed again', async () => {
  const { shop, order, browser, at } = await opened();
  assert.doesNotMatch(browser.page.text, /Issue receipt/);
  await takePaymentStep(shop, order);
  assert.match((await browser.open(at)).text, /Issue receipt/);
  const { headers, html } = await browser.send(`${at}/receipt`);
  assert.equal(headers.get('content-type'), 'application/pdf');
  assert.match(headers.get('content-disposition') ?? '', /^inline; filename="receipt-1\.pdf"/);
  assert.ok(html.startsWith('%PDF'));
  assert.match((await browser.open(at)).text, /Receipt \S+/);
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
    const response = await browser.send(`${at}/cancel`, { by });
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

test('orders, payments, parcels and prints of another store are not found', async () => {
  const { shop, order, browser, at } = await opened();
  const own = await placeOrder(shop, LATTE);
  const { paymentId } = await notifyPaymentStep(shop, order, '130');
  const { result: parcel } = await bookOrder(shop, own);
  const stranger = await signedIn(shop, { name: 'ploy', store: 'other' });
  for (const path of ['', '/promptpay', '/promptpay/qr.png', '/label.pdf', '/packing-slip.pdf', '/pack', '/packed'])
    assert.equal((await stranger.open(`${at}${path}`)).status, 404, path);
  const posts = [
    ...[
      'payments',
      'payments/notify',
      `payments/${paymentId}/confirm`,
      `payments/${paymentId}/reject`,
      'refund',
      'receipt',
    ],
    ...['note', 'cancel', 'cod/collected', 'shipments', 'booking/request', 'booking/drop', 'courier', 'return', 'pack'],
  ];
  for (const path of posts) {
    await stranger.open('/');
    const fields = {
      amount: '1',
      method: 'cash',
      by: 'store',
      reason: 'x',
      tracking_number: 'X',
      shipping_type: 'ems',
    };
    assert.equal((await stranger.send(`${at}/${path}`, fields)).status, 404, path);
  }
  // the store’s own, but of another order
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
  assert.equal(refused.status, 400);
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
  assert.match(browser.page.text, /Ordered 5 Jan 26 10:00 Received \d/);
  const now = await placeOrder(shop, LATTE, { order_time: shop.now() - 30_000 });
  assert.doesNotMatch((await browser.open(`/orders/${now.id}`)).text, /Received/);
});

test('paid money is mentioned before and after cancellation, with a link to refund it', async () => {
  const { shop, order, browser, at } = await opened();
  assert.doesNotMatch(browser.page.text, /has been paid|was paid/);
  await takePaymentStep(shop, order, '100');
  assert.match((await browser.open(at)).text, /฿100 has been paid. Refund it separately./);
  const { text, html } = await browser.send(`${at}/cancel`, { by: 'buyer' });
  assert.match(text, /฿100 was paid and has not been refunded Refund/);
  assert.match(html, /<a href="#act-refund">.*id="act-refund"/s);
  const back = await browser.send(`${at}/refund`, { amount: '', method: '', note: '' });
  assert.doesNotMatch(back.text, /has been paid|was paid/);
});
