import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { after, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Config } from '../../src/config.ts';
import { openBucket } from '../../src/domain/backups/bucket.ts';
import { litestreamFindings } from '../../src/domain/monitoring/doctor/litestream.ts';
import { assertDatabaseValid } from '../database-steps.ts';
import { ANY, errorPattern, partialMessage } from '../errors.ts';
import { findingPattern, findingTexts } from '../findings.ts';
import { kill, serveInProcess } from '../separate-server.ts';
import { openTestDatabase, sql, tamper } from '../sql.ts';
import { BUCKET, KEYS, openStorage, removePartialUploads } from '../storage.ts';
import { keyOf, openShop, temporaryFolder, until } from '../support.ts';

const ORDER_INTERVAL = 20; // milliseconds
const TIMEOUT = 30_000;
const ROUNDS = 3; // Litestream copies, then uploads, every second: the third upload contains all earlier changes

/** The Litestream binary; undefined if its package has none for this machine. CI requires it. */
function litestream(): string | undefined {
  try {
    const name = `@flydotio/litestream-${process.platform}-${process.arch}/litestream`;
    return createRequire(import.meta.url).resolve(name);
  } catch (error) {
    if (process.env.CI === 'true') throw error;
    return undefined;
  }
}

const PROGRAM = litestream();
const skip = PROGRAM === undefined && 'Litestream has no program for this machine';

function start(...args: string[]): ChildProcess {
  const child = spawn(PROGRAM as string, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  after(() => child.kill('SIGKILL'));
  return child;
}

async function restore(...args: string[]): Promise<void> {
  const child = start('restore', ...args);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (output += data));
  const [code] = await once(child, 'close');
  assert.equal(code, 0, output);
}

/** As in docs/operate.md#litestream: to another disk and to a bucket. */
const settingsOf = (file: string, disk: string, endpoint: string) => `
dbs:
  - path: ${file}
    replicas:
      - { name: disk, type: file, path: ${disk} }
      - name: bucket
        type: s3
        endpoint: ${endpoint}
        region: us-east-1
        bucket: ${BUCKET}
        path: raan
        force-path-style: true
        access-key-id: ${KEYS.access_key}
        secret-access-key: ${KEYS.secret_key}
`;

/** The number of files of a kind in a replica, on disk or in a bucket. */
const count = (folder: string, kind: 'snapshot' | 'wal') =>
  readdirSync(folder, { recursive: true }).filter((name) =>
    new RegExp(`\\d\\.${kind}\\.lz4(\\._S3rver_object)?$`).test(`${name}`),
  ).length;

test('a Litestream replica on another disk or in a bucket restores a lost folder, except for the last seconds', {
  skip,
}, async (t) => {
  const [disk, store] = [temporaryFolder(), temporaryFolder()];
  const shop = await openShop();
  tamper(shop.ctx, 'UPDATE stores SET sell_below_zero = 1');
  const file = shop.config.database;
  const settings = path.join(temporaryFolder(), 'litestream.yml');
  const endpoint = await openStorage(store);
  writeFileSync(settings, settingsOf(file, disk, endpoint));
  const { child, order } = await serveInProcess(shop);
  const replicator = start('replicate', '-config', settings);
  const acknowledged: number[] = [];
  const placeOrder = async () => {
    await Promise.all([order(), setTimeout(ORDER_INTERVAL)]);
    acknowledged.push(performance.now());
  };
  const orderUntil = async (isDone: (place: string) => boolean) => {
    const end = performance.now() + TIMEOUT;
    while (![disk, store].every(isDone)) {
      assert.ok(performance.now() < end, 'Litestream does not replicate');
      await placeOrder();
    }
  };
  await placeOrder();
  await orderUntil((place) => count(place, 'snapshot') > 0);
  const replicatedOrders = acknowledged.length;
  const before = new Map([disk, store].map((place) => [place, count(place, 'wal')]));
  await orderUntil((place) => count(place, 'wal') >= (before.get(place) ?? 0) + ROUNDS);
  assert.deepEqual(await litestreamFindings(shop.config, Date.now()), []);

  const duration = performance.now() - (acknowledged[replicatedOrders - 1] as number);
  t.diagnostic(`${ROUNDS} rounds took ${(duration / 1_000).toFixed(2)} s`);
  await Promise.all([kill(child), kill(replicator)]);
  removePartialUploads(store);
  // This S3 server does not list folders that contain only folders; others do.
  const [generation] = readdirSync(path.join(disk, 'generations'));
  const s3 = { ...shop.config.backup.s3, ...KEYS, endpoint, bucket: BUCKET, prefix: `raan/generations/${generation}/` };
  await openBucket(s3).put('listed', import.meta.filename);
  const key = readFileSync(keyOf(shop)); // from the copy elsewhere: a replica does not contain it
  for (const replica of ['disk', 'bucket']) {
    rmSync(path.dirname(file), { recursive: true });
    mkdirSync(path.dirname(file));
    writeFileSync(keyOf(shop), key, { mode: 0o600 });
    await restore('-config', settings, '-replica', replica, file);
    const db = openTestDatabase(file);
    assertDatabaseValid(db);
    const numbers = db.all(sql<{ n: number }>('SELECT order_number AS n FROM orders ORDER BY id')).map(({ n }) => n);
    db.close();
    assert.deepEqual(
      numbers,
      numbers.map((_, i) => i + 1),
    ); // no order twice, and none missing
    t.diagnostic(`${replica}: of ${acknowledged.length} orders ${acknowledged.length - numbers.length} are lost`);
    assert.ok(
      numbers.length >= replicatedOrders,
      `${replica}: of ${replicatedOrders} replicated orders ${numbers.length} are restored`,
    );
  }

  await shop.start();
  const next = await shop.order();
  assert.equal(next.status, 200, JSON.stringify(next.body));
});

