import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '../src/db/database.ts';
import { checkDatabase } from '../src/domain/check.ts';
import { changeStock, coolStock, levelOf } from '../src/domain/stock/ledger.ts';
import type { Id } from '../src/lib/ids.ts';
import { addVariants, roastery, variantId, warehouseId } from './stocked.ts';
import { openShop, type Shop } from './support.ts';

const openRoastery = () => openShop({ stores: [roastery({ apps: [] })] });

/** Receives a piece of each. */
const move = (shop: Shop, variants: readonly Id[]): Promise<void> =>
  shop.ctx.write((db) => {
    for (const id of variants)
      changeStock(
        db,
        { reason: 'purchased' },
        { variantId: id, warehouseId: warehouseId(shop), onHand: 1 },
        shop.now(),
      );
  });

/** How many pages a commit writes. */
async function pagesOf({ ctx }: Shop, write: () => Promise<unknown>): Promise<number> {
  ctx.db.run('PRAGMA wal_checkpoint(TRUNCATE)');
  await write();
  return ctx.db.get<{ log: number }>('PRAGMA wal_checkpoint(NOOP)')?.log ?? 0;
}

const hot = (db: Database): Id[] =>
  db.all<{ id: Id }>('SELECT variant_id AS id FROM stock WHERE is_hot = 1').map(({ id }) => id);

test('stock that moves again and again is on few pages, however many variants there are', async () => {
  const shop = await openRoastery();
  const all = await addVariants(shop, 10_000);
  const some = all.filter((_, i) => i % 100 === 0);
  await move(shop, all);
  const first = await pagesOf(shop, () => move(shop, some));
  assert.ok(first > 70, `${first} pages: each lay on one of its own`);
  const again = await pagesOf(shop, () => move(shop, some));
  assert.ok(again < 20, `${again} pages, the ledger's included`);
  assert.deepEqual(hot(shop.ctx.db), some);
});

test('what has not moved for long is hot no more, and is what it was', async () => {
  const shop = await openRoastery();
  const [beans, cup] = [variantId(shop, 'beans'), variantId(shop, 'cup')];
  const level = (id: Id) => levelOf(shop.ctx.db, id, warehouseId(shop));
  await move(shop, [beans, cup]);
  assert.deepEqual(hot(shop.ctx.db), [beans, cup]);
  await move(shop, Array(20_000).fill(cup));
  assert.deepEqual([await shop.ctx.write(coolStock), hot(shop.ctx.db)], [0, [beans, cup]]);
  await move(shop, Array(20_000).fill(cup));
  assert.deepEqual([await shop.ctx.write(coolStock), hot(shop.ctx.db)], [1, [cup]]);
  assert.deepEqual([level(beans).onHand, level(cup).onHand], [21, 40_011]);

  await move(shop, [beans]);
  assert.deepEqual(hot(shop.ctx.db), [cup], 'a single movement is not often');
  await move(shop, [beans]);
  assert.deepEqual(hot(shop.ctx.db), [beans, cup]);
  assert.equal(level(beans).onHand, 23);
  assert.deepEqual(checkDatabase(shop.ctx.db).faults, []);
});

test('the check finds rows of orders and of the ledger whose stock or variant is not there', async () => {
  const shop = await openShop();
  const { db } = shop.ctx;
  assert.equal((await shop.order()).status, 200);
  const faultsAfter = (change: string) => {
    db.run('BEGIN');
    db.run(change);
    const { faults } = checkDatabase(db);
    db.run('ROLLBACK');
    return new Set(faults.filter((fault) => fault.includes('lacks')).map((fault) => fault.replace(/^row \w+ of /, '')));
  };
  const ordered = 'variant_id = (SELECT variant_id FROM order_lines)';
  assert.deepEqual(
    faultsAfter(`DELETE FROM stock WHERE warehouse_id = 1 AND ${ordered}`),
    new Set(['stock_ledger refers to a row that stock lacks', 'reservations refers to a row that stock lacks']),
  );
  assert.deepEqual(
    faultsAfter('UPDATE order_lines SET variant_id = 77'),
    new Set(['order_lines refers to a row that variants lacks']),
  );
});
