import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type ChannelFields,
  changeChannel,
  PERMISSIONS,
  revokeChannelTokens,
} from '../src/domain/channels/channels.ts';
import { quotaUsed } from '../src/domain/order-counters.ts';
import { changeStore } from '../src/domain/stores.ts';
import { assertError, ENDPOINTS } from './endpoints.ts';
import { credentials, rawResponses } from './raw-http.ts';
import { stoppedClock } from './stopped-clock.ts';
import { cafe, idOf, openShop, type Shop } from './support.ts';

const change = (shop: Shop, fields: ChannelFields) =>
  shop.ctx.write((tx) => changeChannel(tx, idOf(shop.ids.channels.page?.id), fields));

const changeShop = (shop: Shop, fields: Parameters<typeof changeStore>[2]) =>
  shop.ctx.write((tx) => changeStore(tx, idOf(shop.ids.id), fields));

const list = (shop: Shop) => shop.call('/v1/product/list', {});

test('a channel that expires loses its tokens and gets no new ones', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now });
  await change(shop, { expireTime: clock.now() + 1_000 });
  assert.equal((await list(shop)).status, 200);
  clock.forward(999);
  assert.equal((await list(shop)).status, 200);
  clock.forward(1);
  assertError(await list(shop), 401, 'invalid_token');
  assertError(await shop.token(credentials(shop)), 401, 'invalid_client');
});

test('an expiry in the store file applies', async () => {
  const clock = stoppedClock();
  const channels = [{ key: 'page', name: 'page', expire_time: clock.now() }];
  const shop = await openShop({ now: clock.now, stores: [cafe({ channels })] });
  assertError(await shop.token(credentials(shop)), 401, 'invalid_client');
});

test('a disabled channel loses its tokens for good; after it is enabled it gets new ones', async () => {
  const shop = await openShop();
  assert.equal((await list(shop)).status, 200);
  await change(shop, { enabled: false });
  assertError(await list(shop), 401, 'invalid_token');
  assertError(await shop.token(credentials(shop)), 401, 'invalid_client');
  await change(shop, { enabled: true });
  assertError(await list(shop), 401, 'invalid_token');
  const { body } = await shop.token(credentials(shop));
  assert.equal((await shop.call('/v1/product/list', {}, { token: body.access_token })).status, 200);
});

test('revoked tokens stay revoked after a restart and when the clock steps back; other channels keep theirs', async () => {
  const clock = stoppedClock();
  const channels = [
    { key: 'page', name: 'page' },
    { key: 'bot', name: 'bot' },
  ];
  const shop = await openShop({ now: clock.now, stores: [cafe({ channels })] });
  const [own, others] = [await shop.bearer(), await shop.bearer('bot')];
  const status = async (token: string) => (await shop.call('/v1/product/list', {}, { token })).status;
  assert.deepEqual([await status(own), await status(others)], [200, 200]);
  await shop.ctx.write((tx) => revokeChannelTokens(tx, idOf(shop.ids.channels.page?.id)));
  assert.deepEqual([await status(own), await status(others)], [401, 200]);
  clock.forward(-1_000);
  await shop.stop();
  await shop.start();
  assert.deepEqual([await status(own), await status(others)], [401, 200]);
});

const NEEDED: Record<string, (typeof PERMISSIONS)[number] | undefined> = {
  'order create': 'orders.create',
  'order detail': 'orders.read',
  'address list': 'addresses.read',
  'stock changes': 'stock.read',
  'available stock': 'stock.read',
  'order list': 'orders.list',
  'order cancel': 'orders.cancel',
  'payment notify': 'orders.pay',
};

for (const { name, path, body } of ENDPOINTS) {
  const needed = NEEDED[name];

  test(`${name} ${needed ? `needs ${needed}` : 'needs no permission'}`, async () => {
    const shop = await openShop();
    const wanted = await body(shop);
    await change(shop, { permissions: PERMISSIONS.filter((permission) => permission !== needed) });
    if (needed) assertError(await shop.call(path, wanted), 403, 'access_denied');
    else assert.equal((await shop.call(path, wanted)).status, 200);
    await change(shop, { permissions: needed ? [needed] : [] });
    assert.equal((await shop.call(path, wanted)).status, 200);
  });

  test(`${name} ${needed ? 'is denied' : 'works'} while the store is suspended`, async () => {
    const shop = await openShop();
    const wanted = await body(shop);
    await changeShop(shop, { suspended: true });
    if (needed) assertError(await shop.call(path, wanted), 403, 'access_denied');
    else assert.equal((await shop.call(path, wanted)).status, 200);
    await changeShop(shop, { suspended: false });
    assert.equal((await shop.call(path, wanted)).status, 200);
  });
}

test('a suspended store still issues tokens', async () => {
  const shop = await openShop();
  await changeShop(shop, { suspended: true });
  assert.equal((await shop.token(credentials(shop))).status, 200);
});

test('a channel sells at its own price tier, or at the default tier', async () => {
  const channels = [
    { key: 'page', name: 'page', price_tier: 'vip' },
    { key: 'plain', name: 'plain' },
  ];
  const shop = await openShop({ stores: [cafe({ channels })] });
  const products = [
    { sku: 'LAT-H', qty: 1 },
    { sku: 'LAT-I', qty: 1 },
  ];
  const prices = ({ body }: Awaited<ReturnType<typeof shop.order>>) =>
    body.order.products.map(({ price }: { price: string }) => price);
  assert.deepEqual(prices(await shop.order({ products })), ['60', '70']);
  assert.deepEqual(prices(await shop.order({ products }, { token: await shop.bearer('plain') })), ['65', '70']);
});

