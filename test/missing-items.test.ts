import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byCommand, historyOf } from '../src/domain/orders/history.ts';
import { existingOrder } from '../src/domain/orders/order.ts';
import { packItems } from '../src/domain/orders/packing.ts';
import {
  packForNow,
  packingProgressOf,
  packOne,
  packWithoutMissing,
  progressOf,
  unpackOne,
} from '../src/domain/orders/packing-progress.ts';
import { packedPieces } from '../src/domain/orders/packing-rows.ts';
import type { Id } from '../src/lib/ids.ts';
import { assertDatabaseValid } from './database-steps.ts';
import { assertRefuses, isOrderPacked, type PlacedOrder, placeOrder } from './order-steps.ts';
import { bookOrder, itemTuples, pickUpShipment } from './shipment-steps.ts';
import { roastery, runStep } from './stock-steps.ts';
import { idOf, openShop, type Shop } from './support.ts';

const LATTES = [
  { sku: 'LAT-H', qty: 3 },
  { sku: 'LAT-I', qty: 1 },
];

async function packSome(shop: Shop, order: PlacedOrder, ...codes: string[]) {
  for (const code of codes) await runStep(shop, (tx, now) => packOne(tx, order.id, { code }, byCommand(now)));
}

const closeMissing = (shop: Shop, order: PlacedOrder) =>
  runStep(shop, (tx, now) => packWithoutMissing(tx, order.id, byCommand(now)));

const leaveMissingForLater = (shop: Shop, order: PlacedOrder, trackingNumber?: string) =>
  runStep(shop, (tx, now) => packForNow(tx, order.id, trackingNumber ? { trackingNumber } : undefined, byCommand(now)));

const linesOf = (shop: Shop, { id }: PlacedOrder) =>
  existingOrder(shop.ctx.db, id).lines.map(({ qty, shippedQty, shortQty }) => [qty, shippedQty, shortQty]);

const reserved = (shop: Shop, key: 'hot' | 'iced') => shop.stock(key).reserved;
test('missing pieces are closed: the order is packed, its parcel ships without them, and their stock is released', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, LATTES);
  const { result: parcel } = await bookOrder(shop, order);
  await packSome(shop, order, 'LAT-H', 'LAT-H', 'LAT-I');
  await closeMissing(shop, order);
  assert.deepEqual(
    [linesOf(shop, order), isOrderPacked(shop, order)],
    [
      [
        [3, 0, 1],
        [1, 0, 0],
      ],
      true,
    ],
  );
  assert.deepEqual(
    itemTuples(shop, parcel).map(([, , qty]) => qty),
    [2, 1],
  );
  assert.equal(reserved(shop, 'hot'), 2);
  assertDatabaseValid(shop.ctx.db);
  await pickUpShipment(shop, parcel);
  assert.deepEqual(
    [linesOf(shop, order), existingOrder(shop.ctx.db, order.id).shippingStatus],
    [
      [
        [3, 2, 1],
        [1, 1, 0],
      ],
      'shipped',
    ],
  );
  assertDatabaseValid(shop.ctx.db);
  const entry = historyOf(shop.ctx.db, order.id).find(({ event }) => event === 'items_closed_as_missing');
  assert.deepEqual(entry?.detail, { lines: [{ line_id: String(order.lines[0]), qty: 1 }] });
});

test('missing pieces of an order without a parcel are closed before it is booked', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, LATTES);
  await packSome(shop, order, 'LAT-H', 'LAT-H');
  await closeMissing(shop, order);
  assert.deepEqual(linesOf(shop, order), [
    [3, 0, 1],
    [1, 0, 1],
  ]);
  assert.deepEqual([reserved(shop, 'hot'), reserved(shop, 'iced')], [2, 0]);
  await pickUpShipment(shop, (await bookOrder(shop, order)).result);
  assert.deepEqual(linesOf(shop, order), [
    [3, 2, 1],
    [1, 0, 1],
  ]);
  assertDatabaseValid(shop.ctx.db);
});

