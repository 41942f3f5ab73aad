import assert from 'node:assert/strict';
import { ANY, errorPattern } from '../errors.ts';
import type { Running } from '../running-command.ts';
import { until } from '../support.ts';
import { toolTest } from '../tools.ts';
import { openClients } from './clients.ts';
import { DISK_TOOLS, openDisk } from './disk.ts';
import { checkOrdersAndStock } from './order-checks.ts';
import { openStore } from './store.ts';

/** Asserts that the server has exited, and that its last line contains the reason and what to do. */
async function assertEndedByDiskError({ ended }: Running): Promise<void> {
  const { status, stderr } = await ended;
  assert.equal(status, 1);
  const last = stderr.trimEnd().split('\n').at(-1) ?? '';
  assert.match(last, errorPattern('disk_failed', { file: `${ANY}raan.db` }));
  assert.match(last, /disk I\/O error|database disk image is malformed/);
}

toolTest(DISK_TOOLS, 'a failed fsync answers the order create with 500 and stops the server', async () => {
  const disk = openDisk();
  const store = await openStore({ env: disk.env });
  disk.watch(store.folder.root);
  const { running } = await store.start();
  disk.setFault('brokenSync', true);
  const { status, body } = await store.call('/v1/order/create', { ...store.body, external_order_id: 'one' });
  assert.deepEqual([status, body.error], [500, 'server_error']);
  await assertEndedByDiskError(running);
});

toolTest(
  DISK_TOOLS,
  'after a failed fsync among many order creates the next start has every acknowledged order, once',
  async () => {
    const disk = openDisk();
    const store = await openStore({ env: disk.env });
    disk.watch(store.folder.root);
    const { running } = await store.start();
    const clients = openClients(16, store);
    await until('orders arrive', () => clients.requests.acknowledged.size > 50);
    disk.setFault('brokenSync', true);
    await assertEndedByDiskError(running);
    disk.setFault('brokenSync', false);
    disk.cutPower();
    disk.watch(store.folder.root);
    const again = await store.start();
    await until('orders arrive again', () => clients.requests.acknowledged.size > 100);
    const requests = await clients.stop();
    assert.equal((await again.running.end()).status, 0);
    requests.refused.delete(500); // none if the failed fsync was that of a job between two requests
    assert.deepEqual([...requests.refused.keys()], []);
    await checkOrdersAndStock(store, requests);
  },
);

toolTest(
  DISK_TOOLS,
  'a failed read answers the request with 500 and stops the server, and the next start succeeds',
  async () => {
    const disk = openDisk();
    const store = await openStore({ env: disk.env });
    const clients = openClients(1, store);
    const first = await store.start();
    await until('orders arrive', () => clients.requests.acknowledged.size > 5);
    const requests = await clients.stop();
    await first.running.end();
    const id = [...requests.acknowledged.values()][0]?.id;
    disk.watch(store.folder.root);
    const { running } = await store.start();
    disk.setFault('brokenRead', true); // the order is only on disk
    const { status, body } = await store.call('/v1/order/detail', { order_id: id });
    assert.deepEqual([status, body.error], [500, 'server_error']);
    await assertEndedByDiskError(running);
    disk.setFault('brokenRead', false);
    const again = await store.start();
    assert.equal((await store.call('/v1/order/detail', { order_id: id })).status, 200);
    await again.running.end();
    await checkOrdersAndStock(store, requests);
  },
);
