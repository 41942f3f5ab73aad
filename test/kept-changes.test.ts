import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Runtime, realRuntime, replaceRuntime } from '../src/lib/runtime.ts';
import { errorPattern } from './errors.ts';
import { sql } from './sql.ts';
import { MINUTE, stoppedClock } from './stopped-clock.ts';
import { cafe, openShop, type Shop, until } from './support.ts';
import { countStock } from './webhook-shop.ts';

// The setting webhooks.keep_changes_for, in a server with its jobs.

let pauses = 0;

/** The job that deletes old changes runs every 10 minutes; here the long pauses of jobs are short. */
const startTimer: Runtime['startTimer'] = (run, millis) => {
  if (millis < MINUTE) return realRuntime.startTimer(run, millis);
  pauses += 1;
  return realRuntime.startTimer(run, 20);
};
replaceRuntime({ ...realRuntime, startTimer });

/** Several runs of each job: there are fewer than 30 with a long pause. */
function severalRuns(): Promise<unknown> {
  const before = pauses;
  return until('the jobs have run several times', () => pauses > before + 200);
}

const HOUR = 60 * MINUTE;
const CHANNEL = { key: 'page', name: 'ERP', permissions: ['orders.create', 'stock.read'] };

async function openKeepingShop(keep_changes_for: string) {
  const { now, forward } = stoppedClock();
  const opened = now();
  const stores = [cafe({ apps: [], channels: [CHANNEL] })];
  const shop = await openShop({ stores, now, steadyNow: () => opened, config: { webhooks: { keep_changes_for } } });
  return { shop, forward };
}

const changes = (shop: Shop, body: object = {}) => shop.call('/v1/stock/changes', body);

const recorded = ({ ctx }: Shop): number[] =>
  ctx.db.all(sql<{ qty: number }>('SELECT new_qty AS qty FROM available_changes ORDER BY id')).map(({ qty }) => qty);

test('a server deletes changes older than webhooks.keep_changes_for, and cursors before them expire', async () => {
  const { shop, forward } = await openKeepingShop('2d');
  const { next_cursor: start } = (await changes(shop)).body;
  await countStock(shop, 12);
  const { next_cursor: afterFirst } = (await changes(shop, { cursor: start })).body;
  forward(47 * HOUR);
  await countStock(shop, 14);
  await countStock(shop, 16);
  assert.equal((await changes(shop, { cursor: start })).body.items.length, 3);
  forward(2 * HOUR);
  await until('the first change is deleted', () => recorded(shop)[0] !== 12);
  assert.deepEqual(recorded(shop), [14, 16]);
  const expired = await changes(shop, { cursor: start });
  assert.deepEqual([expired.status, expired.body.error], [400, 'invalid_request']);
  assert.match(expired.body.error_description, errorPattern('stock_cursor_expired', { path: 'cursor' }));
  assert.equal((await changes(shop, { cursor: afterFirst })).body.items.length, 2);
});

test('a server deletes no changes if webhooks.keep_changes_for is empty', async () => {
  const { shop, forward } = await openKeepingShop('');
  await countStock(shop, 12);
  await countStock(shop, 14);
  forward(1_000 * 24 * HOUR);
  await severalRuns();
  assert.deepEqual(recorded(shop), [12, 14]);
});
