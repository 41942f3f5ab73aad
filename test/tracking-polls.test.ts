import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adapters } from '../src/domain/couriers/adapters/adapters.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { cancelShipment } from '../src/domain/orders/shipments/move.ts';
import { trackDue } from '../src/domain/orders/tracking.ts';
import { httpOf, readyOrder, setUp, shipmentsOf, untilBooking } from './booking-steps.ts';
import { runStep } from './stock-steps.ts';
import { MINUTE } from './stopped-clock.ts';
import { type Shop, until } from './support.ts';
import { openTracked, shipmentStatus } from './tracking-steps.ts';

const trackAll = (shop: Shop) => trackDue(shop.ctx, adapters(shop.ctx));

test('parcels are tracked every half hour until they arrive', async () => {
  const { shop, courier, clock, order, event } = await openTracked();
  const requests = () => courier.count('track');
  const number = (await shipmentsOf(shop, order))[0].tracking_number;
  assert.equal(requests(), 0);
  courier.trackingData.set(number, [event('picked_up', 5)]);
  clock.forward(30 * MINUTE);
  await trackAll(shop);
  assert.equal(await shipmentStatus(shop, order), 'picked_up');
  await trackAll(shop);
  assert.equal(requests(), 1);
  courier.trackingData.set(number, [event('picked_up', 5), event('delivered', 40)]);
  clock.forward(30 * MINUTE);
  await trackAll(shop);
  assert.equal(await shipmentStatus(shop, order), 'delivered');
  clock.forward(60 * MINUTE);
  await trackAll(shop);
  assert.equal(requests(), 2);
});

test('a courier that reports nothing new causes one transaction, not one for each parcel', async () => {
  const { shop, courier, clock, order, event } = await openTracked();
  const number = (await shipmentsOf(shop, order))[0].tracking_number;
  courier.trackingData.set(number, [event('picked_up', 5), event('in_transit', 6)]);
  clock.forward(30 * MINUTE);
  await trackAll(shop);
  let commits = 0;
  shop.ctx.watch.committed = (steps) => {
    commits += steps;
  };
  clock.forward(30 * MINUTE);
  await trackAll(shop);
  assert.deepEqual([courier.count('track'), commits], [2, 1]); // the time of the next request
});

test('an unreachable courier is retried later, and delays no other', async () => {
  const { shop, courier, clock, order, event } = await openTracked();
  const number = (await shipmentsOf(shop, order))[0].tracking_number;
  courier.trackingData.set(number, [event('delivered', 5)]);
  courier.always({ status: 500, body: {} });
  clock.forward(30 * MINUTE);
  await trackAll(shop);
  assert.equal(await shipmentStatus(shop, order), 'booked');
  courier.always({});
  clock.forward(30 * MINUTE);
  await trackAll(shop);
  assert.equal(await shipmentStatus(shop, order), 'delivered');
});

test('an invalid event blocks no other parcel of the same tracking request', async () => {
  const { shop, courier, clock, order, event } = await openTracked();
  const second = await readyOrder(shop);
  const { trackingNumber } = await untilBooking(shop, second, 'booked');
  const number = (await shipmentsOf(shop, order))[0].tracking_number;
  courier.trackingData.set(number, [{ ...event('lost', 0) }]);
  courier.trackingData.set(String(trackingNumber), [{ ...event('delivered', 1), tracking_number: trackingNumber }]);
  clock.forward(30 * MINUTE);
  await trackAll(shop);
  assert.deepEqual([await shipmentStatus(shop, order), await shipmentStatus(shop, second)], ['booked', 'delivered']);
});

test('tracking resumes after a courier was set to manual for a while', async () => {
  const { shop, courier, clock, order, event } = await openTracked();
  const number = (await shipmentsOf(shop, order))[0].tracking_number;
  courier.trackingData.set(number, [event('delivered', 5)]);
  await setUp(shop, { shipping_type: 'ems', adapter: 'manual' });
  clock.forward(30 * MINUTE);
  await trackAll(shop);
  assert.equal(courier.count('track'), 0);
  await setUp(shop, httpOf(courier));
  clock.forward(30 * MINUTE);
  await trackAll(shop);
  assert.equal(await shipmentStatus(shop, order), 'delivered');
});

test('after two weeks parcels are tracked daily, and after three months no longer', async () => {
  const { shop, courier, clock } = await openTracked();
  const requests = async (minutes: number) => {
    const before = courier.count('track');
    clock.forward(minutes * MINUTE);
    await trackAll(shop);
    return courier.count('track') - before;
  };
  const day = 24 * 60;
  assert.deepEqual([await requests(14 * day), await requests(30), await requests(30)], [1, 1, 0]);
  assert.deepEqual(
    [await requests(day), await requests(75 * day), await requests(day), await requests(400 * day)],
    [1, 1, 0, 0],
  );
});

test('a canceled shipment is not tracked', async () => {
  const { shop, courier, clock, shipmentId } = await openTracked();
  await runStep(shop, (tx, now) => cancelShipment(tx, shipmentId, byCommand(now)));
  clock.forward(60 * MINUTE);
  await trackAll(shop);
  assert.equal(courier.count('track'), 0);
  await until('the booking is canceled at the courier', () => courier.count('cancel') === 1);
});
