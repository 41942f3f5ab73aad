import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adapters } from '../src/domain/couriers/adapters/adapters.ts';
import { dropBookingOfOrder, requestBooking } from '../src/domain/orders/bookings/booking-actions.ts';
import { cancellationOf } from '../src/domain/orders/bookings/cancellation.ts';
import { editOrder } from '../src/domain/orders/edit.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { cancelShipment } from '../src/domain/orders/shipments/move.ts';
import { trackDue } from '../src/domain/orders/tracking.ts';
import type { Id } from '../src/lib/ids.ts';
import { message } from '../src/lib/messages/message.ts';
import { advanceUntilBooking, type Clock, PLACE, readyOrder, shipmentsOf, untilBooking } from './booking-steps.ts';
import type { Behavior } from './courier-server.ts';
import type { PlacedOrder } from './order-steps.ts';
import { openShippop, type ShippopServer } from './shippop-server.ts';
import { runStep } from './stock-steps.ts';
import { MINUTE, stoppedClock } from './stopped-clock.ts';
import { cafe, openShop, type Shop, until } from './support.ts';

// Bookings at SHIPPOP: an unpaid purchase, then its payment. At most one purchase is paid, whatever fails.

async function open() {
  const shippop = await openShippop();
  const clock = stoppedClock();
  const { url, email, apiKey: secret } = shippop;
  const addresses = [{ key: 'shop', is_primary: true, name: 'บ้านกาแฟ', ...PLACE }];
  const couriers = [
    { shipping_type: 'ems', adapter: 'shippop', url, email, secret, courier_code: 'EMST', parcel_size: '20x15x10' },
    { shipping_type: 'kex', adapter: 'shippop', url, email, secret, courier_code: 'KRYX' },
  ];
  const shop = await openShop({ stores: [cafe({ couriers, addresses })], now: clock.now });
  return { shop, shippop, clock };
}

const order = (shop: Shop, more: object = {}): Promise<PlacedOrder> =>
  readyOrder(shop, { recipient_address: { name: 'สมชาย ใจดี', ...PLACE }, ...more });

/** Waits for the number, and asserts that it is that of the only paid purchase. */
async function assertPaidOnce(
  { shop, shippop, clock }: { shop: Shop; shippop: ShippopServer; clock: Clock },
  placed: PlacedOrder,
): Promise<void> {
  await advanceUntilBooking(shop, clock, placed, ({ state }) => state === 'booked');
  const [shipment, ...more] = await shipmentsOf(shop, placed);
  const paid = shippop.purchases.filter(({ status }) => status === 'paid');
  assert.deepEqual([paid.map(({ number }) => number), more], [[shipment.tracking_number], []]);
  assert.equal(shippop.payments.length, 1);
}

test('a parcel is booked, confirmed and gets the courier’s number; each courier of the account has its code', async () => {
  const { shop, shippop } = await open();
  await untilBooking(shop, await order(shop, { is_cod: true, cod_fee: 0, cod_amount: '65' }), 'booked');
  await untilBooking(shop, await order(shop, { shipping_type: 'kex' }), 'booked');
  const [booking = assert.fail(), confirmation] = shippop.requests;
  const { from, to, parcel, product, meta, ...fields } = booking.body.data[0];
  assert.deepEqual(from, {
    ...{ name: 'บ้านกาแฟ', address: '12/3', district: 'คลองเตย', state: 'คลองเตย' },
    ...{ province: 'กรุงเทพมหานคร', postcode: '10110', tel: '021234567' },
  });
  assert.equal(to.name, 'สมชาย ใจดี');
  assert.deepEqual([parcel.width, parcel.length, parcel.height], [20, 15, 10]);
  assert.deepEqual([product.length, product[0].price, product[0].amount], [1, 65, 1]);
  assert.deepEqual(fields, { courier_code: 'EMST', remark: '', cod_amount: 65 });
  assert.deepEqual(confirmation?.body, { api_key: 'shippop-key', purchase_id: '452001' });
  assert.match(confirmation?.type ?? '', /x-www-form-urlencoded/);
  assert.deepEqual(
    shippop.purchases.map(({ parcel, status }) => [parcel.courier_code, status]),
    [
      ['EMST', 'paid'],
      ['KRYX', 'paid'],
    ],
  );
});

