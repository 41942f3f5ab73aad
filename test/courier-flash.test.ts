import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Parcel } from '../src/domain/couriers/adapters/adapter.ts';
import { flashCourier, flashSign } from '../src/domain/couriers/adapters/flash.ts';
import type { Message } from '../src/lib/messages/catalogue.ts';
import { message } from '../src/lib/messages/message.ts';
import { describe } from '../src/lib/messages/messages.ts';
import type { Money } from '../src/lib/money.ts';
import { adapterOf, open } from './courier-flash-steps.ts';
import { type Behavior, LOCAL, openCourier } from './courier-server.ts';

const ADDRESS = {
  telephone: '021234567',
  address1: '12/3 ถนนสุขุมวิท',
  address2: 'ชั้น 4',
  sub_district: 'คลองเตย',
  district: 'คลองเตย',
  province: 'กรุงเทพมหานคร',
  postal_code: 10110,
};

const parcel = (change: Partial<Parcel> = {}): Parcel => ({
  key: 'booking-1',
  shippingType: 'flash',
  orderNumber: '1042',
  senderName: 'บ้านกาแฟ สาขาใหญ่',
  sender: { ...ADDRESS, name: 'บ้านกาแฟ' },
  recipient: { ...ADDRESS, name: 'สมชาย ใจดี', telephone: '0812345678' },
  weight: 450,
  codAmount: null,
  note: null,
  items: [{ name: 'ลาเต้', qty: 2 }],
  ...change,
});

test('the signature is the upper-case SHA-256 of the sorted parameters that are not blank, and the secret', () => {
  // sha256sum of `body=test&mchId=M&nonceStr=N&key=K` and of `B=1&a=2&b=3&key=K`
  const first = 'F2832935777B3DF4BBE7F5EA54EAA9B0BA3C04803457AA108FA51EA36C3FF837';
  const second = '1E3836B1439D6D6F0768E9F97BF263AED648A5B80514ED12E9F158F7866ECF87';
  assert.equal(flashSign({ nonceStr: 'N', mchId: 'M', body: 'test', sign: 'X', remark: ' \t\n', x: '' }, 'K'), first);
  assert.equal(flashSign({ b: '3', a: '2', B: '1' }, 'K'), second);
});

test('the signature depends on every value, not on the order of the parameters', () => {
  const values = fc.dictionary(fc.stringMatching(/^[a-zA-Z]{1,8}$/), fc.stringMatching(/^[ก-ฮa-z0-9 &=]{0,8}[a-z]$/), {
    minKeys: 1,
  });
  fc.assert(
    fc.property(values, (parameters) => {
      const { sign: _, ...signed } = parameters;
      const reversed = Object.fromEntries(Object.entries(signed).reverse());
      assert.equal(flashSign(reversed, 'K'), flashSign(signed, 'K'));
      for (const name of Object.keys(signed))
        assert.notEqual(flashSign({ ...signed, [name]: `${signed[name]}x` }, 'K'), flashSign(signed, 'K'));
    }),
  );
});

test('a booking is a signed form in Flash’s format, and returns a number', async () => {
  const { courier, adapter } = await open();
  const booked = await adapter.book(parcel({ note: 'ระวังแตก & ฝากไว้ที่ ป้อม=1', codAmount: 5_905_000 as Money }));
  assert.deepEqual(booked, { is: 'booked', trackingNumber: 'TH000001' });
  const [{ path, headers, signed, body } = assert.fail()] = courier.requests;
  assert.equal(path, '/open/v3/orders');
  assert.equal(headers['content-type'], 'application/x-www-form-urlencoded');
  assert.equal(signed, true);
  const { nonceStr, ...fields } = body;
  assert.match(nonceStr, /^.{16,32}$/);
  assert.deepEqual(fields, {
    mchId: 'AA0001',
    outTradeNo: 'booking-1',
    srcName: 'บ้านกาแฟ สาขาใหญ่',
    srcPhone: '021234567',
    srcProvinceName: 'กรุงเทพมหานคร',
    srcCityName: 'คลองเตย',
    srcDistrictName: 'คลองเตย',
    srcPostalCode: '10110',
    srcDetailAddress: '12/3 ถนนสุขุมวิท ชั้น 4',
    dstName: 'สมชาย ใจดี',
    dstPhone: '0812345678',
    dstProvinceName: 'กรุงเทพมหานคร',
    dstCityName: 'คลองเตย',
    dstDistrictName: 'คลองเตย',
    dstPostalCode: '10110',
    dstDetailAddress: '12/3 ถนนสุขุมวิท ชั้น 4',
    articleCategory: '99',
    expressCategory: '1',
    weight: '450',
    insured: '0',
    codEnabled: '1',
    codAmount: '59050',
    remark: 'ระวังแตก & ฝากไว้ที่ ป้อม=1',
  });
});

