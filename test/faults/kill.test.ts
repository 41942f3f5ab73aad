import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { openClients } from './clients.ts';
import { count, IS_LONG_RUN, recordFault, repetitions, seededChance } from './long-runs.ts';
import { checkOrdersAndStock } from './order-checks.ts';
import { openStore } from './store.ts';

const CLIENTS = 64;
const MAX_LIFETIME = 400; // milliseconds
const MAX_START_TIME = 2_000;

test('a server killed at any moment under 64 clients loses no order, duplicates none and restarts at once', async (t) => {
  const store = await openStore();
  const chance = seededChance();
  const clients = openClients(CLIENTS, store);
  const starts: number[] = [];
  for (let kills = repetitions(3, 200); kills > 0; kills -= 1) {
    const { running, millis } = await store.start();
    starts.push(millis);
    await setTimeout(chance.between(0, MAX_LIFETIME));
    await running.end('SIGKILL');
  }
  const { running } = await store.start();
  const requests = await clients.stop();
  await running.end();
  await checkOrdersAndStock(store, requests);
  const longest = Math.max(...starts);
  t.diagnostic(
    `${starts.length} kills, ${requests.acknowledged.size} orders, ready again in ${longest.toFixed(0)} ms at most`,
  );
  assert.ok(requests.acknowledged.size > CLIENTS);
  if (IS_LONG_RUN) assert.ok(longest <= MAX_START_TIME, `${longest} ms`);
  recordFault({
    measure: '200 kills under 64 clients: orders lost or doubled',
    limit: '0',
    measured: `0 of ${count(requests.acknowledged.size)}`,
    absolute: `ready again in at most ${(longest / 1_000).toFixed(1)} s`,
  });
});
