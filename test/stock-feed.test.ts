import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { problemsOfStoredCopy } from '../src/domain/backups/backup-contents.ts';
import { copyToFile } from '../src/domain/backups/make.ts';
import { restoreBackup } from '../src/domain/backups/restore.ts';
import { type ChannelFields, changeChannel, channelById } from '../src/domain/channels/channels.ts';
import { expireCursors } from '../src/domain/feeds.ts';
import { setOnHand } from '../src/domain/stock/adjust-on-hand.ts';
import { deleteOldChanges, verifyChanges } from '../src/domain/webhooks/changes.ts';
import { message } from '../src/lib/messages/message.ts';
import { openFolderOf } from './cli.ts';
import { errorPattern } from './errors.ts';
import { rowCount, tamper } from './sql.ts';
import { cafe, idOf, type Json, openShop, type Shop, temporaryFolder } from './support.ts';
import { countStock, lines } from './webhook-shop.ts';

const STOCK_CHANNEL = { key: 'page', name: 'Sale page', permissions: ['orders.create', 'orders.read', 'stock.read'] };

const openFeedShop = (change: object = {}, options: object = {}) =>
  openShop({ stores: [cafe({ apps: [], channels: [{ ...STOCK_CHANNEL, ...change }] })], ...options });

const changes = async (shop: Shop, body: object = {}, status = 200): Promise<Json> => {
  const response = await shop.call('/v1/stock/changes', body);
  assert.equal(response.status, status, JSON.stringify(response.body));
  return response.body;
};

test('a feed starts at the present, and its cursors list every later change once, in order', async () => {
  const shop = await openFeedShop();
  await countStock(shop, 11);
  const start = await changes(shop);
  assert.deepEqual([start.items, start.has_more], [[], false]);
  const { body } = await shop.order(lines(shop, 'hot', 2));
  await countStock(shop, 20);
  const first = await changes(shop, { cursor: start.next_cursor, limit: 1 });
  assert.deepEqual(
    first.items.map(({ old, new: now, reason, order_id }: Json) => [old, now, reason, order_id]),
    [[11, 9, 'order_reserved', body.order.id]],
  );
  assert.equal(first.has_more, true);
  const second = await changes(shop, { cursor: first.next_cursor });
  assert.deepEqual(
    second.items.map(({ old, new: now }: Json) => [old, now]),
    [[9, 18]],
  );
  assert.equal(second.has_more, false);
  const third = await changes(shop, { cursor: second.next_cursor });
  assert.deepEqual([third.items, third.next_cursor], [[], second.next_cursor]);
});

const quantities = ({ items }: Json) => items.map((item: Json) => [item.old, item.new]);

const channelOf = (shop: Shop, key = 'page') => idOf(shop.ids.channels[key]?.id);

const change = (shop: Shop, fields: ChannelFields, key = 'page') =>
  shop.ctx.write((tx) => changeChannel(tx, channelOf(shop, key), fields));

const hotInBangkok = ({ ids }: Shop) => ({ variantId: idOf(ids.variants.hot), warehouseId: idOf(ids.warehouses.bkk) });

const recorded = ({ ctx }: Shop): number => rowCount(ctx.db, 'available_changes');

const UNKNOWN_CURSOR = errorPattern('not_a_cursor', { path: 'cursor' });

const assertExpired = async (shop: Shop, cursor: string) => {
  const { error, error_description } = await changes(shop, { cursor }, 400);
  assert.equal(error, 'invalid_request');
  assert.match(error_description, errorPattern('stock_cursor_expired', { path: 'cursor' }));
};

test('a store without an app or channel that reads stock changes records none', async () => {
  const shop = await openShop({ stores: [cafe({ apps: [] })] });
  await countStock(shop, 12);
  assert.equal(recorded(shop), 0);
  await change(shop, { permissions: ['stock.read'] });
  await countStock(shop, 13);
  assert.equal(recorded(shop), 1);
});

