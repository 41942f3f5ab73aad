import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelOrder, expireOrders } from '../src/domain/orders/close.ts';
import type { OrderEdit } from '../src/domain/orders/edit.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { bookShipment } from '../src/domain/orders/shipments/book.ts';
import { cancelShipment, pickUp } from '../src/domain/orders/shipments/move.ts';
import type { Id } from '../src/lib/ids.ts';
import { baht } from './amounts.ts';
import type { ExpectedError } from './errors.ts';
import { assertEditRefused, edit, line } from './order-edit-steps.ts';
import { placeOrder } from './order-steps.ts';
import { markDeleted } from './raw-http.ts';
import { openCafe, runStep } from './stock-steps.ts';
import { cafe, openShop } from './support.ts';

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
  for (const [expected, change] of wrong) await assertEditRefused(shop, order, expected, change);
  await assertEditRefused(shop, { id: 99 as Id, lines: [] }, { key: 'order_not_found', params: { order: 99 } }, {});
});

test('a line of a deleted variant can be lowered and removed, not raised', async () => {
  const shop = await openCafe();
  const order = await placeOrder(shop, [
    { sku: 'LAT-H', qty: 3 },
    { sku: 'LAT-I', qty: 3 },
  ]);
  await markDeleted(shop, 'variants', shop.ids.variants.hot);
  await assertEditRefused(
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
  await assertEditRefused(
    shop,
    canceled,
    { key: 'order_not_open', params: { order: 1, status: 'canceled' } },
    { set: [{ lineId: line(canceled), qty: 2 }] },
  );
  await assertEditRefused(
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
  await assertEditRefused(
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
  await assertEditRefused(
    shop,
    order,
    { key: 'order_has_shipment', params: { shipment: 2, status: 'picked_up' } },
    change,
  );
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
