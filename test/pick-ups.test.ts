import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelOrder } from '../src/domain/orders/close.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { shipOrder } from '../src/domain/orders/shipments/move.ts';
import { setOnHand } from '../src/domain/stock/adjust-on-hand.ts';
import type { Id } from '../src/lib/ids.ts';
import { assertRefuses, observeStep, orderDetail, placeOrder } from './order-steps.ts';
import { bookOrder, itemTuples, lineOf, pickUpShipment, refusesBooking, refusesPickUp } from './shipment-steps.ts';
import { openCafe, reseller, roastery, runStep, variantId, warehouseId } from './stock-steps.ts';
import { openShop } from './support.ts';

const TRACKED = { trackingNumber: 'EX123456785TH' };

test('a pick-up reduces on hand and reserved equally, names the order in the ledger, and announces nothing', async () => {
  const shop = await openCafe();
  const order = await placeOrder(shop, [
    { sku: 'LAT-H', qty: 12 },
    { sku: 'LAT-H', qty: 1 },
  ]);
  const { result } = await bookOrder(shop, order);
  const { moved, announced } = await pickUpShipment(shop, result);
  const by = `order ${order.id}`;
  assert.deepEqual(moved, [
    ['hot', 'bkk', -10, -10, 'shipped', by],
    ['hot', 'cnx', -3, -3, 'shipped', by],
  ]);
  assert.deepEqual(announced, []);
});

test('on hand may become negative at a pick-up, because the goods have physically left', async () => {
  const shop = await openCafe();
  const order = await placeOrder(shop, [{ sku: 'LAT-I', qty: 5 }]);
  const stockRow = { variantId: variantId(shop, 'iced'), warehouseId: warehouseId(shop) };
  await runStep(shop, (tx, now) => setOnHand(tx, { ...stockRow, qty: 3, reason: 'command_edited' }, now));
  const { announced } = await pickUpShipment(shop, (await bookOrder(shop, order)).result);
  assert.deepEqual(shop.stock('iced'), { onHand: -2, reserved: 0 });
  assert.deepEqual(announced, []);
});

test('a pick-up from another warehouse releases the reservation, reduces that stock, and announces both changes', async () => {
  const shop = await openCafe();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 4 }]);
  const { result } = await bookOrder(shop, order);
  const { moved, announced, items } = await pickUpShipment(shop, result, { from: warehouseId(shop, 'cnx') });
  const by = `order ${order.id}`;
  assert.deepEqual(moved, [
    ['hot', 'bkk', 0, -4, 'available_qty_reconciled', by],
    ['hot', 'cnx', -4, 0, 'available_qty_reconciled', by],
  ]);
  assert.deepEqual(announced, [
    ['hot', 'bkk', 6, 10, 'available_qty_reconciled'],
    ['hot', 'cnx', 5, 1, 'available_qty_reconciled'],
  ]);
  assert.ok(items.every(({ order_id, user_id }) => order_id === String(order.id) && user_id === undefined));
  assert.deepEqual(itemTuples(shop, result), [[variantId(shop, 'hot'), warehouseId(shop, 'cnx'), 4]]);
});

test('stock already reserved in the pick-up warehouse is shipped as usual', async () => {
  const shop = await openCafe();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 12 }]); // 10 in Bangkok, 2 in Chiang Mai
  const { result } = await bookOrder(shop, order, { lines: [lineOf(order, 12)] });
  await observeStep(shop, (tx, now) =>
    setOnHand(
      tx,
      { variantId: variantId(shop, 'hot'), warehouseId: warehouseId(shop, 'cnx'), qty: 12, reason: 'command_edited' },
      now,
    ),
  );
  const { moved } = await pickUpShipment(shop, result, { from: warehouseId(shop, 'cnx') });
  const by = `order ${order.id}`;
  assert.deepEqual(moved, [
    ['hot', 'bkk', 0, -10, 'available_qty_reconciled', by],
    ['hot', 'cnx', -2, -2, 'shipped', by],
    ['hot', 'cnx', -10, 0, 'available_qty_reconciled', by],
  ]);
  assert.deepEqual(itemTuples(shop, result), [[variantId(shop, 'hot'), warehouseId(shop, 'cnx'), 12]]);
});

