import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Parcel } from '../src/domain/couriers/adapters/adapter.ts';
import { shippopCourier } from '../src/domain/couriers/adapters/shippop.ts';
import { bangkokTime } from '../src/domain/couriers/adapters/shippop-tracking.ts';
import { message } from '../src/lib/messages/message.ts';
import type { Money } from '../src/lib/money.ts';
import { PLACE } from './booking-steps.ts';
import { LOCAL } from './courier-server.ts';
import { openShippop } from './shippop-server.ts';
import type { Json } from './support.ts';
import { trackedEvents } from './tracked-events.ts';

const NOW = Date.parse('2026-11-26T10:20:30Z');

const parcel = (change: Partial<Parcel> = {}): Parcel => ({
  key: 'booking-1',
  shippingType: 'ems',
  orderNumber: '1042',
  senderName: 'บ้านกาแฟ',
  sender: { ...PLACE, name: 'บ้านกาแฟ' },
  recipient: { ...PLACE, name: 'สมชาย ใจดี' },
  weight: 450.2,
  codAmount: null,
  note: null,
  items: [{ name: 'ลาเต้', qty: 2 }],
  ...change,
});

async function open() {
  const shippop = await openShippop();
  const { url, email, apiKey } = shippop;
  const settings = { connection: LOCAL, url: `${url}/`, email, apiKey, courierCode: 'EMST', now: () => NOW };
  const adapter = shippopCourier(settings);
  const reserve = adapter.reserve ?? assert.fail();
  return { shippop, settings, reserve: (change?: Partial<Parcel>) => reserve(parcel(change), null), adapter };
}

test('the weight is sent in whole grams, or as one kilogram if unknown, with the size of SHIPPOP’s examples', async () => {
  const { shippop, reserve } = await open();
  for (const weight of [undefined, 0, 450.2]) await reserve({ weight });
  assert.deepEqual(
    shippop.purchases.map(({ parcel: { parcel } }) => parcel),
    [1_000, 1, 451].map((weight) => ({ name: 'ลาเต้ × 2', weight, width: 1, length: 1, height: 1 })),
  );
});

test('a parcel that SHIPPOP cannot take is refused without a request', async () => {
  const { shippop, reserve } = await open();
  for (const [change, reason] of [
    [{ codAmount: 655_000 as Money }, message('shippop_cod_uneven', { amount: '65.5' })],
    [{ sender: undefined }, message('parcel_sender_missing')],
    [
      { recipient: { name: 'สมชาย', telephone: '0812345678', address1: '1', province: 'กรุงเทพมหานคร' } },
      message('parcel_address_lacks', { owner: 'recipient', fields: ['sub_district', 'district', 'postal_code'] }),
    ],
  ] as const)
    assert.deepEqual(await reserve(change), { is: 'refused', reason });
  assert.equal(shippop.requests.length, 0);
});

test('SHIPPOP’s error codes become messages with a fix; after a temporary error the booking counts as unsent', async () => {
  const { shippop, reserve } = await open();
  const codes = [
    ['ERR_DEST', 'refused', 'shippop_destination_unknown'],
    ['ERR_POSTCODE', 'refused', 'shippop_destination_unknown'],
    ['ERR_ORIGIN', 'refused', 'shippop_origin_unknown'],
    ['NOT_SUPPORT_COD', 'refused', 'shippop_no_cod'],
    ['ERR_COD_AMOUNT_EXCEED', 'refused', 'shippop_cod_too_much'],
    ['ERR_OVER_WEIGHT', 'refused', 'shippop_weight_refused'],
    ['ERR_SIZE_150', 'refused', 'shippop_size_refused'],
    ['ERR_MIN_ORDER_10', 'refused', 'shippop_too_few'],
    ['ERR_MAINTENANCE', 'unsent', 'shippop_maintenance'],
    ['DAY_OFF', 'unsent', 'shippop_day_off'],
    ['Invalid API key', 'refused', 'shippop_answered'],
  ];
  for (const [code = '', is, key] of codes)
    for (const body of [
      { status: false, code: 400, message: code },
      { status: false, data: [code] },
      { status: false, error: { message: code } },
      { status: true, purchase_id: 1, data: { 0: { status: false, tracking_code: '', error_code: code } } },
    ]) {
      shippop.next('/booking/', { body });
      const result = await reserve();
      assert.deepEqual([result.is, 'reason' in result && result.reason.key], [is, key], JSON.stringify(body));
    }
});

test('a parcel that its courier rejects after the payment is refused and names the payment', async () => {
  const { shippop, reserve, adapter } = await open();
  const reserved = await reserve();
  assert.ok(reserved.is === 'reserved');
  shippop.numbersComeLater = true;
  const [purchase] = shippop.purchases;
  const rejected = { status: false, tracking_code: purchase?.code, courier_tracking_code: '', message: 'not a phone' };
  shippop.next('/confirm/', { body: { status: true, result: { 0: rejected } } });
  if (purchase) purchase.status = 'paid';
  const why = message('shippop_answered', { text: 'not a phone' });
  assert.deepEqual(await adapter.book(parcel(), reserved.reference), {
    is: 'refused',
    reason: message('shippop_rejected_paid', { why }),
  });
});

const state = (datetime: string, status: string) => ({ status, datetime, location: 'Bangkok', description: status });
const STATES = { 0: state('2026-11-25 17:29:47', '010'), 1: state('2026-11-25 19:46:33', '102') };
const HOUR_START = Date.parse('2026-11-26T10:00:00Z');
const [FIRST, LAST] = [Date.parse('2026-11-25T10:29:47Z'), Date.parse('2026-11-25T12:46:33Z')];

