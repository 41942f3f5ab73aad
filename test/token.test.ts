import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as oauth from 'oauth4webapi';
import { changeChannel } from '../src/domain/channels/channels.ts';
import { assertError } from './endpoints.ts';
import { assertNotBlocking } from './event-loop.ts';
import { credentials, postBytes } from './raw-http.ts';
import { sql } from './sql.ts';
import { MINUTE, SECOND, stoppedClock } from './stopped-clock.ts';
import { idOf, openShop, type Shop } from './support.ts';

const insecure = { [oauth.allowInsecureRequests]: true };
const serverOf = (shop: Shop) => ({ issuer: shop.url, token_endpoint: `${shop.url}/oauth/token` });

test('an OAuth client gets a token that works', async () => {
  const shop = await openShop();
  const { client_id, client_secret } = credentials(shop);
  const method = oauth.ClientSecretPost(client_secret);
  const reply = await oauth.clientCredentialsGrantRequest(serverOf(shop), { client_id }, method, {}, insecure);
  const answer = await oauth.processClientCredentialsResponse(serverOf(shop), { client_id }, reply);
  assert.equal(answer.expires_in, 14_400);
  assert.equal(answer.token_type, 'bearer'); // as this client sends it
  assert.equal((await shop.call('/v1/product/list', {}, { token: answer.access_token })).status, 200);
});

test('an OAuth client that authenticates with a header is refused', async () => {
  const shop = await openShop();
  const { client_id, client_secret } = credentials(shop);
  const method = oauth.ClientSecretBasic(client_secret);
  const reply = await oauth.clientCredentialsGrantRequest(serverOf(shop), { client_id }, method, {}, insecure);
  await assert.rejects(oauth.processClientCredentialsResponse(serverOf(shop), { client_id }, reply), {
    error: 'invalid_client',
    status: 401,
  });
});

test('a token response has three fields and is not cacheable', async () => {
  const shop = await openShop();
  const { status, headers, body } = await shop.token(credentials(shop), { 'X-Request-Id': 'mine' });
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(body), ['access_token', 'token_type', 'expires_in']);
  assert.deepEqual([body.token_type, body.expires_in], ['Bearer', 14_400]);
  assert.match(body.access_token, /^[\w-]{43}$/);
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.equal(headers.get('x-request-id'), 'mine');
});

test('every token is unique, and all of them work', async () => {
  const shop = await openShop();
  const answers = await Promise.all([1, 2, 3].map(() => shop.token(credentials(shop))));
  const tokens = answers.map(({ body }) => body.access_token);
  assert.equal(new Set(tokens).size, 3);
  for (const token of tokens) assert.equal((await shop.call('/v1/product/list', {}, { token })).status, 200);
});

test('Basic credentials are ignored', async () => {
  const shop = await openShop();
  const form = credentials(shop);
  const headers = { Authorization: `Basic ${btoa('someone:else')}` };
  assert.equal((await shop.token(form, headers)).status, 200);
  const basic = { Authorization: `Basic ${btoa(`${form.client_id}:${form.client_secret}`)}` };
  assertError(await shop.token({ grant_type: 'client_credentials' }, basic), 401, 'invalid_client');
});

test('every failed authentication has the same response', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now });
  const form = credentials(shop);
  const channel = idOf(shop.ids.channels.page?.id);
  const change = (fields: Parameters<typeof changeChannel>[2]) =>
    shop.ctx.write((tx) => changeChannel(tx, channel, fields));
  const attempt = async (changed: Record<string, string>) => {
    const { status, headers, body } = await shop.token({ ...form, ...changed }, { 'X-Request-Id': 'mine' });
    return { status, headers: [...headers].filter(([name]) => name !== 'date'), body };
  };
  const unknown = await attempt({ client_id: 'unknown' });
  assert.deepEqual([unknown.status, unknown.body.error], [401, 'invalid_client']);
  assert.deepEqual(await attempt({ client_secret: 'wrong' }), unknown);
  await change({ enabled: false });
  assert.deepEqual(await attempt({}), unknown);
  await change({ enabled: true, expireTime: clock.now() });
  assert.deepEqual(await attempt({}), unknown);
  await change({ expireTime: clock.now() + 1 });
  assert.equal((await attempt({})).status, 200);
});

