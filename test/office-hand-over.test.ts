import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelOrder } from '../src/domain/orders/close.ts';
import { byCommand, historyOf } from '../src/domain/orders/history.ts';
import { markPacked } from '../src/domain/orders/packing.ts';
import type { Id } from '../src/lib/ids.ts';
import { type Browser, errorAt, signedIn } from './office.ts';
import { type PlacedOrder, placeOrder } from './order-steps.ts';
import { bookOrder, cancelShipmentStep, lineOf, pickUpShipment } from './shipment-steps.ts';
import { change } from './sql.ts';
import { runStep } from './stock-steps.ts';
import { cafe, openShop, type Shop, type ShopOptions } from './support.ts';

const AT = '/orders/hand-over';

async function opened(options: ShopOptions = {}) {
  const shop = await openShop(options);
  const browser = await signedIn(shop, { name: 'malee', role: 'packer', store: 'cafe', language: 'en' });
  return { shop, browser };
}

/** An order with a booked parcel that has this number. */
async function parcel(shop: Shop, trackingNumber: string, more: object = {}): Promise<PlacedOrder & { parcelId: Id }> {
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], more);
  const { result } = await bookOrder(shop, order, { trackingNumber });
  return { ...order, parcelId: result.id };
}

const pack = (shop: Shop, { id }: { id: Id }) => runStep(shop, (tx, now) => markPacked(tx, id, byCommand(now)));

async function packedParcel(shop: Shop, trackingNumber: string, more: object = {}) {
  const order = await parcel(shop, trackingNumber, more);
  await pack(shop, order);
  return order;
}

async function scan(browser: Browser, code: string, more: Record<string, string> = {}, at = AT) {
  await browser.open(at);
  return browser.send(at, { code, ...more });
}

const statusOf = ({ ctx: { db } }: Shop, { id }: { id: Id }) =>
  historyOf(db, id).filter(({ event }) => event === 'shipment_picked_up').length;

