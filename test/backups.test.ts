import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import type { Context } from '../src/context.ts';
import { problemsOfCopy } from '../src/db/verify-copy.ts';
import { backupFile, listBackups } from '../src/domain/backups/folder.ts';
import { makeBackup } from '../src/domain/backups/make.ts';
import { newestBackup } from '../src/domain/backups/schedule.ts';
import { temporaryCopy } from '../src/domain/backups/temporary-copy.ts';
import type { Message } from '../src/lib/messages/catalogue.ts';
import { message } from '../src/lib/messages/message.ts';
import { describe } from '../src/lib/messages/messages.ts';
import { assertDatabaseValid } from './database-steps.ts';
import { appError } from './errors.ts';
import { memoryLog } from './memory-log.ts';
import { openTestDatabase, rowCount } from './sql.ts';
import { openShop, type Shop, temporaryFolder } from './support.ts';

const NOW = Date.parse('2026-11-21T15:47:30.500Z'); // 22:47:30 in Bangkok

/** The shop's context with its own backup folder, which does not exist yet. */
function withFolder(shop: Shop): Context & { folder: string } {
  const folder = path.join(temporaryFolder(), 'copies');
  const config = { ...shop.config, backup: { ...shop.config.backup, folder } };
  return { ...shop.ctx, config, folder };
}

test('a backup is a valid database in one file, readable only by its owner and named by Bangkok time', async () => {
  const shop = await openShop();
  await shop.order();
  const ctx = withFolder(shop);
  const made = await makeBackup(ctx, NOW);
  assert.equal(made.name, 'raan-20261121-224730.db');
  assert.equal(made.time, NOW - 500);
  assert.deepEqual(readdirSync(ctx.folder), [made.name]);
  const file = path.join(ctx.folder, made.name);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.equal(statSync(file).size, made.size);
  const db = openTestDatabase(file);
  assertDatabaseValid(db);
  assert.equal(rowCount(db, 'orders'), 1);
  db.close();
});

test('orders are accepted during a backup, and the backup contains only complete rows', async () => {
  const shop = await openShop();
  const ctx = withFolder(shop);
  const [made, ...orders] = await Promise.all([makeBackup(ctx, NOW), shop.order(), shop.order(), shop.order()]);
  assert.deepEqual(
    orders.map(({ status }) => status),
    [200, 200, 200],
  );
  const db = openTestDatabase(path.join(ctx.folder, made.name));
  assertDatabaseValid(db);
  db.close();
});

test('backups are listed newest first, without other files', async () => {
  const ctx = withFolder(await openShop());
  assert.deepEqual(await listBackups(ctx.config), []);
  for (const later of [0, 3_600_000, 1_000]) await makeBackup(ctx, NOW + later);
  for (const name of ['notes.txt', 'raan-1.db', 'raan-20261121-224730.db.part'])
    writeFileSync(path.join(ctx.folder, name), '');
  assert.deepEqual(
    (await listBackups(ctx.config)).map(({ name }) => name),
    ['raan-20261121-234730.db', 'raan-20261121-224731.db', 'raan-20261121-224730.db'],
  );
});