test('a missing or empty client_id or client_secret fails to authenticate and is named', async () => {
  const shop = await openShop();
  const { client_id, client_secret } = credentials(shop);
  for (const [given, field] of [
    ['', 'client_id: '],
    [`&client_id=${client_id}`, 'client_secret: '],
    [`&client_id=${client_id}&client_secret=`, 'client_secret: '],
    [`&client_secret=${client_secret}`, 'client_id: '],
    [`&client_id=&client_secret=${client_secret}`, 'client_id: '],
  ] as const)
    assertError(await shop.token(`grant_type=client_credentials${given}`), 401, 'invalid_client', field);
});

test('an unknown or missing grant_type is unsupported_grant_type, whatever the credentials', async () => {
  const shop = await openShop();
  const { client_id, client_secret } = credentials(shop);
  for (const grant of [
    '',
    '&grant_type=',
    '&grant_type=password',
    '&grant_type=CLIENT_CREDENTIALS',
    '&grant_type=%20client_credentials',
  ])
    for (const secret of [client_secret, 'wrong']) {
      const text = `client_id=${secret === 'wrong' ? 'x' : client_id}&client_secret=${secret}${grant}`;
      assertError(await shop.token(text), 400, 'unsupported_grant_type', 'grant_type');
    }
  assertError(await shop.token(''), 400, 'unsupported_grant_type');
});

test('a repeated field is invalid_request', async () => {
  const shop = await openShop();
  const good = new URLSearchParams(credentials(shop)).toString();
  for (const field of ['grant_type', 'client_id', 'client_secret'])
    for (const value of ['', 'x', new URLSearchParams(good).get(field)])
      assertError(await shop.token(`${good}&${field}=${value}`), 400, 'invalid_request', field);
});

test('an unknown field, even scope, is invalid_request and named', async () => {
  const shop = await openShop();
  for (const field of ['scope', 'audience', 'Grant_type', '__proto__', 'constructor', ''])
    assertError(await shop.token({ ...credentials(shop), [field]: 'x' }), 400, 'invalid_request', `${field || '""'}: `);
});

test('escapes and plus signs in the form are decoded', async () => {
  const shop = await openShop();
  const { client_id, client_secret } = credentials(shop);
  const escaped = [...client_id].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('');
  const text = `client%5Fid=${escaped}&client_secret=${client_secret}&grant_type=client%5fcredentials`;
  assert.equal((await shop.token(text)).status, 200);
  assertError(await shop.token('grant_type=client+credentials'), 400, 'unsupported_grant_type');
});

test('a token request that is not a form is invalid_request', async () => {
  const shop = await openShop();
  const form = credentials(shop);
  for (const type of [
    'application/json',
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded; charset=utf-16',
  ])
    assertError(await shop.token(form, { 'Content-Type': type }), 400, 'invalid_request', 'Content-Type');
  const text = new URLSearchParams(form).toString();
  assertError(await postBytes(shop, '/oauth/token', text, { 'Content-Type': undefined }), 400, 'invalid_request');
  const encoded = { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Encoding': 'gzip' };
  assertError(await shop.token(text, encoded), 400, 'invalid_request', 'Content-Encoding');
  assert.equal(
    (await shop.token(text, { 'Content-Type': 'application/x-www-form-urlencoded; charset=UTF-8' })).status,
    200,
  );
});

test('no response of the token endpoint is cacheable', async () => {
  const shop = await openShop();
  const form = credentials(shop);
  const answers = [
    await shop.token(form),
    await shop.token({ ...form, client_secret: 'wrong' }),
    await shop.token({ ...form, grant_type: 'x' }),
    await shop.token({ ...form, x: 'y' }),
    await shop.token('x'.repeat(1_048_577)),
    await shop.send('/oauth/token', { method: 'GET' }),
  ];
  for (let i = 0; i < 10; i += 1) answers.push(await shop.token(form));
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200, 401, 400, 413, 405, 429]);
  for (const { headers } of answers) assert.equal(headers.get('cache-control'), 'no-store');
});

