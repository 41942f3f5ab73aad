import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byCommand } from '../src/domain/orders/history.ts';
import { existingOrder, type OrderLine } from '../src/domain/orders/order.ts';
import { refundedQtys } from '../src/domain/orders/payments/payment-details.ts';
import { returnableQty, returnGoods } from '../src/domain/orders/shipments/return.ts';
import { baht } from './amounts.ts';
import { type Browser, errorAt, signedIn } from './office.ts';
import { type PlacedOrder, placeOrder } from './order-steps.ts';
import { refund, refundsByPayment, takePaymentStep } from './payment-steps.ts';
import { bookOrder, lineOf, pickUpShipment } from './shipment-steps.ts';
import { runStep } from './stock-steps.ts';
import { cafe, openShop, type Shop } from './support.ts';

const PARTIAL = { 'HX-Request': 'true' };

interface Opened {
  shop: Shop;
  order: PlacedOrder;
  browser: Browser;
  at: string;
}

/** A paid order of two lattes for 130 baht. */
async function opened(): Promise<Opened> {
  const shop = await openShop({ stores: [cafe({ settings: { promptpay_id: '0812345678' } })] });
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 2 }], { ship_before_pay: false });
  await takePaymentStep(shop, order);
  return { shop, order, browser: await signedIn(shop, { language: 'en' }), at: `/orders/${order.id}` };
}

test('after a refund of a shipped order, no balance is due and nothing is on hold', async () => {
  const { shop, order, browser, at } = await opened();
  await pickUpShipment(shop, (await bookOrder(shop, order)).result);
  await refund(shop, order, { amount: baht('30') });
  const { text, html } = await browser.open(at);
  assert.match(text, /Open Partially refunded In transit/);
  assert.match(text, /Total ฿130 Paid ฿130 Refunded ฿30/);
  assert.doesNotMatch(text, /Balance due|On hold|Mark as paid|PromptPay QR/);
  assert.doesNotMatch(html, /href="#act-payments"/);
});

test('an order that was refunded and came back takes no payment slip', async () => {
  const { shop, order, browser, at } = await opened();
  await pickUpShipment(shop, (await bookOrder(shop, order)).result);
  await refund(shop, order);
  assert.match((await browser.open(at)).text, /Open Refunded In transit .*Add payment slip/);
  await runStep(shop, (tx, now) => returnGoods(tx, order.id, { lines: [lineOf(order, 2)] }, byCommand(now)));
  const { text } = await browser.open(at);
  assert.match(text, /Open Refunded Returned/);
  assert.doesNotMatch(text, /Add payment slip/);
});

test('one form refunds items and puts them back into stock, both or none', async () => {
  const { shop, order, browser, at } = await opened();
  const packed = lineOf(order, 1);
  assert.doesNotMatch((await browser.open(at)).html, /name="restock"/);
  await pickUpShipment(shop, (await bookOrder(shop, order)).result);
  assert.match((await browser.open(at)).html, /name="restock"/);
  const form = { method: 'cash', restock: 'on', line: String(packed.lineId) };
  assert.match(
    (await browser.send(`${at}/refund`, { ...form, amount: '65', qty: '' })).text,
    /Enter a quantity for at least one item/,
  );
  const books = await signedIn(shop, { name: 'mai', language: 'en', store: 'cafe', permissions: ['money'] });
  assert.doesNotMatch((await books.open(at)).html, /name="restock"/);
  assert.equal((await books.send(`${at}/refund`, { ...form, amount: '65', qty: '1' })).status, 422);
  assert.equal(refundedQtys(shop.ctx.db, order.id).size, 0);
  await browser.open(at);
  const { text } = await browser.send(`${at}/refund`, { ...form, amount: '65', qty: '1' });
  assert.match(text, /Refunded ฿65.*Items restocked/);
  assert.equal(returnableQty(shop.ctx.db, existingOrder(shop.ctx.db, order.id).lines[0] as OrderLine), 1);
  assert.equal(refundedQtys(shop.ctx.db, order.id).get(packed.lineId), 1);
  await runStep(shop, (tx, now) => returnGoods(tx, order.id, { lines: [packed] }, byCommand(now)));
  const late = await browser.send(`${at}/refund`, { ...form, amount: '65', qty: '1' });
  assert.equal(late.status, 422);
  assert.equal(refundedQtys(shop.ctx.db, order.id).get(packed.lineId), 1);
});