test('a channel reads stock only with the permission stock.read', async () => {
  const shop = await openShop();
  assert.deepEqual(channelById(shop.ctx.db, channelOf(shop)).permissions, [
    'orders.create',
    'orders.read',
    'addresses.read',
  ]);
  assert.equal((await changes(shop, {}, 403)).error, 'access_denied');
  const { status, body } = await shop.call('/v1/stock/available', { skus: ['LAT-H'] });
  assert.deepEqual([status, body.error], [403, 'access_denied']);
});

test('a cursor from before a gap in the recorded changes has expired', async () => {
  const shop = await openFeedShop();
  const { next_cursor } = await changes(shop);
  await change(shop, { permissions: ['orders.create'] });
  await countStock(shop, 12);
  await change(shop, { permissions: ['stock.read'] });
  await assertExpired(shop, next_cursor);
  const { next_cursor: newCursor } = await changes(shop);
  await countStock(shop, 15);
  assert.deepEqual(quantities(await changes(shop, { cursor: newCursor })), [[12, 15]]);
});

test('a cursor stays valid while another channel or an app keeps changes recorded', async () => {
  const shop = await openFeedShop();
  const { next_cursor } = await changes(shop);
  const other = { key: 'other', name: 'Other', permissions: ['stock.read'] };
  await shop.load({ stores: [cafe({ apps: [], channels: [STOCK_CHANNEL, other] })] });
  await change(shop, { permissions: ['orders.create'] });
  await countStock(shop, 12);
  await change(shop, { permissions: ['stock.read'] });
  assert.deepEqual(quantities(await changes(shop, { cursor: next_cursor })), [[10, 12]]);
});

test('old changes are deleted except the newest, and cursors before them expire', async () => {
  const opened = Date.now();
  let now = opened;
  const shop = await openFeedShop({}, { now: () => now, steadyNow: () => opened });
  const { next_cursor: start } = await changes(shop);
  await countStock(shop, 12);
  const { next_cursor: afterFirst } = await changes(shop, { cursor: start });
  await countStock(shop, 14);
  now += 31 * 86_400_000;
  await countStock(shop, 16);
  const deleteUpTo = (limit: number) =>
    shop.ctx.write((tx) => deleteOldChanges(tx, idOf(shop.ids.id), { before: now - 30 * 86_400_000, most: limit }));
  assert.equal(await deleteUpTo(1), 1);
  await assertExpired(shop, start);
  assert.deepEqual(quantities(await changes(shop, { cursor: afterFirst })), [
    [12, 14],
    [14, 16],
  ]);
  assert.equal(await deleteUpTo(9), 1);
  await assertExpired(shop, afterFirst);
  now += 31 * 86_400_000;
  assert.equal(await deleteUpTo(9), 0);
  assert.equal(recorded(shop), 1);
  assert.deepEqual(verifyChanges(shop.ctx.db), []);
});

test('check of the database and of a backup reports that changes are missing if all of a store that deleted old ones are lost', async () => {
  const shop = await openFeedShop();
  assert.deepEqual(verifyChanges(shop.ctx.db), []);
  for (const qty of [12, 13, 14]) await countStock(shop, qty);
  await shop.ctx.write((tx) => deleteOldChanges(tx, idOf(shop.ids.id), { before: shop.now() + 1, most: 9 }));
  assert.deepEqual(verifyChanges(shop.ctx.db), []);
  tamper(shop.ctx, 'DELETE FROM available_changes');
  assert.deepEqual(verifyChanges(shop.ctx.db), [message('changes_missing', { store: idOf(shop.ids.id) })]);
  const copy = path.join(temporaryFolder(), 'copy.db');
  await copyToFile(shop.ctx, copy);
  assert.deepEqual(await problemsOfStoredCopy(copy), [message('stock_changes_missing')]);
});

test('old changes are kept until they are sent to every app', async () => {
  const app = { key: 'bot', name: 'Bot', url: 'http://127.0.0.1:9/' };
  const shop = await openShop({ stores: [cafe({ apps: [app] })] });
  const deleted = await shop.ctx.write((tx) => {
    for (const qty of [12, 13]) setOnHand(tx, { ...hotInBangkok(shop), qty, reason: 'command_edited' }, 1);
    return deleteOldChanges(tx, idOf(shop.ids.id), { before: Date.now(), most: 9 });
  });
  assert.equal(deleted, 0);
});

