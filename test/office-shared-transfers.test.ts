import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byChannel } from '../src/domain/orders/history.ts';
import { paymentDetails } from '../src/domain/orders/payments/payment-details.ts';
import type { Id } from '../src/lib/ids.ts';
import { officePattern } from './errors.ts';
import { type Browser, errorAt, type PageResponse, signedIn } from './office.ts';
import { notifyPaymentStep } from './payment-steps.ts';
import { slipCode, slipPicture } from './slip-pictures.ts';
import { idOf, openShop, type Shop } from './support.ts';

// One transfer that pays several orders, in the office: docs/decisions.md#shared-transfers.

const NAMES = ['Somchai', 'Malee', 'Anan'];

async function openOrders() {
  const shop = await openShop();
  const browser = await signedIn(shop, { language: 'en' });
  const orders: Id[] = [];
  for (const name of NAMES)
    orders.push(idOf((await shop.order({ recipient_address: { name, province: 'น่าน' } })).body.order.id));
  const [first, second, third] = orders as [Id, Id, Id];
  await browser.open(`/orders/${first}`);
  return { shop, browser, first, second, third };
}

const PAID = { amount: '65', method: 'transfer', note: '' };

const slipFile = async (reference: string) =>
  new File([Uint8Array.from(await slipPicture(slipCode(reference, '014')))], 'slip.jpg', { type: 'image/jpeg' });

const partner = (now: number) => byChannel(idOf('1'), now);

const report = async (shop: Shop, id: Id, amount = '65') =>
  (await notifyPaymentStep(shop, { id }, amount, { reference: 'A1', sendingBank: '014' }, partner)).paymentId;

const statusesOf = ({ ctx }: Shop, id: Id) => paymentDetails(ctx.db, id).map(({ status }) => status);

/** The checkbox or the hidden field with the decision in the form that is posted to `path`. */
function choiceIn({ html }: PageResponse, path: string): string | undefined {
  const form = [...html.matchAll(/<form [^>]*action="\/office([^"?]*)[^>]*>.*?<\/form>/gs)].find(
    ([, action]) => action === path,
  );
  return /name="shares_with" value="([\d,]+)"/.exec(form?.[0] ?? '')?.[1];
}

const cardOf = ({ html }: PageResponse) => /<section class="card" id="payments">.*?<\/section>/s.exec(html)?.[0] ?? '';

const openOrder = (browser: Browser, id: Id) => browser.open(`/orders/${id}`);

