import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byCommand, historyOf } from '../src/domain/orders/history.ts';
import { existingOrder } from '../src/domain/orders/order.ts';
import { type ReportedItem, reportAbsent } from '../src/domain/orders/packing-missing.ts';
import { packForNow, packingProgressOf, packOne, packWithoutMissing } from '../src/domain/orders/packing-progress.ts';
import { absentPieces, packedTime } from '../src/domain/orders/packing-rows.ts';
import { assertDatabaseValid } from './database-steps.ts';
import { assertRefuses, type PlacedOrder, placeOrder } from './order-steps.ts';
import { bookOrder, lineOf, pickUpShipment } from './shipment-steps.ts';
import { sql } from './sql.ts';
import { runStep } from './stock-steps.ts';
import { idOf, openShop, type Shop } from './support.ts';

// Items that are reported as missing or damaged before the others are packed.

const LATTES = [
  { sku: 'LAT-H', qty: 3 },
  { sku: 'LAT-I', qty: 1 },
];

const report = (shop: Shop, order: PlacedOrder, key: 'hot' | 'iced', { missing = 0, damaged = 0 }) => {
  const item: ReportedItem = { variantId: idOf(shop.ids.variants[key]), missing, damaged };
  return runStep(shop, (tx, now) => reportAbsent(tx, order.id, [item], byCommand(now)));
};

const pack = (shop: Shop, order: PlacedOrder, code: string) =>
  runStep(shop, (tx, now) => packOne(tx, order.id, { code }, byCommand(now)));

const writeOffs = (shop: Shop) =>
  shop.ctx.db.all(
    sql<object>(
      'SELECT kind, note, qty FROM stock_documents d JOIN document_lines l ON l.document_id = d.id ORDER BY d.id',
    ),
  );

test('an item that is reported before packing is missing once the others are packed', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, LATTES);
  await report(shop, order, 'iced', { missing: 1 });
  assert.deepEqual(packingProgressOf(shop.ctx.db, [order.id], 100).get(order.id), { packed: 0, wanted: 4, absent: 1 });
  for (const isRestAbsent of [false, false, true])
    assert.equal((await pack(shop, order, 'LAT-H')).isRestAbsent, isRestAbsent);
  assert.equal(packedTime(shop.ctx.db, order.id), undefined);
  await runStep(shop, (tx, now) => packWithoutMissing(tx, order.id, byCommand(now)));
  assert.equal(existingOrder(shop.ctx.db, order.id).lines[1]?.shortQty, 1);
  assert.equal(absentPieces(shop.ctx.db, order.id).size, 0);
  assertDatabaseValid(shop.ctx.db);
});

test('an item that is found after all is packed, and no longer missing', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, LATTES);
  await report(shop, order, 'iced', { missing: 1 });
  for (const code of ['LAT-I', 'LAT-H', 'LAT-H', 'LAT-H']) await pack(shop, order, code);
  assert.notEqual(packedTime(shop.ctx.db, order.id), undefined);
  assert.equal(absentPieces(shop.ctx.db, order.id).size, 0);
});

test('damaged units are written off once, although they are reserved, and a later parcel replaces them', async () => {
  const shop = await openShop();
  const onHand = shop.stock('hot').onHand;
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: onHand }]);
  await report(shop, order, 'hot', { damaged: 2 });
  await report(shop, order, 'hot', { damaged: 2, missing: 1 });
  assert.deepEqual(shop.stock('hot'), { onHand: onHand - 2, reserved: onHand });
  assert.deepEqual(writeOffs(shop), [{ kind: 'damaged', note: '#1', qty: 2 }]);
  await assertRefuses(shop, { key: 'damaged_is_written_off' }, (tx, now) =>
    reportAbsent(tx, order.id, [{ variantId: idOf(shop.ids.variants.hot), missing: 0, damaged: 1 }], byCommand(now)),
  );
  await pack(shop, order, 'LAT-H');
  await runStep(shop, (tx, now) => packForNow(tx, order.id, { trackingNumber: 'T-1' }, byCommand(now)));
  assert.deepEqual(shop.stock('hot'), { onHand: onHand - 2, reserved: onHand });
  assertDatabaseValid(shop.ctx.db);
});

test('damaged units of an order from two warehouses are written off in each of them, also by a second report', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 12 }]);
  await report(shop, order, 'hot', { damaged: 10 });
  await report(shop, order, 'hot', { damaged: 12 });
  assert.deepEqual(
    ['bkk', 'cnx'].map((warehouse) => shop.stock('hot', warehouse)),
    [
      { onHand: 0, reserved: 10 },
      { onHand: 3, reserved: 2 },
    ],
  );
  assertDatabaseValid(shop.ctx.db);
});

test('a report is refused for more units than are left to pack, and for a packed order', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, LATTES);
  await pack(shop, order, 'LAT-H');
  const iced = { variantId: idOf(shop.ids.variants.iced), missing: 1, damaged: 1 };
  await assertRefuses(shop, { key: 'missing_qty_too_large' }, (tx, now) =>
    reportAbsent(tx, order.id, [iced], byCommand(now)),
  );
  for (const code of ['LAT-I', 'LAT-H', 'LAT-H']) await pack(shop, order, code);
  await assertRefuses(shop, { key: 'nothing_is_missing' }, (tx, now) =>
    reportAbsent(tx, order.id, [{ ...iced, damaged: 0 }], byCommand(now)),
  );
});

test('an order of which everything is missing waits, and its rest is closed only if a part has shipped', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, LATTES);
  const close = () => runStep(shop, (tx, now) => packWithoutMissing(tx, order.id, byCommand(now)));
  await report(shop, order, 'hot', { missing: 3 });
  await report(shop, order, 'iced', { missing: 1 });
  await assertRefuses(shop, { key: 'order_would_ship_nothing' }, (tx, now) =>
    packWithoutMissing(tx, order.id, byCommand(now)),
  );
  const { result: parcel } = await bookOrder(shop, order, { lines: [lineOf(order, 1, 1)] });
  await pickUpShipment(shop, parcel);
  await report(shop, order, 'hot', { missing: 3 });
  await close();
  assert.equal(packedTime(shop.ctx.db, order.id), undefined);
  assert.equal(existingOrder(shop.ctx.db, order.id).shippingStatus, 'shipped');
  assertDatabaseValid(shop.ctx.db);
});

test('the history names what was reported, by whom, and that it is not missing any more', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, LATTES);
  const { hot, iced } = shop.ids.variants;
  await report(shop, order, 'hot', { missing: 1, damaged: 1 });
  await report(shop, order, 'hot', { missing: 1, damaged: 1 });
  await report(shop, order, 'iced', { missing: 1 });
  await report(shop, order, 'iced', {});
  const [, ...entries] = historyOf(shop.ctx.db, order.id).map(({ event, actor, detail }) => ({ event, actor, detail }));
  const [latte, cold] = [
    { variant_id: String(hot), name: 'ลาเต้ ร้อน', qty: 1 },
    { variant_id: String(iced), name: 'ลาเต้ เย็น', qty: 1 },
  ];
  assert.deepEqual(
    entries,
    [{ missing: [latte], damaged: [latte] }, { missing: [cold] }, { withdrawn: [cold] }].map((detail) => ({
      ...{ event: 'missing_reported', actor: 'command' },
      detail,
    })),
  );
});
