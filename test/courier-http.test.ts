import assert from 'node:assert/strict';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { httpCourier } from '../src/domain/couriers/adapters/http.ts';
import { post } from '../src/domain/couriers/adapters/post.ts';
import { message } from '../src/lib/messages/message.ts';
import { describe } from '../src/lib/messages/messages.ts';
import { adapterOf, NOW, open, parcel } from './courier-http-steps.ts';
import { type Behavior, LOCAL, openCourier } from './courier-server.ts';

test('a booking request follows the protocol, is signed, and returns a number', async () => {
  const { courier, adapter } = await open();
  assert.deepEqual(await adapter.book(parcel()), { is: 'booked', trackingNumber: 'CX000001', trackingUrl: undefined });
  const [{ headers, body, signed } = assert.fail()] = courier.requests;
  assert.equal(signed, true);
  assert.equal(headers['content-type'], 'application/json');
  assert.equal(headers['idempotency-key'], 'booking-1');
  assert.equal(headers['user-agent'], 'raan');
  assert.deepEqual(body, {
    action: 'book',
    idempotency_key: 'booking-1',
    shipping_type: 'kex',
    order_number: '1042',
    sender_name: 'บ้านกาแฟ',
    sender: { name: 'บ้านกาแฟ', telephone: '021234567', province: 'กรุงเทพมหานคร', postal_code: 10110 },
    recipient: { name: 'สมชาย ใจดี', telephone: '0812345678', postal_code: 50200 },
    weight_grams: 450,
    cod_amount: '590.5',
    note: 'ระวังแตก',
    items: [{ name: 'ลาเต้', qty: 2 }],
    request_time: NOW,
  });
});

test('unknown and unset values are absent from the request', async () => {
  const { courier, adapter } = await open();
  await adapter.book(parcel({ sender: undefined, weight: undefined, codAmount: null, note: null }));
  const names = Object.keys(courier.requests[0]?.body);
  for (const name of ['sender', 'weight_grams', 'cod_amount', 'note']) assert.ok(!names.includes(name), name);
});

const AMBIGUOUS: Record<string, Behavior> = {
  'a late response': { responseDelay: 4_000 },
  'a connection broken before the request is read': { disconnect: 'before_reading' },
  'a connection broken after the booking': { disconnect: 'after_action' },
  'a connection broken in the middle of the response': { disconnect: 'mid_response' },
  'a response that is not JSON': { body: '<html>OK</html>' },
  'truncated JSON': { body: '{"tracking_number": "CX0' },
  'an empty response': { body: '' },
  'a response without an outcome': { body: {} },
  'a response with two outcomes': { body: { tracking_number: 'CX1', refused: 'no' } },
  'a number together with the status pending': { body: { tracking_number: 'CX1', status: 'pending' } },
  'an unknown status': { body: { status: 'constructor' } },
  'a status of another action': { body: { status: 'canceled' } },
  'a number of 65 characters': { body: { tracking_number: 'X'.repeat(65) } },
  'a number with a space': { body: { tracking_number: 'CX 1' } },
  'a tracking number that is a JSON number': { body: { tracking_number: 123 } },
  'an empty number': { body: { tracking_number: '' } },
  'a response above 1 MB': { body: { tracking_number: 'CX1', padding: 'x'.repeat(1_048_576) } },
  'a response that is not UTF-8': { body: Buffer.from('{"tracking_number":"CX1","x":"\xff"}', 'latin1') },
  'a number with a refusing status': { status: 409, body: { tracking_number: 'CX1' } },
  'a redirect': { status: 307, headers: { Location: '/elsewhere' }, body: { tracking_number: 'CX1' } },
  408: { status: 408 },
  425: { status: 425 },
  429: { status: 429, body: { refused: 'slow down' } },
  500: { status: 500, body: { refused: 'sorry' } },
  502: { status: 502, body: '<html>' },
  503: { status: 503, body: { tracking_number: 'CX1' } },
};

for (const [what, behavior] of Object.entries(AMBIGUOUS))
  test(`${what} leaves a booking unknown, after one request`, async () => {
    const courier = await openCourier();
    courier.next(behavior);
    const answer = await adapterOf(courier, behavior.responseDelay ? 1_000 : 10_000).book(parcel());
    assert.equal(answer.is, 'unknown');
    assert.ok('reason' in answer);
    assert.equal(courier.requests.length, behavior.disconnect === 'before_reading' ? 0 : 1);
  });

test('an unknown booking is looked up and found or not found', async () => {
  const { courier, adapter } = await open();
  courier.next({ disconnect: 'after_action' });
  assert.equal((await adapter.book(parcel())).is, 'unknown');
  assert.deepEqual(await adapter.find?.('booking-1'), {
    is: 'booked',
    trackingNumber: 'CX000001',
    trackingUrl: undefined,
  });
  courier.next({ disconnect: 'after_action', takesEffect: false });
  assert.equal((await adapter.book(parcel({ key: 'booking-2' }))).is, 'unknown');
  assert.equal((await adapter.find?.('booking-2'))?.is, 'unsent');
  assert.equal((await adapter.book(parcel())).is, 'booked');
  assert.equal(courier.bookings.get('booking-1')?.requestCount, 2);
  assert.deepEqual(courier.duplicates, []);
});

