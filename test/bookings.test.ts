import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancellationOf } from '../src/domain/couriers/cancellations.ts';
import { dropBooking, requestBooking, switchCourier } from '../src/domain/orders/bookings/requests.ts';
import { cancelOrder } from '../src/domain/orders/close.ts';
import { editOrder } from '../src/domain/orders/edit.ts';
import { byCommand, historyOf } from '../src/domain/orders/history.ts';
import { takePayment } from '../src/domain/orders/payments/pay.ts';
import { bookShipment } from '../src/domain/orders/shipments/book.ts';
import { cancelShipment } from '../src/domain/orders/shipments/cancel.ts';
import type { Id } from '../src/lib/ids.ts';
import { bookedOnce, bookingIs, bookingOf, openBooked, shipmentsOf, shippable } from './booked.ts';
import { type CourierServer, type Manner, openCourier } from './courier-server.ts';
import { detail, ordered, refuses } from './ordered.ts';
import { done } from './stocked.ts';
import { type Shop, until } from './support.ts';
import { MINUTE, SECOND } from './wire.ts';

// What is booked, and when (specification, "States and transitions")

test('an order that is ready to ship is booked by itself, and shows its number once the courier has given it', async () => {
  const { shop, courier, clock } = await openBooked();
  const { body } = await shop.order({ ship_before_pay: true });
  assert.equal(body.order.shipments, undefined);
  const order = { id: Number(body.order.id) as Id, lines: [] };
  await bookedOnce(shop, courier, order);
  const shown = await detail(shop, order);
  assert.equal(shown.shipping_status, 'booked');
  assert.deepEqual(shown.shipments, [
    {
      id: '1',
      shipping_type: 'ems',
      tracking_number: 'CX000001',
      tracking_url: 'https://track.thailandpost.co.th/?trackNumber=CX000001',
      status: 'booked',
      is_cod: false,
      create_time: clock.now(),
      book_time: clock.now(),
    },
  ]);
});

test('the courier is told whom and what to carry', async () => {
  const { shop, courier } = await openBooked();
  const cod = { is_cod: true, cod_fee: '20', cod_amount: '150.5', shipping_label_note: 'ระวังแตก' };
  const order = await ordered(shop, [{ sku: 'LAT-H', qty: 2 }], cod);
  await bookingIs(shop, order, 'booked');
  const [asked] = courier.asked;
  assert.ok(asked?.signed);
  const { recipient, sender, items, cod_amount, note, order_number, shipping_type } = asked.body;
  assert.deepEqual(
    { items, cod_amount, note, order_number, shipping_type, to: recipient.name, from: sender.telephone },
    {
      items: [{ name: 'ลาเต้ ร้อน', qty: 2 }],
      cod_amount: '150.5',
      note: 'ระวังแตก',
      order_number: '1',
      shipping_type: 'ems',
      to: 'สมชาย ใจดี',
      from: '021234567',
    },
  );
});

test('an order that becomes ready later is booked then, once', async () => {
  const { shop, courier } = await openBooked();
  const order = await ordered(shop, [{ sku: 'LAT-H', qty: 1 }], { ship_before_pay: false });
  assert.equal(bookingOf(shop, order), undefined);
  const pay = (amount?: number) =>
    done(shop, (db, now) => takePayment(db, order.id, { method: 'cash', amount: amount as never }, byCommand(now)));
  await pay(100_000);
  assert.equal(bookingOf(shop, order), undefined);
  await pay();
  await bookedOnce(shop, courier, order);
  assert.equal(courier.count('book'), 1);
});

test('an order that is paid, COD where the store counts that, or free is ready', async () => {
  const { shop, courier } = await openBooked({ settings: { cod_counts_as_ready: true } });
  const free = await ordered(shop, [{ sku: 'LAT-H', qty: 1, price: 0 }], { ship_before_pay: false });
  const cod = { ship_before_pay: false, is_cod: true, cod_fee: 0, cod_amount: 65 };
  const collected = await ordered(shop, [{ sku: 'LAT-H', qty: 1 }], cod);
  await bookingIs(shop, free, 'booked');
  await bookingIs(shop, collected, 'booked');
  assert.deepEqual(courier.doubles, []);
});

