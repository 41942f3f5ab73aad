import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, test } from 'node:test';
import type { Context } from '../src/context.ts';
import { listBackups } from '../src/domain/backups/folder.ts';
import { openBucket } from '../src/domain/backups/s3/bucket.ts';
import { backupKeeper, type Schedule, scheduleOf } from '../src/domain/backups/schedule.ts';
import { openFolder } from './cli.ts';
import { type Json, openShop, temporaryFolder } from './support.ts';

// The server is a public one that speaks S3; it knows the keys by name, and does not check what they have signed.

const HOUR = 3_600_000;
const NOON = Date.parse('2026-11-21T12:00:00+07:00');
const KEYS = { access_key: 'S3RVER', secret_key: 'S3RVER' };
const S3rver: Json = createRequire(import.meta.url)('s3rver');

async function openStorage(): Promise<string> {
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: temporaryFolder(),
    configureBuckets: [{ name: 'copies' }],
  });
  const { port } = (await server.run()) as AddressInfo;
  after(() => {
    server.httpServer.closeAllConnections();
    return server.close();
  });
  return `http://127.0.0.1:${port}`;
}

async function storing(endpoint: string, { keep = 7, prefix = 'shop/' } = {}) {
  const shop = await openShop();
  const clock = { time: NOON };
  const folder = path.join(temporaryFolder(), 'copies');
  const s3 = { ...shop.config.backup.s3, ...KEYS, endpoint, bucket: 'copies', prefix };
  const config = { ...shop.config, backup: { ...shop.config.backup, folder, every: '2h', keep, s3 } };
  const ctx: Context = { ...shop.ctx, config, now: () => clock.time, log: shop.ctx.log.child({}, { level: 'silent' }) };
  const schedule = async () => (await scheduleOf(ctx)) as Schedule;
  const stored = async () => (await openBucket(s3).list()).map(({ name }) => name).sort();
  return { shop, ctx, config, clock, schedule, stored, s3 };
}

test('a copy goes to the bucket once it is whole here, and the newest stay there', async () => {
  const { ctx, clock, config, stored, schedule, s3 } = await storing(await openStorage(), { keep: 2 });
  await openBucket({ ...s3, prefix: 'other/' }).put('raan-20200101-000000.db', import.meta.filename);
  await openBucket(s3).put('notes.txt', import.meta.filename);
  const { makeDue } = backupKeeper(ctx);
  for (let i = 0; i < 3; i += 1) {
    await makeDue();
    clock.time += 2 * HOUR;
  }
  const names = (await listBackups(config)).map(({ name }) => name);
  assert.deepEqual(await stored(), ['notes.txt', ...names.reverse()]);
  assert.equal((await schedule()).storedAway?.name, names.at(-1));
  assert.equal((await openBucket({ ...s3, prefix: 'other/' }).list()).length, 1);
});

test('a bucket that cannot be reached is told with why, takes nothing from here, and has the copy when it is back', async () => {
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as AddressInfo;
  closed.close();
  const { ctx, clock, config, stored, schedule, s3 } = await storing(`http://127.0.0.1:${port}`);
  const { makeDue } = backupKeeper(ctx);
  await makeDue();
  const { failed, storedAway } = await schedule();
  assert.equal(failed, undefined);
  assert.match(storedAway?.failed?.reason ?? '', /^S3: GET .*ECONNREFUSED/);
  assert.equal((await listBackups(config)).length, 1);
  s3.endpoint = await openStorage();
  await makeDue(); // it is too soon
  assert.deepEqual(await stored(), []);
  clock.time += 60_000;
  await makeDue();
  assert.equal((await stored()).length, 1);
  assert.equal((await schedule()).storedAway?.failed, undefined);
});

test('what the storage refuses is told by its name', async () => {
  const { ctx, schedule, s3 } = await storing(await openStorage());
  s3.bucket = 'absent';
  await backupKeeper(ctx).makeDue();
  assert.match((await schedule()).storedAway?.failed?.reason ?? '', /404 NoSuchBucket/);
  const wrongKey = openBucket({ ...s3, bucket: 'copies', access_key: 'wrong' });
  await assert.rejects(wrongKey.list(), /403 InvalidAccessKeyId/);
});

test('the newest copy in the bucket, or one by its name, is restored on another machine', async () => {
  const endpoint = await openStorage();
  const { shop, ctx, clock, stored } = await storing(endpoint, { prefix: '' });
  const { makeDue } = backupKeeper(ctx);
  await makeDue();
  clock.time += 2 * HOUR;
  await shop.order();
  await makeDue();
  const folder = openFolder({
    config: `[backup]\nfolder = "copies"\n[backup.s3]\nendpoint = "${endpoint}"\nbucket = "copies"\naccess_key = "S3RVER"\nsecret_key = "S3RVER"\n`,
  });
  const newest = await folder.answer('restore', 's3:');
  assert.deepEqual([newest.orders, newest.from], [1, `s3:${(await stored())[1]}`]);
  rmSync(folder.path('raan.db'));
  assert.equal((await folder.answer('restore', `s3:${(await stored())[0]}`)).orders, 0);
  const { status, faults } = await folder.command('restore', 's3:raan-20200101-000000.db');
  assert.deepEqual([status, faults.length], [1, 1]);
  assert.match(faults[0] ?? '', /there is no backup raan-20200101-000000.db in the bucket copies/);
  assert.deepEqual(
    readdirSync(folder.place).filter((name) => /fetched|restoring/.test(name)),
    [],
  );
  assert.equal((await folder.command('config', 'check', '--json')).json.backup.s3.secret_key, '(set)');
});
