import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestBooking } from '../src/domain/orders/bookings/booking-actions.ts';
import { parcelOf } from '../src/domain/orders/bookings/claim.ts';
import { cancelOrder } from '../src/domain/orders/close.ts';
import { byCommand, historyOf } from '../src/domain/orders/history.ts';
import { existingOrder } from '../src/domain/orders/order.ts';
import { takePayment } from '../src/domain/orders/payments/payments.ts';
import { bookShipment } from '../src/domain/orders/shipments/book.ts';
import { pickUp } from '../src/domain/orders/shipments/move.ts';
import type { Id } from '../src/lib/ids.ts';
import {
  advanceUntilBooking,
  assertBookedOnce,
  BAD_RESPONSES,
  bookingOf,
  openBookingShop,
  readyOrder,
  shipmentsOf,
  untilBooking,
} from './booking-steps.ts';
import { openFolderOf } from './cli.ts';
import type { ExpectedError } from './errors.ts';
import { assertRefuses, orderDetail, placeOrder } from './order-steps.ts';
import { sql } from './sql.ts';
import { runStep } from './stock-steps.ts';
import { MINUTE, SECOND } from './stopped-clock.ts';

// Ready to ship (docs/decisions.md#ready-to-ship)

test('an order that is ready to ship is booked automatically and shows its tracking number', async () => {
  const { shop, courier, clock } = await openBookingShop();
  const { body } = await shop.order({ ship_before_pay: true });
  assert.equal(body.order.shipments, undefined);
  const order = { id: Number(body.order.id) as Id, lines: [] };
  await assertBookedOnce(shop, courier, order);
  const shown = await orderDetail(shop, order);
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

test('the booking request contains recipient, sender and goods', async () => {
  const { shop, courier } = await openBookingShop();
  const cod = { is_cod: true, cod_fee: '20', cod_amount: '150.5', shipping_label_note: 'ระวังแตก' };
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 2 }], cod);
  await untilBooking(shop, order, 'booked');
  const [request] = courier.requests;
  assert.ok(request?.signed);
  const { recipient, sender, items, cod_amount, note, order_number, shipping_type } = request.body;
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

test('an order that becomes ready later is booked once, at that moment', async () => {
  const { shop, courier } = await openBookingShop();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], { ship_before_pay: false });
  assert.equal(bookingOf(shop, order), undefined);
  const pay = (amount?: number) =>
    runStep(shop, (tx, now) => takePayment(tx, order.id, { method: 'cash', amount: amount as never }, byCommand(now)));
  await pay(100_000);
  assert.equal(bookingOf(shop, order), undefined);
  await pay();
  await assertBookedOnce(shop, courier, order);
  assert.equal(courier.count('book'), 1);
});

test('an order is ready if it is paid, free, or COD in a store that ships COD at once', async () => {
  const { shop, courier } = await openBookingShop({ settings: { cod_counts_as_ready: true } });
  const free = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1, price: 0 }], { ship_before_pay: false });
  const cod = { ship_before_pay: false, is_cod: true, cod_fee: 0, cod_amount: 65 };
  const collected = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], cod);
  await untilBooking(shop, free, 'booked');
  await untilBooking(shop, collected, 'booked');
  assert.deepEqual(courier.duplicates, []);
});

for (const [fact, change, more] of [
  ['with auto_request_xshipping false', {}, { auto_request_xshipping: false }],
  ['whose courier is not set up', {}, { shipping_type: 'kex' }],
  ['of a manual courier', { couriers: [{ shipping_type: 'ems', adapter: 'manual' }] }, {}],
] as const)
  test(`an order ${fact} is not booked, and its number is entered by hand`, async () => {
    const { shop, courier } = await openBookingShop(change);
    const order = await readyOrder(shop, more);
    assert.equal(bookingOf(shop, order), undefined);
    await runStep(shop, (tx, now) => bookShipment(tx, order.id, { trackingNumber: 'TYPED1' }, byCommand(now)));
    const [{ tracking_number }] = await shipmentsOf(shop, order);
    assert.equal(tracking_number, 'TYPED1');
    assert.deepEqual(courier.requests, []);
  });

