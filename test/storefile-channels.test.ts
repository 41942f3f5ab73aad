import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listApps } from '../src/domain/webhooks/apps.ts';
import { change, dumped } from './storefile-steps.ts';
import { cafe, idOf, type Json, openShop } from './support.ts';

test('a channel loaded again keeps its secret, its tokens, and the fields that the load leaves out', async () => {
  const channels = [{ key: 'page', name: 'Sale page', price_tier: 'vip', app: 'bot', permissions: ['orders.create'] }];
  const shop = await openShop({ stores: [cafe({ channels })] });
  const [before] = dumped(shop).channels;
  const token = await shop.bearer();
  const ids = await change(shop, { channels: [{ key: 'page', name: 'Page' }] });
  assert.deepEqual(ids.cafe?.channels.page, {
    id: shop.ids.channels.page?.id,
    client_id: shop.ids.channels.page?.client_id,
  });
  assert.deepEqual(dumped(shop).channels, [{ ...before, name: 'Page' }]);
  assert.equal((await shop.order({}, { token })).status, 200);
});

test('a channel disabled by a load gets 401 at once', async () => {
  const shop = await openShop();
  assert.equal((await shop.call('/v1/product/list', {})).status, 200);
  await change(shop, { channels: [{ key: 'page', name: 'Sale page', enabled: false }] });
  assert.equal((await shop.call('/v1/product/list', {})).status, 401);
});

test('an app loaded again keeps its secret and the fields that the load leaves out', async () => {
  const apps = [
    {
      key: 'bot',
      name: 'Bot',
      url: 'https://bot.example',
      events: { stock_available_updated: false, order_updated: false, product_updated: false },
    },
  ];
  const shop = await openShop({ stores: [cafe({ apps })] });
  const secret = () => listApps(shop.ctx.db, idOf(shop.ids.id))[0]?.webhookSecret;
  assert.equal(secret(), shop.ids.apps.bot?.webhook_secret);
  const ids = await change(shop, { apps: [{ key: 'bot', name: 'Robot' }] });
  assert.deepEqual(ids.cafe?.apps.bot, { id: shop.ids.apps.bot?.id });
  assert.equal(secret(), shop.ids.apps.bot?.webhook_secret);
  assert.deepEqual(dumped(shop).apps, [{ ...apps[0], name: 'Robot' }]);
});

test('a channel may refer to an existing app and price tier of the store', async () => {
  const shop = await openShop();
  await change(shop, { channels: [{ key: 'erp', name: 'ERP', price_tier: 'vip', app: 'bot' }] });
  assert.deepEqual(
    dumped(shop).channels.map((channel: Json) => [channel.key, channel.price_tier, channel.app]),
    [
      ['page', undefined, undefined],
      ['erp', 'vip', 'bot'],
    ],
  );
});
