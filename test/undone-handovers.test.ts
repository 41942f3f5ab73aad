import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeBundle } from '../src/domain/catalogue/bundle-parts.ts';
import { removeWarehouse } from '../src/domain/catalogue/warehouses.ts';
import { byCommand, byUser, historyOf } from '../src/domain/orders/history.ts';
import type { LineQty } from '../src/domain/orders/lines.ts';
import { existingOrder } from '../src/domain/orders/order.ts';
import { markPacked } from '../src/domain/orders/packing.ts';
import { reportAbsent } from '../src/domain/orders/packing-missing.ts';
import { packForNow, packOne } from '../src/domain/orders/packing-progress.ts';
import { absentPieces, packedPieces, packingOf } from '../src/domain/orders/packing-rows.ts';
import { moveCodManually } from '../src/domain/orders/payments/cod.ts';
import { moveShipment, type PickUp } from '../src/domain/orders/shipments/move.ts';
import { returnGoods } from '../src/domain/orders/shipments/return.ts';
import { existingShipment } from '../src/domain/orders/shipments/shipment.ts';
import { markStatusTime } from '../src/domain/orders/shipments/shipment-rows.ts';
import { undoHandOver } from '../src/domain/orders/shipments/undo-hand-over.ts';
import { setOnHand } from '../src/domain/stock/adjust-on-hand.ts';
import type { Id } from '../src/lib/ids.ts';
import type { ExpectedError } from './errors.ts';
import { assertRefuses, isOrderPacked, observeStep, orderDetail, type PlacedOrder, placeOrder } from './order-steps.ts';
import { bookOrder, itemTuples, lineOf, pickUpShipment } from './shipment-steps.ts';
import { sql } from './sql.ts';
import { openCafe, openRoastery, runStep, variantId, warehouseId } from './stock-steps.ts';
import { idOf, openShop, type Shop } from './support.ts';

const latte = (shop: Shop, qty = 2, more: object = {}) => placeOrder(shop, [{ sku: 'LAT-H', qty }], more);

const undo = (shop: Shop, { id }: { id: Id }) => observeStep(shop, (tx, now) => undoHandOver(tx, id, byCommand(now)));

const refusesUndo = (shop: Shop, { id }: { id: Id }, expected: ExpectedError) =>
  assertRefuses(shop, expected, (tx, now) => undoHandOver(tx, id, byCommand(now)));

async function handedOver(shop: Shop, order: PlacedOrder, how: PickUp = {}) {
  const { result } = await bookOrder(shop, order);
  await pickUpShipment(shop, result, how);
  return result;
}

const pack = (shop: Shop, { id }: PlacedOrder, missing: LineQty[] = []) =>
  runStep(shop, (tx, now) => markPacked(tx, id, byCommand(now), missing));

test('an undone handover puts goods back on hand and reserved where they were, and announces nothing', async () => {
  const shop = await openCafe();
  const order = await latte(shop, 13);
  const { result: booked } = await bookOrder(shop, order);
  const before = [
    shop.stock('hot'),
    shop.stock('hot', 'cnx'),
    itemTuples(shop, booked),
    await orderDetail(shop, order),
  ];
  await pickUpShipment(shop, booked);
  const { result, moved, announced } = await undo(shop, booked);
  const by = `order ${order.id}`;
  assert.deepEqual(moved, [
    ['hot', 'bkk', 10, 10, 'handover_undone', by],
    ['hot', 'cnx', 3, 3, 'handover_undone', by],
  ]);
  assert.deepEqual(announced, []);
  assert.deepEqual([result.status, result.shipTime], ['booked', null]);
  const after = await orderDetail(shop, order);
  assert.deepEqual(
    [shop.stock('hot'), shop.stock('hot', 'cnx'), itemTuples(shop, booked), { ...after, update_time: 0 }],
    [...before.slice(0, 3), { ...(before[3] as object), update_time: 0 }],
  );
  await pickUpShipment(shop, booked);
  assert.equal((await orderDetail(shop, order)).shipping_status, 'shipped');
});