for (const [fact, change, more] of [
  ['with auto_request_xshipping false', {}, { auto_request_xshipping: false }],
  ['whose courier the store has not set up', {}, { shipping_type: 'kex' }],
  ['of a manual courier', { couriers: [{ shipping_type: 'ems', adapter: 'manual' }] }, {}],
] as const)
  test(`of an order ${fact} nobody is asked, and the number is typed`, async () => {
    const { shop, courier } = await openBooked(change);
    const order = await shippable(shop, more);
    assert.equal(bookingOf(shop, order), undefined);
    await done(shop, (db, now) => bookShipment(db, order.id, { trackingNumber: 'TYPED1' }, byCommand(now)));
    const [{ tracking_number }] = await shipmentsOf(shop, order);
    assert.equal(tracking_number, 'TYPED1');
    assert.deepEqual(courier.asked, []);
  });

test('a refused order leaves nothing in the queue', async () => {
  const { shop } = await openBooked();
  const { status } = await shop.order({ ship_before_pay: true, products: [{ sku: 'LAT-H', qty: 1_000 }] });
  assert.equal(status, 400);
  assert.deepEqual(shop.ctx.db.all('SELECT * FROM bookings'), []);
});

// Couriers that answer badly: whatever they do, in the end there is one booking and one shipment

const MANNERS: readonly (readonly [string, ...Manner[]])[] = [
  ['answers 500 and has booked', { status: 500, body: { error: 'oops' } }],
  ['answers 500 and has not booked', { status: 500, body: {}, does: false }],
  ['hangs up before it reads', { cut: 'unread' }],
  ['hangs up once it has booked', { cut: 'done' }],
  ['hangs up in the middle of its answer', { cut: 'midway' }],
  ['answers no JSON', { body: '<html>' }],
  ['answers JSON that says nothing', { body: {} }],
  ['answers with a number that is none', { body: { tracking_number: '' } }],
  ['redirects', { status: 302, headers: { Location: '/elsewhere' }, body: {} }],
  ['answers twice', { twice: true }],
  ['is overloaded', { status: 429, body: {}, does: false }],
  ['fails again and again', { cut: 'unread' }, { status: 503, body: {} }, { cut: 'midway' }, { body: 'x' }],
];

for (const [fact, ...manners] of MANNERS)
  test(`a courier that ${fact} books once`, async () => {
    const { shop, courier, clock } = await openBooked();
    courier.next(...manners);
    const order = await shippable(shop);
    await bookedInTime(shop, courier, order, clock);
    await bookedOnce(shop, courier, order);
  });

/** Lets time pass until the order is booked. */
async function bookedInTime(
  shop: Shop,
  courier: CourierServer,
  order: { id: Id; lines: readonly Id[] },
  clock: { forward: (millis: number) => void },
): Promise<void> {
  await until('the order is booked in the end', () => {
    const booking = bookingOf(shop, order);
    if (booking?.status === 'booked') return true;
    if (booking?.nextTime) clock.forward(Math.max(0, booking.nextTime - shop.now()));
    return courier.count('book') > 50;
  });
}

test('what is in doubt is asked about, and sent again only where the courier knows nothing of it', async () => {
  const { shop, courier, clock } = await openBooked();
  courier.next({ cut: 'done' }, { does: false, cut: 'done' });
  const arrived = await shippable(shop);
  await bookingIs(shop, arrived, 'requested');
  const lost = await shippable(shop);
  await bookingIs(shop, lost, 'requested');
  clock.forward(5 * SECOND);
  await bookingIs(shop, arrived, 'booked');
  const { reason } = await bookingIs(shop, lost, 'failed', 2);
  assert.match(String(reason), /./);
  assert.deepEqual([courier.count('book'), courier.count('find')], [2, 2]);
  clock.forward(15 * SECOND);
  await bookingIs(shop, lost, 'booked');
  const asks = courier.asked.map(({ action, body }) => [action, body.idempotency_key]);
  assert.equal(new Set(asks.filter(([, key]) => key === bookingOf(shop, lost)?.key)).size, 3);
  assert.deepEqual(courier.doubles, []);
});

