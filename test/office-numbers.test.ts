import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byCommand } from '../src/domain/orders/history.ts';
import { existingOrder } from '../src/domain/orders/order.ts';
import { markPacked } from '../src/domain/orders/packing.ts';
import { officePattern } from './errors.ts';
import { errorAt, signedIn } from './office.ts';
import { placeOrder } from './order-steps.ts';
import { runStep } from './stock-steps.ts';
import { cafe, openShop } from './support.ts';

// Tracking numbers that the courier gives at its counter are added with a scanner.

async function opened() {
  const shop = await openShop({ stores: [cafe(), cafe({ key: 'bar', name: 'บาร์', apps: [], channels: [] })] });
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], { external_order_id: 'SHOP-7' });
  const other = await placeOrder(shop, [{ sku: 'LAT-I', qty: 1 }]);
  const browser = await signedIn(shop, { role: 'packer', store: 'cafe', language: 'en' });
  await browser.open('/orders/numbers');
  const numbersOf = ({ id }: { id: typeof order.id }) =>
    existingOrder(shop.ctx.db, id).shipments.map(({ trackingNumber }) => trackingNumber);
  return { shop, order, other, browser, numbersOf };
}

test('an order is scanned, then the number of its parcel, then the next order', async () => {
  const { order, other, browser, numbersOf } = await opened();
  const asked = await browser.send('/orders/numbers', { code: 'SHOP-7' });
  assert.match(asked.text, /#1 .*Tracking number/);
  const saved = await browser.send(`/orders/numbers/${order.id}`, { tracking_number: 'ex123456785th' });
  assert.match(saved.path, /^\/orders\/numbers\?saved=/);
  assert.match(saved.text, /Order #1: EX123456785TH/);
  await browser.send('/orders/numbers', { code: 'SHOP-7' });
  const resent = await browser.send(`/orders/numbers/${order.id}`, { tracking_number: 'ex123456785th' });
  assert.match(resent.path, /^\/orders\/numbers\?saved=/, 'the answer was lost');
  await browser.send('/orders/numbers', { code: '#2' });
  await browser.send(`/orders/numbers/${other.id}`, { tracking_number: 'KEX0001', doubtful: 'KEX0001' });
  assert.deepEqual([numbersOf(order), numbersOf(other)], [['EX123456785TH'], ['KEX0001']]);
});

test('a number that is unlike the numbers of the courier is saved only after a question', async () => {
  const { shop, order, browser, numbersOf } = await opened();
  const warning = /KEX0001 does not look like a tracking number of this courier, such as EX123456785TH/;
  const asked = await browser.send(`/orders/numbers/${order.id}`, { tracking_number: 'KEX0001' });
  assert.equal(asked.status, 422);
  assert.match(errorAt(asked, 'tracking_number') ?? '', warning);
  assert.match(asked.text, /If the number is right, scan it again\. Save anyway/);
  assert.deepEqual(numbersOf(order), []);
  const next = await browser.send(`/orders/numbers/${order.id}`, { tracking_number: '#2', doubtful: 'KEX0001' });
  assert.match(next.text, /#2 is an order number.* Save anyway/, 'the question stays');
  const saved = await browser.send(`/orders/numbers/${order.id}`, { tracking_number: 'KEX0001', doubtful: 'KEX0001' });
  assert.match(saved.path, /^\/orders\/numbers\?saved=/);
  assert.deepEqual(numbersOf(order), ['KEX0001']);
  await runStep(shop, (tx, now) => markPacked(tx, order.id, byCommand(now)));
  for (const page of [`/orders/${order.id}`, `/orders/${order.id}/packed`])
    assert.match((await browser.open(page)).text, warning, page);
});

test('a wrong check digit and the barcode of a product are doubtful', async () => {
  const { shop, order, browser } = await opened();
  const flash = await placeOrder(shop, [{ sku: 'LAT-I', qty: 1 }], { shipping_type: 'flash' });
  const wrongDigit = await browser.send(`/orders/numbers/${order.id}`, { tracking_number: 'EX123456789TH' });
  assert.match(errorAt(wrongDigit, 'tracking_number') ?? '', /wrong check digit 9/);
  const barcode = await browser.send(`/orders/numbers/${flash.id}`, { tracking_number: '8850123456787' });
  assert.match(errorAt(barcode, 'tracking_number') ?? '', /8850123456787 looks like the barcode of a product/);
  const other = await browser.send(`/orders/numbers/${flash.id}`, { tracking_number: '8850123456780' });
  assert.match(other.path, /^\/orders\/numbers\?saved=/);
});

test('the code of an order is refused as a tracking number, and a tracking number can be used only once', async () => {
  const { order, other, browser, numbersOf } = await opened();
  for (const code of ['2', 'SHOP-7']) {
    const mistaken = await browser.send(`/orders/numbers/${order.id}`, { tracking_number: code });
    assert.equal(mistaken.status, 422);
    assert.ok(mistaken.text.includes(`${code} is an order number, not a tracking number`));
    assert.match(mistaken.html, /name="tracking_number" value=""/, 'a scanner types without clearing the field');
  }
  await browser.send(`/orders/numbers/${order.id}`, { tracking_number: 'KEX0001', doubtful: 'KEX0001' });
  const again = await browser.send(`/orders/numbers/${other.id}`, { tracking_number: 'KEX0001' });
  assert.equal(again.status, 422);
  const taken = officePattern('tracking_number_taken', { number: 'KEX0001', orderNumber: 1 });
  assert.match(errorAt(again, 'tracking_number') ?? '', taken);
  assert.deepEqual([numbersOf(order), numbersOf(other)], [['KEX0001'], []]);
});

test('an order that cannot get a parcel is refused before a tracking number is scanned', async () => {
  const { shop, order, browser } = await opened();
  await browser.send(`/orders/numbers/${order.id}`, { tracking_number: 'KEX0001', doubtful: 'KEX0001' });
  await placeOrder(shop, [{ sku: 'LAT-I', qty: 1 }], { ship_before_pay: false });
  for (const [code, why] of [
    ['SHOP-7', officePattern('nothing_left_to_ship')],
    ['#3', officePattern('order_not_ready_to_ship')],
  ] as const) {
    await browser.open('/orders/numbers');
    const refused = await browser.send('/orders/numbers', { code });
    assert.deepEqual([refused.status, refused.path], [422, '/orders/numbers']);
    assert.match(errorAt(refused, 'code') ?? '', why);
  }
});

test('an unknown code is an error, and an order of another store is unknown', async () => {
  const { shop, order, browser } = await opened();
  const unknown = await browser.send('/orders/numbers', { code: 'TH00<b>' });
  assert.match(unknown.html, /Order TH00&lt;b&gt; not found/);
  assert.match(unknown.html, /name="code" value=""/);
  const stranger = await signedIn(shop, { name: 'ploy', store: 'bar', language: 'en' });
  await stranger.open('/orders/numbers');
  assert.equal((await stranger.send('/orders/numbers', { code: 'SHOP-7' })).status, 422);
  assert.equal((await stranger.send(`/orders/numbers/${order.id}`, { tracking_number: 'X1' })).status, 404);
});
