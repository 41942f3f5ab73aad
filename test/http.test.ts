import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError } from './endpoints.ts';
import { errorPattern } from './errors.ts';
import { raw, rawResponses } from './raw-http.ts';
import { openShop } from './support.ts';

const call = (...headers: string[]) =>
  `POST /v1/product/list HTTP/1.1\r\n${headers.map((line) => `${line}\r\n`).join('')}Connection: close\r\n\r\n`;

test('input that is not HTTP gets a JSON error', async () => {
  const shop = await openShop();
  for (const text of [
    'nonsense\r\n\r\n',
    'GET\r\n\r\n',
    'GET nonsense HTTP/1.1\r\nHost: a\r\n\r\n',
    'NONSENSE / HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET / HTTP/9.9\r\nHost: a\r\n\r\n',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc',
    'GET / HTTP/1.1\r\nHost a\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: a\u0000b\r\n\r\n',
    call('Host: a', 'Content-Length: abc'),
    call('Host: a', 'Content-Length: 1', 'Content-Length: 2'),
    call('Host: a', 'Content-Length: 1', 'Transfer-Encoding: chunked'),
    `${call('Host: a', 'Transfer-Encoding: chunked')}nonsense\r\n`,
  ])
    assertError(await raw(shop, text), 400, 'invalid_request');
});

test('headers that are too large get 431', async () => {
  const shop = await openShop();
  assertError(await raw(shop, call('Host: a', `X-Long: ${'x'.repeat(100_000)}`)), 431, 'invalid_request');
  assertError(await raw(shop, `GET /${'x'.repeat(100_000)} HTTP/1.1\r\nHost: a\r\n\r\n`), 431, 'invalid_request');
});

test('chunk extensions that are too large get 413', async () => {
  const shop = await openShop();
  const body = `1;x=${'y'.repeat(50_000)}\r\n{\r\n0\r\n\r\n`;
  const token = await shop.bearer();
  const head = call('Host: a', `Authorization: Bearer ${token}`, 'Transfer-Encoding: chunked');
  assertError(await raw(shop, head + body), 413, 'invalid_request');
});

test('a request without a Host header is served', async () => {
  const shop = await openShop();
  assertError(await raw(shop, call()), 401, 'invalid_token');
  assertError(await raw(shop, 'POST /nowhere HTTP/1.0\r\n\r\n'), 404, 'not_found');
  const authorized = await raw(shop, call(`Authorization: Bearer ${await shop.bearer()}`, 'X-Request-Id: mine'));
  assert.equal(authorized.status, 200);
  assert.equal(authorized.body.request_id, 'mine');
});

test('an invalid host or path gets a JSON error with the sent X-Request-Id', async () => {
  const shop = await openShop();
  for (const [target, host] of [
    ['/v1/product/list', 'a b'],
    ['/v1/product/list', 'a/b'],
    ['/v1/product/list', 'user@a'],
    ['/v1/product/list', 'a:99999'],
    ['/v1/product/list', '[::1'],
    ['/\\v1', 'a'],
    ['*', 'a'],
    ['http://', 'a'],
  ]) {
    const lines = [`Host: ${host}`, 'X-Request-Id: mine', 'Connection: close'].join('\r\n');
    const answer = await raw(shop, `OPTIONS ${target} HTTP/1.1\r\n${lines}\r\n\r\n`);
    assertError(answer, 400, 'invalid_request');
    assert.equal(answer.headers.get('x-request-id'), 'mine', `${target} ${host}`);
  }
});

test('a request that names two hosts gets a JSON error with the sent X-Request-Id', async () => {
  const shop = await openShop();
  const bearer = `Authorization: Bearer ${await shop.bearer()}`;
  for (const [target, ...hosts] of [
    ['/v1/product/list', 'a', 'b'],
    ['/v1/product/list', 'a', 'a'],
    ['/v1/product/list?x=1', 'a', 'b'],
    ['http://elsewhere/v1/product/list', 'a'],
    ['http://a:81/v1/product/list', 'a'],
  ]) {
    const lines = [...hosts.map((host, i) => `${i === 0 ? 'Host' : 'hOST'}: ${host}`), bearer, 'X-Request-Id: mine'];
    const answer = await raw(shop, call(...lines).replace('/v1/product/list', target ?? ''));
    assertError(answer, 400, 'invalid_request');
    assert.equal(answer.headers.get('x-request-id'), 'mine', `${target} ${hosts}`);
  }
});

