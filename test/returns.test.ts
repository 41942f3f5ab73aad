import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeBundle, setParts } from '../src/domain/catalogue/bundle-parts.ts';
import { byCommand, byUser } from '../src/domain/orders/history.ts';
import { type Return, returnGoods } from '../src/domain/orders/shipments/return.ts';
import { existingDocument, movedLines } from '../src/domain/stock/document-list.ts';
import type { Id } from '../src/lib/ids.ts';
import type { ExpectedError } from './errors.ts';
import { assertRefuses, type PlacedOrder, placeOrder } from './order-steps.ts';
import { markDeleted } from './raw-http.ts';
import { returnLines, shippedOrder } from './return-steps.ts';
import { bookOrder, lineOf, pickUpShipment } from './shipment-steps.ts';
import { ledgerEntries, openCafe, reseller, roastery, runStep, variantId, warehouseId } from './stock-steps.ts';
import { idOf, openShop, type Shop } from './support.ts';

const USER = idOf('7');

const byClerk = (now: number) => byUser(USER, now);

const refusesReturn = (shop: Shop, { id }: PlacedOrder, expected: ExpectedError, returned: Return) =>
  assertRefuses(shop, expected, (tx, now) => returnGoods(tx, id, returned, byCommand(now)));

test('returned goods are added to on hand, with user and document, and announced', async () => {
  const shop = await openCafe();
  const order = await shippedOrder(shop, 3);
  const returned = { lines: [lineOf(order, 2)], note: 'ชำรุดจากขนส่ง' };
  const { result, moved, announced, items } = await returnLines(shop, order, returned, byClerk);
  assert.deepEqual(moved, [['hot', 'bkk', 2, 0, 'returned', 'user 7']]);
  assert.deepEqual(announced, [['hot', 'bkk', 7, 9, 'returned']]);
  assert.deepEqual([items[0].user_id, items[0].order_id], ['7', undefined]);
  assert.equal(ledgerEntries(shop, 'hot').at(-1)?.documentId, result);
  const { kind, status, storeId, orderId, userId, note, warehouseKey } = existingDocument(shop.ctx.db, result);
  assert.deepEqual(
    { kind, status, storeId, orderId, userId, note, warehouseKey },
    {
      kind: 'return',
      status: 'committed',
      storeId: idOf(shop.ids.id),
      orderId: order.id,
      userId: USER,
      note: 'ชำรุดจากขนส่ง',
      warehouseKey: 'bkk',
    },
  );
  assert.deepEqual(
    movedLines(shop.ctx.db, result).map(({ variantId, qty, orderLineId }) => ({ variantId, qty, orderLineId })),
    [{ variantId: variantId(shop, 'hot'), qty: 2, orderLineId: order.lines[0] }],
  );
});

test('a return without a user has no actor', async () => {
  const shop = await openCafe();
  const order = await shippedOrder(shop, 1);
  const { moved, items } = await returnLines(shop, order, { lines: [lineOf(order, 1)] });
  assert.deepEqual(moved, [['hot', 'bkk', 1, 0, 'returned', '']]);
  assert.deepEqual([items[0].user_id, items[0].order_id], [undefined, undefined]);
});

test('a line never returns more than was shipped', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, [
    { sku: 'LAT-H', qty: 6 },
    { sku: 'LAT-I', qty: 1 },
  ]);
  const refusesHot = (qty: number, rest: number) =>
    refusesReturn(
      shop,
      order,
      { key: 'return_qty_too_large', path: 'line 1.qty', params: { qty, left: rest } },
      { lines: [lineOf(order, qty)] },
    );
  await refusesHot(1, 0);
  const { result } = await bookOrder(shop, order, { lines: [lineOf(order, 5)] });
  await refusesHot(1, 0);
  await pickUpShipment(shop, result, { short: [lineOf(order, 4)] });
  await refusesHot(5, 4);
  await returnLines(shop, order, { lines: [lineOf(order, 3)] });
  await refusesHot(2, 1);
  await returnLines(shop, order, { lines: [lineOf(order, 1)] });
  await refusesHot(1, 0);
  await refusesReturn(
    shop,
    order,
    { key: 'return_qty_too_large', path: 'line 2.qty', params: { qty: 1, left: 0 } },
    { lines: [lineOf(order, 1, 1)] },
  );
});

test('a return without lines, with a duplicate line or with a line of another order is refused', async () => {
  const shop = await openShop();
  const order = await shippedOrder(shop, 2);
  const other = await shippedOrder(shop, 2);
  await refusesReturn(shop, order, { key: 'no_returned_lines' }, { lines: [] });
  await refusesReturn(
    shop,
    order,
    { key: 'line_repeated', params: { line: 1 } },
    { lines: [lineOf(order, 1), lineOf(order, 1)] },
  );
  await refusesReturn(
    shop,
    order,
    { key: 'line_not_in_order', params: { line: 2, order: 1 } },
    { lines: [lineOf(other, 1)] },
  );
  await refusesReturn(
    shop,
    { id: 99 as Id, lines: [] },
    { key: 'order_not_found', params: { order: 99 } },
    { lines: [lineOf(order, 1)] },
  );
  await refusesReturn(
    shop,
    order,
    { key: 'warehouse_does_not_keep_variant', params: { warehouse: 99 } },
    { lines: [lineOf(order, 1)], warehouseId: 99 as Id },
  );
});

