import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setParts } from '../src/domain/catalogue/bundle-parts.ts';
import { cancelOrder, expireOrders } from '../src/domain/orders/close.ts';
import { editOrder, type OrderEdit } from '../src/domain/orders/edit.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { takePayment } from '../src/domain/orders/payments/payments.ts';
import { bookShipment } from '../src/domain/orders/shipments/book.ts';
import { cancelShipment, pickUp } from '../src/domain/orders/shipments/move.ts';
import type { Id } from '../src/lib/ids.ts';
import { type Money, parseMoney } from '../src/lib/money.ts';
import type { ExpectedError } from './errors.ts';
import { assertRefuses, observeStep, orderDetail, type PlacedOrder, placeOrder } from './order-steps.ts';
import { markDeleted, stoppedClock } from './raw-http.ts';
import { change } from './sql.ts';
import { reseller, roastery, runStep, SUBSCRIBED_APP, variantId } from './stock-steps.ts';
import { cafe, type Json, openShop, type Shop } from './support.ts';

const openCafe = (change: object = {}) => openShop({ stores: [cafe({ apps: SUBSCRIBED_APP, ...change })] });

const edit = (shop: Shop, order: PlacedOrder, change: OrderEdit) =>
  observeStep(shop, (tx, now) => editOrder(tx, order.id, change, byCommand(now)));

const refusesEdit = (shop: Shop, order: PlacedOrder, expected: ExpectedError, change: OrderEdit) =>
  assertRefuses(shop, expected, (tx, now) => editOrder(tx, order.id, change, byCommand(now)));

const baht = (text: string) => parseMoney(text) as Money;

const line = (order: PlacedOrder, i = 0) => order.lines[i] as Id;

// Movements

test('raising a quantity reserves only the difference, and the ledger names the order', async () => {
  const shop = await openCafe();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 3 }]);
  const { moved, announced, items } = await edit(shop, order, { set: [{ lineId: line(order), qty: 5 }] });
  assert.deepEqual(moved, [['hot', 'bkk', 0, 2, 'order_edited', `order ${order.id}`]]);
  assert.deepEqual(announced, [['hot', 'bkk', 7, 5, 'order_edited']]);
  assert.deepEqual([items[0].order_id, items[0].user_id], [String(order.id), undefined]);
});

test('the difference comes from the warehouses that have it', async () => {
  const shop = await openCafe();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 8 }]);
  const { moved } = await edit(shop, order, { set: [{ lineId: line(order), qty: 11 }] });
  assert.deepEqual(moved, [['hot', 'cnx', 0, 3, 'order_edited', `order ${order.id}`]]);
});

test('lowering a quantity releases the difference, from the last warehouse first', async () => {
  const shop = await openCafe();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 14 }]); // 10 in Bangkok and 4 in Chiang Mai
  const by = `order ${order.id}`;
  const first = await edit(shop, order, { set: [{ lineId: line(order), qty: 12 }] });
  assert.deepEqual(first.moved, [['hot', 'cnx', 0, -2, 'order_edited', by]]);
  const second = await edit(shop, order, { set: [{ lineId: line(order), qty: 7 }] });
  assert.deepEqual(second.moved, [
    ['hot', 'bkk', 0, -3, 'order_edited', by],
    ['hot', 'cnx', 0, -2, 'order_edited', by],
  ]);
});

test('removing a line releases all its reservations and removes it from the order', async () => {
  const shop = await openCafe();
  const order = await placeOrder(shop, [
    { sku: 'LAT-H', qty: 12 },
    { sku: 'LAT-I', qty: 1 },
  ]);
  const { moved, result } = await edit(shop, order, { remove: [line(order)] });
  const by = `order ${order.id}`;
  assert.deepEqual(moved, [
    ['hot', 'bkk', 0, -10, 'order_edited', by],
    ['hot', 'cnx', 0, -2, 'order_edited', by],
  ]);
  assert.deepEqual(
    result.lines.map(({ id }) => id),
    [line(order, 1)],
  );
  const shown = await orderDetail(shop, order);
  assert.deepEqual(
    shown.products.map(({ sku }: Json) => sku),
    ['LAT-I'],
  );
});

