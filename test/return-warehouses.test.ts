import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { byCommand } from '../src/domain/orders/history.ts';
import { countAwaitingRestock } from '../src/domain/orders/list/order-page.ts';
import { existingOrder } from '../src/domain/orders/order.ts';
import { moveShipment } from '../src/domain/orders/shipments/move.ts';
import { awaitedQtys, returnGoods } from '../src/domain/orders/shipments/return.ts';
import { existingDocument } from '../src/domain/stock/document-list.ts';
import type { Id } from '../src/lib/ids.ts';
import { assertDatabaseValid } from './database-steps.ts';
import { assertRefuses, placeOrder } from './order-steps.ts';
import { returnLines, shippedOrder } from './return-steps.ts';
import { bookOrder, lineOf, pickUpShipment } from './shipment-steps.ts';
import { sql } from './sql.ts';
import { openCafe, roastery, runStep, warehouseId } from './stock-steps.ts';
import { stoppedClock } from './stopped-clock.ts';
import { cafe, idOf, openShop } from './support.ts';

test('goods return to the warehouse they were shipped from, over several returns', async () => {
  const shop = await openCafe();
  const order = await shippedOrder(shop, 13); // 10 from Bangkok and 3 from Chiang Mai
  const back = async (qty: number) =>
    (await returnLines(shop, order, { lines: [lineOf(order, qty)] })).moved.map(([, warehouse, qty]) => [
      warehouse,
      qty,
    ]);
  assert.deepEqual(await back(8), [['bkk', 8]]);
  assert.deepEqual(await back(4), [
    ['bkk', 2],
    ['cnx', 2],
  ]);
  assert.deepEqual(await back(1), [['cnx', 1]]);
  assert.deepEqual(shop.stock('hot'), { onHand: 10, reserved: 0 });
  assert.deepEqual(shop.stock('hot', 'cnx'), { onHand: 5, reserved: 0 });
});

test('goods taken from another warehouse than reserved return to that warehouse', async () => {
  const shop = await openCafe();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 3 }]);
  await pickUpShipment(shop, (await bookOrder(shop, order)).result, { from: warehouseId(shop, 'cnx') });
  const { moved } = await returnLines(shop, order, { lines: [lineOf(order, 3)] });
  assert.deepEqual(moved, [['hot', 'cnx', 3, 0, 'returned', '']]);
});

test('earlier returns stay in their warehouse, whichever warehouse later goods leave from', async () => {
  const shop = await openShop({ stores: [cafe()], now: stoppedClock().now }); // all in one millisecond
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 7 }]);
  const [late, early] = [
    (await bookOrder(shop, order, { lines: [lineOf(order, 3)] })).result,
    (await bookOrder(shop, order, { lines: [lineOf(order, 2)] })).result,
  ];
  const back = async (qty: number, to?: string) => {
    const into = to === undefined ? {} : { warehouseId: warehouseId(shop, to) };
    const { moved } = await returnLines(shop, order, { lines: [lineOf(order, qty)], ...into });
    return moved.map(([, warehouse, qty]) => [warehouse, qty]);
  };
  await pickUpShipment(shop, early, { from: warehouseId(shop, 'cnx') });
  assert.deepEqual(await back(1, 'bkk'), [['bkk', 1]]); // a piece that was shipped from Chiang Mai
  await pickUpShipment(shop, late);
  assert.deepEqual(await back(2), [
    ['bkk', 1],
    ['cnx', 1],
  ]);
  await pickUpShipment(shop, (await bookOrder(shop, order)).result, { from: warehouseId(shop, 'cnx') });
  assert.deepEqual(await back(4), [
    ['bkk', 2],
    ['cnx', 2],
  ]);
});

