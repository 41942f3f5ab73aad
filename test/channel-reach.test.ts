import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeChannel } from '../src/domain/channels/channels.ts';
import { dumpStores } from '../src/domain/storefile/dump.ts';
import { readStoreFile } from '../src/domain/storefile/store-file-schema.ts';
import { listStores } from '../src/domain/stores.ts';
import { assertError } from './endpoints.ts';
import { cafe, idOf, openShop, type Shop } from './support.ts';

// Orders and addresses that a channel can access.

const channels = (change: object = {}) => [
  { key: 'page', name: 'Sale page' },
  { key: 'bot', name: 'Bot', ...change },
];

const shopWith = (bot: object) => openShop({ stores: [cafe({ channels: channels(bot) })] });

const orderTo = async (shop: Shop, id: string, token: string) =>
  shop.order({ recipient_address: undefined, recipient_address_id: id }, { token });

test('a channel that may only create orders cannot read addresses by counting through their ids', async () => {
  const shop = await shopWith({ permissions: ['orders.create'] });
  const token = await shop.bearer('bot');
  const newest = (await shop.order()).body.order.recipient_address.id;
  const unknown = await orderTo(shop, '999999', token);
  assertError(unknown, 400, 'invalid_request', 'recipient_address_id');
  const own = new Set<string | undefined>(Object.values(shop.ids.addresses));
  for (let id = 0; id <= Number(newest); id += 1) {
    const { status, body } = await orderTo(shop, String(id), token);
    if (own.has(String(id))) assert.equal(status, 200);
    else assert.deepEqual({ status, body }, { status: 400, body: unknown.body });
  }
});

test('a channel that may only create orders can order again to the addresses of its own orders', async () => {
  const shop = await shopWith({ permissions: ['orders.create'] });
  const token = await shop.bearer('bot');
  const { recipient_address } = (await shop.order({}, { token })).body.order;
  assert.deepEqual((await orderTo(shop, recipient_address.id, token)).body.order.recipient_address, recipient_address);
});

test('a channel that may read the orders of the store can order to any address of it', async () => {
  const shop = await shopWith({ permissions: ['orders.create', 'orders.read'] });
  const { recipient_address } = (await shop.order()).body.order;
  const again = await orderTo(shop, recipient_address.id, await shop.bearer('bot'));
  assert.deepEqual(again.body.order.recipient_address, recipient_address);
});

test('a channel limited to its own orders finds no other order and no other customer’s address', async () => {
  const shop = await shopWith({ own_orders_only: true });
  const token = await shop.bearer('bot');
  const foreign = (await shop.order()).body.order;
  const own = (await shop.order({}, { token })).body.order;
  assertError(await shop.call('/v1/order/detail', { order_id: foreign.id }, { token }), 404, 'not_found');
  assert.equal((await shop.call('/v1/order/detail', { order_id: own.id }, { token })).body.order.id, own.id);
  assert.equal((await shop.call('/v1/order/detail', { order_id: own.id })).body.order.id, own.id);
  const refused = await orderTo(shop, foreign.recipient_address.id, token);
  assertError(refused, 400, 'invalid_request', 'recipient_address_id');
  assert.equal((await orderTo(shop, own.recipient_address.id, token)).status, 200);
  assert.equal((await shop.call('/v1/store/address/list', {}, { token })).body.addresses.length, 1);
});

test('the limit to own orders takes effect on issued tokens', async () => {
  const shop = await shopWith({});
  const token = await shop.bearer('bot');
  const { id } = (await shop.order()).body.order;
  assert.equal((await shop.call('/v1/order/detail', { order_id: id }, { token })).status, 200);
  const bot = idOf(shop.ids.channels.bot?.id);
  await shop.ctx.write((tx) => changeChannel(tx, bot, { ownOrdersOnly: true }));
  assertError(await shop.call('/v1/order/detail', { order_id: id }, { token }), 404, 'not_found');
});

test('own_orders_only is off by default, and a dump contains it', async () => {
  const shop = await shopWith({ own_orders_only: true });
  const dumped = dumpStores(shop.ctx.db, listStores(shop.ctx.db));
  assert.deepEqual(
    dumped.stores[0]?.channels.map(({ key, own_orders_only }) => [key, own_orders_only]),
    [
      ['page', false],
      ['bot', true],
    ],
  );
  assert.ok('file' in readStoreFile(JSON.parse(JSON.stringify(dumped))));
});
