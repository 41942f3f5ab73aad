import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byCommand, historyOf } from '../src/domain/orders/history.ts';
import { existingOrder } from '../src/domain/orders/order.ts';
import { changeTrackingNumber } from '../src/domain/orders/shipments/change-number.ts';
import { openBookingShop, readyOrder, untilBooking } from './booking-steps.ts';
import { officePattern } from './errors.ts';
import { signedIn } from './office.ts';
import { assertRefuses, placeOrder } from './order-steps.ts';
import { bookOrder, itemTuples, pickUpShipment } from './shipment-steps.ts';
import { openShop } from './support.ts';

// A typed tracking number of a parcel that waits for the courier is corrected.

const [WRONG, RIGHT] = ['EX123456785TH', 'EX123456799TH'];

async function opened() {
  const shop = await openShop();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 2 }]);
  const browser = await signedIn(shop, { role: 'packer', store: 'cafe', language: 'en' });
  await browser.open('/orders/numbers');
  const parcels = () => existingOrder(shop.ctx.db, order.id).shipments;
  const numbers = () => parcels().map(({ trackingNumber }) => trackingNumber);
  return { shop, order, browser, parcels, numbers };
}

test('after a scan, the number that was saved can be changed, and the timeline names both', async () => {
  const { shop, order, browser, parcels, numbers } = await opened();
  const saved = await browser.send(`/orders/numbers/${order.id}`, { tracking_number: WRONG });
  const [parcel = assert.fail()] = parcels();
  const items = itemTuples(shop, parcel);
  const link = `/orders/numbers?order=${order.id}&amp;change=${parcel.id}`;
  assert.ok(saved.html.includes(`href="/office${link}">Change tracking number`), saved.text);
  const { html } = await browser.open(link.replace('&amp;', '&'));
  assert.match(html, /name="change" value="\d+"/);
  await browser.send(`/orders/numbers/${order.id}`, { tracking_number: RIGHT, change: String(parcel.id) });
  assert.deepEqual(numbers(), [RIGHT]);
  assert.deepEqual(itemTuples(shop, parcel), items);
  assert.match(
    (await browser.open(`/orders/${order.id}`)).text,
    /Tracking number changed EX123456785TH → EX123456799TH/,
  );
});

test('the page of the order changes a typed number, by the same rules as a new one', async () => {
  const { shop, order, browser, parcels, numbers } = await opened();
  await bookOrder(shop, order, { trackingNumber: WRONG });
  const other = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  await bookOrder(shop, other, { trackingNumber: 'EX123456808TH' });
  await browser.open(`/orders/${order.id}`);
  const path = `/orders/${order.id}/shipments/${parcels()[0]?.id}/number`;
  const taken = await browser.send(path, { tracking_number: 'EX123456808TH' });
  assert.match(taken.text, officePattern('tracking_number_taken', { number: 'EX123456808TH', orderNumber: 2 }));
  assert.match((await browser.send(path, { tracking_number: 'LAT-H' })).text, /is the code of a product/);
  await browser.send(path, { tracking_number: WRONG });
  assert.equal(
    historyOf(shop.ctx.db, order.id).some(({ event }) => event === 'tracking_number_changed'),
    false,
  );
  await browser.send(path, { tracking_number: RIGHT.toLowerCase() });
  assert.deepEqual(numbers(), [RIGHT]);
});

test('the number of a parcel that has left is not changed', async () => {
  const { shop, order, browser, parcels } = await opened();
  await bookOrder(shop, order, { trackingNumber: WRONG });
  const [parcel = assert.fail()] = parcels();
  await pickUpShipment(shop, parcel);
  assert.doesNotMatch((await browser.open(`/orders/${order.id}`)).text, /Change tracking number/);
  await assertRefuses(shop, { key: 'shipment_already_in_status' }, (tx, now) =>
    changeTrackingNumber(tx, parcel.id, RIGHT, byCommand(now)),
  );
});

test('a number that the courier gave is not changed', async () => {
  const { shop } = await openBookingShop();
  const order = await readyOrder(shop);
  await untilBooking(shop, order, 'booked');
  const [parcel = assert.fail()] = existingOrder(shop.ctx.db, order.id).shipments;
  await assertRefuses(shop, { key: 'tracking_number_of_courier' }, (tx, now) =>
    changeTrackingNumber(tx, parcel.id, RIGHT, byCommand(now)),
  );
});
