import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { until } from '../support.ts';
import { toolTest } from '../tools.ts';
import { openClients } from './clients.ts';
import { DISK_TOOLS, openDisk } from './disk.ts';
import { count, recordFault, repetitions, seededChance } from './long-runs.ts';
import { checkOrdersAndStock } from './order-checks.ts';
import { openStore } from './store.ts';

const CLIENTS = 64;
const BUSY_MACHINE = 60_000; // milliseconds
const MAX_LIFETIME = 1_500; // milliseconds: long enough that some runs checkpoint the WAL

toolTest(DISK_TOOLS, 'a power cut that keeps only fsynced data loses no acknowledged order', async (t) => {
  const disk = openDisk();
  const store = await openStore({ env: disk.env });
  const chance = seededChance(1);
  const clients = openClients(CLIENTS, store);
  const cuts = repetitions(3, 50);
  for (let cut = 0; cut < cuts; cut += 1) {
    disk.watch(store.folder.root);
    const { running } = await store.start();
    await setTimeout(chance.between(0, MAX_LIFETIME));
    await running.end('SIGKILL');
    disk.cutPower();
  }
  disk.watch(store.folder.root);
  const { running } = await store.start();
  const { acknowledged } = clients.requests;
  await until('there are more orders than clients', () => acknowledged.size > CLIENTS, BUSY_MACHINE);
  const requests = await clients.stop();
  await running.end();
  await checkOrdersAndStock(store, requests);
  t.diagnostic(`${cuts} cuts, ${requests.acknowledged.size} orders`);
  recordFault({
    measure: '50 power cuts: orders lost or doubled',
    limit: '0',
    measured: `0 of ${count(requests.acknowledged.size)}`,
    absolute: '',
  });
});

toolTest(DISK_TOOLS, 'a disk that ignores fsync loses orders, so the test of power cuts can fail', async () => {
  const disk = openDisk();
  const store = await openStore({ env: disk.env });
  disk.watch(store.folder.root);
  disk.setFault('ignoredSync', true);
  const clients = openClients(8, store);
  const { running } = await store.start();
  await until('some orders are acknowledged', () => clients.requests.acknowledged.size > 20, BUSY_MACHINE);
  await running.end('SIGKILL');
  const requests = await clients.stop();
  disk.cutPower();
  await assert.rejects(checkOrdersAndStock(store, requests));
});