const LOST: Behavior[] = [
  { disconnect: 'before_reading' },
  { disconnect: 'after_action' },
  { disconnect: 'mid_response' },
  { status: 500, body: {}, takesEffect: false },
  { status: 502, body: '<html>' },
  { body: 'not JSON' },
  { body: {} },
];

for (const path of ['/booking/', '/confirm/'] as const)
  for (const behavior of LOST)
    test(`one purchase is paid if ${path} has the fault ${JSON.stringify(behavior)}`, async () => {
      const opened = await open();
      opened.shippop.next(path, behavior);
      await assertPaidOnce(opened, await order(opened.shop));
    });

test('one purchase is paid if booking, confirmation and look-ups fail in turn', async () => {
  const opened = await open();
  opened.shippop.next('/booking/', { disconnect: 'after_action' }, {}, { body: 'x' });
  opened.shippop.next('/confirm/', { disconnect: 'before_reading' }, { disconnect: 'after_action' });
  opened.shippop.next(
    '/tracking_purchase/',
    { status: 503, body: {} },
    { body: '' },
    {},
    { disconnect: 'after_action' },
  );
  await assertPaidOnce(opened, await order(opened.shop));
});

test('a confirmation that is refused because it has succeeded before is not paid again', async () => {
  const opened = await open();
  opened.shippop.next('/confirm/', { body: { status: false, code: 400, message: 'Purchase is confirmed already' } });
  const placed = await order(opened.shop);
  await assertPaidOnce(opened, placed);
  assert.equal(opened.shippop.count('/confirm/'), 1);
});

test('a purchase whose confirmation was lost is confirmed again, not before two minutes', async () => {
  const { shop, shippop, clock } = await open();
  shippop.next('/confirm/', { disconnect: 'before_reading' });
  const placed = await order(shop);
  const started = shop.now();
  const { reason } = await untilBooking(shop, placed, 'uncertain');
  assert.equal(reason?.key, 'courier_answer_cut_off');
  await assertPaidOnce({ shop, shippop, clock }, placed);
  assert.equal(shippop.purchases.length, 1);
  assert.ok(shop.now() - started >= 120_000);
});

test('an order edited after a lost confirmation gets a new purchase, and the old one stays unpaid', async () => {
  const { shop, shippop, clock } = await open();
  shippop.next('/confirm/', { disconnect: 'before_reading' });
  const placed = await order(shop);
  await advanceUntilBooking(shop, clock, placed, ({ state }) => state === 'failed');
  await runStep(shop, (tx, now) => editOrder(tx, placed.id, { shippingLabelNote: 'ระวังแตก' }, byCommand(now)));
  await assertPaidOnce({ shop, shippop, clock }, placed);
  assert.deepEqual(
    shippop.purchases.map(({ status, parcel }) => [status, parcel.remark]),
    [
      ['unpaid', ''],
      ['paid', 'ระวังแตก'],
    ],
  );
});

test('a booking that is dropped before its confirmation is not confirmed', async () => {
  const { shop, shippop } = await open();
  const dropped = Promise.withResolvers<void>();
  shippop.next('/booking/', { respondsAfter: dropped.promise });
  const placed = await order(shop);
  await until('the purchase is made', () => shippop.purchases.length === 1);
  await runStep(shop, (tx, now) => dropBookingOfOrder(tx, placed.id, byCommand(now)));
  dropped.resolve();
  await untilBooking(shop, placed, 'dropped');
  assert.equal(shippop.count('/confirm/'), 0);
});

