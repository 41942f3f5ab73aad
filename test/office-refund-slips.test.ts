import assert from 'node:assert/strict';
import { test } from 'node:test';
import { putBankAccount } from '../src/domain/bank-accounts.ts';
import { paymentDetails, refundSlipOf } from '../src/domain/orders/payments/payment-details.ts';
import { bangkokMinute } from '../src/lib/calendar.ts';
import { minuteText } from '../src/office/page/format.ts';
import { officePattern } from './errors.ts';
import { type Browser, errorAt, signedIn } from './office.ts';
import { opened, UNPAID } from './order-page-steps.ts';
import { takePaymentStep } from './payment-steps.ts';
import { inspectPicture, photo } from './sample-photos.ts';
import { slipCode, slipPicture } from './slip-pictures.ts';
import { idOf, type Shop } from './support.ts';

const HOUR = 3_600_000;

const REFUND = { amount: '30', method: 'transfer', note: '', bank_account_id: '', send_time: '' };

/** A paid order of 130 baht. */
async function paid(more: object = UNPAID) {
  const page = await opened(more);
  await takePaymentStep(page.shop, page.order);
  await page.browser.open(page.at);
  return page;
}

const addAccount = (shop: Shop, number: string) =>
  shop.ctx.write((tx) => putBankAccount(tx, idOf(shop.ids.id), { bank: '004', number, name: 'ร้าน' }));

const slipFile = async (reference: string) =>
  new File([Uint8Array.from(await slipPicture(slipCode(reference, '004')))], 'slip.jpg', { type: 'image/jpeg' });

const slipOn = ({ page }: Browser) => /src="\/office(\/orders\/\d+\/refund\/\d+\/slip)"/.exec(page.html)?.[1] ?? '';

/** The field of the account in the refund's form. */
const accountField = ({ page }: Browser) => /id="field-refund-bank_account_id".*?<\/select>/s.exec(page.html)?.[0];

test('the order page shows when and from which account a refund was sent, with its slip and reference', async () => {
  const { shop, browser, at } = await paid({ ...UNPAID, order_time: Date.now() - 48 * HOUR });
  const account = String(await addAccount(shop, '1234567890'));
  const minute = Math.floor(shop.now() / 60_000) * 60_000 - HOUR;
  const sent = { bank_account_id: account, send_time: bangkokMinute(minute).replace(' ', 'T'), note: 'ของขาด' };
  await browser.send(`${at}/refund`, { ...REFUND, ...sent, slip: await slipFile('2026112612345') });
  const time = minuteText(minute, 'en');
  const from = 'From Kasikornbank (KBANK) 123-4-56789-0 · reference 2026112612345';
  const { text } = browser.page;
  assert.ok(text.includes(`−฿30 Bank transfer Refund ${time} · recorded `), text);
  assert.ok(text.includes(`· ของขาด ${from}`), text);
  assert.ok(text.includes(`Refund recorded Bank transfer · ฿30 · ${time} · ของขาด`), text);
  assert.notEqual(slipOn(browser), '');
});

test('a slip is visible only to the store, and can be rotated by the form', async () => {
  const { shop, order, browser, at } = await paid();
  const slip = new File([new Uint8Array(await photo({ width: 60, height: 90, as: 'png' }))], 'slip.png');
  await browser.send(`${at}/refund`, { ...REFUND, slip, turn: ['90'] });
  const path = slipOn(browser);
  const { headers } = await browser.open(path);
  assert.deepEqual([headers.get('content-type'), headers.get('x-content-type-options')], ['image/png', 'nosniff']);
  const [made] = paymentDetails(shop.ctx.db, order.id).flatMap(({ refunds }) => refunds);
  const { width, height } = await inspectPicture(refundSlipOf(shop.ctx.db, order.id, made?.id ?? idOf('0')).picture);
  assert.deepEqual([width, height], [90, 60]);
  const stranger = await signedIn(shop, { name: 'ploy', store: 'other' });
  assert.equal((await stranger.open(path)).status, 404);
});

test('a wrong slip and a wrong time are refused at their fields, and nothing is refunded', async () => {
  const { shop, order, browser, at } = await paid();
  const text = new File(['no picture'], 'slip.jpg', { type: 'image/jpeg' });
  const broken = await browser.send(`${at}/refund`, { ...REFUND, note: 'kept', slip: text });
  assert.equal(broken.status, 422);
  assert.match(errorAt(broken, 'refund-slip') ?? '', officePattern('slip_not_a_picture'));
  assert.match(broken.html, /name="note" value="kept"/);
  const future = await browser.send(`${at}/refund`, { ...REFUND, send_time: '2099-01-01T10:00' });
  assert.match(errorAt(future, 'refund-send_time') ?? '', officePattern('sent_in_future'));
  const early = await browser.send(`${at}/refund`, { ...REFUND, send_time: '2001-01-01T10:00' });
  assert.match(errorAt(early, 'refund-send_time') ?? '', /Must not be before/);
  assert.deepEqual(paymentDetails(shop.ctx.db, order.id)[0]?.refunds, []);
});

test('the only bank account is chosen for a refund, but cash leaves none', async () => {
  const { shop, order, browser, at } = await paid();
  assert.equal(accountField(browser), undefined);
  const account = String(await addAccount(shop, '1234567890'));
  await browser.open(at);
  assert.match(accountField(browser) ?? '', new RegExp(`<option value="${account}" selected=""`));
  for (const method of ['promptpay', 'cash'])
    await browser.send(`${at}/refund`, { ...REFUND, method, bank_account_id: account });
  const refunds = paymentDetails(shop.ctx.db, order.id).flatMap((payment) => payment.refunds);
  assert.deepEqual(
    refunds.map(({ method, bankAccountId }) => [method, String(bankAccountId)]),
    [
      ['promptpay', account],
      ['cash', 'null'],
    ],
  );
  await addAccount(shop, '2234567890');
  await browser.open(at);
  assert.doesNotMatch(accountField(browser) ?? '', /selected/);
});

test('a refund of several payments is one entry on the page', async () => {
  const { shop, order, browser, at } = await opened();
  await takePaymentStep(shop, order, '100', 'transfer');
  await takePaymentStep(shop, order, '30', 'cash');
  await browser.open(at);
  const { text, html } = await browser.send(`${at}/refund`, { ...REFUND, amount: '110', note: 'คืนทั้งหมด' });
  assert.match(text, /−฿110 Bank transfer Refund .* · คืนทั้งหมด/);
  assert.equal(html.match(/−฿/g)?.length, 1);
});
