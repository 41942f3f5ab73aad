import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, ENDPOINTS, type Endpoint, withField } from './endpoints.ts';
import { once } from './once.ts';
import { post, postBytes } from './raw-http.ts';
import { openShop, type Shop } from './support.ts';

const LIMIT = 1_048_576;

const cafeCopy = once(async () => (await openShop()).copy());

function testEveryEndpoint(title: string, run: (shop: Shop, endpoint: Endpoint) => Promise<void>): void {
  for (const endpoint of ENDPOINTS)
    test(`${endpoint.name}: ${title}`, async () => run(await openShop({ copyOf: await cafeCopy() }), endpoint));
}

testEveryEndpoint(
  'application/json is required; parameters are allowed, but no charset except utf-8',
  async (shop, endpoint) => {
    const text = JSON.stringify(await endpoint.body(shop));
    const send = (type: string | undefined) => postBytes(shop, endpoint.path, text, { 'Content-Type': type });
    for (const type of [
      'application/json',
      'Application/JSON',
      'application/json; charset=utf-8',
      'application/json;charset=UTF-8',
      'application/json; charset="utf-8"',
      'application/json; x=y; charset=utf8',
    ])
      assert.equal((await send(type)).status, 200, type);
    for (const type of [
      undefined,
      '',
      'text/plain',
      'text/json',
      'application/x-www-form-urlencoded',
      'application/jsonp',
      'application/json, text/plain',
      'application/problem+json',
      'application/json; charset=utf-16',
      'application/json; charset=tis-620',
      'application/json; charset = tis-620',
      'application/json; charset=utf-8; charset=latin1',
    ])
      assertError(await send(type), 400, 'invalid_request', 'Content-Type');
  },
);

testEveryEndpoint('Content-Encoding other than identity is refused', async (shop, { path, body }) => {
  const text = JSON.stringify(await body(shop));
  const send = (encoding: string) => postBytes(shop, path, text, { 'Content-Encoding': encoding });
  assert.equal((await send('identity')).status, 200);
  for (const encoding of ['gzip', 'br', 'identity, gzip', 'nonsense'])
    assertError(await send(encoding), 400, 'invalid_request', 'Content-Encoding');
});

testEveryEndpoint('only calls whose fields are all optional accept a missing body', async (shop, endpoint) => {
  await endpoint.body(shop); // grants the permission
  for (const type of ['application/json', undefined]) {
    const answer = await postBytes(shop, endpoint.path, '', { 'Content-Type': type });
    if (!endpoint.bodyOptional) assertError(answer, 400, 'invalid_request');
    else assert.deepEqual([answer.status, answer.body.has_more], [200, false]);
  }
  assert.equal((await shop.call(endpoint.path, {})).status, endpoint.bodyOptional ? 200 : 400);
});

testEveryEndpoint('a body that is not UTF-8 JSON is refused', async (shop, { path, body }) => {
  const good = JSON.stringify(await body(shop));
  const texts = [
    '{',
    '}',
    '{"a":1,}',
    "{'a':1}",
    '{a:1}',
    '{"a":01}',
    '{"a":.5}',
    '{"a":NaN}',
    ' ',
    '{} {}',
    `${good}x`,
  ];
  for (const text of [...texts, '{"a":"\u0001"}', '\u0000', `\ufeff${good}`, '{"limit":1e999}'])
    assertError(await shop.call(path, text), 400, 'invalid_request');
  const invalid = [[0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xc0, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xe0, 0xb8]];
  for (const bytes of invalid) {
    const around = [Buffer.from('{"query":"'), Buffer.from(bytes), Buffer.from('"}')];
    assertError(await postBytes(shop, path, Buffer.concat(around)), 400, 'invalid_request', 'UTF-8');
  }
  const utf16 = Buffer.from(good, 'utf16le');
  assertError(await postBytes(shop, path, utf16), 400, 'invalid_request');
});

testEveryEndpoint('deeply nested JSON gets 400', async (shop, { path, body, fields }) => {
  const deep = 100_000;
  const list = '['.repeat(deep) + ']'.repeat(deep);
  const object = `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`;
  const place = Object.keys(fields)[0] as string;
  const around = JSON.stringify(withField(await body(shop), place, '§')).split('"§"');
  for (const nested of [list, object]) {
    assertError(await shop.call(path, nested), 400, 'invalid_request');
    assertError(await shop.call(path, around.join(nested)), 400, 'invalid_request', place);
    assertError(await shop.call(path, `{"unknown":${nested}}`), 400, 'invalid_request');
  }
  assertError(await shop.call(path, '['.repeat(deep)), 400, 'invalid_request');
  assertError(await shop.call(path, '{"a":'.repeat(deep)), 400, 'invalid_request');
});

