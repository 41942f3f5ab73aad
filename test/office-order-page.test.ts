import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createManualOrder } from '../src/domain/orders/create-manual-order.ts';
import { byUser } from '../src/domain/orders/history.ts';
import type { Id } from '../src/lib/ids.ts';
import { ZERO } from '../src/lib/money.ts';
import { readyOrder, untilBooking } from './booking-steps.ts';
import { derive } from './customer-steps.ts';
import { type Browser, signedIn } from './office.ts';
import { LATTE, opened, UNPAID } from './order-page-steps.ts';
import { placeOrder } from './order-steps.ts';
import { notifyPaymentStep } from './payment-steps.ts';
import { runStep } from './stock-steps.ts';
import { cafe, idOf, openShop } from './support.ts';

const linkBack = ({ page: { html } }: Browser): string => /class="back" href="([^"]*)"/.exec(html)?.[1] ?? '';
const neighborsOn = ({ page: { html } }: Browser): string[] =>
  [...html.matchAll(/aria-label="(Previous|Next) order #(\d+)"/g)].map(([, name, number]) => `${name} ${number}`);

test('the page opened from a list links back to it and to the orders before and after, and its forms keep the list', async () => {
  const shop = await openShop();
  for (const _ of [1, 2, 3]) await placeOrder(shop, LATTE);
  await placeOrder(shop, LATTE, UNPAID);
  const browser = await signedIn(shop, { language: 'en' });
  const list = `list=${encodeURIComponent('tab=to_pack&q=')}`;
  await browser.open(`/orders/2?${list}`);
  assert.equal(linkBack(browser), '/office/orders?tab=to_pack&amp;q=');
  assert.deepEqual(neighborsOn(browser), ['Previous 3', 'Next 1']);
  await browser.open(`/orders/3?${list}`);
  assert.deepEqual(neighborsOn(browser), ['Next 2']);
  const action = /action="\/office(\/orders\/3\/tags\?[^"]*)"/.exec(browser.page.html)?.[1] ?? '';
  await browser.send(action, { tag: 'gift' });
  assert.match(browser.page.text, /gift/);
  assert.equal(linkBack(browser), '/office/orders?tab=to_pack&amp;q=');
  const edit = /href="\/office(\/orders\/3\/edit[^"]*)"/.exec(browser.page.html)?.[1] ?? '';
  await browser.open(edit);
  assert.match(browser.page.html, /class="back" href="\/office\/orders\/3\?list=tab%3Dto_pack/);
  assert.match(browser.page.html, /action="\/office\/orders\/3\/edit\?list=tab%3Dto_pack/);
  await browser.open('/orders/3?list=');
  assert.deepEqual([linkBack(browser), neighborsOn(browser)], ['/office/orders', ['Previous 4', 'Next 2']]);
  await browser.open('/orders/3');
  assert.deepEqual([linkBack(browser), neighborsOn(browser)], ['/office/orders', []]);
});

test('a list in the address leads to no other page', async () => {
  const { browser, at } = await opened();
  for (const list of ['https://other.example/?tab=to_pack', '//other.example', '/../settings', 'x'.repeat(2_001), '#a'])
    assert.equal(
      (await browser.open(`${at}?list=${encodeURIComponent(list)}`)).status && linkBack(browser),
      '/office/orders',
      list,
    );
  await browser.open(`${at}?list=${encodeURIComponent('"><b>&tab=unpaid&to=//other.example&other=1')}`);
  assert.equal(linkBack(browser), '/office/orders?tab=unpaid&amp;to=%2F%2Fother.example');
});

