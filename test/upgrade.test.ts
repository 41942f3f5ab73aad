import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import Sqlite from 'better-sqlite3';
import { holdServingLock } from '../src/db/lock.ts';
import { MIGRATIONS, SCHEMA_VERSION } from '../src/db/migrate.ts';
import { openDatabase } from '../src/db/open.ts';
import { checkCopy } from '../src/domain/backups/check-copy.ts';
import { restoreBackup } from '../src/domain/backups/restore.ts';
import { checkDatabase } from '../src/domain/check.ts';
import { Fault } from '../src/lib/errors.ts';
import { openFolder } from './cli.ts';
import { fixtures, rowsOf } from './fixtures/fixtures.ts';
import { temporaryFolder } from './support.ts';

const UPGRADE = path.join(import.meta.dirname, 'upgrade-process.ts');
const OLD = 3;

/** A database of an older raan, in a folder of its own. */
function oldDatabase(schema = OLD, file = path.join(temporaryFolder(), 'raan.db')): string {
  fixtures().get(schema)?.restore(file);
  return file;
}

const copyOf = (file: string, end = '') => file.replace(/\.db$/, `-before-schema-${SCHEMA_VERSION}${end}.db`);

const upgrade = (file: string) => openDatabase(file, { create: false, upgrade: true });

/** Reads `file` as it lies there. */
function look<T>(file: string, read: (db: Sqlite.Database) => T): T {
  const db = new Sqlite(file, { readonly: true });
  try {
    return read(db);
  } finally {
    db.close();
  }
}

/** Every table, index, view and trigger, in words that spaces and comments make no difference to. */
const schemaOf = (db: Sqlite.Database): string[] =>
  (db.prepare('SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL').pluck().all() as string[])
    .map((sql) =>
      sql
        .replaceAll(/--[^\n]*/g, '')
        .replaceAll(/\s+/g, ' ')
        .replaceAll(/ ?([(),]) ?/g, '$1'),
    )
    .sort();

function schemaFromNothing(version: number): string[] {
  const db = new Sqlite(':memory:');
  db.unsafeMode(true); // as migrations are run
  for (const sql of MIGRATIONS.slice(0, version)) db.exec(sql);
  return schemaOf(db);
}

/** Upgrading `file` must be refused with one line that says `what`, and leave the database as it was. */
function assertRefused(file: string, what: RegExp, open = upgrade): void {
  const before = look(file, rowsOf);
  assert.throws(
    () => open(file),
    (error: unknown) => {
      assert.ok(error instanceof Fault, String(error));
      assert.equal(error.lines.length, 1);
      assert.match(error.message, what);
      return true;
    },
  );
  assert.deepEqual(
    look(file, (db) => [db.pragma('user_version', { simple: true }), rowsOf(db)]),
    [OLD, before],
  );
  assert.deepEqual(
    readdirSync(path.dirname(file)).filter((name) => name.includes('before')),
    [],
  );
}

test('the newest fixture is of this schema: "npm run fixture" writes it', () => {
  assert.equal(Math.max(...fixtures().keys()), SCHEMA_VERSION);
});

for (const version of fixtures().keys()) {
  test(`what leads to schema ${version} stays what it was when that was released`, () => {
    const file = oldDatabase(version);
    assert.deepEqual(look(file, schemaOf), schemaFromNothing(version));
  });

  test(`a database of schema ${version} comes to this one with all that is in it`, () => {
    const file = oldDatabase(version);
    const before = look(file, rowsOf);
    const { db, upgraded } = upgrade(file);
    assert.equal(upgraded?.from, version === SCHEMA_VERSION ? undefined : version);
    assert.deepEqual(checkDatabase(db), { schemaVersion: SCHEMA_VERSION, faults: [] });
    db.close();
    assert.deepEqual(look(file, rowsOf), before);
    assert.deepEqual(look(file, schemaOf), schemaFromNothing(SCHEMA_VERSION));
  });

  test(`no order of a database that comes from schema ${version} can be in a state that there is not`, () => {
    const file = oldDatabase(version);
    const { db } = upgrade(file);
    const refusedBy = (run: (sql: string) => unknown) => {
      for (const column of ['status', 'cod_status', 'stage'])
        assert.throws(() => run(`UPDATE orders SET ${column} = 'none'`), { code: 'SQLITE_CONSTRAINT_CHECK' }, column);
    };
    refusedBy((sql) => db.run(sql)); // as it was upgraded
    db.close();
    const again = new Sqlite(file);
    refusedBy((sql) => again.exec(sql)); // and as whoever opens it finds it
    const orders = again.prepare(`SELECT sql FROM sqlite_schema WHERE name = 'orders'`).pluck().get() as string;
    assert.doesNotMatch(orders, /(status|stage) IN/); // what it costs each new order: see migration 18
    again.close();
  });
}

