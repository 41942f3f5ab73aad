import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unfinishedBookings } from '../src/domain/orders/bookings/booking.ts';
import { dropBookingOfOrder, switchCourier } from '../src/domain/orders/bookings/booking-actions.ts';
import { cancellationOf } from '../src/domain/orders/bookings/cancellation.ts';
import { cancelOrder } from '../src/domain/orders/close.ts';
import { editOrder } from '../src/domain/orders/edit.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { cancelShipment } from '../src/domain/orders/shipments/move.ts';
import type { Id } from '../src/lib/ids.ts';
import type { Message } from '../src/lib/messages/catalogue.ts';
import {
  advanceUntilBooking,
  assertBookedOnce,
  bookingOf,
  failInserts,
  flashOf,
  flashOrder,
  flashPickedUp,
  httpOf,
  openBookingShop,
  openFlash,
  readyOrder,
  setUp,
  shipmentsOf,
  untilBooking,
} from './booking-steps.ts';
import { type CourierServer, openCourier } from './courier-server.ts';
import { assertRefuses, type PlacedOrder } from './order-steps.ts';
import { runStep } from './stock-steps.ts';
import { SECOND } from './stopped-clock.ts';
import { idOf, type Shop, until } from './support.ts';

// Uncertain bookings: they are looked up or sent again with the same key, and never sent to another courier

const DISCONNECT = { disconnect: 'after_action' } as const;

/** An order that Flash has booked, while raan does not know the outcome. */
async function openUncertainBooking() {
  const { shop, courier, clock } = await openFlash();
  courier.next(DISCONNECT);
  const order = await flashOrder(shop);
  const { key } = await untilBooking(shop, order, 'uncertain');
  assert.equal(courier.bookings.size, 1);
  const queue = () => unfinishedBookings(shop.ctx.db, idOf(shop.ids.id)).map(({ state, reason }) => [state, reason]);
  return { shop, courier, clock, order, key, queue };
}

const drop = (shop: Shop, { id }: PlacedOrder) =>
  runStep(shop, (tx, now) => dropBookingOfOrder(tx, id, byCommand(now)));

test('a booking stays uncertain if the courier is unreachable on the second attempt, and the order cannot be edited', async () => {
  const { shop, courier, clock, order, key } = await openUncertainBooking();
  await courier.stop();
  clock.forward(5 * SECOND);
  const { reason } = await untilBooking(shop, order, 'uncertain', 2);
  assert.equal(reason?.key, 'courier_not_reached');
  const recipientAddress = { name: 'คนใหม่', telephone: '0999999999' } as never;
  await assertRefuses(shop, { key: 'order_awaits_tracking_number' }, (tx, now) =>
    editOrder(tx, order.id, { recipientAddress }, byCommand(now)),
  );
  await courier.start();
  await advanceUntilBooking(shop, clock, order, ({ state }) => state === 'pending');
  await flashPickedUp(shop, courier, key);
  await assertBookedOnce(shop, courier, order);
});

test('an uncertain booking stays uncertain after a refusal, and the first courier gets a cancellation after a switch', async () => {
  const { shop, courier, clock, order, key, queue } = await openUncertainBooking();
  const other = await openCourier();
  await setUp(shop, httpOf(other, 'kex'));
  courier.next({ body: { code: 1000, message: 'too many requests' } });
  clock.forward(5 * SECOND);
  const { reason } = await untilBooking(shop, order, 'uncertain', 2);
  assert.deepEqual([reason?.key, reason?.params], ['flash_answered', { text: 'too many requests', code: 1000 }]);
  await runStep(shop, (tx, now) => switchCourier(tx, order.id, 'kex', byCommand(now)));
  await assertBookedOnce(shop, other, order);
  clock.forward(15 * SECOND);
  await until(
    'the store gets a problem to check',
    () => (queue()[0]?.[1] as Message)?.key === 'booking_dropped_unanswered',
  );
  assert.equal(courier.count('book'), 2);
  await flashPickedUp(shop, courier, key);
  await until('the booking is canceled at the first courier', () => courier.bookings.get(key)?.canceled);
  assert.deepEqual(queue(), []);
  assert.equal((await shipmentsOf(shop, order)).length, 1);
});

