import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelOrder } from '../src/domain/orders/close.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { existingOrder } from '../src/domain/orders/order.ts';
import { addOrderTag } from '../src/domain/orders/order-tags.ts';
import { markPacked } from '../src/domain/orders/packing.ts';
import { moveShipment } from '../src/domain/orders/shipments/move.ts';
import { returnGoods } from '../src/domain/orders/shipments/return.ts';
import type { Id } from '../src/lib/ids.ts';
import { openBookingShop } from './booking-steps.ts';
import { officePattern } from './errors.ts';
import { type Browser, signedIn } from './office.ts';
import { placeOrder } from './order-steps.ts';
import { notifyPaymentStep, takePaymentStep } from './payment-steps.ts';
import { bookOrder, lineOf, pickUpShipment } from './shipment-steps.ts';
import { runStep } from './stock-steps.ts';
import { cafe, openShop, type Shop } from './support.ts';

const LATTE = [{ sku: 'LAT-H', qty: 1 }];

const to = (name: string, telephone = '0812345678') => ({ recipient_address: { name, telephone, province: 'น่าน' } });

/** The order numbers on the page, in display order. */
const numbersOn = ({ html }: { html: string }): number[] =>
  [...html.matchAll(/<th scope="row"[^>]*><a href="\/office\/orders\/\d+(?:\?list=[^"]*)?">#(\d+)</g)].map(
    ([, number]) => Number(number),
  );

async function threeOrders(shop: Shop) {
  const first = await placeOrder(shop, LATTE, to('สมชาย ใจดี'));
  const second = await placeOrder(shop, LATTE, { ...to('Mary <b>Anderson</b>', '0891112222'), ship_before_pay: false });
  const third = await placeOrder(shop, LATTE, { ...to('สุดา ทองคำ'), ship_before_pay: false, channel: 'line' });
  await notifyPaymentStep(shop, third, '65');
  return { first, second, third };
}

test('the list shows the store’s orders, newest first', async () => {
  const shop = await openShop();
  await threeOrders(shop);
  const browser = await signedIn(shop);
  const response = await browser.open('/orders');
  assert.deepEqual(numbersOn(response), [3, 2, 1]);
  for (const part of ['Mary <b>Anderson</b>', 'ลาเต้ ร้อน', '฿65', 'รอตรวจสลิป', 'LINE', '0891112222 · น่าน'])
    assert.ok(response.text.includes(part), part);
  assert.ok(!response.html.includes('<b>Anderson'));
});

test('tabs, filters and search narrow the list, and an empty result says so', async () => {
  const shop = await openShop();
  await threeOrders(shop);
  const browser = await signedIn(shop, { language: 'en' });
  const on = async (query: string) => numbersOn(await browser.open(`/orders${query}`));
  assert.deepEqual(await on('?tab=unpaid'), [2]);
  assert.deepEqual(await on('?tab=to_confirm'), [3]);
  assert.deepEqual(await on('?tab=to_pack'), [1]);
  assert.deepEqual(await on('?q=mary'), [2]);
  assert.deepEqual(await on('?q=2222&tab=unpaid'), [2]);
  assert.deepEqual(await on('?channel=line'), [3]);
  assert.deepEqual(await on('?paid=yes'), []);
  assert.deepEqual(await on('?from=2020-01-01&to=2020-01-31'), []);
  assert.match(browser.page.text, /No orders found .* Clear all/);
  assert.deepEqual(await on('?tab=nonsense&before=nonsense&from=yesterday'), [3, 2, 1]);
  await browser.open('/orders?tab=returning');
  assert.match(browser.page.text, /No returns/);
});

