import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bookingsOf } from '../src/domain/orders/bookings/booking.ts';
import { dropBookingOfOrder, requestBooking } from '../src/domain/orders/bookings/booking-actions.ts';
import { cancellationOf } from '../src/domain/orders/bookings/cancellation.ts';
import { cancelOrder } from '../src/domain/orders/close.ts';
import { editOrder } from '../src/domain/orders/edit.ts';
import { byCommand, historyOf } from '../src/domain/orders/history.ts';
import { existingOrder } from '../src/domain/orders/order.ts';
import { takePayment } from '../src/domain/orders/payments/payments.ts';
import { refundOrder } from '../src/domain/orders/payments/refund.ts';
import { bookShipment } from '../src/domain/orders/shipments/book.ts';
import { cancelShipment } from '../src/domain/orders/shipments/move.ts';
import type { Id } from '../src/lib/ids.ts';
import {
  assertBookedOnce,
  bookingOf,
  callBack,
  openBookingShop,
  readyOrder,
  shipmentsOf,
  untilBooking,
} from './booking-steps.ts';
import type { CourierServer } from './courier-server.ts';
import { assertRefuses, orderDetail, placeOrder } from './order-steps.ts';
import { confirm, notifyPaymentStep } from './payment-steps.ts';
import { runStep } from './stock-steps.ts';
import { MINUTE, SECOND } from './stopped-clock.ts';
import { type Shop, until } from './support.ts';

// Changes by the store before and after the number arrives

/** After a full refund nothing is due, so more money is reported and confirmed. */
async function payMore(shop: Shop, order: { id: Id }): Promise<void> {
  const { paymentId } = await notifyPaymentStep(shop, order, '65');
  await confirm(shop, paymentId);
}

/** Waits until all due bookings are processed: adds a booking at the end of the queue and waits for it. */
async function processBookings(shop: Shop, courier: CourierServer): Promise<void> {
  const before = courier.count('book');
  await untilBooking(shop, await readyOrder(shop), 'booked');
  assert.equal(courier.count('book'), before + 1, 'the courier got another booking');
}

/** Processes the cancellations of the courier. */
async function processCancellations(shop: Shop, courier: CourierServer): Promise<void> {
  const before = courier.count('cancel');
  const { id, shipmentId } = await untilBooking(shop, await readyOrder(shop), 'booked');
  await runStep(shop, (tx, now) => cancelShipment(tx, shipmentId as Id, byCommand(now)));
  await until('the booking is canceled at the courier', () => cancellationOf(shop.ctx.db, id)?.status === 'canceled');
  assert.equal(courier.count('cancel'), before + 1, 'the courier got another cancellation');
}

test('an order canceled during its booking request is not shipped, and the booking is canceled at the courier', async () => {
  const { shop, courier, clock } = await openBookingShop();
  courier.next({ pending: true });
  const order = await readyOrder(shop);
  const { key, id } = await untilBooking(shop, order, 'pending');
  await runStep(shop, (tx, now) => cancelOrder(tx, order.id, 'buyer', byCommand(now)));
  assert.equal(bookingOf(shop, order)?.dropTime, clock.now());
  await callBack(shop, courier, { booking: { idempotency_key: key, tracking_number: 'CX000001' } });
  await until('the booking is canceled at the courier', () => cancellationOf(shop.ctx.db, id)?.status === 'canceled');
  assert.equal((await orderDetail(shop, order)).shipments, undefined);
  assert.equal(courier.bookings.get(key)?.canceled, true);
  clock.forward(60 * MINUTE);
  await processCancellations(shop, courier);
});

test('a booking dropped before its request is never requested', async () => {
  const { shop, courier, clock } = await openBookingShop();
  await courier.stop();
  const order = await readyOrder(shop);
  await untilBooking(shop, order, 'failed');
  await runStep(shop, (tx, now) => dropBookingOfOrder(tx, order.id, byCommand(now)));
  await courier.start();
  clock.forward(60 * MINUTE);
  await processBookings(shop, courier);
  assert.equal(courier.count('book'), 1);
  await assertRefuses(shop, { key: 'booking_not_queued' }, (tx, now) =>
    dropBookingOfOrder(tx, order.id, byCommand(now)),
  );
});