test('each request has a nonce of its own', async () => {
  const { courier, adapter } = await open();
  for (const key of ['a', 'b', 'c']) await adapter.book(parcel({ key }));
  assert.equal(new Set(courier.requests.map(({ body }) => body.nonceStr)).size, 3);
});

test('the weight is sent in whole grams, an unknown weight as one kilogram, and bulky parcels are marked', async () => {
  const { courier, adapter } = await open();
  for (const weight of [undefined, 0, 0.4, 1250.2]) await adapter.book(parcel({ key: `w${weight}`, weight }));
  await adapter.book(parcel({ key: 'bulky', shippingType: 'flash_bulky' }));
  assert.deepEqual(
    courier.requests.map(({ body }) => [body.weight, body.expressCategory, body.codEnabled, body.codAmount]),
    [
      ['1000', '1', '0', undefined],
      ['1', '1', '0', undefined],
      ['1', '1', '0', undefined],
      ['1251', '1', '0', undefined],
      ['450', '4', '0', undefined],
    ],
  );
});

const REFUSED_WITHOUT_REQUEST: [Partial<Parcel>, Message][] = [
  [{ codAmount: 5_905_050 as Money }, message('flash_cod_uneven', { amount: '590.505' })],
  [{ codAmount: 1 as Money }, message('flash_cod_uneven', { amount: '0.0001' })],
  [{ key: 'x'.repeat(65) }, message('flash_key_malformed')],
  [{ key: 'คีย์' }, message('flash_key_malformed')],
  [{ sender: undefined }, message('parcel_sender_missing')],
  [
    { sender: { name: 'ร้าน' } },
    message('parcel_address_lacks', {
      owner: 'sender',
      fields: ['telephone', 'province', 'district', 'postal_code', 'address1'],
    }),
  ],
  [
    { recipient: { ...ADDRESS, name: 'ก', telephone: ' ' } },
    message('parcel_address_lacks', { owner: 'recipient', fields: ['telephone'] }),
  ],
  [
    { recipient: { ...ADDRESS, name: 'ก'.repeat(51) } },
    message('flash_address_too_long', { owner: 'recipient', field: 'name', most: 50 }),
  ],
  [{ senderName: 'ก'.repeat(51) }, message('flash_address_too_long', { owner: 'sender', field: 'name', most: 50 })],
  [
    { recipient: { ...ADDRESS, name: 'ก', address3: 'ก'.repeat(200) } },
    message('flash_address_too_long', { owner: 'recipient', field: 'address1', most: 200 }),
  ],
];

test('data that Flash cannot accept is refused without a request', async () => {
  const { courier, adapter } = await open();
  for (const [change, why] of REFUSED_WITHOUT_REQUEST) {
    const answer = await adapter.book(parcel(change));
    assert.ok(answer.is === 'refused');
    assert.deepEqual(answer.reason, why);
  }
  assert.equal(courier.requests.length, 0);
  assert.equal((await adapter.book(parcel({ recipient: { ...ADDRESS, name: 'ก'.repeat(50) } }))).is, 'booked');
  assert.equal((await adapter.book(parcel({ key: 'x'.repeat(64), note: '🙂'.repeat(300) }))).is, 'booked');
  assert.equal(courier.requests[1]?.body.remark, '🙂'.repeat(200));
});

test('any COD amount in whole satang is sent exactly', async () => {
  const { courier, adapter } = await open();
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 10 ** 13 - 1 }), async (satang) => {
      await adapter.book(parcel({ key: `k${satang}`, codAmount: (satang * 100) as Money }));
      assert.equal(courier.requests.at(-1)?.body.codAmount, String(satang));
    }),
    { numRuns: 20 },
  );
});

