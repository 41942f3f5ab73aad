import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openContext } from '../src/context.ts';
import { type Call, type CallSearch, callDays, callLog, listCalls, MAX_CALLS } from '../src/domain/channels/calls.ts';
import { changeChannel } from '../src/domain/channels/channels.ts';
import {
  addressSubject,
  blocksOfStore,
  clientSubject,
  currentBlocks,
  liftBlock,
  recordFailure,
  unblock,
} from '../src/domain/channels/throttle.ts';
import type { Id } from '../src/lib/ids.ts';
import { message, messageFromJson } from '../src/lib/messages/message.ts';
import { openFolderOf } from './cli.ts';
import { appError, english } from './errors.ts';
import { credentials } from './raw-http.ts';
import { MINUTE, stoppedClock } from './stopped-clock.ts';
import { cafe, idOf, openShop, type Shop, until } from './support.ts';

const page = (shop: Shop): Id => idOf(shop.ids.channels.page?.id);

const calls = (shop: Shop, search: Partial<CallSearch> = {}): Call[] =>
  listCalls(shop.ctx.db, page(shop), { limit: 10_000, offset: 0, ...search });

/** Waits for this number of calls of the channel and returns them, newest first. */
const logged = (shop: Shop, count: number): Promise<Call[]> =>
  until(`${count} calls are in the log`, () => {
    const found = calls(shop);
    return found.length >= count && found;
  });

const call = (change: Partial<Call> = {}): Call => ({
  time: Date.UTC(2026, 10, 11, 5),
  endpoint: '/v1/order/create',
  status: 200,
  error: null,
  errorDescription: null,
  millis: 1,
  requestId: 'r',
  address: '127.0.0.1',
  ...change,
});

const failedCall = (change: Partial<Call> = {}): Call =>
  call({ status: 400, error: 'invalid_request', errorDescription: 'wrong', ...change });

// Logging

test('a successful call and a failed one are in the log of their channel', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now });
  const token = await shop.bearer();
  await shop.call('/v1/product/list', {}, { token, headers: { 'X-Request-Id': 'first' } });
  clock.forward(1);
  await shop.call('/v1/order/create', { nonsense: 1 }, { token, headers: { 'X-Request-Id': 'second' } });
  const [failed, answered, got] = await logged(shop, 3);
  const { millis, ...rest } = failed as Call;
  assert.ok(Number.isInteger(millis) && millis >= 0);
  assert.deepEqual(rest, {
    time: clock.now(),
    endpoint: '/v1/order/create',
    status: 400,
    error: 'invalid_request',
    errorDescription: 'shipping_type: Required',
    requestId: 'second',
    address: '127.0.0.1',
  });
  assert.deepEqual(
    [answered, got].map((entry) => [entry?.endpoint, entry?.status, entry?.error, entry?.time]),
    [
      ['/v1/product/list', 200, null, clock.now() - 1],
      ['/oauth/token', 200, null, clock.now() - 1],
    ],
  );
  assert.equal(answered?.requestId, 'first');
});

test('failed token requests are in the log of the channel of their client id', async () => {
  const shop = await openShop();
  const form = credentials(shop);
  await shop.token({ ...form, client_secret: 'wrong' });
  await shop.token({ ...form, grant_type: 'password' });
  await shop.token({ ...form, client_id: 'nobody' });
  await shop.token('client_id=nobody&nonsense=1');
  await shop.token(form);
  const found = await logged(shop, 3);
  assert.deepEqual(
    found.map(({ endpoint, status, error }) => [endpoint, status, error]),
    [
      ['/oauth/token', 200, null],
      ['/oauth/token', 400, 'unsupported_grant_type'],
      ['/oauth/token', 401, 'invalid_client'],
    ],
  );
});