test('the other warehouse must have enough available', async () => {
  for (const sell_below_zero of [false, true]) {
    const shop = await openCafe({ settings: { sell_below_zero } });
    const cnx = warehouseId(shop, 'cnx');
    const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 4 }]);
    const many = await placeOrder(shop, [{ sku: 'LAT-H', qty: 6 }]);
    const otherOrder = await placeOrder(shop, [{ sku: 'LAT-H', qty: 2 }]); // reserved in cnx
    const [booked, booked6] = [(await bookOrder(shop, order)).result, (await bookOrder(shop, many)).result];
    assert.deepEqual(shop.stock('hot', 'cnx'), { onHand: 5, reserved: 2 });
    await refusesPickUp(
      shop,
      booked6,
      { key: 'not_enough_on_hand', params: { variant: 1, onHand: 5, qty: 6, removal: 'shipped' } },
      { from: cnx },
    );
    if (sell_below_zero) {
      await pickUpShipment(shop, booked, { from: cnx });
      assert.deepEqual(shop.stock('hot', 'cnx'), { onHand: 1, reserved: 2 });
    } else {
      await refusesPickUp(
        shop,
        booked,
        { key: 'not_enough_unreserved', params: { variant: 1, onHand: 5, reserved: 2, qty: 4 } },
        { from: cnx },
      );
      await runStep(shop, (tx, now) => cancelOrder(tx, otherOrder.id, 'buyer', byCommand(now)));
      await pickUpShipment(shop, booked, { from: cnx });
    }
  }
});

test('the stock check of the other warehouse adds up lines of the same variant', async () => {
  const shop = await openCafe();
  const order = await placeOrder(shop, [
    { sku: 'LAT-H', qty: 3 },
    { sku: 'LAT-H', qty: 3 },
  ]);
  const { result } = await bookOrder(shop, order);
  await refusesPickUp(
    shop,
    result,
    { key: 'not_enough_on_hand', params: { onHand: 5, qty: 6 } },
    { from: warehouseId(shop, 'cnx') },
  );
});

test('the other warehouse must belong to the store that owns the goods', async () => {
  const shop = await openShop({ stores: [roastery(), reseller()] });
  const shelf = shop.stores.shelf;
  const token = await shop.bearer('page', shelf);
  const order = await placeOrder(shop, [{ sku: 'BEANS', qty: 1, price: 1 }], {}, token);
  const { result } = await bookOrder(shop, order);
  const expected = { key: 'warehouse_does_not_keep_variant' } as const;
  await refusesPickUp(shop, result, expected, { from: warehouseId(shop, 'cnx', shelf) });
  await refusesPickUp(shop, result, expected, { from: 99 as Id });
  const { moved, items } = await pickUpShipment(shop, result, { from: warehouseId(shop, 'cnx') });
  const by = `order ${order.id}`;
  assert.deepEqual(moved, [
    ['beans', 'bkk', 0, -1, 'available_qty_reconciled', by],
    ['beans', 'cnx', -1, 0, 'available_qty_reconciled', by],
  ]);
  const beans = (store = shop.ids, key = 'beans') => items.filter(({ id }) => id === store.variants[key]);
  assert.deepEqual(
    [...beans(), ...beans(shelf, 'resold/beans')].map(({ old, new: now, order_id }) => [old, now, order_id]),
    [
      [19, 20, undefined],
      [4, 3, undefined],
      [19, 20, String(order.id)],
      [4, 3, String(order.id)],
    ],
  );
});

test('a pick-up releases short quantities, which no longer have to be shipped', async () => {
  const shop = await openCafe();
  const order = await placeOrder(shop, [
    { sku: 'LAT-H', qty: 12 },
    { sku: 'LAT-I', qty: 2 },
  ]);
  const { result } = await bookOrder(shop, order);
  const { moved, announced, items } = await pickUpShipment(shop, result, {
    short: [lineOf(order, 9), lineOf(order, 0, 1)],
  });
  const by = `order ${order.id}`;
  assert.deepEqual(moved, [
    ['hot', 'bkk', -9, -9, 'shipped', by],
    ['hot', 'bkk', 0, -1, 'available_qty_reconciled', by],
    ['hot', 'cnx', 0, -2, 'available_qty_reconciled', by],
    ['iced', 'bkk', 0, -2, 'available_qty_reconciled', by],
  ]);
  assert.deepEqual(announced, [
    ['hot', 'bkk', 0, 1, 'available_qty_reconciled'],
    ['hot', 'cnx', 3, 5, 'available_qty_reconciled'],
    ['iced', 'bkk', 8, 10, 'available_qty_reconciled'],
  ]);
  assert.ok(items.every(({ order_id }) => order_id === String(order.id)));
  assert.deepEqual(itemTuples(shop, result), [[variantId(shop, 'hot'), warehouseId(shop), 9]]);
  assert.equal((await orderDetail(shop, order)).shipping_status, 'shipped');
  await refusesBooking(shop, order, { key: 'nothing_left_to_ship', params: { order: 1 } });
});