test('missing pieces wait for a later parcel, whether the order is booked or not', async () => {
  const shop = await openShop();
  const [booked, unbooked] = [await placeOrder(shop, LATTES), await placeOrder(shop, LATTES)];
  const { result: parcel } = await bookOrder(shop, booked);
  for (const order of [booked, unbooked]) await packSome(shop, order, 'LAT-H', 'LAT-H', 'LAT-I');
  await leaveMissingForLater(shop, booked);
  await leaveMissingForLater(shop, unbooked, 'T-1');
  assert.equal(reserved(shop, 'hot'), 6);
  assertDatabaseValid(shop.ctx.db);
  await pickUpShipment(shop, parcel);
  const [second] = existingOrder(shop.ctx.db, unbooked.id).shipments;
  await pickUpShipment(shop, second as { id: Id });
  for (const order of [booked, unbooked]) {
    assert.deepEqual(
      [linesOf(shop, order), isOrderPacked(shop, order)],
      [
        [
          [3, 2, 0],
          [1, 1, 0],
        ],
        false,
      ],
    );
    await packSome(shop, order, 'LAT-H');
    assert.equal(isOrderPacked(shop, order), true);
    await pickUpShipment(shop, (await bookOrder(shop, order)).result);
  }
  assertDatabaseValid(shop.ctx.db);
});

test('a bundle is missing if one of its parts is missing', async () => {
  const shop = await openShop({ stores: [roastery()] });
  const order = await placeOrder(shop, [{ sku: 'DUO', qty: 2, price: 100 }]);
  const { result: parcel } = await bookOrder(shop, order);
  await packSome(shop, order, 'BEANS', 'BEANS', 'CUP', 'CUP', 'CUP');
  await closeMissing(shop, order);
  assert.deepEqual(linesOf(shop, order), [[2, 0, 1]]);
  assert.deepEqual(
    itemTuples(shop, parcel)
      .map(([, , qty]) => qty)
      .sort(),
    [1, 2],
  );
  assertDatabaseValid(shop.ctx.db);
});

test('missing pieces cannot be closed if nothing is packed, or if the parcel would be empty', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, LATTES);
  await assertRefuses(shop, { key: 'nothing_is_missing' }, (tx, now) =>
    packWithoutMissing(tx, order.id, byCommand(now)),
  );
  await bookOrder(shop, order, { lines: [{ lineId: order.lines[0] as Id, qty: 3 }] });
  await packSome(shop, order, 'LAT-I');
  await assertRefuses(shop, { key: 'shipment_would_be_empty' }, (tx, now) =>
    packWithoutMissing(tx, order.id, byCommand(now)),
  );
});

test('a packed piece can be unpacked', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, LATTES);
  await packSome(shop, order, 'LAT-H', 'LAT-H');
  const hot = idOf(shop.ids.variants.hot);
  const takeOut = () => runStep(shop, (tx) => unpackOne(tx, order.id, hot));
  await takeOut();
  assert.deepEqual([...packedPieces(shop.ctx.db, order.id)], [[hot, 1]]);
  await takeOut();
  await takeOut();
  assert.equal(packedPieces(shop.ctx.db, order.id).size, 0);
});

test('the packing progress counts bundles by their parts, without shipped pieces, and skips long orders', async () => {
  const shop = await openShop({ stores: [roastery()] });
  const place = (qty: number) =>
    placeOrder(shop, [
      { sku: 'DUO', qty, price: 100 },
      { sku: 'CUP', qty: 1, price: 10 },
    ]);
  const [first, second, untouched] = [await place(3), await place(2), await place(1)];
  const { result } = await bookOrder(shop, first, { lines: [{ lineId: first.lines[0] as Id, qty: 1 }] });
  await pickUpShipment(shop, result);
  for (const order of [first, second]) await packSome(shop, order, 'CUP', 'BEANS');
  const progress = (maxLines: number) => packingProgressOf(shop.ctx.db, [first.id, second.id, untouched.id], maxLines);
  const expected = [first, second].map(({ id }) => {
    const pieces = packedPieces(shop.ctx.db, id);
    return [id, progressOf(packItems(shop.ctx.db, existingOrder(shop.ctx.db, id)), pieces)];
  });
  assert.deepEqual([...progress(2)], expected);
  assert.deepEqual(progress(2).get(first.id), { packed: 2, wanted: 7, absent: 0 });
  assert.equal(progress(1).size, 0);
});
