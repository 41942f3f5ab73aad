import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setParts } from '../src/domain/catalogue/bundle-parts.ts';
import type { Id } from '../src/lib/ids.ts';
import { baht } from './amounts.ts';
import { assertEditRefused, edit, line } from './order-edit-steps.ts';
import { orderDetail, placeOrder } from './order-steps.ts';
import { openCafe, reseller, roastery, runStep, variantId } from './stock-steps.ts';
import { type Json, openShop } from './support.ts';

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
  await assertEditRefused(
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
  await assertEditRefused(shop, order, { path: 'line 1.qty' }, { set: [{ lineId: line(order), qty: 11 }] });
  await assertEditRefused(
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
  await assertEditRefused(shop, order, { path: 'products[0].qty' }, replace(19));
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
