import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callDays } from '../src/domain/channels/call-list.ts';
import { listChannels } from '../src/domain/channels/channels.ts';
import { clientSubject, recordFailure } from '../src/domain/channels/throttle.ts';
import { listApps } from '../src/domain/webhooks/apps.ts';
import type { Browser, Seen } from './office.ts';
import { signedIn } from './office.ts';
import { openReceiver } from './receiver.ts';
import { cafe, idOf, openShop, type Shop, until } from './support.ts';
import { credentials, stoppedClock } from './wire.ts';
import { count, openWired, settled } from './wired.ts';

const owner = (shop: Shop): Promise<Browser> => signedIn(shop, { language: 'en' });

const pageOf = (shop: Shop) => `/partners/channels/${shop.ids.channels.page?.id}`;
const botOf = (shop: Shop) => `/partners/apps/${shop.ids.apps.bot?.id}`;

const called = (shop: Shop, calls: number) =>
  until(`${calls} calls are written down`, () => {
    const [day] = callDays(shop.ctx.db, idOf(shop.ids.channels.page?.id), 1);
    return (day?.calls ?? 0) >= calls;
  });

const hiddenOf = ({ html }: Seen, name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1] ?? '';

const codeOf = (html: string, id: string) => new RegExp(`id="${id}"[^>]*>([^<]+)<`).exec(html)?.[1] ?? '';

// Channels

test('a channel is added, its secret is shown once, and it opens the API', async () => {
  const shop = await openShop();
  const browser = await owner(shop);
  await browser.open('/partners/channels/new');
  const made = await browser.send('/partners/channels/new', {
    name: 'ERP',
    permissions: ['orders.read'],
    price_tier: shop.ids.price_tiers.vip ?? '',
    app: shop.ids.apps.bot?.id ?? '',
    expire_time: '2099-01-31T00:00',
  });
  assert.equal(made.status, 200, made.text);
  assert.equal(made.headers.get('cache-control'), 'no-store');
  const [client_id, client_secret] = [codeOf(made.html, 'client-id'), codeOf(made.html, 'secret')];
  const answer = await shop.token({ grant_type: 'client_credentials', client_id, client_secret });
  assert.equal(answer.status, 200);
  assert.equal((await shop.order({}, { token: answer.body.access_token })).status, 403);
  const channel = listChannels(shop.ctx.db, idOf(shop.ids.id)).at(-1);
  assert.deepEqual(
    [channel?.name, channel?.permissions, channel?.priceTierId, channel?.appId, channel?.expireTime],
    [
      'ERP',
      ['orders.read'],
      idOf(shop.ids.price_tiers.vip),
      idOf(shop.ids.apps.bot?.id),
      Date.parse('2099-01-31T00:00:00+07:00'),
    ],
  );
  for (const path of ['/partners', `/partners/channels/${channel?.id}`])
    assert.equal((await browser.open(path)).html.includes(client_secret), false, path);
});

test('what is wrong with a channel stands at its field, and what was typed is kept', async () => {
  const shop = await openShop({ stores: [cafe(), cafe({ key: 'tea' })] });
  const browser = await owner(shop);
  await browser.open(pageOf(shop));
  const unnamed = await browser.send(pageOf(shop), { name: ' ', expire_time: '2099-01-31T00:00' });
  assert.equal(unnamed.status, 422);
  assert.match(unnamed.text, /Fill this in/);
  assert.match(unnamed.html, /value="2099-01-31T00:00"/);
  const foreign = await browser.send(pageOf(shop), {
    name: 'Page',
    price_tier: shop.stores.tea?.price_tiers.vip ?? '',
  });
  assert.equal(foreign.status, 422);
  assert.match(foreign.html, /id="field-price_tier-fault"/);
});

