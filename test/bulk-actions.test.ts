import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountByName } from '../src/domain/accounts/accounts.ts';
import { applyNextOrders } from '../src/domain/orders/bulk/bulk-actions.ts';
import { cancelOrder } from '../src/domain/orders/close.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { existingOrder } from '../src/domain/orders/order.ts';
import { addOrderTag, tagsOfOrder } from '../src/domain/orders/order-tags.ts';
import type { PaymentReport } from '../src/domain/orders/payments/payments.ts';
import type { Id } from '../src/lib/ids.ts';
import { MAX_TAGS } from '../src/lib/tags.ts';
import { baht } from './amounts.ts';
import { codOrder, sendParcel } from './cod-steps.ts';
import { officePattern } from './errors.ts';
import { type Browser, signedIn } from './office.ts';
import { placeOrder } from './order-steps.ts';
import { byChannel, eventsOf, notifyPaymentStep } from './payment-steps.ts';
import { slipCode, slipPicture } from './slip-pictures.ts';
import { change } from './sql.ts';
import { openShop, type Shop } from './support.ts';

const LATTE = [{ sku: 'LAT-H', qty: 1 }];

async function openOrders(count: number) {
  const shop = await openShop();
  const orders: Id[] = [];
  for (let i = 0; i < count; i += 1) orders.push((await placeOrder(shop, LATTE, { ship_before_pay: false })).id);
  return { shop, orders, browser: await signedIn(shop, { language: 'en' }) };
}

async function preview(browser: Browser, fields: Record<string, string | readonly string[]>) {
  await browser.open('/orders');
  return browser.send('/orders/bulk', fields);
}

/** Confirms the preview and waits until the job has applied it. */
async function run(shop: Shop, browser: Browser, fields: Record<string, string> = {}) {
  const { path } = browser.page;
  const sent = await browser.send(path.replace(/\?|$/, '/run$&'), fields);
  while (await applyNextOrders(shop.ctx));
  return { sent, page: await browser.open(path), path };
}

const stateOf = (shop: Shop, id: Id) => {
  const { status, paymentStatus, payments } = existingOrder(shop.ctx.db, id);
  return [status, paymentStatus, payments.length];
};

test('the preview of a bulk action lists the orders that it will change, and the skipped orders with the reason', async () => {
  const { shop, orders, browser } = await openOrders(3);
  await notifyPaymentStep(shop, { id: orders[1] as Id }, '65');
  const { text } = await preview(browser, { action: 'paid', ids: orders.map(String) });
  assert.match(text, /2 orders will be changed .* Total balance due ฿130 .* Mark 2 orders as paid Back to orders/);
  assert.match(text, /Order Recipient Balance due #1 สมชาย ใจดี ฿65 #3 สมชาย ใจดี ฿65/);
  assert.match(text, /1 order will be skipped A payment is pending review: #2/);
  assert.deepEqual(stateOf(shop, orders[0] as Id), ['open', 'unpaid', 0]);
});

test('a running action counts the orders of its button, without those that it skips', async () => {
  const { shop, orders, browser } = await openOrders(3);
  await notifyPaymentStep(shop, { id: orders[1] as Id }, '65');
  const { path } = await preview(browser, { action: 'paid', ids: orders.map(String) });
  await shop.ctx.write((tx) => tx.run(change('UPDATE bulk_actions SET start_time = 1'))); // unseen by the job
  assert.match((await browser.open(path)).text, /In progress: 0 of 2 /);
});

test('the preview and the result of a bulk action lead back to the list of the selection', async () => {
  const { shop, orders, browser } = await openOrders(2);
  await preview(browser, { action: 'tag', ids: orders.map(String), from: '?tab=unpaid&paid=no' });
  const back = 'href="/office/orders?tab=unpaid&amp;paid=no"';
  assert.ok(browser.page.html.includes(back), browser.page.path);
  const [, action = ''] = /action="\/office(\/orders\/bulk\/\d+\/run[^"]*)"/.exec(browser.page.html) ?? [];
  const started = await browser.send(action, { value: 'VIP' });
  while (await applyNextOrders(shop.ctx));
  assert.ok((await browser.open(started.path)).html.includes(back), started.path);
});