testEveryEndpoint(
  'a megabyte is accepted and one byte more gets 413, with and without Content-Length',
  async (shop, endpoint) => {
    const text = JSON.stringify(await endpoint.body(shop));
    const padded = (size: number) =>
      Buffer.concat([Buffer.from(text), Buffer.alloc(size - Buffer.byteLength(text), ' ')]);
    const halves = (bytes: Buffer) => [bytes.subarray(0, LIMIT / 2), bytes.subarray(LIMIT / 2)];
    const headers = { Authorization: `Bearer ${await shop.bearer()}`, 'Content-Type': 'application/json' };
    const measured = (bytes: Buffer) =>
      post(shop, endpoint.path, { ...headers, 'Content-Length': String(bytes.length) }, bytes);
    const chunked = (bytes: Buffer) => post(shop, endpoint.path, headers, ...halves(bytes));
    assert.equal((await measured(padded(LIMIT))).status, 200);
    assert.equal((await chunked(padded(LIMIT))).status, 200);
    assertError(await measured(padded(LIMIT + 1)), 413, 'invalid_request');
    assertError(await chunked(padded(LIMIT + 1)), 413, 'invalid_request');
  },
);

testEveryEndpoint('a body above a megabyte gets 413, whatever its content and type', async (shop, { path }) => {
  const rubbish = Buffer.alloc(LIMIT + 1, 0xff);
  assertError(await postBytes(shop, path, rubbish, { 'Content-Type': 'text/plain' }), 413, 'invalid_request');
});

testEveryEndpoint(
  'without a token a body above a megabyte gets 401, with and without Content-Length',
  async (shop, endpoint) => {
    const bytes = Buffer.alloc(LIMIT * 4, ' ');
    const headers = { Authorization: 'Bearer nonsense', 'Content-Type': 'application/json' };
    assertError(await post(shop, endpoint.path, headers, bytes), 401, 'invalid_token');
    assertError(
      await post(shop, endpoint.path, { ...headers, 'Content-Length': String(bytes.length) }, bytes),
      401,
      'invalid_token',
    );
  },
);

testEveryEndpoint('a request without a token is answered before its body arrives', async (shop, { path }) => {
  const headers = { 'Content-Type': 'application/json', 'Content-Length': String(LIMIT + 1) };
  assertError(await post(shop, path, headers), 401, 'invalid_token');
});

test('a body above the limit leaves the connection usable for the next request', async () => {
  const shop = await openShop();
  assertError(await shop.call('/v1/product/list', ' '.repeat(LIMIT + 1)), 413, 'invalid_request');
  assert.equal((await shop.call('/v1/product/list', {})).status, 200);
});

test('a megabyte of invalid elements is refused at the first one', async () => {
  const shop = await openShop();
  const products = `[${'1,'.repeat(500_000)}1]`;
  const text = JSON.stringify({ ...shop.orderBody(), products: '§' }).replace('"§"', products);
  assertError(await shop.call('/v1/order/create', text), 400, 'invalid_request', 'products[0]');
});

test('a megabyte of unknown fields is refused at the first one', async () => {
  const shop = await openShop();
  const fields = Array.from({ length: 70_000 }, (_, i) => `"x${i}":null`).join(',');
  assertError(await shop.call('/v1/product/list', `{${fields}}`), 400, 'invalid_request', 'x0');
});

test('the name of a very long unknown field is shortened', async () => {
  const shop = await openShop();
  const answer = await shop.call('/v1/product/list', { ['ชื่อ'.repeat(50_000)]: 1 });
  assertError(answer, 400, 'invalid_request', 'ชื่อ');
  assert.ok(answer.body.error_description.length < 300);
});

test('unknown fields with invalid Unicode are refused like any other', async () => {
  const shop = await openShop();
  for (const key of ['\\ud800', '\\u0000', '\\udc00\\ud800'])
    assertError(await shop.call('/v1/product/list', `{"${key}":null}`), 400, 'invalid_request', 'known field');
});
