import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deleteProduct } from '../src/domain/catalogue/delete-product.ts';
import { resetClientSecret } from '../src/domain/channels/client-secrets.ts';
import { signature } from '../src/domain/webhooks/send-webhook.ts';
import { RaanClient, RaanError, verifyWebhook } from '../src/sdk/typescript/index.ts';
import { orderPages } from '../src/sdk/typescript/pages.ts';
import type { OrderSearch } from '../src/sdk/typescript/types.ts';
import { clientOptions, PARTNER } from './sdk/store.ts';
import { openProxy } from './sdk/unreliable-proxy.ts';
import { cafe, idOf, openShop, type ShopOptions } from './support.ts';

// What only the TypeScript client has: concurrent calls, signals, and the details of its iterators.

const [TOKEN, PRODUCTS] = ['/oauth/token', '/v1/product/list'];

async function openPartnerShop(change: object = {}, options: ShopOptions = {}) {
  const shop = await openShop({ stores: [cafe({ channels: [PARTNER], ...change })], ...options });
  const proxy = await openProxy(shop.url);
  const given = { ...clientOptions(proxy.url, shop.ids), retryDelay: 10 };
  return { shop, proxy, client: new RaanClient(given), given };
}

test('concurrent calls share one token request, also after a failure', async () => {
  const { proxy, client } = await openPartnerShop();
  proxy.failNext(TOKEN, 'after');
  await Promise.all(Array.from({ length: 20 }, () => client.listProducts()));
  assert.equal(proxy.count(TOKEN), 2);
});

test('a token is renewed before it expires', async () => {
  const { shop, proxy, client } = await openPartnerShop();
  const channelId = idOf(shop.ids.channels.page?.id);
  await shop.ctx.write((tx) => resetClientSecret(tx, channelId, { now: shop.now(), keepOldFor: 3_000 }));
  while (proxy.count(TOKEN) < 2) await client.listProducts(); // a token of the old secret ends with it
  assert.deepEqual([...new Set(proxy.statuses)], [200]);
});

test('an aborted signal ends a pause with its reason', async () => {
  const { proxy, given } = await openPartnerShop();
  const client = new RaanClient({ ...given, retryDelay: 3_600_000 });
  await client.listProducts();
  proxy.failNext(PRODUCTS, 'gateway');
  await assert.rejects(client.listProducts({}, { signal: AbortSignal.timeout(500) }), { name: 'TimeoutError' });
});

test('an aborted call leaves the token to the other calls', async () => {
  const { proxy, client } = await openPartnerShop();
  const controller = new AbortController();
  proxy.onRequest = () => controller.abort();
  const aborted = client.listProducts({}, { signal: controller.signal });
  const other = client.listProducts();
  await assert.rejects(aborted, { name: 'AbortError' });
  assert.equal((await other).products.length, 1);
  assert.equal(proxy.count(TOKEN), 1);
  await assert.rejects(client.listProducts({}, { signal: AbortSignal.abort() }), { name: 'AbortError' });
});

test('a call without a response in time is retried', async () => {
  const { proxy, given } = await openPartnerShop();
  const client = new RaanClient({ ...given, timeout: 500 });
  await client.listProducts();
  proxy.failNext(PRODUCTS, 'silent');
  assert.equal((await client.listProducts()).products.length, 1);
  assert.ok(proxy.count(PRODUCTS) >= 3);
});

test('a redirect is not followed', async () => {
  const { proxy, client } = await openPartnerShop();
  proxy.failNext(TOKEN, 'redirect');
  await assert.rejects(client.listProducts(), (error) => {
    assert.ok(error instanceof RaanError);
    assert.deepEqual([error.code, error.status], ['unexpected_response', 308]);
    return true;
  });
  assert.deepEqual(proxy.paths, [TOKEN]);
});

test('an error has the request id of the call and the field', async () => {
  const { client } = await openPartnerShop();
  const refused = client.readOrder({ order_id: 'x' }, { requestId: 'call-7' });
  await assert.rejects(refused, { name: 'RaanError', code: 'invalid_request', field: 'order_id', requestId: 'call-7' });
});

test('products are listed once each although others are deleted meanwhile', async () => {
  const keys = Array.from({ length: 250 }, (_, i) => `p${i}`);
  const products = keys.map((key) => ({ key, name: key, variants: [{ key, prices: { retail: '1' } }] }));
  const { shop, client } = await openPartnerShop({ products });
  const deleted = [...keys.slice(0, 40), ...keys.slice(90, 130)];
  const listed: string[] = [];
  for await (const { name } of client.products()) {
    listed.push(name);
    if (name !== 'p99') continue;
    await shop.ctx.write((tx) => {
      for (const key of deleted) deleteProduct(tx, idOf(shop.ids.products[key]), shop.now());
    });
  }
  const missing = keys.filter((key) => !listed.includes(key));
  assert.deepEqual(missing, keys.slice(100, 130));
  assert.equal(new Set(listed).size, listed.length);
});

test('a limit of undefined is the default of 100 orders per page', async () => {
  const limits: unknown[] = [];
  const list = async ({ limit }: OrderSearch) => {
    limits.push(limit);
    return { request_id: '', orders: [], has_more: false, next_cursor: 'c' };
  };
  for await (const { cursor } of orderPages(list, { limit: undefined })) assert.equal(cursor, 'c');
  assert.deepEqual(limits, [100]);
});

test('a webhook is not verified with an empty secret', async () => {
  await assert.rejects(verifyWebhook({ body: '{}', headers: {}, secret: '' }), /secret is empty/);
});

test('a webhook is verified with the headers of fetch, and its body may be a string', async () => {
  const body = '{"event_type":"stock_available_updated","data":{"items":[{"sku":"ลาเต้"}]}}';
  const headers = new Headers({ 'X-Service-Signature': signature([body], 'ความลับ-7') });
  const event = await verifyWebhook({ body, headers, secret: 'ความลับ-7' });
  assert.equal(event.event_type, 'stock_available_updated');
  const bytes = new TextEncoder().encode(body).buffer;
  assert.deepEqual(await verifyWebhook({ body: bytes, headers, secret: 'ความลับ-7' }), event);
});