test('a response sent twice counts for its own request only', async () => {
  const { courier, adapter } = await open();
  courier.next({ twice: true });
  assert.deepEqual((await adapter.book(parcel())).is, 'booked');
  const second = await adapter.book(parcel({ key: 'booking-2' }));
  assert.ok(second.is === 'unknown' || (second.is === 'booked' && second.trackingNumber === 'CX000002'));
});

test('a refusal with any HTTP status keeps its reason', async () => {
  const { courier, adapter } = await open();
  for (const status of [200, 400, 403, 422]) {
    courier.next({ status, body: { refused: 'พื้นที่นี้ไม่มีบริการ', code: 7 } });
    assert.deepEqual(await adapter.book(parcel()), {
      is: 'refused',
      reason: message('foreign_text', { text: 'พื้นที่นี้ไม่มีบริการ' }),
    });
  }
  courier.next({ body: { refused: 'x'.repeat(10_000) } });
  const long = await adapter.book(parcel());
  assert.ok(long.is === 'refused' && describe(long.reason).length === 500);
});

test('a refusing status without a reason is a refusal that names the status', async () => {
  const { courier, adapter } = await open();
  for (const status of [400, 401, 403, 404, 405, 413, 422]) {
    courier.next({ status, body: '<html>' });
    assert.deepEqual(await adapter.book(parcel()), { is: 'refused', reason: message('courier_answered', { status }) });
  }
});

test('a booking without a number yet is pending, with HTTP status 200 and 202', async () => {
  const { courier, adapter } = await open();
  for (const status of [200, 202]) {
    courier.next({ status, body: { status: 'pending' } });
    assert.deepEqual(await adapter.book(parcel()), { is: 'pending' });
  }
  courier.next({ pending: true });
  assert.deepEqual(await adapter.find?.('booking-1'), { is: 'pending' });
});

test('null counts as absent, unknown fields are ignored, and an unusable link is left out', async () => {
  const { courier, adapter } = await open();
  const answers = [
    ['https://track.example/CX1', 'https://track.example/CX1'],
    ['javascript:alert(1)', undefined],
    ['nonsense', undefined],
    [7, undefined],
    [null, undefined],
  ];
  for (const [tracking_url, trackingUrl] of answers) {
    courier.next({ body: { tracking_number: 'CX1', tracking_url, refused: null, status: 'booked', price: 42 } });
    assert.deepEqual(await adapter.book(parcel()), { is: 'booked', trackingNumber: 'CX1', trackingUrl });
  }
});

test('an unreachable courier has not received the booking, and its look-up is unknown', async () => {
  const { courier, adapter } = await open();
  await courier.stop();
  const answer = await adapter.book(parcel());
  assert.deepEqual(answer, { is: 'unsent', reason: message('courier_not_reached', { why: 'ECONNREFUSED' }) });
  assert.equal((await adapter.find?.('booking-1'))?.is, 'unknown');
  assert.equal((await adapter.cancel({ key: 'booking-1', trackingNumber: 'CX1' })).is, 'unknown');
  await courier.start();
  assert.equal((await adapter.book(parcel())).is, 'booked');
});