test('a courier that cannot be reached is tried again with growing pauses', async () => {
  const { shop, courier, clock } = await openBooked();
  await courier.stop();
  const order = await shippable(shop);
  const pauses: number[] = [];
  for (let tries = 1; tries <= 9; tries += 1) {
    const { nextTime } = await bookingIs(shop, order, 'failed', tries);
    pauses.push(((nextTime ?? 0) - clock.now()) / SECOND);
    clock.forward((nextTime ?? 0) - clock.now());
  }
  assert.deepEqual(pauses, [5, 15, 45, 135, 405, 1215, 3600, 3600, 3600]);
  await courier.start();
  await bookedInTime(shop, courier, order, clock);
  await bookedOnce(shop, courier, order);
});

test('a courier that is slow or gone does not hold up another', async () => {
  const fast = await openCourier();
  const { shop, courier } = await openBooked();
  await shop.load({
    stores: [
      {
        key: 'cafe',
        name: 'บ้านกาแฟ',
        couriers: [{ shipping_type: 'flash', adapter: 'http', url: fast.url, secret: fast.secret }],
      },
    ],
  });
  courier.always({ after: 2 * SECOND });
  for (let i = 0; i < 9; i += 1) await shippable(shop);
  const order = await shippable(shop, { shipping_type: 'flash' });
  await bookedOnce(shop, fast, order);
  await courier.stop();
});

// Refusals

test('a refusal is kept with its reason and not repeated by itself; the store may ask again', async () => {
  const { shop, courier, clock } = await openBooked();
  courier.next({ refuse: 'นอกพื้นที่บริการ' });
  const order = await shippable(shop);
  const { reason, nextTime } = await bookingIs(shop, order, 'failed');
  assert.deepEqual([reason, nextTime], ['นอกพื้นที่บริการ', null]);
  assert.equal((await detail(shop, order)).shipments, undefined);
  clock.forward(200 * MINUTE);
  await done(shop, (db, now) => requestBooking(db, order.id, byCommand(now)));
  await bookedOnce(shop, courier, order);
  assert.deepEqual(
    historyOf(shop.ctx.db, order.id).map(({ actor, event }) => [actor, event]),
    [
      ['channel', 'created'],
      ['courier', 'booking_failed'],
      ['command', 'booking_queued'],
      ['courier', 'shipment_booked'],
    ],
  );
});

test('an order is asked for again only where that can lead to a shipment', async () => {
  const { shop } = await openBooked({}, {});
  const request = (id: Id, says: RegExp) => refuses(shop, says, (db, now) => requestBooking(db, id, byCommand(now)));
  const booked = await shippable(shop);
  await bookingIs(shop, booked, 'booked');
  await request(booked.id, /has shipment 1 already/);
  const unpaid = await shippable(shop, { ship_before_pay: false });
  await request(unpaid.id, /is not ready to ship: it is not paid in full$/);
  const other = await shippable(shop, { shipping_type: 'kex' });
  await request(other.id, /the store has not set up kex/);
  await done(shop, (db, now) => cancelOrder(db, other.id, 'store', byCommand(now)));
  await request(other.id, /is canceled$/);
  await request(99 as Id, /^there is no order 99$/);
});

// The number comes later

const callBack = (shop: Shop, courier: CourierServer, fields: object, secret?: string) =>
  shop.send(`/couriers/${shop.ids.id}/ems`, courier.callBack(fields, secret));

