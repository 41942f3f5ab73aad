import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import type { Reader } from '../../src/context.ts';
import { orderFeed } from '../../src/domain/orders/order-feed.ts';
import { markOrderChanged } from '../../src/domain/orders/order-rows.ts';
import { setOnHand } from '../../src/domain/stock/adjust-on-hand.ts';
import { stockFeed } from '../../src/domain/webhooks/stock-feed.ts';
import type { Id } from '../../src/lib/ids.ts';
import { CONCURRENT, type Folder, openFolder } from '../cli.ts';
import { errorPattern } from '../errors.ts';
import { cafe, idOf, keyOf, openShop, type Shop } from '../support.ts';

const FRAME = 24 + 4096;

const CHANNEL = { key: 'page', name: 'Page', permissions: ['orders.create', 'orders.read', 'stock.read'] };

/** A folder with the files that a shop has if its server is killed at this moment. */
function copyAsKilled(shop: Shop): Folder {
  const folder = openFolder({ config: 'listen.port = 0\n' });
  for (const end of ['', '-wal']) copyFileSync(shop.config.database + end, folder.path(`raan.db${end}`));
  copyFileSync(keyOf(shop), folder.path('raan.key'));
  return folder;
}

async function openWithOrders(count: number): Promise<Shop> {
  const shop = await openShop({ stores: [cafe({ channels: [CHANNEL] })] });
  assert.equal((await shop.order()).status, 200);
  shop.ctx.connection.pragma('wal_checkpoint(TRUNCATE)');
  for (let i = 0; i < count; i += 1) assert.equal((await shop.order()).status, 200);
  return shop;
}

/** Changes a byte in the data of a frame. */
function damageFrame(folder: Folder, n: number): Buffer {
  const wal = folder.bytes('raan.db-wal');
  const at = 32 + n * FRAME + 1_000;
  wal[at] = (wal[at] ?? 0) ^ 0xff;
  folder.write('raan.db-wal', wal);
  return wal;
}

/** The frames and commits after a frame of the log. */
function lostAfter(wal: Buffer, n: number) {
  const salt = wal.subarray(16, 24);
  const frames = Array.from({ length: Math.floor((wal.length - 32) / FRAME) }, (_, i) =>
    wal.subarray(32 + i * FRAME, 32 + (i + 1) * FRAME),
  ).filter((frame) => frame.subarray(8, 16).equals(salt));
  const lost = frames.slice(n + 1);
  return { frames: lost.length, commits: lost.filter((frame) => frame.readUInt32BE(4) > 0).length };
}

/** Reads both feeds of the channel after a cursor, or from now on. */
function feedsOf(shop: Shop, db: Reader) {
  const channel = { id: idOf(shop.ids.channels.page?.id), storeId: idOf(shop.ids.id), ownOrdersOnly: false };
  return {
    stock: (cursor?: string) => stockFeed(db, channel, { cursor, limit: 100 }).nextCursor,
    orders: (cursor?: string) =>
      orderFeed(db, channel, { cursor, status: undefined, limit: 100 }, { isInThread: true })?.nextCursor,
  };
}

/** Changes stock and an order until the numbers of the lost changes are used again, then calls `check`. */
const useNumbersAgain = (shop: Shop, folder: Folder, check: (db: Reader) => void) =>
  folder.withContext(async ({ db, write, now }) => {
    const place = { variantId: idOf(shop.ids.variants.hot), warehouseId: idOf(shop.ids.warehouses.bkk) };
    for (let qty = 50; qty < 60; qty += 1)
      await write((tx) => {
        setOnHand(tx, { ...place, qty, reason: 'command_edited' }, now());
        markOrderChanged(tx, 1 as Id, now());
      });
    check(db);
  });

suite('a damaged write-ahead log', CONCURRENT, () => {
  test('the server logs how many pages and transactions are lost', async () => {
    const folder = copyAsKilled(await openWithOrders(5));
    const lost = lostAfter(damageFrame(folder, 8), 8);
    assert.ok(lost.frames > 10 && lost.commits >= 2, JSON.stringify(lost));
    const server = await folder.start('serve');
    const { status, stderr } = await server.end();
    assert.equal(status, 0);
    const line = stderr.split('\n').find((text) => text.includes('write-ahead log')) ?? '{}';
    const { level, frames, commits, msg } = JSON.parse(line);
    assert.deepEqual([level, { frames, commits }], [40, lost]);
    assert.match(msg, errorPattern('wal_damaged', lost));
  });

  test('doctor reports it, and so does the first command that opens the database', async () => {
    const shop = await openWithOrders(3);
    const folder = copyAsKilled(shop);
    const { frames, commits } = lostAfter(damageFrame(folder, 2), 2);
    const { json } = await folder.runCommand('doctor', '--json');
    const [found] = json.problems.filter(({ check }: { check: string }) => check === 'wal');
    assert.match(found.problem, errorPattern('wal_damaged', { frames, commits }));
    const other = copyAsKilled(shop);
    damageFrame(other, 2);
    assert.match((await other.runCommand('order', 'list')).stderr, errorPattern('wal_damaged'));
  });

  test('cursors expire, whichever command opens the database first, because lost numbers are used again', async () => {
    const shop = await openWithOrders(3);
    const before = feedsOf(shop, shop.ctx.db);
    const cursors = { stock: before.stock(), orders: before.orders() };
    for (const command of ['doctor', 'order list', 'product import products.csv --dry-run', 'serve']) {
      const folder = copyAsKilled(shop);
      damageFrame(folder, 2);
      if (command === 'serve') await (await folder.start(command)).end();
      else await folder.runCommand(...command.split(' '));
      await useNumbersAgain(shop, folder, (db) => {
        const { stock, orders } = feedsOf(shop, db);
        assert.throws(() => stock(cursors.stock), { key: 'stock_cursor_expired' }, command);
        assert.throws(() => orders(cursors.orders), { key: 'order_cursor_expired' }, command);
      });
    }
  });

  test('pages of a transaction that was not confirmed, of which a power cut kept some, are not reported', async () => {
    const folder = copyAsKilled(await openWithOrders(2));
    const last = Math.floor((folder.bytes('raan.db-wal').length - 32) / FRAME) - 1;
    const wal = damageFrame(folder, last - 2);
    assert.deepEqual(lostAfter(wal, last - 2), { frames: 2, commits: 1 });
    folder.write('raan.db-wal', wal.subarray(0, -1_500));
    assert.doesNotMatch((await folder.runCommand('order', 'list')).stderr, /write-ahead/);
  });

  test('an undamaged log, a torn last frame and frames of an earlier round are not reported', async () => {
    const shop = await openWithOrders(6);
    const isReported = async (folder: Folder) => /write-ahead/.test((await folder.runCommand('order', 'list')).stderr);
    assert.equal(await isReported(copyAsKilled(shop)), false);
    const torn = copyAsKilled(shop);
    torn.write('raan.db-wal', torn.bytes('raan.db-wal').subarray(0, -1_500));
    assert.equal(await isReported(torn), false);
    shop.ctx.connection.pragma('wal_checkpoint(RESTART)');
    await shop.order();
    const restarted = copyAsKilled(shop);
    const wal = restarted.bytes('raan.db-wal');
    assert.ok(lostAfter(wal, -1).frames < Math.floor((wal.length - 32) / FRAME), 'old frames are left');
    assert.equal(await isReported(restarted), false);
  });
});