test('the id of a removed line is never used again', async () => {
  const shop = await openCafe();
  const order = await placeOrder(shop, [
    { sku: 'LAT-H', qty: 1 },
    { sku: 'LAT-I', qty: 1 },
  ]);
  await edit(shop, order, { remove: [line(order, 1)] });
  const later = await placeOrder(shop, [{ sku: 'LAT-I', qty: 1 }]);
  assert.ok(line(later) > line(order, 1));
  await refusesEdit(
    shop,
    order,
    { key: 'line_not_in_order', params: { line: 2, order: 1 } },
    { set: [{ lineId: line(order, 1), qty: 2 }] },
  );
});

test('an added line can use the stock of a removed line, and equal quantities move no stock', async () => {
  const shop = await openCafe();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 15 }]); // all of them
  const { moved, announced, result } = await edit(shop, order, {
    remove: [line(order)],
    add: [{ sku: 'LAT-H', qty: 15 }],
  });
  assert.deepEqual([moved, announced], [[], []]);
  assert.deepEqual(
    result.lines.map(({ qty }) => qty),
    [15],
  );
  assert.deepEqual(shop.stock('hot'), { onHand: 10, reserved: 10 });
  const again = await edit(
    shop,
    { ...order, lines: result.lines.map(({ id }) => id) },
    { remove: [result.lines[0]?.id as Id], add: [{ sku: 'LAT-H', qty: 14 }] },
  );
  assert.deepEqual(again.moved, [['hot', 'cnx', 0, -1, 'order_edited', `order ${order.id}`]]);
});

test('an edit that raises and lowers lines of the same variant makes one movement of the difference', async () => {
  const shop = await openCafe();
  const order = await placeOrder(shop, [
    { sku: 'LAT-I', qty: 6 },
    { sku: 'LAT-I', qty: 4 },
  ]);
  const set = [
    { lineId: line(order), qty: 2 },
    { lineId: line(order, 1), qty: 5 },
  ];
  const { moved, announced } = await edit(shop, order, { set });
  assert.deepEqual(moved, [['iced', 'bkk', 0, -3, 'order_edited', `order ${order.id}`]]);
  assert.deepEqual(announced, [['iced', 'bkk', 0, 3, 'order_edited']]);
});

test('an edit above the available stock is refused with the line and changes nothing', async () => {
  const shop = await openCafe();
  const order = await placeOrder(shop, [
    { sku: 'LAT-I', qty: 6 },
    { sku: 'LAT-H', qty: 1 },
  ]);
  await refusesEdit(shop, order, { path: 'line 1.qty' }, { set: [{ lineId: line(order), qty: 11 }] });
  await refusesEdit(
    shop,
    order,
    { path: 'products[1].qty' },
    {
      remove: [line(order)],
      add: [
        { sku: 'LAT-I', qty: 4 },
        { sku: 'LAT-I', qty: 7 },
      ],
    },
  );
  await edit(shop, order, { set: [{ lineId: line(order), qty: 10 }] });
});

test('a store that allows negative stock can edit below zero', async () => {
  const shop = await openCafe({ settings: { sell_below_zero: true } });
  const order = await placeOrder(shop, [{ sku: 'LAT-I', qty: 6 }]);
  const { announced } = await edit(shop, order, { set: [{ lineId: line(order), qty: 13 }] });
  assert.deepEqual(announced, [['iced', 'bkk', 4, -3, 'order_edited']]);
});

// Bundles and pulled variants

test('the stock check adds up lines and bundles with common parts', async () => {
  const shop = await openShop({ stores: [roastery()] }); // beans 20 + 4, cups 10 + 8, a duo takes a bean and 2 cups
  const order = await placeOrder(shop, [{ sku: 'DUO', qty: 9, price: 1 }]);
  const replace = (qty: number) => ({ remove: [line(order)], add: [{ sku: 'CUP', qty, price: baht('1') }] });
  await refusesEdit(shop, order, { path: 'products[0].qty' }, replace(19));
  const { moved, announced } = await edit(shop, order, replace(18));
  assert.deepEqual(moved, [['beans', 'bkk', 0, -9, 'order_edited', `order ${order.id}`]]);
  assert.deepEqual(announced, [['beans', 'bkk', 11, 20, 'order_edited']]);
});

