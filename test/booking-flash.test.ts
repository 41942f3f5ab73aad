import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancellationOf } from '../src/domain/orders/bookings/cancellation.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { cancelShipment } from '../src/domain/orders/shipments/move.ts';
import type { Id } from '../src/lib/ids.ts';
import {
  advanceUntilBooking,
  assertBookedOnce,
  BAD_RESPONSES,
  flashOrder,
  flashPickedUp,
  openFlash,
  shipmentsOf,
  untilBooking,
} from './booking-steps.ts';
import { assertNotBlocking } from './event-loop.ts';
import { postBytes } from './raw-http.ts';
import { runStep } from './stock-steps.ts';
import { MINUTE } from './stopped-clock.ts';
import { until } from './support.ts';

// Bookings at Flash, which cannot look up a booking by its key: raan repeats uncertain requests.

/** Responses that are bad in the Flash protocol too. */
const SHARED_BAD_RESPONSES = BAD_RESPONSES.filter(([behavior]) => behavior !== 'responds with an empty number');

for (const [behavior, ...responses] of SHARED_BAD_RESPONSES)
  test(`an order is booked once if Flash ${behavior}`, async () => {
    const { shop, courier, clock } = await openFlash();
    courier.next(...responses);
    const order = await flashOrder(shop);
    const { key, state } = await advanceUntilBooking(
      shop,
      clock,
      order,
      ({ state }) => state === 'booked' || state === 'pending',
    );
    if (state === 'pending') assert.equal((await flashPickedUp(shop, courier, key)).status, 200);
    await assertBookedOnce(shop, courier, order);
    assert.equal(courier.bookings.size, 1);
  });

test('a Flash booking has both addresses; callbacks are acknowledged in Flash’s format', async () => {
  const { shop, courier, clock } = await openFlash();
  const order = await flashOrder(shop, { is_cod: true, cod_fee: 0, cod_amount: '65' });
  const { key, trackingNumber } = await untilBooking(shop, order, 'booked');
  const [{ signed, body } = assert.fail()] = courier.requests;
  assert.ok(signed);
  assert.deepEqual(
    [body.outTradeNo, body.mchId, body.srcName, body.dstName, body.codEnabled, body.codAmount],
    [key, 'AA0001', 'บ้านกาแฟ', 'สมชาย ใจดี', '1', '6500'],
  );
  clock.forward(MINUTE);
  const { status, body: reply } = await flashPickedUp(shop, courier, key);
  assert.deepEqual([status, reply], [200, { errorCode: '1', state: 'success' }]);
  const [shipment] = await shipmentsOf(shop, order);
  assert.deepEqual([shipment.tracking_number, shipment.status], [trackingNumber, 'picked_up']);
});

test('an unsigned callback of a megabyte is refused without blocking other calls', async () => {
  const { shop } = await openFlash();
  const path = `/couriers/${shop.ids.id}/flash`;
  for (const unit of ['a&', '&', '+', '%41&', '{"a":', '{"":[],"":']) {
    const body = unit.repeat(1_048_576 / unit.length);
    const { status } = await assertNotBlocking(unit, () => postBytes(shop, path, body, {}));
    assert.equal(status, 413, unit);
  }
});

test('the callback URL of a Flash merchant also serves its bulky parcels', async () => {
  const { shop, courier, clock } = await openFlash(['flash', 'flash_bulky']);
  courier.next({ disconnect: 'after_action' });
  const order = await flashOrder(shop, { shipping_type: 'flash_bulky' });
  const { key } = await advanceUntilBooking(shop, clock, order, ({ state }) => state === 'pending');
  assert.equal((await flashPickedUp(shop, courier, key, 'flash')).status, 200);
  await assertBookedOnce(shop, courier, order);
  const [shipment] = await shipmentsOf(shop, order);
  assert.deepEqual([shipment.shipping_type, shipment.status], ['flash_bulky', 'picked_up']);
});

test('a canceled parcel is canceled at Flash', async () => {
  const { shop, courier } = await openFlash();
  const order = await flashOrder(shop);
  const { id, key, shipmentId } = await untilBooking(shop, order, 'booked');
  await runStep(shop, (tx, now) => cancelShipment(tx, shipmentId as Id, byCommand(now)));
  await until('the booking is canceled at Flash', () => cancellationOf(shop.ctx.db, id)?.status === 'canceled');
  assert.equal(courier.bookings.get(key)?.canceled, true);
});
