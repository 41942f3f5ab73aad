import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { test } from 'node:test';
import type { CallBack } from '../src/domain/couriers/adapters/adapter.ts';
import { httpCourier } from '../src/domain/couriers/adapters/http.ts';
import type { ErrorCode } from '../src/lib/errors.ts';
import { message } from '../src/lib/messages/message.ts';
import { NOW, open, parcel } from './courier-http-steps.ts';
import { LOCAL, openCourier } from './courier-server.ts';
import { appError } from './errors.ts';

test('without a secret no request is sent and no callback is accepted', async () => {
  const courier = await openCourier();
  for (const secret of [undefined, '']) {
    const adapter = httpCourier({ connection: LOCAL, url: courier.url, secret, now: () => NOW });
    assert.equal((await adapter.book(parcel())).is, 'unsent');
    assert.equal((await adapter.find?.('booking-1'))?.is, 'unknown');
    assert.deepEqual(await adapter.track(['CX1']), { is: 'unknown', reason: message('courier_lacks_secret') });
    const call = courier.callBack({ events: [] }, '');
    rejects(() => adapter.readCallBack(receivedCallBack(call)), 'invalid_token');
  }
  assert.equal(courier.requests.length, 0);
});

/** A callback as our server receives it. */
const receivedCallBack = ({ headers, body }: { headers: Record<string, string>; body: string }) => ({
  headers: Object.fromEntries(Object.entries(headers).map(([k, v]) => [k.toLowerCase(), v])) as IncomingHttpHeaders,
  body: Buffer.from(body),
});

const rejects = (call: () => unknown, code: ErrorCode, path?: string) =>
  assert.throws(call, appError({ code, ...(path !== undefined && { path }) }));

test('a callback brings a number, a refusal, events, or a number with events', async () => {
  const { courier, adapter } = await open();
  const read = (fields: object) => adapter.readCallBack(receivedCallBack(courier.callBack(fields)));
  const booked: CallBack = {
    about: 'booking',
    key: 'booking-1',
    result: { is: 'booked', trackingNumber: 'CX1', trackingUrl: 'https://track.example/' },
  };
  const booking = { idempotency_key: 'booking-1', tracking_number: 'CX1', tracking_url: 'https://track.example/' };
  assert.deepEqual(read({ booking }), [booked]);
  assert.deepEqual(read({ booking: { idempotency_key: 'booking-1', refused: 'too heavy' }, more: 1 }), [
    {
      about: 'booking',
      key: 'booking-1',
      result: { is: 'refused', reason: message('foreign_text', { text: 'too heavy' }) },
    },
  ]);
  const events = [3, 1, 2].map((i) => ({ tracking_number: 'CX1', status: 'in_transit', event_time: NOW + i }));
  const [bookingUpdate, tracking] = read({ booking, events });
  assert.deepEqual(bookingUpdate, booked);
  assert.ok(tracking?.about === 'tracking');
  assert.deepEqual(
    tracking.events.map(({ time, status }) => [time - NOW, status]),
    [1, 2, 3].map((i) => [i, 'in_transit']),
  );
});

test('a callback with a wrong signature is refused, with any content', async () => {
  const { courier, adapter } = await open();
  const call = receivedCallBack(courier.callBack({ events: [] }));
  assert.deepEqual(adapter.readCallBack(call), [{ about: 'tracking', events: [] }]);
  const signature = String(call.headers['x-service-signature']);
  for (const wrong of [
    undefined,
    '',
    'x',
    signature.slice(1),
    signature.toUpperCase(),
    `${signature} `,
    signature.replace(/^./, 'z'),
  ])
    rejects(
      () => adapter.readCallBack({ ...call, headers: { 'x-service-signature': wrong } as IncomingHttpHeaders }),
      'invalid_token',
    );
  rejects(() => adapter.readCallBack({ ...call, body: Buffer.from('{"events":[ ]}') }), 'invalid_token');
  rejects(() => adapter.readCallBack(receivedCallBack(courier.callBack({ events: [] }, 'another'))), 'invalid_token');
});

test('a signed but malformed callback is refused with the path', async () => {
  const { courier, adapter } = await open();
  const event = { tracking_number: 'CX1', event_time: NOW };
  const wrong: [object, string][] = [
    [{}, 'body'],
    [[], 'body'],
    ['text' as unknown as object, 'body'],
    [{ booking: { tracking_number: 'CX1' } }, 'booking.idempotency_key'],
    [{ booking: { idempotency_key: 'k' } }, 'booking'],
    [{ booking: { idempotency_key: 'k', tracking_number: 'CX1', refused: 'no' } }, 'booking'],
    [{ booking: { idempotency_key: 'k', tracking_number: 'C X' } }, 'booking.tracking_number'],
    [{ booking: { idempotency_key: 'k', refused: ' ' } }, 'booking.refused'],
    [{ events: {} }, 'events'],
    [{ events: [event, { ...event, event_time: 'now' }] }, 'events[1].event_time'],
  ];
  for (const [fields, place] of wrong)
    rejects(() => adapter.readCallBack(receivedCallBack(courier.callBack(fields))), 'invalid_request', place);
});
