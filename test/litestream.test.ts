import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { after, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Config } from '../src/config.ts';
import { openDatabase } from '../src/db/open.ts';
import { checkDatabase } from '../src/domain/check.ts';
import { litestreamTroubles } from '../src/domain/watch/doctor/litestream.ts';
import { kill, serveApart } from './apart.ts';
import { BUCKET, KEYS, openStorage } from './storage.ts';
import { openShop, temporaryFolder, until } from './support.ts';

const ORDERING = 3_700; // milliseconds; it looks once a second, and will soon do so again when that is over
const PACE = 20;
const MOST_LOST = 3_000; // on a busy machine too

/** Litestream's program; undefined where its package has none for this machine, which CI's is not. */
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
  const child = spawn(PROGRAM as string, args, { stdio: 'ignore' });
  after(() => child.kill('SIGKILL'));
  return child;
}

/** As the README has it, to another disk and to a bucket. */
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

const has = (folder: string, what: RegExp) =>
  readdirSync(folder, { recursive: true }).some((name) => what.test(`${name}`));

test('what Litestream has followed to another disk and to a bucket serves again when the whole folder is lost, but for the last seconds', {
  skip,
}, async (t) => {
  const [disk, store] = [temporaryFolder(), temporaryFolder()];
  const shop = await openShop();
  shop.ctx.db.exec('UPDATE stores SET sell_below_zero = 1');
  const file = shop.config.database;
  const settings = path.join(temporaryFolder(), 'litestream.yml');
  const endpoint = await openStorage(store);
  writeFileSync(settings, settingsOf(file, disk, endpoint));
  const { child, order } = await serveApart(shop);
  const follower = start('replicate', '-config', settings);
  const acknowledged: number[] = [];
  const orderOne = async () => {
    await order();
    acknowledged.push(performance.now());
  };
  await orderOne();
  for (const place of [disk, store])
    await until(`its first copy is in ${place}`, () => has(place, /\d\.snapshot\.lz4(\._S3rver_object)?$/));
  for (const end = performance.now() + ORDERING; performance.now() < end; )
    await Promise.all([orderOne(), setTimeout(PACE)]);
  assert.deepEqual(await litestreamTroubles(shop.config, Date.now()), []);

  const lost = performance.now();
  await Promise.all([kill(child), kill(follower)]);
  // This server's lists leave out a folder in which there are folders only; others' have it.
  const [generation] = readdirSync(path.join(disk, 'generations'));
  await fetch(`${endpoint}/${BUCKET}/raan/generations/${generation}/listed`, { method: 'PUT', body: '' });
  for (const replica of ['disk', 'bucket']) {
    rmSync(path.dirname(file), { recursive: true });
    mkdirSync(path.dirname(file));
    const restoring = start('restore', '-config', settings, '-replica', replica, file);
    assert.deepEqual(await once(restoring, 'exit'), [0, null]);
    const { db } = openDatabase(file, { create: false });
    assert.deepEqual(checkDatabase(db).faults, []);
    const numbers = db.all<{ n: number }>('SELECT order_number AS n FROM orders ORDER BY id').map(({ n }) => n);
    db.close();
    assert.deepEqual(
      numbers,
      numbers.map((_, i) => i + 1),
    ); // none twice, and none left out
    const span = lost - (acknowledged[numbers.length - 1] ?? lost);
    t.diagnostic(
      `${replica}: of ${acknowledged.length} orders those of the last ${(span / 1_000).toFixed(2)} s are lost, ${acknowledged.length - numbers.length}`,
    );
    assert.ok(numbers.length > 1 && span <= MOST_LOST, `${replica}: ${span} ms are lost`);
  }

  await shop.start();
  const next = await shop.order();
  assert.equal(next.status, 200, JSON.stringify(next.body));
});

const NOW = Date.parse('2026-11-21T15:47:30Z');
const HOUR = 3_600_000;

/** A database last written hours ago, with the parts of its log that Litestream has, each with the hours since. */
function followed(written: number, parts: readonly number[]): Config {
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

const told = async (config: Config) =>
  (await litestreamTroubles(config, NOW)).map(({ trouble, cure }) => `${trouble}; ${cure}`).join('\n');

test('a store that Litestream follows needs no schedule; one that nothing copies is told so', async () => {
  assert.equal(await told(followed(0, [1, 0])), '');
  assert.equal(await told(followed(9, [9])), ''); // nothing was written since
  assert.match(await told(followed(0, [])), /^no scheduled backups are made; set backup\.folder/);
});

test('a Litestream that has ended, or whose copies do not leave the machine, is named with the cure', async () => {
  assert.match(
    await told(followed(0, [4, 3])),
    /^Litestream has not followed the database for 3 hours; start it again; .* remove \S+\/\.raan\.db-litestream$/,
  );
  assert.match(
    await told(followed(0, [5, 2, 1, 0])),
    /^Litestream has not brought away what was written 5 hours ago, .*; see what its log says/,
  );
});