test('a channel is changed, switched off and on, and its secret is reset', async () => {
  const shop = await openShop();
  const browser = await owner(shop);
  const token = await shop.bearer();
  const status = async () => (await shop.call('/v1/product/list', {}, { token })).status;
  await browser.open(pageOf(shop));
  const saved = await browser.send(pageOf(shop), { name: 'New name', permissions: ['orders.read', 'orders.create'] });
  assert.match(saved.text, /Saved/);
  assert.match(saved.text, /New name/);
  await browser.send(`${pageOf(shop)}/switch`);
  assert.equal(await status(), 401);
  assert.match((await browser.open('/partners')).text, /New name Off/);
  await browser.open(pageOf(shop));
  await browser.send(`${pageOf(shop)}/switch`, { on: 'on' });
  assert.equal(await status(), 200);
  const mark = hiddenOf(await browser.open(pageOf(shop)), 'mark');
  const reset = await browser.send(`${pageOf(shop)}/secret`, { mark });
  const form = credentials(shop);
  assert.equal((await shop.token(form)).status, 401);
  assert.equal((await shop.token({ ...form, client_secret: codeOf(reset.html, 'secret') })).status, 200);
  const reloaded = await browser.send(`${pageOf(shop)}/secret`, { mark });
  assert.equal(reloaded.path, pageOf(shop));
  assert.match(reloaded.text, /A new secret was made already, and is shown only once/);
  assert.equal((await shop.token({ ...form, client_secret: codeOf(reset.html, 'secret') })).status, 200);
});

test('a form that is sent again, as loading its answer anew does, adds no second channel or app', async () => {
  const shop = await openShop();
  const browser = await owner(shop);
  for (const [kind, list] of [
    ['channels', listChannels],
    ['apps', listApps],
  ] as const) {
    const before = list(shop.ctx.db, idOf(shop.ids.id)).length;
    const fields = { name: 'ERP', key: hiddenOf(await browser.open(`/partners/${kind}/new`), 'key') };
    const made = await browser.send(`/partners/${kind}/new`, fields);
    assert.match(made.html, /id="secret"/);
    const again = await browser.send(`/partners/${kind}/new`, fields);
    const all = list(shop.ctx.db, idOf(shop.ids.id));
    assert.equal(all.length, before + 1);
    assert.equal(again.path, `/partners/${kind}/${all.at(-1)?.id}`);
    assert.match(again.text, /was added already, and its secret is shown only once/);
    assert.notEqual(hiddenOf(await browser.open(`/partners/${kind}/new`), 'key'), fields.key);
  }
});

test('a channel whose expiry has passed is shut out, and its pages say so', async () => {
  const shop = await openShop();
  const browser = await owner(shop);
  await browser.open(pageOf(shop));
  const saved = await browser.send(pageOf(shop), { name: 'Page', expire_time: '2020-01-31T00:00' });
  assert.match(saved.text, /This channel has expired and the partner is shut out/);
  assert.match(saved.text, /Status Expired/);
  assert.doesNotMatch(saved.html, /class="notice good"/);
  await browser.open('/partners/channels/new');
  const made = await browser.send('/partners/channels/new', { name: 'ERP', expire_time: '2020-01-31T00:00' });
  assert.match(made.text, /This channel has expired and the partner is shut out/);
});

test('the calls of a channel are shown, the failed ones apart, one by its request id, and as a file', async () => {
  const shop = await openShop();
  const browser = await owner(shop);
  const token = await shop.bearer();
  await shop.call('/v1/product/list', {}, { token, headers: { 'X-Request-Id': 'good-one' } });
  await shop.call('/v1/order/create', {}, { token, headers: { 'X-Request-Id': '=bad-one' } });
  await called(shop, 3);
  const calls = `${pageOf(shop)}/calls`;
  const all = await browser.open(calls);
  assert.match(all.text, /\/v1\/product\/list 200 good-one/);
  assert.match(all.text, /\/v1\/order\/create 400 invalid_request shipping_type is required =bad-one 127\.0\.0\.1/);
  const failed = await browser.open(`${calls}?failed=on`);
  assert.equal(failed.text.includes('good-one'), false);
  assert.equal(failed.text.includes('=bad-one'), true);
  const found = await browser.open(`${calls}?request=good-one`);
  assert.equal(found.text.includes('/v1/order/create'), false);
  assert.match((await browser.open(`${calls}?request=none`)).text, /No call fits the filter/);
  const file = await browser.open(`${calls}.csv?failed=on`);
  assert.match(file.headers.get('content-type') ?? '', /text\/csv/);
  assert.match(file.html, /,\/v1\/order\/create,400,invalid_request,.*,'=bad-one,127\.0\.0\.1/);
  assert.match((await browser.open(pageOf(shop))).text, /Calls a day.* 3 1/);
});

test('a price list shows what the channel’s tier pays, and as a file', async () => {
  const shop = await openShop();
  const browser = await owner(shop);
  await browser.open(pageOf(shop));
  await browser.send(pageOf(shop), { name: 'Page', price_tier: shop.ids.price_tiers.vip ?? '' });
  const { text } = await browser.open(`${pageOf(shop)}/prices`);
  assert.match(text, /ลาเต้ ร้อน LAT-H 60 /);
  assert.match(text, /ลาเต้ เย็น LAT-I Default tier 70/);
  assert.match((await browser.open(`${pageOf(shop)}/prices.csv`)).html, /,ร้อน,LAT-H,60,false/);
});

test('a blocked client id of the store is shown and lifted', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now });
  const browser = await owner(shop);
  const { client_id } = credentials(shop);
  assert.match((await browser.open('/partners/blocks')).text, /Nothing is blocked/);
  await shop.ctx.write((db) => {
    for (let i = 0; i < 10; i += 1) recordFailure(db, [clientSubject(client_id)], clock.now());
  });
  assert.equal((await shop.token(credentials(shop))).status, 429);
  assert.match((await browser.open(pageOf(shop))).text, /Too many wrong secrets/);
  const blocks = await browser.open('/partners/blocks');
  assert.match(blocks.text, new RegExp(`${client_id} Sale page`));
  assert.match((await browser.open('/partners/blocks.csv')).html, new RegExp(`client,${client_id},Sale page,`));
  await browser.open('/partners/blocks');
  const lifted = await browser.send('/partners/blocks/lift', { name: client_id });
  assert.match(lifted.text, /is no longer blocked/);
  assert.equal((await shop.token(credentials(shop))).status, 200);
  assert.equal((await browser.send('/partners/blocks/lift', { name: client_id })).status, 404);
});

