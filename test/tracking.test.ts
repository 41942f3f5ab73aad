import assert from 'node:assert/strict';
import { test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { historyOf } from '../src/domain/orders/history.ts';
import { eventsOf } from '../src/domain/orders/tracking.ts';
import { callBack, httpOf, openBookingShop, readyOrder, setUp, shipmentsOf, untilBooking } from './booking-steps.ts';
import { openCourier } from './courier-server.ts';
import { orderDetail } from './order-steps.ts';
import { MINUTE } from './stopped-clock.ts';
import { cafe, type Json } from './support.ts';
import { openTracked, shipmentStatus } from './tracking-steps.ts';

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
  const moves = historyOf(shop.ctx.db, order.id).filter((entry) => entry.event === 'shipment_moved');
  assert.equal(moves.length, statuses.length - 1);
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

test('after the clock of the server has stepped back, later events still move a parcel', async () => {
  const { report, event, clock } = await openTracked();
  clock.forward(60 * MINUTE);
  assert.equal(await report(event('in_transit', 50)), 'in_transit');
  clock.forward(-30 * MINUTE);
  assert.equal(await report(event('out_for_delivery', 55)), 'out_for_delivery');
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

test('very long texts of a courier are truncated, and their event is applied', async () => {
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
  const malformed = { ...event('in_transit', 0), code: 501 };
  await callBack(shop, courier, { events: [malformed, { ...event('delivered', 1), tracking_number: trackingNumber }] });
  assert.equal(await shipmentStatus(shop, second), 'delivered');
  assert.equal(await report(event('in_transit', 2)), 'in_transit');
  assert.equal((await shipmentsOf(shop, order)).length, 1);
});

test('a parcel that cannot be saved blocks no other', async () => {
  const { shop, courier, event, order } = await openTracked();
  const second = await readyOrder(shop);
  const { trackingNumber, shipmentId } = await untilBooking(shop, second, 'booked');
  const database = new Sqlite(shop.config.database);
  database.exec(`CREATE TRIGGER failing BEFORE INSERT ON tracking_events WHEN NEW.shipment_id <> ${shipmentId}
                 BEGIN SELECT RAISE(ABORT, 'cannot be saved'); END`);
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