test('a shortage of a bundle counts whole bundles', async () => {
  const shop = await openShop({ stores: [roastery()] });
  const order = await placeOrder(shop, [{ sku: 'DUO', qty: 3, price: 1 }]);
  const { moved } = await pickUpShipment(shop, (await bookOrder(shop, order)).result, { short: [lineOf(order, 2)] });
  const by = `order ${order.id}`;
  assert.deepEqual(moved, [
    ['beans', 'bkk', -2, -2, 'shipped', by],
    ['beans', 'bkk', 0, -1, 'available_qty_reconciled', by],
    ['cup', 'bkk', -4, -4, 'shipped', by],
    ['cup', 'bkk', 0, -2, 'available_qty_reconciled', by],
  ]);
});

test('a line can be both short and from another warehouse', async () => {
  const shop = await openCafe();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 7 }]);
  const { result } = await bookOrder(shop, order);
  const { moved } = await pickUpShipment(shop, result, { from: warehouseId(shop, 'cnx'), short: [lineOf(order, 5)] });
  const by = `order ${order.id}`;
  assert.deepEqual(moved, [
    ['hot', 'bkk', 0, -7, 'available_qty_reconciled', by],
    ['hot', 'cnx', -5, 0, 'available_qty_reconciled', by],
  ]);
});

test('a pick-up with a shortage of zero, or without any goods, is refused', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, [
    { sku: 'LAT-H', qty: 3 },
    { sku: 'LAT-I', qty: 1 },
  ]);
  const { result } = await bookOrder(shop, order, { lines: [lineOf(order, 2)] });
  await refusesPickUp(
    shop,
    result,
    { key: 'line_not_short', params: { booked: 2, leaving: 2 }, path: 'line 1.qty' },
    { short: [lineOf(order, 2)] },
  );
  await refusesPickUp(
    shop,
    result,
    { key: 'line_not_short', params: { booked: 2, leaving: 3 }, path: 'line 1.qty' },
    { short: [lineOf(order, 3)] },
  );
  for (const qty of [-1, 1.5, Number.NaN])
    await refusesPickUp(
      shop,
      result,
      { key: 'not_a_whole_number_between', path: 'line 1.qty', params: { least: 0 } },
      { short: [lineOf(order, qty)] },
    );
  await refusesPickUp(
    shop,
    result,
    { key: 'line_not_in_shipment', params: { line: 2, shipment: 1 } },
    { short: [lineOf(order, 0, 1)] },
  );
  await refusesPickUp(
    shop,
    result,
    { key: 'line_not_in_order', params: { line: 99, order: 1 } },
    { short: [{ lineId: 99 as Id, qty: 0 }] },
  );
  await refusesPickUp(
    shop,
    result,
    { key: 'shipment_would_be_empty', params: { shipment: 1 } },
    { short: [lineOf(order, 0)] },
  );
  await refusesPickUp(shop, { id: 99 as Id }, { key: 'shipment_not_found', params: { shipment: 99 } });
});

test('an order is shipped in one step or not at all', async () => {
  const shop = await openCafe();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 6 }]);
  await assertRefuses(shop, { key: 'not_enough_on_hand', params: { onHand: 5, qty: 6 } }, (tx, now) =>
    shipOrder(tx, order.id, { ...TRACKED, from: warehouseId(shop, 'cnx') }, byCommand(now)),
  );
  const { result, moved } = await observeStep(shop, (tx, now) =>
    shipOrder(tx, order.id, { ...TRACKED, lines: [lineOf(order, 4)], short: [lineOf(order, 3)] }, byCommand(now)),
  );
  const by = `order ${order.id}`;
  assert.equal(result.status, 'picked_up');
  assert.deepEqual(moved, [
    ['hot', 'bkk', -3, -3, 'shipped', by],
    ['hot', 'bkk', 0, -1, 'available_qty_reconciled', by],
  ]);
  assert.equal((await orderDetail(shop, order)).shipping_status, 'partially_shipped');
});