// Apps

test('an app is added with its secret shown once, and told of changes signed with it', async () => {
  const receiver = await openReceiver();
  const shop = await openShop();
  const browser = await owner(shop);
  await browser.open('/partners/apps/new');
  const wrong = await browser.send('/partners/apps/new', {
    name: 'ERP',
    url: 'ftp://erp',
    stock_available_updated: 'on',
  });
  assert.equal(wrong.status, 422);
  assert.match(wrong.html, /id="field-url-fault"/);
  const made = await browser.send('/partners/apps/new', {
    name: 'ERP',
    url: receiver.url,
    stock_available_updated: 'on',
  });
  const secret = codeOf(made.html, 'secret');
  await receiver.trust(secret);
  await count(shop, 9);
  await until('the app is told', () => receiver.received.length === 1);
  assert.equal(receiver.received[0]?.signed, true);
  const app = listApps(shop.ctx.db, idOf(shop.ids.id)).at(-1);
  const again = await browser.open(`/partners/apps/${app?.id}`);
  assert.equal(again.html.includes(secret), false);
  const mark = hiddenOf(again, 'mark');
  const reset = await browser.send(`/partners/apps/${app?.id}/secret`, { mark });
  const fresh = codeOf(reset.html, 'secret');
  assert.ok(fresh !== '' && fresh !== secret);
  const reloaded = await browser.send(`/partners/apps/${app?.id}/secret`, { mark });
  assert.match(reloaded.text, /A new secret was made already, and is shown only once/);
  assert.equal(listApps(shop.ctx.db, idOf(shop.ids.id)).at(-1)?.webhookSecret, fresh);
});

test('a webhook that fails is found: its test, its deliveries, and the variants that the partner missed', async () => {
  const { shop, receiver } = await openWired();
  const browser = await owner(shop);
  await browser.open(botOf(shop));
  assert.match((await browser.send(`${botOf(shop)}/ping`)).text, /The app answered 200 after \d+ ms/);
  await receiver.answer({ status: 503, body: '{"error":"<no stock table>"}' });
  await browser.open(botOf(shop));
  const pinged = await browser.send(`${botOf(shop)}/ping`);
  assert.match(pinged.text, /The test failed: 503 .*{"error":"<no stock table>"}/);
  await count(shop, 7);
  await settled(shop, 3);
  assert.match((await browser.open('/partners/apps')).text, /Chat bot Told of changes .*Failed/);
  const missedOnly = await browser.open(`${botOf(shop)}/deliveries?missed=on`);
  assert.equal(missedOnly.text.match(/ Failed 503 /g)?.length, 2);
  assert.equal(missedOnly.text.includes('Acknowledged 200'), false);
  assert.match((await browser.open(`${botOf(shop)}/deliveries`)).text, / Acknowledged 200 Test /);
  assert.equal((await browser.open(`${botOf(shop)}/deliveries.csv?missed=on`)).html.trim().split('\n').length, 3);
  const newest = /deliveries\/(\d+)/.exec(missedOnly.html)?.[1];
  const delivery = await browser.open(`${botOf(shop)}/deliveries/${newest}`);
  assert.match(delivery.text, /503 .*What it said {"error":"<no stock table>"}.*"sku": "LAT-H"/);
  const file = await browser.open(`${botOf(shop)}/deliveries.csv?missed=on`);
  assert.match(file.html, /,failed,503,"{""error"":""<no stock table>""}",/);
  assert.match((await browser.open(`${botOf(shop)}/missed`)).text, /ลาเต้ ร้อน LAT-H 12 1 /);
  assert.match((await browser.open(`${botOf(shop)}/missed.csv?days=1`)).html, /,LAT-H,ลาเต้,ร้อน,12,1,/);
});