test('editing a bundle line moves its parts and announces the bundle', async () => {
  const shop = await openShop({ stores: [roastery()] });
  const order = await placeOrder(shop, [{ sku: 'DUO', qty: 2, price: 1 }]);
  const { moved, announced } = await edit(shop, order, { set: [{ lineId: line(order), qty: 3 }] });
  const by = `order ${order.id}`;
  assert.deepEqual(moved, [
    ['beans', 'bkk', 0, 1, 'order_edited', by],
    ['cup', 'bkk', 0, 2, 'order_edited', by],
  ]);
  assert.deepEqual(announced, [
    ['beans', 'bkk', 18, 17, 'order_edited'],
    ['cup', 'bkk', 6, 4, 'order_edited'],
    ['duo', 'bkk', 3, 2, 'order_edited'],
  ]);
});

test('a bundle line keeps the parts it was ordered with, a new line takes the current ones', async () => {
  const shop = await openShop({ stores: [roastery()] });
  const order = await placeOrder(shop, [{ sku: 'DUO', qty: 1, price: 1 }]);
  await runStep(shop, (tx, now) =>
    setParts(tx, variantId(shop, 'duo'), [{ variantId: variantId(shop, 'kit'), qty: 1 }], now),
  );
  const by = `order ${order.id}`;
  const raised = await edit(shop, order, { set: [{ lineId: line(order), qty: 2 }] });
  assert.deepEqual(raised.moved, [
    ['beans', 'bkk', 0, 1, 'order_edited', by],
    ['cup', 'bkk', 0, 2, 'order_edited', by],
  ]);
  const added = await edit(shop, order, { add: [{ sku: 'DUO', qty: 1, price: baht('1') }] });
  assert.deepEqual(added.moved, [['kit', 'bkk', 0, 1, 'order_edited', by]]);
  const removed = await edit(shop, order, { remove: [line(order)] });
  assert.deepEqual(removed.moved, [
    ['beans', 'bkk', 0, -2, 'order_edited', by],
    ['cup', 'bkk', 0, -4, 'order_edited', by],
  ]);
});

test('an edit of a reseller’s order moves the source’s stock, and only the reseller’s apps see the order id', async () => {
  const shop = await openShop({ stores: [roastery(), reseller()] });
  const token = await shop.bearer('page', shop.stores.shelf);
  const order = await placeOrder(shop, [{ sku: 'BEANS', qty: 1, price: 1 }], {}, token);
  const { moved, items } = await edit(shop, order, { set: [{ lineId: line(order), qty: 4 }] });
  assert.deepEqual(moved, [['beans', 'bkk', 0, 3, 'order_edited', `order ${order.id}`]]);
  const pulled = shop.stores.shelf?.variants['resold/beans'];
  assert.deepEqual(
    items
      .filter(({ id }) => id === pulled || id === shop.ids.variants.beans)
      .map(({ id, old, new: now, order_id }) => [id === pulled, old, now, order_id]),
    [
      [false, 19, 16, undefined],
      [true, 19, 16, String(order.id)],
    ],
  );
});

// Prices and sums

test('added lines are priced as in a new order: by the channel’s tier, the default tier, or as given', async () => {
  const shop = await openCafe({ channels: [{ key: 'page', name: 'page', price_tier: 'vip' }] });
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  const { result } = await edit(shop, order, {
    add: [
      { variantId: variantId(shop, 'hot'), qty: 2 },
      { sku: 'LAT-I', qty: 1 },
      { sku: 'LAT-I', qty: 2, price: baht('12.5') },
    ],
  });
  assert.deepEqual(
    (await orderDetail(shop, order)).products.map(({ price, amount }: Json) => [price, amount]),
    [
      ['60', '60'],
      ['60', '120'],
      ['70', '70'],
      ['12.5', '25'],
    ],
  );
  assert.equal(result.total, baht('275'));
});

test('manual orders have the prices of the default tier', async () => {
  const shop = await openCafe({ channels: [{ key: 'page', name: 'page', price_tier: 'vip' }] });
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  await runStep(shop, (tx) => tx.run(change('UPDATE orders SET channel_id = NULL')));
  const { result } = await edit(shop, order, { add: [{ sku: 'LAT-H', qty: 1 }] });
  assert.deepEqual(
    result.lines.map(({ price }) => price),
    [baht('60'), baht('65')],
  );
});

