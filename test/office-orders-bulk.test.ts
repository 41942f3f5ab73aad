import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelOrder } from '../src/domain/orders/close.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { existingOrder } from '../src/domain/orders/order.ts';
import { markPacked } from '../src/domain/orders/packing.ts';
import type { Id } from '../src/lib/ids.ts';
import { openBookingShop } from './booking-steps.ts';
import { officePattern } from './errors.ts';
import { type Browser, signedIn } from './office.ts';
import { LATTE, threeOrders } from './office-orders-list-steps.ts';
import { placeOrder } from './order-steps.ts';
import { takePaymentStep } from './payment-steps.ts';
import { bookOrder, pickUpShipment } from './shipment-steps.ts';
import { runStep } from './stock-steps.ts';
import { openShop } from './support.ts';

/** Selects orders in the list and clicks a bulk action. */
async function bulk(browser: Browser, action: string, ids: readonly Id[], more: Record<string, string> = {}) {
  await browser.open('/orders');
  return browser.send(`/orders/${action}`, { ids: ids.map(String), ...more });
}

test('documents of selected orders are printed', async () => {
  const shop = await openShop();
  const { first, second } = await threeOrders(shop);
  await bookOrder(shop, first);
  await takePaymentStep(shop, second);
  await bookOrder(shop, second);
  const browser = await signedIn(shop, { role: 'staff', store: 'cafe' });
  for (const what of ['labels', 'pick-list', 'packing-slips', 'packing-slips-a6', 'manifest']) {
    const { headers, html } = await bulk(browser, `print/${what}`, [first.id, second.id], { size: 'a4' });
    assert.equal(headers.get('content-type'), 'application/pdf', what);
    assert.ok(html.startsWith('%PDF'), what);
  }
  const receipts = await bulk(browser, 'print/receipts', [second.id], { confirmed: 'yes' });
  assert.equal(receipts.headers.get('content-type'), 'application/pdf');
});

test('orders that cannot be printed are listed, and the others can be printed', async () => {
  const shop = await openShop();
  const { first, second } = await threeOrders(shop);
  await bookOrder(shop, first);
  const browser = await signedIn(shop, { language: 'en' });
  const response = await bulk(browser, 'print/labels', [first.id, second.id]);
  assert.equal(response.status, 422);
  assert.match(response.text, /Labels: 1 order cannot be printed No tracking number yet: #2 Print the other 1/);
  const rest = await browser.send('/orders/print/labels', { ids: String(first.id), size: '100x75' });
  assert.equal(rest.headers.get('content-type'), 'application/pdf');
  assert.equal((await bulk(browser, 'print/labels', [])).status, 422);
  assert.match(browser.page.text, /Select at least one order/);
});

test('orders that cannot have a receipt are listed, and the others get theirs', async () => {
  const shop = await openShop();
  const paid = await placeOrder(shop, LATTE);
  await takePaymentStep(shop, paid);
  const given = await placeOrder(shop, LATTE, { is_cod: true, cod_amount: '65', cod_fee: '0' });
  const canceled = await placeOrder(shop, LATTE);
  await takePaymentStep(shop, canceled);
  await runStep(shop, (tx, now) => cancelOrder(tx, canceled.id, 'store', byCommand(now)));
  const browser = await signedIn(shop, { language: 'en' });
  const response = await bulk(browser, 'print/receipts', [paid.id, given.id, canceled.id]);
  assert.equal(response.status, 422);
  assert.match(
    response.text,
    /Receipts: 1 order cannot be printed No receipt, because the order is canceled, refunded or not fully paid: #3 Print the other 2/,
  );
  const rest = await browser.send('/orders/print/receipts', { ids: [paid.id, given.id].map(String), confirmed: 'yes' });
  assert.equal(rest.headers.get('content-type'), 'application/pdf');
});

test('more than 500 selected orders are rejected', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop, { language: 'en' });
  const ids = Array.from({ length: 501 }, (_, i) => (i + 1) as Id);
  for (const action of ['print/labels', 'book']) {
    const response = await bulk(browser, action, ids);
    assert.deepEqual(
      [response.status, /501 orders are selected. Select at most 500/.test(response.text)],
      [422, true],
      action,
    );
  }
});

