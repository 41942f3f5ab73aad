import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { resetWebhookSecret } from '../src/domain/webhooks/app-secrets.ts';
import { appById } from '../src/domain/webhooks/apps.ts';
import { standardKey } from '../src/lib/secrets.ts';
import { openFolderOf } from './cli.ts';
import { appId, openWebhookShop, untilDelivered } from './webhook-shop.ts';

test('the Standard Webhooks library accepts a delivery with the whsec_ key and rejects a changed body', async () => {
  const { shop, receiver } = await openWebhookShop();
  await shop.order();
  await untilDelivered(shop, 1);
  const [request] = receiver.received;
  assert.ok(request);
  const key = new Webhook(standardKey(appById(shop.ctx.db, appId(shop)).webhookSecret));
  assert.deepEqual(key.verify(request.body.toString('utf8'), request.headers), receiver.envelopes[0]);
  assert.throws(() => key.verify(`${request.body} `, request.headers));
  assert.throws(() => key.verify(request.body, { ...request.headers, 'webhook-id': 'other' }));
});

test('while the old secret is valid, the library accepts a delivery with either key', async () => {
  const { shop, receiver } = await openWebhookShop();
  const old = appById(shop.ctx.db, appId(shop)).webhookSecret;
  const { webhookSecret } = await shop.ctx.write((tx) =>
    resetWebhookSecret(tx, appId(shop), { now: shop.now(), keepOldFor: 3_600_000 }),
  );
  await shop.order();
  await untilDelivered(shop, 1);
  const [request] = receiver.received;
  assert.ok(request);
  for (const secret of [old, webhookSecret]) new Webhook(standardKey(secret)).verify(request.body, request.headers);
  assert.throws(() => new Webhook(standardKey('other')).verify(request.body, request.headers));
});

test('a new app and a new secret show the key of Standard Webhooks', async () => {
  const { shop } = await openWebhookShop();
  const folder = openFolderOf(shop);
  const added = await folder.runCommandJson('app', 'add', 'ERP');
  assert.equal(added.standard_key, standardKey(added.webhook_secret));
  const reset = await folder.runCommandJson('app', 'reset-secret', 'bot');
  assert.equal(reset.standard_key, standardKey(reset.webhook_secret));
});
