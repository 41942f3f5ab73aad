import assert from 'node:assert/strict';
import { copyFileSync, renameSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { type Context, openContext } from '../src/context.ts';
import { readiness } from '../src/domain/monitoring/readiness.ts';
import { insertChange } from './pending-announcements.ts';
import { change, openTestDatabase } from './sql.ts';
import { MINUTE, SECOND, stoppedClock } from './stopped-clock.ts';
import { openShop } from './support.ts';

test('/healthz answers ok to anyone and is not cached', async () => {
  const shop = await openShop();
  const response = await fetch(`${shop.url}/healthz`);
  assert.equal(response.status, 200);
  assert.equal(await response.text(), 'ok\n');
  assert.equal(response.headers.get('cache-control'), 'no-store');
});

test('/readyz lists each check with its result and nothing else', async () => {
  const shop = await openShop();
  const { status, headers, body } = await shop.send('/readyz', {});
  assert.equal(status, 200);
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.deepEqual(body, {
    ready: true,
    checks: {
      database: 'ok',
      integrity: 'ok',
      writing: 'ok',
      schema: 'ok',
      disk: 'ok',
      webhooks: 'ok',
      bookings: 'ok',
      cancellations: 'ok',
    },
  });
});

test('/healthz and /readyz accept only GET and HEAD', async () => {
  const shop = await openShop();
  for (const path of ['/healthz', '/readyz']) {
    const { status, headers } = await shop.send(path, { method: 'POST' });
    assert.deepEqual([status, headers.get('allow')], [405, 'GET']);
    assert.equal((await fetch(shop.url + path, { method: 'HEAD' })).status, 200);
  }
});

test('readiness fails while the database is read-only; /healthz keeps answering', async () => {
  let monotonic = 0;
  const shop = await openShop({ monotonic: () => monotonic });
  shop.ctx.connection.exec('PRAGMA query_only = ON');
  const failing = await shop.send('/readyz', {});
  assert.equal(failing.status, 503);
  assert.deepEqual([failing.body.ready, failing.body.checks.writing], [false, 'failing']);
  assert.equal((await fetch(`${shop.url}/healthz`)).status, 200);
  shop.ctx.connection.exec('PRAGMA query_only = OFF');
  monotonic += 2 * SECOND;
  assert.equal((await shop.send('/readyz', {})).status, 200);
});

/** A shop without a server, and its uncached readiness. */
async function withoutServer(t: TestContext, change: (ctx: Context) => Partial<Context> = () => ({})) {
  const clock = stoppedClock();
  let monotonic = 0;
  const shop = await openShop();
  await shop.stop();
  const ctx = openContext(shop.config, { create: false });
  t.after(ctx.close);
  const check = readiness({ ...ctx, now: clock.now, monotonic: () => monotonic, ...change(ctx) });
  const failing = async () => {
    monotonic += 31 * SECOND;
    const { ready, checks } = await check();
    const names = Object.entries(checks).flatMap(([name, found]) => (found === 'ok' ? [] : [name]));
    assert.equal(ready, names.length === 0);
    return names;
  };
  return { shop, ctx, clock, failing };
}

test('readiness fails if the oldest item of a queue is overdue; each queue has its own limit', async (t) => {
  const { ctx, clock, failing } = await withoutServer(t);
  const db = openTestDatabase(ctx.db.file);
  db.exec('PRAGMA foreign_keys = OFF');
  const past = (minutes: number) => clock.now() - minutes * MINUTE;
  db.run(change(`UPDATE apps SET url = 'http://127.0.0.1:9/'`));
  const queued: [name: string, limit: number, add: (time: number) => void, clear: string][] = [
    ['webhooks', 60, (time) => db.exec(insertChange(1, time)), 'DELETE FROM available_changes'],
    [
      'bookings',
      15,
      (time) =>
        db.run(
          change(`INSERT INTO bookings (order_id, store_id, shipping_type, key, state, next_time, create_time)
           VALUES (1, 1, 'ems', 'x', 'queued', ?, 1)`),
          time,
        ),
      'DELETE FROM bookings',
    ],
    [
      'cancellations',
      15,
      (time) =>
        db.run(
          change(
            `INSERT INTO booking_cancellations (booking_id, status, next_time, create_time) VALUES (1, 'waiting', ?, 1)`,
          ),
          time,
        ),
      'DELETE FROM booking_cancellations',
    ],
  ];
  for (const [name, limit, add, clear] of queued) {
    add(past(limit - 1));
    assert.deepEqual(await failing(), [], name);
    db.exec(clear);
    add(past(limit + 1));
    assert.deepEqual(await failing(), [name]);
    db.exec(clear);
    assert.deepEqual(await failing(), []);
  }
});

test('readiness fails if the database file is removed or replaced', async (t) => {
  const { shop, failing } = await withoutServer(t);
  assert.deepEqual(await failing(), []);
  const file = shop.config.database;
  renameSync(file, `${file}.away`);
  assert.deepEqual(await failing(), ['database']);
  copyFileSync(`${file}.away`, file);
  assert.deepEqual(await failing(), ['database']);
  renameSync(`${file}.away`, file);
  assert.deepEqual(await failing(), []);
});

test('an unreadable database fails all checks that read it', async (t) => {
  const { ctx, failing } = await withoutServer(t);
  ctx.close();
  assert.deepEqual(await failing(), ['database', 'writing', 'schema', 'webhooks', 'bookings', 'cancellations']);
});

test('readiness fails if the schema has a newer version', async (t) => {
  const { shop, failing } = await withoutServer(t);
  const newer = new Sqlite(shop.config.database);
  newer.pragma('user_version = 999');
  assert.deepEqual(await failing(), ['schema']);
  assert.equal(newer.pragma('user_version', { simple: true }), 999, 'the check does not change the version');
  newer.close();
});

test('readiness fails after two seconds if a write is stuck, and does not wait for the write', async (t) => {
  const { shop, failing } = await withoutServer(t);
  const other = new Sqlite(shop.config.database);
  other.exec('BEGIN IMMEDIATE');
  const start = performance.now();
  assert.deepEqual(await failing(), ['writing']);
  assert.ok(performance.now() - start < 4_000);
  other.exec('ROLLBACK');
  other.close();
  assert.deepEqual(await failing(), []);
});

test('readiness fails if the disk is full', async (t) => {
  const full = (file: string) => (ctx: Context) => ({ config: { ...ctx.config, database: file } });
  const { failing } = await withoutServer(t, full('/proc/version')); // its file system has no free space
  assert.deepEqual(await failing(), ['disk']);
});

test('concurrent requests share one check', async () => {
  const shop = await openShop({ monotonic: () => 0 });
  let writes = 0;
  const write: typeof shop.ctx.write = (step) => {
    writes += 1;
    return shop.ctx.write(step);
  };
  const check = readiness({ ...shop.ctx, write });
  const found = await Promise.all(Array.from({ length: 100 }, check));
  assert.equal(new Set(found).size, 1);
  assert.equal(writes, 1);
});