test('Litestream restores its newest generation, also of an empty database, or the named one', { skip }, async () => {
  const disk = temporaryFolder();
  const file = path.join(temporaryFolder(), 'raan.db');
  const settings = path.join(temporaryFolder(), 'litestream.yml');
  writeFileSync(settings, `dbs: [{ path: ${file}, replicas: [{ type: file, path: ${disk} }] }]`);
  const generations = () =>
    existsSync(path.join(disk, 'generations')) ? readdirSync(path.join(disk, 'generations')) : [];
  const loseAll = () => {
    rmSync(path.dirname(file), { recursive: true });
    mkdirSync(path.dirname(file));
  };
  const knownGenerations: string[] = [];
  for (const sql of ['CREATE TABLE sold (n)', '']) {
    loseAll();
    const db = openTestDatabase(file, { create: true });
    db.exec(sql);
    const replicator = start('replicate', '-config', settings);
    await until('the first snapshot exists', () => count(disk, 'snapshot') > knownGenerations.length);
    await kill(replicator);
    db.close();
    knownGenerations.push(...generations().filter((generation) => !knownGenerations.includes(generation)));
  }
  const tables = async (...words: string[]) => {
    loseAll();
    await restore('-config', settings, ...words, file);
    const db = openTestDatabase(file);
    const found = db
      .all(sql<{ name: string }>(`SELECT name FROM sqlite_schema WHERE name = 'sold'`))
      .map(({ name }) => name);
    db.close();
    return found;
  };
  assert.equal(knownGenerations.length, 2);
  assert.deepEqual(await tables(), []);
  assert.deepEqual(await tables('-generation', knownGenerations[0] ?? ''), ['sold']);
});

const NOW = Date.parse('2026-11-21T15:47:30Z');
const HOUR = 3_600_000;

/** A database last written hours ago, with Litestream's WAL parts, each with its age in hours. */
function replicated(written: number, parts: readonly number[]): Config {
  const database = path.join(temporaryFolder(), 'raan.db');
  const place = path.join(path.dirname(database), '.raan.db-litestream', 'generations', 'abc', 'wal');
  mkdirSync(place, { recursive: true });
  const write = (name: string, hours: number) => {
    writeFileSync(name, '');
    utimesSync(name, new Date(NOW), new Date(NOW - hours * HOUR));
  };
  write(database, written + 1);
  write(`${database}-wal`, written);
  parts.forEach((hours, i) => {
    write(path.join(place, `0000000${i}.wal`), hours);
  });
  return { database, backup: { folder: '' } } as Config;
}

const problems = async (config: Config) => findingTexts(await litestreamFindings(config, NOW));

test('a store replicated by Litestream needs no backup schedule; a store without any copy gets a warning', async () => {
  assert.equal(await problems(replicated(0, [1, 0])), '');
  assert.equal(await problems(replicated(9, [9])), ''); // nothing was written since
  assert.match(
    await problems(replicated(0, [])),
    findingPattern(partialMessage('no_scheduled_backups'), partialMessage('set_backup_folder')),
  );
});

test('a Litestream that is stopped or does not upload is reported with the fix', async () => {
  assert.match(
    await problems(replicated(0, [4, 3])),
    findingPattern(
      partialMessage('litestream_stopped', { span: 3 * HOUR }),
      partialMessage('start_litestream', { folder: `${ANY}/.raan.db-litestream` }),
    ),
  );
  assert.match(
    await problems(replicated(0, [5, 2, 1, 0])),
    findingPattern(
      partialMessage('litestream_not_uploading', { span: 5 * HOUR }),
      partialMessage('check_litestream_log'),
    ),
  );
});

test('a Litestream folder that cannot be read is reported, not treated as missing', async () => {
  const config = replicated(0, []);
  const folder = path.join(path.dirname(config.database), '.raan.db-litestream');
  rmSync(folder, { recursive: true });
  symlinkSync(folder, folder);
  assert.match(
    await problems(config),
    errorPattern('litestream_unreadable', { file: folder, why: partialMessage('file_links_in_a_circle') }),
  );
});
