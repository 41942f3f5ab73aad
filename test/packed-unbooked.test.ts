import assert from 'node:assert/strict';
import { test } from 'node:test';
import { existingOrder } from '../src/domain/orders/order.ts';
import { signedIn } from './office.ts';
import { type PlacedOrder, placeOrder } from './order-steps.ts';
import { reportUnpacked } from './packing-steps.ts';
import { bookOrder, itemTuples, lineOf } from './shipment-steps.ts';
import { openShop, type Shop } from './support.ts';

// Packed pieces that are in no parcel while another parcel is booked.

/** An order of three hot lattes and an iced one, and a parcel with one hot latte. */
async function openPartlyBooked() {
  const shop = await openShop();
  const order = await placeOrder(shop, [
    { sku: 'LAT-H', qty: 3 },
    { sku: 'LAT-I', qty: 1 },
  ]);
  await bookOrder(shop, order, { lines: [lineOf(order, 1)] });
  const browser = await signedIn(shop, { role: 'staff', store: 'cafe', language: 'en' });
  const pack = async (...codes: string[]) => {
    await browser.open(`/orders/${order.id}/pack`);
    for (const code of codes) await browser.send(`/orders/${order.id}/pack`, { code });
    return browser.page;
  };
  return { shop, order, browser, pack };
}

const parcelsOf = (shop: Shop, { id }: PlacedOrder) =>
  existingOrder(shop.ctx.db, id).shipments.map((shipment) => [
    shipment.trackingNumber,
    itemTuples(shop, shipment).reduce((sum, [, , qty]) => sum + Number(qty), 0),
  ]);

test('packed pieces in no parcel are shown after packing and on the order, with a field for another number', async () => {
  const { shop, order, browser, pack } = await openPartlyBooked();
  const notice = /3 units packed, not in a parcel yet/;
  assert.match((await pack('LAT-H', 'LAT-H', 'LAT-H', 'LAT-I')).text, notice);
  const { text, html } = await browser.open(`/orders/${order.id}`);
  assert.match(text, notice);
  assert.match(html, /popovertarget="act-shipments"/);
  await browser.open(`/orders/${order.id}/packed`);
  assert.match(browser.page.text, notice);
  const added = await browser.send(`/orders/${order.id}/packed`, { tracking_number: 'SECOND-1' });
  assert.match(added.text, /Tracking number added/);
  assert.doesNotMatch(added.text, /not in a parcel yet/);
  assert.doesNotMatch((await browser.open(`/orders/${order.id}`)).text, /not in a parcel yet/);
  assert.deepEqual(parcelsOf(shop, order), [
    ['EX123456785TH', 1],
    ['SECOND-1', 3],
  ]);
});

test('to ship what is packed, the pieces that are in no parcel need a number of their own', async () => {
  const { shop, order, browser, pack } = await openPartlyBooked();
  await pack('LAT-H', 'LAT-H');
  const at = `/orders/${order.id}/pack/missing`;
  assert.match((await reportUnpacked(browser, at)).text, /1 unit packed, not in a parcel yet .*Tracking number/);
  const refused = await browser.send(`${at}/later`, { tracking_number: '' });
  assert.match(refused.html, /id="field-tracking_number-error"/);
  const packed = await browser.send(`${at}/later`, { tracking_number: 'SECOND-1' });
  assert.match(packed.text, /Packed without the missing items/);
  assert.doesNotMatch(packed.text, /not in a parcel yet/);
  assert.deepEqual(parcelsOf(shop, order), [
    ['EX123456785TH', 1],
    ['SECOND-1', 1],
  ]);
});

test('missing pieces that are left for later are not shown as packed', async () => {
  const { shop, order, browser, pack } = await openPartlyBooked();
  await pack('LAT-H');
  const at = `/orders/${order.id}/pack/missing`;
  assert.doesNotMatch((await reportUnpacked(browser, at)).text, /not in a parcel yet/);
  const packed = await browser.send(`${at}/later`, {});
  assert.match(packed.text, /Packed without the missing items/);
  for (const { text } of [packed, await browser.open(`/orders/${order.id}`)])
    assert.doesNotMatch(text, /not in a parcel yet/);
  assert.equal(parcelsOf(shop, order).length, 1);
});
