import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestBooking } from '../src/domain/orders/bookings/booking-actions.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { bookShipment } from '../src/domain/orders/shipments/book.ts';
import { bookingOf, openBookingShop, readyOrder, shipmentsOf, untilBooking } from './booking-steps.ts';
import type { ExpectedError } from './errors.ts';
import { assertRefuses, type PlacedOrder } from './order-steps.ts';
import { cancelShipmentStep } from './shipment-steps.ts';
import { change } from './sql.ts';
import { runStep } from './stock-steps.ts';
import type { Shop } from './support.ts';

// A tracking number identifies one parcel, because the courier reports events and payouts by tracking number.

const DAY = 24 * 3_600_000;

const openManualShop = () => openBookingShop({ couriers: [{ shipping_type: 'ems', adapter: 'manual' }] });

const enterNumber = (shop: Shop, { id }: PlacedOrder, trackingNumber: string) =>
  runStep(shop, (tx, now) => bookShipment(tx, id, { trackingNumber }, byCommand(now)));

const refusesNumber = (shop: Shop, { id }: PlacedOrder, trackingNumber: string, expected: ExpectedError) =>
  assertRefuses(shop, expected, (tx, now) => bookShipment(tx, id, { trackingNumber }, byCommand(now)));

test('a tracking number in use cannot be entered for another parcel, in any spelling', async () => {
  const { shop } = await openManualShop();
  const [first, second] = [await readyOrder(shop), await readyOrder(shop)];
  await enterNumber(shop, first, 'ex123456785th');
  assert.equal((await shipmentsOf(shop, first))[0].tracking_number, 'EX123456785TH');
  const numberTaken = {
    key: 'tracking_number_taken',
    path: 'tracking_number',
    params: { number: 'EX123456785TH', orderNumber: 1 },
  } as const;
  for (const number of ['EX123456785TH', ' EX123456785TH ', 'Ex123456785tH'])
    await refusesNumber(shop, second, number, numberTaken);
});

test('a number is free again when its parcel is canceled, or after half a year', async () => {
  const { shop, clock } = await openManualShop();
  const [first, second, third] = [await readyOrder(shop), await readyOrder(shop), await readyOrder(shop)];
  await cancelShipmentStep(shop, await enterNumber(shop, first, 'T1'));
  await enterNumber(shop, second, 'T1');
  clock.forward(181 * DAY);
  assert.equal((await enterNumber(shop, third, 'T1')).trackingNumber, 'T1');
});

test('the number of a parcel stays taken when its order is deleted', async () => {
  const { shop } = await openManualShop();
  const [first, second] = [await readyOrder(shop), await readyOrder(shop)];
  await enterNumber(shop, first, 'T1');
  await shop.ctx.write((tx) => tx.run(change(`UPDATE orders SET stage = 'deleted' WHERE id = ?`), first.id));
  await refusesNumber(shop, second, 'T1', {
    key: 'tracking_number_taken',
    path: 'tracking_number',
    params: { number: 'T1', orderNumber: 1 },
  });
});

test('a parcel of another courier may have the same number', async () => {
  const { shop } = await openManualShop();
  await enterNumber(shop, await readyOrder(shop), 'T1');
  await enterNumber(shop, await readyOrder(shop, { shipping_type: 'kex' }), 'T1');
});

test('an invalid tracking number is refused', async () => {
  const { shop } = await openManualShop();
  const order = await readyOrder(shop);
  for (const number of ['', ' ', 'A B', 'ก1', 'x'.repeat(65), 'A\nB'])
    await refusesNumber(shop, order, number, { key: 'tracking_number_malformed', path: 'tracking_number' });
});

test('a booking fails if the courier returns a used number, without canceling the first parcel', async () => {
  const { shop, courier } = await openBookingShop();
  const first = await readyOrder(shop);
  await untilBooking(shop, first, 'booked');
  courier.next({ body: { tracking_number: 'CX000001' } });
  const second = await readyOrder(shop);
  const { reason, nextTime, key } = await untilBooking(shop, second, 'failed');
  assert.deepEqual([reason?.key, reason?.params], ['booking_number_taken', { number: 'CX000001', orderNumber: 1 }]);
  assert.equal(nextTime, null);
  assert.equal(courier.count('cancel'), 0);
  await runStep(shop, (tx, now) => requestBooking(tx, second.id, byCommand(now)));
  await untilBooking(shop, second, 'booked');
  assert.notEqual(bookingOf(shop, second)?.key, key);
  assert.deepEqual(
    (await shipmentsOf(shop, first)).map(({ status }) => status),
    ['booked'],
  );
});
