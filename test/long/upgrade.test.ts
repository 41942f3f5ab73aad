import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import Sqlite from 'better-sqlite3';
import '../next-release.ts';
import { type ExpectedError, errorPattern, operatorError } from '../errors.ts';
import { look, OLD, putOldDatabase, rowsOf, versionOf } from '../old-database.ts';

const { acquireServingLock } = await import('../../src/db/lock.ts');
const { SCHEMA_VERSION } = await import('../../src/db/migrate.ts');
const { openDatabase } = await import('../../src/db/open.ts');
const { checkCopy } = await import('../../src/domain/backups/backup-contents.ts');
const { restoreBackup } = await import('../../src/domain/backups/restore.ts');
const { checkDatabase } = await import('../../src/domain/check-database.ts');
const { message } = await import('../../src/lib/messages/message.ts');
const { openFolder } = await import('../cli.ts');
const { openTestDatabase, TestDatabase } = await import('../sql.ts');
const { temporaryFolder } = await import('../support.ts');

const UPGRADE = path.join(import.meta.dirname, '..', 'upgrade-process.ts');

/** A database of the previous release in its own folder. */
const oldDatabase = () => putOldDatabase(path.join(temporaryFolder(), 'raan.db'));

const copyOf = (file: string, end = '') => file.replace(/\.db$/, `-before-schema-${SCHEMA_VERSION}${end}.db`);

function upgrade(file: string) {
  const { connection, upgraded } = openDatabase(file, { create: false, upgrade: true });
  return { db: new TestDatabase(connection), upgraded };
}

/** Every table, index, view and trigger. */
const schemaOf = (db: Sqlite.Database): unknown[] =>
  db.prepare('SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY sql').pluck().all();

/** Asserts that upgrading `file` fails with this problem and does not change the database. */
function assertRefused(file: string, problem: ExpectedError, open = upgrade): void {
  const before = look(file, rowsOf);
  assert.throws(() => open(file), operatorError(problem));
  assert.deepEqual(
    look(file, (db) => [versionOf(db), rowsOf(db)]),
    [OLD, before],
  );
  assert.deepEqual(
    readdirSync(path.dirname(file)).filter((name) => name.includes('before')),
    [],
  );
}

test('a database of the previous release is upgraded with all its data', () => {
  const file = oldDatabase();
  const before = look(file, rowsOf);
  for (const [table, rows] of Object.entries(before)) assert.ok(rows.length > 1, table);
  const { db, upgraded } = upgrade(file);
  assert.equal(upgraded?.from, OLD);
  assert.deepEqual(checkDatabase(db), { schemaVersion: SCHEMA_VERSION, problems: [] });
  db.close();
  assert.deepEqual(look(file, rowsOf), before);
  const fresh = path.join(temporaryFolder(), 'raan.db');
  openTestDatabase(fresh, { create: true }).close();
  assert.deepEqual(look(file, schemaOf), look(fresh, schemaOf));
  assert.deepEqual(look(fresh, versionOf), SCHEMA_VERSION);
});

test('a backup of the previous release is valid and can be restored', async () => {
  const backup = oldDatabase();
  assert.deepEqual((await checkCopy(backup)).schemaVersion, OLD);
  const database = path.join(temporaryFolder(), 'raan.db');
  const { upgradesTo } = await restoreBackup({ database }, backup, Date.now());
  assert.equal(upgradesTo, SCHEMA_VERSION);
  assert.deepEqual(look(database, rowsOf), look(backup, rowsOf));
});

test('check and restore report that the next start upgrades a backup of the previous release', async () => {
  const folder = openFolder();
  putOldDatabase(folder.path('copy.db'));
  for (const command of ['check', 'restore']) {
    const { stdout, stderr } = await folder.runCommand(command, folder.path('copy.db'));
    assert.match(stdout, new RegExp(`^schema version +${OLD}, .*"raan serve" .* to ${SCHEMA_VERSION}$`, 'm'), stderr);
  }
  assert.equal((await folder.runCommandJson('restore', folder.path('copy.db'))).upgrades_to, SCHEMA_VERSION);
});

test('the kept copy is the complete old database, accessible to its owner only', () => {
  const file = oldDatabase();
  const before = look(file, rowsOf);
  const { db, upgraded } = upgrade(file);
  db.close();
  assert.deepEqual([upgraded?.copy, upgraded?.from, upgraded?.to], [copyOf(file), OLD, SCHEMA_VERSION]);
  assert.equal(statSync(copyOf(file)).mode & 0o777, 0o600);
  const kept = look(copyOf(file), (copy) => [
    versionOf(copy),
    copy.pragma('integrity_check', { simple: true }),
    rowsOf(copy),
  ]);
  assert.deepEqual(kept, [OLD, 'ok', before]);
  assert.deepEqual(readdirSync(path.dirname(file)).sort(), [
    `raan-before-schema-${SCHEMA_VERSION}.db`,
    'raan.db',
    'raan.db-serving',
    'raan.key',
  ]);
});

test('earlier copies are kept: an identical one is not repeated, a different one gets its own name', () => {
  const file = oldDatabase();
  writeFileSync(copyOf(file), 'another');
  upgrade(file).db.close();
  assert.equal(readFileSync(copyOf(file), 'utf8'), 'another');
  assert.equal(look(copyOf(file, '-2'), versionOf), OLD);

  const again = putOldDatabase(path.join(path.dirname(file), 'twin.db'));
  const first = copyOf(again);
  upgrade(again).db.close();
  const bytes = readFileSync(first);
  for (const end of ['', '-wal', '-shm']) if (existsSync(again + end)) writeFileSync(again + end, '');
  putOldDatabase(again);
  upgrade(again).db.close();
  assert.deepEqual(readFileSync(first), bytes);
  assert.equal(existsSync(copyOf(again, '-2')), false);
});

