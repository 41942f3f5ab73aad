import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, ENDPOINTS, type Endpoint, type Kind, withField } from './endpoints.ts';
import { once } from './once.ts';
import { post } from './raw-http.ts';
import { stoppedClock } from './stopped-clock.ts';
import { type Json, openShop, type Shop } from './support.ts';

/** Defines a test for every endpoint, each with its own shop and a stopped clock. */
function testEveryEndpoint(title: string, run: (shop: Shop, endpoint: Endpoint) => Promise<void>): void {
  for (const endpoint of ENDPOINTS)
    test(`${endpoint.name}: ${title}`, async () => {
      const { copy, now } = await wellStockedCopy();
      await run(await openShop({ now, copyOf: copy }), endpoint);
    });
}

const wellStockedCopy = once(async () => {
  const { now } = stoppedClock();
  return { now, copy: await (await openShop({ now, stores: [WELL_STOCKED_CAFE] })).copy() };
});

const WELL_STOCKED_CAFE = {
  key: 'cafe',
  name: 'บ้านกาแฟ',
  price_tiers: [{ key: 'retail', name: 'ปลีก', default: true }],
  warehouses: [{ key: 'bkk', name: 'กรุงเทพ' }],
  addresses: [{ key: 'shop', is_primary: true, name: 'บ้านกาแฟ' }],
  products: [
    {
      key: 'latte',
      name: 'ลาเต้',
      variants: [{ key: 'hot', sku: 'LAT-H', prices: { retail: '65' }, stock: { bkk: 100_000 } }],
    },
  ],
  channels: [{ key: 'page', name: 'Sale page' }],
};

testEveryEndpoint(
  'the sent X-Request-Id is returned, and is the request_id of the body',
  async (shop, { path, body }) => {
    for (const sent of ['a', '!~', '{"x":1}', 'x'.repeat(256)]) {
      const answer = await shop.call(path, await body(shop), { headers: { 'X-Request-Id': sent } });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      assert.equal(answer.headers.get('x-request-id'), sent);
      assert.equal(answer.body.request_id, sent);
    }
  },
);

