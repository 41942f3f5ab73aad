import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import type { Reader } from '../src/db/reader.ts';
import { problemsOfStoredCopy } from '../src/domain/backups/backup-contents.ts';
import { checkDatabase } from '../src/domain/check-database.ts';
import { changeStock, levelOf, markSlowMoving, SLOW_MOVING_BATCH } from '../src/domain/stock/ledger.ts';
import type { Cause } from '../src/domain/stock/reasons.ts';
import type { Id } from '../src/lib/ids.ts';
import { message } from '../src/lib/messages/message.ts';
import { assertDatabaseValid } from './database-steps.ts';
import { english } from './errors.ts';
import { change, rowCount, sql, tamper } from './sql.ts';
import { addVariants, roastery, variantId, warehouseId } from './stock-steps.ts';
import { openShop, type Shop, temporaryFolder } from './support.ts';

const ORDERED: Cause = { reason: 'order_reserved' };
const BOUGHT: Cause = { reason: 'purchased' };

const openRoastery = () => openShop({ stores: [roastery({ apps: [] })] });

/** Moves each variant once, in one commit. */
const move = (shop: Shop, variants: readonly Id[], cause = ORDERED): Promise<void> =>
  shop.ctx.write((tx) => {
    for (const id of variants)
      changeStock(tx, cause, { variantId: id, warehouseId: warehouseId(shop), onHand: 1 }, shop.now());
  });

/** The number of pages that a commit writes. */
async function pagesOf({ ctx }: Shop, write: () => Promise<unknown>): Promise<number> {
  ctx.connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  await write();
  return ctx.connection.pragma<{ log: number }>('wal_checkpoint(NOOP)')?.log ?? 0;
}

const fastMovingVariants = (db: Reader): Id[] =>
  db.all(sql<{ id: Id }>('SELECT variant_id AS id FROM stock WHERE is_fast_moving = 1')).map(({ id }) => id);

test('frequently ordered stock rows share few pages, however many variants exist', async () => {
  const shop = await openRoastery();
  const all = await addVariants(shop, 9_000);
  const some = all.filter((_, i) => i % 90 === 0);
  await move(shop, all, BOUGHT);
  const first = await pagesOf(shop, () => move(shop, some));
  assert.ok(first > 60, `${first} pages: each row was on a page of its own`);
  const again = await pagesOf(shop, () => move(shop, some));
  assert.ok(again < 20, `${again} pages, the ledger's included`);
  assert.deepEqual(fastMovingVariants(shop.ctx.db), some);
});

test('purchases, counts and single orders do not mark stock as fast-moving', async () => {
  const shop = await openRoastery();
  const [beans, cup] = [variantId(shop, 'beans'), variantId(shop, 'cup')];
  await move(shop, [beans], BOUGHT);
  await move(shop, [beans], BOUGHT);
  assert.deepEqual(fastMovingVariants(shop.ctx.db), []);
  await move(shop, Array(10_000).fill(cup), BOUGHT);
  await move(shop, [beans]);
  assert.deepEqual(fastMovingVariants(shop.ctx.db), []);
  await move(shop, [beans]);
  assert.deepEqual(fastMovingVariants(shop.ctx.db), [beans]);
});

test('stock without movements for a long time is no longer marked as fast-moving, with its quantities unchanged', async () => {
  const shop = await openRoastery();
  const [beans, cup] = [variantId(shop, 'beans'), variantId(shop, 'cup')];
  const onHand = (id: Id) => levelOf(shop.ctx.db, id, warehouseId(shop)).onHand;
  await move(shop, [beans, cup]);
  assert.deepEqual(fastMovingVariants(shop.ctx.db), [beans, cup]);
  await move(shop, Array(39_998).fill(cup));
  assert.deepEqual(
    [await shop.ctx.write((tx) => markSlowMoving(tx)), fastMovingVariants(shop.ctx.db)],
    [0, [beans, cup]],
  );
  await move(shop, [cup]);
  assert.deepEqual([await shop.ctx.write((tx) => markSlowMoving(tx)), fastMovingVariants(shop.ctx.db)], [1, [cup]]);
  assert.deepEqual([onHand(beans), onHand(cup)], [21, 40_010]);
  await move(shop, [beans], BOUGHT);
  assert.equal(onHand(beans), 22);
  assertDatabaseValid(shop.ctx.db);
});

