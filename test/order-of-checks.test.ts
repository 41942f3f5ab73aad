import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeChannel } from '../src/domain/channels/channels.ts';
import { changeStore } from '../src/domain/stores.ts';
import { assertError, ENDPOINTS } from './endpoints.ts';
import { idOf, openShop, type Shop } from './support.ts';

/**
 * Each test violates two neighboring rules of docs/decisions.md#order-of-checks and expects the error of the earlier
 * rule.
 */
const TOO_LARGE = 'x'.repeat(1_048_577);
const RESTRICTED = ENDPOINTS.map(({ name }) => name).filter((name) => !name.startsWith('product '));

const removePermissions = (shop: Shop) =>
  shop.ctx.write((tx) => changeChannel(tx, idOf(shop.ids.channels.page?.id), { permissions: [] }));

const setQuota = (shop: Shop, orderQuota: number) =>
  shop.ctx.write((tx) => changeStore(tx, idOf(shop.ids.id), { orderQuota }));

for (const { name, path } of ENDPOINTS) {
  test(`${name}: the path is checked before the method`, async () => {
    const shop = await openShop();
    assertError(await shop.send(`${path}x`, { method: 'GET' }), 404, 'not_found');
  });

  test(`${name}: the method is checked before the bearer token`, async () => {
    const shop = await openShop();
    assertError(await shop.send(path, { method: 'GET' }), 405, 'invalid_request');
  });

  test(`${name}: the bearer token is checked before the size`, async () => {
    const shop = await openShop();
    assertError(await shop.call(path, TOO_LARGE, { token: 'nonsense' }), 401, 'invalid_token');
  });

  test(`${name}: the size is checked before the content`, async () => {
    const shop = await openShop();
    const headers = { 'Content-Type': 'text/plain' };
    assertError(await shop.call(path, TOO_LARGE, { headers }), 413, 'invalid_request');
  });
}

for (const { name, path, body } of ENDPOINTS.filter(({ name }) => RESTRICTED.includes(name)))
  test(`${name}: the content is checked before the permission`, async () => {
    const shop = await openShop();
    const wanted = await body(shop);
    await removePermissions(shop);
    assertError(await shop.call(path, 'nonsense'), 400, 'invalid_request');
    assertError(await shop.call(path, { ...wanted, x: 1 }), 400, 'invalid_request', 'x');
    assertError(await shop.call(path, wanted), 403, 'access_denied');
  });

test('order detail: the permission is checked before the order is looked up', async () => {
  const shop = await openShop();
  await removePermissions(shop);
  assertError(await shop.call('/v1/order/detail', { order_id: '999' }), 403, 'access_denied');
});

test('order create: the permission is checked before a replay', async () => {
  const shop = await openShop();
  assert.equal((await shop.order({ external_order_id: 'A-1' })).status, 200);
  await removePermissions(shop);
  assertError(await shop.order({ external_order_id: 'A-1' }), 403, 'access_denied');
});

test('order create: the content is checked before a replay', async () => {
  const shop = await openShop();
  assert.equal((await shop.order({ external_order_id: 'A-1' })).status, 200);
  for (const change of [{ shipping_type: 'made_up' }, { channel: 'made_up' }, { products: [] }, { discount: -1 }])
    assertError(
      await shop.order({ external_order_id: 'A-1', ...change }),
      400,
      'invalid_request',
      Object.keys(change)[0],
    );
});

test('order create: a replay is answered before references, stock and quota are checked', async () => {
  const shop = await openShop();
  const { body } = await shop.order({ external_order_id: 'A-1' });
  await setQuota(shop, 1);
  for (const change of [
    { products: [{ sku: 'absent', qty: 1 }] },
    { products: [{ sku: 'LAT-H', qty: 1_000 }] },
    { sender_address_id: '999' },
    { recipient_address: null, recipient_address_id: '999' },
  ]) {
    const replay = await shop.order({ external_order_id: 'A-1', ...change });
    assert.deepEqual([replay.status, replay.body.order], [200, body.order]);
  }
});

test('order create: references and stock are checked before the quota', async () => {
  const shop = await openShop();
  await shop.order();
  await setQuota(shop, 1);
  assertError(await shop.order({ products: [{ sku: 'absent', qty: 1 }] }), 400, 'invalid_request', 'products[0].sku');
  assertError(await shop.order({ products: [{ sku: 'LAT-H', qty: 99 }] }), 400, 'invalid_request', 'products[0].qty');
  assertError(await shop.order({ sender_address_id: '999' }), 400, 'invalid_request', 'sender_address_id');
  assertError(await shop.order(), 403, 'quota_exceeded');
});
