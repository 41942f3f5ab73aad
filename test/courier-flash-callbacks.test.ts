import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flashCourier } from '../src/domain/couriers/adapters/flash.ts';
import { open } from './courier-flash-steps.ts';
import { type CourierServer, LOCAL } from './courier-server.ts';
import { appError } from './errors.ts';

const readSignedCallBack = (data: unknown, adapter: ReturnType<typeof flashCourier>, courier: CourierServer) =>
  adapter.readCallBack({ headers: {}, body: Buffer.from(courier.flashCallBack(data as object).body) });

test('a callback brings the number of a booking and the parcel’s status, as a form or as JSON', async () => {
  const { courier, adapter } = await open();
  const data = {
    outTradeNo: 'booking-1',
    pno: 'TH1',
    recentPno: 'TH1',
    state: '1',
    stateText: 'Picked up',
    returned: false,
    updateAt: '1680747255',
    routedAction: 'RECEIVED',
    message: 'พนักงานเข้ารับพัสดุแล้ว',
    routedAt: '1680747251',
  };
  const expected = [
    { about: 'booking', key: 'booking-1', result: { is: 'booked', trackingNumber: 'TH1' } },
    {
      about: 'tracking',
      events: [
        {
          trackingNumber: 'TH1',
          code: 'RECEIVED',
          description: 'พนักงานเข้ารับพัสดุแล้ว',
          time: 1_680_747_251_000,
          status: 'picked_up',
        },
      ],
    },
  ];
  assert.deepEqual(readSignedCallBack(data, adapter, courier), expected);
  const { data: text, ...fields } = Object.fromEntries(new URLSearchParams(courier.flashCallBack(data).body));
  for (const body of [
    { ...fields, data },
    { ...fields, data: text },
    { ...fields, dataJson: text },
  ])
    assert.deepEqual(adapter.readCallBack({ headers: {}, body: Buffer.from(JSON.stringify(body)) }), expected);
  assert.deepEqual(adapter.callBackResponse, { errorCode: '1', state: 'success' });
});

test('a callback about a return parcel belongs to the outbound one, and books nothing', async () => {
  const { courier, adapter } = await open();
  const back = { outTradeNo: 'booking-1', pno: 'TH1R', returned: true, customaryPno: 'TH1', routedAt: 1_680_747_251 };
  for (const [state, status] of [
    ['2', 'returning'],
    [5, 'returned'],
  ] as const) {
    const [only, ...more] = readSignedCallBack({ ...back, state }, adapter, courier);
    assert.ok(only?.about === 'tracking' && more.length === 0);
    assert.deepEqual([only.events[0]?.trackingNumber, only.events[0]?.status], ['TH1', status]);
  }
  const out = { outTradeNo: 'booking-1', pno: 'TH1', state: 7, updateAt: 1_680_747_251 };
  const statusOf = (data: object) => {
    const tracking = readSignedCallBack(data, adapter, courier).find(({ about }) => about === 'tracking');
    return tracking?.about === 'tracking' ? tracking.events[0]?.status : 'none';
  };
  assert.equal(statusOf({ ...out, returnedPno: 'TH1R' }), 'returning');
  assert.equal(statusOf(out), 'returned');
});

test('a callback about something else has no events', async () => {
  const { courier, adapter } = await open();
  assert.deepEqual(readSignedCallBack({ ticketPickupId: 7392, state: 1, staffInfoName: 'ก' }, adapter, courier), []);
  assert.deepEqual(readSignedCallBack({}, adapter, courier), []);
});

test('a callback without a state brings only the number, and one about a canceled parcel books nothing', async () => {
  const { courier, adapter } = await open();
  assert.deepEqual(readSignedCallBack({ outTradeNo: 'booking-1', pno: 'TH1', weight: 1200 }, adapter, courier), [
    { about: 'booking', key: 'booking-1', result: { is: 'booked', trackingNumber: 'TH1' } },
  ]);
  const canceled = readSignedCallBack(
    { outTradeNo: 'booking-1', pno: 'TH1', state: 9, updateAt: 1_680_747_251 },
    adapter,
    courier,
  );
  assert.deepEqual(
    canceled.map(({ about }) => about),
    ['tracking'],
  );
});

test('a callback with a wrong signature, or for another merchant, is refused', async () => {
  const { courier, adapter } = await open();
  const data = { outTradeNo: 'booking-1', pno: 'TH1', state: 1, routedAt: 1 };
  const { body } = courier.flashCallBack(data);
  const form = Object.fromEntries(new URLSearchParams(body));
  const forms: Record<string, string | undefined>[] = [
    { ...form, sign: '' },
    { ...form, sign: form.sign?.toLowerCase() },
    { ...form, nonceStr: '1' },
    { ...form, mchId: 'AA0002' },
    Object.fromEntries(new URLSearchParams(courier.flashCallBack(data, courier.secret, 'AA0002').body)),
    Object.fromEntries(new URLSearchParams(courier.flashCallBack(data, 'another').body)),
    {},
  ];
  for (const wrong of forms) {
    const text = new URLSearchParams(wrong as Record<string, string>).toString();
    assert.throws(
      () => adapter.readCallBack({ headers: {}, body: Buffer.from(text) }),
      appError({ code: 'invalid_token' }),
    );
  }
  const { sign: _, ...unsigned } = form;
  for (const text of ['', 'null', '[]', JSON.stringify(unsigned)])
    assert.throws(
      () => adapter.readCallBack({ headers: {}, body: Buffer.from(text) }),
      appError({ code: 'invalid_token' }),
    );
  const secretless = flashCourier({ connection: LOCAL, url: courier.origin, merchantId: 'AA0001', secret: '' });
  const blank = courier.flashCallBack(data, '');
  assert.throws(
    () => secretless.readCallBack({ headers: {}, body: Buffer.from(blank.body) }),
    appError({ code: 'invalid_token' }),
  );
});

test('a signed callback whose data is not an object is refused', async () => {
  const { courier, adapter } = await open();
  const form = new URLSearchParams(courier.flashCallBack({}).body);
  for (const data of ['{', '"text"', '7']) {
    form.set('data', data);
    const body = Buffer.from(form.toString());
    assert.throws(() => adapter.readCallBack({ headers: {}, body }), appError({ code: 'invalid_request' }));
  }
});