test('a host that does not resolve or has an untrusted certificate is never reached', async () => {
  const nowhere = { connection: LOCAL, headers: {}, body: '{}', timeout: 5_000 };
  assert.equal((await post({ url: 'http://nowhere.invalid/', ...nowhere })).is, 'unsent');
  assert.equal((await post({ url: 'not an address', ...nowhere })).is, 'unsent');
  const server = https.createServer(SELF_SIGNED, (_, response) => response.end('{}'));
  after(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const reply = await post({ url: `https://127.0.0.1:${port}/`, ...nowhere });
  assert.ok(reply.is === 'unsent' && /CERT/.test(describe(reply.reason)), JSON.stringify(reply));
});

test('a redirect is not followed', async () => {
  const { courier, adapter } = await open();
  for (const status of [301, 302, 303, 307, 308]) {
    courier.next({ status, headers: { Location: courier.url }, body: {} });
    assert.deepEqual(await adapter.book(parcel()), { is: 'unknown', reason: message('courier_answered', { status }) });
  }
  assert.equal(courier.requests.length, 5);
});

const STILL_UNKNOWN: Record<string, Behavior> = {
  '401 with a reason': { status: 401, body: { refused: 'wrong signature' } },
  '403': { status: 403 },
  '404 of another server': { status: 404, body: '<html>not found</html>' },
  '404 with a number': { status: 404, body: { tracking_number: 'CX1' } },
  '500': { status: 500, body: { status: 'unknown' } },
  nonsense: { body: { status: 'unlisted' } },
};

for (const [what, behavior] of Object.entries(STILL_UNKNOWN))
  test(`a booking found by \`find\` stays unknown if the response is ${what}`, async () => {
    const { courier, adapter } = await open();
    courier.next(behavior);
    assert.equal((await adapter.find?.('booking-1'))?.is, 'unknown');
  });

test('a booking is looked up by its key, and each outcome is understood', async () => {
  const { courier, adapter } = await open();
  const answers: [Behavior, string][] = [
    [{ body: { tracking_number: 'CX1' } }, 'booked'],
    [{ body: { refused: 'too heavy' } }, 'refused'],
    [{ status: 202, body: { status: 'pending' } }, 'pending'],
    [{ body: { status: 'unknown' } }, 'unsent'],
    [{ status: 404, body: { status: 'unknown' } }, 'unsent'],
    [{ status: 404, body: { error: 'not_found' } }, 'unsent'],
  ];
  for (const [behavior, is] of answers) {
    courier.next(behavior);
    assert.equal((await adapter.find?.('booking-1'))?.is, is, JSON.stringify(behavior));
  }
  const [{ body, headers, signed } = assert.fail()] = courier.requests;
  assert.deepEqual(body, { action: 'find', idempotency_key: 'booking-1', request_time: NOW });
  assert.equal(headers['idempotency-key'], undefined);
  assert.equal(signed, true);
});

test('the result of a cancellation is canceled, refused or unknown', async () => {
  const { courier, adapter } = await open();
  const booking = { key: 'booking-1', trackingNumber: 'CX000001' };
  await adapter.book(parcel());
  assert.deepEqual(await adapter.cancel(booking), { is: 'canceled' });
  assert.equal(courier.bookings.get('booking-1')?.canceled, true);
  assert.deepEqual(await adapter.cancel({ key: 'x', trackingNumber: 'CX9' }), {
    is: 'refused',
    reason: message('foreign_text', { text: 'not my parcel' }),
  });
  courier.next({ status: 409, body: { refused: 'already picked up' } });
  assert.deepEqual(await adapter.cancel(booking), {
    is: 'refused',
    reason: message('foreign_text', { text: 'already picked up' }),
  });
  courier.next({ status: 404, body: '' });
  assert.deepEqual(await adapter.cancel(booking), {
    is: 'refused',
    reason: message('courier_answered', { status: 404 }),
  });
  for (const behavior of [
    { status: 500 },
    { body: {} },
    { disconnect: 'after_action' },
    { body: { status: 'pending' } },
  ] as Behavior[]) {
    courier.next(behavior);
    assert.equal((await adapter.cancel(booking)).is, 'unknown', JSON.stringify(behavior));
  }
});

test('a response that is not HTTP leaves a booking unknown', async () => {
  const server = http.createServer();
  server.on('connection', (socket) => socket.once('data', () => socket.end('nonsense\r\n\r\n')));
  after(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const adapter = httpCourier({
    connection: LOCAL,
    url: `http://127.0.0.1:${port}/`,
    secret: 's',
    now: () => NOW,
    timeout: 2_000,
  });
  assert.equal((await adapter.book(parcel())).is, 'unknown');
});

/** An untrusted certificate and its key, for this test only. */
const SELF_SIGNED = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQghRvoHbCOzVunLkBr
kHh+XwSimrAhj9xlEpo0KxjJs6ahRANCAAQySZlAaMc1OPFPwaOfI7c55M3S/aLR
imJQfiAseJZMQ372L/79EADPY8vD+IhpGnN1uL6Ch0LiyRue4ok3XOgd
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBhTCCASugAwIBAgIUYaySHQac7vkfadWzntoVCOVNGtIwCgYIKoZIzj0EAwIw
FzEVMBMGA1UEAwwMY291cmllci50ZXN0MCAXDTI2MTEyMTE0NTgxM1oYDzIxMjYx
MDI4MTQ1ODEzWjAXMRUwEwYDVQQDDAxjb3VyaWVyLnRlc3QwWTATBgcqhkjOPQIB
BggqhkjOPQMBBwNCAAQySZlAaMc1OPFPwaOfI7c55M3S/aLRimJQfiAseJZMQ372
L/79EADPY8vD+IhpGnN1uL6Ch0LiyRue4ok3XOgdo1MwUTAdBgNVHQ4EFgQU24bI
DtZc2StUs2Kc2WqUs6TBKd8wHwYDVR0jBBgwFoAU24bIDtZc2StUs2Kc2WqUs6TB
Kd8wDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiEAv32glAqfptoh
9GCKzwINS0UgQsayeM4QKtWs71ZSKboCIC+/HMld6wqii03eCVz/n4eL7dYylBg3
Sop1gwfBO+gv
-----END CERTIFICATE-----
`,
};