test('a number that the courier promises comes by call-back, once however often it is said', async () => {
  const { shop, courier } = await openBooked();
  courier.next({ pending: true });
  const order = await shippable(shop);
  const { key, pending } = await bookingIs(shop, order, 'requested');
  assert.ok(pending);
  const booking = { idempotency_key: key, tracking_number: 'CX000001', tracking_url: 'https://courier.example/1' };
  for (let i = 0; i < 3; i += 1) {
    const { status, body } = await callBack(shop, courier, { booking });
    assert.deepEqual([status, body], [200, {}]);
  }
  await bookedOnce(shop, courier, order);
  const [{ tracking_url }] = await shipmentsOf(shop, order);
  assert.equal(tracking_url, 'https://courier.example/1');
});

test('a promised number that never comes is asked for', async () => {
  const { shop, courier, clock } = await openBooked();
  courier.next({ pending: true }, { pending: true });
  const order = await shippable(shop);
  await bookingIs(shop, order, 'requested');
  clock.forward(MINUTE);
  await bookingIs(shop, order, 'requested', 2);
  clock.forward(MINUTE);
  await bookedOnce(shop, courier, order);
  assert.deepEqual([courier.count('book'), courier.count('find')], [1, 2]);
});

test('a promised booking that is refused by call-back has failed', async () => {
  const { shop, courier } = await openBooked();
  courier.next({ pending: true });
  const order = await shippable(shop);
  const { key } = await bookingIs(shop, order, 'requested');
  await callBack(shop, courier, { booking: { idempotency_key: key, refused: 'ที่อยู่ไม่ชัดเจน' } });
  assert.equal((await bookingIs(shop, order, 'failed')).reason, 'ที่อยู่ไม่ชัดเจน');
});

test('a call-back counts only with the courier’s signature, and only for its own bookings', async () => {
  const { shop, courier } = await openBooked();
  courier.next({ pending: true });
  const order = await shippable(shop);
  const { key } = await bookingIs(shop, order, 'requested');
  const booking = { idempotency_key: key, tracking_number: 'FORGED1' };
  assert.equal((await callBack(shop, courier, { booking }, 'guessed')).status, 401);
  const stranger = { booking: { idempotency_key: 'f'.repeat(32), tracking_number: 'CX9' } };
  assert.equal((await callBack(shop, courier, stranger)).status, 200);
  for (const path of ['/couriers/1/kex', '/couriers/99/ems', '/couriers/x/ems'])
    assert.equal((await shop.send(path, courier.callBack({ booking }))).status, 404);
  assert.equal((await callBack(shop, courier, { nonsense: 1 })).status, 400);
  assert.equal(bookingOf(shop, order)?.status, 'requested');
});

// What the store does meanwhile

test('an order that is canceled while its courier is asked is not shipped, and the courier is told', async () => {
  const { shop, courier, clock } = await openBooked();
  courier.next({ pending: true });
  const order = await shippable(shop);
  const { key, id } = await bookingIs(shop, order, 'requested');
  await done(shop, (db, now) => cancelOrder(db, order.id, 'buyer', byCommand(now)));
  await callBack(shop, courier, { booking: { idempotency_key: key, tracking_number: 'CX000001' } });
  await until('the courier has been told', () => cancellationOf(shop.ctx.db, id)?.status === 'canceled');
  assert.equal((await detail(shop, order)).shipments, undefined);
  assert.equal(courier.bookings.get(key)?.canceled, true);
  clock.forward(60 * MINUTE);
  assert.equal(courier.count('cancel'), 1);
});

test('a booking that is dropped before the courier was asked is not asked for', async () => {
  const { shop, courier, clock } = await openBooked();
  await courier.stop();
  const order = await shippable(shop);
  await bookingIs(shop, order, 'failed');
  await done(shop, (db, now) => dropBooking(db, order.id, byCommand(now)));
  await courier.start();
  clock.forward(60 * MINUTE);
  const later = await shippable(shop);
  await bookingIs(shop, later, 'booked');
  assert.equal(courier.count('book'), 1);
  await refuses(shop, /is not in the booking queue$/, (db, now) => dropBooking(db, order.id, byCommand(now)));
});