test('partners see an undone handover as a change of the order', async () => {
  const shop = await openShop();
  const order = await latte(shop);
  const parcel = await handedOver(shop, order);
  const change = () =>
    shop.ctx.db.get(sql<{ change: number }>('SELECT change FROM orders WHERE id = ?'), order.id)?.change;
  const shipped = change() ?? 0;
  await undo(shop, parcel);
  const { shipping_status, shipments } = await orderDetail(shop, order);
  assert.deepEqual([shipping_status, shipments[0].status, shipments[0].ship_time], ['booked', 'booked', undefined]);
  assert.ok((change() ?? 0) > shipped);
});

test('goods from another warehouse stay reserved there, and pieces that were left out are reserved again', async () => {
  const shop = await openCafe();
  const order = await latte(shop, 4);
  const parcel = await handedOver(shop, order, { from: warehouseId(shop, 'cnx'), short: [lineOf(order, 3)] });
  const { moved, announced } = await undo(shop, parcel);
  const by = `order ${order.id}`;
  assert.deepEqual(moved, [
    ['hot', 'bkk', 0, 1, 'order_reserved', by],
    ['hot', 'cnx', 3, 3, 'handover_undone', by],
  ]);
  assert.deepEqual(announced, [['hot', 'bkk', 10, 9, 'order_reserved']]);
  const hot = variantId(shop, 'hot');
  assert.deepEqual(itemTuples(shop, parcel), [
    [hot, warehouseId(shop), 1],
    [hot, warehouseId(shop, 'cnx'), 3],
  ]);
  assert.equal((await orderDetail(shop, order)).products[0].short_qty, undefined);
});

test('a handover whose left-out pieces are sold meanwhile cannot be undone', async () => {
  const shop = await openCafe({ settings: { sell_below_zero: false } });
  const order = await latte(shop, 15);
  const parcel = await handedOver(shop, order, { short: [lineOf(order, 14)] });
  await latte(shop, 1);
  await refusesUndo(shop, parcel, { key: 'out_of_stock', params: { needed: 1, available: 0 } });
});

test('an order that was packed is packed again after the undo, with what was left for later', async () => {
  const shop = await openShop();
  const [order, unpacked] = [await latte(shop, 3), await latte(shop)];
  const { result: parcel } = await bookOrder(shop, order, { lines: [lineOf(order, 2)] });
  await pack(shop, order, [lineOf(order, 1)]);
  await pickUpShipment(shop, parcel);
  assert.equal(isOrderPacked(shop, order), false);
  await undo(shop, parcel);
  assert.deepEqual(packingOf(shop.ctx.db, order.id)?.missing, [lineOf(order, 1)]);
  await undo(shop, await handedOver(shop, unpacked));
  assert.equal(isOrderPacked(shop, unpacked), false);
});

test('an order that was being packed keeps its packed units and reports, and damaged units are not written off again', async () => {
  const shop = await openShop();
  const order = await latte(shop, 4);
  const variant = idOf(shop.ids.variants.hot);
  await runStep(shop, (tx, now) => packOne(tx, order.id, { code: 'LAT-H' }, byCommand(now)));
  const report = () =>
    runStep(shop, (tx, now) =>
      reportAbsent(tx, order.id, [{ variantId: variant, missing: 1, damaged: 2 }], byCommand(now)),
    );
  await report();
  const { onHand } = shop.stock('hot');
  await undo(shop, await handedOver(shop, order));
  assert.deepEqual([...absentPieces(shop.ctx.db, order.id)], [[variant, { missing: 1, damaged: 2 }]]);
  assert.deepEqual([...packedPieces(shop.ctx.db, order.id)], [[variant, 1]]);
  await report();
  assert.equal(shop.stock('hot').onHand, onHand);
});

test('an order whose rest has a parcel is to pack again once its packed goods have left, and packed again after the undo', async () => {
  const shop = await openShop();
  const order = await latte(shop, 3);
  await runStep(shop, (tx, now) => packOne(tx, order.id, { code: 'LAT-H' }, byCommand(now)));
  await runStep(shop, (tx, now) => packForNow(tx, order.id, { trackingNumber: 'T-1' }, byCommand(now)));
  await bookOrder(shop, order, { lines: [lineOf(order, 2)] });
  const [first] = existingOrder(shop.ctx.db, order.id).shipments;
  const parcel = { id: first?.id as Id };
  await pickUpShipment(shop, parcel);
  assert.equal(isOrderPacked(shop, order), false);
  await undo(shop, parcel);
  assert.deepEqual(packingOf(shop.ctx.db, order.id)?.missing, [lineOf(order, 2)]);
});