test('cursors expire when a backup is restored', async () => {
  const shop = await openFeedShop();
  const folder = openFolderOf(shop);
  const copy = path.join(temporaryFolder(), 'copy.db');
  await shop.bearer(); // its token is in the copy
  await folder.runCommandJson('backup', copy);
  const { next_cursor } = await changes(shop);
  await countStock(shop, 12);
  await shop.stop();
  await folder.runCommandJson('restore', copy);
  await shop.start();
  await countStock(shop, 13);
  await assertExpired(shop, next_cursor);
});

test('cursors expire before the restored database is put in place, so a crash after that is harmless', async () => {
  const shop = await openFeedShop();
  const folder = openFolderOf(shop);
  const copy = path.join(temporaryFolder(), 'copy.db');
  await shop.bearer();
  await folder.runCommandJson('backup', copy);
  const { next_cursor } = await changes(shop);
  await shop.stop();
  await restoreBackup({ database: shop.ctx.config.database }, copy, Date.now()); // the rest of the command never runs
  await shop.start();
  await assertExpired(shop, next_cursor);
});

test('malformed cursors and cursors of other feeds are unknown, not expired', async () => {
  const shop = await openFeedShop();
  const [, epoch] = (await changes(shop)).next_cursor.split('-');
  await assertExpired(shop, `szz-${epoch}`); // a later change number
  for (const cursor of ['', 'o1-0', 's', 's1', 's-1', 's1-1 ', 'x1-1', 's1-1-1', 'S1-1', '\u0e01'])
    assert.match((await changes(shop, { cursor }, 400)).error_description, UNKNOWN_CURSOR, cursor);
});

test('a channel limited to its own orders gets no order_id of other orders in the feed', async () => {
  const shop = await openShop({
    stores: [
      cafe({
        apps: [],
        channels: [
          { ...STOCK_CHANNEL, own_orders_only: true },
          { key: 'all', name: 'All', permissions: ['orders.create', 'stock.read'] },
        ],
      }),
    ],
  });
  const { next_cursor: cursor } = await changes(shop);
  const own = await shop.order(lines(shop, 'hot', 1));
  const other = await shop.order(lines(shop, 'hot', 2), { token: await shop.bearer('all') });
  await countStock(shop, 20);
  const orderIds = ({ items }: Json) => items.map(({ order_id }: Json) => order_id);
  assert.deepEqual(orderIds(await changes(shop, { cursor })), [own.body.order.id, undefined, undefined]);
  const { body } = await shop.call('/v1/stock/changes', { cursor }, { token: await shop.bearer('all') });
  assert.deepEqual(orderIds(body), [own.body.order.id, other.body.order.id, undefined]);
});

test('the feed contains changes of the channel’s store only', async () => {
  const shop = await openShop({
    stores: [cafe({ channels: [STOCK_CHANNEL] }), cafe({ key: 'bar', name: 'Bar', channels: [STOCK_CHANNEL] })],
  });
  const token = await shop.bearer('page', shop.stores.bar);
  const { body } = await shop.call('/v1/stock/changes', {}, { token });
  await countStock(shop, 12);
  const { body: next } = await shop.call('/v1/stock/changes', { cursor: body.next_cursor }, { token });
  assert.deepEqual(next.items, []);
});

test('a cursor of another store is rejected, although it has the same number', async () => {
  const shop = await openShop({
    stores: [cafe({ channels: [STOCK_CHANNEL] }), cafe({ key: 'bar', name: 'Bar', channels: [STOCK_CHANNEL] })],
  });
  const token = await shop.bearer('page', shop.stores.bar);
  const assertForeignIsRejected = async () => {
    const { body } = await shop.call('/v1/stock/changes', {}, { token });
    await assertExpired(shop, body.next_cursor);
    assert.equal((await shop.call('/v1/stock/changes', { cursor: body.next_cursor }, { token })).status, 200);
  };
  await assertForeignIsRejected();
  await shop.ctx.write(expireCursors);
  await assertForeignIsRejected();
});
