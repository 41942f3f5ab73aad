import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listCodParcels, newestCodParcels, openCodSums } from '../src/domain/orders/payments/cod-parcels.ts';
import { moneyText } from '../src/lib/money.ts';
import {
  cancelParcel,
  codOrder,
  moveParcel,
  openSeller,
  remitRows,
  sendCodOrder,
  sendParcel,
  setCodStatus,
} from './cod-steps.ts';
import { signedIn } from './office.ts';
import { placeOrder } from './order-steps.ts';
import { RECIPIENT } from './personal-data.ts';
import { stoppedClock } from './stopped-clock.ts';
import { idOf, type Shop } from './support.ts';

const DAY = 86_400_000;

const STATUSES = [undefined, 'pending', 'collected', 'remitted', 'failed'] as const;

/** Parcels of every kind, two of one order, some with another courier. */
async function addEveryKind(shop: Shop): Promise<void> {
  for (const [at, number] of [
    ['booked', 'A-1'],
    ['in_transit', 'A-2'],
    ['delivered', 'A-3'],
    ['returned', 'A-4'],
    ['delivered', 'A-5'],
  ] as const)
    await sendCodOrder(shop, '65', number, { at });
  await setCodStatus(shop, await sendCodOrder(shop, '70', 'B-1'), 'failed');
  await setCodStatus(shop, await sendCodOrder(shop, '75', 'B-2'), 'collected');
  const other = await codOrder(shop, '80', { shipping_type: 'flash' });
  await sendParcel(shop, other, 'C-1', { at: 'delivered' });
  const two = await codOrder(shop, '100', { qty: 2 });
  await moveParcel(shop, await sendParcel(shop, two, 'D-1', { qty: 1, cod: '40' }), 'delivered');
  await sendParcel(shop, two, 'D-2');
  await remitRows(shop, [['A-5', '65']]);
}

test('pages of parcels together equal the whole list, newest first', async () => {
  const shop = await openSeller();
  await addEveryKind(shop);
  const { db } = shop.ctx;
  const store = idOf(shop.ids.id);
  for (const codStatus of STATUSES)
    for (const shippingType of [undefined, 'ems', 'flash', 'dhl']) {
      const { parcels } = listCodParcels(db, store, { codStatus, shippingType, limit: 50, offset: 0 });
      const key = `${codStatus} ${shippingType}`;
      assert.deepEqual(newestCodParcels(db, store, { codStatus, shippingType, limit: 50 }), parcels, key);
      const before = parcels[0]?.shipmentId;
      if (before === undefined) continue;
      const second = newestCodParcels(db, store, { codStatus, shippingType, before, limit: 2 });
      assert.deepEqual(second, parcels.slice(1, 3), key);
    }
  assert.deepEqual(newestCodParcels(db, idOf('999'), { limit: 50 }), []);
});

test('totals cover the COD that couriers still hold, of all couriers or of one', async () => {
  const shop = await openSeller();
  await addEveryKind(shop);
  const sums = (courier?: string) =>
    openCodSums(shop.ctx.db, idOf(shop.ids.id), courier).map(({ count, amount, hasMore }) => [
      count,
      moneyText(amount),
      hasMore,
    ]);
  const { sums: all } = listCodParcels(shop.ctx.db, idOf(shop.ids.id), { limit: 1, offset: 0 });
  const whole = (status: string) => {
    const sum = all.find(({ codStatus }) => codStatus === status);
    return [sum?.count, sum && moneyText(sum.amount), false];
  };
  assert.deepEqual(sums(), [whole('pending'), whole('collected')]);
  assert.deepEqual(sums('flash'), [
    [0, '0', false],
    [1, '80', false],
  ]);
});

test('collected COD is receivable from the courier, and the customer owes nothing', async () => {
  const shop = await openSeller();
  const order = await codOrder(shop, '225', { shipping_type: 'flash' });
  const browser = await signedIn(shop, { store: 'cafe', language: 'en' });
  assert.match((await browser.open(`/orders/${order.id}`)).text, /Payments Flash Express collects ฿225 on delivery/);
  await sendParcel(shop, order, 'TH-1', { at: 'delivered' });
  const { text, html } = await browser.open(`/orders/${order.id}`);
  assert.match(text, /Open COD awaiting payout Delivered /);
  assert.match(text, /COD to receive from Flash Express ฿225/);
  assert.match(text, /Payments Flash Express collected ฿225 on delivery, awaiting payout/);
  assert.doesNotMatch(text, /Balance due|Mark as paid|PromptPay QR|Unpaid/);
  assert.doesNotMatch(html, /href="#act-payments"/);
});

