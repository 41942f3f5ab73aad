import assert from 'node:assert/strict';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { readConfig } from '../../src/config.ts';
import { acquireServingLock } from '../../src/db/lock.ts';
import { restoreBackup } from '../../src/domain/backups/restore.ts';
import { makePrivateDirectory } from '../../src/lib/private-directory.ts';
import { openFolder, UNPRIVILEGED } from '../cli.ts';
import { ensureDatabase } from '../empty-database.ts';
import { operatorError } from '../errors.ts';
import { temporaryFolder } from '../support.ts';

// Commands that root runs in the folder of the service account. Files of the account must not give it more rights.

const NOW = Date.parse('2026-11-21T15:47:30Z');
const KEPT = 'raan-before-restore-20261121-224730.db';
const skip = UNPRIVILEGED === undefined && 'only root can switch users';

const giveToAccount = (file: string) => chownSync(file, UNPRIVILEGED as number, UNPRIVILEGED as number);

/** A folder owned by the system user `nobody`, with a database and a copy of it to restore. */
function openForeignFolder() {
  const folder = temporaryFolder();
  const database = path.join(folder, 'raan.db');
  const copy = path.join(temporaryFolder(), 'copy.db');
  for (const file of [database, copy]) ensureDatabase(file);
  if (UNPRIVILEGED !== undefined) for (const file of [folder, database]) giveToAccount(file);
  return { folder, database, copy, config: { ...readConfig('/dev/null'), database } };
}

suite('in a folder of another account', () => {
  test('the lock of a server follows no link, and a file of another account is not locked', () => {
    const { database, copy } = openForeignFolder();
    const target = path.join(temporaryFolder(), 'planted');
    symlinkSync(target, `${database}-serving`);
    const isNotPlain = (file: string) =>
      operatorError({ key: 'lock_file_not_plain', params: { file: `${file}-serving` } });
    assert.throws(() => acquireServingLock(database, {}), isNotPlain(database));
    assert.equal(existsSync(target), false);
    const other = openForeignFolder().database;
    symlinkSync(copy, `${other}-serving`);
    assert.throws(() => acquireServingLock(other, {}), isNotPlain(other));
  });

  test('files that root creates are given to the owner of the folder by file descriptor: the lock and the restored database', {
    skip,
  }, async () => {
    const { database, copy, config } = openForeignFolder();
    const { kept } = await restoreBackup(config, copy, NOW);
    for (const file of [database, `${database}-serving`, kept as string]) {
      const { uid, mode } = lstatSync(file);
      assert.deepEqual([uid, mode & 0o777], [UNPRIVILEGED, 0o600], file);
    }
  });

  test('a previous database of root stays owned by root', { skip }, async () => {
    const { database, copy, config } = openForeignFolder();
    for (const content of [undefined, 'beyond reading'.repeat(500)]) {
      chownSync(database, 0, 0);
      if (content !== undefined) writeFileSync(database, content);
      const { kept } = await restoreBackup(config, copy, NOW + (content === undefined ? 0 : 1_000));
      assert.equal(statSync(kept as string).uid, 0);
      assert.equal(statSync(database).uid, UNPRIVILEGED);
    }
  });

  test('the previous database is not kept behind a link, but under the next free name', async () => {
    const { folder, database, copy, config } = openForeignFolder();
    const target = path.join(temporaryFolder(), 'planted');
    symlinkSync(target, path.join(folder, KEPT));
    for (const content of [undefined, '* * * * * root evil\n'.repeat(100)]) {
      if (content !== undefined) writeFileSync(database, content);
      const { kept } = await restoreBackup(config, copy, NOW);
      assert.equal(kept, path.join(folder, KEPT.replace('.db', content === undefined ? '-2.db' : '-3.db')));
      assert.equal(existsSync(target), false);
    }
  });

  test('a write-ahead log that is a link is not followed, because it may lead to a file that only root can read', async () => {
    const { folder, database, copy, config } = openForeignFolder();
    writeFileSync(database, 'beyond reading'.repeat(500));
    symlinkSync(copy, `${database}-wal`);
    await assert.rejects(
      restoreBackup(config, copy, NOW),
      operatorError({ key: 'database_not_replaceable', params: { file: database } }),
    );
    assert.equal(readdirSync(folder).includes(`${KEPT}-wal`), false);
  });

  test('partial files of a killed restore cannot be restored, and the next restore deletes them', async () => {
    const { folder, database, copy, config } = openForeignFolder();
    const partialFiles = ['fetched', 'decrypted', 'restoring', 'keeping'].map((end) => `${database}.${end}`);
    for (const file of partialFiles) for (const end of ['', '-journal']) writeFileSync(file + end, 'half');
    for (const file of partialFiles.slice(0, 3))
      await assert.rejects(
        restoreBackup(config, file, NOW),
        operatorError({ key: 'backup_is_left_over', params: { file } }),
      );
    await restoreBackup(config, copy, NOW);
    assert.deepEqual(readdirSync(folder).sort(), ['raan.db', KEPT, 'raan.db-serving'].sort());
    assert.equal(
      new Sqlite(path.join(folder, KEPT), { readonly: true }).pragma('integrity_check', { simple: true }),
      'ok',
    );
  });
});

