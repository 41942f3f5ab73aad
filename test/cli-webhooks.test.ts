import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { type ReceivedWebhook, webhookLines, webhookReceiver } from '../src/cli/partners/webhook-listener.ts';
import { changeApp } from '../src/domain/webhooks/apps.ts';
import { ping } from '../src/domain/webhooks/delivery-worker.ts';
import { openFolder } from './cli.ts';
import { errorPattern } from './errors.ts';
import { openShop, type Shop, until } from './support.ts';
import { appId, deliveries, lines, untilDelivered } from './webhook-shop.ts';

const pointTo = (shop: Shop, url: string) => shop.ctx.write((tx) => changeApp(tx, appId(shop), { url }));

/** A shop whose app sends webhooks to a receiver with this secret, by default the secret of the app. */
async function openListening(secretOf = (shop: Shop): string | undefined => shop.ids.apps.bot?.webhook_secret) {
  const shop = await openShop();
  const received: ReceivedWebhook[] = [];
  const server = webhookReceiver(secretOf(shop), (webhook) => received.push(webhook));
  after(() => server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await pointTo(shop, url);
  return { shop, received, url };
}

test('a delivery is verified, answered and reported with its changes', async () => {
  const { shop, received } = await openListening();
  await shop.order(lines(shop, 'hot', 2));
  await untilDelivered(shop, 1);
  const [webhook] = received;
  assert.equal(deliveries(shop)[0]?.status, 'acknowledged');
  assert.equal(webhook?.signature, 'right');
  assert.equal(webhook?.event_type, 'stock_available_updated');
  assert.deepEqual(
    webhook?.items?.map(({ sku, old, new: now, reason }) => [sku, old, now, reason]),
    [['LAT-H', 10, 8, 'order_reserved']],
  );
});

test('a ping has no changes; without a secret signatures are not checked', async () => {
  const { shop, received } = await openListening(() => undefined);
  const outcome = await ping(shop.ctx, appId(shop));
  assert.equal(outcome.acknowledged, true);
  assert.deepEqual([received[0]?.signature, received[0]?.items], ['not checked', []]);
});

test('a wrong or missing signature is refused and reported', async () => {
  const { shop, received, url } = await openListening(() => 'another');
  assert.equal((await ping(shop.ctx, appId(shop))).answer, '401');
  const { status } = await fetch(url, { method: 'POST', body: 'no json' });
  assert.equal(status, 401);
  assert.deepEqual(
    received.map(({ signature, fault }) => [signature, fault]),
    [
      ['wrong', undefined],
      ['missing', 'the body is not a webhook delivery'],
    ],
  );
  assert.equal((await fetch(url)).status, 405);
});

test('a delivery is printed with its Bangkok time', () => {
  const time = Date.UTC(2026, 10, 21, 17, 30, 5);
  assert.deepEqual(webhookLines({ time, signature: 'right', event_type: 'stock_available_updated', items: [] }), [
    '2026-11-22 00:30:05  signature right  stock_available_updated: a ping without changes',
  ]);
});

test('raan webhook listen prints its URL, receives webhooks and ends at SIGTERM', async () => {
  const shop = await openShop();
  const secret = shop.ids.apps.bot?.webhook_secret ?? '';
  const env = { RAAN_WEBHOOK_SECRET: secret }; // command lines are visible to other users
  const listening = await openFolder({ env }).start('webhook', 'listen', '--port', '0');
  const url = /listening at (\S+)/.exec(listening.firstOutput)?.[1] ?? '';
  assert.match(listening.firstOutput, /allow_networks = \["127\.0\.0\.0\/8"\]/);
  assert.equal((await fetch(url, { method: 'POST', body: '{}' })).status, 401);
  await pointTo(shop, url);
  await shop.order();
  await until('the delivery is acknowledged', () => deliveries(shop)[0]?.status === 'acknowledged');
  assert.deepEqual(await listening.end(), { status: 0, stderr: '' });
});

test('a port in use is reported on one line', async () => {
  const { url } = await openListening();
  const { status, errorLines } = await openFolder().runCommand('webhook', 'listen', '--port', new URL(url).port);
  assert.equal(status, 1);
  assert.match(errorLines.join('\n'), errorPattern('listener_port_unavailable'));
});
