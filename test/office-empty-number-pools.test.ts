import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBooking } from '../src/domain/orders/bookings/booking.ts';
import { nextStep } from '../src/domain/orders/hints.ts';
import { existingOrder } from '../src/domain/orders/order.ts';
import { signedIn } from './office.ts';
import { type PlacedOrder, placeOrder } from './order-steps.ts';
import { cafe, openShop, type Shop } from './support.ts';

// Orders whose courier has no tracking numbers left.

const LINES = [{ sku: 'LAT-H', qty: 1 }];
const MANUAL = { auto_request_xshipping: false };
const COD = { ...MANUAL, is_cod: true, cod_amount: '65', cod_fee: '0' };
const EMPTY = /No COD tracking numbers left for Thailand Post EMS/;

/** A café with two numbers for EMS, none of them for COD. */
async function opened() {
  const pool = { shipping_type: 'ems', adapter: 'number_pool', prefix: 'EX', first: 1000, count: 2 };
  const shop = await openShop({ stores: [cafe({ couriers: [pool] })] });
  return { shop, browser: await signedIn(shop, { language: 'en' }) };
}

const isRequested = ({ ctx }: Shop, { id }: PlacedOrder): boolean => openBooking(ctx.db, id) !== undefined;

test('orders that can get no number are shown before numbers are requested, by reason, with a link to the settings', async () => {
  const { shop, browser } = await opened();
  const orders = [
    await placeOrder(shop, LINES, COD),
    await placeOrder(shop, LINES, COD),
    await placeOrder(shop, LINES, { ...MANUAL, shipping_type: 'flash' }),
    await placeOrder(shop, LINES, MANUAL),
  ];
  await browser.open('/orders');
  const { text, html } = await browser.send('/orders/book', { ids: orders.map(({ id }) => String(id)) });
  assert.match(
    text,
    /No tracking number can be requested for 3 of 4 orders .* Request tracking numbers for the other 1 /,
  );
  assert.match(text, /No COD tracking numbers left for Thailand Post EMS: #1 #2 Add number range/);
  assert.match(text, /not set up Flash Express [^:]*: #3 Courier settings/);
  assert.match(html, /href="\/office\/settings\/couriers\/ems#add-numbers"/);
  assert.deepEqual(
    orders.map((order) => isRequested(shop, order)),
    [false, false, false, false],
  );
  const rest = await browser.send('/orders/book', { ids: String(orders[3]?.id) });
  assert.match(rest.text, /1 tracking number requested/);
});

test('a courier with COD orders but no COD numbers shows an empty COD pool, which is a task on Today', async () => {
  const { shop, browser } = await opened();
  await placeOrder(shop, LINES, MANUAL);
  assert.doesNotMatch((await browser.open('/settings/couriers')).text, /COD: 0 left/);
  await placeOrder(shop, LINES, COD);
  for (const path of ['/settings/couriers', '/settings/couriers/ems'])
    assert.match((await browser.open(path)).text, /Non-COD: 2 left COD: 0 left/);
  assert.match((await browser.open('/')).text, /1 Low on tracking numbers Thailand Post EMS/);
});

test('no more numbers are requested than are left', async () => {
  const { shop, browser } = await opened();
  const orders = [];
  for (let i = 0; i < 3; i += 1) orders.push(await placeOrder(shop, LINES, MANUAL));
  await browser.open('/orders');
  const { text } = await browser.send('/orders/book', { ids: orders.map(({ id }) => String(id)) });
  assert.match(text, /2 tracking numbers requested 1 order failed No tracking numbers left for Thailand Post EMS: #3/);
});

test('an action on all orders of a list skips those that can get no number', async () => {
  const { shop, browser } = await opened();
  await placeOrder(shop, LINES, COD);
  await placeOrder(shop, LINES, MANUAL);
  await browser.open('/orders');
  const { text } = await browser.send('/orders/bulk', { action: 'book', all: 'on', tab: 'to_pack' });
  assert.match(text, /1 order will be changed/);
  assert.match(text, /No COD tracking numbers left for Thailand Post EMS: #1 Add number range/);
});

test('the page of an order that can get no number says so and offers to pack it', async () => {
  const { shop, browser } = await opened();
  const order = await placeOrder(shop, LINES, COD);
  const { text, html } = await browser.open(`/orders/${order.id}`);
  assert.match(text, EMPTY);
  assert.match(text, /Order #1 Pack /);
  assert.match(html, /href="\/office\/settings\/couriers\/ems#add-numbers"/);
  assert.equal(nextStep(shop.ctx.db, existingOrder(shop.ctx.db, order.id)), 'pack');
  const other = await placeOrder(shop, LINES, MANUAL);
  assert.equal(nextStep(shop.ctx.db, existingOrder(shop.ctx.db, other.id)), 'request_number');
  assert.doesNotMatch((await browser.open(`/orders/${other.id}`)).text, /numbers left/);
});

test('the form of a new order says that the courier has no numbers for COD left', async () => {
  const { browser } = await opened();
  const form = { shipping_type: 'ems', step: 'look', qty: '1', sku: 'LAT-H' };
  await browser.open('/orders/new');
  assert.doesNotMatch((await browser.send('/orders/new', form)).text, EMPTY);
  const { text, html } = await browser.send('/orders/new', { ...form, is_cod: 'on' });
  assert.match(text, EMPTY);
  assert.match(html, /id="number-left"/);
  assert.doesNotMatch(
    (await browser.send('/orders/new', { ...form, shipping_type: 'flash', is_cod: 'on' })).text,
    EMPTY,
  );
});
