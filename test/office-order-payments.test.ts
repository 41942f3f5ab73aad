import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelOrder } from '../src/domain/orders/close.ts';
import { byCommand, historyOf } from '../src/domain/orders/history.ts';
import { existingOrder } from '../src/domain/orders/order.ts';
import { paymentDetails, slipOf } from '../src/domain/orders/payments/payment-details.ts';
import { moneyText } from '../src/lib/money.ts';
import { baht } from './amounts.ts';
import { officePattern } from './errors.ts';
import { type Browser, errorAt, signedIn } from './office.ts';
import { LATTE, moneyOf, opened, UNPAID } from './order-page-steps.ts';
import { placeOrder } from './order-steps.ts';
import { notifyPaymentStep, takePaymentStep } from './payment-steps.ts';
import { inspectPicture, photo } from './sample-photos.ts';
import { runStep } from './stock-steps.ts';
import { idOf } from './support.ts';

const slip = async (color?: string) =>
  new File(
    [new Uint8Array(await photo({ width: 60, height: 90, as: 'png', ...(color ? { color } : {}) }))],
    'slip.png',
  );

/** Path of the only slip on the page. */
const slipOn = ({ page }: Browser) => /src="\/office(\/orders\/\d+\/payments\/\d+\/slip)"/.exec(page.html)?.[1] ?? '';

const PARTIAL = { 'HX-Request': 'true' };

test('received money is recorded as a confirmed payment', async () => {
  const { shop, order, browser, at } = await opened();
  assert.match(browser.page.html, /id="field-payments-amount" name="amount" value="130"/);
  const part = await browser.send(`${at}/payments`, { amount: '฿30.00', method: 'cash', note: 'มัดจำ' });
  assert.deepEqual([part.path, moneyOf(shop, order)], [at, ['open', 'partially_paid', '30']]);
  assert.match(part.text, /Payment recorded .*30 Cash Confirmed .* · มัดจำ/);
  await browser.send(`${at}/payments`, { amount: '100', method: 'promptpay', note: '' });
  assert.deepEqual(moneyOf(shop, order), ['open', 'paid', '130']);
  assert.doesNotMatch(browser.page.text, /Mark as paid/);
  assert.match(browser.page.text, /Timeline Payment recorded PromptPay · ฿100 .*Payment recorded Cash · ฿30/);
  const last = historyOf(shop.ctx.db, order.id).at(-1);
  assert.deepEqual([last?.event, last?.actorName], ['payment_confirmed', 'malee']);
});

test('a slip is visible only to the store, and its payment can be confirmed', async () => {
  const { shop, order, browser, at } = await opened();
  await browser.send(`${at}/payments/notify`, { amount: '130', method: 'transfer', note: '', slip: await slip() });
  assert.deepEqual(moneyOf(shop, order), ['open', 'awaiting_confirmation', '0']);
  const path = slipOn(browser);
  const { headers } = await browser.open(path);
  assert.equal(headers.get('content-type'), 'image/png');
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  const stranger = await signedIn(shop, { name: 'ploy', store: 'other' });
  assert.equal((await stranger.open(path)).status, 404);
  await browser.open(at);
  const confirmed = await browser.send(path.replace('slip', 'confirm'));
  assert.deepEqual([confirmed.path, moneyOf(shop, order)], [at, ['open', 'paid', '130']]);
  assert.match(confirmed.text, /Timeline Payment confirmed Bank transfer · ฿130 .*Payment submitted/);
});

test('a slip can be rotated by the form that adds it', async () => {
  const { shop, browser, at } = await opened();
  const fields = { amount: '130', method: 'transfer', note: '' };
  const response = await browser.send(`${at}/payments/notify`, { ...fields, slip: await slip(), turn: ['90'] });
  assert.equal(response.status, 200, response.text);
  const [, paymentId] = /payments\/(\d+)/.exec(slipOn(browser)) ?? [];
  const { width, height } = await inspectPicture(slipOf(shop.ctx.db, idOf(paymentId)).picture);
  assert.deepEqual([width, height], [90, 60]);
});

test('a slip must be an image', async () => {
  const { shop, order, browser, at } = await opened();
  const script = new File(['<svg onload="alert(1)"/>'], 'slip.png', { type: 'image/png' });
  const response = await browser.send(`${at}/payments/notify`, {
    amount: '7',
    method: 'cash',
    note: 'kept',
    slip: script,
  });
  assert.equal(response.status, 422);
  assert.match(errorAt(response, 'payments-notify-slip') ?? '', officePattern('slip_not_a_picture'));
  assert.match(response.html, /name="note" value="kept"/);
  assert.deepEqual(moneyOf(shop, order), ['open', 'unpaid', '0']);
});