test('the token endpoint accepts POST on one path, and no body above a megabyte', async () => {
  const shop = await openShop();
  for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS']) {
    const answer = await shop.send('/oauth/token', { method });
    assertError(answer, 405, 'invalid_request');
    assert.equal(answer.headers.get('allow'), 'POST');
  }
  for (const near of ['/oauth/token/', '/oauth', '/OAUTH/token', '/v1/oauth/token'])
    assertError(await shop.send(near, { method: 'POST' }), 404, 'not_found');
  assertError(await shop.token('x'.repeat(1_048_577)), 413, 'invalid_request');
});

test('every token response has the sent X-Request-Id or a new one', async () => {
  const shop = await openShop();
  const form = credentials(shop);
  const changes: Record<string, string>[] = [{}, { client_secret: 'wrong' }, { grant_type: 'x' }, { x: 'y' }];
  for (const change of changes)
    for (const [sent, kept] of [
      ['mine', true],
      ['x'.repeat(257), false],
      ['not mine', false],
    ] as const) {
      const { headers } = await shop.token({ ...form, ...change }, { 'X-Request-Id': sent });
      if (kept) assert.equal(headers.get('x-request-id'), sent);
      else assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
    }
});

test('a token is valid for exactly four hours', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now });
  const token = await shop.bearer();
  clock.forward(14_400 * SECOND - 1);
  assert.equal((await shop.call('/v1/product/list', {}, { token })).status, 200);
  clock.forward(1);
  assertError(await shop.call('/v1/product/list', {}, { token }), 401, 'invalid_token');
});

test('a token survives a restart, for its four hours', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now });
  const token = await shop.bearer();
  await shop.stop();
  await shop.start();
  clock.forward(239 * MINUTE);
  assert.equal((await shop.call('/v1/product/list', {}, { token })).status, 200);
  clock.forward(MINUTE);
  assertError(await shop.call('/v1/product/list', {}, { token }), 401, 'invalid_token');
});

test('neither tokens nor client secrets are stored in plaintext', async () => {
  const shop = await openShop();
  const token = await shop.bearer();
  const { client_secret } = credentials(shop);
  const kept = JSON.stringify([
    shop.ctx.db.all(sql('SELECT * FROM tokens')),
    shop.ctx.db.all(sql('SELECT * FROM channels')),
  ]);
  for (const secret of [token, client_secret]) {
    assert.ok(!kept.includes(secret));
    assert.ok(!kept.includes(JSON.stringify([...Buffer.from(secret, 'base64url')]).slice(1, -1)));
  }
});

test('a megabyte of fields or escapes is refused without blocking other calls', async () => {
  const shop = await openShop();
  const half = 524_000;
  for (const [what, form] of [
    ['a form of empty fields', 'a&'.repeat(half)],
    ['a form of nothing but separators', '&'.repeat(2 * half)],
    ['a form of escaped fields', '%41&'.repeat(half / 2)],
    ['a long name', '+'.repeat(2 * half)],
    ['a long secret', `client_secret=${'+'.repeat(2 * half - 20)}`],
  ] as const) {
    const { status } = await assertNotBlocking(what, () => shop.token(form));
    assert.equal(status, 400, what);
  }
});

test('a correct value that is followed by thousands of spaces is refused', async () => {
  const shop = await openShop();
  const { client_id, client_secret } = credentials(shop);
  const long = { client_id, client_secret: client_secret + ' '.repeat(2_000), grant_type: 'client_credentials' };
  assertError(await shop.token(long), 401, 'invalid_client');
  const padded = { client_id, client_secret, grant_type: `client_credentials${' '.repeat(2_000)}` };
  assertError(await shop.token(padded), 400, 'unsupported_grant_type');
});
