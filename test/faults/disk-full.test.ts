import assert from 'node:assert/strict';
import { openReceiver } from '../receiver.ts';
import { until } from '../support.ts';
import { toolTest } from '../tools.ts';
import { openClients } from './clients.ts';
import { DISK_TOOLS, openDisk } from './disk.ts';
import { recordFault } from './long-runs.ts';
import { checkOrdersAndStock } from './order-checks.ts';
import { openStore } from './store.ts';

const MAX_RECOVERY_TIME = 5_000; // milliseconds

toolTest(
  DISK_TOOLS,
  'on a full disk order creates are refused and reads work, and the server recovers when space is free',
  async (t) => {
    const disk = openDisk();
    const store = await openStore({ env: disk.env });
    disk.watch(store.folder.root);
    const { running } = await store.start();
    const clients = openClients(16, store);
    const { requests } = clients;
    await until('orders arrive', () => requests.acknowledged.size > 100);
    const [[external_order_id] = []] = requests.acknowledged;
    disk.setFault('full', true);
    await until('creates are refused', () => (requests.refused.get(500) ?? 0) > 20);
    const refused = await store.call('/v1/order/create', { ...store.body, external_order_id: 'while-full' });
    assert.equal(refused.status, 500);
    assert.equal(refused.body.error, 'server_error');
    for (let i = 0; i < 20; i += 1) {
      assert.equal((await store.call('/v1/order/detail', { external_order_id })).status, 200);
      assert.equal((await store.call('/v1/product/list', {})).status, 200);
    }
    const before = requests.acknowledged.size;
    disk.setFault('full', false);
    const begin = performance.now();
    await until('creates succeed again', () => requests.acknowledged.size > before + 16);
    const millis = performance.now() - begin;
    t.diagnostic(`recovered in ${millis.toFixed(0)} ms`);
    assert.ok(millis < MAX_RECOVERY_TIME);
    await clients.stop();
    assert.deepEqual([...requests.refused.keys()], [500]);
    assert.equal((await running.end()).status, 0);
    requests.unanswered.add('while-full');
    await checkOrdersAndStock(store, requests);
    recordFault({
      measure: 'full disk, then free space: orders accepted again',
      limit: '≤ 5 s',
      measured: `${(millis / 1_000).toFixed(2)} s`,
      absolute: '',
    });
  },
);

const RESPONSE_DELAY = 500; // milliseconds, while the disk fills up

toolTest(DISK_TOOLS, 'webhook responses received while the disk is full are saved when space is free', async () => {
  const disk = openDisk();
  const receiver = await openReceiver();
  await receiver.answer({ status: 202, after: RESPONSE_DELAY });
  const apps = [{ key: 'bot', name: 'Chat bot', url: receiver.url }];
  const settings = 'webhooks.allow_networks = ["127.0.0.0/8"]';
  const store = await openStore({ env: disk.env, settings, change: { apps } });
  disk.watch(store.folder.root);
  const { running } = await store.start();
  const statuses = () =>
    store.folder.rows<{ status: string }>('SELECT status FROM webhook_deliveries').map(({ status }) => status);
  assert.equal((await store.call('/v1/order/create', store.body)).status, 200);
  await until('the delivery arrives', () => receiver.received.length === 1);
  disk.setFault('full', true);
  await until('the response cannot be saved', () => /saving delivery results failed; retrying/.test(running.stderr));
  assert.deepEqual(statuses(), ['sending']);
  disk.setFault('full', false);
  await until('the response is saved', () => statuses()[0] === 'acknowledged');
  assert.equal((await running.end()).status, 0);
});