test('each active filter is a link that removes it, and the links of the orders lead back to the filtered list', async () => {
  const shop = await openShop();
  await threeOrders(shop);
  const browser = await signedIn(shop, { language: 'en' });
  const { html } = await browser.open('/orders?tab=to_confirm&channel=line&paid=no&tag=&before=9');
  assert.match(html, /<details><summary class="button">/, 'the form of the filters is folded');
  const chips = [...html.matchAll(/<a class="chip" href="([^"]*)" aria-label="([^"]*)"/g)].map(([, href, label]) => [
    href?.replaceAll('&amp;', '&'),
    label,
  ]);
  assert.deepEqual(chips, [
    ['/office/orders?tab=to_confirm&paid=no&tag=', 'Remove filter Sales channel: LINE'],
    ['/office/orders?tab=to_confirm&channel=line&tag=', 'Remove filter Payment status: Not fully paid'],
  ]);
  assert.match(html, /href="\/office\/orders\/3\?list=tab%3Dto_confirm%26channel%3Dline%26paid%3Dno%26before%3D9"/);
  assert.match((await browser.open('/orders')).html, /href="\/office\/orders\/3\?list="/);
});

test('a packed order is tagged until a parcel leaves', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, LATTE);
  const browser = await signedIn(shop, { language: 'en' });
  assert.doesNotMatch((await browser.open('/orders')).text, /Unfulfilled Packed/);
  await runStep(shop, (tx, now) => markPacked(tx, order.id, byCommand(now)));
  assert.match((await browser.open('/orders?tab=to_pack')).text, /To pack Packed 1 .*All orders are packed/);
  assert.match((await browser.open('/orders?tab=packed')).text, /Unfulfilled Packed/);
  await pickUpShipment(shop, (await bookOrder(shop, order)).result);
  assert.match((await browser.open('/orders?tab=packed')).text, /No packed orders wait for the courier/);
});

test('returns to restock are counted on their tab and on Today', async () => {
  const shop = await openShop();
  const [waiting, restocked] = [await placeOrder(shop, LATTE), await placeOrder(shop, LATTE)];
  for (const order of [waiting, restocked]) {
    const { result: parcel } = await bookOrder(shop, order);
    await pickUpShipment(shop, parcel);
    for (const to of ['returning', 'returned'] as const)
      await runStep(shop, (tx, now) => moveShipment(tx, parcel.id, to, byCommand(now)));
  }
  await runStep(shop, (tx, now) => returnGoods(tx, restocked.id, { lines: [lineOf(restocked, 1)] }, byCommand(now)));
  const browser = await signedIn(shop, { language: 'en' });
  const today = await browser.open('/');
  assert.match(today.text, /1 Returns to restock/);
  assert.match(today.html, /href="\/office\/orders\?tab=returning&amp;awaits_restock=1"/);
  assert.deepEqual(numbersOn(await browser.open('/orders?tab=returning')), [2, 1]);
  assert.match(browser.page.text, /Returns 1 More tabs Delivered Canceled\/expired/);
  assert.deepEqual(numbersOn(await browser.open('/orders?tab=returning&awaits_restock=1')), [1]);
});

test('an empty list shows what to do', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop);
  const { text } = await browser.open('/orders');
  assert.match(text, /ยังไม่มีคำสั่งซื้อ คำสั่งซื้อจากคู่ค้าจะขึ้นที่นี่เอง หรือสร้างเองก็ได้ สร้างคำสั่งซื้อ/);
});

