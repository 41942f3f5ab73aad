import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Item } from '../../src/domain/webhooks/changes.ts';
import { openReceiver } from '../receiver.ts';
import { until } from '../support.ts';
import { openClients } from './clients.ts';
import { count, recordFault, repetitions, seededChance } from './long-runs.ts';
import { checkOrdersAndStock } from './order-checks.ts';
import { openStore } from './store.ts';

const MAX_LIFETIME = 500; // milliseconds

const changeOf = ({ id, warehouse_id, update_time }: Item): string => `${id} ${warehouse_id} ${update_time}`;

test('a server killed during webhook delivery sends every change once, except those in flight', async (t) => {
  const receiver = await openReceiver();
  const apps = [{ key: 'bot', name: 'Chat bot', url: receiver.url }];
  const store = await openStore({ settings: 'webhooks.allow_networks = ["127.0.0.0/8"]', change: { apps } });
  await receiver.trust(store.ids.apps.bot?.webhook_secret);
  const chance = seededChance(2);
  const clients = openClients(4, store);
  for (let kills = repetitions(3, 200); kills > 0; kills -= 1) {
    await receiver.answer({ status: 200, after: chance.between(0, 59) });
    const { running } = await store.start();
    await setTimeout(chance.between(0, MAX_LIFETIME));
    await running.end('SIGKILL');
  }
  await receiver.answer({ status: 200 });
  const { running } = await store.start();
  const requests = await clients.stop();
  const waiting = () =>
    store.folder.rows<{ n: number }>(
      `SELECT (SELECT max(id) FROM available_changes) - last_announced
         + (SELECT count(*) FROM webhook_deliveries WHERE status = 'sending') AS n FROM apps`,
    )[0]?.n;
  await until('all deliveries are sent', () => waiting() === 0);
  await running.end();
  await checkOrdersAndStock(store, requests);

  const delivered = receiver.items.map(changeOf);
  const changes = store.folder
    .rows<{ change: string }>(
      `SELECT variant_id || ' ' || warehouse_id || ' ' || time AS change FROM stock_ledger WHERE order_id > 0`,
    )
    .map(({ change }) => change);
  const unknown = store.folder
    .rows<{ change: string }>(
      `SELECT variant_id || ' ' || warehouse_id || ' ' || update_time AS change FROM webhook_deliveries
       JOIN available_changes c ON c.id >= first_change AND c.id < first_change + item_count WHERE status = 'unknown'`,
    )
    .map(({ change }) => change);
  assert.equal(new Set(delivered).size, delivered.length, 'a change was sent twice');
  assert.deepEqual(
    receiver.received.filter(({ signed }) => !signed),
    [],
  );
  const reached = new Set([...delivered, ...unknown]);
  assert.deepEqual(
    changes.filter((change) => !reached.has(change)),
    [],
  );
  t.diagnostic(`${changes.length} changes, ${receiver.received.length} deliveries, ${unknown.length} changes unknown`);
  assert.ok(delivered.length > 0);
  recordFault({
    measure: '200 kills while webhooks are sent: changes sent twice or never',
    limit: '0',
    measured: `0 of ${count(changes.length)}`,
    absolute: '',
  });
});