test('an order that came back or whose COD failed is not called unpaid', async () => {
  const shop = await openSeller();
  const browser = await signedIn(shop, { store: 'cafe', language: 'en' });
  const failed = await codOrder(shop, '65');
  await setCodStatus(shop, await sendParcel(shop, failed, 'TH-1', { at: 'in_transit' }), 'failed');
  const unpaid = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  assert.match((await browser.open(`/orders/${unpaid.id}`)).text, /Unpaid/);
  await sendParcel(shop, unpaid, 'TH-2', { at: 'returned' });
  for (const { id } of [failed, unpaid])
    assert.doesNotMatch((await browser.open(`/orders/${id}`)).html, />\s*Unpaid\s*</, `${id}`);
  assert.doesNotMatch((await browser.open('/orders?tab=all')).html, />\s*Unpaid\s*<\/(?!a)/);
});

test('the COD list finds parcels by tracking number, order number, recipient and telephone', async () => {
  const shop = await openSeller();
  await addEveryKind(shop);
  await cancelParcel(shop, await sendParcel(shop, await codOrder(shop, '90'), 'TH0147', { at: 'booked' }));
  await sendParcel(shop, await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]), 'PAID-1');
  const browser = await signedIn(shop, { store: 'cafe', language: 'en' });
  const found = async (q: string) => {
    const { html } = await browser.open(`/orders/cod?${new URLSearchParams({ q })}`);
    return [...html.matchAll(/\b[ABCD]-\d|TH0147|PAID-1/g)].map(([number]) => number).filter((number) => number !== q);
  };
  assert.deepEqual(await found(' c- 1'), ['C-1']);
  for (const q of ['C-9', 'TH0147', 'PAID-1']) assert.deepEqual(await found(q), [], q);
  assert.match((await browser.open('/orders/cod?q=A-4&status=failed&courier=ems')).text, /\bA-4\b/);
  assert.match((await browser.open('/orders/cod?q=A-4&status=pending')).text, /No parcels found/);
  assert.match((await browser.open('/orders/cod.csv?q=D-1')).html, /D-1,[^\n]*\r\n$/);
  const all = ['D-2', 'D-1', 'C-1', 'B-2', 'B-1', 'A-5', 'A-4', 'A-3', 'A-2', 'A-1'];
  const unique = async (q: string) => [...new Set(await found(q))];
  for (const q of [RECIPIENT.name, RECIPIENT.telephone]) assert.deepEqual(await unique(q), all, q);
  assert.deepEqual(await unique('#9'), ['D-2', 'D-1']);
  const stranger = await signedIn(shop, { name: 'nid', store: 'cafe', permissions: ['money'], language: 'en' });
  assert.match((await stranger.open('/orders/cod?q=9')).text, /\bD-1\b/);
  assert.match((await stranger.open(`/orders/cod?q=${RECIPIENT.telephone}`)).text, /No parcels found/);
});

test('late COD is not paid out a week after the delivery, or after the handover without one', async () => {
  const clock = stoppedClock();
  const shop = await openSeller({ now: clock.now });
  await addEveryKind(shop);
  await sendCodOrder(shop, '60', 'D-3');
  const slow = await sendParcel(shop, await codOrder(shop, '65'), 'D-4');
  clock.forward(3 * DAY);
  await moveParcel(shop, slow, 'delivered');
  clock.forward(4 * DAY);
  const browser = await signedIn(shop, { store: 'cafe', language: 'en' });
  const late = async (query = '') => {
    const { text } = await browser.open(`/orders/cod?status=late${query}`);
    return text.match(/\b[ABCD]-\d\b/g) ?? [];
  };
  assert.deepEqual(await late(), []);
  clock.forward(1_000);
  assert.deepEqual(await late(), ['D-3', 'D-2', 'D-1', 'C-1', 'B-2', 'A-3', 'A-2']);
  assert.deepEqual(await late('&courier=flash'), ['C-1']);
  assert.deepEqual(await late('&q=A-3'), ['A-3']);
  assert.deepEqual(await late('&q=A-1'), [], 'not handed over');
  assert.deepEqual(await late('&q=D-4'), [], 'delivered later');
  assert.match(browser.page.text, /Parcels without a payout 7 days after the delivery/);
});

test('the filtered list of COD parcels can be downloaded as CSV', async () => {
  const shop = await openSeller();
  const browser = await signedIn(shop, { role: 'staff', store: 'cafe', language: 'en' });
  await sendCodOrder(shop, '65', 'FIRST-1', { at: 'delivered' });
  await sendCodOrder(shop, '70', 'SECOND-1');
  const { html, headers } = await browser.open('/orders/cod.csv?status=collected');
  assert.match(headers.get('content-disposition') ?? '', /attachment; filename="cod\.csv"/);
  assert.match(
    html,
    /^\ufeff?Order,Tracking number,Recipient,Courier,Status,COD amount,Paid out,[^\n]*,Delivered\r\n1,FIRST-1,[^,]*,Thailand Post EMS,COD awaiting payout,65\.00,,,,,,,\d{4}-[^\n]*\r\n$/,
  );
});
