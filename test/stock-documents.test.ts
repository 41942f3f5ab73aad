import assert from 'node:assert/strict';
import { test } from 'node:test';
import { productDetail } from '../src/domain/catalogue/product-detail.ts';
import { purchase } from '../src/domain/catalogue/purchase.ts';
import { existingDocument, listDocuments, movedLines } from '../src/domain/stock/document-list.ts';
import { transfer } from '../src/domain/stock/goods.ts';
import { verifyStock } from '../src/domain/stock/verify-stock.ts';
import { line, OPERATIONS, transferOf } from './stock-document-steps.ts';
import {
  announcedBy,
  changeTuples,
  documentDefaults,
  ledgerSteps,
  openRoastery,
  reseller,
  roastery,
  runStep,
} from './stock-steps.ts';
import { stoppedClock } from './stopped-clock.ts';
import { idOf, openShop, type Shop } from './support.ts';

for (const [kind, reason, sign] of [
  ['purchase', 'purchased', 1],
  ['deposit', 'deposited', 1],
  ['damaged', 'damaged', -1],
  ['lost', 'lost', -1],
  ['withdrawn', 'withdrawn', -1],
] as const) {
  const cost = kind === 'purchase' ? 205_000 : undefined;

  test(`goods that are ${reason} are in the ledger with document and user, and announced once`, async () => {
    const shop = await openRoastery();
    const lines = [line(shop, 'beans', 3, cost), line(shop, 'kit', 1, cost)];
    const items = await announcedBy(shop, (tx, now) => OPERATIONS[kind](tx, { ...documentDefaults(shop), lines }, now));
    assert.deepEqual(ledgerSteps(shop, 'beans'), [[20, 20 + 3 * sign, reason, 7, 1]]);
    assert.deepEqual(ledgerSteps(shop, 'kit'), [[1, 1 + sign, reason, 7, 1]]);
    assert.deepEqual(changeTuples(items, shop), [
      ['beans', 'bkk', 20, 20 + 3 * sign, reason],
      ['kit', 'bkk', 1, 1 + sign, reason],
    ]);
    assert.ok(items.every(({ user_id, order_id }) => user_id === '7' && order_id === undefined));
    assert.deepEqual(verifyStock(shop.ctx.db), []);
  });

  test(`goods that are ${reason} without a user have no actor`, async () => {
    const shop = await openRoastery();
    const goods = { ...documentDefaults(shop), userId: undefined, lines: [line(shop, 'beans', 3, cost)] };
    const [item] = await announcedBy(shop, (tx, now) => OPERATIONS[kind](tx, goods, now));
    assert.deepEqual([item.user_id, item.order_id], [undefined, undefined]);
    assert.deepEqual(ledgerSteps(shop, 'beans'), [[20, 20 + 3 * sign, reason, null, 1]]);
  });
}

test('a document keeps its lines in order, its warehouses, user, note and time', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ stores: [roastery()], now: clock.now });
  const lines = [line(shop, 'kit', 1, 0), line(shop, 'beans', 2, 205_000), line(shop, 'beans', 1, 210_000)];
  const id = await runStep(shop, (tx, now) =>
    purchase(tx, { ...documentDefaults(shop), note: 'ใบส่งของ 7', lines }, now),
  );
  const { kind, status, warehouseKey, userId, note, createTime, commitTime, lineCount } = existingDocument(
    shop.ctx.db,
    id,
  );
  assert.deepEqual(
    { kind, status, warehouseKey, userId, note, createTime, commitTime, lineCount },
    {
      kind: 'purchase',
      status: 'committed',
      warehouseKey: 'bkk',
      userId: 7,
      note: 'ใบส่งของ 7',
      createTime: clock.now(),
      commitTime: clock.now(),
      lineCount: 3,
    },
  );
  assert.deepEqual(
    movedLines(shop.ctx.db, id).map(({ sku, qty, cost }) => [sku, qty, cost]),
    [
      ['KIT', 1, 0],
      ['BEANS', 2, 205_000],
      ['BEANS', 1, 210_000],
    ],
  );
});

test('the documents of a store are listed newest first', async () => {
  const shop = await openShop({ stores: [roastery(), roastery({ key: 'other' })] });
  const deposit = () =>
    runStep(shop, (tx, now) =>
      OPERATIONS.deposit(tx, { ...documentDefaults(shop), lines: [line(shop, 'cup', 1)] }, now),
    );
  const ids = [await deposit(), await deposit(), await deposit()];
  const listed = (store: Shop['ids'], page: object) =>
    listDocuments(shop.ctx.db, idOf(store.id), { limit: 10, offset: 0, ...page }).map(({ id }) => id);
  assert.deepEqual(listed(shop.ids, {}), ids.toReversed());
  assert.deepEqual(listed(shop.ids, { limit: 1, offset: 1 }), [ids[1]]);
  assert.deepEqual(listed(shop.ids, { kind: 'purchase' }), []);
  assert.deepEqual(listed(shop.stores.other as Shop['ids'], {}), []);
});

