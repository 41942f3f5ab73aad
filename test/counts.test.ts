import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WriteTx } from '../src/db/write-tx.ts';
import { makeBundle } from '../src/domain/catalogue/bundle-parts.ts';
import { deleteVariant } from '../src/domain/catalogue/delete-product.ts';
import { addOnHand } from '../src/domain/stock/adjust-on-hand.ts';
import { type Counted, finishApplyingCounts } from '../src/domain/stock/count-lines.ts';
import {
  applyFulfilment,
  commitCount,
  discardCount,
  enterCounts,
  removeCount,
  startCount,
} from '../src/domain/stock/counts.ts';
import { countLines, existingDocument } from '../src/domain/stock/document-list.ts';
import { InvalidLines } from '../src/domain/stock/line-checks.ts';
import { verifyStock } from '../src/domain/stock/verify-stock.ts';
import { type Id, NO_ID } from '../src/lib/ids.ts';
import { message } from '../src/lib/messages/message.ts';
import { appError } from './errors.ts';
import { stoppedClock } from './raw-http.ts';
import { sql } from './sql.ts';
import {
  addVariants,
  allAnnounced,
  documentDefaults,
  ledgerSteps,
  refusalOf,
  reseller,
  roastery,
  runStep,
  variantId,
  warehouseId,
} from './stock-steps.ts';
import { cafe, idOf, openShop, type Shop } from './support.ts';

const openRoastery = (change: object = {}) => openShop({ stores: [roastery(change)] });

const counted = (shop: Shop, qtys: Record<string, number>): Counted[] =>
  Object.entries(qtys).map(([key, qty]) => ({ variantId: variantId(shop, key), counted: qty }));

/** A sheet for Bangkok, where there are 20 beans, 10 cups and one kit. */
async function openSheet(shop: Shop, qtys: Record<string, number> = {}): Promise<Id> {
  const id = await runStep(shop, (tx, now) => startCount(tx, documentDefaults(shop), now));
  if (Object.keys(qtys).length > 0) await enter(shop, id, qtys);
  return id;
}

const enter = (shop: Shop, id: Id, qtys: Record<string, number>) =>
  runStep(shop, (tx) => enterCounts(tx, id, counted(shop, qtys)));

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

/** Commits the sheet and applies its lines, as a command does. */
function commitAndApply(tx: WriteTx, id: Id, now: number): void {
  commitCount(tx, id, now);
  finishApplyingCounts(tx, now);
}

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

test('a committed or discarded sheet cannot be changed', async () => {
  const shop = await openRoastery({ apps: [] });
  const committed = await openSheet(shop, { beans: 18 });
  await runStep(shop, (tx, now) => commitAndApply(tx, committed, now));
  const discarded = await openSheet(shop, { beans: 17 });
  await runStep(shop, (tx) => discardCount(tx, discarded));
  await allAnnounced(shop);
  for (const [id, status] of [
    [committed, 'committed'],
    [discarded, 'discarded'],
  ] as const)
    for (const step of [
      (tx: WriteTx) => enterCounts(tx, id, counted(shop, { cup: 1 })),
      (tx: WriteTx) => removeCount(tx, id, variantId(shop, 'beans')),
      (tx: WriteTx, now: number) => commitCount(tx, id, now),
      (tx: WriteTx) => discardCount(tx, id),
    ])
      appError({ key: 'count_sheet_not_draft', params: { sheet: id, status } })(await refusalOf(shop, step));
});

test('a document that is not a count sheet is not found', async () => {
  const shop = await openRoastery({ apps: [] });
  const lines = counted(shop, { beans: 1 });
  const { userId: _, ...file } = documentDefaults(shop);
  const fulfilment = await runStep(shop, (tx, now) => applyFulfilment(tx, { ...file, lines }, now));
  await runStep(shop, finishApplyingCounts);
  await allAnnounced(shop);
  for (const id of [fulfilment, idOf('99')])
    assert.equal((await refusalOf(shop, (tx, now) => commitCount(tx, id, now))).code, 'not_found');
});

