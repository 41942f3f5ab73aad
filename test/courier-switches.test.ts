import assert from 'node:assert/strict';
import { test } from 'node:test';
import { switchCourier } from '../src/domain/orders/bookings/booking-actions.ts';
import { cancellationOf } from '../src/domain/orders/bookings/cancellation.ts';
import { editOrder } from '../src/domain/orders/edit.ts';
import { byCommand, historyOf } from '../src/domain/orders/history.ts';
import { takePayment } from '../src/domain/orders/payments/payments.ts';
import { bookShipment } from '../src/domain/orders/shipments/book.ts';
import { cancelShipment } from '../src/domain/orders/shipments/move.ts';
import type { Id } from '../src/lib/ids.ts';
import {
  assertBookedOnce,
  bookingOf,
  httpOf,
  openBookingShop,
  readyOrder,
  setUp,
  shipmentsOf,
  untilBooking,
} from './booking-steps.ts';
import { openCourier } from './courier-server.ts';
import { orderDetail, placeOrder } from './order-steps.ts';
import { runStep } from './stock-steps.ts';
import { SECOND } from './stopped-clock.ts';
import { until } from './support.ts';

test('an order whose courier changed before it was ready is booked when it is ready', async () => {
  const other = await openCourier();
  const { shop, courier } = await openBookingShop();
  await setUp(shop, httpOf(other, 'kex'));
  courier.next({ refuse: 'เต็ม' });
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], { ship_before_pay: false });
  const pay = () => runStep(shop, (tx, now) => takePayment(tx, order.id, { method: 'cash' }, byCommand(now)));
  await pay();
  await untilBooking(shop, order, 'failed');
  const more = { set: [{ lineId: order.lines[0] as Id, qty: 2 }] };
  await runStep(shop, (tx, now) => editOrder(tx, order.id, more, byCommand(now)));
  await runStep(shop, (tx, now) => switchCourier(tx, order.id, 'kex', byCommand(now)));
  await until('the booking waits for the payment', () => bookingOf(shop, order)?.nextTime === null);
  assert.equal(other.count('book'), 0);
  await pay();
  await assertBookedOnce(shop, other, order);
});

test('after a switch the new courier books, and the old one gets a cancellation for what it may have accepted', async () => {
  const other = await openCourier();
  const { shop, courier, clock } = await openBookingShop();
  await setUp(shop, httpOf(other, 'kex'));
  courier.next({ disconnect: 'after_action' });
  const order = await readyOrder(shop);
  const { key } = await untilBooking(shop, order, 'uncertain');
  await runStep(shop, (tx, now) => switchCourier(tx, order.id, 'kex', byCommand(now)));
  await assertBookedOnce(shop, other, order);
  assert.equal((await orderDetail(shop, order)).shipping_type, 'kex');
  clock.forward(5 * SECOND);
  await until('the booking is canceled at the former courier', () => courier.bookings.get(key)?.canceled);
});

test('after a switch to a courier without bookings the number is entered by hand', async () => {
  const { shop, courier } = await openBookingShop();
  courier.next({ refuse: 'full' });
  const order = await readyOrder(shop);
  await untilBooking(shop, order, 'failed');
  await runStep(shop, (tx, now) => switchCourier(tx, order.id, 'store_pickup', byCommand(now)));
  await runStep(shop, (tx, now) => bookShipment(tx, order.id, { trackingNumber: 'DESK' }, byCommand(now)));
  const [{ shipping_type, tracking_number }] = await shipmentsOf(shop, order);
  assert.deepEqual([shipping_type, tracking_number], ['store_pickup', 'DESK']);
});

test('a booking that one courier may have accepted is not requested from another courier of the same shipping type', async () => {
  const other = await openCourier();
  for (const settings of [
    httpOf(other),
    { shipping_type: 'ems', adapter: 'number_pool', prefix: 'EX', first: 1, count: 9 },
    { shipping_type: 'ems', adapter: 'manual' },
  ]) {
    const { shop, courier, clock } = await openBookingShop();
    courier.next({ disconnect: 'after_action' });
    const order = await readyOrder(shop);
    await untilBooking(shop, order, 'uncertain');
    await setUp(shop, settings);
    clock.forward(5 * SECOND);
    const { reason, nextTime } = await untilBooking(shop, order, 'failed', 2);
    const expected = settings.adapter === 'manual' ? 'booking_not_set_up' : 'booking_courier_changed';
    assert.equal(reason?.key, expected);
    assert.equal(nextTime, null);
    assert.equal((await orderDetail(shop, order)).shipments, undefined);
    assert.deepEqual(historyOf(shop.ctx.db, order.id).at(-1)?.event, 'booking_failed');
  }
  assert.deepEqual(other.requests, []);
});

test('a courier only gets cancellations of its own bookings', async () => {
  const other = await openCourier();
  const { shop, courier } = await openBookingShop();
  const order = await readyOrder(shop);
  const { id, shipmentId } = await untilBooking(shop, order, 'booked');
  await setUp(shop, httpOf(other));
  await runStep(shop, (tx, now) => cancelShipment(tx, shipmentId as Id, byCommand(now)));
  await until('the cancellation has failed', () => cancellationOf(shop.ctx.db, id)?.status === 'refused');
  assert.equal(cancellationOf(shop.ctx.db, id)?.reason?.key, 'cancellation_courier_changed');
  assert.deepEqual([other.requests.length, courier.count('cancel')], [0, 0]);
});
