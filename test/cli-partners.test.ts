import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { CONCURRENT, openFolder, openFolderOf } from './cli.ts';
import { english, errorPattern } from './errors.ts';
import { openReceiver } from './receiver.ts';
import { cafe, type Json, openShop, until } from './support.ts';

suite('stores, channels, apps and blocks', CONCURRENT, () => {
  // Stores

  test('store list shows stores and settings', async () => {
    const folder = openFolder();
    const loaded = await folder.load({ stores: [cafe({ settings: { order_quota: 9 } }), cafe({ key: 'tea' })] });
    const { stores } = await folder.runCommandJson('store', 'list');
    assert.deepEqual(stores[0], {
      id: loaded.cafe?.id,
      key: 'cafe',
      name: 'บ้านกาแฟ',
      suspended: false,
      settings: { sell_below_zero: false, order_quota: 9, cod_counts_as_ready: false, vat_percent: 0 },
    });
    assert.equal(stores[1].key, 'tea');
    const { stdout } = await folder.runCommand('store', 'list');
    assert.equal(stdout.trim().split('\n').length, 3);
    assert.match(stdout, /^id +key +name +suspended +sell_below_zero +order_quota/);
  });

  test('store set changes the named settings only, effective for orders at once', async () => {
    const shop = await openShop();
    const more = { products: [{ product_variant_id: shop.ids.variants.hot, qty: 100 }] };
    assert.equal((await shop.order(more)).status, 400);
    const { stores } = await openFolderOf(shop).runCommandJson('store', 'set', 'sell_below_zero=true', 'order_quota=1');
    assert.deepEqual(stores[0].settings, {
      sell_below_zero: true,
      order_quota: 1,
      cod_counts_as_ready: false,
      vat_percent: 0,
    });
    assert.equal((await shop.order(more)).status, 200);
    assert.equal((await shop.order()).body.error, 'quota_exceeded');
  });

  test('a suspended store refuses orders and addresses until it is resumed', async () => {
    const shop = await openShop();
    const folder = openFolderOf(shop);
    const statuses = async () => [
      (await shop.order()).status,
      (await shop.call('/v1/store/address/list', {})).status,
      (await shop.call('/v1/product/list', {})).status,
    ];
    assert.deepEqual(await statuses(), [200, 200, 200]);
    assert.equal((await folder.spawnCommandJson('store', 'suspend')).stores[0].suspended, true);
    assert.deepEqual(await statuses(), [403, 403, 200]);
    assert.equal((await folder.spawnCommandJson('store', 'resume', 'cafe')).stores[0].suspended, false);
    assert.deepEqual(await statuses(), [200, 200, 200]);
  });

  // Channels

  test('channel add prints a secret that gets a token at once', async () => {
    const shop = await openShop();
    const folder = openFolderOf(shop);
    const settings = [
      'permissions=orders.read',
      'own_orders_only=true',
      'price_tier=vip',
      'app=bot',
      'expire_time=2099-01-31T00:00:00+07:00',
    ];
    const made = await folder.runCommandJson('channel', 'add', 'ERP', ...settings);
    assert.deepEqual(Object.keys(made), ['id', 'client_id', 'client_secret']);
    const { body } = await shop.token({ grant_type: 'client_credentials', ...made, id: '' });
    assert.equal(body.error, 'invalid_request', 'an unknown field');
    const { client_id, client_secret } = made;
    const { access_token } = (await shop.token({ grant_type: 'client_credentials', client_id, client_secret })).body;
    assert.equal((await shop.order({}, { token: access_token })).status, 403);
    const { stdout } = await folder.runCommand('channel', 'list', '--json');
    assert.equal(stdout.includes(client_secret), false);
    const listed = JSON.parse(stdout).channels.find(({ id }: Json) => id === made.id);
    const { key, secret_use_time, ...rest } = listed;
    assert.match(key, /./);
    assert.ok(secret_use_time > 0);
    assert.deepEqual(rest, {
      id: made.id,
      store_id: shop.ids.id,
      name: 'ERP',
      client_id,
      permissions: ['orders.read'],
      own_orders_only: true,
      price_tier: 'vip',
      app_id: shop.ids.apps.bot?.id,
      enabled: true,
      expire_time: Date.parse('2099-01-30T17:00:00Z'),
    });
  });

  test('channel add and app add print the secret with a note that it is shown once', async () => {
    const folder = openFolder();
    await folder.load({ stores: [cafe()] });
    const channel = await folder.runCommand('channel', 'add', 'ERP');
    assert.match(channel.stdout, /^client_secret {3}[\w-]{43} {3}\(shown once\)$/m);
    const app = await folder.runCommand('app', 'add', 'ERP', '--url', 'https://erp.example/hook');
    assert.match(app.stdout, /^webhook_secret {3}[\w-]{43} {3}\(shown once\)$/m);
    assert.match(app.stdout, /^standard_key {5}whsec_\S+ {3}\(the same as a Standard Webhooks key\)$/m);
  });

  test('a disabled channel gets 401, with and without a token; enabling it does not restore its tokens', async () => {
    const shop = await openShop();
    const folder = openFolderOf(shop);
    const { client_id, client_secret = '' } = shop.ids.channels.page as Json;
    const form = { grant_type: 'client_credentials', client_id, client_secret };
    const errors = async () => [
      (await shop.call('/v1/product/list', {})).body.error,
      (await shop.token(form)).body.error,
    ];
    assert.deepEqual(await errors(), [undefined, undefined]);
    assert.equal((await folder.spawnCommandJson('channel', 'disable', 'page')).channels[0].enabled, false);
    assert.deepEqual(await errors(), ['invalid_token', 'invalid_client']);
    assert.equal((await folder.spawnCommandJson('channel', 'enable', client_id)).channels[0].enabled, true);
    assert.deepEqual(await errors(), ['invalid_token', undefined]);
  });

  test('channel reset-secret prints a new secret and revokes the old one and its tokens', async () => {
    const shop = await openShop();
    const folder = openFolderOf(shop);
    const { id, client_id, client_secret: old = '' } = shop.ids.channels.page as Json;
    const token = await shop.bearer();
    const made = await folder.runCommandJson('channel', 'reset-secret', 'page');
    assert.deepEqual([made.id, made.client_id], [id, client_id]);
    const status = async (client_secret: string) =>
      (await shop.token({ grant_type: 'client_credentials', client_id, client_secret })).status;
    assert.deepEqual([await status(old), await status(made.client_secret)], [401, 200]);
    assert.equal((await shop.call('/v1/product/list', {}, { token })).body.error, 'invalid_token');
  });

  test('channel revoke-tokens ends the tokens; the secret gets new ones', async () => {
    const shop = await openShop();
    const folder = openFolderOf(shop);
    const { id, client_id, client_secret = '' } = shop.ids.channels.page as Json;
    const token = await shop.bearer();
    assert.deepEqual(await folder.runCommandJson('channel', 'revoke-tokens', 'page'), { id, tokens: 'revoked' });
    assert.equal((await shop.call('/v1/product/list', {}, { token })).body.error, 'invalid_token');
    const { body } = await shop.token({ grant_type: 'client_credentials', client_id, client_secret });
    assert.equal((await shop.call('/v1/product/list', {}, { token: body.access_token })).status, 200);
  });

  test('channel set changes permissions, price tier and expiry at once; an empty value clears them', async () => {
    const shop = await openShop();
    const folder = openFolderOf(shop);
    const price = async () => (await shop.order()).body.order?.products[0].price;
    assert.equal(await price(), '65');
    await folder.runCommandJson('channel', 'set', 'page', 'price_tier=vip', 'permissions=orders.create');
    assert.equal(await price(), '60');
    assert.equal((await shop.call('/v1/store/address/list', {})).status, 403);
    const { channels } = await folder.runCommandJson(
      'channel',
      'set',
      'page',
      'price_tier=',
      'permissions=',
      'name=เพจ',
    );
    assert.deepEqual([channels[0].name, channels[0].price_tier, channels[0].permissions], ['เพจ', undefined, []]);
    assert.equal((await shop.order()).status, 403);
    await folder.runCommandJson('channel', 'set', 'page', 'expire_time=1762837200000');
    assert.equal((await shop.call('/v1/product/list', {})).status, 401);
    await folder.runCommandJson('channel', 'set', 'page', 'expire_time=');
    assert.equal((await shop.call('/v1/product/list', {})).status, 200);
  });

  // Apps

  test('an added app receives changes from then on, and app list shows it without its secret', async () => {
    const receiver = await openReceiver();
    const shop = await openShop();
    const folder = openFolderOf(shop);
    const made = await folder.runCommandJson('app', 'add', 'Bot', '--url', receiver.url);
    await receiver.trust(made.webhook_secret);
    await shop.order();
    await until('the change arrives', () => receiver.received.length > 0);
    assert.ok(receiver.received[0]?.signed);
    const { stdout } = await folder.runCommand('app', 'list', '--json');
    assert.equal(stdout.includes(made.webhook_secret), false);
    const listed = JSON.parse(stdout).apps.find(({ id }: Json) => id === made.id);
    assert.deepEqual(
      [listed.name, listed.url, listed.events],
      ['Bot', receiver.url, { stock_available_updated: true, order_updated: false, product_updated: false }],
    );
  });

  test('app set turns deliveries off and on at once, and app reset-secret changes the signature', async () => {
    const receiver = await openReceiver();
    const shop = await openShop({ stores: [cafe({ apps: [{ key: 'bot', name: 'Bot', url: receiver.url }] })] });
    const folder = openFolderOf(shop);
    const off = await folder.runCommandJson('app', 'set', 'bot', 'stock_available_updated=false');
    assert.deepEqual(off.apps[0].events, {
      stock_available_updated: false,
      order_updated: false,
      product_updated: false,
    });
    assert.equal(off.apps[0].url, receiver.url);
    await shop.order();
    const { webhook_secret } = await folder.runCommandJson('app', 'reset-secret', 'bot');
    await receiver.trust(webhook_secret);
    await folder.runCommandJson('app', 'set', 'bot', 'stock_available_updated=true');
    await shop.order();
    await until('the second change arrives', () => receiver.items.length > 0);
    assert.deepEqual(
      receiver.items.map((item) => [item.old, item.new]),
      [[9, 8]],
    );
    assert.ok(receiver.received[0]?.signed);
  });

  test('app ping prints its result, and app deliveries lists it', async () => {
    const receiver = await openReceiver();
    const folder = openFolder({ config: 'webhooks.allow_networks = ["127.0.0.0/8"]\n' });
    await folder.load({ stores: [cafe({ apps: [{ key: 'bot', name: 'Bot', url: receiver.url }] })] });
    const { acknowledged, answer } = await folder.runCommandJson('app', 'ping', 'bot');
    assert.deepEqual([acknowledged, answer], [true, '200']);
    assert.deepEqual(receiver.items, []);
    await receiver.answer({ status: 503, body: 'no stock' });
    const { status, errorLines } = await folder.runCommand('app', 'ping', 'bot');
    assert.equal(status, 1);
    assert.deepEqual(errorLines, [`raan: ${english('ping_not_acknowledged', { answer: '503 no stock' })}`]);
    const { deliveries } = await folder.runCommandJson('app', 'deliveries', 'bot');
    assert.deepEqual(
      deliveries.map((delivery: Json) => [delivery.status, delivery.answer, delivery.response_excerpt]),
      [
        ['failed', '503', 'no stock'],
        ['acknowledged', '200', undefined],
      ],
    );
    assert.deepEqual(deliveries[1].body, receiver.envelopes[0]);
    const newest = await folder.runCommand('app', 'deliveries', 'bot', '--limit', '1');
    assert.match(newest.stdout, /^id +sent +items +status +ms +answer\n\d+ .* failed .* 503 no stock\n$/);
  });

  test('a ping to a private address is refused with the name of the setting', async () => {
    const folder = openFolder();
    await folder.load({ stores: [cafe({ apps: [{ key: 'bot', name: 'Bot', url: 'http://127.0.0.1:9/hook' }] })] });
    const { status, errorLines } = await folder.runCommand('app', 'ping', 'bot');
    assert.equal(status, 1);
    assert.equal(errorLines.length, 1);
    const answer = english('webhook_address_not_public', { address: '127.0.0.1' });
    assert.match(errorLines[0] ?? '', errorPattern('ping_not_acknowledged', { answer }));
  });

  // Blocks

  test('unblock lets an IP address get tokens at once', async () => {
    const shop = await openShop();
    const { client_id, client_secret = '' } = shop.ids.channels.page as Json;
    const right = async () => (await shop.token({ grant_type: 'client_credentials', client_id, client_secret })).status;
    for (let i = 0; i < 10; i += 1)
      await shop.token({ grant_type: 'client_credentials', client_id: `nobody-${i}`, client_secret: 'x' });
    assert.equal(await right(), 429);
    assert.deepEqual(await openFolderOf(shop).spawnCommandJson('unblock', '127.0.0.1'), { unblocked: '127.0.0.1' });
    assert.equal(await right(), 200);
  });

  test('unblock lifts the block of a client id, only once', async () => {
    const folder = openFolder();
    const { cafe: loaded } = await folder.load({ stores: [cafe()] });
    const client = loaded?.channels.page?.client_id as string;
    folder.change(`INSERT INTO auth_blocks VALUES ('client ${client}', ${Date.now() + 600_000})`);
    const first = await folder.runCommand('unblock', client);
    assert.deepEqual([first.status, first.stdout], [0, `${client} is no longer blocked\n`]);
    assert.deepEqual(folder.rows('SELECT * FROM auth_blocks'), []);
    assert.equal((await folder.runCommand('unblock', client)).status, 1);
  });
});
