import assert from 'node:assert/strict';
import { test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { adapters } from '../src/domain/couriers/adapters/adapters.ts';
import { byCommand, historyOf } from '../src/domain/orders/history.ts';
import { cancelShipment } from '../src/domain/orders/shipments/move.ts';
import { eventsOf, trackDue } from '../src/domain/orders/tracking.ts';
import type { Id } from '../src/lib/ids.ts';
import { callBack, httpOf, openBookingShop, readyOrder, setUp, shipmentsOf, untilBooking } from './booking-steps.ts';
import { openCourier } from './courier-server.ts';
import { orderDetail, type PlacedOrder } from './order-steps.ts';
import { MINUTE } from './raw-http.ts';
import { runStep } from './stock-steps.ts';
import { cafe, type Json, type Shop, until } from './support.ts';

type Status = string;

/** A booked order of a courier with callbacks; `report` sends events, and `minute` counts from the booking. */
async function openTracked(more: object = {}) {
  const { shop, courier, clock } = await openBookingShop();
  const order = await readyOrder(shop, more);
  const { trackingNumber, shipmentId } = await untilBooking(shop, order, 'booked');
  const start = clock.now();
  const event = (status: Status, minute: number) => ({
    tracking_number: trackingNumber,
    status,
    code: status.toUpperCase(),
    description: `ที่ ${minute}`,
    event_time: start + minute * MINUTE,
  });
  const report = async (...events: Json[]) => {
    const { status, body } = await callBack(shop, courier, { events });
    assert.equal(status, 200, JSON.stringify(body));
    return shipmentStatus(shop, order);
  };
  return { shop, courier, clock, order, event, report, shipmentId: shipmentId as Id };
}

const shipmentStatus = async (shop: Shop, order: PlacedOrder): Promise<Status> =>
  (await shipmentsOf(shop, order))[0].status;

test('callbacks move a shipment through all statuses', async () => {
  const { shop, clock, order, event, report } = await openTracked();
  clock.forward(60 * MINUTE);
  const statuses = ['picked_up', 'in_transit', 'out_for_delivery', 'delivery_failed', 'out_for_delivery', 'delivered'];
  const shown: Json[] = [];
  for (const [i, status] of statuses.entries()) {
    shown.push(await report(event(status, i)));
    shown.push((await orderDetail(shop, order)).shipping_status);
  }
  assert.deepEqual(shown, [
    ...['picked_up', 'shipped', 'in_transit', 'shipped', 'out_for_delivery', 'shipped', 'delivery_failed', 'shipped'],
    ...['out_for_delivery', 'shipped', 'delivered', 'delivered'],
  ]);
  const [{ ship_time, deliver_time }] = await shipmentsOf(shop, order);
  assert.deepEqual([ship_time, deliver_time], [clock.now(), clock.now()]);
  assert.deepEqual(shop.stock('hot'), { onHand: 9, reserved: 0 });
  assert.deepEqual(
    historyOf(shop.ctx.db, order.id).filter(({ event: what }) => what === 'shipment_moved').length,
    statuses.length - 1,
  );
});

test('a parcel in transit counts as picked up, even without a pick-up event', async () => {
  for (const status of ['in_transit', 'out_for_delivery', 'delivered', 'returning', 'returned', 'delivery_failed']) {
    const { shop, report, event } = await openTracked();
    assert.equal(await report(event(status, 0)), status);
    assert.deepEqual(shop.stock('hot'), { onHand: 9, reserved: 0 });
  }
});

test('late, repeated and reordered events never move a parcel back', async () => {
  const { report, event, clock, shop, shipmentId } = await openTracked();
  clock.forward(60 * MINUTE);
  assert.equal(await report(event('out_for_delivery', 20)), 'out_for_delivery');
  assert.equal(await report(event('in_transit', 10)), 'out_for_delivery');
  assert.equal(await report(event('in_transit', 30)), 'out_for_delivery');
  assert.equal(await report(event('delivery_failed', 15)), 'out_for_delivery');
  assert.equal(await report(event('out_for_delivery', 20), event('out_for_delivery', 20)), 'out_for_delivery');
  assert.equal(await report(event('delivered', 40)), 'delivered');
  for (const status of ['out_for_delivery', 'returning', 'returned', 'canceled', 'picked_up'])
    assert.equal(await report(event(status, 50)), 'delivered');
  assert.equal(eventsOf(shop.ctx.db, shipmentId).length, 10);
});

test('events of one callback are applied in the order of their times', async () => {
  const { report, event, clock } = await openTracked();
  clock.forward(60 * MINUTE);
  assert.equal(await report(event('delivered', 3), event('picked_up', 1), event('in_transit', 2)), 'delivered');
});

test('a courier clock that runs ahead does not block later events', async () => {
  const { report, event, clock } = await openTracked();
  assert.equal(await report(event('in_transit', 100_000)), 'in_transit');
  clock.forward(MINUTE);
  assert.equal(await report(event('delivered', 1)), 'delivered');
});

test('a delivery event after a return event means that the parcel is returned', async () => {
  const { report, event, clock, shop, order } = await openTracked();
  clock.forward(60 * MINUTE);
  assert.equal(await report(event('returning', 1)), 'returning');
  assert.equal((await orderDetail(shop, order)).shipping_status, 'returning');
  assert.equal(await report(event('delivered', 2)), 'returned');
  assert.equal((await orderDetail(shop, order)).shipping_status, 'returned');
});

test('a booking canceled by the courier releases its goods, and a shipped one is not canceled', async () => {
  const { report, event, shop } = await openTracked();
  assert.equal(await report(event('canceled', 0)), 'canceled');
  assert.deepEqual(shop.stock('hot'), { onHand: 10, reserved: 0 });
  const other = await openTracked();
  await other.report(other.event('picked_up', 0));
  assert.equal(await other.report(other.event('canceled', 0)), 'picked_up');
});

test('events of unknown parcels, or with a wrong signature, change nothing', async () => {
  const { shop, courier, order, event, report } = await openTracked();
  assert.equal(await report({ ...event('delivered', 0), tracking_number: 'CX999999' }), 'booked');
  assert.equal((await callBack(shop, courier, { events: [event('delivered', 0)] }, 'guessed')).status, 401);
  assert.equal(await shipmentStatus(shop, order), 'booked');
  const { status, body } = await callBack(shop, courier, {
    events: [{ ...event('delivered', 0), event_time: 'yesterday' }],
  });
  assert.equal(status, 400);
  assert.match(body.error_description, /events\[0\]\.event_time/);
});

test('events of a parcel of another courier account are ignored', async () => {
  const other = await openCourier();
  const { shop, courier, clock } = await openBookingShop();
  await setUp(shop, httpOf(other, 'kex'));
  await shop.load({ stores: [cafe({ key: 'tea', couriers: [httpOf(courier)] })] });
  const order = await readyOrder(shop, { shipping_type: 'kex' });
  const { trackingNumber } = await untilBooking(shop, order, 'booked');
  const delivered = { events: [{ tracking_number: trackingNumber, status: 'delivered', event_time: clock.now() }] };
  const call = (store: string | undefined, type: string) =>
    shop.send(`/couriers/${store}/${type}`, courier.callBack(delivered));
  for (const [store, type] of [
    [shop.ids.id, 'ems'],
    [shop.stores.tea?.id, 'ems'],
  ] as const) {
    assert.equal((await call(store, type)).status, 200);
    assert.equal(await shipmentStatus(shop, order), 'booked');
  }
  assert.equal((await call(shop.ids.id, 'kex')).status, 200);
  assert.equal(await shipmentStatus(shop, order), 'delivered');
});

test('events from long before the booking belong to an earlier parcel with the same number', async () => {
  const { report, event } = await openTracked();
  const day = 24 * 60;
  assert.equal(await report(event('delivered', -400 * day)), 'booked');
  assert.equal(await report(event('delivered', -30 * day)), 'booked');
  assert.equal(await report(event('picked_up', -29 * day)), 'picked_up');
});

test('very long texts of a courier are cut, and their event counts', async () => {
  const { shop, event, report, shipmentId } = await openTracked();
  const long = 'ก'.repeat(100_000);
  assert.equal(
    await report({ ...event('in_transit', 1), code: long, description: long, location: long }),
    'in_transit',
  );
  const [stored] = eventsOf(shop.ctx.db, shipmentId);
  assert.deepEqual([stored?.code.length, stored?.description.length, stored?.location?.length], [201, 1_001, 501]);
});

test('an invalid event blocks no other parcel of the callback', async () => {
  const { shop, courier, event, report, order } = await openTracked();
  const second = await readyOrder(shop);
  const { trackingNumber } = await untilBooking(shop, second, 'booked');
  const disordered = { ...event('in_transit', 0), code: 501 };
  await callBack(shop, courier, {
    events: [disordered, { ...event('delivered', 1), tracking_number: trackingNumber }],
  });
  assert.equal(await shipmentStatus(shop, second), 'delivered');
  assert.equal(await report(event('in_transit', 2)), 'in_transit');
  assert.equal((await shipmentsOf(shop, order)).length, 1);
});

test('a parcel that cannot be saved blocks no other', async () => {
  const { shop, courier, event, order } = await openTracked();
  const second = await readyOrder(shop);
  const { trackingNumber, shipmentId } = await untilBooking(shop, second, 'booked');
  const database = new Sqlite(shop.config.database);
  database.exec(`CREATE TRIGGER disorder BEFORE INSERT ON tracking_events WHEN NEW.shipment_id <> ${shipmentId}
                 BEGIN SELECT RAISE(ABORT, 'in disorder'); END`);
  database.close();
  const events = [event('delivered', 0), { ...event('delivered', 1), tracking_number: trackingNumber }];
  assert.equal((await callBack(shop, courier, { events })).status, 500);
  assert.deepEqual([await shipmentStatus(shop, order), await shipmentStatus(shop, second)], ['booked', 'delivered']);
});

test('a paid order that is delivered is completed', async () => {
  const { shop, order, event, report } = await openTracked();
  await report(event('delivered', 0));
  assert.equal((await orderDetail(shop, order)).status, 'open');
  const paid = await openTracked({ products: [{ sku: 'LAT-H', qty: 1, price: 0 }] });
  await paid.report(paid.event('delivered', 0));
  assert.equal((await orderDetail(paid.shop, paid.order)).status, 'completed');
});

// Polling

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

test('a courier that repeats what is known causes no transaction for each parcel', async () => {
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
