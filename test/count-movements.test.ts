import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WriteTx } from '../src/db/write-tx.ts';
import { addOnHand } from '../src/domain/stock/adjust-on-hand.ts';
import { finishApplyingCounts } from '../src/domain/stock/count-lines.ts';
import { addCounts, commitCount } from '../src/domain/stock/counts.ts';
import { countLines, countSums, existingDocument } from '../src/domain/stock/document-list.ts';
import { levelOf, MAX_STOCK } from '../src/domain/stock/ledger.ts';
import { totalStock } from '../src/domain/stock/total-stock.ts';
import { verifyStock } from '../src/domain/stock/verify-stock.ts';
import type { Id } from '../src/lib/ids.ts';
import { counted, openSheet } from './count-steps.ts';
import { appError } from './errors.ts';
import { sql } from './sql.ts';
import {
  documentDefaults,
  ledgerSteps,
  openRoastery,
  refusalOf,
  runStep,
  variantId,
  warehouseId,
} from './stock-steps.ts';
import { idOf, type Shop } from './support.ts';

/** Adds pieces to stock after the count. */
function addToStock(shop: Shop, key: string, qty: number) {
  const location = { variantId: variantId(shop, key), warehouseId: warehouseId(shop) };
  return runStep(shop, (tx, now) => addOnHand(tx, { ...location, qty, reason: 'returned' }, now));
}

const lines = (shop: Shop, sheet: Id) =>
  countLines(shop.ctx.db, sheet).map(({ sku, counted, expected, onHand, movedSince, kept, difference }) => {
    return { sku, counted, expected, onHand, movedSince, kept, difference };
  });

/** The stored difference of each count line, and the movement in the ledger that it must match. */
const stored = (shop: Shop, sheet: Id) =>
  shop.ctx.db.all(
    sql<{ found: number; moved: number }>(
      `SELECT c.counted - c.expected AS found, coalesce(l.on_hand_after - l.on_hand_before, 0) AS moved
       FROM count_lines c LEFT JOIN stock_ledger l ON l.document_id = c.document_id AND l.variant_id = c.variant_id
       WHERE c.document_id = ? ORDER BY c.variant_id`,
    ),
    sheet,
  );

test('a commit that keeps movements adds the movements since the count to the counted quantity', async () => {
  const shop = await openRoastery();
  const sheet = await openSheet(shop, { beans: 18, cup: 10 });
  await addToStock(shop, 'beans', 2);
  await addToStock(shop, 'cup', 2);
  assert.deepEqual(countSums(shop.ctx.db, sheet), { lines: 2, differing: 1, missing: 2, surplus: 0, moved: 2 });
  await runStep(shop, (tx, now) => {
    commitCount(tx, sheet, now, { keepMovements: true });
    finishApplyingCounts(tx, now);
  });
  assert.deepEqual([shop.stock('beans').onHand, shop.stock('cup').onHand], [20, 12]);
  assert.deepEqual(ledgerSteps(shop, 'beans').at(-1), [22, 20, 'stock_counted', 7, sheet]);
  assert.deepEqual(lines(shop, sheet), [
    { sku: 'BEANS', counted: 18, expected: 20, onHand: 22, movedSince: 2, kept: 2, difference: -2 },
    { sku: 'CUP', counted: 10, expected: 10, onHand: 12, movedSince: 2, kept: 2, difference: 0 },
  ]);
  assert.deepEqual(stored(shop, sheet), [
    { found: -2, moved: -2 },
    { found: 0, moved: 0 },
  ]);
  assert.deepEqual(verifyStock(shop.ctx.db), []);
});

test('a commit that undoes movements stores the same difference as the ledger and still shows the movements', async () => {
  const shop = await openRoastery();
  const sheet = await openSheet(shop, { beans: 18 });
  await addToStock(shop, 'beans', 2);
  await runStep(shop, (tx, now) => {
    commitCount(tx, sheet, now);
    finishApplyingCounts(tx, now);
  });
  assert.deepEqual(lines(shop, sheet), [
    { sku: 'BEANS', counted: 18, expected: 20, onHand: 22, movedSince: 2, kept: 0, difference: -4 },
  ]);
  assert.deepEqual(stored(shop, sheet), [{ found: -4, moved: -4 }]);
});

test('all reads include kept movements, before and after the lines are applied', async () => {
  const shop = await openRoastery();
  const sheet = await openSheet(shop, { beans: 18, cup: 9 });
  await addToStock(shop, 'beans', 2);
  const beans = variantId(shop, 'beans');
  const seenIn = (tx: WriteTx) => [
    levelOf(tx, beans, warehouseId(shop)).onHand,
    totalStock(tx, [beans]).onHand,
    countLines(tx, sheet),
  ];
  const { committed, applied } = await shop.ctx.write((tx) => {
    commitCount(tx, sheet, shop.now(), { keepMovements: true });
    const committed = seenIn(tx);
    finishApplyingCounts(tx, shop.now());
    return { committed, applied: seenIn(tx) };
  });
  assert.deepEqual(committed, applied);
  assert.deepEqual(applied.slice(0, 2), [20, 24]);
});

test('adding a scanned piece to a line keeps the movements since the line was counted', async () => {
  const shop = await openRoastery();
  const sheet = await openSheet(shop, { beans: 18 });
  await addToStock(shop, 'beans', 2);
  await runStep(shop, (tx) => addCounts(tx, sheet, counted(shop, { beans: 1, cup: 1 })));
  assert.deepEqual(
    lines(shop, sheet).map(({ sku, counted, expected, movedSince }) => [sku, counted, expected, movedSince]),
    [
      ['BEANS', 19, 20, 2],
      ['CUP', 1, 10, 0],
    ],
  );
});

test('a sum of counted and moved pieces that is too large is refused', async () => {
  const shop = await openRoastery();
  const sheet = await openSheet(shop, { beans: 30 });
  await addToStock(shop, 'beans', MAX_STOCK - 20);
  const refusal = await refusalOf(shop, (tx, now) => commitCount(tx, sheet, now, { keepMovements: true }));
  appError({ key: 'stock_too_large', params: { variant: variantId(shop, 'beans'), most: MAX_STOCK } })(refusal);
});

test('ledger and document name the account that committed the count; the document also names the account that started it', async () => {
  const shop = await openRoastery();
  const sheet = await openSheet(shop, { beans: 18 });
  await runStep(shop, (tx, now) => {
    commitCount(tx, sheet, now, { userId: idOf('8') });
    finishApplyingCounts(tx, now);
  });
  assert.deepEqual(ledgerSteps(shop, 'beans'), [[20, 18, 'stock_counted', 8, sheet]]);
  const { userId, commitUserId } = existingDocument(shop.ctx.db, sheet);
  assert.deepEqual([userId, commitUserId], [documentDefaults(shop).userId, idOf('8')]);
});