test('each scan hands over a parcel, by its number or by the code of its order, and counts', async () => {
  const { shop, browser } = await opened();
  const [first, second, third] = [
    await packedParcel(shop, 'EX123456785TH'),
    await packedParcel(shop, 'FLASH2', { external_order_id: 'SHOP-7' }),
    await packedParcel(shop, 'FLASH3'),
  ];
  assert.match(
    (await scan(browser, ' ex123456785th ')).text,
    /Handed over #1 EX123456785TH · 1 today, 2 awaiting handover/,
  );
  assert.match((await scan(browser, 'SHOP-7')).text, /Handed over #2 FLASH2 · 2 today, 1 awaiting handover/);
  const last = await scan(browser, '#3');
  assert.match(last.text, /Handed over #3 FLASH3 · 3 today, 0 awaiting handover/);
  assert.match(last.html, /name="code" value="" required="" autofocus/);
  for (const order of [first, second, third]) assert.equal(statusOf(shop, order), 1);
  assert.match(last.text, /Recently handed over .*FLASH3 .*#3 .*malee .*Undo/);
  const [, manifest = ''] = /href="\/office([^"]*manifest\.pdf[^"]*)"/.exec(last.html) ?? [];
  assert.equal((await browser.open(manifest)).status, 200);
});

for (const [why, prepare, error] of [
  ['is unknown', async () => 'UNKNOWN-1', /No parcel found for UNKNOWN-1/],
  [
    'was handed over before',
    async (shop: Shop) => {
      await pickUpShipment(shop, { id: (await packedParcel(shop, 'P1')).parcelId });
      return 'P1';
    },
    /P1 \(#1\) was already handed over, .* ago/,
  ],
  [
    'belongs to a canceled order',
    async (shop: Shop) => {
      const { id } = await packedParcel(shop, 'P1');
      await runStep(shop, (tx, now) => cancelOrder(tx, id, 'buyer', byCommand(now)));
      return 'P1';
    },
    /Order #1 is “Canceled”. Do not hand it over/,
  ],
  [
    'was canceled',
    async (shop: Shop) => {
      await cancelShipmentStep(shop, { id: (await packedParcel(shop, 'P1')).parcelId });
      return 'P1';
    },
    /Parcel P1 of order #1 was canceled/,
  ],
  [
    'is the code of an order without a parcel',
    async (shop: Shop) => {
      await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
      return '1';
    },
    /#1 has no tracking number yet/,
  ],
  [
    'is not paid',
    async (shop: Shop) => {
      const { id } = await packedParcel(shop, 'P1');
      await runStep(shop, (tx) => tx.run(change('UPDATE orders SET ship_before_pay = 0 WHERE id = ?'), id));
      return 'P1';
    },
    /#1 is not paid. Do not hand it over/,
  ],
] as const)
  test(`a code that ${why} is refused, and nothing is handed over`, async () => {
    const { shop, browser } = await opened();
    const code = await prepare(shop);
    const before = shop.stock('hot');
    const refused = await scan(browser, code);
    assert.equal(refused.status, 422);
    assert.match(errorAt(refused, 'code') ?? '', error);
    assert.match(refused.html, /name="code" value=""/);
    assert.doesNotMatch(refused.text, /Hand over anyway/);
    assert.deepEqual(shop.stock('hot'), before);
  });

test('a parcel of another courier than the chosen one is refused', async () => {
  const { shop, browser } = await opened();
  const order = await packedParcel(shop, 'P1', { shipping_type: 'flash' });
  await packedParcel(shop, 'P2', { shipping_type: 'ems' });
  const refused = await scan(browser, 'P1', {}, `${AT}?courier=ems`);
  assert.match(errorAt(refused, 'code') ?? '', /#1 ships with Flash Express, not with .*EMS/);
  assert.match(
    (await scan(browser, 'P2', {}, `${AT}?courier=ems`)).text,
    /Handed over #2 P2 · 1 today, 0 awaiting handover/,
  );
  assert.match((await browser.open(AT)).text, /All couriers/);
  assert.match((await scan(browser, 'P1', {}, `${AT}?courier=flash`)).text, /Handed over #1 P1/);
  assert.equal(statusOf(shop, order), 1);
});

test('the message after a scan counts the parcels that the page shows: of the chosen courier, or of all', async () => {
  const { shop, browser } = await opened();
  for (const number of ['P1', 'P2']) await packedParcel(shop, number, { shipping_type: 'flash' });
  for (const number of ['E1', 'E2']) await packedParcel(shop, number, { shipping_type: 'ems' });
  assert.match((await scan(browser, 'P1')).text, /Handed over #1 P1 · 1 today, 3 awaiting handover/);
  assert.match((await scan(browser, 'E1')).text, /Handed over #3 E1 · 2 today, 2 awaiting handover/);
  assert.match(
    (await scan(browser, 'E2', {}, `${AT}?courier=ems`)).text,
    /Handed over #4 E2 · 2 today, 0 awaiting handover/,
  );
});

test('of an order with several parcels each number is scanned', async () => {
  const { shop, browser } = await opened();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 2 }]);
  await bookOrder(shop, order, { trackingNumber: 'P1', lines: [lineOf(order, 1)] });
  await bookOrder(shop, order, { trackingNumber: 'P2' });
  await pack(shop, order);
  assert.match(errorAt(await scan(browser, '1'), 'code') ?? '', /#1 has 2 parcels. Scan the tracking number of each/);
  assert.match((await scan(browser, 'P1')).text, /Handed over #1 P1 · 1 today, 1 awaiting handover/);
  assert.match((await scan(browser, 'P2')).text, /Handed over #1 P2 · 2 today, 0 awaiting handover/);
});

test('packed orders without a tracking number are counted, with a link to add it', async () => {
  const { shop, browser } = await opened();
  await packedParcel(shop, 'P1');
  assert.doesNotMatch((await browser.open(AT)).text, /without a tracking number/);
  for (const order of [
    await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]),
    await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]),
  ])
    await pack(shop, order);
  const { text, html } = await browser.open(AT);
  assert.match(text, /1 awaiting handover .*2 packed orders without a tracking number View · Add tracking numbers/);
  assert.match(html, /href="\/office\/orders\/numbers"/);
  assert.match((await browser.open('/orders?tab=packed&number=no')).text, /Awaiting handover 3/);
});

test('an order that is not packed leaves only on confirmation, in a store that packs', async () => {
  const { shop, browser } = await opened();
  await parcel(shop, 'P1');
  assert.match((await scan(browser, 'P1')).text, /Handed over #1 P1/); // the store does not pack
  await packedParcel(shop, 'P2');
  const unpacked = await parcel(shop, 'P3');
  assert.match((await scan(browser, 'P2')).text, /Handed over #2 P2/);
  const refused = await scan(browser, 'P3');
  assert.match(errorAt(refused, 'code') ?? '', /#3 is not packed/);
  assert.equal(statusOf(shop, unpacked), 0);
  assert.match((await browser.send(AT, { code: 'P3', confirmed: 'on' })).text, /Handed over #3 P3/);
});

test('a scan that is sent again is answered as the first', async () => {
  const { shop, browser } = await opened();
  const order = await packedParcel(shop, 'P1');
  const sent = { scan_sender: 'phone', scan_number: '4' };
  for (const again of [1, 2]) assert.match((await scan(browser, 'P1', sent)).text, /Handed over #1 P1/, String(again));
  assert.equal((await scan(browser, 'P1', { ...sent, scan_number: '5' })).status, 422);
  assert.equal(statusOf(shop, order), 1);
});

test('the page undoes a handover, and the parcel waits again', async () => {
  const { shop, browser } = await opened();
  const order = await packedParcel(shop, 'P1');
  const before = shop.stock('hot');
  const scanned = await scan(browser, 'P1');
  assert.match(scanned.html, /aria-label="Undo handover of P1"/);
  const undone = await browser.send(`${AT}/undo`, { parcel: String(order.parcelId) });
  assert.match(undone.text, /Handover of P1 undone .*1 awaiting handover/);
  assert.deepEqual(shop.stock('hot'), before);
  const again = await browser.send(`${AT}/undo`, { parcel: String(order.parcelId) });
  assert.equal(again.status, 422);
  assert.match((await browser.open(`/orders/${order.id}`)).text, /Handover undone .*malee/);
});

test('the order page undoes a handover until the courier has reported the parcel', async () => {
  const { shop, browser } = await opened();
  const order = await packedParcel(shop, 'P1');
  await scan(browser, 'P1');
  const action = `/orders/${order.id}/shipments/${order.parcelId}/undo-pick-up`;
  assert.ok((await browser.open(`/orders/${order.id}`)).html.includes(`action="/office${action}"`));
  assert.match((await browser.send(action)).text, /Handover undone .*Awaiting handover/);
  await scan(browser, 'P1');
  await runStep(shop, (tx, now) => tx.run(change('UPDATE shipments SET status_time = ?'), now));
  assert.doesNotMatch((await browser.open(`/orders/${order.id}`)).text, /Undo handover/);
  assert.doesNotMatch((await browser.open(AT)).html, /Undo handover of/);
});

test('parcels of another store are neither found nor undone', async () => {
  const { shop } = await opened({ stores: [cafe(), cafe({ key: 'other', channels: [{ key: 'own', name: 'Own' }] })] });
  const order = await packedParcel(shop, 'P1');
  const stranger = await signedIn(shop, { name: 'ploy', store: 'other' });
  assert.equal((await scan(stranger, 'P1')).status, 422);
  await pickUpShipment(shop, { id: order.parcelId });
  assert.doesNotMatch((await stranger.open(AT)).text, /P1/);
  assert.equal((await stranger.send(`${AT}/undo`, { parcel: String(order.parcelId) })).status, 404);
});
