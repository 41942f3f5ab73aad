import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, truncateSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Context } from '../../src/context.ts';
import { openBucket } from '../../src/domain/backups/bucket.ts';
import { listBackups } from '../../src/domain/backups/folder.ts';
import { makeBackup } from '../../src/domain/backups/make.ts';
import { backupScheduler, newestBackup, scheduleOf } from '../../src/domain/backups/schedule.ts';
import { backupFindings } from '../../src/domain/monitoring/doctor/backups.ts';
import { cancelOrder } from '../../src/domain/orders/close.ts';
import { byCommand } from '../../src/domain/orders/history.ts';
import { erasePerson } from '../../src/domain/privacy/erase.ts';
import { personOfOrder } from '../../src/domain/privacy/person.ts';
import { newKeyPair } from '../age.ts';
import { openFolder } from '../cli.ts';
import { errorPattern, partialMessage } from '../errors.ts';
import { findingPattern, findingTexts } from '../findings.ts';
import { KEYS, openStorage } from '../storage.ts';
import { idOf, openShop, type Shop, temporaryFolder } from '../support.ts';

const HOUR = 3_600_000;
const NOON = Date.parse('2026-11-21T12:00:00+07:00');
const CUSTOMER = { name: 'สมหญิง รักสงบ', telephone: '0819991234' };

/** A shop with an order, whose backups are encrypted. */
async function openEncryptingShop({ keep = 7, endpoint = '' } = {}) {
  const shop = await openShop();
  const { body } = await shop.order({ recipient_address: CUSTOMER });
  const clock = { time: NOON };
  const keys = await newKeyPair();
  const folder = path.join(temporaryFolder(), 'copies');
  const s3 = { ...shop.config.backup.s3, ...KEYS, endpoint, bucket: 'copies' };
  const backup = { ...shop.config.backup, folder, every: '2h', keep, s3, age_recipients: [keys.recipient] };
  const config = { ...shop.config, backup };
  const log = shop.ctx.log.child({}, { level: 'silent' });
  const ctx: Context = { ...shop.ctx, config, now: () => clock.time, log };
  return { shop, ctx, config, folder, clock, keys, orderId: idOf(body.order.id) };
}

/** Asserts that no file of the folder contains the customer or the header of a database. */
function assertUnreadable(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(folder, name);
    if (!statSync(file).isFile()) continue;
    const bytes = readFileSync(file);
    for (const text of [CUSTOMER.name, CUSTOMER.telephone, 'SQLite format 3'])
      assert.equal(bytes.includes(text), false, `${name} contains ${text}`);
  }
}

const unfinishedCopies = (shop: Shop) =>
  readdirSync(path.dirname(shop.config.database)).filter((name) => name.startsWith('raan-'));

test('an encrypted backup is private, has a name of its own and contains no plaintext', async () => {
  const { shop, ctx, folder } = await openEncryptingShop();
  const { name, size } = await makeBackup(ctx, NOON);
  assert.equal(name, 'raan-20261121-120000.db.age');
  assert.deepEqual(readdirSync(folder), [name]);
  assert.equal(statSync(path.join(folder, name)).mode & 0o777, 0o600);
  assert.equal(statSync(path.join(folder, name)).size, size);
  assertUnreadable(folder);
  assert.deepEqual(unfinishedCopies(shop), []);
});

test('the plaintext copy is made next to the database, never in the backup folder', async () => {
  const { shop, ctx, folder } = await openEncryptingShop();
  let copied = '';
  const copyDatabase: Context['copyDatabase'] = async (file, signal) => {
    copied = file;
    const counts = await shop.ctx.copyDatabase(file, signal);
    assertUnreadable(folder);
    return counts;
  };
  await makeBackup({ ...ctx, copyDatabase }, NOON);
  assert.equal(path.dirname(copied), path.dirname(shop.config.database));
});

test('a failed backup leaves neither plaintext nor an encrypted file', async () => {
  const { shop, ctx, folder } = await openEncryptingShop();
  const copyDatabase: Context['copyDatabase'] = async (file) => ({ ...(await shop.ctx.copyDatabase(file)), orders: 9 });
  await assert.rejects(makeBackup({ ...ctx, copyDatabase }, NOON), { key: 'backup_damaged' });
  const abort = new AbortController();
  const abortAfterCopy: Context['copyDatabase'] = async (file, signal) => {
    const counts = await shop.ctx.copyDatabase(file, signal);
    queueMicrotask(() => abort.abort());
    return counts;
  };
  await assert.rejects(makeBackup({ ...ctx, copyDatabase: abortAfterCopy }, NOON, abort.signal));
  assert.deepEqual([readdirSync(folder), unfinishedCopies(shop)], [[], []]);
});

test('old backups are deleted, whether they are encrypted or not', async () => {
  const { ctx, config, clock } = await openEncryptingShop({ keep: 2 });
  const clear = { ...ctx, config: { ...config, backup: { ...config.backup, age_recipients: [] } } };
  await makeBackup(clear, clock.time);
  for (const later of [1, 2, 3]) await makeBackup(ctx, clock.time + later * HOUR);
  assert.deepEqual(
    (await listBackups(config)).map(({ name }) => name),
    ['raan-20261121-150000.db.age', 'raan-20261121-140000.db.age'],
  );
});

