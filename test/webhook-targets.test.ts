import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addApp, changeApp } from '../src/domain/webhooks/apps.ts';
import { findDeliveries } from '../src/domain/webhooks/delivery-log.ts';
import { ping } from '../src/domain/webhooks/delivery-worker.ts';
import { undeliverable, webhookAddressRule } from '../src/domain/webhooks/targets.ts';
import { AppError } from '../src/lib/errors.ts';
import { messageFromJson } from '../src/lib/messages/message.ts';
import { networks } from '../src/lib/networks.ts';
import { openReceiver, type Receiver } from './receiver.ts';
import { cafe, idOf, openShop, type Shop, until } from './support.ts';

/** A shop that allows webhooks to these networks, and a receiver on 127.0.0.1. */
async function openShopAllowing(allow_networks: string[]): Promise<{ shop: Shop; receiver: Receiver }> {
  const receiver = await openReceiver();
  const apps = [{ key: 'bot', name: 'Chat bot', url: receiver.url }];
  const shop = await openShop({ stores: [cafe({ apps })], config: { webhooks: { allow_networks } } });
  return { shop, receiver };
}

const bot = (shop: Shop) => idOf(shop.ids.apps.bot?.id);

async function pingAt(shop: Shop, url: string) {
  await shop.ctx.write((tx) => changeApp(tx, bot(shop), { url }));
  return ping(shop.ctx, bot(shop));
}

const isRefused = (answer: string | null | undefined): boolean =>
  messageFromJson(answer ?? '').key === 'webhook_address_not_public';

test('non-public addresses in the URL are refused, with the name of the setting', async () => {
  const { shop, receiver } = await openShopAllowing([]);
  const { port } = receiver;
  for (const host of [
    '127.0.0.1',
    '127.1',
    '2130706433', // decimal
    '0x7f000001', // hexadecimal
    '0177.0.0.1', // octal
    '１２７.0.0.1', // full-width digits
    '127.0.0.1.',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '168.63.129.16', // Azure’s platform services
    '169.254.169.254', // the metadata address of cloud providers
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '[::1]',
    '[::]',
    '[::127.0.0.1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::ffff:192.168.1.1]',
    '[::ffff:8.8.8.8]', // IPv4-mapped
    '[100:0:0:1::1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[2001:db8::1]',
    '[fc00::1]',
    '[fd12:3456::1]',
    '[fe80::1]',
    '[fec0::1]',
    '[ff02::1]',
  ]) {
    const { acknowledged, answer } = await pingAt(shop, `http://${host}:${port}/hook`);
    assert.equal(acknowledged, false, host);
    assert.ok(isRefused(answer), host);
  }
  assert.deepEqual(receiver.received, []);
});

test('with webhooks.require_https plain http reaches the allowed networks only', async () => {
  const open = (allow_networks: string[]) =>
    openShop({
      stores: [cafe({ apps: [{ key: 'bot', name: 'Chat bot' }] })],
      config: { webhooks: { allow_networks, require_https: true } },
    });
  const shop = await open([]);
  const answer = async (url: string) => messageFromJson((await pingAt(shop, url)).answer).key;
  assert.equal(await answer('http://8.8.8.8/hook'), 'webhook_https_required');
  assert.equal(await answer('http://127.0.0.1/hook'), 'webhook_address_not_public');
  assert.equal(undeliverable('http://bot.example/hook', shop.ctx.config.webhooks)?.key, 'webhook_https_required');
  assert.equal(undeliverable('https://bot.example/hook', shop.ctx.config.webhooks), undefined);
  const receiver = await openReceiver();
  const local = await open(['127.0.0.0/8']);
  assert.equal((await pingAt(local, receiver.url)).acknowledged, true);
});

test('names that resolve to loopback are refused after the lookup, with the name of the setting', async () => {
  const { shop, receiver } = await openShopAllowing([]);
  for (const host of ['localhost', 'LOCALHOST']) {
    const { acknowledged, answer } = await pingAt(shop, `http://${host}:${receiver.port}/hook`);
    assert.equal(acknowledged, false, host);
    assert.ok(isRefused(answer), host);
  }
  assert.deepEqual(receiver.received, []);
});

test('a refused target is a failed delivery that the store owner can read', async () => {
  const { shop, receiver } = await openShopAllowing([]);
  await shop.order();
  const [delivery] = await until('it has failed', () => {
    const list = findDeliveries(shop.ctx.db, bot(shop), { limit: 10 });
    return list[0]?.status === 'failed' && list;
  });
  assert.ok(isRefused(delivery?.answer));
  assert.equal(delivery?.itemCount, 1);
  assert.deepEqual(receiver.received, []);
});

test('a network in webhooks.allow_networks is reachable, by address or by name', async () => {
  const { shop, receiver } = await openShopAllowing(['127.0.0.0/8']);
  for (const host of ['127.0.0.1', '2130706433', 'localhost', '[::ffff:127.0.0.1]']) {
    const { acknowledged, answer } = await pingAt(shop, `http://${host}:${receiver.port}/hook`);
    assert.deepEqual({ acknowledged, answer }, { acknowledged: true, answer: '200' }, host);
  }
  assert.deepEqual(
    receiver.received.map(({ headers }) => headers.host),
    ['127.0.0.1', '127.0.0.1', 'localhost', '[::ffff:7f00:1]'].map((host) => `${host}:${receiver.port}`),
  );
});

test('a listed network allows only itself', async () => {
  const { shop, receiver } = await openShopAllowing(['127.0.0.2', '10.0.0.0/8', '::1']);
  for (const host of ['127.0.0.1', '[::ffff:127.0.0.1]', '192.168.1.1'])
    assert.ok(isRefused((await pingAt(shop, `http://${host}:${receiver.port}/hook`)).answer), host);
  assert.deepEqual(receiver.received, []);
});

test('public addresses are never refused', () => {
  const refusal = webhookAddressRule(networks([]));
  for (const address of [
    '8.8.8.8',
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '192.169.0.0',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2001:4860:4860::8888',
    '2a00:1450::1',
  ])
    assert.equal(refusal(address), undefined, address);
});

test('the URL of an app must be http or https, without user name or password', async () => {
  const shop = await openShop();
  const storeId = idOf(shop.ids.id);
  for (const url of [
    'ftp://example.com/',
    'file:///etc/passwd',
    'example.com/hook',
    'http://',
    'https://a:b@example.com/',
  ])
    await assert.rejects(
      shop.ctx.write((tx) => addApp(tx, { storeId, name: 'Bot', url }, shop.now())),
      AppError,
      url,
    );
  for (const url of ['http://example.com/hook', 'https://example.com:8443/hook?a=b', ''])
    await shop.ctx.write((tx) => addApp(tx, { storeId, name: 'Bot', url }, shop.now()));
});