test('an uncertain booking that is dropped stays visible, is not sent again, and ends when it is dropped again', async () => {
  const { shop, courier, clock, order, key, queue } = await openUncertainBooking();
  await runStep(shop, (tx, now) => cancelOrder(tx, order.id, 'store', byCommand(now)));
  clock.forward(5 * SECOND);
  const { reason } = await untilBooking(shop, order, 'uncertain', 2);
  assert.deepEqual(queue(), [['uncertain', reason]]);
  assert.equal(reason?.key, 'booking_dropped_unanswered');
  await drop(shop, order);
  assert.equal(bookingOf(shop, order)?.state, 'dropped');
  assert.deepEqual(queue(), []);
  await assertRefuses(shop, { key: 'booking_not_queued' }, (tx, now) =>
    dropBookingOfOrder(tx, order.id, byCommand(now)),
  );
  assert.equal(courier.count('book'), 1);
  await flashPickedUp(shop, courier, key);
  await until('a late number is canceled', () => courier.bookings.get(key)?.canceled);
});

test('an uncertain booking that is dropped stays visible after its courier is set up again', async () => {
  const other = await openCourier();
  const { shop, courier, clock } = await openBookingShop();
  courier.next(DISCONNECT);
  const order = await readyOrder(shop);
  await untilBooking(shop, order, 'uncertain');
  await runStep(shop, (tx, now) => cancelOrder(tx, order.id, 'store', byCommand(now)));
  await setUp(shop, httpOf(other));
  clock.forward(5 * SECOND);
  const { reason } = await untilBooking(shop, order, 'uncertain', 2);
  assert.deepEqual([reason?.key, reason?.params], ['booking_courier_changed', { shippingType: 'ems' }]);
  const queue = () => unfinishedBookings(shop.ctx.db, idOf(shop.ids.id)).map(({ orderId }) => orderId);
  assert.deepEqual(queue(), [order.id]);
  await drop(shop, order);
  assert.deepEqual(queue(), []);
  assert.deepEqual(other.requests, []);
});

for (const [fact, replacement] of [
  ['another protocol', (other: CourierServer) => httpOf(other, 'flash')],
  ['another address', (other: CourierServer) => flashOf(other)],
  ['another merchant', (_: CourierServer, own: CourierServer) => ({ ...flashOf(own), merchant_id: 'BB0002' })],
] as const)
  test(`a booking that Flash may have accepted is not sent to ${fact}, even after Flash was unreachable`, async () => {
    const { shop, courier, clock, order } = await openUncertainBooking();
    const other = await openCourier();
    await courier.stop();
    clock.forward(5 * SECOND);
    await untilBooking(shop, order, 'uncertain', 2);
    await courier.start();
    await setUp(shop, replacement(other, courier));
    clock.forward(15 * SECOND);
    const { reason } = await untilBooking(shop, order, 'failed', 3);
    assert.deepEqual([reason?.key, reason?.params], ['booking_courier_changed', { shippingType: 'flash' }]);
    assert.deepEqual([courier.requests.length, other.requests.length], [1, 0]);
  });

test('a new merchant account gets no cancellations of the old account’s bookings', async () => {
  const { shop, courier } = await openFlash();
  const order = await flashOrder(shop);
  const { id, shipmentId } = await untilBooking(shop, order, 'booked');
  await setUp(shop, { ...flashOf(courier), merchant_id: 'BB0002' });
  await runStep(shop, (tx, now) => cancelShipment(tx, shipmentId as Id, byCommand(now)));
  await until('the cancellation has failed', () => cancellationOf(shop.ctx.db, id)?.status === 'refused');
  assert.equal(courier.count('cancel'), 0);
});

test('a response that cannot be saved is saved later, without a second request', async () => {
  const { shop, courier } = await openBookingShop();
  const warnings: unknown[] = [];
  shop.ctx.log.warn = (...message: unknown[]) => void warnings.push(message[1]);
  const disk = failInserts(shop, 'shipments');
  const order = await readyOrder(shop);
  await until('the error is logged', () => warnings.length > 0);
  assert.deepEqual(warnings, ['saving the result of a booking failed; retrying']);
  disk.restore();
  await assertBookedOnce(shop, courier, order);
  assert.deepEqual([courier.count('book'), courier.count('find')], [1, 0]);
});
