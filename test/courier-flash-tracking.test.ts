import assert from 'node:assert/strict';
import { test } from 'node:test';
import { message } from '../src/lib/messages/message.ts';
import { open } from './courier-flash-steps.ts';
import { trackedEvents } from './tracked-events.ts';

const route = (routedAt: unknown, routeAction: string, state: unknown) => ({
  routedAt,
  routeAction,
  state,
  message: 'm',
});

test('the routes of a parcel are mapped to tracking events, oldest first', async () => {
  const { courier, adapter } = await open();
  courier.trackingData.set('TH1', {
    pno: 'TH1',
    origPno: 'TH1',
    returnedPno: null,
    state: 5,
    stateText: 'เซ็นรับแล้ว',
    stateChangeAt: 1_523_357_001,
    routes: [
      route(1_523_357_001, 'DELIVERY_CONFIRM', 5),
      route('1523356924', 'DELIVERY_TICKET_CREATION_SCAN', '3'),
      route(1_523_356_900, 'DETAIN_WAREHOUSE', 4),
      route(1_523_356_560, 'SHIPMENT_WAREHOUSE_SCAN', 2),
      route('yesterday', 'ARRIVAL_WAREHOUSE_SCAN', 2),
      route(1, 'ARRIVAL_WAREHOUSE_SCAN', 2),
      route(1_523_356_029, 'RECEIVE_WAREHOUSE_SCAN', 2),
      route(1_523_356_029, 'RECEIVED', 1),
      route(1_523_356_000, 'HURRY_PARCEL', 8),
    ],
  });
  const events = await trackedEvents(adapter, ['TH1', 'TH2']);
  assert.deepEqual(
    events.map(({ time, code, status }) => [time, code, status]),
    [
      [1_523_356_000_000, 'HURRY_PARCEL', undefined],
      [1_523_356_029_000, 'RECEIVED', 'picked_up'],
      [1_523_356_029_000, 'RECEIVE_WAREHOUSE_SCAN', 'in_transit'],
      [1_523_356_560_000, 'SHIPMENT_WAREHOUSE_SCAN', 'in_transit'],
      [1_523_356_900_000, 'DETAIN_WAREHOUSE', 'delivery_failed'],
      [1_523_356_924_000, 'DELIVERY_TICKET_CREATION_SCAN', 'out_for_delivery'],
      [1_523_357_001_000, 'DELIVERY_CONFIRM', 'delivered'],
    ],
  );
  assert.equal(courier.requests[0]?.path, '/open/v1/orders/routesBatch');
  assert.equal(courier.requests[0]?.body.pnos, 'TH1,TH2');
  assert.equal(courier.requests.length, 1);
});

test('without a status in its routes, a parcel gets an event with its own status', async () => {
  const { courier, adapter } = await open();
  const states: [number, string | undefined][] = [
    [1, 'picked_up'],
    [2, 'in_transit'],
    [3, 'out_for_delivery'],
    [4, 'delivery_failed'],
    [5, 'delivered'],
    [6, 'delivery_failed'],
    [7, 'returned'],
    [8, undefined],
    [9, 'canceled'],
    [0, undefined],
  ];
  for (const [state, status] of states) {
    courier.trackingData.set('TH1', {
      pno: 'TH1',
      state,
      stateText: 's',
      routes: [route(1_523_356_029, 'RECEIVED', null)],
    });
    const events = await trackedEvents(adapter, ['TH1']);
    assert.equal(events[0]?.status, undefined);
    assert.deepEqual(events[1]?.status, status);
    assert.equal(events.length, status ? 2 : 1);
  }
});

test('a parcel on its way back is tracked under its outbound number', async () => {
  const { courier, adapter } = await open();
  const out = { pno: 'TH1', returnedPno: 'TH1R', state: 7, stateChangeAt: 1_523_356_100, routes: [] };
  const back = { pno: 'TH1R', customaryPno: 'TH1', state: 2, routes: [route(1_523_356_200, 'RECEIVED', 1)] };
  courier.trackingData.set('TH1', out);
  courier.trackingData.set('TH1R', back);
  const events = async () =>
    (await trackedEvents(adapter, ['TH1'])).map(({ trackingNumber, status }) => [trackingNumber, status]);
  assert.deepEqual(await events(), [
    ['TH1', 'returning'],
    ['TH1', 'returning'],
  ]);
  courier.trackingData.set('TH1R', { ...back, state: 5, stateChangeAt: 1_523_356_300 });
  assert.deepEqual((await events()).at(-1), ['TH1', 'returned']);
  courier.next({}, { body: { code: 1019, message: 'pno and mchId not match' } });
  assert.deepEqual(await events(), [['TH1', 'returning']]);
});

test('parcels are tracked thirty per request, and a failed request has a reason', async () => {
  const { courier, adapter } = await open();
  await trackedEvents(
    adapter,
    Array.from({ length: 61 }, (_, i) => `TH${i}`),
  );
  assert.deepEqual(
    courier.requests.map(({ body }) => body.pnos.split(',').length),
    [30, 30, 1],
  );
  courier.next({ body: { code: 1002, message: 'invalid signature' } });
  assert.deepEqual(await adapter.track(['TH1']), {
    is: 'unknown',
    reason: message('flash_answered', { text: 'invalid signature', code: 1002 }),
  });
  courier.next({ status: 503, body: '' });
  assert.deepEqual(await adapter.track(['TH1']), {
    is: 'unknown',
    reason: message('courier_answered', { status: 503 }),
  });
  courier.next({ body: { code: 1, data: [{ pno: 7 }, 'x', { pno: 'TH1', state: 'odd', routes: 'odd' }] } });
  assert.deepEqual(await trackedEvents(adapter, ['TH1']), []);
});