test('no response of the API may be cached or read as another type', async () => {
  const shop = await openShop();
  const bearer = `Authorization: Bearer ${await shop.bearer()}`;
  const { client_id = '', client_secret = '' } = shop.ids.channels.page ?? {};
  const answers = [
    await raw(shop, call('Host: a', bearer)),
    await raw(shop, call('Host: a')),
    await raw(shop, call('Host: a', 'Host: b')),
    await raw(shop, call('Host: a b')),
    await raw(shop, call('Host: a', 'Content-Length: abc')),
    await raw(shop, call('Host: a').replace('/list', '/nothing')),
    await raw(shop, call('Host: a').replace('POST', 'PUT')),
    await shop.token({ grant_type: 'client_credentials', client_id, client_secret }),
    await shop.token({ grant_type: 'password' }),
    await shop.send('/oauth/token', { method: 'PUT' }),
  ];
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 401, 400, 400, 400, 404, 405, 200, 400, 405],
  );
  for (const { status, headers } of answers) {
    const sent = ['cache-control', 'x-content-type-options'].map((name) => headers.get(name));
    assert.deepEqual(sent, ['no-store', 'nosniff'], String(status));
  }
});

test('an invalid host is refused for every form of the path', async () => {
  const shop = await openShop();
  const bearer = `Authorization: Bearer ${await shop.bearer()}`;
  const statuses = (host: string) =>
    Promise.all(
      ['/v1/product/list', '/v1/product/list?x=1'].map(
        async (target) => (await raw(shop, call(`Host: ${host}`, bearer).replace('/v1/product/list', target))).status,
      ),
    );
  for (const host of [
    '1.2.3.4.5:80',
    'a.1:443',
    '256.1.1.1:80',
    '0x7f.1:443',
    'a.0x1:99',
    'a b',
    'a:65536',
    'a:00080000',
  ])
    assert.deepEqual(await statuses(host), [400, 400], host);
  for (const host of [
    '127.0.0.1:80',
    '255.249.199.0',
    'a1.b_c-d:443',
    'my.shop:59999',
    'my.shop:65535',
    '[::1]:8080',
    'A',
  ])
    assert.deepEqual(await statuses(host), [200, 200], host);
});

test('the root redirects browsers to the office, and is an unknown path for other clients', async () => {
  const shop = await openShop();
  const get = (headers: Record<string, string>, method = 'GET') =>
    fetch(`${shop.url}/`, { method, headers, redirect: 'manual' });
  const BROWSER = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
  const redirect = await get(BROWSER);
  assert.deepEqual([redirect.status, redirect.headers.get('Location')], [302, '/office']);
  for (const response of [await get({}), await get({ Accept: 'application/json' }), await get(BROWSER, 'POST')]) {
    const body = (await response.json()) as { error: string; error_description: string };
    assert.deepEqual([response.status, body.error], [404, 'not_found']);
    assert.match(body.error_description, errorPattern('unknown_path'));
  }
});

test('paths similar to an endpoint get 404', async () => {
  const shop = await openShop();
  for (const path of [
    '/',
    '//',
    '/%',
    '/%ff',
    '/v1',
    '/v1/',
    '/v1/product',
    '/v1/product/list%00',
    '/v1/product/list/..',
  ])
    assertError(await raw(shop, `POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`), 404, 'not_found');
});

test('dot segments and escapes in a path are resolved', async () => {
  const shop = await openShop();
  for (const path of [
    '/v1/./product/list',
    '/v1/x/../product/list',
    '/v1/%70roduct/list',
    'http://a/v1/product/list',
    'http://A:80/v1/product/list',
  ])
    assertError(await raw(shop, call('Host: a').replace('/v1/product/list', path)), 401, 'invalid_token');
});

