import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Message } from '../src/lib/messages/catalogue.ts';
import { message } from '../src/lib/messages/message.ts';
import { NOW, open } from './courier-http-steps.ts';
import type { Behavior } from './courier-server.ts';
import { trackedEvents } from './tracked-events.ts';

test('parcels are tracked a hundred per request, oldest event first, and other parcels in the response are ignored', async () => {
  const { courier, adapter } = await open();
  const at = (number: string, status: string | null, event_time: number) => ({
    tracking_number: number,
    status,
    code: null,
    description: 'ถึงศูนย์',
    location: 'เชียงใหม่',
    event_time,
  });
  courier.trackingData.set('CX1', [
    at('CX1', 'delivered', NOW + 2),
    at('CX1', 'booked', NOW),
    at('CX9', 'delivered', NOW),
  ]);
  courier.trackingData.set('CX200', [{ tracking_number: 'CX200', code: 'K7', event_time: NOW + 1 }]);
  const numbers = Array.from({ length: 200 }, (_, i) => `CX${i + 1}`).filter((number) => number !== 'CX9');
  const common = { description: 'ถึงศูนย์', location: 'เชียงใหม่' };
  assert.deepEqual(await trackedEvents(adapter, numbers), [
    { trackingNumber: 'CX1', code: 'booked', time: NOW, status: undefined, ...common },
    { trackingNumber: 'CX200', code: 'K7', description: '', location: undefined, time: NOW + 1, status: undefined },
    { trackingNumber: 'CX1', code: 'delivered', time: NOW + 2, status: 'delivered', ...common },
  ]);
  assert.deepEqual(
    courier.requests.map(({ body }) => body.tracking_numbers.length),
    [100, 99],
  );
  assert.deepEqual(await trackedEvents(adapter, []), []);
  assert.equal(courier.requests.length, 2);
});

test('parcels that cannot be tracked have a reason', async () => {
  const { courier, adapter } = await open();
  const answers: [Behavior, Message][] = [
    [{ status: 500 }, message('courier_answered', { status: 500 })],
    [{ status: 404 }, message('courier_answered', { status: 404 })],
    [{ disconnect: 'after_action' }, message('courier_answer_cut_off', { why: 'UND_ERR_SOCKET' })],
    [{ body: {} }, message('courier_answer_invalid', { problem: message('required', { path: 'events' }) })],
    [{ body: 'no JSON' }, message('courier_answer_invalid', { problem: message('required', { path: 'body' }) })],
  ];
  for (const [behavior, reason] of answers) {
    courier.next(behavior);
    assert.deepEqual(await adapter.track(['CX1']), { is: 'unknown', reason });
  }
});

test('an invalid event does not block the others, and an unknown status changes nothing', async () => {
  const { courier, adapter } = await open();
  const event = { tracking_number: 'CX1', event_time: NOW };
  const invalid = [{ ...event, event_time: 1_762_837_200 }, 'text', null, { event_time: NOW }];
  courier.next({
    body: { events: [...invalid, { ...event, status: 'lost', code: 7 }, { ...event, status: 'delivered' }] },
  });
  assert.deepEqual(
    (await trackedEvents(adapter, ['CX1'])).map(({ code, status }) => [code, status]),
    [
      ['7', undefined],
      ['delivered', 'delivered'],
    ],
  );
});