test('an edited quantity keeps the line’s price; an edited price keeps its quantity and moves no stock', async () => {
  const shop = await openCafe();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 2, price: 50 }], { discount: 10, shipping_fee: 40 });
  await edit(shop, order, { set: [{ lineId: line(order), qty: 3 }] });
  assert.deepEqual(await sums(shop, order), { subtotal: '150', total: '180', payment: 'unpaid' });
  const { moved, announced } = await edit(shop, order, { set: [{ lineId: line(order), price: baht('20.25') }] });
  assert.deepEqual([moved, announced], [[], []]);
  assert.deepEqual(await sums(shop, order), { subtotal: '60.75', total: '90.75', payment: 'unpaid' });
});

const sums = async (shop: Shop, order: PlacedOrder) => {
  const { subtotal, total, payment_status: payment } = await orderDetail(shop, order);
  return { subtotal, total, payment };
};

test('totals include discount, fees and COD fee, and none is negative', async () => {
  const shop = await openCafe();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 2 }], {
    discount: 100,
    shipping_fee: 10,
    other_fee: 5,
    is_cod: true,
    cod_fee: 3,
    cod_amount: 48,
  });
  await edit(shop, order, { set: [{ lineId: line(order), qty: 3 }] });
  assert.deepEqual(await sums(shop, order), { subtotal: '195', total: '113', payment: 'unpaid' });
  const lowered = { set: [{ lineId: line(order), qty: 1 }] };
  const overDiscounted = { ...lowered, discount: baht('84') };
  await refusesEdit(
    shop,
    order,
    { key: 'discount_too_large', path: 'discount', params: { most: baht('83') } },
    overDiscounted,
  );
  await edit(shop, order, lowered);
  assert.deepEqual(await sums(shop, order), { subtotal: '65', total: '0', payment: 'paid' });
  assert.equal((await orderDetail(shop, order)).cod_amount, '48');
});

test('a changed time in the past is refused, and an unchanged time in the past is accepted', async () => {
  const shop = await openCafe();
  const past = 1_500_000_000_000;
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], { ship_deadline_time: past });
  await edit(shop, order, { shipDeadlineTime: past, privateNote: 'รีบ' });
  await refusesEdit(shop, order, { key: 'time_is_past', path: 'ship_deadline_time' }, { shipDeadlineTime: past + 1 });
  await refusesEdit(shop, order, { key: 'time_is_past', path: 'expiration_time' }, { expirationTime: past });
  await edit(shop, order, { shipDeadlineTime: null });
});

test('paid_time is removed when the total rises above the payments, and set again when it falls to them', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now });
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 2 }]);
  const paidAt = clock.now();
  await runStep(shop, (tx, now) => takePayment(tx, order.id, { method: 'cash' }, byCommand(now)));
  const shown = async (qty: number) => {
    clock.forward(1_000);
    await edit(shop, order, { set: [{ lineId: line(order), qty }] });
    const { payment_status, paid_time, update_time } = await orderDetail(shop, order);
    assert.equal(update_time, clock.now());
    return [payment_status, paid_time];
  };
  assert.deepEqual(await shown(1), ['paid', paidAt]);
  assert.deepEqual(await shown(3), ['partially_paid', undefined]);
  assert.deepEqual(await shown(2), ['paid', clock.now()]);
});

test('an edit without a difference changes nothing, not even update_time', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now });
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 2 }]);
  const before = await orderDetail(shop, order);
  clock.forward(1_000);
  for (const change of [{}, { set: [{ lineId: line(order), qty: 2, price: baht('65') }] }, { set: [], add: [] }]) {
    const { moved } = await edit(shop, order, change);
    assert.deepEqual(moved, []);
    assert.deepEqual(await orderDetail(shop, order), before);
  }
});

// Refusals

