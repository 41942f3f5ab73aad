import assert from 'node:assert/strict';
import { test } from 'node:test';
import { putBankAccount } from '../src/domain/bank-accounts.ts';
import { buyerLinkOf, makeBuyerLink, revokeBuyerLink } from '../src/domain/orders/buyer-links.ts';
import { cancelOrder, deleteOrder } from '../src/domain/orders/close.ts';
import { byCommand, recordEvent } from '../src/domain/orders/history.ts';
import { existingOrder } from '../src/domain/orders/order.ts';
import { confirmPayment } from '../src/domain/orders/payments/payments.ts';
import { eraseOrder } from '../src/domain/privacy/erase.ts';
import { rotateKey } from '../src/domain/secrets/key-changes.ts';
import { newSealingKey } from '../src/lib/sealed.ts';
import { linkTo, opened, paymentsOf, read, sendSlip } from './buyer-steps.ts';
import { codOrder, moveParcel, openSeller, sendParcel } from './cod-steps.ts';
import { officePattern } from './errors.ts';
import { signedIn } from './office.ts';
import { placeOrder } from './order-steps.ts';
import { eventsOf } from './payment-steps.ts';
import { RECIPIENT } from './personal-data.ts';
import { bookOrder } from './shipment-steps.ts';
import { cafe, openShop } from './support.ts';

// The page that a buyer opens by the link of an order.

const DAY = 86_400_000;

