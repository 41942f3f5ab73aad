import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestBooking } from '../src/domain/orders/bookings/booking-actions.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import {
  assertBookedOnce,
  bookingOf,
  callBack,
  failInserts,
  httpOf,
  openBookingShop,
  readyOrder,
  setUp,
  shipmentsOf,
  untilBooking,
} from './booking-steps.ts';
import { openCourier } from './courier-server.ts';
import type { PlacedOrder } from './order-steps.ts';
import { runStep } from './stock-steps.ts';
import { MINUTE } from './stopped-clock.ts';
import { cafe } from './support.ts';

// Numbers that arrive late

test('a number that the courier promised arrives by callback and counts once, however often it is repeated', async () => {
  const { shop, courier } = await openBookingShop();
  courier.next({ pending: true });
  const order = await readyOrder(shop);
  const { key } = await untilBooking(shop, order, 'pending');
  const booking = { idempotency_key: key, tracking_number: 'CX000001', tracking_url: 'https://courier.example/1' };
  for (let i = 0; i < 3; i += 1) {
    const { status, body } = await callBack(shop, courier, { booking });
    assert.deepEqual([status, body], [200, {}]);
  }
  await assertBookedOnce(shop, courier, order);
  const [{ tracking_url }] = await shipmentsOf(shop, order);
  assert.equal(tracking_url, 'https://courier.example/1');
});

test('a promised number that does not arrive is requested again', async () => {
  const { shop, courier, clock } = await openBookingShop();
  courier.next({ pending: true }, { pending: true });
  const order = await readyOrder(shop);
  await untilBooking(shop, order, 'pending');
  clock.forward(MINUTE);
  await untilBooking(shop, order, 'pending', 2);
  clock.forward(MINUTE);
  await assertBookedOnce(shop, courier, order);
  assert.deepEqual([courier.count('book'), courier.count('find')], [1, 2]);
});

test('a promised booking that is refused by callback has failed', async () => {
  const { shop, courier } = await openBookingShop();
  courier.next({ pending: true });
  const order = await readyOrder(shop);
  const { key } = await untilBooking(shop, order, 'pending');
  await callBack(shop, courier, { booking: { idempotency_key: key, refused: 'ที่อยู่ไม่ชัดเจน' } });
  assert.equal((await untilBooking(shop, order, 'failed')).reason?.params.text, 'ที่อยู่ไม่ชัดเจน');
});

test('a promised booking stays pending while the courier cannot answer about it', async () => {
  const { shop, courier, clock } = await openBookingShop();
  courier.next({ pending: true }, { status: 500, body: {} });
  const order = await readyOrder(shop);
  await untilBooking(shop, order, 'pending');
  clock.forward(MINUTE);
  const { reason } = await untilBooking(shop, order, 'pending', 2);
  assert.deepEqual([reason?.key, reason?.params], ['courier_answered', { status: 500 }]);
});

test('a number that arrives after a refusal is accepted', async () => {
  const { shop, courier } = await openBookingShop();
  courier.next({ pending: true });
  const order = await readyOrder(shop);
  const { key } = await untilBooking(shop, order, 'pending');
  await callBack(shop, courier, { booking: { idempotency_key: key, refused: 'เต็ม' } });
  await untilBooking(shop, order, 'failed');
  await callBack(shop, courier, { booking: { idempotency_key: key, tracking_number: 'CX000001' } });
  await assertBookedOnce(shop, courier, order);
});

test('a refusal that arrives after the number changes nothing', async () => {
  const { shop, courier } = await openBookingShop();
  const order = await readyOrder(shop);
  const { key } = await untilBooking(shop, order, 'booked');
  const { status } = await callBack(shop, courier, { booking: { idempotency_key: key, refused: 'เต็ม' } });
  assert.equal(status, 200);
  await assertBookedOnce(shop, courier, order);
});

test('a repeated refusal does not affect a later request', async () => {
  const { shop, courier } = await openBookingShop();
  courier.next({ pending: true }, { pending: true });
  const order = await readyOrder(shop);
  const { key } = await untilBooking(shop, order, 'pending');
  const refusal = { booking: { idempotency_key: key, refused: 'ที่อยู่ไม่ชัดเจน' } };
  await callBack(shop, courier, refusal);
  await untilBooking(shop, order, 'failed');
  await runStep(shop, (tx, now) => requestBooking(tx, order.id, byCommand(now)));
  await untilBooking(shop, order, 'pending', 2);
  assert.equal((await callBack(shop, courier, refusal)).status, 200);
  assert.equal(bookingOf(shop, order)?.state, 'pending');
});

test('a signed callback changes no booking of another account or another store', async () => {
  const other = await openCourier();
  const { shop, courier } = await openBookingShop();
  await setUp(shop, httpOf(other, 'kex'));
  await shop.load({ stores: [cafe({ key: 'tea', couriers: [httpOf(courier)] })] });
  other.next({ pending: true });
  courier.next({ pending: true });
  const theirs = await readyOrder(shop, { shipping_type: 'kex' });
  const ours = await readyOrder(shop);
  const call = async (order: PlacedOrder, store: string | undefined, type: string) => {
    const { key } = await untilBooking(shop, order, 'pending');
    const booking = { idempotency_key: key, tracking_number: 'FORGED1' };
    const { status } = await shop.send(`/couriers/${store}/${type}`, courier.callBack({ booking }));
    assert.equal(status, 200);
    return bookingOf(shop, order)?.state;
  };
  assert.equal(await call(theirs, shop.ids.id, 'ems'), 'pending');
  assert.equal(await call(ours, shop.stores.tea?.id, 'ems'), 'pending');
  assert.equal(await call(ours, shop.ids.id, 'ems'), 'booked');
});

test('a callback that cannot be saved is not acknowledged, and counts when it is repeated', async () => {
  const { shop, courier, clock } = await openBookingShop();
  const order = await readyOrder(shop);
  const { trackingNumber } = await untilBooking(shop, order, 'booked');
  const disk = failInserts(shop, 'tracking_events');
  const events = [{ tracking_number: trackingNumber, status: 'delivered', event_time: clock.now() }];
  assert.equal((await callBack(shop, courier, { events })).status, 500);
  assert.equal((await shipmentsOf(shop, order))[0].status, 'booked');
  disk.restore();
  assert.equal((await callBack(shop, courier, { events })).status, 200);
  assert.equal((await shipmentsOf(shop, order))[0].status, 'delivered');
});

test('a callback needs the courier’s signature and affects only that courier’s bookings', async () => {
  const { shop, courier } = await openBookingShop();
  courier.next({ pending: true });
  const order = await readyOrder(shop);
  const { key } = await untilBooking(shop, order, 'pending');
  const booking = { idempotency_key: key, tracking_number: 'FORGED1' };
  assert.equal((await callBack(shop, courier, { booking }, 'guessed')).status, 401);
  const stranger = { booking: { idempotency_key: 'f'.repeat(32), tracking_number: 'CX9' } };
  assert.equal((await callBack(shop, courier, stranger)).status, 200);
  for (const path of ['/couriers/1/kex', '/couriers/99/ems', '/couriers/x/ems'])
    assert.equal((await shop.send(path, courier.callBack({ booking }))).status, 404);
  assert.equal((await callBack(shop, courier, { nonsense: 1 })).status, 400);
  assert.equal(bookingOf(shop, order)?.state, 'pending');
});
