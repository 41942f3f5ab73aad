import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelOrder } from '../src/domain/orders/close.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { existingOrder } from '../src/domain/orders/order.ts';
import { takePayment } from '../src/domain/orders/payments/payments.ts';
import { refundOrder } from '../src/domain/orders/payments/refund.ts';
import { moveShipment, type StatusAfterPickUp } from '../src/domain/orders/shipments/move.ts';
import { returnGoods } from '../src/domain/orders/shipments/return.ts';
import type { Id } from '../src/lib/ids.ts';
import type { Money } from '../src/lib/money.ts';
import { assertRefuses, orderDetail, type PlacedOrder, placeOrder } from './order-steps.ts';
import { bookOrder, lineOf, pickUpShipment } from './shipment-steps.ts';
import { runStep } from './stock-steps.ts';
import { MINUTE, stoppedClock } from './stopped-clock.ts';
import { openShop, type Shop, until } from './support.ts';

// Every order is eventually completed, canceled or expired (docs/decisions.md#expiry).

const orderTwo = (shop: Shop) => placeOrder(shop, [{ sku: 'LAT-H', qty: 2 }]);

/** Ships a parcel with one unit and moves it to this status. */
async function parcel(shop: Shop, order: PlacedOrder, status: StatusAfterPickUp): Promise<Id> {
  const { result } = await bookOrder(shop, order, { lines: [lineOf(order, 1)] });
  await pickUpShipment(shop, result);
  await runStep(shop, (tx, now) => moveShipment(tx, result.id, status, byCommand(now)));
  return result.id;
}

const pay = (shop: Shop, { id }: PlacedOrder) =>
  runStep(shop, (tx, now) => takePayment(tx, id, { method: 'cash' }, byCommand(now)));

const cancel = (shop: Shop, { id }: PlacedOrder) =>
  runStep(shop, (tx, now) => cancelOrder(tx, id, 'store', byCommand(now)));

test('a fully returned order can be canceled, and its goods restocked', async () => {
  const shop = await openShop();
  const order = await orderTwo(shop);
  await parcel(shop, order, 'returned');
  await parcel(shop, order, 'returned');
  await cancel(shop, order);
  assert.equal((await orderDetail(shop, order)).status, 'canceled');
  await runStep(shop, (tx, now) => returnGoods(tx, order.id, { lines: [lineOf(order, 2)] }, byCommand(now)));
  assert.deepEqual(shop.stock('hot'), { onHand: 10, reserved: 0 });
});

test('an order in transit or delivered cannot be canceled', async () => {
  const shop = await openShop();
  for (const status of ['in_transit', 'returning', 'delivered'] as const) {
    const order = await orderTwo(shop);
    await parcel(shop, order, 'returned');
    const left = await parcel(shop, order, status);
    await assertRefuses(shop, { key: 'order_shipment_left', params: { shipment: left, order: order.id } }, (tx, now) =>
      cancelOrder(tx, order.id, 'store', byCommand(now)),
    );
  }
});

test('a paid order with one parcel delivered and one returned is completed', async () => {
  const shop = await openShop();
  const order = await orderTwo(shop);
  await pay(shop, order);
  await parcel(shop, order, 'delivered');
  assert.equal((await orderDetail(shop, order)).status, 'open');
  await parcel(shop, order, 'returned');
  const { status, shipping_status } = await orderDetail(shop, order);
  assert.deepEqual([status, shipping_status], ['completed', 'partially_delivered']);
});

test('a paid order with one parcel delivered and the other refunded and returned is completed', async () => {
  const shop = await openShop();
  const order = await orderTwo(shop);
  await pay(shop, order);
  await parcel(shop, order, 'delivered');
  await runStep(shop, (tx, now) => refundOrder(tx, order.id, { lines: [lineOf(order, 1)] }, byCommand(now)));
  await parcel(shop, order, 'returned');
  const { status, payment_status } = await orderDetail(shop, order);
  assert.deepEqual([status, payment_status], ['completed', 'partially_refunded']);
});

test('a refund does not complete a delivered order that was never paid in full', async () => {
  const shop = await openShop();
  const order = await orderTwo(shop);
  await runStep(shop, (tx, now) =>
    takePayment(tx, order.id, { method: 'cash', amount: 500_000 as Money }, byCommand(now)),
  );
  await runStep(shop, (tx, now) => refundOrder(tx, order.id, { amount: 100_000 as Money }, byCommand(now)));
  await parcel(shop, order, 'delivered');
  await parcel(shop, order, 'delivered');
  assert.equal((await orderDetail(shop, order)).status, 'open');
  await pay(shop, order);
  assert.equal((await orderDetail(shop, order)).status, 'completed');
});

test('an order that was paid, refunded in transit and delivered is completed', async () => {
  const shop = await openShop();
  const order = await orderTwo(shop);
  await pay(shop, order);
  await parcel(shop, order, 'delivered');
  await runStep(shop, (tx, now) => refundOrder(tx, order.id, {}, byCommand(now)));
  await parcel(shop, order, 'delivered');
  const { status, payment_status } = await orderDetail(shop, order);
  assert.deepEqual([status, payment_status], ['completed', 'refunded']);
});

test('an unpaid order expires on time while the server runs, and after its next start', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now });
  const expiring = (minutes: number) =>
    placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], {
      ship_before_pay: false,
      expiration_time: clock.now() + minutes * MINUTE,
    });
  const status = ({ id }: PlacedOrder) => existingOrder(shop.ctx.db, id).status;
  const [soon, later, last] = [await expiring(1), await expiring(2), await expiring(60)];
  clock.forward(MINUTE);
  await until('the first order has expired', () => status(soon) === 'expired');
  await shop.stop();
  clock.forward(MINUTE);
  await shop.start();
  await until('the second order has expired', () => status(later) === 'expired');
  assert.equal(status(last), 'open');
  assert.deepEqual(shop.stock('hot'), { onHand: 10, reserved: 1 });
});