test('the order quota counts a calendar month in Bangkok', async () => {
  const clock = stoppedClock(Date.UTC(2026, 10, 30, 16, 59, 59)); // 23:59:59 in Bangkok
  const shop = await openShop({ now: clock.now, stores: [cafe({ settings: { order_quota: 2 } })] });
  assert.equal((await shop.order()).status, 200);
  assert.equal((await shop.order()).status, 200);
  assertError(await shop.order(), 403, 'quota_exceeded');
  clock.forward(999);
  assertError(await shop.order(), 403, 'quota_exceeded');
  clock.forward(1);
  assert.equal((await shop.order()).status, 200);
  assert.equal((await shop.order()).status, 200);
  assertError(await shop.order(), 403, 'quota_exceeded');
});

test('the count of a month does not decrease when the clock steps back to the month before', async () => {
  const clock = stoppedClock(Date.UTC(2026, 10, 30, 16, 59)); // November in Bangkok
  const settings = { order_quota: 2, sell_below_zero: true };
  const shop = await openShop({ now: clock.now, stores: [cafe({ settings })] });
  const order = async () => (await shop.order()).status;
  assert.deepEqual([await order(), await order(), await order()], [200, 200, 403]);
  clock.forward(60_000); // December
  assert.equal(await order(), 200);
  clock.forward(-60_000);
  assert.equal(await order(), 403);
  clock.forward(60_000);
  assert.deepEqual([await order(), await order()], [200, 403]);
  assert.equal(quotaUsed(shop.ctx.db, idOf(shop.ids.id), clock.now()), 2);
  assert.equal(quotaUsed(shop.ctx.db, idOf(shop.ids.id), clock.now() - 60_000), 2);
});

test('the order quota covers all channels of a store, and no other store', async () => {
  const channels = [
    { key: 'page', name: 'page' },
    { key: 'bot', name: 'bot' },
  ];
  const stores = [cafe({ settings: { order_quota: 1 }, channels }), cafe({ key: 'other' })];
  const shop = await openShop({ stores });
  assert.equal((await shop.order()).status, 200);
  assertError(await shop.order({}, { token: await shop.bearer('bot') }), 403, 'quota_exceeded');
  const token = await shop.bearer('page', shop.stores.other);
  assert.equal((await shop.order({ products: [{ sku: 'LAT-H', qty: 1 }] }, { token })).status, 200);
});

test('a replay does not count against the quota and is answered when it is used up', async () => {
  const shop = await openShop({ stores: [cafe({ settings: { order_quota: 2 } })] });
  const { body } = await shop.order({ external_order_id: 'A-1' });
  for (let i = 0; i < 5; i += 1)
    assert.equal((await shop.order({ external_order_id: 'A-1' })).body.order.id, body.order.id);
  assert.equal((await shop.order()).status, 200);
  assertError(await shop.order(), 403, 'quota_exceeded');
  assert.deepEqual((await shop.order({ external_order_id: 'A-1' })).body.order, body.order);
});

test('refused orders do not count against the quota', async () => {
  const shop = await openShop({ stores: [cafe({ settings: { order_quota: 1 } })] });
  assertError(await shop.order({ products: [{ sku: 'absent', qty: 1 }] }), 400, 'invalid_request');
  assertError(await shop.order({ products: [{ sku: 'LAT-H', qty: 99 }] }), 400, 'invalid_request');
  assert.equal((await shop.order()).status, 200);
  assertError(await shop.order(), 403, 'quota_exceeded');
  await changeShop(shop, { orderQuota: 2 });
  assert.equal((await shop.order()).body.order.order_number, '2');
});

test('a quota of 0 means no limit', async () => {
  const shop = await openShop({ stores: [cafe({ settings: { order_quota: 0 } })] });
  for (let i = 0; i < 10; i += 1) assert.equal((await shop.order()).status, 200);
});

test('a token gives access to the store of its channel only', async () => {
  const shop = await openShop({ stores: [cafe(), cafe({ key: 'other', name: 'อื่น' })] });
  const token = await shop.bearer('page', shop.stores.other);
  const { body } = await shop.call('/v1/product/list', {}, { token });
  assert.deepEqual(
    body.products.map(({ id }: { id: string }) => id),
    [shop.stores.other?.products.latte],
  );
});

test('each request is authenticated by its own token, whatever came earlier on the connection', async () => {
  const shop = await openShop({ stores: [cafe(), cafe({ key: 'other', name: 'อื่น' })] });
  const [own, others] = [await shop.bearer(), await shop.bearer('page', shop.stores.other)];
  const call = (token: string, ending = '') =>
    `POST /v1/product/list HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n${ending}\r\n`;
  const tokens = [own, own, others, own.slice(0, -1), `${own}x`, own];
  const answers = await rawResponses(
    shop,
    `${tokens.map((token) => call(token)).join('')}${call('', 'Connection: close\r\n')}`,
  );
  assert.deepEqual(
    answers.map(({ status, body }) => body.products?.[0].id ?? status),
    [shop.ids, shop.ids, shop.stores.other, 401, 401, shop.ids, 401].map((expected) =>
      typeof expected === 'object' ? expected.products.latte : expected,
    ),
  );
});