test('a fully refunded order that has not shipped suggests its cancellation', async () => {
  const { shop, order, browser, at } = await opened();
  await refund(shop, order);
  const { text, html } = await browser.open(at);
  assert.match(html, /<button [^>]*popovertarget="act-cancel"[^>]*>Cancel refunded order<.*id="act-cancel"/s);
  assert.match(text, /On hold: fully refunded/);
  assert.doesNotMatch(text, /awaiting payment|Balance due/);
  assert.match((await browser.open(`${at}/pack`)).text, /On hold: fully refunded/);
});

test('a fully refunded order is in the list, but neither as unpaid nor as to pack', async () => {
  const { shop, order, browser, at } = await opened();
  await refund(shop, order);
  const isListed = async (tab: string) =>
    (await browser.open(`/orders?tab=${tab}`)).html.includes(`href="/office${at}?list=`);
  assert.deepEqual([await isListed('all'), await isListed('unpaid'), await isListed('to_pack')], [true, false, false]);
});

test('the edit form of a refunded order shows the paid, the refunded and the due amount', async () => {
  const { shop, order, browser, at } = await opened();
  await refund(shop, order, { amount: baht('30') });
  assert.match((await browser.open(`${at}/edit`)).text, /Total ฿130 Paid ฿130 Refunded ฿30 Balance due ฿0/);
});

test('the same form sent twice refunds once', async () => {
  const { shop, order, browser, at } = await opened();
  const seenIn = (html: string) => /name="refunded" value="([^"]*)"/.exec(html)?.[1] ?? '';
  const form = { amount: '30', method: 'cash', refunded: seenIn((await browser.open(at)).html) };
  await browser.send(`${at}/refund`, form);
  const again = await browser.send(`${at}/refund`, form);
  assert.equal(again.status, 422);
  assert.match(again.text, /Someone else just refunded this order/);
  assert.deepEqual(refundsByPayment(shop, order), [['30', '30']]);
  await browser.send(`${at}/refund`, { ...form, refunded: seenIn(again.html) });
  assert.deepEqual(refundsByPayment(shop, order), [['60', '30', '30']]);
});

test('the items of a refund show what was paid for each, and the refund names them', async () => {
  const { shop, order, browser, at } = await opened();
  const line = String(order.lines[0]);
  const itemsOf = (qty: string) => browser.open(`${at}/refund/lines?line=${line}&qty=${qty}`, PARTIAL);
  const { html, text } = await itemsOf('2');
  assert.match(html, /data-fills-field="field-refund-amount" data-amount="130"/);
  assert.match(text, /ลาเต้ ร้อน × 2 ฿130 Total ฿130/);
  for (const qty of ['', '0', '3']) assert.doesNotMatch((await itemsOf(qty)).html, /data-fills-field/, qty);
  assert.match((await itemsOf('3')).text, /ลาเต้ ร้อน: .*at most 2/);
  const seen = /name="suggested" value="130"/;
  assert.match((await browser.open(at)).html, seen);
  const form = { amount: '130', suggested: '130', method: 'cash', line: [line], qty: ['1'] };
  const unseen = await browser.send(`${at}/refund`, form);
  assert.equal(unseen.status, 422);
  assert.match(errorAt(unseen, 'refund-amount') ?? '', /฿65 was paid for the chosen items/);
  assert.match(unseen.html, /<details class="refund-lines" open/);
  assert.doesNotMatch(unseen.html, seen, 'asked once');
  assert.deepEqual(refundsByPayment(shop, order), [['0']]);
  await browser.send(`${at}/refund`, { ...form, amount: '65', suggested: '' });
  assert.deepEqual(refundsByPayment(shop, order), [['65', '65']]);
  assert.deepEqual([...refundedQtys(shop.ctx.db, order.id)], [[order.lines[0], 1]]);
  const tooMany = await browser.send(`${at}/refund`, { ...form, amount: '10', qty: ['2'] });
  assert.match(errorAt(tooMany, 'refund-qty-0') ?? '', /at most 1/);
});