test('a booking that is dropped while the courier is asked is forgotten by the courier too', async () => {
  const { shop, courier, clock } = await openBooked();
  courier.next({ cut: 'done' });
  const order = await shippable(shop);
  const { key, id } = await bookingIs(shop, order, 'requested');
  await done(shop, (db, now) => dropBooking(db, order.id, byCommand(now)));
  clock.forward(5 * SECOND);
  await until('the courier has been told', () => cancellationOf(shop.ctx.db, id)?.status === 'canceled');
  assert.equal(courier.bookings.get(key)?.canceled, true);
  assert.equal((await detail(shop, order)).shipments, undefined);
});

test('another courier takes over; what the former one may have it is told to forget', async () => {
  const other = await openCourier();
  const { shop, courier, clock } = await openBooked();
  const couriers = [{ shipping_type: 'kex', adapter: 'http', url: other.url, secret: other.secret }];
  await shop.load({ stores: [{ key: 'cafe', name: 'บ้านกาแฟ', couriers }] });
  courier.next({ cut: 'done' });
  const order = await shippable(shop);
  const { key } = await bookingIs(shop, order, 'requested');
  await done(shop, (db, now) => switchCourier(db, order.id, 'kex', byCommand(now)));
  await bookedOnce(shop, other, order);
  assert.equal((await detail(shop, order)).shipping_type, 'kex');
  clock.forward(5 * SECOND);
  await until('the former courier has been told', () => courier.bookings.get(key)?.canceled);
});

test('a switch to a courier that gives no numbers leaves the number to be typed', async () => {
  const { shop, courier } = await openBooked();
  courier.next({ refuse: 'full' });
  const order = await shippable(shop);
  await bookingIs(shop, order, 'failed');
  await done(shop, (db, now) => switchCourier(db, order.id, 'store_pickup', byCommand(now)));
  await done(shop, (db, now) => bookShipment(db, order.id, { trackingNumber: 'DESK' }, byCommand(now)));
  const [{ shipping_type, tracking_number }] = await shipmentsOf(shop, order);
  assert.deepEqual([shipping_type, tracking_number], ['store_pickup', 'DESK']);
});

test('while the courier is asked nobody types a number or edits the order; its private note may change', async () => {
  const { shop, courier } = await openBooked();
  courier.next({ pending: true });
  const order = await shippable(shop);
  await bookingIs(shop, order, 'requested');
  const asked = /its courier is being asked for a number/;
  await refuses(shop, asked, (db, now) => bookShipment(db, order.id, { trackingNumber: 'T1' }, byCommand(now)));
  await refuses(shop, asked, (db, now) => editOrder(db, order.id, { shippingLabelNote: 'x' }, byCommand(now)));
  await refuses(shop, asked, (db, now) => requestBooking(db, order.id, byCommand(now)));
  await done(shop, (db, now) => editOrder(db, order.id, { privateNote: 'x' }, byCommand(now)));
});

test('a number that is typed while the booking waits takes its place', async () => {
  const { shop, courier, clock } = await openBooked();
  courier.next({ refuse: 'full' });
  const order = await shippable(shop);
  await bookingIs(shop, order, 'failed');
  await done(shop, (db, now) => bookShipment(db, order.id, { trackingNumber: 'T1' }, byCommand(now)));
  clock.forward(60 * MINUTE);
  assert.notEqual(bookingOf(shop, order)?.dropTime, null);
  const [{ tracking_number }, ...more] = await shipmentsOf(shop, order);
  assert.deepEqual([tracking_number, more], ['T1', []]);
});