test('a new database, and one with the current schema, leave no copy', () => {
  const file = path.join(temporaryFolder(), 'raan.db');
  openTestDatabase(file, { create: true, upgrade: true }).close();
  const { db, upgraded } = upgrade(file);
  db.close();
  assert.equal(upgraded, undefined);
  assert.deepEqual(readdirSync(path.dirname(file)), ['raan.db']);
});

test('an old database is upgraded only on request', () => {
  const file = oldDatabase();
  assertRefused(file, { key: 'database_needs_upgrade', params: { version: OLD, known: SCHEMA_VERSION } }, () => ({
    db: openTestDatabase(file, { create: true }),
    upgraded: undefined,
  }));
});

test('a database served by an older raan is not upgraded', () => {
  const file = oldDatabase();
  const { release } = acquireServingLock(file, {});
  assertRefused(file, { key: 'upgrade_blocked', params: { from: OLD, to: SCHEMA_VERSION } });
  release();
  upgrade(file).db.close();
});

test('a database with broken references is not upgraded, whichever schema defines them', () => {
  for (const [lacking, why] of [
    [
      "INSERT INTO payments (id, order_id, method, amount, status, create_time) VALUES (99, 4711, 'cash', 1, 'confirmed', 1)",
      message('row_refers_to_missing_row', { table: 'payments', row: 99, parent: 'orders' }),
    ],
    [
      "INSERT INTO payment_slips (payment_id, media_type, hash, picture) VALUES (77, 'image/png', x'00', x'00')",
      message('row_refers_to_missing_row', { table: 'payment_slips', row: 77, parent: 'payments' }), // a reference that the next release drops
    ],
  ] as const) {
    const file = oldDatabase();
    const db = new Sqlite(file);
    db.pragma('foreign_keys = OFF');
    db.exec(lacking);
    db.close();
    assert.throws(() => upgrade(file), operatorError({ key: 'upgrade_of_damaged_database', params: { why: [why] } }));
    assert.equal(look(file, versionOf), OLD);
  }
});

test('of two simultaneous starts one upgrades, and both continue', async () => {
  const file = oldDatabase();
  const before = look(file, rowsOf);
  const start = () => promisify(execFile)(process.execPath, ['--no-warnings', UPGRADE, file]);
  await Promise.all([start(), start(), start()]);
  assert.deepEqual(look(file, rowsOf), before);
  const copies = readdirSync(path.dirname(file)).filter((name) => name.includes('before'));
  assert.deepEqual(copies, [path.basename(copyOf(file))]);
});

/** Upgrades `file` with a file size limit in KB, like on a full disk; returns the output. */
function upgradeWithin(file: string, kilobytes: number): string {
  const args = ['-c', `ulimit -f ${kilobytes * 2}; exec "$0" "$@"`, process.execPath, '--no-warnings', UPGRADE, file];
  const { status, stderr } = spawnSync('sh', args, { encoding: 'utf8' });
  assert.equal(status, 1, stderr);
  assert.equal(look(file, versionOf), OLD);
  return stderr;
}

test('without space for the copy the upgrade is refused with the required size, and nothing changes', () => {
  const file = oldDatabase();
  const before = look(file, rowsOf);
  assert.match(upgradeWithin(file, 100), errorPattern('upgrade_copy_failed', { file }));
  assert.deepEqual(look(file, rowsOf), before);
  assert.deepEqual(
    readdirSync(path.dirname(file)).filter((name) => name.includes('before')),
    [],
  );
});

test('an upgrade that runs out of space is rolled back, and succeeds with more space', () => {
  const file = oldDatabase(); // the WAL of its upgrade is larger than the database
  const before = look(file, rowsOf);
  const { size } = statSync(file);
  const said = upgradeWithin(file, Math.ceil(size / 1024) + 8);
  assert.match(said, errorPattern('upgrade_failed', { from: OLD, to: SCHEMA_VERSION }));
  assert.deepEqual(look(file, rowsOf), before);
  upgrade(file).db.close();
  assert.deepEqual(look(file, rowsOf), before);
  assert.equal(existsSync(copyOf(file, '-2')), false);
});

test('serve and upgrade upgrade and report it; other commands, and a dry run, name the command', async () => {
  const folder = openFolder();
  const file = putOldDatabase(folder.path('raan.db'));
  folder.write('raan.toml', `database = '${file}'`);
  folder.write('store.json', { stores: [] });
  for (const args of [['order', 'list'], ['check'], ['load', folder.path('store.json'), '--dry-run']]) {
    const refused = await folder.runCommand(...args);
    assert.deepEqual([refused.status, refused.errorLines.length], [1, 1], args.join(' '));
    assert.match(refused.stderr, errorPattern('database_needs_upgrade', { file, version: OLD }));
  }
  const done = await folder.runCommand('upgrade', '--json');
  assert.equal(done.status, 0, done.stderr);
  assert.equal(
    done.stderr.replace(/in \d+\.\d s/, 'in 0.1 s'),
    `raan: upgraded ${file} from schema version ${OLD} to ${SCHEMA_VERSION} in 0.1 s; the previous database is saved as ${copyOf(file)}\n`,
  );
  const answer = { database: file, schema_version: SCHEMA_VERSION, upgraded_from: OLD, copy: copyOf(file) };
  assert.deepEqual(done.json, answer);
  assert.deepEqual(await folder.runCommandJson('upgrade'), { ...answer, upgraded_from: null, copy: null });
});
