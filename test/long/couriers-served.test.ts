import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeBooking } from '../../src/domain/orders/bookings/booking.ts';
import { cancellationOf, markCanceling } from '../../src/domain/orders/bookings/cancellation.ts';
import { byCommand } from '../../src/domain/orders/history.ts';
import { cancelShipment } from '../../src/domain/orders/shipments/move.ts';
import type { Id } from '../../src/lib/ids.ts';
import { type Runtime, realRuntime, replaceRuntime } from '../../src/lib/runtime.ts';
import {
  assertBookedOnce,
  bookingOf,
  flashOrder,
  httpOf,
  openBookingShop,
  openFlash,
  readyOrder,
  setUp,
  shipmentsOf,
  untilBooking,
} from '../booking-steps.ts';
import { openCourier } from '../courier-server.ts';
import { kill, serveInProcess } from '../separate-server.ts';
import { sql } from '../sql.ts';
import { runStep } from '../stock-steps.ts';
import { MINUTE, SECOND } from '../stopped-clock.ts';
import { cafe, openShop, type Shop, until } from '../support.ts';

// Background jobs, limits, stop and start of a server with couriers

/**
 * Timers of a minute or longer fire after 20 ms, so that tests can wait for jobs that run every minute. Shorter timers,
 * such as the timeout of a stop, are unchanged.
 */
const startTimer: Runtime['startTimer'] = (run, millis) => realRuntime.startTimer(run, millis >= MINUTE ? 20 : millis);
replaceRuntime({ ...realRuntime, startTimer });

const cancel = (shop: Shop, shipmentId: Id | null) =>
  runStep(shop, (tx, now) => cancelShipment(tx, shipmentId as Id, byCommand(now)));

const untilCanceledAtCourier = (shop: Shop, id: Id) =>
  until('the booking is canceled at the courier', () => cancellationOf(shop.ctx.db, id)?.status === 'canceled');

test('a server tracks parcels', async () => {
  const { shop, courier, clock } = await openBookingShop();
  const order = await readyOrder(shop);
  const { trackingNumber } = await untilBooking(shop, order, 'booked');
  const event = { tracking_number: trackingNumber, status: 'delivered', event_time: clock.now() };
  courier.trackingData.set(String(trackingNumber), [event as never]);
  clock.forward(30 * MINUTE);
  await until('the courier gets a request', () => courier.count('track') > 0);
  const statusQuery = 'SELECT status FROM shipments';
  await until('it is delivered', () => shop.ctx.db.get(sql<{ status: string }>(statusQuery))?.status === 'delivered');
});

test('a server warns about low number pools', async () => {
  const couriers = [{ shipping_type: 'ems', adapter: 'number_pool', prefix: 'EX', first: 1, count: 3, warn_below: 3 }];
  const shop = await openShop({ stores: [cafe({ couriers })] });
  const warnings: unknown[] = [];
  shop.ctx.log.warn = (...message: unknown[]) => void warnings.push(message);
  await untilBooking(shop, await readyOrder(shop), 'booked');
  const low = { shipping_type: 'ems', cod: false, left: 2 };
  await until('the warning is logged', () => warnings.length > 0);
  assert.deepEqual(warnings, [[low, 'tracking numbers are running low']]);
});

test('a server resumes bookings and cancellations left unfinished', async () => {
  const { shop, courier } = await openBookingShop();
  const canceled = await readyOrder(shop);
  const { id, shipmentId } = await untilBooking(shop, canceled, 'booked');
  courier.next({ pending: true });
  const promised = await readyOrder(shop);
  const booking = await untilBooking(shop, promised, 'pending');
  await runStep(shop, (tx, now) => {
    changeBooking(tx, booking.id, { nextTime: null });
    cancelShipment(tx, shipmentId as Id, byCommand(now));
    markCanceling(tx, id);
  });
  await untilBooking(shop, promised, 'booked');
  await untilCanceledAtCourier(shop, id);
  assert.deepEqual([courier.count('book'), courier.count('find'), courier.count('cancel')], [2, 1, 1]);
});

