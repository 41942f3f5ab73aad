import assert from 'node:assert/strict';
import { test } from 'node:test';
import { existingOrder } from '../src/domain/orders/order.ts';
import { isCanceled } from '../src/domain/orders/order-states.ts';
import { moneyText } from '../src/lib/money.ts';
import { baht } from './amounts.ts';
import { advanceUntilBooking, openBookingShop, readyOrder, untilBooking } from './booking-steps.ts';
import { officePattern } from './errors.ts';
import { errorAt, signedIn } from './office.ts';
import { type PlacedOrder, placeOrder } from './order-steps.ts';
import { bookOrder, cancelShipmentStep, lineOf, pickUpShipment } from './shipment-steps.ts';
import { MINUTE, stoppedClock } from './stopped-clock.ts';
import { openShop, type Shop, type ShopOptions } from './support.ts';

const HOT_AND_ICED = [
  { sku: 'LAT-H', qty: 3 },
  { sku: 'LAT-I', qty: 2 },
];

/** A store with an order of three hot lattes and two iced, and its page. */
async function opened(more: object = {}, options: ShopOptions = {}) {
  const shop = await openShop(options);
  const order = await placeOrder(shop, HOT_AND_ICED, more);
  const browser = await signedIn(shop, { role: 'staff', store: 'cafe', language: 'en' });
  const at = `/orders/${order.id}`;
  await browser.open(at);
  return { shop, order, browser, at };
}

const orderOf = ({ ctx: { db } }: Shop, { id }: PlacedOrder) => existingOrder(db, id);
const parcelsOf = (shop: Shop, order: PlacedOrder) =>
  orderOf(shop, order).shipments.map(({ status, trackingNumber }) => [trackingNumber, status]);

/** Quantities per line as form fields. */
const lines = ({ lines: ids }: PlacedOrder, ...qty: string[]) => ({ line: ids.map(String), qty });
const DEFAULT_FIELDS = { tracking_number: 'EX123456785TH', cod_amount: '', line: [], qty: [] };

test('a tracking number is added by hand for all remaining items, and the parcel handed over later', async () => {
  const { shop, order, browser, at } = await opened();
  const response = await browser.send(`${at}/shipments`, { ...DEFAULT_FIELDS, ...lines(order, '', '') });
  assert.deepEqual(parcelsOf(shop, order), [['EX123456785TH', 'booked']]);
  assert.match(response.text, /Tracking number added .*EX123456785TH Awaiting handover/);
  assert.doesNotMatch(response.text, /Type or scan the courier’s number/);
  const [parcel] = orderOf(shop, order).shipments;
  const left = await browser.send(`${at}/shipments/${parcel?.id}/pick-up`, { from: '', ...lines(order, '', '') });
  assert.match(left.text, /Parcel handed over .*Handed over/);
  assert.deepEqual(shop.stock('hot'), { onHand: 7, reserved: 0 });
  assert.doesNotMatch(left.html, /href="[^"]*\/\d+\/pack"/);
});

test('the items of an order can be split between two parcels', async () => {
  const { shop, order, browser, at } = await opened();
  const first = { ...DEFAULT_FIELDS, tracking_number: 'FIRST-1', ...lines(order, '2', '') };
  const response = await browser.send(`${at}/shipments`, first);
  assert.match(response.html, /<label for="field-shipments-\d+-pick-up-qty-0">ลาเต้ ร้อน \(2\)</);
  assert.match(response.html, /<label for="field-shipments-qty-0">ลาเต้ ร้อน \(1\)</);
  assert.match(response.html, /<label for="field-shipments-qty-1">ลาเต้ เย็น \(2\)</);
  await browser.send(`${at}/shipments`, { ...DEFAULT_FIELDS, tracking_number: 'SECOND-1' });
  assert.deepEqual(parcelsOf(shop, order), [
    ['FIRST-1', 'booked'],
    ['SECOND-1', 'booked'],
  ]);
});

