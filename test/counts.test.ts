import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addOnHand } from '../src/domain/stock/adjust-on-hand.ts';
import { finishApplyingCounts } from '../src/domain/stock/count-lines.ts';
import { applyFulfilment, discardCount, removeCount, startCount } from '../src/domain/stock/counts.ts';
import { countLines, existingDocument } from '../src/domain/stock/document-list.ts';
import { verifyStock } from '../src/domain/stock/verify-stock.ts';
import type { Id } from '../src/lib/ids.ts';
import { commitAndApply, counted, enter, openSheet } from './count-steps.ts';
import { appError } from './errors.ts';
import { sql } from './sql.ts';
import {
  documentDefaults,
  ledgerSteps,
  openRoastery,
  refusalOf,
  roastery,
  runStep,
  variantId,
  warehouseId,
} from './stock-steps.ts';
import { stoppedClock } from './stopped-clock.ts';
import { openShop, type Shop } from './support.ts';

/** Each line as SKU, counted, expected, on hand, difference and movements since. */
const sheet = (shop: Shop, id: Id) =>
  countLines(shop.ctx.db, id).map((line) => [
    line.sku,
    line.counted,
    line.expected,
    line.onHand,
    line.difference,
    line.movedSince,
  ]);

test('a count sheet shows counted and on-hand quantities and their difference', async () => {
  const shop = await openRoastery();
  const id = await openSheet(shop, { beans: 18, cup: 10, kit: 3 });
  assert.deepEqual(sheet(shop, id), [
    ['BEANS', 18, 20, 20, -2, 0],
    ['CUP', 10, 10, 10, 0, 0],
    ['KIT', 3, 1, 1, 2, 0],
  ]);
});

test('a draft moves no stock', async () => {
  const shop = await openRoastery();
  await openSheet(shop, { beans: 18, cup: 0 });
  assert.deepEqual(shop.stock('beans'), { onHand: 20, reserved: 0 });
  assert.deepEqual(ledgerSteps(shop, 'beans'), []);
});

test('committing sets on hand to the counted quantity with the reason stock_counted and the user of the sheet', async () => {
  const shop = await openRoastery();
  await shop.order({ products: [{ sku: 'BEANS', qty: 4, price: '1' }] });
  const id = await openSheet(shop, { beans: 18, cup: 10, kit: 0 });
  await runStep(shop, (tx, now) => commitAndApply(tx, id, now));
  assert.deepEqual(shop.stock('beans'), { onHand: 18, reserved: 4 });
  assert.deepEqual(ledgerSteps(shop, 'beans').at(-1), [20, 18, 'stock_counted', 7, id]);
  assert.deepEqual(ledgerSteps(shop, 'kit'), [[1, 0, 'stock_counted', 7, id]]);
  assert.deepEqual(verifyStock(shop.ctx.db), []);
});

test('a count equal to on hand makes no movement', async () => {
  const shop = await openRoastery();
  const id = await openSheet(shop, { beans: 20, cup: 9 });
  await runStep(shop, (tx, now) => commitAndApply(tx, id, now));
  assert.deepEqual(ledgerSteps(shop, 'beans'), []);
  assert.equal(ledgerSteps(shop, 'cup').length, 1);
});

test('a variant new to the warehouse is counted from zero', async () => {
  const shop = await openRoastery();
  const cnx = { ...documentDefaults(shop), warehouseId: warehouseId(shop, 'cnx') };
  const id = await runStep(shop, (tx, now) => startCount(tx, cnx, now));
  await enter(shop, id, { kit: 2 });
  assert.deepEqual(sheet(shop, id), [['KIT', 2, 0, 0, 2, 0]]);
  await runStep(shop, (tx, now) => commitAndApply(tx, id, now));
  assert.deepEqual(shop.stock('kit', 'cnx'), { onHand: 2, reserved: 0 });
});

test('the sheet shows movements since the count, and the commit sets on hand to the counted quantity', async () => {
  const shop = await openRoastery();
  const id = await openSheet(shop, { beans: 18, cup: 9 });
  const location = { variantId: variantId(shop, 'beans'), warehouseId: warehouseId(shop) };
  await runStep(shop, (tx, now) => addOnHand(tx, { ...location, qty: 5, reason: 'user_added' }, now));
  assert.deepEqual(sheet(shop, id), [
    ['BEANS', 18, 20, 25, -7, 5],
    ['CUP', 9, 10, 10, -1, 0],
  ]);
  await runStep(shop, (tx, now) => commitAndApply(tx, id, now));
  assert.deepEqual(ledgerSteps(shop, 'beans').at(-1), [25, 18, 'stock_counted', 7, id]);
});