test('an order is canceled and deleted from the menu, and a refused cancellation shows its form with the error', async () => {
  const { browser, at } = await opened();
  assert.match(browser.page.html, /<details class="menu">.*popovertarget="act-cancel".*<\/details>/s);
  assert.match(browser.page.html, /<div id="act-cancel" class="dialog[^>]* popover="auto" role="dialog"/);
  const { html } = await browser.send(`${at}/cancel`, { by: 'nobody' });
  assert.match(html, /<section id="act-cancel" class="card">.*id="field-cancel-by-error"/s);
  await browser.send(`${at}/cancel`, { by: 'store' });
  assert.doesNotMatch(browser.page.html, /act-cancel/);
  await browser.send(`${at}/delete`);
  assert.match(browser.page.text, /Order deleted/);
});

test('a canceled order shows only that it is canceled, and offers no payment link', async () => {
  const { browser, at } = await opened();
  await browser.send(`${at}/cancel`, { by: 'store' });
  const [, states = ''] = /id="states"[^>]*>(.*?)<\/p>/s.exec(browser.page.html) ?? [];
  assert.deepEqual(
    [...states.matchAll(/class="tag [^>]*>([^<]*)/g)].map(([, name]) => name),
    ['Canceled'],
  );
  assert.match(browser.page.text, /Payments No payments .*Shipping .* No parcels (?!yet)/);
  assert.doesNotMatch(browser.page.html, /id="buyer-link"/);
});

test('the recipient leads to the customer, and the details say where the order came from', async () => {
  const { shop, browser, at } = await opened({ channel: 'facebook' });
  await derive(shop);
  const { html, text } = await browser.open(at);
  assert.match(
    html,
    /id="recipient"[^>]*><a href="\/office\/customers\/\d+">สมชาย ใจดี<\/a>\n<a href="tel:0812345678">/,
  );
  assert.match(text, /Unshipped \d[^·]* · Facebook .* Order details API channel Sale page /);
  assert.match(html, /href="\/office\/orders\/1\/packing-slip\.pdf"/);
});

test('an order whose amount a courier collects is not called unpaid', async () => {
  const { browser } = await opened({ is_cod: true, cod_fee: 0, cod_amount: 130 });
  assert.match(browser.page.text, /COD to receive from Thailand Post EMS ฿130/);
  assert.doesNotMatch(browser.page.text, />Unpaid<|Balance due/);
});

test('the payment link is the first action of an unpaid order of the store, and comes before the customer', async () => {
  const shop = await openShop();
  const wanted = {
    ...{ formKey: 'first', shippingType: 'ems', lines: LATTE, recipientAddress: { name: 'สมชาย' } },
    ...{ discount: ZERO, shippingFee: ZERO, otherFee: ZERO, shipBeforePay: false, autoRequestXshipping: false },
  };
  const act = (now: number) => byUser(7 as Id, now);
  const { id } = await runStep(shop, (tx, now) => createManualOrder(tx, idOf(shop.ids.id), wanted, act(now)));
  const browser = await signedIn(shop, { language: 'en' });
  Object.assign(shop.ctx.config.listen, { base_url: 'https://shop.example' }); // the server keeps its own origin
  const { html } = await browser.open(`/orders/${id}`);
  assert.match(html, /id="tools"[^>]*><form [^>]*action="\/office\/orders\/1\/buyer-link"/);
  assert.ok(html.indexOf('id="buyer-link"') < html.indexOf('customer-card'));
  await browser.send(`/orders/${id}/buyer-link`, { days: '30' });
  assert.match(
    browser.page.html,
    /id="tools"[^>]*><button [^>]*data-copies="#buyer-link-address"[^>]* data-copies-now=""/,
  );
  await browser.open(`/orders/${id}`);
  assert.doesNotMatch(browser.page.html, /data-copies-now/);
  assert.match(
    (await browser.open(`/orders/${(await placeOrder(shop, LATTE, UNPAID)).id}`)).text,
    /Order #2 Mark as paid/,
  );
});

test('the review of a payment shows slip, amount and balance due with its decision', async () => {
  const { shop, order, browser, at } = await opened();
  const { paymentId } = await notifyPaymentStep(shop, order, '130');
  await browser.open(at);
  const review = browser.page.html.slice(browser.page.html.indexOf(`id="review-${paymentId}"`));
  assert.match(browser.page.html, new RegExp(`id="tools"[^>]*><button [^>]*popovertarget="review-${paymentId}"`));
  assert.match(review, /Balance due.*฿130.*payments\/1\/confirm.*payments\/1\/reject/s);
  await browser.send(`${at}/payments/${paymentId}/reject`, { reason: 'not received' });
  assert.doesNotMatch(browser.page.html, /id="review-/);
});

test('a request that failed for lack of tracking numbers links to the form that adds some', async () => {
  const couriers = [{ shipping_type: 'ems', adapter: 'number_pool', prefix: 'EX', first: 12345678, count: 1 }];
  const shop = await openShop({ stores: [cafe({ couriers })] });
  await untilBooking(shop, await readyOrder(shop), 'booked');
  const order = await readyOrder(shop);
  await untilBooking(shop, order, 'failed');
  const { id } = order;
  const owner = await signedIn(shop, { language: 'en' });
  assert.match(
    (await owner.open(`/orders/${id}`)).html,
    /<a href="\/office\/settings\/couriers\/ems#add-numbers">Add number range<\/a>/,
  );
  const staff = await signedIn(shop, { name: 'staff', role: 'staff', store: 'cafe', language: 'en' });
  assert.doesNotMatch((await staff.open(`/orders/${id}`)).html, /#add-numbers/);
});
