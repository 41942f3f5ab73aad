import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { openContext } from '../src/context.ts';
import { SCHEMA_VERSION } from '../src/db/migrate.ts';
import { openDatabase } from '../src/db/open.ts';
import { OperatorError } from '../src/lib/errors.ts';
import type { MessageKey } from '../src/lib/messages/messages.ts';
import { serve } from '../src/serve.ts';
import { operatorError } from './errors.ts';
import { change, openTestDatabase, sql, tamper } from './sql.ts';
import { openShop, temporaryFolder } from './support.ts';

const SRC = path.join(import.meta.dirname, '..', 'src');

const newFile = (name = 'shop.db') => path.join(temporaryFolder(), name);

/** A closed raan database at `file`. */
function makeDatabase(file: string): void {
  openTestDatabase(file, { create: true }).close();
}

/** Asserts that opening `file` fails with one problem that names the file, and does not change it. */
function assertRefused(file: string, key: MessageKey): void {
  const before = readFileSync(file);
  assert.throws(() => openDatabase(file, { create: true }), operatorError({ key, params: { file } }));
  assert.deepEqual(readFileSync(file), before, 'the file is untouched');
  assert.equal(existsSync(`${file}-wal`), false);
}

// Settings

test('the pragmas apply to an opened database', async () => {
  const { ctx } = await openShop();
  const pragma = (name: string) => Object.values(ctx.connection.pragma<object>(name) ?? {})[0];
  assert.deepEqual(
    {
      journal_mode: pragma('journal_mode'),
      synchronous: pragma('synchronous'),
      foreign_keys: pragma('foreign_keys'),
      recursive_triggers: pragma('recursive_triggers'),
      mmap_size: pragma('mmap_size') ?? 0,
      journal_size_limit: pragma('journal_size_limit'),
      user_version: pragma('user_version'),
      application_id: pragma('application_id'),
      integrity_check: pragma('integrity_check'),
    },
    {
      journal_mode: 'wal',
      synchronous: 2, // FULL
      foreign_keys: 1,
      recursive_triggers: 1,
      mmap_size: 0,
      journal_size_limit: 128_000_000,
      user_version: SCHEMA_VERSION,
      application_id: 0x5241414e,
      integrity_check: 'ok',
    },
  );
});

test('a file of one gigabyte or more gets a larger cache', () => {
  const file = newFile();
  const sizeOfCache = () => {
    const db = openTestDatabase(file, { create: true });
    const size = db.raw.pragma('cache_size');
    db.close();
    return size;
  };
  assert.deepEqual(sizeOfCache(), { cache_size: -16_000 });
  truncateSync(file, 1_000_000_000); // a sparse file
  assert.deepEqual(sizeOfCache(), { cache_size: -28_000 });
});

test('a new database and its write-ahead log are accessible to their owner only', async () => {
  const shop = await openShop();
  for (const end of ['', '-wal']) assert.equal(statSync(shop.config.database + end).mode & 0o777, 0o600, end);
});

test('a foreign key to a missing row is refused', async () => {
  const { ctx } = await openShop();
  await assert.rejects(
    ctx.write((tx) =>
      tx.run(
        change('INSERT INTO tokens (hash, channel_id, secret_id, expire_time, revoked) VALUES (?, 999, 1, 1, 0)'),
        Buffer.alloc(32),
      ),
    ),
    /FOREIGN KEY constraint failed/,
  );
});

test('an unknown order state is refused', async () => {
  const { ctx } = await openShop();
  for (const column of ['status', 'cod_status', 'stage'])
    assert.throws(() => tamper(ctx, orderWith(column)), new RegExp(`CHECK constraint failed: ${column} = `), column);
});

const orderWith = (column: string): string => `INSERT INTO orders (store_id, order_number, status, cod_status, stage,
    shipping_type, recipient_address, sender_name, subtotal, discount, shipping_fee, other_fee, is_cod, total,
    ship_before_pay, auto_request_xshipping, order_time, create_time, update_time)
  SELECT 1, 1, ${column === 'status' ? "'lost'" : "'open'"}, ${column === 'cod_status' ? "'lost'" : 'NULL'},
    ${column === 'stage' ? "'lost'" : "'unpaid'"}, 'ems', 1, '', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0`;