test('the bucket gets encrypted copies only, although the newest backup in the folder is not encrypted', async () => {
  const directory = temporaryFolder();
  const { ctx, config, clock } = await openEncryptingShop({ endpoint: await openStorage(directory) });
  await makeBackup({ ...ctx, config: { ...config, backup: { ...config.backup, age_recipients: [] } } }, clock.time);
  clock.time += 1_000;
  assert.equal((await scheduleOf(ctx))?.next, 0);
  await backupScheduler(ctx).runDue();
  const stored = await openBucket(config.backup.s3).list();
  assert.deepEqual(
    stored.map(({ name }) => name),
    ['raan-20261121-120001.db.age'],
  );
  assertUnreadable(directory);
  assert.equal((await scheduleOf(ctx))?.next, Date.parse('2026-11-21T14:00:01+07:00'));
});

test('an encrypted copy in the bucket is restored on another machine, and the list of erased ids is applied', async () => {
  const { shop, ctx, config, keys, orderId } = await openEncryptingShop({ endpoint: await openStorage() });
  await ctx.write((tx) => cancelOrder(tx, orderId, 'buyer', byCommand(ctx.now())));
  const { runDue } = backupScheduler(ctx);
  await runDue();
  await erasePerson(ctx, idOf(shop.ids.id), personOfOrder(ctx.db, orderId));
  await runDue();
  const { endpoint, bucket } = config.backup.s3;
  const settings = Object.entries({ endpoint, bucket, ...KEYS }).map(([key, value]) => `${key} = '${value}'`);
  const folder = openFolder({ config: `[backup]\nfolder = 'copies'\n[backup.s3]\n${settings.join('\n')}\n` });
  const without = await folder.runCommand('restore', 's3:');
  assert.match(without.stderr, errorPattern('backup_needs_identity', { file: 's3:raan-20261121-120000.db.age' }));
  assert.deepEqual(
    readdirSync(folder.root).filter((name) => /\.db$|fetched|decrypted|restoring/.test(name)),
    [],
  );
  const { orders } = await folder.runCommandJson('restore', 's3:', '--identity', keys.file);
  assert.equal(orders, 1);
  assert.deepEqual((await folder.runCommandJson('customer', 'find', CUSTOMER.telephone)).customers, []);
  assert.deepEqual(
    readdirSync(folder.root).filter((name) => /fetched|decrypted|restoring/.test(name)),
    [],
  );
});

test('an encrypted backup that is cut off or not encrypted is reported and does not count', async () => {
  const { ctx, config, clock, folder } = await openEncryptingShop();
  const { name, size } = await makeBackup(ctx, NOON);
  const file = path.join(folder, name);
  assert.equal((await newestBackup(config, clock.time)).backup?.name, name);
  for (const length of [size - 1, 8 * 65_536, 65_536, 300, 100, 10]) {
    truncateSync(file, length);
    const { backup, damaged } = await newestBackup(config, clock.time);
    assert.deepEqual(
      [backup, damaged[0]?.problem.key],
      [undefined, length > 10 ? 'backup_cut_off' : 'backup_not_encrypted'],
    );
  }
  const notEncrypted = partialMessage('backup_cannot_be_restored', {
    problem: partialMessage('backup_not_encrypted'),
    more: 0,
  });
  assert.match(findingTexts(await backupFindings(ctx)), findingPattern(notEncrypted));
});

const SCRIPT = path.join(import.meta.dirname, '..', 'backup-process.ts');

function run(...args: string[]): ChildProcess {
  const child = spawn(process.execPath, [...process.execArgv, SCRIPT, ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  after(() => child.kill('SIGKILL'));
  return child;
}

test('a process killed while it encrypts leaves no file that looks like a backup, and no plaintext', async () => {
  const { shop, config, folder } = await openEncryptingShop();
  shop.ctx.connection.exec('CREATE TABLE ballast (bytes BLOB); INSERT INTO ballast VALUES (zeroblob(20000000))');
  await shop.stop();
  const child = run('backup', JSON.stringify(config));
  const ended = once(child, 'exit');
  const partial = path.join(folder, 'raan-20261121-224730.db.age.part');
  while ((statSync(partial, { throwIfNoEntry: false })?.size ?? 0) < 1_000_000) await setImmediate();
  child.kill('SIGKILL');
  await ended;
  assert.deepEqual([readdirSync(folder), await listBackups(config)], [[path.basename(partial)], []]);
  assert.deepEqual(unfinishedCopies(shop), []);
  assertUnreadable(folder);
  const hoursAgo = Date.parse('2026-11-21T13:00:00Z') / 1_000;
  utimesSync(partial, hoursAgo, hoursAgo);
  const next = run('backup', JSON.stringify(config));
  await once(next, 'exit');
  assert.deepEqual(readdirSync(folder), ['raan-20261121-224730.db.age']);
});
