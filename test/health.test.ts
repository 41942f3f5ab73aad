import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openContext } from '../src/context.ts';
import { readiness } from '../src/domain/watch/ready.ts';
import { openShop } from './support.ts';
import { MINUTE, SECOND, stoppedClock } from './wire.ts';

test('/healthz answers ok to anyone, and nothing keeps it', async () => {
  const shop = await openShop();
  const response = await fetch(`${shop.url}/healthz`);
  assert.equal(response.status, 200);
  assert.equal(await response.text(), 'ok\n');
  assert.equal(response.headers.get('cache-control'), 'no-store');
});

test('/readyz names each check, says whether it holds, and nothing else', async () => {
  const shop = await openShop();
  const { status, headers, body } = await shop.send('/readyz', {});
  assert.equal(status, 200);
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.deepEqual(body, {
    ready: true,
    checks: {
      database: 'ok',
      writing: 'ok',
      schema: 'ok',
      disk: 'ok',
      webhooks: 'ok',
      bookings: 'ok',
      cancellations: 'ok',
    },
  });
});

test('both take GET and HEAD only', async () => {
  const shop = await openShop();
  for (const path of ['/healthz', '/readyz']) {
    const { status, headers } = await shop.send(path, { method: 'POST' });
    assert.deepEqual([status, headers.get('allow')], [405, 'GET']);
    assert.equal((await fetch(shop.url + path, { method: 'HEAD' })).status, 200);
  }
});

test('a database that takes no more writes is failing until it does; the process answers all the same', async () => {
  let monotonic = 0;
  const shop = await openShop({ monotonic: () => monotonic });
  shop.ctx.db.exec('PRAGMA query_only = ON');
  const failing = await shop.send('/readyz', {});
  assert.equal(failing.status, 503);
  assert.deepEqual([failing.body.ready, failing.body.checks.writing], [false, 'failing']);
  assert.equal((await fetch(`${shop.url}/healthz`)).status, 200);
  shop.ctx.db.exec('PRAGMA query_only = OFF');
  monotonic += 2 * SECOND;
  assert.equal((await shop.send('/readyz', {})).status, 200);
});

test('a queue whose oldest has waited for too long is failing, each by its own limit', async (t) => {
  const clock = stoppedClock();
  let monotonic = 0;
  const shop = await openShop();
  await shop.stop(); // nobody takes anything out of the queue
  const ctx = openContext(shop.config, { create: false });
  t.after(ctx.close);
  const look = readiness({ ...ctx, now: clock.now, monotonic: () => monotonic });
  await ctx.write((db) =>
    db.run(
      `INSERT INTO webhook_outbox (app_id, item, create_time) VALUES (?, '{}', ?)`,
      Number(shop.ids.apps.bot?.id),
      clock.now() - 61 * MINUTE,
    ),
  );
  assert.equal((await look()).checks.webhooks, 'failing');
  await ctx.write((db) => db.run('DELETE FROM webhook_outbox'));
  monotonic += 2 * SECOND;
  assert.deepEqual((await look()).ready, true);
});

test('however many ask, it looks and writes once', async () => {
  const shop = await openShop({ monotonic: () => 0 });
  let writes = 0;
  const write: typeof shop.ctx.write = (step) => {
    writes += 1;
    return shop.ctx.write(step);
  };
  const look = readiness({ ...shop.ctx, write });
  const found = await Promise.all(Array.from({ length: 100 }, look));
  assert.equal(new Set(found).size, 1);
  assert.equal(writes, 1);
});
