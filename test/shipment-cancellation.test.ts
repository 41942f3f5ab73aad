import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeBundle } from '../src/domain/catalogue/bundle-parts.ts';
import { cancelOrder, expireOrders } from '../src/domain/orders/close.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { cancelShipment } from '../src/domain/orders/shipments/move.ts';
import type { Id } from '../src/lib/ids.ts';
import { assertRefuses, observeStep, orderDetail, placeOrder } from './order-steps.ts';
import {
  bookOrder,
  cancelShipmentStep,
  lineOf,
  pickUpShipment,
  refusesBooking,
  refusesPickUp,
} from './shipment-steps.ts';
import { openCafe, roastery, runStep, variantId } from './stock-steps.ts';
import { stoppedClock } from './stopped-clock.ts';
import { openShop } from './support.ts';

test('a canceled shipment releases its goods, and booking again reserves them again', async () => {
  const shop = await openCafe();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 5 }]);
  const first = (await bookOrder(shop, order, { lines: [lineOf(order, 3)] })).result;
  const canceled = await cancelShipmentStep(shop, first);
  const by = `order ${order.id}`;
  assert.deepEqual(canceled.moved, [['hot', 'bkk', 0, -3, 'shipping_canceled', by]]);
  assert.deepEqual(canceled.announced, [['hot', 'bkk', 5, 8, 'shipping_canceled']]);
  assert.equal(canceled.items[0].order_id, String(order.id));

  const few = await bookOrder(shop, order, { lines: [lineOf(order, 2)] }); // the order still reserves 2
  assert.deepEqual(few.moved, []);
  const rest = await bookOrder(shop, order);
  assert.deepEqual(rest.moved, [['hot', 'bkk', 0, 3, 'order_reserved', by]]);
  assert.deepEqual(rest.announced, [['hot', 'bkk', 8, 5, 'order_reserved']]);
  await pickUpShipment(shop, few.result);
  await pickUpShipment(shop, rest.result);
  assert.deepEqual(shop.stock('hot'), { onHand: 5, reserved: 0 });
  assert.equal((await orderDetail(shop, order)).shipping_status, 'shipped');
});

test('booking again after a cancellation is refused at the line whose goods are gone', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, [
    { sku: 'LAT-H', qty: 1 },
    { sku: 'LAT-I', qty: 4 },
  ]);
  await cancelShipmentStep(shop, (await bookOrder(shop, order)).result);
  await placeOrder(shop, [{ sku: 'LAT-I', qty: 8 }]);
  await refusesBooking(shop, order, { path: 'line 2.qty' });
  await bookOrder(shop, order, { lines: [lineOf(order, 1)] }); // the other line is available
  await bookOrder(shop, order, { lines: [lineOf(order, 2, 1)] });
  await refusesBooking(shop, order, { path: 'line 2.qty' });
});

test('short quantities of a shipment are not reserved again', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 6 }]);
  const [first, second] = [
    (await bookOrder(shop, order, { lines: [lineOf(order, 4)] })).result,
    (await bookOrder(shop, order)).result,
  ];
  await pickUpShipment(shop, first, { short: [lineOf(order, 1)] });
  await cancelShipmentStep(shop, second);
  const { moved } = await bookOrder(shop, order);
  assert.deepEqual(moved, [['hot', 'bkk', 0, 2, 'order_reserved', 'order 1']]);
});

test('a line whose variant has become a bundle cannot be reserved again', async () => {
  const shop = await openShop({ stores: [roastery({ settings: { sell_below_zero: true } })] });
  const order = await placeOrder(shop, [{ sku: 'KIT', qty: 1, price: 1 }]);
  await cancelShipmentStep(shop, (await bookOrder(shop, order)).result);
  await runStep(shop, (tx, now) =>
    makeBundle(tx, variantId(shop, 'kit'), { parts: [{ variantId: variantId(shop, 'beans'), qty: 1 }] }, now),
  );
  await refusesBooking(shop, order, { key: 'became_a_bundle', path: 'line 1' });
});

test('a picked-up or canceled shipment cannot be picked up or canceled again', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 2 }]);
  const [left, canceled] = [
    (await bookOrder(shop, order, { lines: [lineOf(order, 1)] })).result,
    (await bookOrder(shop, order)).result,
  ];
  await pickUpShipment(shop, left);
  await cancelShipmentStep(shop, canceled);
  await refusesPickUp(shop, left, { key: 'shipment_already_in_status', params: { shipment: 1, status: 'picked_up' } });
  await refusesPickUp(shop, canceled, {
    key: 'shipment_already_in_status',
    params: { shipment: 2, status: 'canceled' },
  });
  await assertRefuses(
    shop,
    { key: 'shipment_already_in_status', params: { shipment: 1, status: 'picked_up' } },
    (tx, now) => cancelShipment(tx, left.id, byCommand(now)),
  );
  await assertRefuses(
    shop,
    { key: 'shipment_already_in_status', params: { shipment: 2, status: 'canceled' } },
    (tx, now) => cancelShipment(tx, canceled.id, byCommand(now)),
  );
  await assertRefuses(shop, { key: 'shipment_not_found', params: { shipment: 99 } }, (tx, now) =>
    cancelShipment(tx, 99 as Id, byCommand(now)),
  );
});

test('canceling an order cancels its booked shipments and releases all reservations as order_canceled', async () => {
  const shop = await openCafe();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 5 }]);
  const { result } = await bookOrder(shop, order, { lines: [lineOf(order, 3)] });
  const { moved } = await observeStep(shop, (tx, now) => cancelOrder(tx, order.id, 'store', byCommand(now)));
  assert.deepEqual(moved, [['hot', 'bkk', 0, -5, 'order_canceled', `order ${order.id}`]]);
  const { status, shipping_status, shipments } = await orderDetail(shop, order);
  assert.deepEqual([status, shipping_status, shipments[0].status], ['canceled', 'unshipped', 'canceled']);
  await refusesPickUp(shop, result, { key: 'shipment_already_in_status', params: { shipment: 1, status: 'canceled' } });
});

test('an order with shipped goods cannot be canceled', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 5 }]);
  await pickUpShipment(shop, (await bookOrder(shop, order, { lines: [lineOf(order, 1)] })).result);
  await bookOrder(shop, order);
  await assertRefuses(shop, { key: 'order_shipment_left', params: { shipment: 1, order: 1 } }, (tx, now) =>
    cancelOrder(tx, order.id, 'system', byCommand(now)),
  );
});

test('an order with a shipment does not expire until the shipment is canceled', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now });
  const expiring = { expiration_time: clock.now() + 1_000 };
  const [booked, left] = [
    await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], expiring),
    await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], expiring),
  ];
  const { result } = await bookOrder(shop, booked);
  await pickUpShipment(shop, (await bookOrder(shop, left)).result);
  clock.forward(2_000);
  assert.equal(await runStep(shop, (tx, now) => expireOrders(tx, now)), 0);
  await cancelShipmentStep(shop, result);
  await runStep(shop, (tx, now) => expireOrders(tx, now));
  assert.equal((await orderDetail(shop, booked)).status, 'expired');
  assert.equal((await orderDetail(shop, left)).status, 'open');
});
