import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { test } from 'node:test';
import { makeBuyerLink, revokeBuyerLink } from '../src/domain/orders/buyer-links.ts';
import { cancelOrder } from '../src/domain/orders/close.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { existingOrder } from '../src/domain/orders/order.ts';
import { baht } from './amounts.ts';
import { linkTo, opened, paymentsOf, read, sendSlip } from './buyer-steps.ts';
import { codOrder, openSeller, sendParcel } from './cod-steps.ts';
import { signedIn } from './office.ts';
import { refund, reject, takePaymentStep } from './payment-steps.ts';
import { photo } from './sample-photos.ts';

// Payments of buyers on the page of their order.

/** The text of the buyer’s page of a COD order of 65 baht with one parcel. */
async function codPageText(at: 'delivered' | 'returned') {
  const shop = await openSeller();
  const order = await codOrder(shop, '65');
  await sendParcel(shop, order, 'EX1', { at });
  await shop.ctx.write((tx) => makeBuyerLink(tx, order.id, 30, byCommand(shop.now())));
  return (await read(linkTo(shop, order))).text;
}

test('the amount that the courier has collected is no longer due', async () => {
  const text = await codPageText('delivered');
  assert.match(text, /Paid to the courier/);
  assert.doesNotMatch(text, /Balance due|Paid in full|Amount to transfer/);
});

test('a returned COD order shows neither a payment nor a balance due', async () => {
  assert.doesNotMatch(await codPageText('returned'), /Paid|Balance due/);
});

test('a slip whose payment was rejected can be sent again', async () => {
  const link = await opened();
  await sendSlip(link.url);
  await reject(link.shop, existingOrder(link.shop.ctx.db, link.order.id).payments[0]?.id ?? assert.fail());
  assert.match((await sendSlip(link.url)).text, /The store is reviewing it.*Not confirmed/);
  assert.equal((await sendSlip(link.url)).status, 200);
  assert.deepEqual(paymentsOf(link), [
    ['promptpay', 130, 'rejected'],
    ['promptpay', 130, 'notified'],
  ]);
});

test('if nothing is owed, the payments have one heading', async () => {
  const { shop, order, url } = await opened();
  await sendSlip(url);
  await reject(shop, existingOrder(shop.ctx.db, order.id).payments[0]?.id ?? assert.fail());
  const headings = async () => (await read(url)).html.match(/(?<=<h[23][^>]*>)Pay[^<]*/g);
  assert.deepEqual(await headings(), ['Payment', 'Payments']);
  await shop.ctx.write((tx) => cancelOrder(tx, order.id, 'store', byCommand(shop.now())));
  assert.deepEqual(await headings(), ['Payments']);
});

/** Starts an upload. The returned function finishes it and returns the status of the response. */
async function startUpload(url: string, body: Buffer, type: string) {
  const headers = { 'Content-Type': type, 'Content-Length': body.length, Expect: '100-continue' };
  const upload = request(`${url}?lang=en`, { method: 'POST', headers });
  const response = once(upload, 'response');
  upload.flushHeaders();
  await once(upload, 'continue');
  return async (): Promise<number> => {
    upload.end(body);
    const [answer] = await response;
    answer.resume();
    return answer.statusCode;
  };
}

async function slipBody(): Promise<[body: Buffer, type: string]> {
  const form = new FormData();
  form.append('amount', '130');
  form.append('slip', new File([new Uint8Array(await photo({ width: 60, height: 90, as: 'png' }))], 'slip.png'));
  const encoded = new Response(form);
  return [Buffer.from(await encoded.arrayBuffer()), encoded.headers.get('Content-Type') ?? ''];
}

test('a link that is revoked during an upload records nothing', async () => {
  const link = await opened();
  const finish = await startUpload(link.url, ...(await slipBody()));
  await link.shop.ctx.write((tx) => revokeBuyerLink(tx, link.order.id, byCommand(link.clock.now)));
  assert.equal(await finish(), 404);
  assert.deepEqual(paymentsOf(link), []);
});

test('an order gets one upload at a time', async () => {
  const link = await opened();
  const finish = await startUpload(link.url, ...(await slipBody()));
  assert.equal((await sendSlip(link.url, { color: '#111' })).status, 429);
  assert.equal(await finish(), 303);
  assert.deepEqual(paymentsOf(link), [['promptpay', 130, 'notified']]);
});

test('a malformed form is shown again', async () => {
  const { url } = await opened();
  const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
  const response = await fetch(`${url}?lang=en`, { method: 'POST', headers, body: '--x\r\ncut off' });
  assert.equal(response.status, 422);
  assert.match(await response.text(), /role="alert".*Upload payment slip/s);
});

test('the headline and the payment card of a partly refunded order name the refund and the net amount', async () => {
  const { shop, order, url } = await opened();
  await takePaymentStep(shop, order);
  assert.match((await read(url)).text, /Paid in full\. Thank you\./);
  await refund(shop, order, { amount: baht('30') });
  assert.match((await read(url)).text, /Paid in full, ฿30 refunded\s+Net after refunds\s+฿100/);
  assert.match((await read(url, 'th')).text, /ชำระครบแล้ว คืนเงินแล้ว ฿30\s+ยอดสุทธิหลังคืนเงิน\s+฿100/);
  const browser = await signedIn(shop, { language: 'en' });
  assert.match((await browser.open(`/orders/${order.id}`)).text, /Net after refunds ฿100/);
});