test('a movement after the mark is cleared is saved, also in the same step', async () => {
  const shop = await openRoastery();
  const beans = variantId(shop, 'beans');
  const movement = { variantId: beans, warehouseId: warehouseId(shop), onHand: 1 };
  await move(shop, [beans]);
  assert.deepEqual(fastMovingVariants(shop.ctx.db), [beans]);
  await shop.ctx.write((tx) => {
    changeStock(tx, ORDERED, movement, shop.now());
    assert.equal(markSlowMoving(tx, 0), 1);
    changeStock(tx, BOUGHT, movement, shop.now());
  });
  assert.deepEqual(fastMovingVariants(shop.ctx.db), []);
  assertDatabaseValid(shop.ctx.db);
});

test('a step after stock is marked as fast-moving runs once', async () => {
  const shop = await openRoastery();
  const beans = variantId(shop, 'beans');
  const order = () => {
    let runs = 0;
    const done = shop.ctx.write((tx) => {
      runs += 1;
      changeStock(tx, ORDERED, { variantId: beans, warehouseId: warehouseId(shop), reserved: 1 }, shop.now());
    });
    return done.then(() => runs);
  };
  await move(shop, [beans], BOUGHT);
  assert.deepEqual([await order(), fastMovingVariants(shop.ctx.db)], [1, [beans]]);
  assert.equal(await order(), 1);
});

test('a refused movement does not change stock for any reader', async () => {
  const shop = await openRoastery();
  const place = { variantId: variantId(shop, 'beans'), warehouseId: warehouseId(shop) };
  const onHand = () => levelOf(shop.ctx.db, place.variantId, place.warehouseId).onHand;
  const before = onHand();
  await shop.ctx.write((tx) => {
    const invalidCause = { reason: 'user_added', orderId: 1 as Id } as const;
    assert.throws(() => changeStock(tx, invalidCause, { ...place, onHand: 1 }, shop.now()));
    changeStock(tx, BOUGHT, { ...place, onHand: 1 }, shop.now());
  });
  assert.equal(onHand(), before + 1);
  assertDatabaseValid(shop.ctx.db);
});

test('each step clears a limited number of marks, so that other writes do not wait', async () => {
  const shop = await openRoastery();
  const all = await addVariants(shop, SLOW_MOVING_BATCH + 1);
  await move(shop, all, BOUGHT);
  await move(shop, all);
  const marked = [1, 2, 3].map(() => shop.ctx.write((tx) => markSlowMoving(tx, 0)));
  assert.deepEqual(await Promise.all(marked), [SLOW_MOVING_BATCH, 1, 0]);
});

test('an order of a variant whose stock row is missing saves nothing', async () => {
  const shop = await openShop();
  const { db } = shop.ctx;
  assert.equal((await shop.order()).status, 200);
  const entries = () => rowCount(db, 'stock_ledger');
  const before = entries();
  await shop.ctx.write((within) => within.run(change('DELETE FROM stock'))); // the reservations remain
  const { status, body } = await shop.order();
  assert.equal(status, 400);
  assert.equal(body.error_description, english('out_of_stock', { path: 'products[0].qty', needed: 1, available: 0 })); // by the second attempt, which reads the stock row again
  assert.equal(entries(), before);
});

test('the check finds rows that refer to missing stock rows or variants', async () => {
  const shop = await openShop();
  const { db, connection } = shop.ctx;
  assert.equal((await shop.order()).status, 200);
  const faultsAfter = (text: string) => {
    connection.exec('BEGIN');
    connection.exec(text);
    const problems = checkDatabase(db).problems.map(({ key, params }) => ({ key, params }));
    connection.exec('ROLLBACK');
    return problems;
  };
  const hot = shop.ids.variants.hot;
  assert.deepEqual(faultsAfter(`DELETE FROM stock WHERE warehouse_id = 1 AND variant_id = ${hot}`), [
    { key: 'row_refers_to_missing_row', params: { table: 'reservations', row: 1, parent: 'stock' } },
    { key: 'variant_ledger_has_gaps', params: { variant: Number(hot), warehouse: 1 } },
  ]);
  assert.deepEqual(faultsAfter('UPDATE order_lines SET variant_id = 77'), [
    { key: 'row_refers_to_missing_row', params: { table: 'order_lines', row: 1, parent: 'variants' } },
  ]);
});

test('a backup with a row that refers to a missing row is invalid', async () => {
  const shop = await openShop();
  assert.equal((await shop.order()).status, 200);
  const copyOf = (name: string) => {
    const file = path.join(temporaryFolder(), name);
    shop.ctx.connection.copyTo(file);
    return file;
  };
  assert.deepEqual(await problemsOfStoredCopy(copyOf('valid.db')), []);
  tamper(shop.ctx, 'UPDATE order_lines SET variant_id = 77');
  assert.deepEqual(await problemsOfStoredCopy(copyOf('invalid.db')), [message('rows_refer_to_missing_rows')]);
});