test('the page shows items, totals and the amount due, in the language of the browser or of its switch', async () => {
  const { url } = await opened({ promptpay_id: '0899999999', promptpay_name: 'ร้านมาลี' });
  const { text } = await read(url);
  assert.match(text, /Order #1/);
  assert.match(text.replace(/\s+/g, ' '), /PromptPay 0899999999 ร้านมาลี .* check that the app shows this name/);
  assert.match(text.replace(/\s+/g, ' '), /ลาเต้ ร้อน × 2 ฿130/);
  assert.match(text.replace(/\s+/g, ' '), /Amount to transfer ฿130/);
  assert.match((await read(url, 'th-TH')).text, /ยอดที่ต้องโอน.*เลือกไฟล์/s);
  assert.match((await read(`${url}?lang=th`, 'en')).text, /ยอดที่ต้องโอน/);
});

test('the page has no personal data except a masked name and the postal code', async () => {
  const { url } = await opened();
  const { html } = await read(url);
  const { name, telephone, postal_code } = RECIPIENT;
  for (const hidden of [...name.split(' '), telephone]) assert.doesNotMatch(html, new RegExp(hidden));
  assert.match(html, new RegExp(`ส••• ใจ••• ${postal_code}`));
});

test('the page has the phone number of the store as on labels', async () => {
  const { html, text } = await read((await opened()).url);
  assert.match(text, /Contact the store:\s+021234567/);
  assert.match(html, /href="tel:021234567"/);
  const shop = await openShop({ stores: [cafe({ addresses: [] })] });
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  await shop.ctx.write((tx) => makeBuyerLink(tx, order.id, 30, byCommand(shop.now())));
  assert.doesNotMatch((await read(linkTo(shop, order))).text, /Contact the store/);
});

test('the page is small, and no cache, search engine or other site gets its address', async () => {
  const { url } = await opened();
  const { html, headers } = await read(url);
  const files = ['page.css', 'page.js', 'thai-400.woff2', 'thai-700.woff2', 'latin-400.woff2'].map(
    (file) => new URL(file, url).href,
  );
  const parts = await Promise.all([`${url}/qr.png`, ...files].map(async (part) => (await fetch(part)).arrayBuffer()));
  assert.equal(Buffer.from(parts[0] as ArrayBuffer).toString('latin1', 1, 4), 'PNG');
  assert.ok(parts.reduce((sum, { byteLength }) => sum + byteLength, Buffer.byteLength(html)) < 50_000);
  assert.deepEqual(
    html.match(/<script[^>]*>|style=/g)?.length,
    1,
    'copy buttons and the chosen file, by a file of this service',
  );
  assert.equal(headers.get('Cache-Control'), 'no-store');
  assert.equal(headers.get('Referrer-Policy'), 'no-referrer');
  assert.match(headers.get('X-Robots-Tag') ?? '', /noindex/);
  assert.match(
    headers.get('Content-Security-Policy') ?? '',
    /^default-src 'none'; script-src 'self'; style-src 'self'/,
  );
});

test('a slip becomes a payment that awaits confirmation, once for the same picture', async () => {
  const seen = await opened();
  assert.match((await sendSlip(seen.url)).text, /You sent ฿130\. The store is reviewing it\./);
  assert.equal((await sendSlip(seen.url)).status, 200);
  assert.deepEqual(paymentsOf(seen), [['promptpay', 130, 'notified']]);
  assert.deepEqual(
    eventsOf(seen.shop, seen.order).map(([actor, event]) => [actor, event]),
    [
      ['command', 'buyer_link_made'],
      ['buyer', 'payment_notified'],
    ],
  );
  const { id } = existingOrder(seen.shop.ctx.db, seen.order.id).payments[0] ?? assert.fail();
  await seen.shop.ctx.write((tx) => confirmPayment(tx, id, byCommand(seen.clock.now)));
  assert.match((await read(seen.url)).text, /Paid in full/);
});

test('after a slip for the whole amount, and for a canceled order, no other slip is accepted', async () => {
  const seen = await opened();
  await sendSlip(seen.url);
  const { status, text } = await sendSlip(seen.url, { color: '#111' });
  assert.deepEqual([status, officePattern('nothing_to_transfer').test(text)], [422, true]);
  assert.equal((await read(`${seen.url}/qr.png`)).status, 404);
  const canceled = await opened();
  await canceled.shop.ctx.write((tx) => cancelOrder(tx, canceled.order.id, 'buyer', byCommand(canceled.clock.now)));
  assert.equal((await sendSlip(canceled.url)).status, 422);
  assert.match((await read(canceled.url)).text, /Do not pay/);
  assert.deepEqual(paymentsOf(canceled), []);
});

test('the error of an invalid slip is shown at its field', async () => {
  const { url } = await opened();
  const form = new FormData();
  form.append('amount', '0');
  form.append('slip', new File(['%PDF-1.7'], 'slip.pdf'));
  const response = await fetch(url, { method: 'POST', body: form });
  const html = await response.text();
  assert.equal(response.status, 422);
  assert.match(html, /id="field-slip-error"/);
  form.set('slip', new File([new Uint8Array(7 * 2 ** 20)], 'slip.png'));
  assert.equal((await fetch(url, { method: 'POST', body: form })).status, 422);
});

test('a link ends when it is revoked or made again, and some days after the order has ended', async () => {
  const { shop, order, clock, url } = await opened(undefined, 7);
  const wrong = await read(`${url}x`);
  const write = (run: (now: ReturnType<typeof byCommand>) => void) => run(byCommand(clock.now));
  assert.equal((await read(url)).status, 200);
  clock.now += 40 * DAY;
  assert.equal((await read(url)).status, 200, 'an open order keeps its link');
  await shop.ctx.write((tx) => write((act) => cancelOrder(tx, order.id, 'buyer', act)));
  clock.now += 6 * DAY;
  assert.equal((await read(url)).status, 200);
  await shop.ctx.write((tx) => write((act) => makeBuyerLink(tx, order.id, 7, act)));
  const second = linkTo(shop, order);
  assert.deepEqual([(await read(url)).status, (await read(second)).status], [404, 200]);
  clock.now += 2 * DAY;
  const ended = await read(second);
  assert.deepEqual([ended.status, ended.html], [404, wrong.html], 'every link that does not work looks the same');
  await shop.ctx.write((tx) => write((act) => makeBuyerLink(tx, order.id, 90, act)));
  const third = linkTo(shop, order);
  await shop.ctx.write((tx) => write((act) => revokeBuyerLink(tx, order.id, act)));
  assert.equal((await read(third)).status, 404);
});

test('the links of deleted and erased orders end, and a key rotation keeps the other links', async () => {
  const { shop, order, clock, url } = await opened();
  await shop.ctx.write((tx) => rotateKey(tx, newSealingKey()));
  assert.equal(linkTo(shop, order), url);
  const other = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  await shop.ctx.write((tx) => {
    const act = byCommand(clock.now);
    makeBuyerLink(tx, other.id, 30, act);
    cancelOrder(tx, other.id, 'store', act);
    deleteOrder(tx, other.id, act);
    eraseOrder(tx, order.id, clock.now);
  });
  const ids = [order.id, other.id];
  assert.deepEqual(
    ids.map((id) => buyerLinkOf(shop.ctx.db, id, clock.now)),
    [undefined, undefined],
  );
  assert.equal((await read(url)).status, 404);
});

test('a parcel is shown with its number and a link to the tracking page', async () => {
  const { shop, order, url } = await opened({ promptpay_id: '0899999999', cod_counts_as_ready: true });
  await sendSlip(url);
  const { id } = existingOrder(shop.ctx.db, order.id).payments[0] ?? assert.fail();
  await shop.ctx.write((tx) => confirmPayment(tx, id, byCommand(shop.now())));
  await bookOrder(shop, order);
  const { trackingNumber } = existingOrder(shop.ctx.db, order.id).shipments[0] ?? assert.fail();
  const { html } = await read(url);
  assert.match(
    html,
    new RegExp(`<a class="number" href="https://track[^"]*${trackingNumber}"[^>]*>${trackingNumber}</a>`),
  );
  assert.match(html, new RegExp(`<button [^>]*title="Copy tracking number" data-copies="${trackingNumber}"`));
});

test('an order of which a part was shipped says how many items the store still has to ship', async () => {
  const shop = await openSeller();
  const order = await codOrder(shop, '150', { qty: 15 });
  const parcel = await sendParcel(shop, order, 'EX1', { qty: 4, cod: '40' });
  await shop.ctx.write((tx) => makeBuyerLink(tx, order.id, 30, byCommand(shop.now())));
  const page = linkTo(shop, order);
  assert.match((await read(page)).text, /Partially shipped · 11 items still to ship\s+Parcel 1 · Shipped /);
  await moveParcel(shop, parcel, 'delivered');
  assert.match((await read(page)).text, /Partially delivered · 11 items still to ship/);
  assert.match((await read(page, 'th')).text, /ส่งถึงบางส่วน · ร้านจะส่งที่เหลืออีก 11 ชิ้น/);
  await sendParcel(shop, order, 'EX2');
  assert.doesNotMatch((await read(page)).text, /still to ship/);
});

test('too many slips of one link are refused for a while', async () => {
  const { url } = await opened();
  const statuses: number[] = [];
  // the limit is six per minute, and a new minute may begin during the test
  for (let i = 0; i < 13; i += 1) statuses.push((await fetch(url, { method: 'POST', body: new FormData() })).status);
  assert.equal(statuses[0], 422);
  assert.ok(statuses.includes(429));
});

test('the order page makes a link with a text for the chat, shows it again and revokes it', async () => {
  const shop = await openShop();
  const { id } = await placeOrder(shop, [{ sku: 'LAT-H', qty: 2 }]);
  const browser = await signedIn(shop, { language: 'en' });
  Object.assign(shop.ctx.config.listen, { base_url: 'https://shop.example' }); // the server keeps its own origin
  await browser.open(`/orders/${id}`);
  assert.match(browser.page.html, new RegExp(`action="/office/orders/${id}/buyer-link#buyer-link"`));
  await browser.send(`/orders/${id}/buyer-link`, { days: '7' });
  const { text, html } = await browser.open(`/orders/${id}`);
  const [address = ''] = /https:[^<"]+\/o\/[\w-]{43}/.exec(html) ?? [];
  const url = address.replace('https://shop.example', shop.url);
  assert.ok(text.includes(`บ้านกาแฟ, order #1 Balance due: ฿130 Pay, send the slip and track your parcel: ${address}`));
  assert.ok(text.includes(`คำสั่งซื้อ #1 ยอดที่ต้องชำระ ฿130`));
  assert.equal((await read(url)).status, 200);
  await browser.send(`/orders/${id}/buyer-link/revoke`);
  assert.match(browser.page.text, /Link revoked.*Create link/);
  assert.equal((await read(url)).status, 404);
});

test('the page of an order with many events, which is rendered without the key, links to a page with the buyer link', async () => {
  const { shop, order, url, clock } = await opened();
  await shop.ctx.write((tx) => {
    for (let i = 0; i < 101; i += 1) recordEvent(tx, order.id, byCommand(clock.now), 'packed');
  });
  const browser = await signedIn(shop, { language: 'en' });
  const page = await browser.open(`/orders/${order.id}`);
  assert.match(page.html, new RegExp(`href="/office/orders/${order.id}/buyer-link" class="button">Show link`));
  assert.doesNotMatch(page.html, /\/o\//);
  assert.ok((await browser.open(`/orders/${order.id}/buyer-link`)).html.includes(url));
});

test('a store without PromptPay shows its bank accounts', async () => {
  const { shop, order, url } = await opened({});
  assert.match((await read(url)).text, /Ask the store where to transfer/);
  const { storeId } = existingOrder(shop.ctx.db, order.id);
  await shop.ctx.write((tx) =>
    putBankAccount(tx, storeId, { bank: '004', number: '123-4-56789-0', name: 'บจก. กาแฟ' }),
  );
  const { text } = await read(url);
  assert.match(text.replace(/\s+/g, ' '), /Kasikornbank \(KBANK\) 123-4-56789-0 บจก. กาแฟ Copy account number/);
  assert.doesNotMatch(text, /Ask the store|PromptPay/);
});