test('selected orders are booked and handed over, and failures show their reason', async () => {
  const { shop } = await openBookingShop();
  const first = await placeOrder(shop, LATTE, { auto_request_xshipping: false });
  const second = await placeOrder(shop, LATTE, { ship_before_pay: false });
  const browser = await signedIn(shop, { language: 'en' });
  const booked = await bulk(browser, 'book', [first.id, second.id]);
  await browser.send('/orders/book', { ids: String(first.id), from: '' });
  assert.match(booked.text, officePattern('order_not_ready_to_ship'));
  const nothing = await bulk(browser, 'picked-up', [second.id]);
  const notHandedOver = /1 order not handed over No tracking number yet: #2 Add tracking numbers/;
  assert.deepEqual([nothing.status, notHandedOver.test(nothing.text)], [422, true]);
  const third = await placeOrder(shop, LATTE, { shipping_type: 'flash' });
  await bookOrder(shop, third);
  const question = await bulk(browser, 'picked-up', [second.id, third.id]);
  assert.match(question.text, /1 of 2 orders can be handed over.* No tracking number yet: #2 Hand over 1 order/);
  assert.equal(existingOrder(shop.ctx.db, third.id).shippingStatus, 'booked');
  const handed = await browser.send('/orders/picked-up', { ids: String(third.id), from: '', confirmed: 'on' });
  assert.deepEqual([handed.path, existingOrder(shop.ctx.db, third.id).shippingStatus], ['/orders', 'shipped']);
  assert.match(handed.text, /1 parcel handed over/);
});

test('orders that were not packed are shown before they are handed over with packed orders', async () => {
  const shop = await openShop();
  const orders = [await placeOrder(shop, LATTE), await placeOrder(shop, LATTE)];
  for (const order of orders) await bookOrder(shop, order);
  const [packed, unpacked] = orders.map(({ id }) => id) as [Id, Id];
  await runStep(shop, (tx, now) => markPacked(tx, packed, byCommand(now)));
  const browser = await signedIn(shop, { language: 'en' });
  const question = await bulk(browser, 'picked-up', [packed, unpacked]);
  assert.match(question.text, /1 order is not packed yet #2 .*Hand over the packed order Hand over all 2 orders/);
  const statuses = () => [packed, unpacked].map((id) => existingOrder(shop.ctx.db, id).shippingStatus);
  assert.deepEqual(statuses(), ['booked', 'booked']);
  await browser.send('/orders/picked-up', { ids: String(packed), from: '', confirmed: 'on' });
  assert.deepEqual(statuses(), ['shipped', 'booked']);
  assert.match((await bulk(browser, 'picked-up', [unpacked])).text, /1 parcel handed over/, 'none of them was packed');
});

test('the main bulk action is possible for most of the orders, and a refused request offers labels', async () => {
  const { shop } = await openBookingShop();
  await placeOrder(shop, LATTE, { auto_request_xshipping: false });
  await placeOrder(shop, LATTE, { ship_before_pay: false });
  const browser = await signedIn(shop, { language: 'en' });
  const mainOn = async (tab: string) => {
    const { html } = await browser.open(`/orders?tab=${tab}`);
    const [, bar = ''] = /<div class="bulk">([\s\S]*?)<details/.exec(html) ?? [];
    return /formaction="\/office([^"]*)"/.exec(bar)?.[1];
  };
  assert.deepEqual([await mainOn('to_pack'), await mainOn('unpaid')], ['/orders/book', '/orders/bulk']);
  const flash = [
    await placeOrder(shop, LATTE, { shipping_type: 'flash' }),
    await placeOrder(shop, LATTE, { shipping_type: 'flash' }),
  ];
  assert.equal(await mainOn('to_pack'), '/orders/print/address-labels');
  const refused = await bulk(
    browser,
    'book',
    flash.map(({ id }) => id),
  );
  assert.match(refused.text, /for 2 of 2 orders .*Print 2 address labels Add tracking numbers/);
  const parcels = [];
  for (const order of flash) parcels.push((await bookOrder(shop, order)).result);
  assert.equal(await mainOn('to_pack'), '/orders/print/labels');
  for (const { id } of flash) await runStep(shop, (tx, now) => markPacked(tx, id, byCommand(now)));
  assert.match((await browser.open('/orders?tab=packed')).html, /<summary class="button main">Mark as handed over/);
  for (const parcel of parcels) await pickUpShipment(shop, parcel);
  assert.match(
    (await browser.open('/orders?tab=on_the_way')).html,
    /<button type="submit" name="action" value="deliver"/,
  );
});

test('a bulk action returns to the same tab, search and page of the list', async () => {
  const { shop } = await openBookingShop();
  const order = await placeOrder(shop, LATTE, { auto_request_xshipping: false });
  const unpaid = await placeOrder(shop, LATTE, { ship_before_pay: false });
  const browser = await signedIn(shop, { language: 'en' });
  const from = '?tab=to_pack&q=%E0%B8%AA%E0%B8%A1&before=9';
  const inHtml = from.replaceAll('&', '&amp;');
  const response = await browser.open(`/orders${from}`);
  assert.ok(response.html.includes(`name="from" value="${inHtml}"`));
  const booked = await browser.send('/orders/book', { ids: String(order.id), from });
  assert.equal(booked.path, `/orders${from}`);
  const none = await browser.send('/orders/picked-up', { ids: String(unpaid.id), from });
  assert.ok(none.html.includes(`href="/office/orders${inHtml}"`));
  await browser.open('/orders');
  assert.equal((await browser.send('/orders/book', { ids: [], from: '//evil.example' })).status, 422);
  assert.ok(!browser.page.html.includes('evil'));
});
