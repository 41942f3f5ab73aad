import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelOrder } from '../src/domain/orders/close.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { SHIPMENT_MOVES, type ShipmentStatus } from '../src/domain/orders/order-states.ts';
import { takePayment } from '../src/domain/orders/payments/payments.ts';
import type { Id } from '../src/lib/ids.ts';
import type { Money } from '../src/lib/money.ts';
import { mayMove } from '../src/lib/moves.ts';
import { orderDetail, placeOrder } from './order-steps.ts';
import { bookOrder, cancelShipmentStep, itemTuples, lineOf, pickUpShipment, refusesBooking } from './shipment-steps.ts';
import { change } from './sql.ts';
import { openCafe, roastery, runStep, variantId, warehouseId } from './stock-steps.ts';
import { stoppedClock } from './stopped-clock.ts';
import { type Json, openShop } from './support.ts';

// Booking

test('a booked shipment takes over the reservations of its order, and moves no stock', async () => {
  const shop = await openCafe();
  const order = await placeOrder(shop, [
    { sku: 'LAT-H', qty: 12 },
    { sku: 'LAT-I', qty: 1 },
  ]);
  const { result, moved, announced } = await bookOrder(shop, order);
  assert.deepEqual([moved, announced], [[], []]);
  const [hot, iced] = [variantId(shop, 'hot'), variantId(shop, 'iced')];
  const [bkk, cnx] = [warehouseId(shop), warehouseId(shop, 'cnx')];
  assert.deepEqual(itemTuples(shop, result), [
    [hot, bkk, 10],
    [hot, cnx, 2],
    [iced, bkk, 1],
  ]);
});

test('order detail shows the progress of a shipment, and its update_time', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now });
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], { shipping_type: 'flash' });
  const created = await orderDetail(shop, order);
  assert.equal(created.shipping_status, 'unshipped');
  assert.equal('shipments' in created, false);
  clock.forward(1_000);
  const { result } = await bookOrder(shop, order);
  const booked = await orderDetail(shop, order);
  const shown = {
    id: String(result.id),
    shipping_type: 'flash',
    tracking_number: 'EX123456785TH',
    status: 'booked',
    is_cod: false,
    create_time: clock.now(),
    book_time: clock.now(),
  };
  assert.deepEqual(booked.shipments, [shown]);
  assert.deepEqual([booked.shipping_status, booked.update_time], ['booked', clock.now()]);
  clock.forward(1_000);
  await pickUpShipment(shop, result);
  const left = await orderDetail(shop, order);
  assert.deepEqual(left.shipments, [{ ...shown, status: 'picked_up', ship_time: clock.now() }]);
  assert.deepEqual([left.shipping_status, left.update_time], ['shipped', clock.now()]);
});

test('a canceled shipment stays visible', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now });
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  const { result } = await bookOrder(shop, order);
  clock.forward(1_000);
  await cancelShipmentStep(shop, result);
  const { shipments, shipping_status, update_time } = await orderDetail(shop, order);
  assert.deepEqual([shipments[0].status, shipments[0].cancel_time], ['canceled', clock.now()]);
  assert.deepEqual([shipments.length, shipping_status, update_time], [1, 'unshipped', clock.now()]);
});

test('shipments are absent until the first tracking number', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 2 }]);
  const { result } = await bookOrder(shop, order, { lines: [lineOf(order, 1)] });
  const number = (to: string | null) =>
    runStep(shop, (tx) => tx.run(change('UPDATE shipments SET tracking_number = ? WHERE id = ?'), to, result.id));
  await number(null);
  assert.equal('shipments' in (await orderDetail(shop, order)), false);
  await bookOrder(shop, order);
  assert.deepEqual(
    (await orderDetail(shop, order)).shipments.map((shipment: Json) => 'tracking_number' in shipment),
    [false, true],
  );
});