test('an invalid quantity shows an error at its field and keeps what was typed', async () => {
  const { shop, order, browser, at } = await opened();
  await bookOrder(shop, order, { trackingNumber: 'HOT-1', lines: [lineOf(order, 3)] });
  await browser.open(at);
  const iced = { line: [String(order.lines[1])], qty: ['9'] };
  const response = await browser.send(`${at}/shipments`, { ...DEFAULT_FIELDS, tracking_number: 'KEPT-1', ...iced });
  assert.equal(response.status, 422);
  assert.match(errorAt(response, 'shipments-qty-0') ?? '', officePattern('ship_qty_too_large', { qty: 9, left: 2 }));
  assert.match(response.html, /id="field-shipments-tracking_number"[^>]*value="KEPT-1"/);
  assert.match(response.html, /id="field-shipments-qty-0"[^>]*value="9"/);
  assert.match(response.html, /<details open=""><summary>Ship only some items/);
  const words = await browser.send(`${at}/shipments`, { ...DEFAULT_FIELDS, ...iced, qty: ['two'] });
  assert.match(errorAt(words, 'shipments-qty-0') ?? '', officePattern('not_a_whole_number_at_least'));
  for (const [number, fault] of [
    ['', /^Tracking number is required$/],
    ['ไทย123', officePattern('tracking_number_malformed')],
    ['HOT-1', officePattern('tracking_number_taken', { number: 'HOT-1', orderNumber: 1 })],
  ] as const) {
    const none = await browser.send(`${at}/shipments`, { ...DEFAULT_FIELDS, tracking_number: number });
    assert.match(errorAt(none, 'shipments-tracking_number') ?? '', fault);
  }
  assert.equal(orderOf(shop, order).shipments.length, 1);
});

test('two parcels of a COD order share the COD amount', async () => {
  const { shop, order, browser, at } = await opened({ is_cod: true, cod_fee: 0, cod_amount: 335 });
  const much = { ...DEFAULT_FIELDS, cod_amount: '400', ...lines(order, '1', '') };
  const refused = await browser.send(`${at}/shipments`, much);
  assert.match(
    errorAt(refused, 'shipments-cod_amount') ?? '',
    officePattern('cod_amount_too_large', { wanted: baht('400'), left: baht('335') }),
  );
  await browser.send(`${at}/shipments`, { ...much, tracking_number: 'COD-1', cod_amount: '135' });
  const response = await browser.send(`${at}/shipments`, { ...DEFAULT_FIELDS, tracking_number: 'COD-2' });
  assert.match(response.text, /COD-1 .*COD ฿135 .*COD-2 .*COD ฿200/);
  assert.deepEqual(
    orderOf(shop, order).shipments.map(({ codAmount }) => codAmount && moneyText(codAmount)),
    ['135', '200'],
  );
});

test('a parcel can be booked and shipped at once', async () => {
  const { shop, order, browser, at } = await opened();
  await browser.send(`${at}/shipments`, { ...DEFAULT_FIELDS, ship: 'on' });
  assert.deepEqual(parcelsOf(shop, order), [['EX123456785TH', 'picked_up']]);
  assert.equal(shop.stock('iced').onHand, 8);
});

test('a handover can ship fewer items, from another warehouse', async () => {
  const { shop, order, browser, at } = await opened();
  const { result: parcel } = await bookOrder(shop, order, { lines: [lineOf(order, 3)] });
  await browser.open(at);
  const path = `${at}/shipments/${parcel.id}/pick-up`;
  const field = `shipments-${parcel.id}-pick-up-qty-0`;
  const hot = { line: [String(order.lines[0])] };
  const notShort = await browser.send(path, { from: '', ...hot, qty: ['3'] });
  assert.deepEqual([notShort.status, errorAt(notShort, field) !== undefined], [422, true]);
  const response = await browser.send(path, { from: String(shop.ids.warehouses.cnx), ...hot, qty: ['2'] });
  assert.match(response.text, /2 shipped 1 missing/);
  assert.deepEqual(
    [shop.stock('hot'), shop.stock('hot', 'cnx')],
    [
      { onHand: 10, reserved: 0 },
      { onHand: 3, reserved: 0 },
    ],
  );
});

test('a canceled parcel releases its items for another parcel', async () => {
  const { shop, order, browser, at } = await opened();
  const { result: parcel } = await bookOrder(shop, order);
  await browser.open(at);
  const response = await browser.send(`${at}/shipments/${parcel.id}/cancel`);
  assert.match(response.text, /Parcel canceled .*EX123456785TH Canceled .*Add tracking number/);
  assert.ok(orderOf(shop, order).shipments.every(isCanceled));
  const again = await browser.send(`${at}/shipments/${parcel.id}/cancel`);
  assert.equal(again.status, 422);
});