const TRACKED: [string, Json, [number, string, string | undefined][]][] = [
  ['waits', { order_status: 'wait' }, []],
  ['is booked', { order_status: 'booking', states: [] }, []],
  [
    'is on its way',
    { order_status: 'shipping', state: STATES },
    [
      [FIRST, '010', 'in_transit'],
      [LAST, '102', 'in_transit'],
    ],
  ],
  ['is on its way without states', { order_status: 'shipping' }, [[HOUR_START, 'shipping', 'in_transit']]],
  ...(
    [
      ['problem', 'delivery_failed'],
      ['complete', 'delivered'],
      ['return', 'returning'],
      ['pending_transfer', 'delivered'],
      ['transferred', 'delivered'],
      ['cancel', 'canceled'],
    ] as const
  ).map(([order_status, status]): (typeof TRACKED)[number] => [
    `has the status ${order_status}`,
    { order_status, states: Object.values(STATES) },
    [
      [FIRST, '010', undefined],
      [LAST, '102', undefined],
      [LAST, order_status, status],
    ],
  ]),
  [
    'has an unknown status and malformed states',
    { order_status: 'teleported', states: [null, 'x', {}, state('yesterday', '1'), STATES[0]] },
    [[FIRST, '010', undefined]],
  ],
];

for (const [what, answer, events] of TRACKED)
  test(`a parcel that ${what} is tracked`, async () => {
    const { shippop, adapter } = await open();
    shippop.tracked.set('SP1', { status: true, ...answer });
    const tracked = await trackedEvents(adapter, ['SP1', 'SP2']);
    assert.deepEqual(
      tracked.map(({ time, code, status }) => [time, code, status]),
      events,
    );
    assert.deepEqual(
      shippop.requests.map(({ body }) => body),
      [{ tracking_code: 'SP1' }, { tracking_code: 'SP2' }],
    );
  });

test('a failed tracking request keeps the events received before it and ends the round', async () => {
  const { shippop, adapter } = await open();
  for (const code of ['SP1', 'SP2']) shippop.tracked.set(code, { status: true, order_status: 'complete' });
  shippop.next('/tracking/', {}, { status: 500, body: {} });
  assert.equal((await trackedEvents(adapter, ['SP1', 'SP2', 'SP3'])).length, 1);
  assert.equal(shippop.requests.length, 2);
  shippop.next('/tracking/', { disconnect: 'after_action' });
  assert.equal((await adapter.track(['SP1', 'SP2'])).is, 'unknown');
});

test('a reservation that times out is unsent; a confirmation that times out is unknown, and unsent after two minutes', async () => {
  const { shippop, settings } = await open();
  let now = NOW;
  const adapter = shippopCourier({ ...settings, now: () => now, timeout: 300 });
  const reserve = (reference: string | null) => adapter.reserve?.(parcel(), reference);
  shippop.next('/booking/', { responseDelay: 2_000 });
  assert.equal((await reserve(null))?.is, 'unsent');
  const reserved = await reserve(null);
  assert.ok(reserved?.is === 'reserved');
  const { reference } = reserved;
  shippop.next('/confirm/', { responseDelay: 2_000, takesEffect: false });
  assert.equal((await adapter.book(parcel(), reference)).is, 'unknown');
  assert.equal((await adapter.find?.('booking-1', reference))?.is, 'unknown');
  now += 120_000;
  assert.equal((await adapter.find?.('booking-1', reference))?.is, 'unsent');
  const again = await reserve(reference);
  assert.ok(again?.is === 'reserved');
  assert.equal((await adapter.book(parcel(), again.reference)).is, 'booked');
  assert.deepEqual(
    shippop.purchases.map(({ status }) => status),
    ['unpaid', 'paid'],
  );
});

test('a purchase that SHIPPOP does not find is not booked again, because it may be paid', async () => {
  const { shippop, settings, adapter } = await open();
  const reserved = await adapter.reserve?.(parcel(), null);
  assert.ok(reserved?.is === 'reserved');
  const other = shippopCourier({ ...settings, email: 'other@example.com' });
  const why = message('shippop_answered', { text: 'Purchase not found' });
  const reason = message('shippop_purchase_unclear', { why });
  assert.deepEqual(await other.reserve?.(parcel(), reserved.reference), { is: 'refused', reason });
  assert.deepEqual(await other.find?.('booking-1', reserved.reference), { is: 'unknown', reason });
  assert.equal(shippop.purchases.length, 1);
});

test('without an API key nothing is sent, and a booking without a reservation counts as unsent', async () => {
  const { shippop, settings, adapter } = await open();
  const keyless = shippopCourier({ ...settings, apiKey: undefined });
  const reason = message('courier_lacks_secret');
  assert.deepEqual(await keyless.reserve?.(parcel(), null), { is: 'unsent', reason });
  assert.deepEqual(await keyless.track(['SP1']), { is: 'unknown', reason });
  assert.equal((await adapter.find?.('booking-1', null))?.is, 'unsent');
  assert.equal(shippop.requests.length, 0);
});

test('times without a zone are Bangkok times', () => {
  assert.equal(bangkokTime('2026-11-25 17:29:47'), FIRST);
  for (const written of ['', '2026-11-25', '25/11/2026 17:29:47', '2026-13-01 00:00:00'])
    assert.equal(bangkokTime(written), undefined);
});
