import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bookingsOf } from '../src/domain/orders/bookings/booking.ts';
import { existingOrder } from '../src/domain/orders/order.ts';
import type { Id } from '../src/lib/ids.ts';
import { httpOf, openBookingShop, PLACE, setUp, untilBooking } from './booking-steps.ts';
import { officePattern } from './errors.ts';
import { type Browser, signedIn } from './office.ts';
import { orders, press } from './order-form-steps.ts';
import { type PlacedOrder, placeOrder } from './order-steps.ts';
import { bookOrder } from './shipment-steps.ts';
import { openShop, type Shop } from './support.ts';

const MISSING = 'phone, house number and street, sub-district, district, province, postal code';
const RECIPIENT = { name: 'สมชาย ใจดี', sku: 'LAT-H', qty: '1', paid: 'on', method: 'cash' };

async function openOffice() {
  const { shop, courier } = await openBookingShop();
  return { shop, courier, browser: await signedIn(shop, { language: 'en' }) };
}

/** A paid order, typed in the office. */
async function typedOrder(
  { shop, browser }: { shop: Shop; browser: Browser },
  fields: object = {},
): Promise<PlacedOrder> {
  await browser.open('/orders/new');
  const saved = await press(browser, 'save', { ...RECIPIENT, ...fields });
  assert.match(saved.path, /^\/orders\/\d+$/);
  return orders(shop)[0] as unknown as PlacedOrder;
}

const bookingCount = ({ ctx: { db } }: Shop, { id }: { id: Id }) => bookingsOf(db, id).length;

const PLACE_FIELDS = Object.fromEntries(Object.entries(PLACE).map(([name, value]) => [name, String(value)]));

async function completeAddress(browser: Browser, at: string): Promise<void> {
  await browser.open(`${at}/edit`);
  await press(browser, 'save', PLACE_FIELDS, `${at}/edit`);
  assert.equal(browser.page.path, at);
}

test('an order typed without a complete address requests its number when the address is complete', async () => {
  const { shop, browser } = await openOffice();
  const order = await typedOrder({ shop, browser });
  const at = `/orders/${order.id}`;
  assert.equal(bookingCount(shop, order), 0);
  assert.match(
    browser.page.text,
    new RegExp(`Edit address .*missing: ${MISSING} .*No tracking number is requested until the address is complete`),
  );
  await completeAddress(browser, at);
  await untilBooking(shop, order, 'booked');
  assert.doesNotMatch((await browser.open(at)).text, /No tracking number is requested|Edit address/);
});

test('a complete address, an order of a partner and a pick-up at the store request a number at once', async () => {
  const { shop, courier, browser } = await openOffice();
  const ready = await typedOrder({ shop, browser }, PLACE_FIELDS);
  await untilBooking(shop, ready, 'booked');
  const partner = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  await untilBooking(shop, partner, 'booked');
  await setUp(shop, httpOf(courier), httpOf(courier, 'store_pickup'));
  const collected = await typedOrder({ shop, browser }, { shipping_type: 'store_pickup' });
  await untilBooking(shop, collected, 'booked');
});

test('another courier is asked only for an order with a complete address', async () => {
  const { shop, courier, browser } = await openOffice();
  await setUp(shop, httpOf(courier), httpOf(courier, 'kex'));
  const order = await typedOrder({ shop, browser });
  await browser.send(`/orders/${order.id}/courier`, { shipping_type: 'kex' });
  assert.deepEqual([existingOrder(shop.ctx.db, order.id).shippingType, bookingCount(shop, order)], ['kex', 0]);
});

test('the store can request a number for an incomplete address, after a warning', async () => {
  const { shop, browser } = await openOffice();
  const order = await typedOrder({ shop, browser });
  const at = `/orders/${order.id}`;
  assert.match(
    browser.page.html,
    new RegExp(`missing: ${MISSING} <a [^>]*>Edit address</a></div>[^<]*<button[^>]*>Request tracking number`),
  );
  const bulk = await browser.send('/orders/book', { ids: String(order.id), from: '' });
  assert.match(bulk.text, /No tracking number can be requested for 1 of 1 order /);
  assert.match(bulk.text, officePattern('parcel_address_lacks'));
  assert.equal(bookingCount(shop, order), 0);
  await browser.send(`${at}/booking/request`);
  await untilBooking(shop, order, 'booked');
});

test('packing and handing over say what an address is missing', async () => {
  const { shop, browser } = await openOffice();
  const order = await typedOrder({ shop, browser }, { ...PLACE_FIELDS, sub_district: '', telephone: '' });
  const at = `/orders/${order.id}`;
  const missing = /Incomplete address, missing: phone, sub-district/g;
  assert.equal((await browser.open(`${at}/pack`)).text.match(missing)?.length, 1);
  const packed = await browser.send(`${at}/pack?anyway=1`, { code: 'LAT-H' });
  assert.deepEqual([packed.path, packed.text.match(missing)?.length], [`${at}/packed`, 1]);
  const { result: parcel } = await bookOrder(shop, order);
  assert.match((await browser.open(at)).text, /Hand over Incomplete address, missing: phone, sub-district/);
  const question = await browser.send('/orders/picked-up', { ids: String(order.id), from: '' });
  assert.match(question.text, /The address of 1 order is incomplete #\d+ สมชาย ใจดี Hand over 1 order/);
  assert.equal(existingOrder(shop.ctx.db, order.id).shippingStatus, 'booked');
  await browser.open(at);
  await browser.send(`${at}/shipments/${parcel.id}/pick-up`);
  assert.equal(existingOrder(shop.ctx.db, order.id).shippingStatus, 'shipped');
});

test('the order list marks orders that wait for their address', async () => {
  const { shop, browser } = await openOffice();
  const order = await typedOrder({ shop, browser });
  await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  const marked = async () => (await browser.open('/orders')).text.match(/Incomplete address/g)?.length ?? 0;
  assert.equal(await marked(), 1);
  await completeAddress(browser, `/orders/${order.id}`);
  assert.equal(await marked(), 0);
  await typedOrder({ shop, browser }, { shipping_type: 'store_pickup' });
  assert.equal(await marked(), 0);
});

test('bulk prints of labels leave out orders that wait for their address', async () => {
  const { shop, browser } = await openOffice();
  const incomplete = await typedOrder({ shop, browser });
  const partner = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  await browser.open('/orders');
  const ids = [incomplete.id, partner.id].map(String);
  const page = await browser.send('/orders/print/address-labels', { ids, size: '100x150' });
  assert.equal(page.status, 422);
  assert.match(page.text, /1 order cannot be printed Incomplete address: #1 Print the other 1/);
  await bookOrder(shop, incomplete);
  const labels = await browser.send('/orders/print/labels', { ids: String(incomplete.id), size: '100x150' });
  assert.match(labels.text, /1 order cannot be printed Incomplete address/);
});

test('without a courier that gives numbers, the next step of an incomplete address is to edit it', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop, { language: 'en' });
  const order = await typedOrder({ shop, browser });
  const page = await browser.open(`/orders/${order.id}`);
  const link = `<a href="/office/orders/${order.id}/edit"`;
  assert.match(page.html, new RegExp(`${link} class="button main">Edit address`));
  assert.match(page.html, new RegExp(`missing: ${MISSING} ${link}>Edit address`));
  assert.doesNotMatch(page.text, /No tracking number is requested/);
  assert.match((await browser.open(`/orders/${order.id}/pack`)).text, /Edit address/);
});