test('the response is the same for every form of path and host', async () => {
  const shop = await openShop();
  const bearer = `Authorization: Bearer ${await shop.bearer()}`;
  for (const [status, authorization, body] of [
    [200, bearer, '{"limit":10}'],
    [400, bearer, '{"limit":1x}'],
    [401, 'Authorization: none', '{"limit":10}'],
  ] as const) {
    const answered = async (target: string, host: string) => {
      const lines = [`Host: ${host}`, authorization, 'X-Request-Id: mine', 'Content-Type: application/json'];
      const head = call(...lines, `Content-Length: ${body.length}`).replace('/v1/product/list', target);
      const answer = await raw(shop, head + body);
      answer.headers.delete('date');
      return [answer.status, [...answer.headers], answer.body];
    };
    const plain = await answered('/v1/product/list', 'a:80');
    assert.equal(plain[0], status);
    for (const [target, host] of [
      ['/v1/product/list', 'A'],
      ['/v1/product/list', 'a:65535'],
      ['/v1/product/list', '[::1]:80'],
      ['/v1/product/list?x=1', 'a'],
      ['/v1/product/%6cist', 'a'],
      ['http://a/v1/product/list', 'a:80'],
    ] as const)
      assert.deepEqual(await answered(target, host), plain, `${target} ${host}`);
  }
});

test('CONNECT and TRACE get a JSON error with the sent X-Request-Id', async () => {
  const shop = await openShop();
  const lines = 'HTTP/1.1\r\nHost: a\r\nX-Request-Id: mine\r\nConnection: close\r\n\r\n';
  const connect = await raw(shop, `CONNECT elsewhere:443 ${lines}`);
  assertError(connect, 405, 'invalid_request');
  assert.equal(connect.headers.get('x-request-id'), 'mine');
  const trace = await raw(shop, `TRACE /v1/product/list ${lines}`);
  assertError(trace, 405, 'invalid_request');
  assert.equal(trace.headers.get('x-request-id'), 'mine');
  assertError(await raw(shop, `TRACE /nowhere ${lines}`), 404, 'not_found');
});

test('an Upgrade header is ignored', async () => {
  const shop = await openShop();
  const lines = ['POST /nowhere HTTP/1.1', 'Host: a', 'Connection: Upgrade, close', 'Upgrade: websocket'];
  assertError(await raw(shop, `${lines.join('\r\n')}\r\n\r\n`), 404, 'not_found');
});

test('Expect: 100-continue is answered', async () => {
  const shop = await openShop();
  const authorization = `Authorization: Bearer ${await shop.bearer()}`;
  const head = call(
    'Host: a',
    authorization,
    'Content-Type: application/json',
    'Content-Length: 2',
    'Expect: 100-continue',
  );
  const answers = await rawResponses(shop, `${head}{}`);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [100, 200],
  );
});

test('an internal error is 500 server_error without its cause', async () => {
  const shop = await openShop();
  shop.ctx.log.level = 'silent';
  const token = await shop.bearer();
  shop.ctx.connection.exec('DROP TABLE product_images');
  const answer = await shop.call('/v1/product/list', {}, { token, headers: { 'X-Request-Id': 'mine' } });
  assertError(answer, 500, 'server_error');
  assert.equal(answer.headers.get('x-request-id'), 'mine');
  assert.doesNotMatch(answer.body.error_description, /table|SQL|product_images/i);
});

test('an internal error of the token endpoint is not cacheable', async () => {
  const shop = await openShop();
  shop.ctx.log.level = 'silent';
  shop.ctx.connection.exec('DROP TABLE tokens');
  const { client_id, client_secret = '' } = shop.ids.channels.page ?? { client_id: '' };
  const answer = await shop.token({ grant_type: 'client_credentials', client_id, client_secret });
  assertError(answer, 500, 'server_error');
  assert.equal(answer.headers.get('cache-control'), 'no-store');
});

test('an unknown Expect header is ignored', async () => {
  const shop = await openShop();
  const headers = call('Host: a', 'Expect: wonders', 'X-Request-Id: mine', 'Content-Length: 0');
  const answer = await raw(shop, headers);
  assertError(answer, 401, 'invalid_token');
  assert.equal(answer.headers.get('x-request-id'), 'mine');
});