test('a refused payment shows the other order and is recorded by the choice that the transfer pays this one too', async () => {
  const { shop, browser, first, second } = await openOrders();
  const slip = await slipFile('2026112699999');
  await browser.send(`/orders/${first}/payments`, { ...PAID, slip });
  const path = `/orders/${second}/payments`;
  assert.equal(choiceIn(await openOrder(browser, second), path), undefined);
  const refused = await browser.send(path, { ...PAID, slip });
  assert.equal(refused.status, 422);
  assert.match(errorAt(refused, 'payments-slip') ?? '', officePattern('transfer_reference_used', { number: 1 }));
  assert.match(
    refused.text,
    /This transfer was also used for #1 · Somchai · ฿65 · .*Confirmed This transfer also pays order #2/,
  );
  assert.match(refused.text, /Confirmed from this transfer so far: ฿65/);
  assert.deepEqual(statusesOf(shop, second), []);
  const shares_with = choiceIn(refused, path) ?? '';
  const recorded = await browser.send(path, { ...PAID, shares_with }); // a browser without scripts forgets the slip
  assert.match(recorded.text, /Payment recorded .*reference 2026112699999 Part of one transfer with #1 · ฿130 in all/);
  assert.match(recorded.text, /One transfer pays several orders Together with #1 .* malee/);
  const other = await openOrder(browser, first);
  assert.match(other.text, /Part of one transfer with #2 · ฿130 in all/);
  assert.match(other.text, /One transfer pays several orders Together with #2 .* malee/);
  assert.doesNotMatch(other.text, /This transfer was also/);
});

test('a reported payment of a used transfer is confirmed by the choice on its page and in its review', async () => {
  const { shop, browser, first, second, third } = await openOrders();
  await browser.send(`/orders/${first}/payments`, { ...PAID, reference: 'A1', sending_bank: '014' });
  const paymentId = await report(shop, second);
  const path = `/orders/${second}/payments/${paymentId}/confirm`;
  const page = await openOrder(browser, second);
  assert.match(page.text, /This transfer was also used for #1 · Somchai · ฿65 .*This transfer also pays order #2/);
  assert.equal(cardOf(page).match(/name="shares_with"/g)?.length, 2, 'in the card and in the review');
  const meanwhile = await report(shop, third);
  const stale = await browser.send(path, { shares_with: choiceIn(page, path) ?? '' });
  assert.match(stale.text, officePattern('transfer_used_meanwhile'));
  assert.match(stale.text, /#3 · Anan · ฿65/);
  const confirmed = await browser.send(path, { shares_with: choiceIn(stale, path) ?? '' });
  assert.match(confirmed.text, /Part of one transfer with #1 · ฿130 in all/);
  assert.deepEqual([statusesOf(shop, second), statusesOf(shop, third)], [['confirmed'], ['notified']]);
  const refused = await browser.send(`/orders/${third}/payments/${meanwhile}/confirm`);
  assert.match(refused.text, officePattern('transfer_reference_used', { number: 1 }));
});

test('the parts of a transfer do not exceed the total that is entered', async () => {
  const { shop, browser, first, second } = await openOrders();
  await browser.send(`/orders/${first}/payments`, { ...PAID, reference: 'A1', sending_bank: '014' });
  await openOrder(browser, second);
  const path = `/orders/${second}/payments`;
  const used = { ...PAID, reference: 'A1', sending_bank: '014' };
  const shares_with = choiceIn(await browser.send(path, used), path) ?? '';
  const invalid = await browser.send(path, { ...used, shares_with, transfer_total: 'x' });
  assert.match(errorAt(invalid, 'payments-transfer_total') ?? '', officePattern('input_not_an_amount'));
  assert.match(invalid.html, /name="shares_with" value="\d+" checked/);
  const tooMuch = await browser.send(path, { ...used, shares_with, transfer_total: '100' });
  assert.match(errorAt(tooMuch, 'payments-amount') ?? '', officePattern('transfer_parts_too_large'));
  assert.deepEqual(statusesOf(shop, second), []);
  const recorded = await browser.send(path, { ...used, shares_with, transfer_total: '150' });
  assert.match(recorded.text, /Part of one transfer with #1 · ฿130 of ฿150 recorded/);
});

test('a reference that is entered for a reported payment is refused, and accepted by the choice', async () => {
  const { shop, browser, first, second } = await openOrders();
  await browser.send(`/orders/${first}/payments`, { ...PAID, reference: 'A1', sending_bank: '014' });
  const { paymentId } = await notifyPaymentStep(shop, { id: second }, '65', {}, partner);
  await openOrder(browser, second);
  const path = `/orders/${second}/payments/${paymentId}/transfer`;
  const refused = await browser.send(path, { reference: 'A1', sending_bank: '014' });
  assert.match(refused.text, officePattern('transfer_reference_used', { number: 1 }));
  const shares_with = choiceIn(refused, path) ?? '';
  const saved = await browser.send(path, { reference: 'A1', sending_bank: '014', shares_with });
  assert.match(saved.text, /Part of one transfer with #1 · ฿130 in all/);
  assert.match((await browser.send(`/orders/${second}/payments/${paymentId}/confirm`)).text, /Payment confirmed/);
});

test('the choice is not offered for a second payment of the same order', async () => {
  const { browser, first } = await openOrders();
  const path = `/orders/${first}/payments`;
  await browser.send(path, { ...PAID, amount: '30', reference: 'A1' });
  const refused = await browser.send(path, { ...PAID, amount: '35', reference: 'A1' });
  assert.equal(refused.status, 422);
  assert.equal(choiceIn(refused, path), undefined);
});

test('the slip of another customer is refused by default, marked in the list and skipped by every bulk confirmation', async () => {
  const { shop, browser, first, second } = await openOrders();
  await browser.send(`/orders/${first}/payments`, { ...PAID, reference: 'A1', sending_bank: '014' });
  const paymentId = await report(shop, second);
  const list = await browser.open('/orders?tab=to_confirm');
  assert.match(list.text, /Duplicate slip #1/);
  assert.doesNotMatch(list.html, /confirm-listed/);
  const listed = await browser.send(`/orders/${second}/payments/${paymentId}/confirm-listed`);
  assert.equal(listed.status, 422);
  await openOrder(browser, second);
  const alone = await browser.send(`/orders/${second}/payments/${paymentId}/confirm`);
  assert.equal(alone.status, 422);
  assert.match(alone.text, officePattern('transfer_reference_used', { number: 1 }));
  assert.deepEqual(statusesOf(shop, second), ['notified']);
});

test('only accounts that confirm payments decide it, and names need the permission for customer data', async () => {
  const { shop, browser, first, second } = await openOrders();
  await browser.send(`/orders/${first}/payments`, { ...PAID, reference: 'A1', sending_bank: '014' });
  const paymentId = await report(shop, second);
  const packer = await signedIn(shop, { name: 'packer', role: 'packer', store: 'cafe', language: 'en' });
  await openOrder(packer, second);
  assert.equal(
    (await packer.send(`/orders/${second}/payments/${paymentId}/confirm`, { shares_with: '1' })).status,
    403,
  );
  const clerk = await signedIn(shop, { name: 'clerk', permissions: ['money'], store: 'cafe', language: 'en' });
  const page = await openOrder(clerk, second);
  assert.match(page.text, /This transfer was also used for #1 · ฿65/);
  assert.doesNotMatch(page.text, /Somchai/);
});

test('the payment log names the other orders, and the files of payments have each part with the reference', async () => {
  const { browser, first, second } = await openOrders();
  await browser.send(`/orders/${first}/payments`, { ...PAID, reference: 'A1', sending_bank: '014' });
  await openOrder(browser, second);
  const path = `/orders/${second}/payments`;
  const used = { ...PAID, reference: 'A1', sending_bank: '014' };
  const shares_with = choiceIn(await browser.send(path, used), path) ?? '';
  await browser.send(path, { ...used, shares_with });
  assert.match((await browser.open('/reports/log')).text, /A1 · One transfer with: #1/);
  const csv = new TextDecoder().decode(await browser.download('/reports/money.csv'));
  const amounts = csv.split('\n').flatMap((line) => (/,A1,.*?,(65)\b/.exec(line) ?? []).slice(1));
  assert.deepEqual(amounts, ['65', '65'], csv);
});