test('shipments of a COD order have the amount that the courier collects', async () => {
  const shop = await openShop();
  const cod = { is_cod: true, cod_fee: 10, cod_amount: '75.5' };
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], cod);
  await bookOrder(shop, order);
  const [{ is_cod, cod_amount }] = (await orderDetail(shop, order)).shipments;
  assert.deepEqual({ is_cod, cod_amount }, { is_cod: true, cod_amount: '75.5' });
});

test('an unpaid order is not ready to ship, unless it may ship before payment', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], { ship_before_pay: false });
  const pay = (amount?: number) =>
    runStep(shop, (tx, now) => takePayment(tx, order.id, { method: 'cash', amount: amount as Money }, byCommand(now)));
  await refusesBooking(shop, order, { key: 'order_not_ready_to_ship', params: { order: 1 } });
  await pay(10_000);
  await refusesBooking(shop, order, { key: 'order_not_ready_to_ship', params: { order: 1 } });
  await pay();
  await bookOrder(shop, order);
  await bookOrder(shop, await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], { ship_before_pay: true }));
});

test('a COD order is ready to ship if COD counts as ready in its store', async () => {
  const cod = { is_cod: true, cod_fee: 0, cod_amount: 65, ship_before_pay: false };
  for (const cod_counts_as_ready of [false, true]) {
    const shop = await openCafe({ settings: { cod_counts_as_ready } });
    const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], cod);
    if (cod_counts_as_ready) await bookOrder(shop, order);
    else await refusesBooking(shop, order, { key: 'cod_order_not_ready_to_ship', params: { order: 1 } });
    const prepaid = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], { ship_before_pay: false });
    await refusesBooking(shop, prepaid, { key: 'order_not_ready_to_ship', params: { order: 2 } });
  }
});

test('an order can be shipped in several shipments without overlap', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, [
    { sku: 'LAT-H', qty: 12 },
    { sku: 'LAT-I', qty: 2 },
  ]);
  const [bkk, cnx] = [warehouseId(shop), warehouseId(shop, 'cnx')];
  const [hot, iced] = [variantId(shop, 'hot'), variantId(shop, 'iced')];
  const status = async () => (await orderDetail(shop, order)).shipping_status;
  const first = (await bookOrder(shop, order, { lines: [lineOf(order, 9)] })).result;
  assert.deepEqual(itemTuples(shop, first), [[hot, bkk, 9]]);
  const second = (await bookOrder(shop, order, { lines: [lineOf(order, 2), lineOf(order, 1, 1)] })).result;
  assert.deepEqual(itemTuples(shop, second), [
    [hot, bkk, 1],
    [hot, cnx, 1],
    [iced, bkk, 1],
  ]);
  assert.equal(await status(), 'booked');
  await pickUpShipment(shop, first);
  assert.equal(await status(), 'partially_shipped');
  const rest = (await bookOrder(shop, order)).result;
  assert.deepEqual(itemTuples(shop, rest), [
    [hot, cnx, 1],
    [iced, bkk, 1],
  ]);
  await refusesBooking(shop, order, { key: 'nothing_left_to_ship', params: { order: 1 } });
  await pickUpShipment(shop, rest);
  assert.equal(await status(), 'partially_shipped');
  await pickUpShipment(shop, second);
  assert.equal(await status(), 'shipped');
  await refusesBooking(shop, order, { key: 'nothing_left_to_ship', params: { order: 1 } });
  assert.deepEqual(shop.stock('hot'), { onHand: 0, reserved: 0 });
  assert.deepEqual(shop.stock('hot', 'cnx'), { onHand: 3, reserved: 0 });
});

