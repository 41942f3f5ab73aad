import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WriteTx } from '../src/db/write-tx.ts';
import { makeBundle } from '../src/domain/catalogue/bundle-parts.ts';
import { deleteVariant } from '../src/domain/catalogue/delete-product.ts';
import { finishApplyingCounts } from '../src/domain/stock/count-lines.ts';
import { applyFulfilment, commitCount, discardCount, enterCounts, removeCount } from '../src/domain/stock/counts.ts';
import { InvalidLines } from '../src/domain/stock/line-checks.ts';
import { existingVariant, variantParams } from '../src/domain/variants.ts';
import { NO_ID } from '../src/lib/ids.ts';
import { message } from '../src/lib/messages/message.ts';
import { commitAndApply, counted, openSheet } from './count-steps.ts';
import { appError } from './errors.ts';
import {
  addVariants,
  allAnnounced,
  documentDefaults,
  openRoastery,
  refusalOf,
  reseller,
  roastery,
  runStep,
  variantId,
} from './stock-steps.ts';
import { cafe, idOf, openShop } from './support.ts';

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
    message('stock_of_a_bundle', variantParams(existingVariant(shop.ctx.db, bundled))),
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
