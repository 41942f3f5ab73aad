import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byCommand } from '../src/domain/orders/history.ts';
import { existingOrder } from '../src/domain/orders/order.ts';
import { markPacked } from '../src/domain/orders/packing.ts';
import { idText } from '../src/lib/ids.ts';
import { signedIn } from './office.ts';
import { placeOrder } from './order-steps.ts';
import { takePaymentStep } from './payment-steps.ts';
import { runStep } from './stock-steps.ts';
import { openShop } from './support.ts';

// A refund of units that were not shipped.

/** A paid order of two hot lattes and an iced one. */
async function opened() {
  const shop = await openShop();
  const order = await placeOrder(shop, [
    { sku: 'LAT-H', qty: 2 },
    { sku: 'LAT-I', qty: 1 },
  ]);
  await takePaymentStep(shop, order);
  const browser = await signedIn(shop, { language: 'en' });
  const at = `/orders/${order.id}`;
  await browser.open(at);
  const refund = (more: object = {}, qty = ['1', '']) =>
    browser.send(`${at}/refund`, {
      line: order.lines.map((id) => idText(id as never)),
      qty,
      amount: '65',
      method: 'cash',
      reason: 'not_delivered',
      ...more,
    });
  const units = () => {
    const { lines } = existingOrder(shop.ctx.db, order.id);
    return lines.map(({ qty, shortQty }) => qty - shortQty);
  };
  return { shop, order, browser, at, refund, units };
}

test('the refund of unshipped units proposes not to ship them, which releases their stock', async () => {
  const { shop, browser, at, refund, units } = await opened();
  assert.match(browser.page.html, /name="close"[^>]* checked/);
  const { reserved } = shop.stock('hot');
  await refund({ close: 'on' });
  assert.deepEqual(units(), [1, 1]);
  assert.equal(shop.stock('hot').reserved, reserved - 1);
  const { text } = await browser.open(at);
  assert.match(text, /Refunded items closed/);
  assert.doesNotMatch(text, /was refunded|Not shipped:/);
  assert.match((await browser.open(`${at}/pack`)).text, /0 of 2 packed/);
});

test('refunded units that are still to be shipped are named where the order is packed, and can be removed there', async () => {
  const { browser, at, refund, units } = await opened();
  await refund();
  assert.deepEqual(units(), [2, 1]);
  for (const page of [at, `${at}/pack`])
    assert.match((await browser.open(page)).text, /1 of 2 LAT-H was refunded/, page);
  assert.match((await browser.open('/orders/pack')).text, /#1 .*1 refunded/);
  await browser.open(`${at}/pack`);
  await browser.send(`${at}/close-refunded`, {});
  assert.deepEqual(units(), [1, 1]);
  assert.doesNotMatch((await browser.open(`${at}/pack`)).text, /refunded/);
});

test('an order that was packed with the refunded units is packed again', async () => {
  const { shop, order, browser, at, refund } = await opened();
  await runStep(shop, (tx, now) => markPacked(tx, order.id, byCommand(now)));
  await refund({ close: 'on' });
  assert.equal((await browser.open(`${at}/packed`)).path, `${at}/pack`);
});

test('if all units are refunded, the order is not emptied but named, so that it can be canceled', async () => {
  const { browser, at, refund, units } = await opened();
  await refund({ close: 'on', amount: '180' }, ['2', '1']);
  assert.deepEqual(units(), [2, 1]);
  const { text, html } = await browser.open(at);
  assert.match(text, /2 of 2 LAT-H were refunded/);
  assert.doesNotMatch(html, /close-refunded/);
});
