import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { MemoryStockStorage, RaanClient, RaanError, StockMirror } from '../../src/sdk/typescript/index.ts';
import { clientOptions, PARTNER } from '../sdk/store.ts';
import { openClients } from './clients.ts';
import { count, recordFault, repetitions, seededChance } from './long-runs.ts';
import { checkOrdersAndStock } from './order-checks.ts';
import { openStore } from './store.ts';

const MAX_LIFETIME = 500; // milliseconds
const PAUSE = 10; // milliseconds between two catch-ups

test('a stock mirror that follows a server while it is killed is exact afterwards', async () => {
  const store = await openStore({ change: { channels: [PARTNER] } });
  const storage = new MemoryStockStorage();
  const client = new RaanClient({ ...clientOptions(store.url, store.ids), attempts: 1 });
  const mirror = new StockMirror({ client, storage });
  const chance = seededChance(3);
  const clients = openClients(4, store);
  let catchUps = 0;
  let isOver = false;
  const following = (async () => {
    for (; !isOver; await setTimeout(PAUSE)) {
      const hasEnded = await mirror.catchUp().then(() => true, isOfKilledServer);
      if (hasEnded) catchUps += 1;
    }
  })();
  for (let kills = repetitions(3, 200); kills > 0; kills -= 1) {
    const { running } = await store.start();
    await setTimeout(chance.between(0, MAX_LIFETIME));
    await running.end('SIGKILL');
  }
  const { running } = await store.start();
  const requests = await clients.stop();
  isOver = true;
  await following;
  await mirror.catchUp();
  const { items } = await client.availableStock({ product_variant_ids: Object.values(store.ids.variants) });
  await running.end();
  await checkOrdersAndStock(store, requests);
  const available = items.flatMap(({ product_variant_id, warehouses }) =>
    warehouses.map(({ wh_id, available_qty }) => [product_variant_id, wh_id, available_qty]),
  );
  assert.ok(catchUps > 0);
  assert.ok(requests.acknowledged.size > 0);
  for (const [variant, warehouse, quantity] of available as [string, string, number][])
    assert.equal(storage.quantity(variant, warehouse), quantity);
  recordFault({
    measure: '200 kills while a stock mirror follows: quantities that differ afterwards',
    limit: '0',
    measured: `0 after ${count(requests.acknowledged.size)} orders`,
    absolute: '',
  });
});

/** @returns false @throws other errors */
function isOfKilledServer(error: unknown): false {
  if (error instanceof RaanError && error.code === 'connection_failed') return false;
  throw error;
}