suite('native code is unpacked', () => {
  test('into a folder of the current user, which is reused', () => {
    const place = temporaryFolder();
    const folder = makePrivateDirectory(place);
    assert.equal(path.dirname(folder), place);
    assert.equal(statSync(folder).mode & 0o777, 0o700);
    assert.equal(makePrivateDirectory(place), folder);
  });

  test('never where other accounts could replace the folder', () => {
    const place = temporaryFolder();
    chmodSync(place, 0o777);
    const isWritable = operatorError({ key: 'folder_writable_by_others', params: { folder: place } });
    assert.throws(() => makePrivateDirectory(place), isWritable);
    const below = path.join(place, 'below');
    mkdirSync(below);
    assert.throws(() => makePrivateDirectory(below), isWritable);
    chmodSync(place, 0o1777);
    makePrivateDirectory(place);
    makePrivateDirectory(below);
  });

  test('never below a folder of another account, whatever its mode', { skip }, () => {
    const place = temporaryFolder();
    const below = path.join(place, 'below');
    mkdirSync(below);
    giveToAccount(place);
    for (const mode of [0o700, 0o1777])
      for (const folder of [place, below]) {
        chmodSync(place, mode);
        assert.throws(
          () => makePrivateDirectory(folder),
          operatorError({ key: 'folder_of_another_user', params: { folder: place } }),
        );
      }
    assert.deepEqual(readdirSync(place), ['below']);
  });

  test('never into a folder or link that another account has created', { skip }, () => {
    const name = path.basename(makePrivateDirectory(temporaryFolder()));
    const place = temporaryFolder();
    chmodSync(place, 0o1777);
    mkdirSync(path.join(place, name));
    giveToAccount(path.join(place, name));
    const isNotPrivate = (parent: string) =>
      operatorError({ key: 'folder_not_private', params: { folder: path.join(parent, name) } });
    assert.throws(() => makePrivateDirectory(place), isNotPrivate(place));
    const other = temporaryFolder();
    symlinkSync(temporaryFolder(), path.join(other, name));
    assert.throws(() => makePrivateDirectory(other), isNotPrivate(other));
  });

  test('by root into the temporary folder if the folder of the database belongs to the service account', {
    skip,
  }, async () => {
    const temporary = openFolder();
    const folder = openFolder({ env: { TMPDIR: temporary.root } });
    giveToAccount(folder.root);
    await folder.spawnCommandJson('init');
    const own = (place: string) => readdirSync(place).filter((name) => name.startsWith('.raan-'));
    assert.deepEqual([own(folder.root), own(temporary.root)], [[], ['.raan-0']]);
  });
});
