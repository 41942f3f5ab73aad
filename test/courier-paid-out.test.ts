import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelOrder } from '../src/domain/orders/close.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { cancelShipment } from '../src/domain/orders/shipments/move.ts';
import { eventsOf } from '../src/domain/orders/tracking.ts';
import type { Id } from '../src/lib/ids.ts';
import { callBack, openBookingShop, shipmentsOf, untilBooking } from './booking-steps.ts';
import { codOrder, moneyOf, remitRows } from './cod-steps.ts';
import { assertRefuses } from './order-steps.ts';

test('a parcel whose COD is paid out cannot be canceled by the store or the courier', async () => {
  const { shop, courier, clock } = await openBookingShop();
  const order = await codOrder(shop, '65');
  const { shipmentId, trackingNumber } = await untilBooking(shop, order, 'booked');
  await remitRows(shop, [[String(trackingNumber), '65']]);
  const money = moneyOf(shop, order);
  await assertRefuses(shop, { key: 'shipment_paid_out' }, (tx, now) =>
    cancelShipment(tx, shipmentId as Id, byCommand(now)),
  );
  await assertRefuses(shop, { key: 'order_cod_paid_out' }, (tx, now) =>
    cancelOrder(tx, order.id, 'store', byCommand(now)),
  );
  const events = [{ tracking_number: trackingNumber, status: 'canceled', event_time: clock.now() }];
  assert.equal((await callBack(shop, courier, { events })).status, 200);
  assert.equal(eventsOf(shop.ctx.db, shipmentId as Id).length, 1);
  const [{ status }, ...more] = await shipmentsOf(shop, order);
  assert.deepEqual([status, more, moneyOf(shop, order)], ['booked', [], money]);
});
