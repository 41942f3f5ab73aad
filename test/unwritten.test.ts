import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from '../src/db/open.ts';
import { countTabs } from '../src/domain/orders/list/page.ts';
import { ordered } from './ordered.ts';
import { idOf, openShop, type Shop } from './support.ts';

const NAME = 'SELECT name FROM stores';
const rename = (name: string) => `UPDATE stores SET name = '${name}'`;

/** Reads the store's name as something that is kept; how often it was read. */
function keeper({ ctx: { db } }: Shop) {
  let reads = 0;
  const name = () =>
    db.unwritten('name', () => {
      reads += 1;
      return db.get<{ name: string }>(NAME)?.name;
    });
  return { name, reads: () => reads };
}

test('what is kept until anything is written is read once, and again after each write', async () => {
  const shop = await openShop();
  const { name, reads } = keeper(shop);
  name();
  name();
  assert.equal(reads(), 1);
  await shop.ctx.write((db) => db.run(rename('ก')));
  assert.deepEqual([name(), name(), reads()], ['ก', 'ก', 2]);
});

test('so it is after a write that was undone, and what is not committed is never kept', async () => {
  const shop = await openShop();
  const { name } = keeper(shop);
  const before = name();
  const undone = shop.ctx.write((db) => {
    db.run(rename('ข'));
    assert.equal(name(), 'ข');
    throw new Error('undone');
  });
  await assert.rejects(undone, /undone/);
  assert.equal(name(), before);
});

test('so it is after a write by another connection', async () => {
  const shop = await openShop();
  const { name } = keeper(shop);
  name();
  const other = openDatabase(shop.ctx.db.file, { create: false }).db;
  other.run(rename('ค'));
  other.close();
  assert.equal(name(), 'ค');
});

test('an order counts in its tab at once', async () => {
  const shop = await openShop();
  const count = () => countTabs(shop.ctx.db, idOf(shop.ids.id), 10).to_pack;
  assert.equal(count(), 0);
  await ordered(shop, [{ sku: 'LAT-H', qty: 1 }]);
  assert.equal(count(), 1);
});
