import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../support.ts';
import { openClients } from './clients.ts';
import { count, recordFault, repetitions } from './long-runs.ts';
import { checkOrders } from './order-checks.ts';
import { openStore } from './store.ts';

const MILLIS = repetitions(3_000, 600_000);

test('a second server, commands, backups and orders run concurrently without a "database is busy" error', async (t) => {
  const store = await openStore({ settings: '[backup]\nfolder = "copies"\nevery = "1m"\nkeep = 2\n' });
  const { folder } = store;
  const storeFile = folder.write('store.json', (await folder.spawnCommand('dump')).stdout);
  const sheet = folder.write('sheet.csv', (await folder.spawnCommand('product', 'export')).stdout);
  const { running } = await store.start();
  const clients = openClients(16, store);
  const end = performance.now() + MILLIS;
  const output: string[] = [];
  const ran = new Map<string, number>();
  /** Runs the commands in turns until the time is up, at least once each. */
  const keepRunning = async (commands: readonly (() => string[])[], expected: number) => {
    for (let i = 0; i < commands.length || performance.now() < end; i += 1) {
      const args = commands[i % commands.length]?.() as string[];
      const { status, stdout, stderr } = await folder.spawnCommand(...args);
      const name = args.slice(0, 2).join(' ');
      ran.set(name, (ran.get(name) ?? 0) + 1);
      if (status !== expected || /busy|locked|writing to the database/i.test(stdout + stderr))
        output.push(`${name}: ${status} ${stderr}${stdout}`);
    }
  };
  let copies = 0;
  const backup = () => {
    copies += 1;
    return ['backup', folder.path(`copy-${copies % 3}-${copies}.db`)];
  };
  await Promise.all([
    keepRunning(
      [
        () => ['order', 'list'],
        () => ['stock', 'ledger', '--sku', 'hot'],
        () => ['check'],
        () => ['stock', 'verify'],
        () => ['dump'],
      ],
      0,
    ),
    keepRunning(
      [
        () => ['load', storeFile],
        () => ['product', 'import', sheet],
        backup,
        () => ['stock', 'add', '--sku', 'iced', '1'],
      ],
      0,
    ),
    keepRunning([() => ['serve']], 1),
  ]);
  await until('orders are acknowledged', () => clients.requests.acknowledged.size > 100);
  const requests = await clients.stop();
  const { status, stderr } = await running.end();
  t.diagnostic(`${requests.acknowledged.size} orders; ${[...ran].map(([name, n]) => `${n} ${name}`).join(', ')}`);
  assert.deepEqual(output, []);
  assert.deepEqual([...requests.refused], []);
  assert.deepEqual([status, stderr], [0, '']);
  await checkOrders(store, requests);
  recordFault({
    measure: 'ten minutes of servers, commands, backups and orders at once: “database is busy”',
    limit: '0',
    measured: `0 of ${count(requests.acknowledged.size)} orders`,
    absolute: '',
  });
});
