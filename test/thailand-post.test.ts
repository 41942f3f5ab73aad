import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { thailandPost, thailandPostTime } from '../src/domain/couriers/adapters/thailand-post.ts';
import type { Message } from '../src/lib/messages/catalogue.ts';
import { message } from '../src/lib/messages/message.ts';
import { LOCAL } from './courier-server.ts';
import { appError } from './errors.ts';
import { startThailandPost, trackingItem } from './thailand-post-server.ts';
import { trackedEvents } from './tracked-events.ts';

async function open() {
  const post = await startThailandPost();
  const { url, token, secret: callBackSecret } = post;
  return { post, adapter: thailandPost({ connection: LOCAL, url, token, callBackSecret, timeout: 2_000 }) };
}

const MADE = Date.UTC(2019, 6, 19, 11, 12, 26); // 19 July 2562, 18:12:26 in Bangkok

test('a Buddhist-era date is parsed, with four or two digits, in Thai digits, without seconds or zone', () => {
  for (const written of [
    '19/07/2562 18:12:26+07:00',
    ' 19/7/2562 18:12:26+07:00 ',
    '19/07/62 18:12:26+07:00',
    '๑๙/๐๗/๒๕๖๒ ๑๘:๑๒:๒๖+๐๗:๐๐',
    '19/07/2562 18:12:26',
    '19/07/2562 11:12:26+00:00',
    '19/07/2562 06:42:26-04:30',
    '19/07/2019 18:12:26+07:00',
  ])
    assert.equal(thailandPostTime(written), MADE, written);
  assert.equal(thailandPostTime('11/11/2566 17:56+07:00'), Date.UTC(2023, 10, 11, 10, 56));
  assert.equal(thailandPostTime('29/02/2563 00:00:00+07:00'), Date.UTC(2020, 1, 28, 17));
});

test('an invalid date is not a time', () => {
  for (const written of [
    '',
    'yesterday',
    '2562-07-19 18:12:26+07:00',
    '31/02/2562 18:12:26+07:00',
    '29/02/2562 18:12:26+07:00',
    '19/13/2562 18:12:26+07:00',
    '00/07/2562 18:12:26+07:00',
    '19/07/2562 24:00:00+07:00',
    '19/07/2562 18:60:00+07:00',
    '19/07/2562',
    '19/07/562 18:12:26+07:00',
    '19/07/2562 18:12:26+07:00 x',
  ])
    assert.equal(thailandPostTime(written), undefined, written);
});

test('any second within a century of today survives the round trip', () => {
  const seconds = fc.integer({ min: Date.UTC(1958) / 1_000, max: Date.UTC(2056) / 1_000 });
  fc.assert(
    fc.property(seconds, fc.boolean(), (second, short) => {
      const local = new Date(second * 1_000 + 7 * 3_600_000);
      const two = (part: number) => String(part).padStart(2, '0');
      const year = local.getUTCFullYear() + 543;
      const day = `${two(local.getUTCDate())}/${two(local.getUTCMonth() + 1)}/${short ? two(year % 100) : year}`;
      const time = [local.getUTCHours(), local.getUTCMinutes(), local.getUTCSeconds()].map(two).join(':');
      assert.equal(thailandPostTime(`${day} ${time}+07:00`), second * 1_000);
    }),
  );
});

test('a parcel is tracked with a requested token, oldest event first, with mapped statuses', async () => {
  const { post, adapter } = await open();
  post.items.EF190024133TH = [
    trackingItem('501', '21/07/2562 10:00:44+07:00', { delivery_description: 'ผู้รับได้รับสิ่งของเรียบร้อยแล้ว' }),
    trackingItem('103', '19/07/2562 18:12:26+07:00'),
  ];
  assert.deepEqual(await trackedEvents(adapter, ['EF190024133TH', 'EX123456785TH']), [
    {
      trackingNumber: 'EF190024133TH',
      code: '103',
      description: 'สถานะ 103',
      location: 'คต.กาดสวนแก้ว',
      time: MADE,
      status: 'picked_up',
    },
    {
      trackingNumber: 'EF190024133TH',
      code: '501',
      description: 'สถานะ 501: ผู้รับได้รับสิ่งของเรียบร้อยแล้ว',
      location: 'คต.กาดสวนแก้ว',
      time: Date.UTC(2019, 6, 21, 3, 0, 44),
      status: 'delivered',
    },
  ]);
  assert.deepEqual(post.requests, [
    { path: '/post/api/v1/authenticate/token', authorization: 'Token long', body: {} },
    {
      path: '/post/api/v1/track',
      authorization: 'Token short-0',
      body: { status: 'all', language: 'TH', barcode: ['EF190024133TH', 'EX123456785TH'] },
    },
  ]);
});