test('a payment is rejected with a reason that staff see', async () => {
  const { shop, order, browser, at } = await opened();
  const { paymentId } = await notifyPaymentStep(shop, order, '130');
  await browser.open(at);
  const none = await browser.send(`${at}/payments/${paymentId}/reject`, { reason: ' ' });
  assert.equal(none.status, 422);
  assert.match(none.html, new RegExp(`id="field-payments-${paymentId}-reject-reason-error"`));
  const response = await browser.send(`${at}/payments/${paymentId}/reject`, { reason: 'ไม่พบยอดเงิน' });
  assert.match(response.text, /Payment rejected .*Rejected .*ไม่พบยอดเงิน/);
  assert.deepEqual(moneyOf(shop, order), ['open', 'unpaid', '0']);
});

test('a second payment shows a warning, and the order is shown as overpaid until the refund', async () => {
  const { shop, order, browser, at } = await opened();
  const { paymentId } = await notifyPaymentStep(shop, order, '130');
  assert.doesNotMatch((await browser.open(at)).text, /overpaid|Overpaid/);
  await takePaymentStep(shop, order);
  assert.match((await browser.open(at)).text, /Confirming this payment overpays the order by ฿130/);
  const { text, html } = await browser.send(`${at}/payments/${paymentId}/confirm`);
  assert.match(text, /Overpaid by ฿130 Refund /);
  assert.match(text, /Open Overpaid Unshipped .*Total ฿130 Paid ฿260 Overpaid ฿130 /);
  assert.match(html, /popovertarget="act-refund"/);
  assert.match(html, /id="field-refund-amount" name="amount" value="130"/);
  const refunded = await browser.send(`${at}/refund`, { amount: '130', method: 'cash', note: '' });
  assert.doesNotMatch(refunded.text, /verpaid/);
  assert.match(refunded.text, /Open Paid .*Total ฿130 Paid ฿260 Refunded ฿130 /);
});

test('a payment of a canceled order shows a warning, because it must be refunded', async () => {
  const { shop, order, browser, at } = await opened();
  await notifyPaymentStep(shop, order, '130');
  await runStep(shop, (tx, now) => cancelOrder(tx, order.id, 'buyer', byCommand(now)));
  assert.match(
    (await browser.open(at)).text,
    /The order is closed\. If you confirm this payment, ฿130 must be refunded/,
  );
});

