import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError } from './endpoints.ts';
import { credentials, tokenFrom } from './raw-http.ts';
import { MINUTE, SECOND, stoppedClock } from './stopped-clock.ts';
import { type ApiResponse, cafe, openShop } from './support.ts';

/** A shop with eight channels and stopped clocks, behind a trusted proxy. */
async function limitedShop(trusted_proxies = ['127.0.0.0/8', '::1']) {
  const clock = stoppedClock();
  const keys = ['page', 'a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const stores = [cafe({ channels: keys.map((key) => ({ key, name: key })) })];
  const shop = await openShop({
    stores,
    now: clock.now,
    monotonic: clock.now,
    config: { listen: { trusted_proxies } },
  });
  return { clock, shop, keys };
}

function assertSlowDown(response: ApiResponse, seconds: number): void {
  assertError(response, 429, 'slow_down');
  assert.equal(response.headers.get('retry-after'), String(seconds));
}

const statusesOf = async (count: number, call: () => Promise<ApiResponse>): Promise<number[]> => {
  const statuses: number[] = [];
  for (let i = 0; i < count; i += 1) statuses.push((await call()).status);
  return statuses;
};

const repeat = (count: number, status: number) => Array.from({ length: count }, () => status);

test('a client gets ten token requests per minute; rejected ones do not count', async () => {
  const { clock, shop } = await limitedShop();
  const requestToken = () => shop.token(credentials(shop));
  assert.deepEqual(await statusesOf(5, requestToken), repeat(5, 200));
  clock.forward(40 * SECOND);
  assert.deepEqual(await statusesOf(5, requestToken), repeat(5, 200));
  assertSlowDown(await requestToken(), 20);
  clock.forward(20 * SECOND - 1);
  assertSlowDown(await requestToken(), 1);
  clock.forward(1);
  assert.deepEqual(await statusesOf(5, requestToken), repeat(5, 200));
  assertSlowDown(await requestToken(), 40);
});

test('each client has its own limit', async () => {
  const { shop } = await limitedShop();
  assert.deepEqual(await statusesOf(10, () => shop.token(credentials(shop))), repeat(10, 200));
  assertError(await shop.token(credentials(shop)), 429, 'slow_down');
  assert.equal((await shop.token(credentials(shop, 'a'))).status, 200);
});

test('the limit of a client applies across all addresses', async () => {
  const { shop } = await limitedShop();
  let host = 0;
  const requestToken = () => tokenFrom(shop, `203.0.113.${++host}`, credentials(shop));
  assert.deepEqual(await statusesOf(10, requestToken), repeat(10, 200));
  assertSlowDown(await requestToken(), 60);
});

test('an address gets sixty token requests per minute, across all its clients', async () => {
  const { clock, shop, keys } = await limitedShop();
  const requestToken = (i: number, from: string) => tokenFrom(shop, from, credentials(shop, keys[i % keys.length]));
  for (let i = 0; i < 60; i += 1) assert.equal((await requestToken(i, '203.0.113.1')).status, 200);
  assertSlowDown(await requestToken(60, '203.0.113.1'), 60);
  assert.equal((await requestToken(60, '203.0.113.2')).status, 200);
  clock.forward(MINUTE);
  assert.equal((await requestToken(60, '203.0.113.1')).status, 200);
});

test('invalid token requests count against their address', async () => {
  const { shop } = await limitedShop();
  assert.deepEqual(await statusesOf(20, () => shop.token('x=y')), repeat(20, 400));
  assert.deepEqual(await statusesOf(20, () => shop.token('grant_type=password')), repeat(20, 400));
  assert.deepEqual(
    await statusesOf(20, () => shop.token('{}', { 'Content-Type': 'application/json' })),
    repeat(20, 400),
  );
  assertSlowDown(await shop.token(credentials(shop)), 60);
});

test('X-Forwarded-For is ignored unless the peer is a trusted proxy', async () => {
  const { shop } = await limitedShop([]);
  let host = 0;
  assert.deepEqual(
    await statusesOf(60, () => tokenFrom(shop, `203.0.113.${++host}`, { grant_type: 'x' })),
    repeat(60, 400),
  );
  assertSlowDown(await tokenFrom(shop, '203.0.113.99', credentials(shop)), 60);
});

test('the client address is the right-most untrusted address', async () => {
  const { shop } = await limitedShop(['127.0.0.0/8', '10.0.0.0/8']);
  let host = 0;
  const requestToken = () => tokenFrom(shop, `198.51.100.${++host}, 203.0.113.1, 10.0.0.7`, { grant_type: 'x' });
  assert.deepEqual(await statusesOf(60, requestToken), repeat(60, 400));
  assertSlowDown(await requestToken(), 60);
  assertSlowDown(await tokenFrom(shop, '203.0.113.1'), 60);
  assert.equal((await tokenFrom(shop, '198.51.100.1', credentials(shop))).status, 200);
  assert.equal((await tokenFrom(shop, '203.0.113.1, 198.51.100.1', credentials(shop))).status, 200);
});

test('behind an invalid X-Forwarded-For entry, the nearest known hop counts', async () => {
  const { shop } = await limitedShop();
  assert.deepEqual(await statusesOf(60, () => tokenFrom(shop, 'unknown', { grant_type: 'x' })), repeat(60, 400));
  assertSlowDown(await shop.token(credentials(shop)), 60); // the proxy itself
  assert.equal((await tokenFrom(shop, 'nonsense, 203.0.113.1', credentials(shop))).status, 200);
});

test('IPv6 addresses count by their /64, in any notation', async () => {
  const { shop } = await limitedShop();
  const notations = ['2001:db8::1', '2001:DB8:0:0:1234::', '2001:0db8:0000:0000:ffff:ffff:ffff:ffff'];
  let i = 0;
  assert.deepEqual(
    await statusesOf(60, () => tokenFrom(shop, notations[++i % 3] ?? '', { grant_type: 'x' })),
    repeat(60, 400),
  );
  assertSlowDown(await tokenFrom(shop, '2001:db8:0:0:5::9'), 60);
  assert.equal((await tokenFrom(shop, '2001:db8:0:1::1', credentials(shop))).status, 200);
});

test('an IPv4 address is the same when mapped into IPv6', async () => {
  const { shop } = await limitedShop();
  assert.deepEqual(
    await statusesOf(60, () => tokenFrom(shop, '::ffff:203.0.113.1', { grant_type: 'x' })),
    repeat(60, 400),
  );
  assertSlowDown(await tokenFrom(shop, '203.0.113.1'), 60);
  assertSlowDown(await tokenFrom(shop, '::ffff:cb00:7101'), 60);
  assert.equal((await tokenFrom(shop, '::ffff:203.0.113.2', credentials(shop))).status, 200);
});

test('ten failures within five minutes block the client for 15 minutes, from anywhere', async () => {
  const { clock, shop } = await limitedShop();
  const form = credentials(shop);
  let host = 0;
  const guess = () => tokenFrom(shop, `203.0.113.${++host}`, { ...form, client_secret: 'wrong' });
  assert.deepEqual(await statusesOf(9, guess), repeat(9, 401));
  clock.forward(5 * MINUTE - 1);
  assert.equal((await guess()).status, 401);
  assertSlowDown(await shop.token(form), 900);
  clock.forward(15 * MINUTE - 1);
  assertSlowDown(await guess(), 1);
  clock.forward(1);
  assert.equal((await shop.token(form)).status, 200);
});

test('ten failures within five minutes block the address for every client', async () => {
  const { clock, shop } = await limitedShop();
  assert.deepEqual(await statusesOf(10, () => tokenFrom(shop, '203.0.113.1')), repeat(10, 401));
  assertSlowDown(await tokenFrom(shop, '203.0.113.1', credentials(shop)), 900);
  assertSlowDown(await tokenFrom(shop, '203.0.113.1', { grant_type: 'password' }), 900);
  assert.equal((await tokenFrom(shop, '203.0.113.2', credentials(shop))).status, 200);
  clock.forward(15 * MINUTE);
  assert.equal((await tokenFrom(shop, '203.0.113.1', credentials(shop))).status, 200);
});

test('failures older than five minutes do not count', async () => {
  const { clock, shop } = await limitedShop();
  const guess = () => shop.token({ ...credentials(shop), client_secret: 'wrong' });
  assert.deepEqual(await statusesOf(9, guess), repeat(9, 401));
  clock.forward(5 * MINUTE);
  assert.deepEqual(await statusesOf(9, guess), repeat(9, 401));
  clock.forward(MINUTE);
  assert.equal((await shop.token(credentials(shop))).status, 200);
});

test('a client and an address are blocked separately', async () => {
  const { clock, shop } = await limitedShop();
  const guess = (key: string, from: string) =>
    tokenFrom(shop, from, { ...credentials(shop, key), client_secret: 'wrong' });
  assert.deepEqual(await statusesOf(5, () => guess('a', '203.0.113.1')), repeat(5, 401));
  assert.deepEqual(await statusesOf(5, () => guess('a', '203.0.113.2')), repeat(5, 401));
  clock.forward(MINUTE);
  assertError(await tokenFrom(shop, '203.0.113.3', credentials(shop, 'a')), 429, 'slow_down');
  for (const from of ['203.0.113.1', '203.0.113.2'])
    assert.equal((await tokenFrom(shop, from, credentials(shop, 'b'))).status, 200);
});

test('only ten of a hundred concurrent guesses are checked', async () => {
  const { shop } = await limitedShop();
  const guesses = Array.from({ length: 100 }, (_, i) =>
    tokenFrom(shop, `203.0.113.${i}`, { ...credentials(shop), client_secret: `wrong ${i}` }),
  );
  const statuses = (await Promise.all(guesses)).map(({ status }) => status);
  assert.deepEqual(statuses.sort(), [...repeat(10, 401), ...repeat(90, 429)]);
});

test('requests rejected during a block do not extend it', async () => {
  const { clock, shop } = await limitedShop();
  const form = credentials(shop);
  await statusesOf(10, () => shop.token({ ...form, client_secret: 'wrong' }));
  clock.forward(14 * MINUTE);
  assert.deepEqual(await statusesOf(20, () => shop.token({ ...form, client_secret: 'wrong' })), repeat(20, 429));
  clock.forward(MINUTE);
  assert.equal((await shop.token(form)).status, 200);
});

test('failures and blocks survive a restart', async () => {
  const { clock, shop } = await limitedShop();
  const form = credentials(shop);
  const restart = async () => {
    await shop.stop();
    await shop.start();
  };
  await statusesOf(9, () => shop.token({ ...form, client_secret: 'wrong' }));
  await restart();
  assert.equal((await shop.token({ ...form, client_secret: 'wrong' })).status, 401);
  await restart();
  clock.forward(5 * MINUTE);
  assertSlowDown(await shop.token(form), 600);
  clock.forward(10 * MINUTE);
  assert.equal((await shop.token(form)).status, 200);
});

test('existing tokens stay valid during a block', async () => {
  const { shop } = await limitedShop();
  const token = await shop.bearer();
  await statusesOf(10, () => shop.token({ ...credentials(shop), client_secret: 'wrong' }));
  assertError(await shop.token(credentials(shop)), 429, 'slow_down');
  assert.equal((await shop.call('/v1/product/list', {}, { token })).status, 200);
});
