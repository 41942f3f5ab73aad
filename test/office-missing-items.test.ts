import assert from 'node:assert/strict';
import { test } from 'node:test';
import { existingOrder } from '../src/domain/orders/order.ts';
import { officePattern } from './errors.ts';
import { errorAt, signedIn } from './office.ts';
import { placeOrder } from './order-steps.ts';
import { opened, reportUnpacked, scan } from './packing-steps.ts';
import { takePaymentStep } from './payment-steps.ts';
import { bookOrder, lineOf, pickUpShipment } from './shipment-steps.ts';
import type { Shop } from './support.ts';

// The page of an order's missing items.

/** Fields of the form for hot and iced lattes; each with the missing and the damaged units. */
const report = ({ hot, iced }: Shop['ids']['variants'], missing: string[], damaged: string[] = ['', '']) => ({
  item: [hot ?? '', iced ?? ''],
  missing,
  damaged,
});

test('an item is reported as missing before anything is packed, and the last scan asks what to do about it', async () => {
  const { shop, browser, at } = await opened();
  assert.match((await browser.open(at)).text, /0 of 3 packed Item missing/);
  const { text } = await browser.open(`${at}/missing`);
  assert.match(text, /What is missing\? .*ลาเต้ ร้อน 0 of 2 packed .*ลาเต้ เย็น 0 of 1 packed/);
  const { variants } = shop.ids;
  const saved = await browser.send(`${at}/missing`, report(variants, ['', '1']));
  assert.equal(saved.path, at);
  assert.match(saved.text, /Saved\. Pack the other items.*LAT-I 1 missing 0 \/ 0 .*0 of 2 packed/);
  assert.match((await browser.open('/orders/pack')).text, /1 missing/);
  await browser.open(at);
  await scan(browser, at, 'LAT-H');
  const last = await scan(browser, at, 'LAT-H');
  assert.equal(last.path, `${at}/missing`);
  assert.match(last.text, /Missing ลาเต้ เย็น × 1 .*Ship packed items now.*Do not ship them/);
});

test('nothing is suggested as missing, and nothing is saved from empty fields', async () => {
  const { browser, at, shop } = await opened();
  await browser.open(at);
  await scan(browser, at, 'LAT-H');
  const { html } = await browser.open(`${at}/missing`);
  assert.doesNotMatch(html, /name="(?:missing|damaged)"[^>]* value="[^"]/);
  const empty = await browser.send(`${at}/missing`, report(shop.ids.variants, ['', ''], ['', '']));
  assert.equal(empty.status, 422);
  assert.equal(errorAt(empty, 'missing-0'), 'Enter at least one missing or damaged unit.');
  await browser.send(`${at}/missing`, report(shop.ids.variants, ['1', '']));
  const withdrawn = await browser.send(`${at}/missing`, report(shop.ids.variants, ['', '']));
  assert.match(withdrawn.text, /Saved\. Pack the other items/);
});

test('an order of one unit that is missing waits at the end of the list, and its page says what can be done', async () => {
  const { shop, browser, at } = await opened([{ sku: 'LAT-H', qty: 1 }]);
  const next = await placeOrder(shop, [{ sku: 'LAT-I', qty: 1 }]);
  const saved = await reportUnpacked(browser, `${at}/missing`);
  assert.equal(saved.path, `${at}/missing`);
  assert.match(saved.text, /Nothing to ship .*waits at the end of the packing list/);
  assert.doesNotMatch(saved.text, /Do not ship them|Ship packed items/);
  assert.ok(saved.html.includes(`href="/office/orders/${next.id}/pack"`));
  assert.match((await browser.open('/orders/pack')).text, /#2 .*On hold: .*#1 0\/1 packed, 1 missing/);
});

test('a packer reports a damaged unit, which is written off, but opens no page of the stock', async () => {
  const { shop, order, browser, at } = await opened();
  const { onHand } = shop.stock('hot');
  const packer = await signedIn(shop, { name: 'ploy', role: 'packer', store: 'cafe', language: 'en' });
  await packer.open(`${at}/missing`);
  const { variants } = shop.ids;
  const wrong = await packer.send(`${at}/missing`, report(variants, ['2', ''], ['1', '']));
  assert.match(errorAt(wrong, 'missing-0') ?? '', officePattern('missing_qty_too_large', { left: 2 }));
  assert.equal(shop.stock('hot').onHand, onHand);
  await packer.send(`${at}/missing`, report(variants, ['', ''], ['1', '']));
  assert.match(packer.page.text, /LAT-H 1 damaged 0 \/ 1 .*0 of 2 packed/);
  assert.equal(shop.stock('hot').onHand, onHand - 1);
  assert.equal((await packer.open('/stock/write-off')).status, 403);
  assert.match((await browser.open('/stock/documents')).text, /Write-off: damaged #1 .* Completed 1 ploy/);
  const { text } = await browser.open(`/orders/${order.id}`);
  assert.match(text, /Missing or damaged items reported Damaged: ลาเต้ ร้อน × 1 .{0,40} · ploy/);
});

test('not to ship missing items needs a confirmation, which shows the units and what was paid for them', async () => {
  const { shop, browser } = await opened();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 4 }], { ship_before_pay: false });
  await takePaymentStep(shop, order);
  const at = `/orders/${order.id}/pack`;
  await browser.open(at);
  await scan(browser, at, 'LAT-H');
  const { html, text } = await reportUnpacked(browser, `${at}/missing`);
  assert.match(text, /3 of 4 units will not be shipped\. The customer paid ฿[\d,.]+ for them/);
  assert.match(html, /<details class="confirm danger">.*Confirm: do not ship 3 units/s);
  await browser.send(`${at}/missing/close`);
  assert.equal(existingOrder(shop.ctx.db, order.id).lines[0]?.shortQty, 3);
});

test('the rest of a partly shipped order is closed although nothing of it is packed', async () => {
  const { shop, order, browser, at } = await opened();
  const { result: parcel } = await bookOrder(shop, order, { lines: [lineOf(order, 2)] });
  await pickUpShipment(shop, parcel);
  await browser.open(`${at}/missing`);
  const rest = { item: [shop.ids.variants.iced ?? ''], missing: ['1'], damaged: [''] };
  assert.match((await browser.send(`${at}/missing`, rest)).text, /Nothing to ship .*Do not ship them/);
  const closed = await browser.send(`${at}/missing/close`);
  assert.match(closed.text, /Already shipped: EX123456785TH/);
});