test('waiting COD orders are booked once COD orders count as ready, by command or by store file', async () => {
  const { shop, courier } = await openBookingShop({}, { now: Date.now });
  const cod = { ship_before_pay: false, is_cod: true, cod_fee: 0, cod_amount: 65 };
  const collecting = () => placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], cod);
  const settings = (cod_counts_as_ready: boolean) =>
    shop.load({ stores: [{ key: 'cafe', name: 'บ้านกาแฟ', settings: { cod_counts_as_ready } }] });
  const waiting = await collecting();
  assert.equal(bookingOf(shop, waiting), undefined);
  await settings(true);
  await untilBooking(shop, waiting, 'booked');
  await settings(false);
  const late = await collecting();
  assert.equal(bookingOf(shop, late), undefined);
  await openFolderOf(shop).runCommandJson('store', 'set', 'cod_counts_as_ready=true');
  await untilBooking(shop, late, 'booked');
  assert.equal(courier.count('book'), 2);
});

test('weight and item list cover the unshipped pieces, with their quantities', async () => {
  const products = [
    {
      key: 'latte',
      name: 'ลาเต้',
      variants: [
        { key: 'hot', name: 'ร้อน', sku: 'LAT-H', weight: 250, prices: { retail: 65 }, stock: { bkk: 20 } },
        { key: 'iced', name: 'เย็น', sku: 'LAT-I', weight: 100, prices: { retail: 65 }, stock: { bkk: 20 } },
        { key: 'bare', name: 'เปล่า', sku: 'BARE', prices: { retail: 65 }, stock: { bkk: 20 } },
      ],
    },
  ];
  const { shop, courier } = await openBookingShop({ products });
  const lattes = [
    { sku: 'LAT-H', qty: 3 },
    { sku: 'LAT-I', qty: 2 },
  ];
  const [order, unknown] = [
    await placeOrder(shop, lattes),
    await placeOrder(shop, [...lattes, { sku: 'BARE', qty: 1 }]),
  ];
  const { key } = await untilBooking(shop, order, 'booked');
  const other = await untilBooking(shop, unknown, 'booked');
  const requestFor = (wanted: string) => courier.requests.find(({ body }) => body.idempotency_key === wanted)?.body;
  assert.equal(requestFor(key).weight_grams, 3 * 250 + 2 * 100);
  assert.equal(requestFor(other.key).weight_grams, undefined);
  const parts = await placeOrder(shop, lattes, { auto_request_xshipping: false });
  await runStep(shop, (tx, now) => {
    const some = { trackingNumber: 'T1', lines: [{ lineId: parts.lines[0] as Id, qty: 2 }] };
    const { id } = bookShipment(tx, parts.id, some, byCommand(now));
    pickUp(tx, id, { short: [{ lineId: parts.lines[0] as Id, qty: 1 }] }, byCommand(now));
  });
  const { items, weight } = parcelOf(shop.ctx.db, existingOrder(shop.ctx.db, parts.id), other);
  assert.deepEqual([items.map(({ qty }) => qty), weight], [[1, 2], 1 * 250 + 2 * 100]);
  const bare = await placeOrder(shop, [...lattes, { sku: 'BARE', qty: 1 }], { auto_request_xshipping: false });
  await runStep(shop, (tx, now) => {
    const some = { trackingNumber: 'T2', lines: [{ lineId: bare.lines[2] as Id, qty: 1 }] };
    pickUp(tx, bookShipment(tx, bare.id, some, byCommand(now)).id, {}, byCommand(now));
  });
  assert.equal(parcelOf(shop.ctx.db, existingOrder(shop.ctx.db, bare.id), other).weight, 3 * 250 + 2 * 100);
});

test('a refused order leaves the queue empty', async () => {
  const { shop } = await openBookingShop();
  const { status } = await shop.order({ ship_before_pay: true, products: [{ sku: 'LAT-H', qty: 1_000 }] });
  assert.equal(status, 400);
  assert.deepEqual(shop.ctx.db.all(sql('SELECT * FROM bookings')), []);
});

// Bad responses of couriers

for (const [fact, ...responses] of BAD_RESPONSES)
  test(`an order is booked once if the courier ${fact}`, async () => {
    const { shop, courier, clock } = await openBookingShop();
    courier.next(...responses);
    const order = await readyOrder(shop);
    await advanceUntilBooking(shop, clock, order, ({ state }) => state === 'booked');
    await assertBookedOnce(shop, courier, order);
  });