test('an invalid edit is refused and changes nothing', async () => {
  const shop = await openShop({ stores: [cafe({ settings: { sell_below_zero: true } })] });
  const order = await placeOrder(shop, [
    { sku: 'LAT-H', qty: 1 },
    { sku: 'LAT-I', qty: 1 },
  ]);
  const other = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  const [hot, iced] = [line(order), line(order, 1)];
  const wrong: [ExpectedError, OrderEdit][] = [
    [{ key: 'order_needs_a_line', params: { order: 1 } }, { remove: [hot, iced] }],
    [{ key: 'line_not_in_order', params: { line: 3, order: 1 } }, { remove: [line(other)] }],
    [{ key: 'line_not_in_order', params: { line: 99, order: 1 } }, { set: [{ lineId: 99 as Id, qty: 1 }] }],
    [
      { key: 'line_repeated', params: { line: 1 } },
      { set: [{ lineId: hot, qty: 2 }], remove: [hot] },
    ],
    [{ key: 'line_repeated', params: { line: 2 } }, { remove: [iced, iced] }],
    [{ key: 'line_amount_too_large', path: 'line 1' }, { set: [{ lineId: hot, qty: 2, price: baht('99999999999') }] }],
    [{ key: 'order_amount_too_large' }, { set: [hot, iced].map((lineId) => ({ lineId, price: baht('99999999999') })) }],
    [
      { path: 'products[1].sku' },
      {
        add: [
          { sku: 'LAT-H', qty: 1 },
          { sku: 'absent', qty: 1 },
        ],
      },
    ],
    [{ path: 'products[0].product_variant_id' }, { add: [{ variantId: 99 as Id, qty: 1 }] }],
  ];
  for (const [says, change] of wrong) await refusesEdit(shop, order, says, change);
  await refusesEdit(shop, { id: 99 as Id, lines: [] }, { key: 'order_not_found', params: { order: 99 } }, {});
});

test('a line of a deleted variant can be lowered and removed, not raised', async () => {
  const shop = await openCafe();
  const order = await placeOrder(shop, [
    { sku: 'LAT-H', qty: 3 },
    { sku: 'LAT-I', qty: 3 },
  ]);
  await markDeleted(shop, 'variants', shop.ids.variants.hot);
  await refusesEdit(
    shop,
    order,
    { key: 'line_no_longer_sold', path: 'line 1.qty' },
    { set: [{ lineId: line(order), qty: 4 }] },
  );
  const lowered = await edit(shop, order, { set: [{ lineId: line(order), qty: 1 }] });
  assert.deepEqual(lowered.moved, [['hot', 'bkk', 0, -2, 'order_edited', `order ${order.id}`]]);
  await edit(shop, order, { remove: [line(order)] });
});

test('an order that is not open cannot be edited', async () => {
  const shop = await openShop();
  const canceled = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  await runStep(shop, (tx, now) => cancelOrder(tx, canceled.id, 'buyer', byCommand(now)));
  const expired = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], { expiration_time: 1_500_000_000_000 });
  await runStep(shop, (tx, now) => expireOrders(tx, now));
  await refusesEdit(
    shop,
    canceled,
    { key: 'order_not_open', params: { order: 1, status: 'canceled' } },
    { set: [{ lineId: line(canceled), qty: 2 }] },
  );
  await refusesEdit(
    shop,
    expired,
    { key: 'order_not_open', params: { order: 2, status: 'expired' } },
    { set: [{ lineId: line(expired), qty: 2 }] },
  );
});

test('an order with a shipment cannot be edited until the shipment is canceled', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 3 }]);
  const book = () => runStep(shop, (tx, now) => bookShipment(tx, order.id, { trackingNumber: 'T1' }, byCommand(now)));
  const change = { set: [{ lineId: line(order), qty: 5 }] };
  const { id } = await book();
  await refusesEdit(
    shop,
    order,
    { key: 'order_has_shipment', params: { order: 1, shipment: 1, status: 'booked' } },
    change,
  );
  await runStep(shop, (tx, now) => cancelShipment(tx, id, byCommand(now)));
  const { moved } = await edit(shop, order, change);
  assert.deepEqual(moved, [['hot', 'bkk', 0, 2, 'order_edited', 'order 1']]); // the next booking reserves the other 3
  const again = await book();
  assert.deepEqual(shop.stock('hot'), { onHand: 10, reserved: 5 });
  await runStep(shop, (tx, now) => pickUp(tx, again.id, {}, byCommand(now)));
  await refusesEdit(shop, order, { key: 'order_has_shipment', params: { shipment: 2, status: 'picked_up' } }, change);
});

test('lowering a line of a canceled shipment releases no more than it reserves', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 5 }]);
  const { id } = await runStep(shop, (tx, now) => bookShipment(tx, order.id, { trackingNumber: 'T1' }, byCommand(now)));
  await runStep(shop, (tx, now) => cancelShipment(tx, id, byCommand(now)));
  assert.deepEqual((await edit(shop, order, { set: [{ lineId: line(order), qty: 2 }] })).moved, []);
  await runStep(shop, (tx, now) => bookShipment(tx, order.id, { trackingNumber: 'T2' }, byCommand(now)));
  assert.deepEqual(shop.stock('hot'), { onHand: 10, reserved: 2 });
});
