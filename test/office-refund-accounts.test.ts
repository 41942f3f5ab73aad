import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refundAccountsOf } from '../src/domain/orders/payments/refund-account.ts';
import { readQrCodes } from '../src/domain/pictures/read-qr.ts';
import { officePattern } from './errors.ts';
import { type Browser, errorAt, signedIn } from './office.ts';
import { opened, UNPAID } from './order-page-steps.ts';
import { takePaymentStep } from './payment-steps.ts';

const REFUND = { amount: '30', method: 'promptpay', note: '' };
const TO = { to_promptpay: '', to_bank: '014', to_number: '123-4-56789-0', to_name: 'สมหญิง รักสงบ' };
const PROMPTPAY = { ...TO, to_promptpay: '081-999-1234', to_bank: '', to_number: '' };

/** A paid order of 130 baht. */
async function paid() {
  const page = await opened({ ...UNPAID, recipient_address: { name: 'อารีย์', telephone: '0819991234' } });
  await takePaymentStep(page.shop, page.order);
  await page.browser.open(page.at);
  return page;
}

/** The QR code that replaces the one on the page. */
async function part(browser: Browser, at: string, fields: Record<string, string>) {
  const { html } = await browser.open(at);
  const form = new FormData();
  form.append('csrf', /name="csrf" value="([^"]+)"/.exec(html)?.[1] ?? '');
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return browser.post(`${at}/refund/qr`, form, { 'HX-Request': 'true' });
}

const valueIn = ({ page }: Browser, name: string) =>
  new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(page.html)?.[1];

test('the payments card and the history show the account of a refund, only with customer data', async () => {
  const { shop, browser, at } = await paid();
  await browser.send(`${at}/refund`, { ...REFUND, ...PROMPTPAY });
  await browser.send(`${at}/refund`, { ...REFUND, ...TO, method: 'transfer' });
  const { text } = browser.page;
  const promptpay = 'To PromptPay 0819991234 · สมหญิง รักสงบ';
  const account = 'To Siam Commercial Bank (SCB) 123-4-56789-0 · สมหญิง รักสงบ';
  for (const shown of [promptpay, account]) assert.equal(text.split(shown).length, 3, text);
  const counter = await signedIn(shop, {
    name: 'mai',
    language: 'en',
    store: 'cafe',
    permissions: ['money', 'orders'],
  });
  const { html } = await counter.open(at);
  assert.doesNotMatch(html, /0819991234|123-4-56789-0|สมหญิง|name="to_|refund-qr/);
  assert.match(html, /action="\/office\/orders\/\d+\/refund"/);
  const denied = await counter.send(`${at}/refund`, { ...REFUND, ...PROMPTPAY });
  assert.equal(denied.status, 422);
  assert.equal((await counter.send(`${at}/refund`, REFUND)).status, 200);
});

test('a wrong account is refused at its field, and cash leaves none', async () => {
  const { shop, order, browser, at } = await paid();
  const wrong = await browser.send(`${at}/refund`, { ...REFUND, ...PROMPTPAY, to_promptpay: '123' });
  assert.match(errorAt(wrong, 'refund-to_promptpay') ?? '', officePattern('promptpay_id_malformed'));
  assert.match(wrong.html, /<details class="refund-to" open/);
  const both = await browser.send(`${at}/refund`, { ...REFUND, ...TO, to_promptpay: '0819991234' });
  assert.match(errorAt(both, 'refund-to_promptpay') ?? '', officePattern('refund_to_one_account'));
  const half = await browser.send(`${at}/refund`, { ...REFUND, ...TO, to_number: '' });
  assert.match(errorAt(half, 'refund-to_number') ?? '', officePattern('refund_to_incomplete'));
  await browser.send(`${at}/refund`, { ...REFUND, ...TO, method: 'cash' });
  assert.match(browser.page.text, /−฿30 Cash/);
  assert.equal(refundAccountsOf(shop.ctx.db, order.id).size, 0);
});

test('the next refund suggests the account of the last one, and the method that fits it', async () => {
  const { browser, at } = await paid();
  assert.match(browser.page.html, /<details class="refund-to">/);
  await browser.send(`${at}/refund`, { ...REFUND, ...PROMPTPAY });
  assert.deepEqual(
    ['to_promptpay', 'to_number', 'to_name'].map((name) => valueIn(browser, name)),
    ['0819991234', '', 'สมหญิง รักสงบ'],
  );
  assert.match(browser.page.text, /Filled in from the last refund to this phone number/);
  await browser.send(`${at}/refund`, { ...REFUND, ...TO, method: 'transfer' });
  assert.deepEqual(
    ['to_promptpay', 'to_number'].map((name) => valueIn(browser, name)),
    ['', '1234567890'],
  );
  assert.match(browser.page.html, /<option value="014" selected=""/);
});

test('a QR code pays exactly the refund, without a script too, and its URL does not name the account', async () => {
  const { shop, browser, at } = await paid();
  const form = { ...REFUND, ...PROMPTPAY, amount: '30.25', suggested: '130' };
  const { html, status } = await browser.send(`${at}/refund/qr`, form);
  assert.equal(status, 200);
  assert.match(html, /name="amount" value="30.25"/);
  assert.match(html, /name="suggested"/);
  const url = /src="\/office(\/orders\/\d+\/refund\/qr\.png\?code=[\w.-]+)"/.exec(html)?.[1] ?? '';
  assert.doesNotMatch(url, /819991234/);
  const [{ text: payload } = { text: '' }] = await readQrCodes(shop.ctx, {
    uploaded: await browser.download(url),
    path: 'slip',
  });
  assert.match(payload, /01130066819991234.*540530\.255802TH/);
  const other = await signedIn(shop, { name: 'ploy', role: 'staff', store: 'cafe' });
  assert.equal((await other.open(url)).status, 404);
  assert.match(html, /PromptPay 0819991234.*สมหญิง/s);
  const wrong = await browser.send(`${at}/refund/qr`, { ...form, to_promptpay: '12' });
  assert.equal(wrong.status, 422);
  assert.match(errorAt(wrong, 'refund-to_promptpay') ?? '', officePattern('promptpay_id_malformed'));
  assert.match((await part(browser, at, form)).html, /^<div id="refund-qr"[^>]*hx-post.*<img/s);
  const excessive = await part(browser, at, { ...form, amount: '131' });
  assert.match(excessive.text, /at most ฿130/);
  assert.doesNotMatch(excessive.html, /<img/);
});