test('a duplicate slip shows a warning', async () => {
  const { shop, order, browser, at } = await opened();
  const other = await placeOrder(shop, LATTE, UNPAID);
  const picture = await slip();
  await notifyPaymentStep(shop, other, '130', { slip: new Uint8Array(await picture.arrayBuffer()) });
  await browser.send(`${at}/payments/notify`, {
    amount: '130',
    method: 'transfer',
    note: '',
    slip: await slip('#aaa'),
  });
  assert.doesNotMatch(browser.page.text, /Duplicate slip/);
  await browser.send(`${at}/payments/notify`, { amount: '130', method: 'transfer', note: '', slip: picture });
  assert.match(browser.page.text, /Duplicate slip: also used for #2/);
  assert.equal(existingOrder(shop.ctx.db, order.id).paymentStatus, 'awaiting_confirmation');
});

test('an order is refunded partially, then fully', async () => {
  const { shop, order, browser, at } = await opened();
  await takePaymentStep(shop, order);
  await browser.open(at);
  const much = await browser.send(`${at}/refund`, { amount: '131', method: 'cash', note: '' });
  assert.equal(much.status, 422);
  assert.match(errorAt(much, 'refund-amount') ?? '', officePattern('refund_too_large', { amount: baht('131') }));
  await browser.send(`${at}/refund`, { amount: '30', method: 'cash', note: 'ของขาด' });
  assert.match(browser.page.text, /Refund recorded .*30 refunded/);
  assert.match(browser.page.text, /Total ฿130 Paid ฿130 Refunded ฿30/);
  assert.doesNotMatch(browser.page.text, /Balance due|awaiting payment|Mark as paid/);
  const none = await browser.send(`${at}/refund`, { amount: '', method: 'cash', note: '' });
  assert.equal(errorAt(none, 'refund-amount'), 'Amount is required');
  assert.match((await browser.open(at)).html, /id="field-refund-amount" name="amount" value="100"/);
  await browser.send(`${at}/refund`, { amount: '100', method: 'cash', note: '' });
  assert.deepEqual(moneyOf(shop, order), ['open', 'refunded', '0']);
  assert.doesNotMatch(browser.page.html, /refund-amount/);
});

test('a refund is booked by the method that was chosen, from the payments of that method first', async () => {
  const { shop, order, browser, at } = await opened();
  await takePaymentStep(shop, order, '100', 'transfer');
  await takePaymentStep(shop, order, '30', 'cash');
  const { text, html } = await browser.open(at);
  assert.match(text, /Refund method Bank transfer PromptPay Cash/);
  assert.match(html, /<option value="transfer" selected/);
  assert.match(text, /A refund of ฿130 \(Bank transfer\) reduces these payments/);
  const preview = (query: string) => browser.open(`${at}/refund/preview?${query}`, PARTIAL);
  const both = await preview('amount=110&method=cash');
  assert.match(both.text, /A refund of ฿110 \(Cash\) reduces .*Cash ฿30: refund ฿30 Bank transfer ฿100: refund ฿80/);
  for (const unclear of ['amount=131&method=cash', 'amount=x&method=cash', 'amount=&method=', 'amount=5'])
    assert.equal((await preview(unclear)).text.trim(), '', unclear);
  await browser.open(at);
  const none = await browser.send(`${at}/refund`, { amount: '90', method: '', note: '' });
  assert.ok(errorAt(none, 'refund-method'));
  await browser.send(`${at}/refund`, { amount: '90', method: 'transfer', note: '' });
  const shares = paymentDetails(shop.ctx.db, order.id).flatMap(({ refunds }) => refunds);
  assert.deepEqual(
    shares.map(({ paymentId, method, amount }) => [paymentId, method, moneyText(amount)]),
    [[1, 'transfer', '90']],
  );
  assert.match((await browser.open(at)).html, /<option value="cash" selected/, 'the largest rest');
});

test('the PromptPay QR code has the balance due', async () => {
  const { shop, order, browser, at } = await opened(UNPAID, {
    settings: { promptpay_id: '0812345678', promptpay_name: 'มาลี ใจดี' },
  });
  await takePaymentStep(shop, order, '30');
  const { text } = await browser.open(`${at}/promptpay`);
  assert.match(text, /฿100 Scan to pay ฿100 to 0812345678 มาลี ใจดี/);
  const { headers, html } = await browser.open(`${at}/promptpay/qr.png`);
  assert.deepEqual([headers.get('content-type'), html.includes('PNG')], ['image/png', true]);
  await takePaymentStep(shop, order);
  const paid = await browser.open(`${at}/promptpay`);
  assert.equal(paid.status, 400);
});

test('the PromptPay QR code is offered only while something is left to transfer', async () => {
  const store = { settings: { promptpay_id: '0812345678' } };
  const { shop, order, browser, at } = await opened(UNPAID, store);
  assert.match(browser.page.text, /PromptPay QR/);
  await notifyPaymentStep(shop, order, '100');
  assert.match((await browser.open(at)).text, /PromptPay QR/);
  await notifyPaymentStep(shop, order, '30');
  assert.doesNotMatch((await browser.open(at)).text, /PromptPay QR/);
  const cod = await opened({ is_cod: true, cod_fee: 0, cod_amount: 130 }, store);
  assert.doesNotMatch(cod.browser.page.text, /PromptPay QR/);
});

test('the page mentions paid money before and after a cancellation, with a link to refund it', async () => {
  const { shop, order, browser, at } = await opened();
  assert.doesNotMatch(browser.page.text, /has been paid|was paid/);
  await takePaymentStep(shop, order, '100');
  assert.match((await browser.open(at)).text, /The customer paid ฿100\. Canceling does not refund it\./);
  const { text, html } = await browser.send(`${at}/cancel`, { by: 'buyer' });
  assert.match(text, /฿100 was paid and has not been refunded Refund/);
  assert.match(html, /id="act-refund".*<button [^>]*popovertarget="act-refund"/s);
  const back = await browser.send(`${at}/refund`, { amount: '100', method: 'cash', note: '' });
  assert.doesNotMatch(back.text, /has been paid|was paid/);
});
