import assert from 'node:assert/strict';
import { test } from 'node:test';
import { existingOrder } from '../src/domain/orders/order.ts';
import { officePattern } from './errors.ts';
import { errorAt } from './office.ts';
import type { PlacedOrder } from './order-steps.ts';
import { opened, reportUnpacked, scan } from './packing-steps.ts';
import { bookOrder, cancelShipmentStep, itemTuples, lineOf } from './shipment-steps.ts';
import type { Shop } from './support.ts';

// Units that were left for a later parcel do not leave before they are packed.

const parcelsOf = (shop: Shop, { id }: PlacedOrder) =>
  existingOrder(shop.ctx.db, id).shipments.map((shipment) => [
    shipment.trackingNumber,
    shipment.status,
    itemTuples(shop, shipment).reduce((sum, [, , qty]) => sum + Number(qty), 0),
  ]);

/** An order of two hot lattes and an iced one. Hot ones, by default both, are packed in a parcel; the rest ships later. */
async function openPartlyPacked({ hot = 2 } = {}) {
  const { shop, order, browser, at } = await opened();
  await browser.open(at);
  for (let i = 0; i < hot; i += 1) await scan(browser, at, 'LAT-H');
  await reportUnpacked(browser, `${at}/missing`);
  await browser.send(`${at}/missing/later`, { tracking_number: 'EX123456785TH' });
  return { shop, order, browser, at };
}

test('the number of a parcel does not select its order for another parcel', async () => {
  const { shop, order, browser } = await openPartlyPacked();
  await browser.open('/orders/numbers');
  const refused = await browser.send('/orders/numbers', { code: 'ex123456785th' });
  assert.equal(refused.status, 422);
  assert.equal(errorAt(refused, 'code'), 'EX123456785TH is the tracking number of a parcel of order #1');
  assert.equal(parcelsOf(shop, order).length, 1);
});

test('units that were left for later get no number before they are packed', async () => {
  const { shop, order, browser, at } = await openPartlyPacked();
  await browser.open('/orders/numbers');
  const refused = await browser.send('/orders/numbers', { code: '#1' });
  assert.equal(refused.status, 422);
  assert.match(errorAt(refused, 'code') ?? '', officePattern('rest_not_packed', { orderNumber: 1, units: 1 }));
  const direct = await browser.send(`/orders/numbers/${order.id}`, { tracking_number: 'EX123456799TH' });
  assert.equal(direct.status, 422);
  assert.equal(parcelsOf(shop, order).length, 1);

  await browser.open('/orders/hand-over');
  await browser.send('/orders/hand-over', { code: 'EX123456785TH' });
  assert.match((await browser.open('/orders/pack')).text, /#1 /, 'its rest is packed next');
  await browser.open('/orders/numbers');
  await browser.send(`/orders/numbers/${order.id}`, { tracking_number: 'EX123456799TH' });
  await browser.open(at);
  await scan(browser, at, 'LAT-I');
  await browser.open('/orders/hand-over');
  await browser.send('/orders/hand-over', { code: 'EX123456799TH' });
  assert.deepEqual(parcelsOf(shop, order), [
    ['EX123456785TH', 'picked_up', 2],
    ['EX123456799TH', 'picked_up', 1],
  ]);
});

test('a parcel of units that were left for later is not packed, although the order has a packed parcel', async () => {
  const { shop, order, browser } = await openPartlyPacked();
  await bookOrder(shop, order, { lines: [lineOf(order, 1, 1)], trackingNumber: 'EX123456799TH' });
  const { onHand } = shop.stock('iced');
  await browser.open('/orders/hand-over');
  const later = await browser.send('/orders/hand-over', { code: 'EX123456799TH' });
  assert.match(errorAt(later, 'code') ?? '', officePattern('handover_not_packed', { orderNumber: 1 }));
  assert.equal(shop.stock('iced').onHand, onHand);
  const first = await browser.send('/orders/hand-over', { code: 'EX123456785TH' });
  assert.match(first.text, /Handed over #1 EX123456785TH/);
  assert.match((await browser.open('/orders/pack')).text, /#1 /, 'its rest is packed next');
});

test('a new number for the packed units does not include those that were left for later', async () => {
  const { shop, order, browser } = await openPartlyPacked();
  const [wrong] = existingOrder(shop.ctx.db, order.id).shipments;
  await cancelShipmentStep(shop, wrong ?? assert.fail());
  await browser.open('/orders/numbers');
  await browser.send('/orders/numbers', { code: '#1' });
  await browser.send(`/orders/numbers/${order.id}`, { tracking_number: 'EX123456799TH' });
  assert.deepEqual(parcelsOf(shop, order), [
    ['EX123456785TH', 'canceled', 2],
    ['EX123456799TH', 'booked', 2],
  ]);
});

test('a packed parcel stays packed if a parcel of units that were left for later is handed over before it', async () => {
  const { shop, order, browser } = await openPartlyPacked({ hot: 1 });
  await bookOrder(shop, order, { lines: [lineOf(order, 1)], trackingNumber: 'EX123456799TH' });
  await browser.open('/orders/hand-over');
  await browser.send('/orders/hand-over', { code: 'EX123456799TH', confirmed: 'on' });
  const first = await browser.send('/orders/hand-over', { code: 'EX123456785TH' });
  assert.match(first.text, /Handed over #1 EX123456785TH/);
  assert.deepEqual(
    parcelsOf(shop, order).map(([, status, units]) => [status, units]),
    [
      ['picked_up', 1],
      ['picked_up', 1],
    ],
  );
});