test('a booking with too large a quantity, a line of another order or no lines is refused', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 3 }]);
  const other = await placeOrder(shop, [{ sku: 'LAT-H', qty: 3 }]);
  await refusesBooking(
    shop,
    order,
    { key: 'ship_qty_too_large', path: 'line 1.qty', params: { qty: 4, left: 3 } },
    { lines: [lineOf(order, 4)] },
  );
  await refusesBooking(
    shop,
    order,
    { key: 'line_not_in_order', params: { line: 2, order: 1 } },
    { lines: [lineOf(other, 1)] },
  );
  await refusesBooking(
    shop,
    order,
    { key: 'line_repeated', params: { line: 1 } },
    { lines: [lineOf(order, 1), lineOf(order, 1)] },
  );
  await refusesBooking(shop, order, { key: 'nothing_left_to_ship', params: { order: 1 } }, { lines: [] });
  for (const qty of [0, -1, 1.5, Number.NaN])
    await refusesBooking(
      shop,
      order,
      { key: 'not_a_whole_number_between', path: 'line 1.qty', params: { least: 1 } },
      { lines: [lineOf(order, qty)] },
    );
  await bookOrder(shop, order, { lines: [lineOf(order, 2)] });
  await refusesBooking(
    shop,
    order,
    { key: 'ship_qty_too_large', path: 'line 1.qty', params: { qty: 2, left: 1 } },
    { lines: [lineOf(order, 2)] },
  );
  await refusesBooking(shop, { id: 99 as Id, lines: [] }, { key: 'order_not_found', params: { order: 99 } });
});

test('a canceled order cannot be booked', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  await runStep(shop, (tx, now) => cancelOrder(tx, order.id, 'buyer', byCommand(now)));
  await refusesBooking(shop, order, { key: 'order_not_open', params: { order: 1, status: 'canceled' } });
});

test('a bundle line is booked and shipped as its parts', async () => {
  const shop = await openShop({ stores: [roastery()] });
  const order = await placeOrder(shop, [{ sku: 'DUO', qty: 3, price: 1 }]);
  const { result } = await bookOrder(shop, order, { lines: [lineOf(order, 2)] });
  const { moved, announced } = await pickUpShipment(shop, result);
  const by = `order ${order.id}`;
  assert.deepEqual(moved, [
    ['beans', 'bkk', -2, -2, 'shipped', by],
    ['cup', 'bkk', -4, -4, 'shipped', by],
  ]);
  assert.deepEqual(announced, []);
  await refusesBooking(
    shop,
    order,
    { key: 'ship_qty_too_large', path: 'line 1.qty', params: { qty: 2, left: 1 } },
    { lines: [lineOf(order, 2)] },
  );
  await pickUpShipment(shop, (await bookOrder(shop, order)).result);
  assert.equal((await orderDetail(shop, order)).shipping_status, 'shipped');
  assert.deepEqual(shop.stock('cup'), { onHand: 4, reserved: 0 });
});

// States

test('a shipment moves forward only, except for another delivery attempt', () => {
  const forward: ShipmentStatus[] = [
    'booked',
    'picked_up',
    'in_transit',
    'out_for_delivery',
    'delivery_failed',
    'returning',
    'returned',
  ];
  const backward = forward.flatMap((from, i) =>
    forward.slice(0, i + 1).flatMap((to) => (mayMove(SHIPMENT_MOVES, from, to) ? [`${from} → ${to}`] : [])),
  );
  assert.deepEqual(backward, ['delivery_failed → out_for_delivery']);
  for (const end of ['delivered', 'returned', 'canceled'] as const)
    for (const to of [...forward, 'delivered', 'canceled'] as const)
      assert.equal(mayMove(SHIPMENT_MOVES, end, to), false);
});

test('a shipment can be canceled only before its pick-up, and no status skips the pick-up', () => {
  const all: ShipmentStatus[] = [
    'booked',
    'picked_up',
    'in_transit',
    'out_for_delivery',
    'delivery_failed',
    'returning',
  ];
  assert.deepEqual(
    all.filter((from) => mayMove(SHIPMENT_MOVES, from, 'canceled')),
    ['booked'],
  );
  assert.deepEqual(
    all.filter((to) => mayMove(SHIPMENT_MOVES, 'booked', to)),
    ['picked_up'],
  );
});