test('the log contains the reason for refused credentials, the response does not', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now });
  const token = await shop.bearer();
  const answers = [await shop.token({ ...credentials(shop), client_secret: 'wrong' })];
  await shop.ctx.write((tx) => changeChannel(tx, page(shop), { expireTime: clock.now() }));
  answers.push(await shop.token(credentials(shop)));
  await shop.ctx.write((tx) => changeChannel(tx, page(shop), { enabled: false }));
  answers.push(await shop.token(credentials(shop)));
  for (const { status, body } of answers)
    assert.deepEqual([status, body.error_description], [401, english('client_credentials_rejected')]);
  await shop.call('/v1/product/list', {}, { token });
  await logged(shop, 5);
  assert.deepEqual(
    calls(shop, { failedOnly: true }).map(({ error, errorDescription }) => [
      error,
      messageFromJson(errorDescription ?? ''),
    ]),
    [
      ['invalid_token', message('channel_disabled')],
      ['invalid_client', message('channel_disabled')],
      ['invalid_client', message('channel_expired')],
      ['invalid_client', message('client_secret_wrong')],
    ],
  );
});

test('a call with an expired token is in the log of its channel; a call with an unknown token is in none', async () => {
  const shop = await openShop();
  const token = await shop.bearer();
  await shop.ctx.write((tx) => changeChannel(tx, page(shop), { enabled: false }));
  await shop.call('/v1/product/list', {}, { token });
  await shop.call('/v1/product/list', {}, { token: 'made-up' });
  await shop.call('/v1/nonsense', {}, { token });
  const found = await logged(shop, 2);
  assert.deepEqual(
    found.map(({ endpoint, status }) => [endpoint, status]),
    [
      ['/v1/product/list', 401],
      ['/oauth/token', 200],
    ],
  );
});

test('behind a trusted proxy the log has the client address', async () => {
  const shop = await openShop({ config: { listen: { trusted_proxies: ['127.0.0.0/8'] } } });
  await shop.token(credentials(shop), { 'X-Forwarded-For': '198.51.100.7' });
  assert.equal((await logged(shop, 1))[0]?.address, '198.51.100.7');
});

test('calls, and failed calls, are counted per day in Bangkok', async () => {
  const clock = stoppedClock(Date.parse('2026-11-11T23:59:59+07:00'));
  const shop = await openShop({ now: clock.now });
  const token = await shop.bearer();
  await shop.call('/v1/product/list', {}, { token });
  clock.forward(1_000);
  await shop.call('/v1/product/detail', {}, { token });
  await logged(shop, 3);
  const days = callDays(shop.ctx.db, page(shop), 10);
  assert.deepEqual(
    days.map(({ calls, failed }) => [calls, failed]),
    [
      [1, 1],
      [2, 0],
    ],
  );
  assert.equal((days[0]?.day ?? 0) - (days[1]?.day ?? 0), 1);
});

test('pending entries are written when the server stops', async () => {
  const shop = await openShop();
  await shop.token(credentials(shop));
  await shop.stop();
  const ctx = openContext(shop.config, { create: false });
  assert.equal(listCalls(ctx.db, page(shop), { limit: 10, offset: 0 }).length, 1);
  ctx.close();
});

// Limits

test('the newest thousand successful calls and the newest thousand failed calls are kept', async () => {
  const shop = await openShop();
  const log = callLog();
  for (let i = 0; i < 3; i += 1) log.add(page(shop), failedCall({ requestId: `failed ${i}` }));
  for (let i = 0; i < 2_345; i += 1) log.add(page(shop), call({ requestId: `answered ${i}` }));
  await log.flush(shop.ctx);
  for (let i = 0; i < MAX_CALLS; i += 1) log.add(page(shop), failedCall({ requestId: `later ${i}` }));
  log.add(page(shop), call({ requestId: 'answered 2345' }));
  await log.flush(shop.ctx);
  const ids = calls(shop).map(({ requestId }) => requestId);
  const answered = ids.filter((id) => id.startsWith('answered'));
  assert.equal(answered.length, MAX_CALLS);
  assert.deepEqual([answered[0], answered.at(-1)], ['answered 2345', 'answered 1346']);
  assert.equal(ids.filter((id) => id.startsWith('later')).length, MAX_CALLS);
  assert.equal(ids.length, 2 * MAX_CALLS);
  const [day] = callDays(shop.ctx.db, page(shop), 1);
  assert.deepEqual([day?.calls, day?.failed], [3_349, 1_003], 'all of them are counted');
});

test('calls that cannot be written are written later', async () => {
  const shop = await openShop();
  const log = callLog();
  log.add(page(shop), call({ requestId: 'one' }));
  const disk = { write: () => Promise.reject(new Error('disk full')) };
  await assert.rejects(log.flush(disk), /disk full/);
  log.add(page(shop), call({ requestId: 'two' }));
  await log.flush(shop.ctx);
  assert.deepEqual(
    calls(shop).map(({ requestId }) => requestId),
    ['two', 'one'],
  );
  assert.equal(callDays(shop.ctx.db, page(shop), 1)[0]?.calls, 2);
});