test('a backup never overwrites another one', async () => {
  const ctx = withFolder(await openShop());
  const { size } = await makeBackup(ctx, NOW);
  await assert.rejects(makeBackup(ctx, NOW), appError({ code: 'invalid_request', key: 'backup_already_made' }));
  const duplicates = await Promise.allSettled([makeBackup(ctx, NOW + 5_000), makeBackup(ctx, NOW + 5_000)]);
  assert.deepEqual(duplicates.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  assert.equal((await backupFile(ctx.config, 'raan-20261121-224730.db')).size, size);
});

test('partial files left by a crash are deleted after an hour', async () => {
  const ctx = withFolder(await openShop());
  await makeBackup(ctx, NOW);
  const half = path.join(ctx.folder, 'raan-20261121-200000.db.part');
  writeFileSync(half, 'half');
  utimesSync(half, NOW / 1_000, NOW / 1_000);
  await makeBackup(ctx, NOW + 3_600_000);
  assert.ok(readdirSync(ctx.folder).includes(path.basename(half)));
  await makeBackup(ctx, NOW + 3_602_000);
  assert.ok(!readdirSync(ctx.folder).includes(path.basename(half)));
});

test('unreadable and foreign entries of the folder stop no backup, and only a newer unreadable backup is reported', async () => {
  const ctx = withFolder(await openShop());
  mkdirSync(ctx.folder);
  const inFolder = (name: string) => path.join(ctx.folder, name);
  const circles = ['raan-20261121-200000.db', 'raan-20261121-200001.db.part', 'raan-20261121-224731.db']; // root, who runs these tests, is never denied
  for (const name of circles) symlinkSync(inFolder(name), inFolder(name));
  const folders = ['raan-20261121-200002.db', 'raan-20261121-200003.db.part', 'lost+found'];
  for (const name of folders) mkdirSync(inFolder(name));
  utimesSync(inFolder('raan-20261121-200003.db.part'), 0, 0); // looks abandoned
  const made = await makeBackup(ctx, NOW);
  assert.deepEqual(await listBackups(ctx.config), [made]);
  assert.deepEqual(readdirSync(ctx.folder).sort(), [...circles, ...folders, made.name].sort());
  const problem = message('backup_unreadable', { why: 'ELOOP' });
  assert.deepEqual(await newestBackup(ctx.config, NOW + 1_000), {
    backup: made,
    damaged: [{ name: 'raan-20261121-224731.db', problem }],
  });
});

test('a surplus backup that cannot be deleted is logged and stops no backup', async (t) => {
  const { log, lines } = memoryLog();
  const shop = withFolder(await openShop({ log }));
  const ctx = { ...shop, config: { ...shop.config, backup: { ...shop.config.backup, keep: 1 } } };
  const old = await makeBackup(ctx, NOW);
  const file = path.join(ctx.folder, old.name);
  if (spawnSync('chattr', ['+i', file]).status !== 0) return t.skip('this file system has no immutable files');
  try {
    const made = await makeBackup(ctx, NOW + 1_000);
    assert.deepEqual(await listBackups(ctx.config), [made, old]);
  } finally {
    spawnSync('chattr', ['-i', file]);
  }
  assert.deepEqual(
    lines.map(({ msg, backup }) => [msg, backup]),
    [['old backup not deleted', old.name]],
  );
  await makeBackup(ctx, NOW + 2_000);
  assert.equal((await listBackups(ctx.config)).length, 1);
});

test('a damaged backup is detected', async () => {
  const ctx = withFolder(await openShop());
  const { name } = await makeBackup(ctx, NOW);
  const file = path.join(ctx.folder, name);
  assert.deepEqual(await problemsOfCopy(file), []);
  const text = path.join(ctx.folder, 'text');
  writeFileSync(text, 'not a database, and long enough to be read as the header of one'.repeat(20));
  assert.match(describe((await problemsOfCopy(text))[0] as Message), /not a database/); // the message of SQLite
});

test('without a backup folder nothing is written, and the error names the setting', async () => {
  const { ctx } = await openShop();
  await assert.rejects(makeBackup(ctx, NOW), appError({ code: 'invalid_request', key: 'backup_folder_not_set' }));
});

test('only a listed backup can be downloaded', async () => {
  const ctx = withFolder(await openShop());
  await makeBackup(ctx, NOW);
  for (const name of ['../shop.db', '/etc/passwd', 'raan-20261121-224731.db', ''])
    await assert.rejects(backupFile(ctx.config, name), { code: 'not_found' });
});

test('a temporary copy is valid, readable only by its owner, and leaves no file even if the download is aborted', async () => {
  const shop = await openShop();
  await shop.order();
  const folder = path.dirname(shop.ctx.db.file);
  const before = readdirSync(folder);
  const { name, size, handle } = await temporaryCopy(shop.ctx, NOW);
  assert.equal(name, 'raan-20261121-224730.db');
  assert.deepEqual(readdirSync(folder), before);
  assert.equal((await handle.stat()).mode & 0o777, 0o600);
  const file = path.join(temporaryFolder(), name);
  writeFileSync(file, await handle.readFile());
  await handle.close();
  assert.equal(statSync(file).size, size);
  assert.deepEqual(await problemsOfCopy(file), []);
  const broken = await temporaryCopy(shop.ctx, NOW);
  const stream = broken.handle.createReadStream();
  stream.once('data', () => stream.destroy());
  await new Promise<void>((resolve) => stream.once('close', () => resolve()));
  assert.deepEqual(readdirSync(folder), before);
});