test('after everything is returned, every warehouse has its original stock', async () => {
  const tea = { key: 'tea', sku: 'TEA', prices: { retail: 30 }, stock: { bkk: 20, cnx: 20 } };
  const shop = await openShop({ stores: [cafe({ products: [{ key: 'tea', name: 'ชา', variants: [tea] }] })] });
  const stock = () => ['bkk', 'cnx'].map((warehouse) => shop.stock('tea', warehouse));
  const parcel = fc.record({
    qty: fc.integer({ min: 1, max: 2 }),
    from: fc.constantFrom('bkk', 'cnx'),
    back: fc.nat({ max: 2 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(parcel, { minLength: 1, maxLength: 4 }), async (parcels) => {
      const before = stock();
      const qty = parcels.reduce((sum, parcel) => sum + parcel.qty, 0);
      const order = await placeOrder(shop, [{ sku: 'TEA', qty }]);
      let away = 0;
      const comeBack = async (qty: number) => {
        if (qty > 0) await returnLines(shop, order, { lines: [lineOf(order, qty)] });
        away -= qty;
      };
      for (const { qty, from, back } of parcels) {
        const { result } = await bookOrder(shop, order, { lines: [lineOf(order, qty)] });
        await pickUpShipment(shop, result, { from: warehouseId(shop, from) });
        away += qty;
        await comeBack(Math.min(back, away));
      }
      await comeBack(away);
      assert.deepEqual(stock(), before);
    }),
    { numRuns: 15 },
  );
});

test('goods return to the given warehouse', async () => {
  const shop = await openCafe();
  const order = await shippedOrder(shop, 13);
  const { result, moved } = await returnLines(shop, order, {
    lines: [lineOf(order, 12)],
    warehouseId: warehouseId(shop, 'cnx'),
  });
  assert.deepEqual(moved, [['hot', 'cnx', 12, 0, 'returned', '']]);
  assert.equal(existingDocument(shop.ctx.db, result).warehouseKey, 'cnx');
});

test('damaged and missing pieces are written off, bundles by their parts, and nothing is left to restock', async () => {
  const shop = await openShop({ stores: [roastery()] });
  const before = shop.stock('beans').onHand;
  const order = await placeOrder(shop, [{ sku: 'DUO', qty: 3, price: 1 }]);
  const { result: parcel } = await bookOrder(shop, order);
  await pickUpShipment(shop, parcel);
  await runStep(shop, (tx, now) => moveShipment(tx, parcel.id, 'returned', byCommand(now)));
  const waiting = () => countAwaitingRestock(shop.ctx.db, idOf(shop.ids.id), 10, shop.now()).count;
  const lines = [{ lineId: order.lines[0] as Id, qty: 1, damaged: 1, missing: 1 }];
  assert.deepEqual([...awaitedQtys(shop.ctx.db, existingOrder(shop.ctx.db, order.id)).values()], [3]);
  assert.equal(waiting(), 1);
  const { moved } = await returnLines(shop, order, { lines, note: 'กล่องบุบ' });
  assert.deepEqual(
    moved.map(([variant, , onHand, , reason]) => [variant, onHand, reason]),
    [
      ['beans', 3, 'returned'],
      ['beans', -1, 'damaged'],
      ['beans', -1, 'lost'],
      ['cup', 6, 'returned'],
      ['cup', -2, 'damaged'],
      ['cup', -2, 'lost'],
    ],
  );
  assert.equal(shop.stock('beans').onHand, before - 2);
  assert.equal(waiting(), 0);
  const documents = shop.ctx.db.all(
    sql<{ kind: string; orderId: Id; note: string }>('SELECT kind, order_id AS orderId, note FROM stock_documents'),
  );
  assert.deepEqual(
    documents.map(({ kind, orderId, note }) => [kind, orderId, note]),
    ['return', 'damaged', 'lost'].map((kind) => [kind, order.id, 'กล่องบุบ']),
  );
  assertDatabaseValid(shop.ctx.db);
  await assertRefuses(
    shop,
    { key: 'return_qty_too_large', path: 'line 1.qty', params: { qty: 1, left: 0 } },
    (tx, now) =>
      returnGoods(tx, order.id, { lines: [{ lineId: order.lines[0] as Id, qty: 0, missing: 1 }] }, byCommand(now)),
  );
});