test('the lookups of a new order use no transient tables', async () => {
  const { ctx } = await openShop();
  for (const table of ['orders', 'order_lines', 'addresses', 'reservations', 'stock', 'stock_ledger']) {
    const made = ctx.db.get(sql<{ sql: string }>('SELECT sql FROM sqlite_schema WHERE name = ?'), table);
    assert.doesNotMatch(made?.sql ?? '', /IN \([^,)]*,[^,)]*,/, table);
  }
});

test('every table is STRICT', async () => {
  const { ctx } = await openShop();
  const loose = ctx.db.all(
    sql(`SELECT name FROM pragma_table_list
     WHERE schema = 'main' AND type = 'table' AND strict = 0 AND name NOT LIKE 'sqlite_%'`),
  );
  assert.deepEqual(loose, []);
});

test('committed rows are visible to other processes', async () => {
  const shop = await openShop();
  const reader = new Sqlite(shop.config.database, { readonly: true });
  assert.equal(reader.prepare('SELECT count(*) FROM stores').pluck().get(), 1);
  reader.close();
});

test('opening a database again changes neither schema nor data', () => {
  const file = newFile();
  makeDatabase(file);
  const before = readFileSync(file);
  makeDatabase(file);
  assert.deepEqual(readFileSync(file), before);
});

test('an empty file becomes a database', () => {
  const file = newFile();
  writeFileSync(file, '');
  const db = openTestDatabase(file);
  assert.deepEqual(db.all(sql('SELECT * FROM stores')), []);
  db.close();
});

// Refused databases

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

test('a truncated database is refused with one line', () => {
  const file = newFile();
  makeDatabase(file);
  truncateSync(file, 5_000);
  assert.throws(() => openDatabase(file, { create: true }), OperatorError);
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
  assert.throws(() => openDatabase(file, { create: false }), OperatorError);
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

// Serving

test('a second server on the same database is refused until the first has stopped', async () => {
  const shop = await openShop();
  const second = openContext({ ...shop.config }, { create: false });
  await assert.rejects(
    serve(second),
    operatorError({ key: 'database_already_served', params: { file: shop.config.database } }),
  );
  assert.equal((await shop.order()).status, 200, 'the first server keeps running');
  await shop.stop();
  const { stop } = await serve(second);
  await stop();
  second.close();
});

test('a second server in another process is refused too', async () => {
  const shop = await openShop();
  const server = path.join(import.meta.dirname, 'server-process.ts');
  const { status, stderr } = spawnSync(process.execPath, [...process.execArgv, server, JSON.stringify(shop.config)], {
    encoding: 'utf8',
  });
  assert.notEqual(status, 0);
  assert.match(stderr, /Another raan already serves .*\. Stop it first/);
});

test('other processes can read and write next to the server, which sees their writes', async () => {
  const shop = await openShop();
  const otherContext = openContext(shop.config, { create: false });
  await otherContext.write((tx) => tx.run(change('UPDATE channels SET enabled = 0')));
  otherContext.close();
  const { status, body } = await shop.token({
    grant_type: 'client_credentials',
    client_id: shop.ids.channels.page?.client_id ?? '',
    client_secret: shop.ids.channels.page?.client_secret ?? '',
  });
  assert.deepEqual([status, body.error], [401, 'invalid_client']);
});

test('a port in use is reported with the setting to change', async () => {
  const shop = await openShop();
  const port = Number(new URL(shop.url).port);
  const config = { ...shop.config, database: newFile(), listen: { ...shop.config.listen, port } };
  const ctx = openContext(config, { create: true });
  await assert.rejects(serve(ctx), operatorError({ key: 'port_in_use', params: { port, host: '127.0.0.1' } }));
  ctx.close();
});

test('a host of another machine is reported with the settings to change', async () => {
  const shop = await openShop();
  const config = { ...shop.config, database: newFile(), listen: { ...shop.config.listen, host: '192.0.2.1' } };
  const ctx = openContext(config, { create: true });
  await assert.rejects(serve(ctx), operatorError({ key: 'cannot_listen', params: { host: '192.0.2.1' } }));
  ctx.close();
});