testEveryEndpoint(
  'a missing or invalid X-Request-Id is replaced: it has 1 to 256 visible ASCII characters',
  async (shop, { path, body }) => {
    const seen = new Set<string>();
    for (const sent of [undefined, '', 'a b', 'a\tb', 'caf\u00e9', 'x'.repeat(257), ['a', 'b']]) {
      const headers: Record<string, string | string[]> = {
        Authorization: `Bearer ${await shop.bearer()}`,
        'Content-Type': 'application/json',
        ...(sent === undefined ? {} : { 'X-Request-Id': sent }),
      };
      const answer = await post(shop, path, headers, Buffer.from(JSON.stringify(await body(shop))));
      const id = answer.headers.get('x-request-id') ?? '';
      assert.match(id, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
      assert.equal(answer.body.request_id, id);
      seen.add(id);
    }
    assert.equal(seen.size, 7);
  },
);

testEveryEndpoint('errors have the sent X-Request-Id, and only error and error_description', async (shop, { path }) => {
  const headers = { 'X-Request-Id': 'mine' };
  const answers: [Promise<Json>, number, string][] = [
    [shop.call(path, { nonsense: 1 }, { headers }), 400, 'invalid_request'],
    [shop.call(path, {}, { token: 'nonsense', headers }), 401, 'invalid_token'],
    [shop.send(`${path}/nonsense`, { method: 'POST', headers }), 404, 'not_found'],
    [shop.send(path, { method: 'PUT', headers }), 405, 'invalid_request'],
    [shop.call(path, ' '.repeat(1_048_577), { headers }), 413, 'invalid_request'],
  ];
  for (const [call, status, error] of answers) {
    const answer = await call;
    assertError(answer, status, error);
    assert.equal(answer.headers.get('x-request-id'), 'mine');
  }
});

testEveryEndpoint('an unknown field is refused by name at every level, even when null', async (shop, endpoint) => {
  for (const level of endpoint.levels)
    for (const key of ['x', 'ID', '__proto__', 'constructor', 'toString', 'store_id'])
      for (const value of [null, 1, {}]) {
        const place = level === '' ? 'unknown-' : `${level}.unknown-`;
        const text = JSON.stringify(withField(await endpoint.body(shop), place, value)).replace('unknown-', key);
        assertError(await shop.call(endpoint.path, text), 400, 'invalid_request', place.replace('unknown-', key));
      }
});

testEveryEndpoint('null is the same as absent at every level', async (shop, { path, body, fields }) => {
  // The body without the fields that differ between orders.
  const comparable = ({ body }: Json) =>
    JSON.stringify({ ...body, request_id: '' })
      .replaceAll(/"(id|order_number)":"\d+"/g, '')
      .replace(/X-[0-9a-f-]+/, '');
  for (const place of Object.keys(fields)) {
    if (place.endsWith(']')) continue; // an element of a list
    const given = await body(shop);
    const asNull = await shop.call(path, withField(given, place, null));
    const absent = await shop.call(path, withField(await body(shop), place, undefined));
    assert.equal(comparable(asNull), comparable(absent), place);
    assert.ok([200, 400].includes(asNull.status), place);
    if (asNull.status === 400) assertError(asNull, 400, 'invalid_request', place.split('.').pop());
  }
});

test('order create: null elements of products are refused with their position', async () => {
  const shop = await openShop();
  const line = { sku: 'LAT-H', qty: 1 };
  assertError(await shop.order({ products: [null] }), 400, 'invalid_request', 'products[0]');
  assertError(await shop.order({ products: [line, null] }), 400, 'invalid_request', 'products[1]');
});

/** Values that a field of each kind never accepts. */
const NEVER: Record<Kind, unknown[]> = {
  id: [1, 0, 12.5, -1, true, {}, [], ['1'], '', 'abc', '-1', '+1', '1.0', ' 1', '1\n', '0x1', '1e3', '๑'],
  money: [true, {}, [], '', ' 1', '1 ', '1.', '.5', '+1', '-1', -1, -0.5, '1e3', '1,000', '฿1', 'NaN', 1e21, 1e-7],
  time: [1_762_837_200, 1_762_837_200_000_000, 1_762_837_200_000.5, -1_762_837_200_000, 0, '1762837200000', true, {}],
  whole: ['1', '', 1.5, 1e300, 9_007_199_254_740_992, true, {}, [], [1]],
  flag: ['true', '', 0, 1, {}, []],
  text: [1, true, {}, [], ['a'], '\ud800', 'a\udc00b', 'a\u0000b'],
  code: [1, true, {}, [], '', 'made_up', ' ems', 'EMS'],
  list: [1, true, {}, '', 'a', [], { 0: {} }],
  object: [1, true, '', 'a', [], [{}]],
};

testEveryEndpoint('a value of the wrong type or form is refused by name', async (shop, { path, body, fields }) => {
  const given = await body(shop);
  for (const [place, kind] of Object.entries(fields))
    for (const value of NEVER[kind]) {
      const answer = await shop.call(path, withField(given, place, value));
      assertError(answer, 400, 'invalid_request', place);
    }
});

testEveryEndpoint('a body that is not an object is refused', async (shop, { path }) => {
  for (const text of ['null', '[]', '[{}]', '1', '"text"', 'true'])
    assertError(await shop.call(path, text), 400, 'invalid_request');
});

testEveryEndpoint('the last value of a repeated key counts', async (shop, { path, body, fields }) => {
  const given = await body(shop);
  const key = Object.keys(fields)[0] as string;
  const first = `{${JSON.stringify(key)}:{"x":1},`;
  assert.equal((await shop.call(path, first + JSON.stringify(given).slice(1))).status, 200);
  const last = `,${JSON.stringify(key)}:{"x":1}}`;
  assertError(await shop.call(path, JSON.stringify(given).slice(0, -1) + last), 400, 'invalid_request', key);
});

testEveryEndpoint('any other method gets 405 with the allowed method', async (shop, { path }) => {
  for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    const answer = await shop.send(path, { method });
    assertError(answer, 405, 'invalid_request');
    assert.equal(answer.headers.get('allow'), 'POST');
  }
  const head = await shop.send(path, { method: 'HEAD' });
  assert.equal(head.status, 405);
  assert.ok(head.headers.get('x-request-id'));
});

testEveryEndpoint('a similar path gets 404', async (shop, { path, body }) => {
  for (const near of [`${path}/`, path.toUpperCase(), `/${path}`, path.replace('/v1', ''), path.replace('/v1', '/v2')])
    assertError(await shop.call(near, await body(shop)), 404, 'not_found');
});

testEveryEndpoint('a query string changes nothing', async (shop, { path, body }) => {
  assert.equal((await shop.call(`${path}?limit=1&x=y`, await body(shop))).status, 200);
});

testEveryEndpoint('without a valid bearer token the response is 401 with WWW-Authenticate', async (shop, { path }) => {
  const token = await shop.bearer();
  const wrong = [
    '',
    'Bearer',
    'Bearer ',
    token,
    `Basic ${token}`,
    `Bearer ${token} x`,
    `Bearer x${token}`,
    `Bearer,${token}`,
  ];
  for (const Authorization of [undefined, ...wrong, `Bearer ${token.slice(0, -1)}`, `Bearer ${'x'.repeat(5_000)}`]) {
    const headers: Record<string, string> = Authorization === undefined ? {} : { Authorization };
    const answer = await shop.send(path, { method: 'POST', headers });
    assertError(answer, 401, 'invalid_token');
    assert.equal(answer.headers.get('www-authenticate'), 'Bearer');
  }
});

testEveryEndpoint('the scheme Bearer is accepted in any case', async (shop, { path, body }) => {
  for (const word of ['bearer', 'BEARER']) {
    const headers = { Authorization: `${word} ${await shop.bearer()}` };
    assert.equal((await shop.call(path, await body(shop), { headers })).status, 200);
  }
});