test('the returned quantity of a line is a whole number between 1 and the maximum', async () => {
  const shop = await openShop();
  const order = await shippedOrder(shop, 2);
  for (const qty of [0, -1, 1.5, Number.NaN])
    await refusesReturn(
      shop,
      order,
      { key: 'not_a_whole_number_between', path: 'line 1.qty', params: { least: 1, most: 1000000000 } },
      { lines: [lineOf(order, qty)] },
    );
});

test('a bundle returns as the parts it was ordered with', async () => {
  const shop = await openShop({ stores: [roastery()] });
  const order = await placeOrder(shop, [{ sku: 'DUO', qty: 7, price: 1 }]); // cups are spread over both warehouses
  await pickUpShipment(shop, (await bookOrder(shop, order)).result);
  const part = { variantId: variantId(shop, 'kit'), qty: 1 };
  await runStep(shop, (tx, now) => setParts(tx, variantId(shop, 'duo'), [part], now));
  const first = await returnLines(shop, order, { lines: [lineOf(order, 4)] }, byClerk);
  assert.deepEqual(first.moved, [
    ['beans', 'bkk', 4, 0, 'returned', 'user 7'],
    ['cup', 'bkk', 8, 0, 'returned', 'user 7'],
  ]);
  const second = await returnLines(shop, order, { lines: [lineOf(order, 3)] });
  assert.deepEqual(second.moved, [
    ['beans', 'bkk', 3, 0, 'returned', ''],
    ['cup', 'bkk', 2, 0, 'returned', ''],
    ['cup', 'cnx', 4, 0, 'returned', ''],
  ]);
});

test('lines with a common part return it in one movement', async () => {
  const shop = await openShop({ stores: [roastery()] });
  const order = await placeOrder(shop, [
    { sku: 'DUO', qty: 1, price: 1 },
    { sku: 'CUP', qty: 3, price: 1 },
  ]);
  await pickUpShipment(shop, (await bookOrder(shop, order)).result);
  const { moved, announced } = await returnLines(shop, order, { lines: [lineOf(order, 1), lineOf(order, 2, 1)] });
  assert.deepEqual(moved, [
    ['beans', 'bkk', 1, 0, 'returned', ''],
    ['cup', 'bkk', 4, 0, 'returned', ''],
  ]);
  assert.deepEqual(announced, [
    ['beans', 'bkk', 19, 20, 'returned'],
    ['cup', 'bkk', 5, 9, 'returned'],
    ['duo', 'bkk', 2, 4, 'returned'],
  ]);
});

test('returned goods of a reseller’s order go to the source, and only the reseller’s apps see the user', async () => {
  const shop = await openShop({ stores: [roastery(), reseller()] });
  const shelf = shop.stores.shelf;
  const order = await placeOrder(shop, [{ sku: 'BEANS', qty: 2, price: 1 }], {}, await shop.bearer('page', shelf));
  await pickUpShipment(shop, (await bookOrder(shop, order)).result);
  await refusesReturn(
    shop,
    order,
    { key: 'warehouse_does_not_keep_variant' },
    { lines: [lineOf(order, 1)], warehouseId: warehouseId(shop, 'bkk', shelf) },
  );
  const { result, moved, items } = await returnLines(shop, order, { lines: [lineOf(order, 1)] }, byClerk);
  assert.deepEqual(moved, [['beans', 'bkk', 1, 0, 'returned', 'user 7']]);
  const userIdsOf = (id: string | undefined) => items.filter((item) => item.id === id).map(({ user_id }) => user_id);
  assert.deepEqual(userIdsOf(shop.ids.variants.beans), [undefined]);
  assert.deepEqual(userIdsOf(shelf?.variants['resold/beans']), ['7']);
  const { storeId, warehouseId: into } = existingDocument(shop.ctx.db, result);
  assert.deepEqual([storeId, into], [idOf(shelf?.id), warehouseId(shop)]);
});

test('goods of a deleted variant can be returned', async () => {
  const shop = await openCafe();
  const order = await shippedOrder(shop, 2);
  await markDeleted(shop, 'variants', shop.ids.variants.hot);
  const { moved, announced } = await returnLines(shop, order, { lines: [lineOf(order, 2)] });
  assert.deepEqual(moved, [['hot', 'bkk', 2, 0, 'returned', '']]);
  assert.deepEqual(announced, []);
});

test('goods of a variant that has become a bundle cannot be returned', async () => {
  const shop = await openShop({ stores: [roastery()] });
  const order = await placeOrder(shop, [{ sku: 'KIT', qty: 1, price: 1 }]);
  await pickUpShipment(shop, (await bookOrder(shop, order)).result);
  const part = { variantId: variantId(shop, 'beans'), qty: 1 };
  await runStep(shop, (tx, now) => makeBundle(tx, variantId(shop, 'kit'), { parts: [part] }, now));
  await refusesReturn(shop, order, { key: 'stock_of_a_bundle' }, { lines: [lineOf(order, 1)] });
});
