import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditEntries } from '../src/domain/audit/audit-log.ts';
import { byCommand, historyOf } from '../src/domain/orders/history.ts';
import { existingOrder } from '../src/domain/orders/order.ts';
import { issueReceipt } from '../src/domain/orders/payments/receipts.ts';
import { undoConfirmation } from '../src/domain/orders/payments/undo-confirmation.ts';
import type { Id } from '../src/lib/ids.ts';
import { baht } from './amounts.ts';
import { assertDatabaseValid } from './database-steps.ts';
import { appError } from './errors.ts';
import { signedIn } from './office.ts';
import { placeOrder } from './order-steps.ts';
import { confirm, notifyPaymentStep, refund } from './payment-steps.ts';
import { bookOrder, pickUpShipment } from './shipment-steps.ts';
import { runStep } from './stock-steps.ts';
import { openShop, type Shop } from './support.ts';

/** An order of 130 baht whose transfer is confirmed. */
async function confirmed(shop: Shop) {
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 2, price: '65' }], { ship_before_pay: false });
  const { paymentId } = await notifyPaymentStep(shop, order, '130');
  await confirm(shop, paymentId);
  return { order, paymentId };
}

const undo = (shop: Shop, paymentId: Id) => runStep(shop, (tx, now) => undoConfirmation(tx, paymentId, byCommand(now)));

const stateOf = (shop: Shop, { id }: { id: Id }) => {
  const { payments, paymentStatus, paidTime, unpaidAmount } = existingOrder(shop.ctx.db, id);
  return [payments[0]?.status, paymentStatus, paidTime === null, unpaidAmount];
};

test('an undone confirmation returns the payment to review and makes the order unpaid', async () => {
  const shop = await openShop();
  const { order, paymentId } = await confirmed(shop);
  await undo(shop, paymentId);
  assert.deepEqual(stateOf(shop, order), ['notified', 'awaiting_confirmation', true, baht('130')]);
  assertDatabaseValid(shop.ctx.db);
  assert.equal(historyOf(shop.ctx.db, order.id).at(-1)?.event, 'payment_unconfirmed');
  const [entry] = auditEntries(shop.ctx.db, { event: 'payment_unconfirmed', limit: 1, offset: 0 });
  assert.equal(entry?.subjectId, order.id);
  await confirm(shop, paymentId);
  assert.deepEqual(stateOf(shop, order), ['confirmed', 'paid', false, 0]);
});

test('a confirmation on which a refund, a receipt or a shipped parcel depends is not undone', async () => {
  const shop = await openShop();
  const [refunded, receipted, shipped] = [await confirmed(shop), await confirmed(shop), await confirmed(shop)];
  await refund(shop, refunded.order, { amount: baht('10') });
  await runStep(shop, (tx, now) => issueReceipt(tx, receipted.order.id, byCommand(now)));
  await pickUpShipment(shop, (await bookOrder(shop, shipped.order)).result);
  for (const [{ paymentId }, key] of [
    [refunded, 'undo_of_refunded_payment'],
    [receipted, 'undo_of_receipted_payment'],
    [shipped, 'undo_of_shipped_payment'],
  ] as const)
    await assert.rejects(undo(shop, paymentId), appError({ key }));
});

test('the order page undoes a confirmation, and Money received no longer counts the payment', async () => {
  const shop = await openShop();
  const { order, paymentId } = await confirmed(shop);
  const browser = await signedIn(shop, { language: 'en' });
  assert.match((await browser.open('/reports/money')).text, /130/);
  assert.match((await browser.open(`/orders/${order.id}`)).text, /Undo confirmation/);
  await browser.send(`/orders/${order.id}/payments/${paymentId}/undo`);
  assert.match(browser.page.text, /Confirmation undone/);
  assert.doesNotMatch((await browser.open('/reports/money')).text, /130/);
  assert.doesNotMatch((await browser.open(`/orders/${order.id}`)).text, /Undo confirmation/);
});