test('a booking dropped after a lost confirmation is not confirmed again; if it was paid, it is canceled', async () => {
  const { shop, shippop, clock } = await open();
  for (const [disconnect, payments] of [
    ['before_reading', 0],
    ['after_action', 1],
  ] as const) {
    shippop.next('/confirm/', { disconnect });
    const placed = await order(shop);
    const { id } = await untilBooking(shop, placed, 'uncertain');
    await runStep(shop, (tx, now) => dropBookingOfOrder(tx, placed.id, byCommand(now)));
    await advanceUntilBooking(shop, clock, placed, ({ state }) => state === 'dropped');
    if (payments) await until('it is canceled', () => cancellationOf(shop.ctx.db, id)?.status === 'canceled');
    assert.equal(shippop.payments.length, payments);
  }
  assert.deepEqual(
    shippop.purchases.filter(({ status }) => status === 'paid').map(({ isCanceled }) => isCanceled),
    [true],
  );
});

test('a tracking number that the courier assigns later is looked up', async () => {
  const opened = await open();
  opened.shippop.numbersComeLater = true;
  const placed = await order(opened.shop);
  await untilBooking(opened.shop, placed, 'pending');
  opened.shippop.numbersComeLater = false;
  await assertPaidOnce(opened, placed);
});

test('a refused booking waits for the store and gives the reason; the next request is a new purchase', async () => {
  const { shop, shippop, clock } = await open();
  shippop.next('/confirm/', { refuse: 'Credit is not enough' });
  const placed = await order(shop);
  const { reason, nextTime } = await untilBooking(shop, placed, 'failed');
  assert.deepEqual([reason?.key, reason?.params], ['shippop_answered', { text: 'Credit is not enough' }]);
  assert.equal(nextTime, null);
  await runStep(shop, (tx, now) => requestBooking(tx, placed.id, byCommand(now)));
  await assertPaidOnce({ shop, shippop, clock }, placed);
  assert.deepEqual(
    shippop.purchases.map(({ status }) => status),
    ['unpaid', 'paid'],
  );
  const other = await order(shop, { recipient_address: { name: 'สมชาย', ...PLACE, telephone: undefined } });
  assert.deepEqual(
    (await untilBooking(shop, other, 'failed')).reason,
    message('parcel_address_lacks', { owner: 'recipient', fields: ['telephone'] }),
  );
});

test('a canceled parcel is canceled at SHIPPOP with both numbers, also if the first answer is lost', async () => {
  const { shop, shippop, clock } = await open();
  const { id, shipmentId, trackingNumber } = await untilBooking(shop, await order(shop), 'booked');
  shippop.next('/cancel/', { disconnect: 'after_action' });
  await runStep(shop, (tx, now) => cancelShipment(tx, shipmentId as Id, byCommand(now)));
  await until('the parcel is canceled at SHIPPOP', () => {
    const { status, nextTime } = cancellationOf(shop.ctx.db, id) ?? {};
    if (nextTime) clock.forward(Math.max(0, nextTime - shop.now()));
    return status === 'canceled';
  });
  const [purchase] = shippop.purchases;
  assert.equal(purchase?.isCanceled, true);
  const asked = shippop.requests.find(({ path }) => path === '/cancel/')?.body;
  assert.deepEqual([asked.tracking_code, asked.courier_tracking_code], [purchase?.code, trackingNumber]);
});

test('parcels are tracked by SHIPPOP’s number and move to delivered', async () => {
  const { shop, shippop, clock } = await open();
  const placed = await order(shop);
  await untilBooking(shop, placed, 'booked');
  const state = { status: 'POD', datetime: '2026-11-11 12:00:00', location: 'Nonthaburi', description: 'ส่งแล้ว' };
  shippop.tracked.set(shippop.purchases[0]?.code ?? '', { status: true, order_status: 'complete', states: [state] });
  clock.forward(30 * MINUTE);
  await trackDue(shop.ctx, adapters(shop.ctx));
  assert.equal((await shipmentsOf(shop, placed))[0]?.status, 'delivered');
});
