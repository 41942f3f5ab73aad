import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byCommand } from '../src/domain/orders/history.ts';
import { existingOrder } from '../src/domain/orders/order.ts';
import { markPacked } from '../src/domain/orders/packing.ts';
import { PLACE } from './booking-steps.ts';
import { signedIn } from './office.ts';
import { placeOrder } from './order-steps.ts';
import { bookOrder, pickUpShipment } from './shipment-steps.ts';
import { runStep } from './stock-steps.ts';
import { openShop } from './support.ts';

// Handing a parcel over on the order page, and what the page offers then.

/** A packed order with a tracking number of EMS, and its page. */
async function opened(language: 'th' | 'en' = 'en') {
  const shop = await openShop();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 2 }], { recipient_address: { name: 'สมชาย', ...PLACE } });
  await runStep(shop, (tx, now) => markPacked(tx, order.id, byCommand(now)));
  const { result: parcel } = await bookOrder(shop, order, { trackingNumber: 'EX123456785TH' });
  const browser = await signedIn(shop, { language });
  const at = `/orders/${order.id}`;
  await browser.open(at);
  return { shop, order, parcel, browser, at };
}

test('the main button hands the parcel over, and the form below it is for fewer items', async () => {
  const { shop, order, parcel, browser, at } = await opened();
  const action = `/orders/${order.id}/shipments/${parcel.id}/pick-up`;
  assert.match(browser.page.html, new RegExp(`id="tools"[^>]*>.{0,80}action="/office${action}"`));
  assert.match(browser.page.text, /Change items or warehouse/);
  const { text } = await browser.send(action);
  assert.match(text, /Parcel handed over/);
  assert.equal(existingOrder(shop.ctx.db, order.id).shippingStatus, 'shipped');
  assert.equal(browser.page.path, at);
});

test('an order with a parcel has no button that edits it', async () => {
  const { shop, browser, at } = await opened();
  assert.doesNotMatch(browser.page.html, new RegExp(`href="/office${at}/edit`));
  const other = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  assert.match((await browser.open(`/orders/${other.id}`)).html, new RegExp(`href="/office/orders/${other.id}/edit`));
});

test('the tracking number leads to the courier, and a message for the customer can be copied once it has left', async () => {
  const { shop, parcel, browser, at } = await opened();
  const page = 'https://track.thailandpost.co.th/?trackNumber=EX123456785TH';
  assert.ok(browser.page.html.includes(`<a href="${page}" target="_blank" rel="noreferrer">EX123456785TH</a>`));
  assert.match(browser.page.html, new RegExp(`data-copies="#tracking-${parcel.id}"`));
  assert.doesNotMatch(browser.page.text, /Copy message/);
  await pickUpShipment(shop, parcel);
  const { html, text } = await browser.open(at);
  assert.match(html, new RegExp(`data-copies="#message-${parcel.id}"`));
  assert.ok(
    html.includes(
      `has shipped your order #1.\nCourier: Thailand Post EMS\nTracking number: EX123456785TH\nTrack your parcel: ${page}`,
    ),
    text,
  );
});

test('the message is in the language of the page', async () => {
  const { shop, parcel, browser, at } = await opened('th');
  await pickUpShipment(shop, parcel);
  const { text } = await browser.open(at);
  assert.match(text, /ส่งพัสดุคำสั่งซื้อ #1 แล้ว ขนส่ง: .*เลขพัสดุ: EX123456785TH ติดตามพัสดุ: https:/);
});

test('a parcel of a courier without a tracking page is announced without a link', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], { shipping_type: 'flash' });
  const { result: parcel } = await bookOrder(shop, order, { trackingNumber: 'TH1' });
  await pickUpShipment(shop, parcel);
  const { text, html } = await (await signedIn(shop, { language: 'en' })).open(`/orders/${order.id}`);
  assert.match(text, /Tracking number: TH1 Copy message/);
  assert.doesNotMatch(html, /Track your parcel/);
});