const CODES: Record<string, string | undefined> = {
  101: undefined,
  102: 'picked_up',
  103: 'picked_up',
  104: 'canceled',
  201: 'in_transit',
  202: 'in_transit',
  203: 'returning',
  204: 'in_transit',
  205: 'in_transit',
  206: 'in_transit',
  207: 'in_transit',
  208: 'in_transit',
  209: undefined,
  210: undefined,
  211: 'in_transit',
  212: 'in_transit',
  213: 'in_transit',
  301: 'out_for_delivery',
  302: 'out_for_delivery',
  303: 'out_for_delivery',
  304: undefined,
  401: 'delivery_failed',
  402: undefined,
  501: 'delivered',
  901: undefined,
  999: undefined,
  constructor: undefined,
};

test('every status code of Thailand Post is mapped, and an unknown code is ignored', async () => {
  const { post, adapter } = await open();
  for (const [code, status] of Object.entries(CODES)) {
    post.items.EF190024133TH = [trackingItem(code, '19/07/2562 18:12:26+07:00')];
    const [event] = await trackedEvents(adapter, ['EF190024133TH']);
    assert.deepEqual([event?.code, event?.status], [code, status]);
  }
});

test('events after the first return event report the return of the parcel', async () => {
  const { post, adapter } = await open();
  post.items.EF190024133TH = ['301', '401', '203', '201', '206', '301', '501'].map((code, i) =>
    trackingItem(code, `19/07/2562 1${i}:00:00+07:00`),
  );
  const events = await trackedEvents(adapter, ['EF190024133TH']);
  assert.deepEqual(
    events.map(({ status }) => status),
    ['out_for_delivery', 'delivery_failed', 'returning', undefined, undefined, undefined, 'returned'],
  );
});

test('a malformed event is left out, and the others are kept', async () => {
  const { post, adapter } = await open();
  post.items.EF190024133TH = [
    trackingItem('103', '31/02/2562 18:12:26+07:00'),
    trackingItem('201', '19/07/2562 18:12:26+07:00', { location: null, status: 201 }),
    trackingItem('301', '', {}),
    { ...trackingItem('301', '19/07/2562 18:12:26+07:00'), barcode: undefined },
    'nonsense',
    null,
  ];
  post.items.EX123456785TH = 'nonsense';
  const events = await trackedEvents(adapter, ['EF190024133TH', 'EX123456785TH']);
  assert.deepEqual(
    events.map(({ code, status, location }) => [code, status, location]),
    [['201', 'in_transit', undefined]],
  );
});

test('a token is used until it expires, and requested once for concurrent callers', async () => {
  const { post, adapter } = await open();
  await trackedEvents(adapter, ['EF190024133TH']);
  await Promise.all([trackedEvents(adapter, ['EF190024133TH']), trackedEvents(adapter, ['EF190024133TH'])]);
  const bought = () => post.requests.filter(({ path }) => path.endsWith('/token')).length;
  assert.equal(bought(), 1);
  post.validTokens.clear();
  await Promise.all([trackedEvents(adapter, ['EF190024133TH']), trackedEvents(adapter, ['EF190024133TH'])]);
  assert.equal(bought(), 2);
});

