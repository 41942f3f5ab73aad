import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancellationOf } from '../src/domain/orders/bookings/cancellation.ts';
import { existingOrder } from '../src/domain/orders/order.ts';
import { openBookingShop, readyOrder, untilBooking } from './booking-steps.ts';
import { signedIn } from './office.ts';
import { until } from './support.ts';

/** A store with two failed bookings, and its queue page. */
async function openFailedBookings() {
  const { shop, courier, clock } = await openBookingShop();
  courier.always({ refuse: 'no such postal code <b>' });
  const orders = [await readyOrder(shop), await readyOrder(shop)] as const;
  for (const order of orders) await untilBooking(shop, order, 'failed');
  const browser = await signedIn(shop, { role: 'staff', store: 'cafe', language: 'en' });
  return { shop, courier, clock, orders, browser, seen: await browser.open('/orders/bookings') };
}

test('an empty queue shows its empty state', async () => {
  const { shop } = await openBookingShop();
  const browser = await signedIn(shop);
  const { text } = await browser.open('/orders/bookings');
  assert.match(text, /ไม่มีคำสั่งซื้อรอเลขพัสดุ/);
  assert.doesNotMatch(browser.page.html, /bookings\.csv/);
});

test('failed bookings show their reason and are selected for a retry', async () => {
  const { seen } = await openFailedBookings();
  assert.match(seen.text, /#1 Thailand Post EMS Tracking number request failed 1 — .*no such postal code <b>.*#2/);
  assert.ok(!seen.html.includes('code <b>'));
  assert.equal(seen.html.match(/name="order"[^>]*checked/g)?.length, 2);
});

test('a queue with bookings can be downloaded as CSV', async () => {
  const { browser, seen } = await openFailedBookings();
  assert.match(seen.html, /href="\/office\/orders\/bookings\.csv"/);
  const { html } = await browser.open('/orders/bookings.csv');
  assert.match(html, /^\ufeff?Order,Tracking number,Courier,Status,Attempts,Next attempt,Reason\r\n/);
  assert.match(
    html,
    /\r\n1,,Thailand Post EMS,Tracking number request failed,1,,[^\n]*no such postal code <b>[^\n]*\r\n2,,/,
  );
});

test('only selected bookings are retried', async () => {
  const { shop, courier, orders, browser } = await openFailedBookings();
  courier.always({});
  const response = await browser.send('/orders/bookings/retry', { order: String(orders[1].id) });
  assert.match(response.text, /Retrying 1 request/);
  await untilBooking(shop, orders[1], 'booked');
  const left = await browser.open('/orders/bookings');
  assert.match(left.text, /#1 .*Tracking number request failed/);
  assert.doesNotMatch(left.text, /#2 /);
});

test('a retry needs a selection, and an impossible retry does not stop the others', async () => {
  const { shop, courier, orders, browser } = await openFailedBookings();
  const none = await browser.send('/orders/bookings/retry');
  assert.equal(none.status, 422);
  assert.match(none.text, /Select at least one order/);
  courier.always({});
  await browser.send(`/orders/${orders[0].id}/cancel`, { by: 'buyer' });
  const both = orders.map(({ id }) => String(id));
  await browser.open('/orders/bookings');
  const response = await browser.send('/orders/bookings/retry', { order: both });
  assert.match(response.text, /1 could not be retried/);
  await untilBooking(shop, orders[1], 'booked');
});

test('a cancellation that the courier refuses is shown', async () => {
  const { shop, courier } = await openBookingShop();
  const order = await readyOrder(shop);
  const { id } = await untilBooking(shop, order, 'booked');
  courier.always({ refuse: 'picked up already' });
  const browser = await signedIn(shop, { language: 'en' });
  await browser.open(`/orders/${order.id}`);
  const [parcel] = existingOrder(shop.ctx.db, order.id).shipments;
  await browser.send(`/orders/${order.id}/shipments/${parcel?.id}/cancel`);
  await until('the courier has refused the cancellation', () => cancellationOf(shop.ctx.db, id)?.status === 'refused');
  const { text } = await browser.open('/orders/bookings');
  assert.match(text, /Cancellations awaiting the courier .*#1 CX000001 Thailand Post EMS Rejected picked up already/);
  const { html } = await browser.open('/orders/bookings.csv');
  assert.match(html, /\r\n1,CX000001,Thailand Post EMS,Rejected,/);
});