test('an app’s page says first what has failed of late, and leads to it', async () => {
  const { shop, receiver } = await openWired();
  const browser = await owner(shop);
  assert.doesNotMatch((await browser.open(botOf(shop))).text, /failed in 24 hours/);
  await receiver.answer({ status: 503 });
  await browser.send(`${botOf(shop)}/ping`);
  const seen = await browser.open(botOf(shop));
  assert.match(seen.text, /1 failed in 24 hours The last one [^:]+:\d\d:\d\d : 503 See the failed deliveries/);
  assert.ok(seen.html.includes(`href="/office${botOf(shop)}/deliveries?missed=on"`));
});

test('an address that nothing is ever delivered to is saved with a warning', async () => {
  const shop = await openShop({ config: { webhooks: { allow_networks: ['10.0.0.0/8'] } } });
  const browser = await owner(shop);
  const saved = async (url: string) => {
    await browser.open(botOf(shop));
    return (await browser.send(botOf(shop), { name: 'Chat bot', url })).text;
  };
  for (const url of ['http://192.168.1.4/hook', 'http://127.0.0.1:9/hook', 'http://[::1]/', 'https://localhost/hook'])
    assert.match(await saved(url), /Nothing can be delivered to this address: .* is not a public address/, url);
  for (const url of ['http://10.1.2.3/hook', 'https://partner.example/hook', ''])
    assert.doesNotMatch(await saved(url), /Nothing can be delivered/, url);
  await browser.open('/partners/apps/new');
  const made = await browser.send('/partners/apps/new', { name: 'ERP', url: 'http://127.0.0.1:9/hook' });
  assert.match(made.text, /Nothing can be delivered to this address/);
});

test('an app without an address has no test to send', async () => {
  const shop = await openShop();
  const browser = await owner(shop);
  assert.equal((await browser.open(botOf(shop))).text.includes('Send a test'), false);
  assert.equal((await browser.send(`${botOf(shop)}/ping`)).status, 400);
});

// Who may see it

test('staff sees nothing of partners', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop, { name: 'nok', role: 'staff', store: 'cafe' });
  for (const path of ['/partners', pageOf(shop), `${pageOf(shop)}/calls`, '/partners/apps', '/partners/blocks'])
    assert.equal((await browser.open(path)).status, 403, path);
  assert.equal((await browser.send(`${pageOf(shop)}/secret`)).status, 403);
});

test('channels, apps and deliveries of another store are not there', async () => {
  const shop = await openShop({ stores: [cafe(), cafe({ key: 'tea' })] });
  const browser = await signedIn(shop, { store: 'cafe' });
  const channel = `/partners/channels/${shop.stores.tea?.channels.page?.id}`;
  const app = `/partners/apps/${shop.stores.tea?.apps.bot?.id}`;
  const paths = [
    channel,
    `${channel}/calls`,
    `${channel}/calls.csv`,
    `${channel}/prices`,
    app,
    `${app}/deliveries`,
    `${app}/missed`,
  ];
  for (const path of paths) assert.equal((await browser.open(path)).status, 404, path);
  for (const path of [channel, `${channel}/secret`, `${channel}/switch`, app, `${app}/secret`, `${app}/ping`])
    assert.equal((await browser.send(path, { name: 'x' })).status, 404, path);
});

test('a store without channels and apps is told what to do', async () => {
  const shop = await openShop({ stores: [cafe({ channels: [], apps: [] })] });
  const browser = await owner(shop);
  assert.match((await browser.open('/partners')).text, /No channels yet/);
  assert.match((await browser.open('/partners/apps')).text, /No apps yet/);
});
