import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { resetWebhookSecret } from '../src/domain/webhooks/app-secrets.ts';
import { appById } from '../src/domain/webhooks/apps.ts';
import { standardKey } from '../src/lib/secrets.ts';
import { openFolderOf } from './cli.ts';
import { blockWith, ROOT } from './documents.ts';
import { freePort } from './proxies.ts';
import { temporaryFolder, until } from './support.ts';
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

test('the receiver of the page Partner API accepts a delivery with the whsec_ key and rejects a changed body', async () => {
  const { shop, receiver } = await openWebhookShop();
  await shop.order();
  await untilDelivered(shop, 1);
  const [request] = receiver.received;
  assert.ok(request);
  const port = await startReceiver(standardKey(appById(shop.ctx.db, appId(shop)).webhookSecret));
  const deliver = async (body: string) => {
    const headers = Object.entries(request.headers).filter(([name]) => name.startsWith('webhook-'));
    const sent = fetch(`http://127.0.0.1:${port}`, { method: 'POST', body, headers: headers as [string, string][] });
    return (await sent.catch(() => undefined))?.status;
  };
  const body = request.body.toString('utf8');
  assert.equal(await until('the receiver listens', () => deliver(body)), 204);
  assert.equal(await deliver(`${body} `), 401);
});

/** Runs the sample until the end of the test. @returns its port */
async function startReceiver(key: string): Promise<number> {
  const folder = temporaryFolder();
  const port = await freePort();
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  writeFileSync(path.join(folder, 'receiver.mts'), blockWith('ts', 'standardwebhooks').replace('8090', String(port)));
  const env = { ...process.env, WEBHOOK_KEY: key };
  const child = spawn(process.execPath, ['receiver.mts'], { cwd: folder, env, stdio: 'ignore' });
  after(() => child.kill('SIGKILL'));
  return port;
}

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
