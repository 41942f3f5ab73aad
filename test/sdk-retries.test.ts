import assert from 'node:assert/strict';
import { changeChannel, revokeChannelTokens } from '../src/domain/channels/channels.ts';
import { credentials } from './raw-http.ts';
import { type ClientOptions, clientTest, type DrivenClient, type Language, openClient } from './sdk/clients.ts';
import { clientOptions, PARTNER } from './sdk/store.ts';
import { openProxy, type UnreliableProxy } from './sdk/unreliable-proxy.ts';
import { tamper } from './sql.ts';
import { MINUTE, SECOND, stoppedClock } from './stopped-clock.ts';
import { cafe, idOf, type Json, openShop, type Shop, type ShopOptions } from './support.ts';

// Tokens, retries and paging of the clients of src/sdk.

interface PartnerShop {
  shop: Shop;
  proxy: UnreliableProxy;
  client: DrivenClient;
}

/** A shop, and a client that reaches it through a proxy. */
async function openPartnerShop(
  language: Language,
  options: Partial<ClientOptions> = {},
  shopOptions: ShopOptions = {},
): Promise<PartnerShop> {
  const shop = await openShop({ stores: [cafe({ channels: [PARTNER] })], ...shopOptions });
  const proxy = await openProxy(shop.url);
  const client = await openClient(language, { ...clientOptions(proxy.url, shop.ids), ...options });
  return { shop, proxy, client };
}

const channelId = (shop: Shop) => idOf(shop.ids.channels.page?.id);

const [TOKEN, ADDRESSES, PRODUCTS, CREATE, PAY] = [
  '/oauth/token',
  '/v1/store/address/list',
  '/v1/product/list',
  '/v1/order/create',
  '/v1/order/payment/notify',
];

/** The orders of the channel. */
const ordersOf = async (shop: Shop): Promise<Json[]> => (await shop.call('/v1/order/list', {})).body.orders;

// Tokens

clientTest('a client requests one token for many calls', async (language) => {
  const { proxy, client } = await openPartnerShop(language);
  for (let i = 0; i < 3; i += 1) await client.call('listProducts');
  assert.equal(proxy.count(TOKEN), 1);
});

clientTest('after its token is revoked, a client requests another and retries the call', async (language) => {
  const { shop, proxy, client } = await openPartnerShop(language);
  await client.call('listProducts');
  await shop.ctx.write((tx) => revokeChannelTokens(tx, channelId(shop)));
  const { order } = await client.call('createOrder', shop.orderBody());
  assert.equal(order.status, 'open');
  assert.deepEqual(proxy.paths, [TOKEN, PRODUCTS, CREATE, TOKEN, CREATE]);
});

clientTest('a client of a disabled channel gets the error invalid_client', async (language) => {
  const { shop, proxy, client } = await openPartnerShop(language);
  await client.call('listProducts');
  await shop.ctx.write((tx) => changeChannel(tx, channelId(shop), { enabled: false }));
  const { code, status } = await client.fail('listProducts');
  assert.deepEqual([code, status], ['invalid_client', 401]);
  assert.equal(proxy.count(TOKEN), 2);
});

/** A shop that has had ten token requests within a minute and takes the next one after `seconds`. */
async function openExhaustedShop(language: Language, seconds: number): Promise<PartnerShop> {
  const clock = stoppedClock();
  const opened = await openPartnerShop(language, { maxRetryAfter: 10 }, { monotonic: clock.now });
  for (let i = 0; i < 10; i += 1) await opened.shop.token(credentials(opened.shop));
  clock.forward(MINUTE - seconds * SECOND);
  opened.proxy.onStatus = (status) => {
    if (status === 429) clock.forward(seconds * SECOND);
  };
  return opened;
}

clientTest('a client that requests too many tokens waits as long as Retry-After says', async (language) => {
  const { proxy, client } = await openExhaustedShop(language, 1);
  const started = performance.now();
  await client.call('listProducts');
  assert.ok(performance.now() - started >= SECOND);
  assert.deepEqual(proxy.statuses, [429, 200, 200]);
});

clientTest('a Retry-After above the allowed maximum gives the error slow_down', async (language) => {
  const { proxy, client } = await openExhaustedShop(language, 11);
  const { requestId, ...error } = await client.fail('listProducts');
  assert.deepEqual(error, { code: 'slow_down', status: 429, retryAfter: 11 });
  assert.equal(proxy.count(TOKEN), 1);
});

// Failures

clientTest('a client retries a read after broken connections and gateway errors', async (language) => {
  const { proxy, client } = await openPartnerShop(language);
  proxy.failNext(PRODUCTS, 'before', 'after', 'middle');
  assert.equal((await client.call('listProducts')).products.length, 1);
  proxy.failNext(PRODUCTS, 'gateway', 'gatewayText', 'gatewayObject');
  assert.equal((await client.call('listProducts')).products.length, 1);
  assert.equal(proxy.count(PRODUCTS), 8);
});