test('an order of two packed parcels stays packed until both are handed over', async () => {
  const shop = await openShop();
  const order = await latte(shop, 3);
  const [first, second] = [
    (await bookOrder(shop, order, { lines: [lineOf(order, 2)] })).result,
    (await bookOrder(shop, order)).result,
  ];
  await pack(shop, order);
  await pickUpShipment(shop, first);
  assert.equal(isOrderPacked(shop, order), true);
  await pickUpShipment(shop, second);
  assert.equal(isOrderPacked(shop, order), false);
});

test('the history and the audit log name the account that undid a handover', async () => {
  const shop = await openShop();
  const order = await latte(shop);
  const parcel = await handedOver(shop, order);
  await runStep(shop, (tx, now) => undoHandOver(tx, parcel.id, byUser(7 as Id, now)));
  const last = historyOf(shop.ctx.db, order.id).at(-1);
  assert.deepEqual(
    [last?.event, last?.actor, last?.actorId, last?.detail],
    ['handover_undone', 'user', 7, { shipment_id: String(parcel.id) }],
  );
  const [entry] = shop.ctx.db.all(
    sql<{ subject: Id }>(`SELECT subject_id AS subject FROM audit_log WHERE event = 'handover_undone'`),
  );
  assert.equal(entry?.subject, order.id);
});

test('a handover cannot be undone once the courier or the store has reported more about the parcel', async () => {
  const shop = await openShop();
  const reported = await handedOver(shop, await latte(shop));
  await runStep(shop, (tx, now) => markStatusTime(tx, reported.id, now));
  await refusesUndo(shop, reported, { key: 'handover_reported_by_courier', params: { shipment: reported.id } });
  const moved = await handedOver(shop, await latte(shop));
  await runStep(shop, (tx, now) => moveShipment(tx, moved.id, 'in_transit', byCommand(now)));
  await refusesUndo(shop, moved, {
    key: 'shipment_cannot_become',
    params: { shipment: moved.id, status: 'in_transit', to: 'booked' },
  });
  const { result: booked } = await bookOrder(shop, await latte(shop));
  await refusesUndo(shop, booked, { key: 'shipment_cannot_become', params: { status: 'booked' } });
  assert.equal(existingShipment(shop.ctx.db, booked.id).status, 'booked');
});

test('a handover cannot be undone after goods came back or its COD is settled', async () => {
  const shop = await openShop();
  const order = await latte(shop);
  const parcel = await handedOver(shop, order);
  await runStep(shop, (tx, now) => returnGoods(tx, order.id, { lines: [lineOf(order, 1)] }, byCommand(now)));
  await refusesUndo(shop, parcel, { key: 'handover_of_returned_goods', params: { order: order.id } });
  const cod = await latte(shop, 1, { is_cod: true, cod_fee: 0, cod_amount: 65 });
  const codParcel = await handedOver(shop, cod);
  await runStep(shop, (tx, now) => moveCodManually(tx, cod.id, 'collected', byCommand(now)));
  await refusesUndo(shop, codParcel, {
    key: 'handover_of_settled_cod',
    params: { order: cod.id, status: 'collected' },
  });
});

test('a handover of goods that came from a removed warehouse, or are a bundle since, cannot be undone', async () => {
  const shop = await openRoastery();
  const cups = await handedOver(shop, await placeOrder(shop, [{ sku: 'CUP', qty: 8, price: 5 }]), {
    from: warehouseId(shop, 'cnx'),
  });
  for (const key of ['beans', 'cup'])
    await runStep(shop, (tx, now) =>
      setOnHand(
        tx,
        { variantId: variantId(shop, key), warehouseId: warehouseId(shop, 'cnx'), qty: 0, reason: 'command_edited' },
        now,
      ),
    );
  await runStep(shop, (tx, now) => removeWarehouse(tx, idOf(shop.ids.id), warehouseId(shop, 'cnx'), now));
  await refusesUndo(shop, cups, { key: 'handover_without_stock', params: { shipment: cups.id } });
  const kit = await handedOver(shop, await placeOrder(shop, [{ sku: 'KIT', qty: 1, price: 5 }]));
  await runStep(shop, (tx, now) => makeBundle(tx, variantId(shop, 'kit'), {}, now));
  await refusesUndo(shop, kit, { key: 'handover_without_stock', params: { shipment: kit.id } });
});