test('a parcel’s status moves forward, never back', async () => {
  const { shop, order, browser, at } = await opened();
  const { result: parcel } = await bookOrder(shop, order);
  await pickUpShipment(shop, parcel);
  await browser.open(at);
  const path = `${at}/shipments/${parcel.id}/move`;
  const offered = () => [...browser.page.html.matchAll(/<option value="([a-z_]+)"/g)].map(([, status]) => status);
  for (const to of ['in_transit', 'delivered']) {
    assert.ok(offered().includes(to), to);
    assert.equal((await browser.send(path, { to })).path, at);
  }
  for (const to of ['in_transit', 'canceled', 'elsewhere']) {
    assert.ok(!offered().includes(to), to);
    assert.equal((await browser.send(path, { to })).status, 422, to);
  }
  assert.deepEqual(parcelsOf(shop, order), [['EX123456785TH', 'delivered']]);
});

test('a partial return is restocked into the selected warehouse', async () => {
  const { shop, order, browser, at } = await opened();
  const { result: parcel } = await bookOrder(shop, order);
  await pickUpShipment(shop, parcel);
  await browser.open(at);
  const none = await browser.send(`${at}/return`, { warehouse: '', note: 'kept', ...lines(order, '', '0') });
  assert.equal(none.status, 422);
  assert.match(none.text, officePattern('no_quantity_entered'));
  assert.match(none.html, /id="field-return-note"[^>]*value="kept"/);
  const much = await browser.send(`${at}/return`, { warehouse: '', note: '', ...lines(order, '1', '3') });
  assert.match(errorAt(much, 'return-qty-1') ?? '', officePattern('return_qty_too_large', { left: 2 }));
  const cnx = String(shop.ids.warehouses.cnx);
  const response = await browser.send(`${at}/return`, { warehouse: cnx, note: 'แตก', ...lines(order, '1', '') });
  assert.match(response.text, /Items restocked/);
  assert.deepEqual([shop.stock('hot').onHand, shop.stock('hot', 'cnx').onHand], [7, 6]);
  assert.match(response.html, /<legend>ลาเต้ ร้อน \(up to 2\)</);
  assert.match(response.text, /LAT-H 3 3 shipped 1 returned/);
  assert.match(response.text, /Items restocked แตก ลาเต้ ร้อน × 1/);
});

for (const what of ['label', 'packing-slip'])
  test(`the ${what} of a parcel is printed`, async () => {
    const { shop, order, browser, at } = await opened();
    const none = await browser.open(`${at}/label.pdf`);
    assert.equal(none.status, 400);
    await bookOrder(shop, order);
    const { headers, html } = await browser.open(`${at}/${what}.pdf?size=a6`);
    assert.equal(headers.get('content-type'), 'application/pdf');
    assert.ok(html.startsWith('%PDF'));
  });

test('a label without a tracking number is printed for the courier’s counter, until the order has one', async () => {
  const { shop, order, browser, at } = await opened();
  assert.match((await browser.open(at)).html, new RegExp(`/office${at}/address-label.pdf`));
  const { headers, html } = await browser.open(`${at}/address-label.pdf?size=a6`);
  assert.equal(headers.get('content-type'), 'application/pdf');
  assert.ok(html.startsWith('%PDF'));
  await bookOrder(shop, order);
  assert.doesNotMatch((await browser.open(at)).html, /address-label/);
  const late = await browser.open(`${at}/address-label.pdf`);
  assert.equal(late.status, 400);
  assert.match(late.text, officePattern('order_has_numbers'));
});

