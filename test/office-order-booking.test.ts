import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byCommand } from '../src/domain/orders/history.ts';
import { existingOrder } from '../src/domain/orders/order.ts';
import { markPacked } from '../src/domain/orders/packing.ts';
import { advanceUntilBooking, bookingOf, httpOf, openBookingShop, readyOrder, untilBooking } from './booking-steps.ts';
import { type Browser, signedIn } from './office.ts';
import type { PlacedOrder } from './order-steps.ts';
import { runStep } from './stock-steps.ts';
import type { Shop } from './support.ts';

const orderOf = ({ ctx: { db } }: Shop, { id }: PlacedOrder) => existingOrder(db, id);

/** An order with a failed booking, and its page. */
async function openFailedBooking() {
  const { shop, courier, clock } = await openBookingShop();
  courier.next({ refuse: 'no such postal code' });
  const order = await readyOrder(shop);
  await untilBooking(shop, order, 'failed');
  const browser = await signedIn(shop, { language: 'en' });
  const response = await browser.open(`/orders/${order.id}`);
  assert.match(
    response.text,
    /Tracking number request failed: .*no such postal code View shipping .*Tracking number request failed 1 attempt Try again/,
  );
  return { shop, courier, clock, order, browser, at: `/orders/${order.id}` };
}

test('a failed booking is retried', async () => {
  const { shop, order, browser, at } = await openFailedBooking();
  const response = await browser.send(`${at}/booking/request`);
  assert.match(response.text, /Tracking number requested/);
  await untilBooking(shop, order, 'booked', 1);
  assert.match((await browser.open(at)).text, /CX000001 Awaiting handover/);
  assert.equal((await browser.send(`${at}/booking/request`)).status, 422);
});

test('a failed booking is canceled and requested again later', async () => {
  const { shop, order, browser, at } = await openFailedBooking();
  const response = await browser.send(`${at}/booking/drop`);
  assert.match(response.text, /Tracking number request canceled .*Request tracking number/);
  await browser.send(`${at}/booking/request`);
  await untilBooking(shop, order, 'booked');
});

test('the courier of an order can be changed', async () => {
  const { shop, order, browser, at } = await openFailedBooking();
  const none = await browser.send(`${at}/courier`, { shipping_type: 'pigeon' });
  assert.equal(none.status, 422);
  const response = await browser.send(`${at}/courier`, { shipping_type: 'flash' });
  assert.equal(orderOf(shop, order).shippingType, 'flash');
  assert.doesNotMatch(response.text, /request failed 1/);
});

test('a refused cancellation is shown until the store dismisses it', async () => {
  const { shop, courier, clock } = await openBookingShop();
  const order = await readyOrder(shop);
  await untilBooking(shop, order, 'booked');
  const browser = await signedIn(shop, { language: 'en' });
  const at = `/orders/${order.id}`;
  await browser.open(at);
  courier.always({ refuse: 'picked up already' });
  const [parcel] = orderOf(shop, order).shipments;
  await browser.send(`${at}/shipments/${parcel?.id}/cancel`);
  await untilSeen(browser, at, /rejected the cancellation of CX000001 · picked up already/, () =>
    clock.forward(60_000),
  );
  const gone = await browser.send(`${at}/booking/drop`);
  assert.doesNotMatch(gone.text, /rejected the cancellation/);
  assert.equal(bookingOf(shop, order)?.state, 'booked');
});

/** Reloads the page until its text matches, for up to ten seconds. */
async function untilSeen(browser: Browser, path: string, expected: RegExp, wait: () => void): Promise<void> {
  const end = performance.now() + 10_000;
  while (!expected.test((await browser.open(path)).text)) {
    assert.ok(performance.now() < end, `${expected} in ${browser.page.text}`);
    wait();
  }
}

test('an uncertain booking shows its next attempt', async () => {
  const { shop, courier, clock } = await openBookingShop();
  courier.always({ status: 500, body: {} });
  const order = await readyOrder(shop);
  await advanceUntilBooking(shop, clock, order, ({ tries }) => tries >= 2);
  const browser = await signedIn(shop, { language: 'en' });
  const { text } = await browser.open(`/orders/${order.id}`);
  assert.match(text, /Requesting tracking number 2 attempts · next attempt in (less than a minute|\d+)/);
  assert.match(text, /Cancel request/);
});

test('the page after packing shows the request for a tracking number: waiting, failed with its reason, and the label', async () => {
  const { shop, courier } = await openBookingShop({ couriers: [] });
  const order = await readyOrder(shop);
  await shop.load({ stores: [{ key: 'cafe', name: 'บ้านกาแฟ', couriers: [httpOf(courier)] }] });
  await runStep(shop, (tx, now) => markPacked(tx, order.id, byCommand(now)));
  const browser = await signedIn(shop, { language: 'en' });
  const at = `/orders/${order.id}/packed`;
  assert.match((await browser.open(at)).text, /No tracking number yet .*Request tracking number/);
  courier.next({ refuse: 'no such postal code' });
  const requested = await browser.send(`${at}/request`);
  assert.equal(requested.path, at);
  assert.match(requested.text, /Tracking number requested .*Pack next order/);
  await untilBooking(shop, order, 'failed');
  assert.match(
    (await browser.open(at)).text,
    /No tracking number yet .*request failed .*no such postal code .*Try again/,
  );
  assert.equal((await browser.send(`${at}/request`)).path, at);
  await untilBooking(shop, order, 'booked');
  assert.match((await browser.open(at)).text, /Print label .*Pack next order/);
  assert.equal((await browser.send(`${at}/request`)).status, 422);
});
