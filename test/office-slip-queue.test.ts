import assert from 'node:assert/strict';
import { test } from 'node:test';
import { existingOrder } from '../src/domain/orders/order.ts';
import { signedIn } from './office.ts';
import { type PlacedOrder, placeOrder } from './order-steps.ts';
import { notifyPaymentStep } from './payment-steps.ts';
import { photo } from './sample-photos.ts';
import { openShop } from './support.ts';

// The payments to review, one after another.

async function openQueue(count: number) {
  const shop = await openShop();
  const orders: PlacedOrder[] = [];
  for (let i = 0; i < count; i += 1) {
    const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], { ship_before_pay: false });
    await notifyPaymentStep(shop, order, '65');
    orders.push(order);
  }
  const paymentOf = ({ id }: PlacedOrder) => existingOrder(shop.ctx.db, id).payments[0] ?? assert.fail('no payment');
  return { shop, orders, paymentOf, browser: await signedIn(shop, { language: 'en' }) };
}

test('the queue shows one payment beside what is due; a decision leads to the next older one', async () => {
  const { orders, paymentOf, browser } = await openQueue(3);
  const [oldest, middle, newest] = orders as [PlacedOrder, PlacedOrder, PlacedOrder];
  assert.match((await browser.open('/')).html, /href="\/office\/orders\/slips"/);
  assert.match((await browser.open('/orders?tab=to_confirm')).html, /href="\/office\/orders\/slips"/);
  const first = await browser.open('/orders/slips');
  assert.match(first.text, /Next 3 left .*#3 สมชาย ใจดี Balance due ฿65 ฿65/);
  assert.match(first.html, new RegExp(`href="/office/orders/slips\\?order=${middle.id}"`));
  const confirmed = await browser.send(`/orders/slips/${newest.id}/payments/${paymentOf(newest).id}/confirm`);
  assert.match(confirmed.text, /Payment of order #3 confirmed .*2 left .*#2/);
  assert.equal(paymentOf(newest).status, 'confirmed');
  const path = `/orders/slips/${middle.id}/payments/${paymentOf(middle).id}/reject`;
  const refused = await browser.send(path, { reason: '' });
  assert.equal(refused.status, 422);
  const rejected = await browser.send(path, { reason: 'wrong account' });
  assert.match(rejected.text, /Payment of order #2 rejected .*1 left .*#1/);
  assert.equal(paymentOf(middle).status, 'rejected');
  const last = await browser.send(`/orders/slips/${oldest.id}/payments/${paymentOf(oldest).id}/confirm`);
  assert.match(last.text, /No payments to review/);
});

test('a payment that was decided meanwhile is refused, and the page names the reason', async () => {
  const { orders, paymentOf, browser } = await openQueue(1);
  const [order] = orders as [PlacedOrder];
  await browser.open('/orders/slips');
  const path = `/orders/slips/${order.id}/payments/${paymentOf(order).id}/reject`;
  await browser.send(path, { reason: 'wrong account' });
  const again = await browser.send(path, { reason: 'wrong account' });
  assert.equal(again.status, 422);
  assert.match(again.text, /This payment is already rejected/);
});

test('a picture without the code of a slip is accepted and marked in the list and the queue', async () => {
  const { shop, browser } = await openQueue(0);
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], { ship_before_pay: false });
  const slip = new File([new Uint8Array(await photo({ width: 60, height: 90, as: 'png', color: '#27c' }))], 'slip.png');
  await browser.open(`/orders/${order.id}`);
  await browser.send(`/orders/${order.id}/payments/notify`, { amount: '65', method: 'transfer', slip });
  for (const path of ['/orders?tab=to_confirm', '/orders/slips', `/orders/${order.id}`])
    assert.match((await browser.open(path)).text, /No slip QR code found/, path);
});