test('the preview names customers only for accounts with the permission, and amounts only for payments', async () => {
  const { shop, orders, browser } = await openOrders(1);
  const { text } = await preview(browser, { action: 'cancel', ids: orders.map(String) });
  assert.match(text, /Order Recipient #1 สมชาย ใจดี(?! ฿)/);
  const other = await signedIn(shop, {
    name: 'keeper',
    permissions: ['orders', 'money'],
    store: 'cafe',
    language: 'en',
  });
  assert.match((await preview(other, { action: 'paid', ids: orders.map(String) })).text, /Order Balance due #1 ฿65/);
});

test('confirmed orders are paid once, however often the confirmation is sent', async () => {
  const { shop, orders, browser } = await openOrders(2);
  await preview(browser, { action: 'paid', ids: orders.map(String) });
  const { page, path } = await run(shop, browser, { value: 'cash' });
  assert.match(page.text, /2 orders changed/);
  await browser.open('/orders');
  await browser.send(`${path}/run`, { value: 'cash' });
  while (await applyNextOrders(shop.ctx));
  for (const id of orders) assert.deepEqual(stateOf(shop, id), ['open', 'paid', 1]);
  assert.equal(existingOrder(shop.ctx.db, orders[0] as Id).payments[0]?.method, 'cash');
});

test('submitted payments of exactly the balance due are confirmed together once, and the others are left for review', async () => {
  const { shop, orders, browser } = await openOrders(8);
  const slip = await slipPicture(slipCode('2026112699999'));
  const report = (i: number, amount: string, more: Partial<PaymentReport> = {}) =>
    notifyPaymentStep(shop, { id: orders[i] as Id }, amount, more, byChannel);
  await report(0, '65', { reference: 'A0' });
  await report(1, '60');
  for (const i of [2, 3]) await report(i, '65', { reference: 'A1' });
  for (const amount of ['30', '35']) await report(4, amount);
  for (const i of [5, 6]) await report(i, '65', { slip });
  const list = await browser.open('/orders?tab=to_confirm');
  const [, bar = ''] = /<div class="bulk">([\s\S]*?)<details/.exec(list.html) ?? [];
  assert.match(bar, /<button type="submit" name="action" value="confirm"[^>]*>Confirm payments…/);
  const { text } = await preview(browser, { action: 'confirm', ids: orders.map(String) });
  assert.match(text, /1 order will be changed .*Order Recipient Slip Balance due #1 สมชาย ใจดี ฿65 7 orders/);
  const used = (number: number) => officePattern('slip_used', { number, orderId: number });
  const reasons = [
    officePattern('payment_differs_from_due', { amount: baht('60'), due: baht('65') }),
    ...[used(4), used(3), officePattern('several_payments_to_review'), used(7), used(6)],
    officePattern('no_payment_to_review'),
  ];
  for (const [i, { source }] of reasons.entries()) assert.match(text, new RegExp(`${source}: #${i + 2}`));
  const { page, path } = await run(shop, browser);
  assert.match(page.text, /1 order changed/);
  await browser.send(`${path}/run`);
  while (await applyNextOrders(shop.ctx));
  const states = orders.slice(0, 3).map((id) => stateOf(shop, id));
  assert.deepEqual(states, [
    ['open', 'paid', 1],
    ['open', 'awaiting_confirmation', 1],
    ['open', 'awaiting_confirmation', 1],
  ]);
  const [[, event] = []] = eventsOf(shop, { id: orders[0] as Id }).slice(-1);
  assert.equal(event, 'payment_confirmed');
});

test('a COD order is not marked as paid', async () => {
  const { shop, browser } = await openOrders(0);
  const order = await codOrder(shop, '65');
  const { text } = await preview(browser, { action: 'paid', ids: String(order.id) });
  assert.match(text, officePattern('order_is_cod'));
});

test('parcels on their way are marked as delivered, also those of COD', async () => {
  const { shop, orders, browser } = await openOrders(1);
  const order = await codOrder(shop, '65');
  await sendParcel(shop, order, 'FL1');
  const { text } = await preview(browser, { action: 'deliver', ids: [order.id, ...orders].map(String) });
  assert.match(text, officePattern('no_parcel_on_the_way'));
  await run(shop, browser);
  const { shippingStatus, codStatus } = existingOrder(shop.ctx.db, order.id);
  assert.deepEqual([shippingStatus, codStatus], ['delivered', 'collected']);
});

test('the order history names the account that confirmed the preview', async () => {
  const { shop, orders, browser } = await openOrders(1);
  await preview(browser, { action: 'paid', ids: orders.map(String) });
  const other = await signedIn(shop, { name: 'keeper', role: 'bookkeeper', store: 'cafe' });
  await other.open(browser.page.path);
  await run(shop, other, { value: 'cash' });
  const { id } = accountByName(shop.ctx.db, 'keeper');
  assert.deepEqual(
    eventsOf(shop, { id: orders[0] as Id }).map(([actor, event]) => [actor, event]),
    [[`user ${id}`, 'payment_confirmed']],
  );
});

test('an order whose change is refused or fails is skipped, and the others are changed', async () => {
  const { shop, orders, browser } = await openOrders(4);
  const [, full, broken] = orders as [Id, Id, Id];
  await shop.ctx.write((tx) => {
    for (let i = 0; i < MAX_TAGS; i += 1) addOrderTag(tx, full, `tag ${i}`);
    tx.run(
      change(`CREATE TRIGGER broken BEFORE INSERT ON order_tags WHEN NEW.order_id = ${broken}
        BEGIN SELECT RAISE(ABORT, 'damaged'); END`),
    );
  });
  await preview(browser, { action: 'tag', ids: orders.map(String) });
  const { page } = await run(shop, browser, { value: 'vip' });
  for (const problem of [officePattern('too_many_tags', { most: MAX_TAGS }), officePattern('order_failed')])
    assert.match(page.text, problem);
  assert.deepEqual(
    orders.map((id) => tagsOfOrder(shop.ctx.db, id).includes('vip')),
    [true, false, false, true],
  );
});

test('an order that changed after the preview is skipped, and the others are canceled', async () => {
  const { shop, orders, browser } = await openOrders(3);
  await preview(browser, { action: 'cancel', ids: orders.map(String) });
  await shop.ctx.write((tx) => cancelOrder(tx, orders[1] as Id, 'store', byCommand(shop.now())));
  const { page } = await run(shop, browser);
  assert.match(page.text, /2 orders changed 1 order skipped .*#2/);
  assert.deepEqual(
    orders.map((id) => stateOf(shop, id)[0]),
    ['canceled', 'canceled', 'canceled'],
  );
});

test('all orders of the filter can be chosen, also to print them and to request tracking numbers', async () => {
  const { shop, orders, browser } = await openOrders(2);
  await placeOrder(shop, LATTE, { channel: 'line' });
  const all = { all: 'yes', from: '?tab=unpaid' };
  const { text } = await preview(browser, { action: 'tag', ...all });
  assert.match(text, /2 orders will be changed/);
  const { page } = await run(shop, browser, { value: ' vip ' });
  assert.match(page.text, /2 orders changed/);
  assert.deepEqual(tagsOfOrder(shop.ctx.db, orders[0] as Id), ['vip']);
  assert.match((await browser.send('/orders/book', all)).text, /Request tracking numbers .*2 orders will be skipped/);
  const slips = await browser.send('/orders/print/packing-slips', all);
  assert.equal(slips.headers.get('content-type'), 'application/pdf');
});

test('selected orders are tagged from a dialog with suggestions and the list opens again; a whole filter is previewed', async () => {
  const { shop, orders, browser } = await openOrders(2);
  const tags = (id: Id) => tagsOfOrder(shop.ctx.db, id);
  await shop.ctx.write((tx) => addOrderTag(tx, orders[0] as Id, 'VIP'));
  const list = await browser.open('/orders?tab=unpaid');
  assert.match(list.html, /<datalist id="known-tags"><option value="VIP">/);
  const tagged = await browser.send('/orders/tag', { ids: orders.map(String), tag: ' vip ', from: '?tab=unpaid' });
  assert.equal(tagged.path, '/orders?tab=unpaid');
  assert.match(tagged.text, /2 orders tagged/);
  assert.deepEqual(orders.map(tags), [['VIP'], ['VIP']]);
  const empty = await browser.send('/orders/tag', { ids: orders.map(String), tag: ' ' });
  assert.match(empty.text, /2 orders will be changed/);
  await browser.open('/orders');
  const all = await browser.send('/orders/tag', { all: 'yes', tag: 'new', from: '?tab=unpaid' });
  assert.match(all.html, /name="value"[^>]*value="new"/);
  await run(shop, browser, { value: 'new' });
  assert.deepEqual(orders.map(tags), [
    ['new', 'VIP'],
    ['new', 'VIP'],
  ]);
});

test('a bulk action needs the permission for its change', async () => {
  const { shop, orders } = await openOrders(1);
  const packer = await signedIn(shop, { name: 'packer', role: 'packer', store: 'cafe' });
  assert.equal((await preview(packer, { action: 'paid', ids: orders.map(String) })).status, 403);
  const keeper = await signedIn(shop, { name: 'keeper', role: 'bookkeeper', store: 'cafe' });
  assert.equal((await preview(keeper, { action: 'cancel', ids: orders.map(String) })).status, 403);
});