test('a backup that any older raan has made is sound, and restored', async () => {
  for (const [version, { restore }] of fixtures()) {
    const folder = temporaryFolder();
    const backup = path.join(folder, 'backup.db');
    restore(backup);
    assert.equal((await checkCopy(backup)).schemaVersion, version);
    const database = path.join(folder, 'raan.db');
    await restoreBackup({ database }, backup, Date.now());
    assert.deepEqual(look(database, rowsOf), look(backup, rowsOf), `restored from ${version}`);
  }
});

test('a fixture holds orders in every state, payments, and what else its raan knew', () => {
  for (const [version, { restore }] of fixtures()) {
    const file = path.join(temporaryFolder(), 'raan.db');
    restore(file);
    const count = (sql: string) => look(file, (db) => db.prepare(sql).pluck().all().length);
    assert.ok(count('SELECT DISTINCT status FROM orders') >= 3, `orders of ${version}`);
    for (const table of ['payments', 'channels', 'apps', 'couriers', 'stock_ledger'])
      assert.ok(count(`SELECT 1 FROM ${table}`) > 0, `${table} of ${version}`);
    if (version < 2) continue;
    for (const table of ['shipments', 'variant_parts', 'stock_documents'])
      assert.ok(count(`SELECT 1 FROM ${table}`) > 0, `${table} of ${version}`);
    assert.ok(count('SELECT 1 FROM products WHERE parent_id IS NOT NULL') > 0, `pulled products of ${version}`);
  }
});

test('the copy that is kept is the old database, whole, and its owner’s alone', () => {
  const file = oldDatabase();
  const before = look(file, rowsOf);
  const { db, upgraded } = upgrade(file);
  db.close();
  assert.deepEqual([upgraded?.copy, upgraded?.from, upgraded?.to], [copyOf(file), OLD, SCHEMA_VERSION]);
  assert.equal(statSync(copyOf(file)).mode & 0o777, 0o600);
  const kept = look(copyOf(file), (copy) => [
    copy.pragma('user_version', { simple: true }),
    copy.pragma('integrity_check', { simple: true }),
    rowsOf(copy),
  ]);
  assert.deepEqual(kept, [OLD, 'ok', before]);
  assert.deepEqual(readdirSync(path.dirname(file)).sort(), [
    `raan-before-schema-${SCHEMA_VERSION}.db`,
    'raan.db',
    'raan.db-serving',
  ]);
});

test('an earlier copy is kept: one of the same bytes is not made twice, another has its own name', () => {
  const file = oldDatabase();
  writeFileSync(copyOf(file), 'another');
  upgrade(file).db.close();
  assert.equal(readFileSync(copyOf(file), 'utf8'), 'another');
  assert.equal(
    look(copyOf(file, '-2'), (db) => db.pragma('user_version', { simple: true })),
    OLD,
  );

  const again = oldDatabase(OLD, path.join(path.dirname(file), 'twin.db'));
  const first = copyOf(again);
  upgrade(again).db.close();
  const bytes = readFileSync(first);
  for (const end of ['', '-wal', '-shm']) if (existsSync(again + end)) writeFileSync(again + end, '');
  oldDatabase(OLD, again);
  upgrade(again).db.close();
  assert.deepEqual(readFileSync(first), bytes);
  assert.equal(existsSync(copyOf(again, '-2')), false);
});

test('a new database, and one of this schema, leave no copy', () => {
  const file = path.join(temporaryFolder(), 'raan.db');
  openDatabase(file, { create: true, upgrade: true }).db.close();
  const { db, upgraded } = upgrade(file);
  db.close();
  assert.equal(upgraded, undefined);
  assert.deepEqual(readdirSync(path.dirname(file)), ['raan.db']);
});

test('an older database is upgraded only where that is asked for', () => {
  const file = oldDatabase();
  assertRefused(
    file,
    new RegExp(`has schema version ${OLD}, this raan works with ${SCHEMA_VERSION}; .*"raan upgrade" or "raan serve"`),
    () => openDatabase(file, { create: true }),
  );
});

test('a database that an older raan serves is not upgraded under its feet', () => {
  const file = oldDatabase();
  const release = holdServingLock(file, {});
  assertRefused(
    file,
    new RegExp(`from schema version ${OLD} to ${SCHEMA_VERSION}, but another raan serves .*; stop it first`),
  );
  release();
  upgrade(file).db.close();
});