clientTest('a client retries a read whose JSON is cut off, and no other page', async (language) => {
  const { proxy, client } = await openPartnerShop(language);
  proxy.failNext(PRODUCTS, 'cut', 'cutChunk');
  assert.equal((await client.call('listProducts')).products.length, 1);
  proxy.failNext(PRODUCTS, 'page');
  assert.deepEqual(await client.fail('listProducts'), { code: 'unexpected_response', status: 200 });
  assert.equal(proxy.count(PRODUCTS), 4);
});

clientTest('a client retries a failed token request', async (language) => {
  const { shop, proxy, client } = await openPartnerShop(language);
  proxy.failNext(TOKEN, 'after', 'gateway');
  await client.call('createOrder', shop.orderBody());
  assert.deepEqual(proxy.paths, [TOKEN, TOKEN, TOKEN, CREATE]);
});

clientTest('a client gives up after its last attempt', async (language) => {
  const { proxy, client } = await openPartnerShop(language, { attempts: 3 });
  await client.call('listProducts');
  proxy.failNext(PRODUCTS, 'before', 'before', 'before', 'gateway', 'gatewayText', 'gatewayObject');
  assert.deepEqual(await client.fail('listProducts'), { code: 'connection_failed' });
  assert.deepEqual(await client.fail('listProducts'), { code: 'server_error', status: 502 });
  assert.equal(proxy.count(PRODUCTS), 7);
});

clientTest('an order with an external id is created once although its responses are lost', async (language) => {
  const { shop, proxy, client } = await openPartnerShop(language);
  proxy.failNext(CREATE, 'after', 'middle', 'before');
  const { order, replay } = await client.call('createOrder', { ...shop.orderBody(), external_order_id: 'A-1' });
  assert.equal(replay, 'same');
  assert.deepEqual(
    (await ordersOf(shop)).map(({ id }) => id),
    [order.id],
  );
});

clientTest('an order without an external id is not retried', async (language) => {
  const { shop, proxy, client } = await openPartnerShop(language);
  for (const failure of ['after', 'gateway', 'gatewayText', 'gatewayObject'] as const) {
    proxy.failNext(CREATE, failure);
    const { code } = await client.fail('createOrder', shop.orderBody());
    assert.equal(code, failure === 'after' ? 'connection_failed' : 'server_error');
  }
  assert.equal(proxy.count(CREATE), 4);
  assert.equal((await ordersOf(shop)).length, 1);
});

clientTest('a payment is retried only with an external id, and is recorded once', async (language) => {
  const { shop, proxy, client } = await openPartnerShop(language);
  const { order } = await client.call('createOrder', shop.orderBody());
  proxy.failNext(PAY, 'after');
  const paid = await client.call('notifyPayment', { order_id: order.id, amount: '65', external_payment_id: 'P-1' });
  assert.deepEqual([paid.replay, paid.order.payments.length], ['same', 1]);
  proxy.failNext(PAY, 'after');
  assert.equal((await client.fail('notifyPayment', { order_id: order.id, amount: '1' })).code, 'connection_failed');
  assert.equal(proxy.count(PAY), 3);
});

clientTest('an order is canceled although the response is lost', async (language) => {
  const { shop, proxy, client } = await openPartnerShop(language);
  const { order } = await client.call('createOrder', shop.orderBody());
  proxy.failNext('/v1/order/cancel', 'after');
  assert.equal((await client.call('cancelOrder', { order_id: order.id })).order.status, 'canceled');
});

// Paging

clientTest('each address is listed once although others are removed and made primary meanwhile', async (language) => {
  const addresses = Array.from({ length: 402 }, (_, i) => ({ key: `a${i}`, name: `a${i}`, postal_code: 50200 }));
  const { shop, proxy, client } = await openPartnerShop(
    language,
    {},
    { stores: [cafe({ addresses, channels: [PARTNER] })] },
  );
  const changes = new Map([
    [1, "is_removed = 1 WHERE key IN ('a3', 'a4')"],
    [2, "is_primary = 1 WHERE key = 'a401'"],
  ]);
  proxy.onStatus = () => {
    const change = changes.get(proxy.count(ADDRESSES));
    if (change !== undefined) tamper(shop.ctx, `UPDATE addresses SET ${change}`);
  };
  const listed = (await client.call('addresses')).map(({ name }: Json) => name);
  assert.deepEqual(listed.toSorted(), addresses.map(({ name }) => name).sort());
  assert.ok(proxy.count(ADDRESSES) > 3);
});
