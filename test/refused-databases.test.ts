import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { SCHEMA_VERSION } from '../src/db/migrate.ts';
import { openDatabase } from '../src/db/open.ts';
import type { MessageKey } from '../src/lib/messages/messages.ts';
import { makeDatabase, newFile } from './database-steps.ts';
import { operatorError } from './errors.ts';
import { openTestDatabase } from './sql.ts';
import { temporaryFolder } from './support.ts';

const SRC = path.join(import.meta.dirname, '..', 'src');

/** Asserts that opening `file` fails with one problem that names the file, and does not change it. */
function assertRefused(file: string, key: MessageKey): void {
  const before = readFileSync(file);
  assert.throws(() => openDatabase(file, { create: true }), operatorError({ key, params: { file } }));
  assert.deepEqual(readFileSync(file), before, 'the file is untouched');
  assert.equal(existsSync(`${file}-wal`), false);
}

test('a database of a newer schema is refused and not changed', () => {
  const file = newFile();
  makeDatabase(file);
  const sqlite = new Sqlite(file);
  sqlite.pragma(`user_version = ${SCHEMA_VERSION + 1}`);
  sqlite.close();
  assertRefused(file, 'database_of_newer_raan');
});

test('a database of a development build is refused and not changed, with the advice to dump and load', () => {
  for (const version of [1, 25, 99]) {
    const file = newFile();
    makeDatabase(file);
    const sqlite = new Sqlite(file);
    sqlite.pragma(`user_version = ${version}`);
    sqlite.close();
    assertRefused(file, 'database_of_development_build');
  }
});

test('a SQLite database of another program is refused and not changed, not even its journal mode', () => {
  for (const user_version of [0, SCHEMA_VERSION, SCHEMA_VERSION + 1]) {
    const file = newFile('other.db');
    const sqlite = new Sqlite(file);
    sqlite.exec(`CREATE TABLE theirs (text TEXT); PRAGMA user_version = ${user_version}`);
    sqlite.close();
    assertRefused(file, 'database_of_another_program');
  }
});

test('a file that is not a database is refused and not changed', () => {
  const file = newFile('notes.txt');
  writeFileSync(file, 'milk, coffee, sugar\n'.repeat(100));
  assertRefused(file, 'database_not_sqlite');
});

test('a truncated database is refused as damaged', () => {
  const file = newFile();
  makeDatabase(file);
  truncateSync(file, 5_000);
  const why = 'database disk image is malformed (SQLITE_CORRUPT)';
  assert.throws(
    () => openDatabase(file, { create: true }),
    operatorError({ key: 'database_damaged', params: { file, why } }),
  );
});

test('a folder with the name of the database is refused', () => {
  const file = newFile();
  mkdirSync(file);
  assert.throws(
    () => openDatabase(file, { create: true }),
    operatorError({ key: 'database_not_a_file', params: { file } }),
  );
});

test('a missing folder is named in the error', () => {
  const file = path.join(temporaryFolder(), 'nowhere', 'shop.db');
  assert.throws(
    () => openDatabase(file, { create: true }),
    operatorError({ key: 'database_folder_missing', params: { folder: path.dirname(file) } }),
  );
});

test('a missing database is refused and not created without permission', () => {
  const file = newFile();
  assert.throws(
    () => openDatabase(file, { create: false }),
    operatorError({ key: 'database_missing', params: { file } }),
  );
  assert.equal(existsSync(file), false);
});

test('a symbolic link to a database is followed', () => {
  const file = newFile();
  makeDatabase(file);
  const link = newFile('link.db');
  symlinkSync(file, link);
  openTestDatabase(link).close();
});

/**
 * Opens the database as an unprivileged user and returns the error. If the tests run as root, a child process with user
 * 65534 does it, because root may write every file.
 */
function openAsNobody(file: string, then = ''): string {
  const script = `
    if (process.getuid() === 0) { process.setgid(65534); process.setuid(65534); }
    const { openDatabase } = await import('${path.join(SRC, 'db/open.ts')}');
    const { acquireServingLock } = await import('${path.join(SRC, 'db/lock.ts')}');
    try {
      const { options } = openDatabase(process.argv[1], { create: true });
      ${then}
      console.log('opened');
    } catch (error) { console.log(JSON.stringify(error.problems.map(({ key, params }) => [key, params.file]))); }`;
  return execFileSync(process.execPath, ['--input-type=module', '-e', script, file], { encoding: 'utf8' }).trim();
}

/** A readable folder inside a temporary folder. */
function openFolder(mode: number): string {
  const parent = temporaryFolder();
  chmodSync(parent, 0o755);
  const folder = path.join(parent, 'data');
  mkdirSync(folder);
  chmodSync(folder, mode);
  return folder;
}

test('a read-only folder is named in the error', () => {
  const folder = openFolder(0o555);
  const output = openAsNobody(path.join(folder, 'shop.db'));
  assert.equal(output, JSON.stringify([['database_not_writable', folder]]));
});

test('a read-only database is named in the error', () => {
  const file = path.join(openFolder(0o777), 'shop.db');
  makeDatabase(file);
  chmodSync(file, 0o444);
  const output = openAsNobody(file);
  assert.equal(output, JSON.stringify([['database_not_writable', file]]));
});

test('a read-only lock file is refused, because it cannot be locked', () => {
  const file = path.join(openFolder(0o777), 'shop.db');
  makeDatabase(file);
  chmodSync(file, 0o666);
  writeFileSync(`${file}-serving`, '');
  chmodSync(`${file}-serving`, 0o444);
  const output = openAsNobody(file, 'acquireServingLock(process.argv[1], options);');
  assert.equal(output, JSON.stringify([['database_cannot_be_locked', `${file}-serving`]]));
});