test('a dropped booking is requested again by the store, not by the next payment', async () => {
  const { shop, courier } = await openBookingShop();
  courier.next({ refuse: 'เต็ม' });
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 2 }]);
  await untilBooking(shop, order, 'failed');
  await runStep(shop, (tx, now) => dropBookingOfOrder(tx, order.id, byCommand(now)));
  await runStep(shop, (tx, now) => takePayment(tx, order.id, { method: 'cash' }, byCommand(now)));
  await processBookings(shop, courier);
  assert.equal(bookingsOf(shop.ctx.db, order.id).length, 1);
  await runStep(shop, (tx, now) => requestBooking(tx, order.id, byCommand(now)));
  await untilBooking(shop, order, 'booked');
});

test('an expired order is no longer booked', async () => {
  const { shop, courier, clock } = await openBookingShop();
  await courier.stop();
  const order = await readyOrder(shop, { expiration_time: clock.now() + MINUTE });
  await untilBooking(shop, order, 'failed');
  clock.forward(MINUTE);
  await until('it expires', () => existingOrder(shop.ctx.db, order.id).status === 'expired');
  const { nextTime, dropTime } = bookingOf(shop, order) ?? assert.fail();
  assert.deepEqual([nextTime, dropTime], [null, clock.now()]);
});

test('canceling an order cancels its parcel at the courier', async () => {
  const { shop, courier } = await openBookingShop();
  const order = await readyOrder(shop);
  const { id, key } = await untilBooking(shop, order, 'booked');
  await runStep(shop, (tx, now) => cancelOrder(tx, order.id, 'buyer', byCommand(now)));
  await until('the booking is canceled at the courier', () => cancellationOf(shop.ctx.db, id)?.status === 'canceled');
  assert.equal(courier.bookings.get(key)?.canceled, true);
  const events = historyOf(shop.ctx.db, order.id).map(({ event }) => event);
  assert.deepEqual(events, ['created', 'shipment_booked', 'shipment_canceled', 'canceled']);
});

test('a parcel that the courier canceled itself is not canceled again', async () => {
  const { shop, courier, clock } = await openBookingShop();
  const order = await readyOrder(shop);
  const { id, trackingNumber } = await untilBooking(shop, order, 'booked');
  const events = [{ tracking_number: trackingNumber, status: 'canceled', event_time: clock.now() }];
  await callBack(shop, courier, { events });
  assert.equal((await shipmentsOf(shop, order))[0].status, 'canceled');
  assert.equal(cancellationOf(shop.ctx.db, id), undefined);
  await processCancellations(shop, courier);
});

test('an order refunded during its booking request is booked when it is paid again', async () => {
  const { shop, courier } = await openBookingShop();
  courier.next({ pending: true });
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], { ship_before_pay: false });
  await runStep(shop, (tx, now) => takePayment(tx, order.id, { method: 'cash' }, byCommand(now)));
  const { key } = await untilBooking(shop, order, 'pending');
  await runStep(shop, (tx, now) => refundOrder(tx, order.id, {}, byCommand(now)));
  const booking = { idempotency_key: key, tracking_number: courier.bookings.get(key)?.number };
  await callBack(shop, courier, { booking });
  await until('the booking is canceled at the courier', () => courier.bookings.get(key)?.canceled);
  assert.equal((await orderDetail(shop, order)).shipments, undefined);
  await payMore(shop, order);
  await assertBookedOnce(shop, courier, order);
});

test('a booking dropped during its request is canceled at the courier too', async () => {
  const { shop, courier, clock } = await openBookingShop();
  courier.next({ disconnect: 'after_action' });
  const order = await readyOrder(shop);
  const { key, id } = await untilBooking(shop, order, 'uncertain');
  await runStep(shop, (tx, now) => dropBookingOfOrder(tx, order.id, byCommand(now)));
  clock.forward(5 * SECOND);
  await until('the booking is canceled at the courier', () => cancellationOf(shop.ctx.db, id)?.status === 'canceled');
  assert.equal(courier.bookings.get(key)?.canceled, true);
  assert.equal((await orderDetail(shop, order)).shipments, undefined);
});

test('during a booking request no number can be entered and the order cannot be edited, except its private note', async () => {
  const { shop, courier } = await openBookingShop();
  courier.next({ pending: true });
  const order = await readyOrder(shop);
  await untilBooking(shop, order, 'pending');
  await assertRefuses(shop, { key: 'booking_in_progress' }, (tx, now) =>
    bookShipment(tx, order.id, { trackingNumber: 'T1' }, byCommand(now)),
  );
  await assertRefuses(shop, { key: 'order_awaits_tracking_number' }, (tx, now) =>
    editOrder(tx, order.id, { shippingLabelNote: 'x' }, byCommand(now)),
  );
  await runStep(shop, (tx, now) => editOrder(tx, order.id, { privateNote: 'x' }, byCommand(now)));
});