test('an empty sheet cannot be committed', async () => {
  const shop = await openRoastery();
  const id = await openSheet(shop);
  appError({ key: 'count_sheet_empty' })(await refusalOf(shop, (tx, now) => commitCount(tx, id, now)));
});

test('variants without own stock cannot be counted, and every such line is reported', async () => {
  const shop = await openShop({ stores: [roastery(), reseller(), cafe({ key: 'tea' })] });
  const id = await openSheet(shop);
  await runStep(shop, (tx, now) => deleteVariant(tx, variantId(shop, 'kit'), now));
  const { shelf, tea } = shop.stores;
  const lines = [
    ...counted(shop, { beans: 1, duo: 1, kit: 1 }),
    { variantId: variantId(shop, 'resold/beans', shelf), counted: 1 },
    { variantId: variantId(shop, 'hot', tea), counted: -1 },
    ...counted(shop, { beans: 1 }),
  ];
  const refusal = await refusalOf(shop, (tx) => enterCounts(tx, id, lines));
  assert.ok(refusal instanceof InvalidLines);
  appError({ key: 'stock_of_a_bundle', path: 'lines[1]' })(refusal);
  assert.deepEqual(
    refusal.problems.map(({ line, problem }) => [line, problem.key]),
    [
      [1, 'stock_of_a_bundle'],
      [2, 'variant_not_in_store'],
      [3, 'variant_not_in_store'],
      [4, 'not_a_whole_number_between'],
      [4, 'variant_not_in_store'],
    ],
  );
});

test('lines with a repeated variant are refused', async () => {
  const shop = await openRoastery();
  const id = await openSheet(shop);
  const twice = [...counted(shop, { beans: 1, cup: 2 }), ...counted(shop, { beans: 3 })];
  appError({ key: 'variant_counted_twice', path: 'lines[2]' })(
    await refusalOf(shop, (tx) => enterCounts(tx, id, twice)),
  );
});

test('a variant that was deleted or became a bundle must be removed from the sheet before the commit', async () => {
  const shop = await openRoastery();
  const id = await openSheet(shop, { beans: 18, cup: 9, kit: 2 });
  const [deleted = NO_ID] = await addVariants(shop, 1);
  const bundled = variantId(shop, 'kit');
  await runStep(shop, (tx, now) => {
    enterCounts(tx, id, [{ variantId: deleted, counted: 1 }]);
    deleteVariant(tx, deleted, now);
    makeBundle(tx, bundled, {}, now);
  });
  const refusal = await refusalOf(shop, (tx, now) => commitCount(tx, id, now));
  const problems = [
    message('stock_of_a_bundle', { variant: bundled }),
    message('variant_not_in_store', { variant: deleted }),
  ];
  appError({ key: 'count_sheet_unfit_variants', params: { sheet: id, problems } })(refusal);
  await runStep(shop, (tx, now) => {
    for (const variant of [deleted, bundled]) removeCount(tx, id, variant);
    commitCount(tx, id, now);
  });
  assert.deepEqual(shop.stock('beans'), { onHand: 18, reserved: 0 });
});

test('a sheet has at most 5,000 lines, entered together or separately', async () => {
  const shop = await openRoastery();
  const ids = await addVariants(shop, 5_001);
  const lines = ids.map((id) => ({ variantId: id, counted: 3 }));
  const id = await openSheet(shop);
  const together = await refusalOf(shop, (tx) => enterCounts(tx, id, lines));
  appError({ key: 'too_many_lines', path: 'lines', params: { most: 5_000, lines: 5_001 } })(together);
  await runStep(shop, (tx) => enterCounts(tx, id, lines.slice(0, 5_000)));
  const separately = await refusalOf(shop, (tx) => enterCounts(tx, id, lines.slice(5_000)));
  appError({ key: 'count_sheet_too_long', params: { most: 5_000, lines: 5_001 } })(separately);
  await runStep(shop, (tx) => enterCounts(tx, id, lines.slice(0, 1)));
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
