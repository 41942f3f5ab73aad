import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import type { Reader } from '../src/db/reader.ts';
import { problemsOfStoredCopy } from '../src/domain/backups/contents.ts';
import { checkDatabase } from '../src/domain/check-database.ts';
import { changeStock, levelOf, markSlowMoving, SLOW_MOVING_BATCH } from '../src/domain/stock/ledger.ts';
import type { Cause } from '../src/domain/stock/reasons.ts';
import type { Id } from '../src/lib/ids.ts';
import { message } from '../src/lib/messages/message.ts';
import { english } from './errors.ts';
import { change, sql, tamper } from './sql.ts';
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

const hotVariants = (db: Reader): Id[] =>
  db.all(sql<{ id: Id }>('SELECT variant_id AS id FROM stock WHERE is_fast_moving = 1')).map(({ id }) => id);

test('frequently ordered stock rows share few pages, however many variants exist', async () => {
  const shop = await openRoastery();
  const all = await addVariants(shop, 9_000);
  const some = all.filter((_, i) => i % 90 === 0);
  await move(shop, all, BOUGHT);
  const first = await pagesOf(shop, () => move(shop, some));
  assert.ok(first > 60, `${first} pages: each lay on one of its own`);
  const again = await pagesOf(shop, () => move(shop, some));
  assert.ok(again < 20, `${again} pages, the ledger's included`);
  assert.deepEqual(hotVariants(shop.ctx.db), some);
});

test('purchases, counts and single orders do not make stock hot', async () => {
  const shop = await openRoastery();
  const [beans, cup] = [variantId(shop, 'beans'), variantId(shop, 'cup')];
  await move(shop, [beans], BOUGHT);
  await move(shop, [beans], BOUGHT);
  assert.deepEqual(hotVariants(shop.ctx.db), []);
  await move(shop, Array(10_000).fill(cup), BOUGHT);
  await move(shop, [beans]);
  assert.deepEqual(hotVariants(shop.ctx.db), []);
  await move(shop, [beans]);
  assert.deepEqual(hotVariants(shop.ctx.db), [beans]);
});

test('stock without movements for a long time becomes cold again, with its quantities unchanged', async () => {
  const shop = await openRoastery();
  const [beans, cup] = [variantId(shop, 'beans'), variantId(shop, 'cup')];
  const onHand = (id: Id) => levelOf(shop.ctx.db, id, warehouseId(shop)).onHand;
  await move(shop, [beans, cup]);
  assert.deepEqual(hotVariants(shop.ctx.db), [beans, cup]);
  await move(shop, Array(39_998).fill(cup));
  assert.deepEqual([await shop.ctx.write((tx) => markSlowMoving(tx)), hotVariants(shop.ctx.db)], [0, [beans, cup]]);
  await move(shop, [cup]);
  assert.deepEqual([await shop.ctx.write((tx) => markSlowMoving(tx)), hotVariants(shop.ctx.db)], [1, [cup]]);
  assert.deepEqual([onHand(beans), onHand(cup)], [21, 40_010]);
  await move(shop, [beans], BOUGHT);
  assert.equal(onHand(beans), 22);
  assert.deepEqual(checkDatabase(shop.ctx.db).problems, []);
});

test('stock that has become cold is written to its row, also in the step that makes it cold', async () => {
  const shop = await openRoastery();
  const beans = variantId(shop, 'beans');
  const movement = { variantId: beans, warehouseId: warehouseId(shop), onHand: 1 };
  await move(shop, [beans]);
  assert.deepEqual(hotVariants(shop.ctx.db), [beans]);
  await shop.ctx.write((tx) => {
    changeStock(tx, ORDERED, movement, shop.now());
    assert.equal(markSlowMoving(tx, 0), 1);
    changeStock(tx, BOUGHT, movement, shop.now());
  });
  assert.deepEqual(hotVariants(shop.ctx.db), []);
  assert.deepEqual(checkDatabase(shop.ctx.db).problems, []);
});

test('the next step sees that stock has become hot', async () => {
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
  assert.deepEqual([await order(), hotVariants(shop.ctx.db)], [1, [beans]]);
  assert.equal(await order(), 1);
});

test('a refused movement does not change stock for any reader', async () => {
  const shop = await openRoastery();
  const place = { variantId: variantId(shop, 'beans'), warehouseId: warehouseId(shop) };
  const onHand = () => levelOf(shop.ctx.db, place.variantId, place.warehouseId).onHand;
  const before = onHand();
  await shop.ctx.write((tx) => {
    const nobodys = { reason: 'user_added', orderId: 1 as Id } as const;
    assert.throws(() => changeStock(tx, nobodys, { ...place, onHand: 1 }, shop.now()));
    changeStock(tx, BOUGHT, { ...place, onHand: 1 }, shop.now());
  });
  assert.equal(onHand(), before + 1);
  assert.deepEqual(checkDatabase(shop.ctx.db).problems, []);
});

test('marking is limited per step so that other writes hardly wait', async () => {
  const shop = await openRoastery();
  const all = await addVariants(shop, SLOW_MOVING_BATCH + 1);
  await move(shop, all, BOUGHT);
  await move(shop, all);
  const marked = [1, 2, 3].map(() => shop.ctx.write((tx) => markSlowMoving(tx, 0)));
  assert.deepEqual(await Promise.all(marked), [SLOW_MOVING_BATCH, 1, 0]);
});

test('an order without its stock row saves nothing', async () => {
  const shop = await openShop();
  const { db } = shop.ctx;
  assert.equal((await shop.order()).status, 200);
  const entries = () => db.get(sql<{ n: number }>('SELECT count(*) AS n FROM stock_ledger'))?.n;
  const before = entries();
  await shop.ctx.write((within) => within.run(change('DELETE FROM stock'))); // its reservations stay
  const { status, body } = await shop.order();
  assert.equal(status, 400);
  assert.equal(body.error_description, english('out_of_stock', { path: 'products[0].qty', needed: 1, available: 0 })); // read again separately
  assert.equal(entries(), before);
});

test('the check finds stock rows without their hot row or variant', async () => {
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

test('a backup with such a row is invalid', async () => {
  const shop = await openShop();
  assert.equal((await shop.order()).status, 200);
  const copyOf = (name: string) => {
    const file = path.join(temporaryFolder(), name);
    shop.ctx.connection.copyTo(file);
    return file;
  };
  assert.deepEqual(await problemsOfStoredCopy(copyOf('sound.db')), []);
  tamper(shop.ctx, 'UPDATE order_lines SET variant_id = 77');
  assert.deepEqual(await problemsOfStoredCopy(copyOf('stray.db')), [message('rows_refer_to_missing_rows')]);
});