// The list

test('the list is paged newest first, and filtered by failure or by request id', async () => {
  const shop = await openShop();
  const log = callLog();
  for (let i = 0; i < 6; i += 1)
    log.add(page(shop), (i % 2 === 0 ? call : failedCall)({ time: 1_000 + i, requestId: `r${i}` }));
  await log.flush(shop.ctx);
  const ids = (search: Partial<CallSearch>) => calls(shop, search).map(({ requestId }) => requestId);
  assert.deepEqual(ids({}), ['r5', 'r4', 'r3', 'r2', 'r1', 'r0']);
  assert.deepEqual(ids({ limit: 2, offset: 1 }), ['r4', 'r3']);
  assert.deepEqual(ids({ failedOnly: true }), ['r5', 'r3', 'r1']);
  assert.deepEqual(ids({ requestId: 'r2' }), ['r2']);
  assert.deepEqual(ids({ requestId: 'r2', failedOnly: true }), []);
});

test('raan channel calls prints the log, and channel blocks prints the blocks', async () => {
  const shop = await openShop();
  const { client_id } = credentials(shop);
  for (let i = 0; i < 10; i += 1) await shop.token({ ...credentials(shop), client_secret: 'wrong' });
  await logged(shop, 10);
  const folder = openFolderOf(shop);
  const { calls: shown } = await folder.runCommandJson('channel', 'calls', 'page', '--failed', '--limit', '1');
  assert.equal(shown.length, 1);
  assert.deepEqual([shown[0].endpoint, shown[0].status, shown[0].error], ['/oauth/token', 401, 'invalid_client']);
  const { stdout } = await folder.runCommand('channel', 'calls', 'page', '--request', shown[0].request_id);
  assert.match(stdout, /^time +endpoint +status +ms +address +request_id +error\n.*\/oauth\/token +401 .*\n$/);
  const { blocks } = await folder.runCommandJson('channel', 'blocks');
  assert.deepEqual(blocks.map(({ kind, name }: { kind: string; name: string }) => [kind, name]).sort(), [
    ['address', '127.0.0.1'],
    ['client', client_id],
  ]);
});

// Blocks

test('a store sees and lifts blocks of its own channels and of addresses only', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now, stores: [cafe(), cafe({ key: 'tea' })] });
  const mine = shop.stores.cafe?.channels.page?.client_id ?? '';
  const other = shop.stores.tea?.channels.page?.client_id ?? '';
  const network = '2001:db8:1:2::/64';
  const subjects = [
    clientSubject(mine),
    clientSubject(other),
    clientSubject('nobody'),
    addressSubject('2001:db8:1:2::9'),
  ];
  await shop.ctx.write((tx) => {
    for (let i = 0; i < 10; i += 1) recordFailure(tx, subjects, clock.now());
  });
  const storeId = idOf(shop.ids.id);
  const blocks = () => blocksOfStore(shop.ctx.db, storeId, clock.now());
  assert.deepEqual(
    blocks().map(({ kind, name, untilTime, channel }) => [kind, name, untilTime - clock.now(), channel?.id]),
    [
      ['address', network, 15 * MINUTE, undefined],
      ['client', mine, 15 * MINUTE, page(shop)],
    ],
  );
  await assert.rejects(
    shop.ctx.write((tx) => liftBlock(tx, storeId, other, clock.now())),
    appError({ key: 'not_blocked' }),
  );
  await shop.ctx.write((tx) => liftBlock(tx, storeId, network, clock.now()));
  await shop.ctx.write((tx) => liftBlock(tx, storeId, mine, clock.now()));
  assert.deepEqual(blocks(), []);
  assert.deepEqual(
    currentBlocks(shop.ctx.db, clock.now()).map(({ name }) => name),
    [other, 'nobody'].sort(),
  );
  clock.forward(15 * MINUTE);
  assert.deepEqual(currentBlocks(shop.ctx.db, clock.now()), []);
  assert.equal(await shop.ctx.write((tx) => unblock(tx, network)), false);
});