test('an order that is no longer ready waits until it is again', async () => {
  const { shop, courier, clock } = await openBooked();
  await courier.stop();
  const order = await ordered(shop, [{ sku: 'LAT-H', qty: 1 }], { ship_before_pay: false });
  const pay = () => done(shop, (db, now) => takePayment(db, order.id, { method: 'cash' }, byCommand(now)));
  await pay();
  await bookingIs(shop, order, 'failed');
  await done(shop, (db, now) =>
    editOrder(db, order.id, { set: [{ lineId: order.lines[0] as Id, qty: 2 }] }, byCommand(now)),
  );
  await courier.start();
  clock.forward(5 * SECOND);
  await until('it waits for the payment', () => bookingOf(shop, order)?.nextTime === null);
  assert.equal(courier.count('book'), 0);
  await pay();
  await bookedOnce(shop, courier, order);
});

test('a courier is told of a canceled shipment until it has heard', async () => {
  const { shop, courier, clock } = await openBooked();
  const order = await shippable(shop);
  const { id, shipmentId, key } = await bookingIs(shop, order, 'booked');
  await courier.stop();
  await done(shop, (db, now) => cancelShipment(db, shipmentId as Id, byCommand(now)));
  await until(
    'the courier was not reached',
    () => cancellationOf(shop.ctx.db, id)?.tries === 1 && cancellationOf(shop.ctx.db, id)?.reason,
  );
  await courier.start();
  await until('the courier has been told', () => {
    clock.forward(SECOND);
    return cancellationOf(shop.ctx.db, id)?.status === 'canceled';
  });
  assert.equal(courier.bookings.get(key)?.canceled, true);
  await done(shop, (db, now) => requestBooking(db, order.id, byCommand(now)));
  await until('it is booked anew', () => bookingOf(shop, order)?.trackingNumber === 'CX000002');
});

const setUp = (shop: Shop, courier: object) =>
  shop.load({ stores: [{ key: 'cafe', name: 'บ้านกาแฟ', couriers: [{ shipping_type: 'ems', ...courier }] }] });

test('what one courier may have is not asked for from another that takes its shipping type over', async () => {
  const other = await openCourier();
  for (const settings of [
    { adapter: 'http', url: other.url, secret: other.secret },
    { adapter: 'number_pool', prefix: 'EX', first: 1, count: 9 },
    { adapter: 'manual' },
  ]) {
    const { shop, courier, clock } = await openBooked();
    courier.next({ cut: 'done' });
    const order = await shippable(shop);
    await bookingIs(shop, order, 'requested');
    await setUp(shop, settings);
    clock.forward(5 * SECOND);
    const { reason, nextTime } = await bookingIs(shop, order, 'failed', 2);
    assert.match(String(reason), /^ems (was set up anew while its courier was asked|is not set up to give numbers)/);
    assert.equal(nextTime, null);
    assert.equal((await detail(shop, order)).shipments, undefined);
  }
  assert.deepEqual(other.asked, []);
});

test('a courier is told to forget only what it was asked for itself', async () => {
  const other = await openCourier();
  const { shop, courier } = await openBooked();
  const order = await shippable(shop);
  const { id, shipmentId } = await bookingIs(shop, order, 'booked');
  await setUp(shop, { adapter: 'http', url: other.url, secret: other.secret });
  await done(shop, (db, now) => cancelShipment(db, shipmentId as Id, byCommand(now)));
  await until('nobody could be told', () => cancellationOf(shop.ctx.db, id)?.status === 'refused');
  assert.equal(cancellationOf(shop.ctx.db, id)?.reason, 'ems is reached elsewhere now: tell the former courier');
  assert.deepEqual([other.asked.length, courier.count('cancel')], [0, 0]);
});

test('a canceled shipment is not booked again by itself', async () => {
  const { shop, courier, clock } = await openBooked();
  const order = await shippable(shop);
  const { shipmentId } = await bookingIs(shop, order, 'booked');
  await done(shop, (db, now) => cancelShipment(db, shipmentId as Id, byCommand(now)));
  await done(shop, (db, now) => takePayment(db, order.id, { method: 'cash' }, byCommand(now)));
  clock.forward(60 * MINUTE);
  assert.equal(courier.count('book'), 1);
  assert.equal(bookingOf(shop, order)?.status, 'booked');
});