test('received goods without an earlier cost set the cost of the variant to the average of their lines', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ stores: [roastery()], now: clock.now });
  clock.forward(1_000);
  const lines = [line(shop, 'beans', 2, 205_000), line(shop, 'cup', 1, 0), line(shop, 'beans', 1, 210_000)];
  await runStep(shop, (tx, now) => purchase(tx, { ...documentDefaults(shop), lines }, now));
  const product = productDetail(shop.ctx.db, idOf(shop.ids.id), idOf(shop.ids.products.coffee));
  assert.deepEqual(
    product?.variants.map(({ key, cost }) => [key, cost]),
    [
      ['beans', 206_667], // (2 × 20.5 + 21) ÷ 3
      ['cup', 0],
      ['kit', null],
      ['duo', null],
    ],
  );
  assert.equal(product?.updateTime, clock.now());
});

// Transfers

test('a transfer is two ledger rows of one document and keeps the total', async () => {
  const shop = await openRoastery();
  const sum = () => shop.stock('beans').onHand + shop.stock('beans', 'cnx').onHand;
  const before = sum();
  const lines = [line(shop, 'beans', 5)];
  const items = await announcedBy(shop, (tx, now) => transfer(tx, transferOf(shop, lines), now));
  assert.deepEqual(ledgerSteps(shop, 'beans'), [[20, 15, 'user_deducted', 7, 1]]);
  assert.deepEqual(ledgerSteps(shop, 'beans', 'cnx'), [[4, 9, 'user_added', 7, 1]]);
  assert.equal(sum(), before);
  assert.deepEqual(changeTuples(items, shop), [
    ['beans', 'bkk', 20, 15, 'user_deducted'],
    ['beans', 'cnx', 4, 9, 'user_added'],
  ]);
  const { kind, warehouseKey, toWarehouseKey } = existingDocument(shop.ctx.db, idOf('1'));
  assert.deepEqual([kind, warehouseKey, toWarehouseKey], ['transfer', 'bkk', 'cnx']);
});

test('a transfer of parts announces their bundle once per warehouse', async () => {
  const shop = await openRoastery();
  const lines = [line(shop, 'beans', 18), line(shop, 'cup', 2)];
  const items = await announcedBy(shop, (tx, now) => transfer(tx, transferOf(shop, lines), now));
  assert.deepEqual(
    changeTuples(items, shop).filter(([variant]) => variant === 'duo'),
    [
      ['duo', 'bkk', 5, 2, 'user_deducted'],
      ['duo', 'cnx', 4, 5, 'user_added'],
    ],
  );
});

test('goods can be transferred to a warehouse that has never stocked them', async () => {
  const shop = await openRoastery();
  await runStep(shop, (tx, now) => transfer(tx, transferOf(shop, [line(shop, 'kit', 1)]), now));
  assert.deepEqual(shop.stock('kit'), { onHand: 0, reserved: 0 });
  assert.deepEqual(shop.stock('kit', 'cnx'), { onHand: 1, reserved: 0 });
});

test('both stores that show transferred stock get announcements, only the acting store with its user', async () => {
  const shop = await openShop({ stores: [roastery(), reseller()] });
  const items = await announcedBy(shop, (tx, now) => transfer(tx, transferOf(shop, [line(shop, 'beans', 1)]), now));
  assert.deepEqual(changeTuples(items, shop), [
    ['beans', 'bkk', 20, 19, 'user_deducted'],
    ['beans', 'cnx', 4, 5, 'user_added'],
    ['resold/beans', 'bkk', 20, 19, 'user_deducted'],
    ['resold/beans', 'cnx', 4, 5, 'user_added'],
  ]);
  assert.deepEqual(
    items.map(({ user_id }) => user_id),
    ['7', '7', undefined, undefined],
  );
});

test('a document of 1,000 lines is saved completely', async () => {
  const shop = await openRoastery();
  const lines = Array.from({ length: 1_000 }, () => line(shop, 'beans', 1));
  const id = await runStep(shop, (tx, now) => OPERATIONS.deposit(tx, { ...documentDefaults(shop), lines }, now));
  assert.equal(existingDocument(shop.ctx.db, id).lineCount, 1_000);
  assert.deepEqual(shop.stock('beans'), { onHand: 1_020, reserved: 0 });
  assert.deepEqual(verifyStock(shop.ctx.db), []);
});
