import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { openContext } from '../src/context.ts';
import { SCHEMA_VERSION } from '../src/db/migrate.ts';
import { SCHEMA, SEARCH_TRIGGERS } from '../src/db/schema/schema.ts';
import { serve } from '../src/serve.ts';
import { makeDatabase, newFile } from './database-steps.ts';
import { english, operatorError } from './errors.ts';
import { change, openTestDatabase, sql, tamper } from './sql.ts';
import { openShop } from './support.ts';

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
  assert.deepEqual(sizeOfCache(), { cache_size: -12_000 });
  truncateSync(file, 1_000_000_000); // a sparse file
  assert.deepEqual(sizeOfCache(), { cache_size: -16_000 });
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

test('the tables of an order have no constraint with an IN list of three or more, which builds a transient table', async () => {
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

test('a column that a deletion sets to null has an index', async () => {
  const { ctx } = await openShop();
  const unindexed = ctx.db.all(
    sql(`SELECT t.name || '.' || f."from" AS place
     FROM pragma_table_list AS t, pragma_foreign_key_list(t.name) AS f
     WHERE f.on_delete = 'SET NULL' AND NOT EXISTS (
       SELECT 1 FROM pragma_index_list(t.name) AS i, pragma_index_info(i.name) AS c
       WHERE c.seqno = 0 AND c.name = f."from")`),
  );
  assert.deepEqual(unindexed, []);
});

test('each table has a comment about it, each index says which query it serves, each trigger what it keeps', () => {
  const made = [...SCHEMA.matchAll(/((?:^--.*\n)*)^CREATE (?:UNIQUE |VIRTUAL )?(TABLE|INDEX|TRIGGER|VIEW) (\w+)/gm)];
  assert.ok(made.length > 100);
  const startOf = (kind: string) => (kind === 'INDEX' ? /^-- (Query|Queries|Constraint): \S/ : /^-- [A-Z]/);
  const missing = made.filter(([, comment = '', kind = '']) => !startOf(kind).test(comment));
  assert.deepEqual(
    missing.map(([, , , name]) => name),
    [],
  );
});

test('each search index is filled by a job or by triggers, of which salvage keeps those for inserted rows', async () => {
  const { ctx } = await openShop();
  const filledByJob = ['order_search'];
  const indexes = ctx.db
    .all(sql<{ name: string }>(`SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'virtual'`))
    .map(({ name }) => name)
    .filter((name) => !filledByJob.includes(name));
  const triggers = ctx.db.all(
    sql<{ name: string; sql: string }>(`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`),
  );
  const fillers = indexes.flatMap((index) => {
    const names = triggers.filter((made) => / AFTER INSERT /.test(made.sql) && made.sql.includes(`INTO ${index} `));
    assert.ok(names.length > 0, `${index} is filled by no trigger`);
    return names.map(({ name }) => name);
  });
  assert.deepEqual(fillers, SEARCH_TRIGGERS);
});

test('committed rows are visible to other connections', async () => {
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
  assert.ok(stderr.includes(english('database_already_served', { file: shop.config.database })), stderr);
});

test('the server sees what another connection writes', async () => {
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
