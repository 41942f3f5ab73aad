import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callDays } from '../src/domain/channels/calls.ts';
import { listChannels } from '../src/domain/channels/channels.ts';
import { clientSubject, recordFailure } from '../src/domain/channels/throttle.ts';
import { listApps } from '../src/domain/webhooks/apps.ts';
import { officePattern } from './errors.ts';
import { codeOf, hiddenOf, owner } from './office-partner-steps.ts';
import { credentials } from './raw-http.ts';
import { stoppedClock } from './stopped-clock.ts';
import { cafe, idOf, openShop, type Shop, until } from './support.ts';

const pageOf = (shop: Shop) => `/partners/channels/${shop.ids.channels.page?.id}`;

const untilCalled = (shop: Shop, calls: number) =>
  until(`${calls} calls are logged`, () => {
    const [day] = callDays(shop.ctx.db, idOf(shop.ids.channels.page?.id), 1);
    return (day?.calls ?? 0) >= calls;
  });

// Channels

test('a new channel reaches only its own orders unless the owner unchecks it', async () => {
  const shop = await openShop();
  const browser = await owner(shop);
  const isChecked = async (path: string) =>
    / checked/.test(/<input[^>]*name="own_orders_only"[^>]*>/.exec((await browser.open(path)).html)?.[0] ?? '');
  assert.equal(await isChecked('/partners/channels/new'), true);
  assert.equal(await isChecked(`/partners/channels/${shop.ids.channels.page?.id}`), false);
  await browser.open('/partners/channels/new');
  await browser.send('/partners/channels/new', { name: 'ERP', permissions: ['orders.read'] });
  assert.equal(listChannels(shop.ctx.db, idOf(shop.ids.id)).at(-1)?.ownOrdersOnly, false);
});

test('the secret of a new channel works and is shown only when it is created', async () => {
  const shop = await openShop();
  const browser = await owner(shop);
  await browser.open('/partners/channels/new');
  const made = await browser.send('/partners/channels/new', {
    name: 'ERP',
    permissions: ['orders.read'],
    own_orders_only: 'on',
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
    [
      channel?.name,
      channel?.permissions,
      channel?.ownOrdersOnly,
      channel?.priceTierId,
      channel?.appId,
      channel?.expireTime,
    ],
    [
      'ERP',
      ['orders.read'],
      true,
      idOf(shop.ids.price_tiers.vip),
      idOf(shop.ids.apps.bot?.id),
      Date.parse('2099-01-31T00:00:00+07:00'),
    ],
  );
  for (const path of ['/partners', `/partners/channels/${channel?.id}`])
    assert.equal((await browser.open(path)).html.includes(client_secret), false, path);
});

test('an invalid channel field shows its error and keeps the typed values', async () => {
  const shop = await openShop({ stores: [cafe(), cafe({ key: 'tea' })] });
  const browser = await owner(shop);
  await browser.open(pageOf(shop));
  const unnamed = await browser.send(pageOf(shop), { name: ' ', expire_time: '2099-01-31T00:00' });
  assert.equal(unnamed.status, 422);
  assert.match(unnamed.text, /Name is required/);
  assert.match(unnamed.html, /value="31 Jan 2099 00:00"/);
  const foreign = await browser.send(pageOf(shop), {
    name: 'Page',
    price_tier: shop.stores.tea?.price_tiers.vip ?? '',
  });
  assert.equal(foreign.status, 422);
  assert.match(foreign.html, /id="field-price_tier-error"/);
});

test('a channel can be edited, deactivated and activated, and its secret reset', async () => {
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
  assert.match((await browser.open('/partners')).text, /New name Inactive 2 permissions/);
  await browser.open(pageOf(shop));
  await browser.send(`${pageOf(shop)}/switch`, { on: 'on' });
  assert.equal(await status(), 401);
  const version = hiddenOf(await browser.open(pageOf(shop)), 'version');
  const reset = await browser.send(`${pageOf(shop)}/secret`, { version });
  const form = credentials(shop);
  assert.equal((await shop.token(form)).status, 401);
  assert.equal((await shop.token({ ...form, client_secret: codeOf(reset.html, 'secret') })).status, 200);
  const reloaded = await browser.send(`${pageOf(shop)}/secret`, { version });
  assert.equal(codeOf(reloaded.html, 'secret'), codeOf(reset.html, 'secret'), 'it is not reset again');
  await browser.send(`${pageOf(shop)}/secret/copied`);
  const late = await browser.send(`${pageOf(shop)}/secret`, { version });
  assert.equal(late.path, pageOf(shop));
  assert.match(late.text, /The secret is no longer shown/);
  assert.equal((await shop.token({ ...form, client_secret: codeOf(reset.html, 'secret') })).status, 200);
});

test('the office revokes the tokens of a channel, and its call log says so', async () => {
  const shop = await openShop();
  const browser = await owner(shop);
  const token = await shop.bearer();
  await browser.open(pageOf(shop));
  const revoked = await browser.send(`${pageOf(shop)}/revoke-tokens`);
  assert.match(revoked.text, /Tokens revoked/);
  assert.equal((await shop.call('/v1/product/list', {}, { token })).status, 401);
  assert.equal((await shop.token(credentials(shop))).status, 200);
  await untilCalled(shop, 3);
  assert.match((await browser.open(`${pageOf(shop)}/calls?failed=on`)).text, officePattern('token_revoked'));
});

test('submitting the same add form twice creates one channel or app', async () => {
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
    const page = `/partners/${kind}/${all.at(-1)?.id}`;
    assert.equal(again.path, `${page}/secret`);
    assert.equal(codeOf(again.html, 'secret'), codeOf(made.html, 'secret'));
    await browser.send(`${page}/secret/copied`);
    const late = await browser.send(`/partners/${kind}/new`, fields);
    assert.deepEqual([late.path, list(shop.ctx.db, idOf(shop.ids.id)).length], [page, before + 1]);
    assert.notEqual(hiddenOf(await browser.open(`/partners/${kind}/new`), 'key'), fields.key);
  }
});