test('what would not be sound is not upgraded, whichever schema refers to it', () => {
  for (const [lacking, fault] of [
    [
      "INSERT INTO payments (id, order_id, method, amount, status, create_time) VALUES (99, 4711, 'cash', 1, 'confirmed', 1)",
      'row 99 of payments refers to a row that orders lacks',
    ],
    ['UPDATE order_lines SET variant_id = 77 WHERE id = 1', 'row 1 of order_lines refers to a row that variants lacks'],
  ] as const) {
    const file = oldDatabase();
    const db = new Sqlite(file);
    db.pragma('foreign_keys = OFF');
    db.exec(lacking);
    db.close();
    assert.throws(
      () => upgrade(file),
      (error) => error instanceof Fault && error.message.includes(`${fault}; nothing was changed`),
    );
    assert.equal(
      look(file, (now) => now.pragma('user_version', { simple: true })),
      OLD,
    );
  }
});

test('of two that start at once, one upgrades and both go on', async () => {
  const file = oldDatabase();
  const before = look(file, rowsOf);
  const start = () => promisify(execFile)(process.execPath, ['--no-warnings', UPGRADE, file]);
  await Promise.all([start(), start(), start()]);
  assert.deepEqual(look(file, rowsOf), before);
  const copies = readdirSync(path.dirname(file)).filter((name) => name.includes('before'));
  assert.deepEqual(copies, [path.basename(copyOf(file))]);
});

/** Upgrades `file` where no file may grow beyond so many KB, as on a disk that has no more; what it says. */
function upgradeWithin(file: string, kilobytes: number): string {
  const args = ['-c', `ulimit -f ${kilobytes * 2}; exec "$0" "$@"`, process.execPath, '--no-warnings', UPGRADE, file];
  const { status, stderr } = spawnSync('sh', args, { encoding: 'utf8' });
  assert.equal(status, 1, stderr);
  assert.ok(look(file, (db) => Number(db.pragma('user_version', { simple: true }))) <= OLD);
  return stderr;
}

test('where the copy has no room the upgrade is refused with what it needs, and nothing is changed', () => {
  const file = oldDatabase();
  const before = look(file, rowsOf);
  assert.match(
    upgradeWithin(file, 100),
    /the copy of \S+ that an upgrade begins with cannot be made \(.+\); \S+ needs \d+ MB for it and has \d+; nothing was changed/,
  );
  assert.deepEqual(look(file, rowsOf), before);
  assert.deepEqual(
    readdirSync(path.dirname(file)).filter((name) => name.includes('before')),
    [],
  );
});

test('where the upgrade itself has no room it is undone, and done when there is some', () => {
  const file = oldDatabase(1); // the log of its upgrade is larger than it is
  const before = look(file, rowsOf);
  const { size } = statSync(file);
  const said = upgradeWithin(file, Math.ceil(size / 1024) + 8);
  assert.match(said, /cannot be brought from schema version \d+ to \d+: .*; nothing was changed/);
  assert.deepEqual(look(file, rowsOf), before);
  upgrade(file).db.close();
  assert.deepEqual(look(file, rowsOf), before);
  assert.equal(existsSync(copyOf(file, '-2')), false);
});

test('serve upgrades and says so, upgrade too; other commands, and a dry run, name the cure', async () => {
  const folder = openFolder();
  const file = oldDatabase(OLD, folder.path('raan.db'));
  folder.write('raan.toml', `database = '${file}'`);
  folder.write('store.json', { stores: [] });
  for (const args of [['order', 'list'], ['check'], ['load', folder.path('store.json'), '--dry-run']]) {
    const refused = await folder.command(...args);
    assert.deepEqual([refused.status, refused.faults.length], [1, 1], args.join(' '));
    assert.match(refused.stderr, /run "raan upgrade" or "raan serve" of this one, which keep a copy first/);
  }
  const done = await folder.command('upgrade', '--json');
  assert.equal(done.status, 0, done.stderr);
  assert.equal(
    done.stderr.replace(/in \d+\.\d s/, 'in 0.1 s'),
    `raan: ${file} was brought from schema version ${OLD} to ${SCHEMA_VERSION} in 0.1 s; ${copyOf(file)} is what it was before\n`,
  );
  const answer = { database: file, schema_version: SCHEMA_VERSION, upgraded_from: OLD, copy: copyOf(file) };
  assert.deepEqual(done.json, answer);
  assert.deepEqual(await folder.answer('upgrade'), { ...answer, upgraded_from: null, copy: null });
});