test('a number entered by hand replaces a waiting booking', async () => {
  const { shop, courier, clock } = await openBookingShop();
  courier.next({ refuse: 'full' });
  const order = await readyOrder(shop);
  await untilBooking(shop, order, 'failed');
  await runStep(shop, (tx, now) => bookShipment(tx, order.id, { trackingNumber: 'T1' }, byCommand(now)));
  clock.forward(60 * MINUTE);
  await processBookings(shop, courier);
  assert.ok(historyOf(shop.ctx.db, order.id).some(({ event }) => event === 'booking_dropped'));
  const [{ tracking_number }, ...more] = await shipmentsOf(shop, order);
  assert.deepEqual([tracking_number, more], ['T1', []]);
});

test('the booking of an order that is no longer ready waits until the order is ready again', async () => {
  const { shop, courier, clock } = await openBookingShop();
  await courier.stop();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], { ship_before_pay: false });
  const pay = () => runStep(shop, (tx, now) => takePayment(tx, order.id, { method: 'cash' }, byCommand(now)));
  await pay();
  await untilBooking(shop, order, 'failed');
  await runStep(shop, (tx, now) =>
    editOrder(tx, order.id, { set: [{ lineId: order.lines[0] as Id, qty: 2 }] }, byCommand(now)),
  );
  await courier.start();
  clock.forward(5 * SECOND);
  await until('the booking waits for the payment', () => bookingOf(shop, order)?.nextTime === null);
  assert.equal(courier.count('book'), 0);
  await pay();
  await assertBookedOnce(shop, courier, order);
});

test('a cancellation is repeated until the courier answers', async () => {
  const { shop, courier, clock } = await openBookingShop();
  const order = await readyOrder(shop);
  const { id, shipmentId, key } = await untilBooking(shop, order, 'booked');
  await courier.stop();
  await runStep(shop, (tx, now) => cancelShipment(tx, shipmentId as Id, byCommand(now)));
  await until(
    'the courier was not reached',
    () => cancellationOf(shop.ctx.db, id)?.tries === 1 && cancellationOf(shop.ctx.db, id)?.reason,
  );
  await courier.start();
  await until('the booking is canceled at the courier', () => {
    clock.forward(SECOND);
    return cancellationOf(shop.ctx.db, id)?.status === 'canceled';
  });
  assert.equal(courier.bookings.get(key)?.canceled, true);
  await runStep(shop, (tx, now) => requestBooking(tx, order.id, byCommand(now)));
  await until('the order is booked again', () => bookingOf(shop, order)?.trackingNumber === 'CX000002');
});

test('a canceled shipment is not booked again automatically', async () => {
  const { shop, courier, clock } = await openBookingShop();
  const order = await readyOrder(shop);
  const { shipmentId } = await untilBooking(shop, order, 'booked');
  await runStep(shop, (tx, now) => cancelShipment(tx, shipmentId as Id, byCommand(now)));
  await runStep(shop, (tx, now) => takePayment(tx, order.id, { method: 'cash' }, byCommand(now)));
  clock.forward(60 * MINUTE);
  await processBookings(shop, courier);
  assert.equal(bookingOf(shop, order)?.trackingNumber, 'CX000001');
});

test('a booking requested by the store waits for the payment like any other', async () => {
  const { shop, courier, clock } = await openBookingShop();
  await courier.stop();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], {
    ship_before_pay: false,
    auto_request_xshipping: false,
  });
  await runStep(shop, (tx, now) => takePayment(tx, order.id, { method: 'cash' }, byCommand(now)));
  await runStep(shop, (tx, now) => requestBooking(tx, order.id, byCommand(now)));
  await untilBooking(shop, order, 'failed');
  await runStep(shop, (tx, now) => refundOrder(tx, order.id, {}, byCommand(now)));
  clock.forward(5 * SECOND);
  await until('the booking waits for the payment', () => bookingOf(shop, order)?.nextTime === null);
  await courier.start();
  await payMore(shop, order);
  await assertBookedOnce(shop, courier, order);
});