test('an uncertain booking is looked up first, and sent again only if the courier does not know it', async () => {
  const { shop, courier, clock } = await openBookingShop();
  courier.next({ disconnect: 'after_action' }, { takesEffect: false, disconnect: 'after_action' });
  const arrived = await readyOrder(shop);
  await untilBooking(shop, arrived, 'uncertain');
  const lost = await readyOrder(shop);
  await untilBooking(shop, lost, 'uncertain');
  clock.forward(5 * SECOND);
  await untilBooking(shop, arrived, 'booked');
  const { reason } = await untilBooking(shop, lost, 'failed', 2);
  assert.ok(reason);
  assert.deepEqual([courier.count('book'), courier.count('find')], [2, 2]);
  clock.forward(15 * SECOND);
  const { key } = await untilBooking(shop, lost, 'booked');
  const requests = courier.requests.filter(({ body }) => body.idempotency_key === key).map(({ action }) => action);
  assert.deepEqual(requests, ['book', 'find', 'book']);
  assert.deepEqual(courier.duplicates, []);
});

test('an unreachable courier is retried with growing pauses', async () => {
  const { shop, courier, clock } = await openBookingShop();
  await courier.stop();
  const order = await readyOrder(shop);
  const pauses: number[] = [];
  for (let tries = 1; tries <= 9; tries += 1) {
    const { nextTime } = await untilBooking(shop, order, 'failed', tries);
    pauses.push(((nextTime ?? 0) - clock.now()) / SECOND);
    clock.forward((nextTime ?? 0) - clock.now());
  }
  assert.deepEqual(pauses, [5, 15, 45, 135, 405, 1215, 3600, 3600, 3600]);
  await courier.start();
  await advanceUntilBooking(shop, clock, order, ({ state }) => state === 'booked');
  await assertBookedOnce(shop, courier, order);
});

// Refusals

test('a refusal is saved with its reason and not retried automatically; the store can retry', async () => {
  const { shop, courier, clock } = await openBookingShop();
  courier.next({ refuse: 'นอกพื้นที่บริการ' });
  const order = await readyOrder(shop);
  const { reason, nextTime } = await untilBooking(shop, order, 'failed');
  assert.deepEqual([reason?.params.text, nextTime], ['นอกพื้นที่บริการ', null]);
  assert.equal((await orderDetail(shop, order)).shipments, undefined);
  clock.forward(200 * MINUTE);
  await runStep(shop, (tx, now) => requestBooking(tx, order.id, byCommand(now)));
  await assertBookedOnce(shop, courier, order);
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

test('a retry is possible only if a shipment can result', async () => {
  const { shop } = await openBookingShop({}, {});
  const request = (id: Id, expected: ExpectedError) =>
    assertRefuses(shop, expected, (tx, now) => requestBooking(tx, id, byCommand(now)));
  const booked = await readyOrder(shop);
  await untilBooking(shop, booked, 'booked');
  await request(booked.id, { key: 'booking_order_has_shipment' });
  const unpaid = await readyOrder(shop, { ship_before_pay: false });
  await request(unpaid.id, { key: 'order_not_ready_to_ship' });
  const other = await readyOrder(shop, { shipping_type: 'kex' });
  await request(other.id, { key: 'booking_not_set_up', params: { shippingType: 'kex' } });
  await runStep(shop, (tx, now) => cancelOrder(tx, other.id, 'store', byCommand(now)));
  await request(other.id, { key: 'order_not_open', params: { status: 'canceled' } });
  await request(99 as Id, { key: 'order_not_found', params: { order: 99 } });
});

test('a retry of a refused booking is a new booking, a retry of an unsent booking is the same one', async () => {
  const { shop, courier } = await openBookingShop();
  courier.next({ refuse: 'ที่อยู่ไม่ชัดเจน' });
  const order = await readyOrder(shop);
  const refused = await untilBooking(shop, order, 'failed');
  const retry = () => runStep(shop, (tx, now) => requestBooking(tx, order.id, byCommand(now)));
  await courier.stop();
  await retry();
  const unsent = await untilBooking(shop, order, 'failed', 2);
  assert.notEqual(unsent.key, refused.key);
  await courier.start();
  await retry();
  assert.equal((await untilBooking(shop, order, 'booked')).key, unsent.key);
  assert.deepEqual(
    courier.requests.map(({ body }) => body.idempotency_key),
    [refused.key, unsent.key],
  );
});