test('an expired channel has no access, and its pages say so', async () => {
  const shop = await openShop();
  const browser = await owner(shop);
  await browser.open(pageOf(shop));
  const saved = await browser.send(pageOf(shop), { name: 'Page', expire_time: '2020-01-31T00:00' });
  assert.match(saved.text, /This API channel has expired and the partner has no access/);
  assert.match(saved.text, /Status Expired/);
  assert.doesNotMatch(saved.html, /class="notice good"/);
  await browser.open('/partners/channels/new');
  const made = await browser.send('/partners/channels/new', { name: 'ERP', expire_time: '2020-01-31T00:00' });
  assert.match(made.text, /This API channel has expired and the partner has no access/);
});

test('the call log can be filtered by failure and request ID, and downloads as CSV', async () => {
  const shop = await openShop();
  const browser = await owner(shop);
  const token = await shop.bearer();
  await shop.call('/v1/product/list', {}, { token, headers: { 'X-Request-Id': 'good-one' } });
  await shop.call('/v1/order/create', {}, { token, headers: { 'X-Request-Id': '=bad-one' } });
  await untilCalled(shop, 3);
  const calls = `${pageOf(shop)}/calls`;
  const all = await browser.open(calls);
  assert.match(all.text, /\/v1\/product\/list 200 good-one/);
  assert.match(all.text, /\/v1\/order\/create 400 invalid_request shipping_type: Required =bad-one 127\.0\.0\.1/);
  const failed = await browser.open(`${calls}?failed=on`);
  assert.equal(failed.text.includes('good-one'), false);
  assert.equal(failed.text.includes('=bad-one'), true);
  const found = await browser.open(`${calls}?request=good-one`);
  assert.equal(found.text.includes('/v1/order/create'), false);
  assert.match((await browser.open(`${calls}?request=none`)).text, /No calls match the filters/);
  const file = await browser.open(`${calls}.csv?failed=on`);
  assert.match(file.headers.get('content-type') ?? '', /text\/csv/);
  assert.match(file.html, /,\/v1\/order\/create,400,invalid_request,.*,'=bad-one,127\.0\.0\.1/);
  assert.match((await browser.open(pageOf(shop))).text, /API calls per day.* 3 1/);
});

test('the price list shows the channel’s price tier and downloads as CSV', async () => {
  const shop = await openShop();
  const browser = await owner(shop);
  await browser.open(pageOf(shop));
  await browser.send(pageOf(shop), { name: 'Page', price_tier: shop.ids.price_tiers.vip ?? '' });
  const { text } = await browser.open(`${pageOf(shop)}/prices`);
  assert.match(text, /ลาเต้ ร้อน LAT-H 60 /);
  assert.match(text, /ลาเต้ เย็น LAT-I Default tier 70/);
  assert.match((await browser.open(`${pageOf(shop)}/prices.csv`)).html, /,ร้อน,LAT-H,60\.00,No/);
});

test('a blocked client ID is listed and can be unblocked', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now });
  const browser = await owner(shop);
  const { client_id } = credentials(shop);
  assert.match((await browser.open('/partners/blocks')).text, /Nothing is blocked/);
  await shop.ctx.write((tx) => {
    for (let i = 0; i < 10; i += 1) recordFailure(tx, [clientSubject(client_id)], clock.now());
  });
  assert.equal((await shop.token(credentials(shop))).status, 429);
  assert.match((await browser.open(pageOf(shop))).text, /after too many wrong secrets/);
  const blocks = await browser.open('/partners/blocks');
  assert.match(blocks.text, new RegExp(`${client_id} Sale page`));
  assert.match((await browser.open('/partners/blocks.csv')).html, new RegExp(`Client ID,${client_id},Sale page,`));
  await browser.open('/partners/blocks');
  const unblocked = await browser.send('/partners/blocks/lift', { name: client_id });
  assert.match(unblocked.text, /unblocked/);
  assert.equal((await shop.token(credentials(shop))).status, 200);
  assert.equal((await browser.send('/partners/blocks/lift', { name: client_id })).status, 404);
});

test('empty lists of channels and apps offer a next step', async () => {
  const shop = await openShop({ stores: [cafe({ channels: [], apps: [] })] });
  const browser = await owner(shop);
  assert.match((await browser.open('/partners')).text, /No API channels yet/);
  assert.match((await browser.open('/partners/apps')).text, /No apps yet/);
});