test('the page polls while a booking is open', async () => {
  const { shop, courier, clock } = await openBookingShop();
  courier.always({ status: 500, body: {}, takesEffect: false });
  const order = await readyOrder(shop);
  await untilBooking(shop, order, 'uncertain');
  const browser = await signedIn(shop, { role: 'staff', store: 'cafe', language: 'en' });
  const watched = (html: string) => /hx-get="\/office(\/orders\/\d+\/shipping\?seen=[^"]+)"/.exec(html)?.[1];
  const path = watched((await browser.open(`/orders/${order.id}`)).html) ?? '';
  const look = () => browser.open(path, { 'HX-Request': 'true' });
  assert.equal((await look()).status, 204);
  courier.always({});
  await advanceUntilBooking(shop, clock, order, ({ state }) => state === 'booked');
  const part = await look();
  assert.match(part.text, /^Shipping .*CX000001 Awaiting handover/);
  assert.equal(watched(part.html), undefined);
  for (const id of ['states', 'tools', 'history']) assert.match(part.html, new RegExp(`id="${id}" hx-swap-oob=`), id);
  assert.match(part.html, /id="tools".*\/label\.pdf.*id="history".*CX000001/s);
  assert.match((await browser.open(path)).text, /^(?!Shipping).*Order #1/);
});

test('a canceled parcel shows its cancellation time and is named in the history', async () => {
  const clock = stoppedClock(Date.UTC(2026, 0, 5, 3));
  const { shop, order, browser, at } = await opened({}, { now: clock.now });
  const { result: parcel } = await bookOrder(shop, order, { trackingNumber: 'FIRST-1' });
  await cancelShipmentStep(shop, parcel);
  clock.forward(10 * MINUTE);
  const { result: next } = await bookOrder(shop, order, { trackingNumber: 'SECOND-1' });
  clock.forward(10 * MINUTE);
  await cancelShipmentStep(shop, next);
  await browser.open(at);
  const { text } = await browser.send(`${at}/cancel`, { by: 'buyer' });
  assert.match(text, /FIRST-1 Canceled [^·]*· 5 Jan 2026 10:00.*SECOND-1 Canceled [^·]*· 5 Jan 2026 10:20/);
  assert.match(text, /Parcel canceled SECOND-1 .*Parcel canceled FIRST-1/);
});

test('a fully returned COD order suggests its cancellation', async () => {
  const { shop, order, browser, at } = await opened({ is_cod: true, cod_fee: 0, cod_amount: 335 });
  const { result: parcel } = await bookOrder(shop, order);
  await pickUpShipment(shop, parcel);
  await browser.open(at);
  await browser.send(`${at}/shipments/${parcel.id}/move`, { to: 'returned' });
  assert.doesNotMatch(browser.page.text, /Cancel returned order/);
  const response = await browser.send(`${at}/return`, { warehouse: '', note: '', ...lines(order, '3', '2') });
  assert.match(response.html, /<button [^>]*popovertarget="act-cancel"[^>]*>Cancel returned order<.*id="act-cancel"/s);
  assert.doesNotMatch(browser.page.text, /Reserved items/);
  await browser.send(`${at}/cancel`, { by: 'buyer' });
  assert.equal(orderOf(shop, order).status, 'canceled');
});

test('a page that shows form errors does not poll', async () => {
  const { shop, courier } = await openBookingShop();
  courier.always({ status: 500, body: {}, takesEffect: false });
  const order = await readyOrder(shop);
  await untilBooking(shop, order, 'uncertain');
  const browser = await signedIn(shop, { language: 'en' });
  assert.match((await browser.open(`/orders/${order.id}`)).html, /shipping\?seen=/);
  const faulty = await browser.send(`/orders/${order.id}/shipments`, { ...DEFAULT_FIELDS, tracking_number: 'ก' });
  assert.deepEqual([faulty.status, /shipping\?seen=/.test(faulty.html)], [422, false]);
});

test('a COD order that waits for payment links to the setting, for those who may open it', async () => {
  const { shop, browser, at } = await opened({ is_cod: true, cod_fee: 0, cod_amount: 325, ship_before_pay: false });
  const link = '<a href="/office/settings/payments#cod">';
  assert.match(browser.page.text, /On hold: awaiting payment\. The store ships COD orders only after payment\./);
  assert.equal(browser.page.html.includes(link), false);
  const owner = await signedIn(shop, { language: 'en', name: 'owner' });
  assert.ok((await owner.open(at)).html.includes(link));
  assert.match((await owner.open('/settings/payments')).html, /id="cod"/);
  await owner.send('/settings/payments/cod', { cod_counts_as_ready: 'on' });
  assert.doesNotMatch((await owner.open(at)).text, /On hold/);
});