test('the list has pages of fifty', async () => {
  const shop = await openShop({ stores: [cafe({ settings: { sell_below_zero: true } })] });
  for (let i = 0; i < 51; i += 1) await placeOrder(shop, LATTE);
  const browser = await signedIn(shop);
  const first = await browser.open('/orders?tab=to_pack');
  const next = /href="\/office(\/orders\?[^"]*before=[^"]*)"/.exec(first.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const second = await browser.open(next);
  assert.deepEqual([numbersOn(first).length, numbersOn(second)], [50, [1]]);
  for (const { text } of [first, second, await browser.open('/orders?sort=total')])
    assert.match(text, /เลือกทั้ง 51 รายการ/, 'a bulk action can have all pages');
  assert.doesNotMatch((await browser.open('/orders?q=%231')).html, /name="all"/, 'there is one page');
});

test('a refresh of the list returns it only after a write', async () => {
  const shop = await openShop();
  await placeOrder(shop, LATTE);
  const browser = await signedIn(shop);
  const first = await browser.open('/orders?tab=to_pack');
  const versionOf = (html: string) => /data-live="([^"]+)"/.exec(html)?.[1] ?? '';
  const refresh = (seen: string) => browser.open('/orders?tab=to_pack', { 'HX-Request': 'true', 'Raan-Seen': seen });
  const seen = versionOf(first.html);
  assert.equal((await refresh(seen)).status, 204);
  await placeOrder(shop, LATTE);
  const second = await refresh(seen);
  assert.deepEqual([second.status, numbersOn(second)], [200, [2, 1]]);
  assert.notEqual(versionOf(second.html), seen);
  assert.equal((await refresh(versionOf(second.html))).status, 204);
});

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
  for (const what of ['labels', 'pick-list', 'packing-slips', 'manifest']) {
    const { headers, html } = await bulk(browser, `print/${what}`, [first.id, second.id], { size: 'a4' });
    assert.equal(headers.get('content-type'), 'application/pdf', what);
    assert.ok(html.startsWith('%PDF'), what);
  }
  const receipts = await bulk(browser, 'print/receipts', [second.id]);
  assert.equal(receipts.headers.get('content-type'), 'application/pdf');
});

test('orders that cannot be printed are listed, and the others can be printed', async () => {
  const shop = await openShop();
  const { first, second } = await threeOrders(shop);
  await bookOrder(shop, first);
  const browser = await signedIn(shop, { language: 'en' });
  const response = await bulk(browser, 'print/labels', [first.id, second.id]);
  assert.equal(response.status, 422);
  assert.match(response.text, /Labels: 1 order cannot be printed #2 .*: no tracking number yet Print the other 1/);
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
    /Receipts: 1 order cannot be printed #3 .*: no receipt: canceled, refunded or not fully paid Print the other 2/,
  );
  const rest = await browser.send('/orders/print/receipts', { ids: [paid.id, given.id].map(String) });
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
  assert.match(booked.text, officePattern('order_not_ready_to_ship'));
  const nothing = await bulk(browser, 'picked-up', [second.id]);
  assert.deepEqual([nothing.status, /#2 .*no parcel to hand over/.test(nothing.text)], [422, true]);
  const third = await placeOrder(shop, LATTE, { shipping_type: 'flash' });
  await bookOrder(shop, third);
  const handed = await bulk(browser, 'picked-up', [third.id]);
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
  assert.match(question.text, /1 order was not packed #2 .*Hand over the packed order Hand over all 2 orders/);
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
  assert.match(refused.text, /2 orders failed .*Print 2 address labels Add tracking numbers/);
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

test('the filtered list is a CSV without spreadsheet formulas', async () => {
  const shop = await openShop();
  const { id } = await placeOrder(shop, LATTE, to('=HYPERLINK("http://x")', '+66891112222'));
  await placeOrder(shop, LATTE, { ...to('สุดา'), ship_before_pay: false });
  for (const tag of ['ด่วน', 'VIP']) await shop.ctx.write((tx) => addOrderTag(tx, id, tag));
  const browser = await signedIn(shop);
  const { html: csv, headers } = await browser.open('/orders/csv?tab=to_pack');
  const [head = '', row = '', ...rest] = csv.split('\r\n');
  assert.match(headers.get('content-disposition') ?? '', /attachment; filename="orders.csv"/);
  assert.match(head, /^\ufeff?เลขคำสั่งซื้อ,เลขอ้างอิงคู่ค้า,วันที่สั่งซื้อ.*,แท็ก$/);
  assert.match(row, /,"VIP, ด่วน"$/);
  assert.match(
    row,
    /^1,,\d{4}-\d\d-\d\d \d\d:\d\d,.*"'=HYPERLINK\(""http:\/\/x""\)",'\+66891112222,น่าน,ลาเต้ ร้อน,1,65,/,
  );
  assert.deepEqual(rest, ['']);
});
