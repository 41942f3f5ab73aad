import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, test } from 'node:test';
import type { Context } from '../../src/context.ts';
import { openBucket } from '../../src/domain/backups/bucket.ts';
import { listBackups } from '../../src/domain/backups/folder.ts';
import { makeBackup } from '../../src/domain/backups/make.ts';
import { backupScheduler, type Schedule, scheduleOf } from '../../src/domain/backups/schedule.ts';
import { bucketFindings } from '../../src/domain/monitoring/doctor/backups.ts';
import { cancelOrder } from '../../src/domain/orders/close.ts';
import { byCommand } from '../../src/domain/orders/history.ts';
import { erasePerson } from '../../src/domain/privacy/erase.ts';
import { personOfOrder } from '../../src/domain/privacy/person.ts';
import { openFolder } from '../cli.ts';
import { ANY, appError, errorPattern, partialMessage } from '../errors.ts';
import { findingPattern, findingTexts } from '../findings.ts';
import { KEYS, openStorage } from '../storage.ts';
import { cafe, idOf, openShop, temporaryFolder } from '../support.ts';

const HOUR = 3_600_000;
const NOON = Date.parse('2026-11-21T12:00:00+07:00');

async function openStoringShop(endpoint: string, { keep = 7, prefix = 'shop/' } = {}) {
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

test('a backup is uploaded to the bucket after its local check, and the bucket keeps the newest', async () => {
  const { ctx, clock, config, stored, schedule, s3 } = await openStoringShop(await openStorage(), { keep: 2 });
  await openBucket({ ...s3, prefix: 'other/' }).put('raan-20200101-000000.db', import.meta.filename);
  await openBucket(s3).put('notes.txt', import.meta.filename);
  const { runDue } = backupScheduler(ctx);
  for (let i = 0; i < 3; i += 1) {
    await runDue();
    clock.time += 2 * HOUR;
  }
  const names = (await listBackups(config)).map(({ name }) => name);
  assert.deepEqual(await stored(), ['notes.txt', ...names.reverse()]);
  assert.equal((await schedule()).bucketUpload?.name, names.at(-1));
  assert.equal((await openBucket({ ...s3, prefix: 'other/' }).list()).length, 1);
});

test('an unreachable bucket is reported with the reason, deletes no local backup, and gets the backup when it is back', async () => {
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as AddressInfo;
  closed.close();
  const { ctx, clock, config, stored, schedule, s3 } = await openStoringShop(`http://127.0.0.1:${port}`);
  const reported: unknown[] = [];
  const record = (_: unknown, args: unknown) => reported.push(args);
  const { runDue } = backupScheduler({ ...ctx, log: { info: record, error: record } as unknown as Context['log'] });
  await runDue();
  const { failed, bucketUpload } = await schedule();
  assert.equal(failed, undefined);
  assert.equal(bucketUpload?.failed?.reason.key, 's3_unreachable');
  assert.deepEqual(reported, ['backup created', 'backup upload failed']);
  assert.equal((await listBackups(config)).length, 1);
  s3.endpoint = await openStorage();
  await runDue(); // not due yet
  assert.deepEqual(await stored(), []);
  clock.time += 60_000;
  await runDue();
  assert.equal((await stored()).length, 1);
  assert.equal((await schedule()).bucketUpload?.failed, undefined);
});

test('an error of the storage is reported with its code', async () => {
  const { ctx, schedule, s3 } = await openStoringShop(await openStorage());
  s3.bucket = 'absent';
  await backupScheduler(ctx).runDue();
  assert.equal((await schedule()).bucketUpload?.failed?.reason.key, 's3_bucket_missing');
  const wrongKey = openBucket({ ...s3, bucket: 'copies', access_key: 'wrong' });
  await assert.rejects(wrongKey.list(), appError({ key: 's3_access_key_unknown' }));
  const wrongSecret = openBucket({ ...s3, bucket: 'copies', secret_key: 'wrong' });
  await assert.rejects(wrongSecret.list(), appError({ key: 's3_secret_key_wrong' }));
  await assert.rejects(wrongSecret.put('copy', import.meta.filename), appError({ key: 's3_secret_key_wrong' }));
});

test('raan doctor reports problems of the backups in the bucket', async () => {
  const { ctx, clock, s3, stored } = await openStoringShop(await openStorage());
  const look = async (timeout?: number) => {
    const { newest, findings } = await bucketFindings(ctx, timeout);
    return { newest: newest?.name, reported: findingTexts(findings) };
  };
  const overdue = (age: number) => findingPattern(partialMessage('bucket_backup_overdue', { bucket: 'copies', age }));
  assert.match((await look()).reported, findingPattern(partialMessage('s3_has_no_backup', { bucket: 'copies' })));
  const { runDue } = backupScheduler(ctx);
  await runDue();
  assert.deepEqual(await look(), { newest: (await stored())[0], reported: '' });
  clock.time += 2 * HOUR;
  await makeBackup(ctx, clock.time);
  clock.time += HOUR + 1;
  assert.match((await look()).reported, overdue(3 * HOUR));
  await runDue();
  assert.equal((await look()).reported, '');
  clock.time += 4 * HOUR;
  assert.match((await look()).reported, overdue(5 * HOUR));
  s3.bucket = 'absent';
  const missing = partialMessage('s3_bucket_missing', { request: `GET ${ANY}`, answer: '404 NoSuchBucket' });
  assert.match((await look()).reported, findingPattern(missing, partialMessage('check_s3_settings')));
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  after(() => silent.close());
  await once(silent, 'listening');
  s3.endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  assert.match((await look(50)).reported, findingPattern(partialMessage('s3_timed_out')));
  silent.closeAllConnections();
});

test('missing keys stop serve, doctor and a restore from the bucket, but no other command', async () => {
  const config = '[backup]\nfolder = "copies"\n[backup.s3]\nendpoint = "http://127.0.0.1:9"\nbucket = "copies"\n';
  const folder = openFolder({ config });
  await folder.load({ stores: [cafe()] });
  await folder.runCommandJson('store', 'list');
  const command = 'set -a; . /etc/raan/environment; set +a';
  const missing = errorPattern('s3_keys_missing', { command });
  const unchecked = findingPattern(
    partialMessage('bucket_keys_unknown'),
    partialMessage('set_bucket_keys', { command }),
  );
  for (const args of [['serve'], ['restore', 's3:'], ['doctor']]) {
    const { status, errorLines } = await folder.runCommand(...args);
    assert.equal(status, 1);
    assert.match(errorLines.join('\n'), args[0] === 'doctor' ? unchecked : missing);
  }
});

test('raan doctor does not open the bucket if only the server has its keys', async () => {
  const { ctx, s3 } = await openStoringShop('http://127.0.0.1:9');
  s3.secret_key = '';
  assert.deepEqual(await bucketFindings({ ...ctx, isServed: () => true }), { findings: [] });
  const { findings } = await bucketFindings({ ...ctx, isServed: () => false });
  assert.match(
    findingTexts(findings),
    findingPattern(partialMessage('bucket_keys_unknown'), partialMessage('set_bucket_keys')),
  );
});

test('the newest backup in the bucket, or one by its name, can be restored on another machine', async () => {
  const endpoint = await openStorage();
  const { shop, ctx, clock, stored } = await openStoringShop(endpoint, { prefix: '' });
  const { runDue } = backupScheduler(ctx);
  await runDue();
  clock.time += 2 * HOUR;
  await shop.order();
  await runDue();
  const folder = openFolder({
    config: `[backup]\nfolder = "copies"\n[backup.s3]\nendpoint = "${endpoint}"\nbucket = "copies"\naccess_key = "${KEYS.access_key}"\nsecret_key = "${KEYS.secret_key}"\n`,
  });
  const newest = await folder.runCommandJson('restore', 's3:');
  assert.deepEqual([newest.orders, newest.from], [1, `s3:${(await stored())[1]}`]);
  rmSync(folder.path('raan.db'));
  assert.equal((await folder.runCommandJson('restore', `s3:${(await stored())[0]}`)).orders, 0);
  const { status, errorLines } = await folder.runCommand('restore', 's3:raan-20200101-000000.db');
  assert.deepEqual([status, errorLines.length], [1, 1]);
  assert.match(
    errorLines[0] ?? '',
    errorPattern('s3_backup_not_found', { name: 'raan-20200101-000000.db', bucket: 'copies' }),
  );
  assert.deepEqual(
    readdirSync(folder.root).filter((name) => /fetched|restoring/.test(name)),
    [],
  );
  assert.equal((await folder.runCommand('config', 'check', '--json')).json.backup.s3.secret_key, '(set)');
});

test('the list of erased ids is in the bucket, and a restore on another machine applies it', async () => {
  const { shop, ctx, stored, s3 } = await openStoringShop(await openStorage());
  const { body } = await shop.order({ recipient_address: { name: 'สมหญิง รักสงบ', telephone: '0819991234' } });
  const id = idOf(body.order.id);
  await ctx.write((tx) => cancelOrder(tx, id, 'buyer', byCommand(ctx.now())));
  const { runDue } = backupScheduler(ctx);
  await runDue();
  await erasePerson(ctx, idOf(shop.ids.id), personOfOrder(ctx.db, id));
  await runDue();
  assert.ok((await stored()).includes('erased-ids.jsonl'));

  const { endpoint, bucket, prefix } = s3;
  const settings = Object.entries({ endpoint, bucket, prefix, ...KEYS }).map(([key, value]) => `${key} = '${value}'`);
  const folder = openFolder({ config: `[backup]\nfolder = 'copies'\n[backup.s3]\n${settings.join('\n')}\n` });
  await folder.runCommandJson('restore', 's3:');
  const { customers } = await folder.runCommandJson('customer', 'find', '0819991234');
  assert.deepEqual(customers, []);
});
