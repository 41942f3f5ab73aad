import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelOrder, expireOrders } from '../src/domain/orders/close.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { takePayment } from '../src/domain/orders/payments/payments.ts';
import { AppError } from '../src/lib/errors.ts';
import { ledger, orderOf, rows } from './ledger-steps.ts';
import { stoppedClock } from './stopped-clock.ts';
import { idOf, openShop, until } from './support.ts';

test('a cancellation releases the reservations of the order in each warehouse, and the ledger names the order', async () => {
  const shop = await openShop();
  const order = await orderOf(shop, 12);
  await shop.ctx.write((tx) => cancelOrder(tx, idOf(order), 'buyer', byCommand(shop.now())));
  assert.deepEqual(rows(shop)[1], { onHand: [10, 10], reserved: [10, 0], reason: 'order_canceled', order, user: null });
  assert.deepEqual(rows(shop, 'hot', 'cnx')[1], {
    onHand: [5, 5],
    reserved: [2, 0],
    reason: 'order_canceled',
    order,
    user: null,
  });
});

test('a cancellation by the system has its own reason', async () => {
  const shop = await openShop();
  const reasons = [];
  for (const by of ['buyer', 'reseller', 'store', 'system'] as const) {
    const order = await orderOf(shop, 1);
    await shop.ctx.write((tx) => cancelOrder(tx, idOf(order), by, byCommand(shop.now())));
    reasons.push(ledger(shop).at(-1)?.reason);
  }
  assert.deepEqual(reasons, ['order_canceled', 'order_canceled', 'order_canceled', 'order_canceled_by_system']);
});

test('an order is released once: a second cancellation is refused and moves nothing', async () => {
  const shop = await openShop();
  const order = idOf(await orderOf(shop, 3, { expiration_time: Date.now() + 60_000 }));
  await shop.ctx.write((tx) => cancelOrder(tx, order, 'buyer', byCommand(shop.now())));
  const before = rows(shop);
  await assert.rejects(
    shop.ctx.write((tx) => cancelOrder(tx, order, 'buyer', byCommand(shop.now()))),
    AppError,
  );
  assert.equal(await shop.ctx.write((tx) => expireOrders(tx, shop.now() + 120_000)), 0);
  assert.deepEqual(rows(shop), before);
  assert.deepEqual(shop.stock('hot'), { onHand: 10, reserved: 0 });
});

test('two cancellations of one order in one commit release it once', async () => {
  const shop = await openShop();
  const order = idOf(await orderOf(shop, 3));
  const cancel = () => shop.ctx.write((tx) => cancelOrder(tx, order, 'buyer', byCommand(shop.now())));
  const outcomes = await Promise.allSettled([cancel(), cancel()]);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected'],
  );
  assert.deepEqual(shop.stock('hot'), { onHand: 10, reserved: 0 });
  assert.equal(rows(shop).length, 2);
});

test('an unpaid order expires once, with the reason order_canceled_by_system', async () => {
  const shop = await openShop();
  const order = await orderOf(shop, 3, { expiration_time: Date.now() - 1 });
  await until('the order is expired', () => rows(shop).length === 2);
  assert.deepEqual(rows(shop)[1], {
    onHand: [10, 10],
    reserved: [3, 0],
    reason: 'order_canceled_by_system',
    order,
    user: null,
  });
  await assert.rejects(
    shop.ctx.write((tx) => cancelOrder(tx, idOf(order), 'system', byCommand(shop.now()))),
    AppError,
  );
  assert.equal(await shop.ctx.write((tx) => expireOrders(tx, shop.now())), 0);
  assert.deepEqual(shop.stock('hot'), { onHand: 10, reserved: 0 });
});

test('an order expires exactly at its expiration_time', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now });
  await orderOf(shop, 3, { expiration_time: clock.now() + 60_000 });
  const sweep = (time: number) => shop.ctx.write((tx) => expireOrders(tx, time));
  assert.equal(await sweep(clock.now() + 59_999), 0);
  assert.equal(shop.stock('hot').reserved, 3);
  assert.equal(await sweep(clock.now() + 60_000), 1);
  assert.equal(shop.stock('hot').reserved, 0);
});

test('a paid or partially paid order keeps its stock after its expiration_time', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now });
  for (const amount of [undefined, 10_000]) {
    const id = idOf(await orderOf(shop, 2, { expiration_time: clock.now() + 1 }));
    const payment = { method: 'cash', amount: amount as never } as const;
    await shop.ctx.write((tx) => takePayment(tx, id, payment, byCommand(clock.now())));
  }
  assert.equal(await shop.ctx.write((tx) => expireOrders(tx, clock.now() + 1_000)), 0);
  assert.equal(shop.stock('hot').reserved, 4);
});

test('product detail shows the available quantity at once after an order and after its cancellation', async () => {
  const shop = await openShop();
  const available = async () => {
    const { body } = await shop.call('/v1/product/detail', { product_id: shop.ids.products.latte });
    const { available_qty, on_hand, reserved_qty } = body.product.variants[0];
    return { available_qty, on_hand, reserved_qty };
  };
  assert.deepEqual(await available(), { available_qty: 15, on_hand: 15, reserved_qty: 0 });
  const order = await orderOf(shop, 4);
  assert.deepEqual(await available(), { available_qty: 11, on_hand: 15, reserved_qty: 4 });
  await shop.ctx.write((tx) => cancelOrder(tx, idOf(order), 'buyer', byCommand(shop.now())));
  assert.deepEqual(await available(), { available_qty: 15, on_hand: 15, reserved_qty: 0 });
});