test('parcels are tracked a hundred per request', async () => {
  const { post, adapter } = await open();
  await trackedEvents(
    adapter,
    Array.from({ length: 201 }, (_, i) => `EX${i}`),
  );
  const sizes = post.requests.filter(({ path }) => path.endsWith('/track')).map(({ body }) => body.barcode.length);
  assert.deepEqual(sizes, [100, 100, 1]);
  assert.deepEqual(await trackedEvents(adapter, []), []);
});

test('a failed request has a reason, and the next one works', async () => {
  const { post, adapter } = await open();
  const answers: [{ status: number; body: unknown }, Message][] = [
    [{ status: 500, body: {} }, message('courier_answered', { status: 500 })],
    [{ status: 429, body: { message: 'too many' } }, message('courier_answered', { status: 429 })],
    [{ status: 200, body: { message: 'limit reached' } }, message('thailand_post_answered', { text: 'limit reached' })],
    [{ status: 200, body: {} }, message('courier_answer_malformed')],
    [{ status: 200, body: [] }, message('courier_answer_malformed')],
    [{ status: 200, body: { response: { items: 7 } } }, message('courier_answer_malformed')],
  ];
  for (const [instead, reason] of answers) {
    post.nextResponse = instead;
    assert.deepEqual(await adapter.track(['EF190024133TH']), { is: 'unknown', reason });
  }
  assert.deepEqual(await trackedEvents(adapter, ['EF190024133TH']), []);
  post.nextResponse = { status: 200, body: { response: { items: [] } } };
  assert.deepEqual(await trackedEvents(adapter, ['EF190024133TH']), []);
  post.validTokens.clear();
  post.refusesTokens = true;
  assert.deepEqual(await adapter.track(['EF190024133TH']), withoutToken(503));
  post.refusesTokens = false;
  assert.deepEqual(await trackedEvents(adapter, ['EF190024133TH']), []);
  const wrong = thailandPost({ connection: LOCAL, url: post.url, token: 'wrong', callBackSecret: undefined });
  for (let i = 0; i < 2; i++) assert.deepEqual(await wrong.track(['EF190024133TH']), withoutToken(401));
});

const withoutToken = (status: number) => ({
  is: 'unknown',
  reason: message('thailand_post_gives_no_token', { why: message('courier_answered', { status }) }),
});

const callBack = (body: unknown, authorization?: string) => ({
  headers: authorization === undefined ? {} : { authorization },
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
});

test('the valid events of a callback are read, from a list and from an object by barcode', async () => {
  const { adapter } = await open();
  const items = [trackingItem('103', '11/11/2566 17:45:34+07:00'), trackingItem('201', 'soon')];
  const event = {
    trackingNumber: 'EF190024133TH',
    code: '103',
    description: 'สถานะ 103',
    location: 'คต.กาดสวนแก้ว',
    time: Date.UTC(2023, 10, 11, 10, 45, 34),
    status: 'picked_up',
  };
  for (const some of [items, { EF190024133TH: items }]) {
    const body = { items: some, track_datetime: '11/11/2566 17:56+07:00' };
    assert.deepEqual(adapter.readCallBack(callBack(body, 'Bearer hook')), [{ about: 'tracking', events: [event] }]);
  }
});

test('a callback without the secret is refused, and without a configured secret every callback is refused', async () => {
  const { post, adapter } = await open();
  const body = { items: [] };
  for (const wrong of [undefined, '', 'hook', 'Bearer', 'Bearer ', 'Bearer hooks', 'bearer hook', 'Token hook'])
    assert.throws(() => adapter.readCallBack(callBack(body, wrong)), appError({ code: 'invalid_token' }));
  for (const callBackSecret of [undefined, '']) {
    const closed = thailandPost({ connection: LOCAL, url: post.url, token: 'long', callBackSecret });
    for (const given of ['Bearer ', 'Bearer undefined', ''])
      assert.throws(() => closed.readCallBack(callBack(body, given)), appError({ code: 'invalid_token' }));
  }
});

test('a callback without JSON or without items is refused', async () => {
  const { adapter } = await open();
  for (const body of ['', 'x', 'null', '7', {}, { items: 7 }])
    assert.throws(() => adapter.readCallBack(callBack(body, 'Bearer hook')), appError({ code: 'invalid_request' }));
});