test('a courier gets at most 16 concurrent requests, and hanging requests block no other courier', async () => {
  const fast = await openCourier();
  const { shop, courier } = await openBookingShop({ settings: { sell_below_zero: true } });
  await setUp(shop, httpOf(fast, 'kex'));
  courier.always({ responseDelay: 30 * SECOND });
  for (let i = 0; i < 20; i += 1) await readyOrder(shop);
  await until('the first requests arrive', () => courier.count('book') === 16);
  const order = await readyOrder(shop, { shipping_type: 'kex' });
  await assertBookedOnce(shop, fast, order);
  assert.equal(courier.count('book'), 16);
  await courier.stop();
});

test('hanging booking requests do not delay cancellations', async () => {
  const { shop, courier: slow } = await openFlash();
  const fast = await openCourier();
  await shop.load({ stores: [{ key: 'cafe', name: 'บ้านกาแฟ', settings: { sell_below_zero: true } }] });
  await setUp(shop, httpOf(fast));
  const shipments: (Id | null)[] = [];
  for (let i = 0; i < 17; i += 1)
    shipments.push((await untilBooking(shop, await flashOrder(shop), 'booked')).shipmentId);
  const { id, shipmentId } = await untilBooking(shop, await readyOrder(shop), 'booked');
  slow.always({ responseDelay: 30 * SECOND });
  await runStep(shop, (tx, now) => {
    for (const hanging of shipments) cancelShipment(tx, hanging as Id, byCommand(now));
  });
  await until('the slow courier gets the cancellations', () => slow.count('cancel') === shipments.length);
  await cancel(shop, shipmentId);
  await untilCanceledAtCourier(shop, id);
  await slow.stop();
});

test('a stop waits for the booking request in flight and saves its response', async () => {
  const { shop, courier } = await openBookingShop();
  const stopping = Promise.withResolvers<void>();
  courier.next({ respondsAfter: stopping.promise });
  const order = await readyOrder(shop);
  await until('the courier gets a request', () => courier.count('book') === 1);
  const stopped = shop.stop();
  stopping.resolve();
  await stopped;
  courier.always({ status: 500, body: {} });
  await shop.start();
  assert.equal(bookingOf(shop, order)?.state, 'booked');
  assert.deepEqual(courier.requests.length, 1);
  assert.equal((await shipmentsOf(shop, order)).length, 1);
});

test('a stop waits for the cancellation in flight and saves its response', async () => {
  const { shop, courier } = await openBookingShop();
  const { id, shipmentId } = await untilBooking(shop, await readyOrder(shop), 'booked');
  const stopping = Promise.withResolvers<void>();
  courier.next({ respondsAfter: stopping.promise });
  await cancel(shop, shipmentId);
  await until('the courier gets the cancellation', () => courier.count('cancel') === 1);
  const stopped = shop.stop();
  stopping.resolve();
  await stopped;
  await shop.start();
  assert.equal(cancellationOf(shop.ctx.db, id)?.status, 'canceled');
  assert.equal(courier.count('cancel'), 1);
});

test('a cancellation that was in flight when the server was killed is repeated', async () => {
  const { shop, courier, clock } = await openBookingShop();
  const { id, shipmentId } = await untilBooking(shop, await readyOrder(shop), 'booked');
  await courier.stop();
  await cancel(shop, shipmentId);
  await until('the cancellation has failed', () => cancellationOf(shop.ctx.db, id)?.reason);
  await shop.stop(); // so that this server does not send the cancellation
  await courier.start();
  courier.next({ responseDelay: 30 * SECOND });
  const { child } = await serveInProcess(shop, clock.now() + MINUTE);
  await until('the courier gets the cancellation', () => courier.count('cancel') === 1);
  await kill(child);
  await shop.start();
  await untilCanceledAtCourier(shop, id);
  assert.equal(courier.count('cancel'), 2);
});