const RESPONSES: [string, Behavior, string, RegExp?][] = [
  [
    'a refusal with its details',
    { refuse: 'Consignee region does not match' },
    'refused',
    /Failed to submit: Consignee region does not match \(Flash code 1000\)/,
  ],
  [
    'a refusal without details',
    { body: { code: 1008, message: 'COD service not subscribed', data: null } },
    'refused',
    /1008/,
  ],
  ['a code as text', { body: { code: '1022', message: 'not open' } }, 'refused', /not open \(Flash code 1022\)/],
  ['a wrong signature', { body: { code: 1002, message: 'invalid signature' } }, 'refused', /invalid signature/],
  ['a refusing status', { status: 403, body: '<html>' }, 'refused', /403/],
  ['a known order', { body: { code: 1003, message: 'order already exists', data: null } }, 'pending'],
  ['a known order with its number', { body: { code: 1003, message: 'x', data: { pno: 'TH9' } } }, 'booked'],
  ['an internal error', { body: { code: 0, message: 'internal server error' } }, 'unknown', /internal server error/],
  ['an undocumented code', { body: { code: 7, message: 'x' } }, 'unknown'],
  ['success without a number', { body: { code: 1, message: 'success', data: null } }, 'unknown'],
  ['success with an invalid number', { body: { code: 1, data: { pno: 'T H' } } }, 'unknown'],
  ['the number of another order', { body: { code: 1, data: { pno: 'TH9', outTradeNo: 'booking-2' } } }, 'unknown'],
  ['a response without JSON', { body: 'OK' }, 'unknown'],
  ['a response without a code', { body: { message: 'success' } }, 'unknown'],
  ['a redirect', { status: 302, headers: { Location: '/' }, body: { code: 1000 } }, 'unknown'],
  ['502', { status: 502, body: { code: 1000, message: 'x' } }, 'unknown'],
  ['a late response', { responseDelay: 4_000 }, 'unknown', /within 1,000 ms/],
  ['a broken connection', { disconnect: 'after_action' }, 'unknown'],
  ['a truncated response', { disconnect: 'mid_response' }, 'unknown'],
];

for (const [what, behavior, is, why] of RESPONSES)
  test(`after ${what} a booking is ${is}`, async () => {
    const courier = await openCourier();
    courier.next(behavior);
    const answer = await adapterOf(courier, behavior.responseDelay ? 1_000 : 10_000).book(parcel());
    assert.equal(answer.is, is);
    if (why) assert.match('reason' in answer ? describe(answer.reason) : '', why);
    assert.equal(courier.requests.length, 1);
  });

test('a booking that may have arrived is sent again with the same reference and counts as one booking', async () => {
  const { courier, adapter } = await open();
  courier.next({ disconnect: 'after_action' });
  assert.equal((await adapter.book(parcel())).is, 'unknown');
  assert.equal((await adapter.book(parcel())).is, 'pending');
  assert.equal(courier.bookings.size, 1);
  const call = courier.flashCallBack({ outTradeNo: 'booking-1', pno: 'TH000001', state: '1', routedAt: '1680747251' });
  const [event] = adapter.readCallBack({ headers: {}, body: Buffer.from(call.body) });
  assert.deepEqual(event, { about: 'booking', key: 'booking-1', result: { is: 'booked', trackingNumber: 'TH000001' } });
  assert.equal(adapter.find, undefined);
  assert.deepEqual(courier.duplicates, []);
});

test('a courier that is unreachable or has no secret has not received the booking', async () => {
  const { courier, adapter } = await open();
  const unsigned = flashCourier({ connection: LOCAL, url: courier.origin, merchantId: 'AA0001', secret: undefined });
  assert.deepEqual(await unsigned.book(parcel()), { is: 'unsent', reason: message('courier_lacks_secret') });
  await courier.stop();
  assert.equal((await adapter.book(parcel())).is, 'unsent');
  assert.equal((await adapter.cancel({ key: 'booking-1', trackingNumber: 'TH1' })).is, 'unknown');
});

test('the result of a cancellation is canceled, refused or unknown', async () => {
  const { courier, adapter } = await open();
  await adapter.book(parcel());
  assert.deepEqual(await adapter.cancel({ key: 'booking-1', trackingNumber: 'TH000001' }), { is: 'canceled' });
  assert.equal(courier.requests[1]?.path, '/open/v1/orders/TH000001/cancel');
  assert.equal(courier.requests[1]?.signed, true);
  assert.deepEqual(await adapter.cancel({ key: 'x', trackingNumber: 'TH/../9' }), {
    is: 'refused',
    reason: message('flash_answered', { text: 'order not found', code: 1006 }),
  });
  assert.equal(courier.requests[2]?.path, '/open/v1/orders/TH%2F..%2F9/cancel');
  for (const behavior of [{ status: 500 }, { body: { code: 0, message: 'x' } }, { body: 'x' }] as Behavior[]) {
    courier.next(behavior);
    assert.equal((await adapter.cancel({ key: 'booking-1', trackingNumber: 'TH000001' })).is, 'unknown');
  }
});