test('a committed sheet still shows its changes', async () => {
  const shop = await openRoastery();
  const id = await openSheet(shop, { beans: 18, cup: 10 });
  await runStep(shop, (tx, now) => commitAndApply(tx, id, now));
  const location = { variantId: variantId(shop, 'beans'), warehouseId: warehouseId(shop) };
  await runStep(shop, (tx, now) => addOnHand(tx, { ...location, qty: 5, reason: 'user_added' }, now));
  assert.deepEqual(sheet(shop, id), [
    ['BEANS', 18, 20, 20, -2, 0],
    ['CUP', 10, 10, 10, 0, 0],
  ]);
});

test('counting a variant again replaces its count and its expected quantity', async () => {
  const shop = await openRoastery();
  const id = await openSheet(shop, { beans: 18 });
  const location = { variantId: variantId(shop, 'beans'), warehouseId: warehouseId(shop) };
  await runStep(shop, (tx, now) => addOnHand(tx, { ...location, qty: 5, reason: 'user_added' }, now));
  await enter(shop, id, { beans: 23, cup: 10 });
  assert.deepEqual(sheet(shop, id), [
    ['BEANS', 23, 25, 25, -2, 0],
    ['CUP', 10, 10, 10, 0, 0],
  ]);
});

test('a line can be removed from the sheet once', async () => {
  const shop = await openRoastery();
  const id = await openSheet(shop, { beans: 18, cup: 9 });
  await runStep(shop, (tx) => removeCount(tx, id, variantId(shop, 'beans')));
  assert.deepEqual(
    sheet(shop, id).map(([sku]) => sku),
    ['CUP'],
  );
  const again = await refusalOf(shop, (tx) => removeCount(tx, id, variantId(shop, 'beans')));
  assert.equal(again.code, 'not_found');
});

test('a discarded sheet moves no stock', async () => {
  const shop = await openRoastery();
  const id = await openSheet(shop, { beans: 18 });
  await runStep(shop, (tx) => discardCount(tx, id));
  assert.equal(existingDocument(shop.ctx.db, id).status, 'discarded');
  assert.deepEqual(shop.stock('beans'), { onHand: 20, reserved: 0 });
});

test('a count is later in the ledger than earlier movements, even if the clock was set back', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ stores: [roastery()], now: clock.now });
  const id = await openSheet(shop, { beans: 18 });
  clock.forward(-3_600_000);
  await runStep(shop, (tx, now) => commitAndApply(tx, id, now));
  const rows = shop.ctx.db.all(
    sql('SELECT reason, time - ? AS later FROM stock_ledger WHERE variant_id = ? AND warehouse_id = ? ORDER BY time'),
    clock.now() + 3_600_000,
    variantId(shop, 'beans'),
    warehouseId(shop),
  );
  assert.deepEqual(rows, [
    { reason: 'system_init', later: 0 },
    { reason: 'stock_counted', later: 1 },
  ]);
});

// Fulfilment files

test('a fulfilment file sets on hand in one document, with the reason fullfilment_updated and no actor', async () => {
  const shop = await openRoastery();
  const { userId: _, ...file } = documentDefaults(shop);
  const lines = counted(shop, { beans: 25, cup: 10, kit: 0 });
  const id = await runStep(shop, (tx, now) => applyFulfilment(tx, { ...file, note: 'รอบเช้า', lines }, now));
  await runStep(shop, finishApplyingCounts);
  const { kind, status, userId, note } = existingDocument(shop.ctx.db, id);
  assert.deepEqual([kind, status, userId, note], ['fulfilment', 'committed', null, 'รอบเช้า']);
  assert.deepEqual(ledgerSteps(shop, 'beans'), [[20, 25, 'fullfilment_updated', null, id]]);
  assert.deepEqual(ledgerSteps(shop, 'cup'), []);
  assert.deepEqual(ledgerSteps(shop, 'kit'), [[1, 0, 'fullfilment_updated', null, id]]);
  assert.deepEqual(sheet(shop, id), [
    ['BEANS', 25, 20, 20, 5, 0],
    ['CUP', 10, 10, 10, 0, 0],
    ['KIT', 0, 1, 1, -1, 0],
  ]);
});

test('a fulfilment file with one invalid line changes nothing', async () => {
  const shop = await openRoastery();
  const { userId: _, ...file } = documentDefaults(shop);
  const lines = counted(shop, { beans: 25, duo: 1 });
  const refusal = await refusalOf(shop, (tx, now) => applyFulfilment(tx, { ...file, lines }, now));
  appError({ key: 'stock_of_a_bundle', path: 'lines[1]' })(refusal);
});
