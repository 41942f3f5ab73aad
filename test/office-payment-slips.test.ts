import assert from 'node:assert/strict';
import { test } from 'node:test';
import { putBankAccount } from '../src/domain/bank-accounts.ts';
import { byChannel } from '../src/domain/orders/history.ts';
import { existingOrder } from '../src/domain/orders/order.ts';
import { paymentDetails } from '../src/domain/orders/payments/payment-details.ts';
import type { Id } from '../src/lib/ids.ts';
import { officePattern } from './errors.ts';
import { errorAt, signedIn } from './office.ts';
import { notifyPaymentStep, reject } from './payment-steps.ts';
import { slipCode, slipPicture } from './slip-pictures.ts';
import { idOf, openShop } from './support.ts';

async function openOrders() {
  const shop = await openShop();
  const browser = await signedIn(shop, { language: 'en' });
  const [first, second] = [await shop.order(), await shop.order()].map(({ body }) => idOf(body.order.id));
  assert.ok(first && second);
  await browser.open(`/orders/${first}`);
  return { shop, browser, first, second };
}

const slipFile = async (reference: string) =>
  new File([Uint8Array.from(await slipPicture(slipCode(reference, '014')))], 'slip.jpg', { type: 'image/jpeg' });

const REPORT = { amount: '65', method: 'transfer', note: '' };

test('a slip shows bank and reference, and a second order with its transfer is refused with a link', async () => {
  const { browser, first, second } = await openOrders();
  const slip = await slipFile('2026112612345');
  const added = await browser.send(`/orders/${first}/payments/notify`, { ...REPORT, slip });
  assert.match(added.text, /From Siam Commercial Bank \(SCB\) · reference 2026112612345/);
  await browser.open(`/orders/${second}`);
  const refused = await browser.send(`/orders/${second}/payments/notify`, { ...REPORT, slip });
  assert.equal(refused.status, 422);
  assert.match(
    refused.html,
    new RegExp(`already used for order #1\\s*<a href="/office/orders/${first}">View order #1</a>`),
  );
});

test('after a review the page links to the next order with a slip, if any, and counts the waiting slips', async () => {
  const { shop, browser, first, second } = await openOrders();
  const third = idOf((await shop.order()).body.order.id);
  for (const [i, id] of [first, second, third].entries()) {
    await browser.open(`/orders/${id}`);
    await browser.send(`/orders/${id}/payments/notify`, { ...REPORT, slip: await slipFile(`20261126A${i}`) });
  }
  const linkTo = (id: Id, label: string) => new RegExp(`href="/office/orders/${id}#payments"[^>]*>${label}<`);
  const confirmed = await browser.send(`/orders/${second}/payments/2/confirm`);
  assert.match(confirmed.html, linkTo(first, 'Next slip: #1 \\(2 waiting\\)'), 'an older one');
  assert.doesNotMatch((await browser.open(`/orders/${second}`)).html, /Next slip/);
  await browser.open(`/orders/${first}`);
  const rejected = await browser.send(`/orders/${first}/payments/1/reject`, { reason: 'x' });
  assert.match(rejected.html, linkTo(third, 'Next slip: #3 \\(1 waiting\\)'), 'no older one is left');
  await browser.open(`/orders/${third}`);
  assert.doesNotMatch((await browser.send(`/orders/${third}/payments/3/confirm`)).html, /Next slip/);
});

test('a transfer reported for two orders shows a link to the other, and the second needs a decision', async () => {
  const { shop, browser, first, second } = await openOrders();
  const partner = (now: number) => byChannel(idOf('1'), now);
  await notifyPaymentStep(shop, { id: first }, '65', { reference: 'A1' }, partner);
  const { paymentId } = await notifyPaymentStep(shop, { id: second }, '65', { reference: 'A1' }, partner);
  const { html } = await browser.open(`/orders/${second}`);
  assert.match(html, new RegExp(`also submitted for\\s*<ul><li><a href="/office/orders/${first}">#1</a>`));
  assert.match(html, /payments\/2\/reject"/);
  const confirmations = [...html.matchAll(/payments\/2\/confirm".*?<\/form>/gs)];
  assert.ok(confirmations.every(([form]) => form.includes('name="shares_with"')));
  assert.match((await browser.open(`/orders/${first}`)).html, /payments\/1\/confirm"/);
  const refused = await browser.send(`/orders/${second}/payments/${paymentId}/confirm`);
  assert.equal(refused.status, 422);
  assert.match(refused.html, /View order #1/);
  const corrected = await browser.send(`/orders/${second}/payments/${paymentId}/transfer`, { reference: 'A2' });
  assert.match(corrected.text, /reference A2/);
  assert.match(corrected.html, /payments\/2\/confirm"/);
  await browser.send(`/orders/${second}/payments/${paymentId}/confirm`);
  assert.equal(paymentDetails(shop.ctx.db, second)[0]?.status, 'confirmed');
});

test('a slip whose picture and transfer were used for another order has one warning', async () => {
  const { shop, browser, first, second } = await openOrders();
  const partner = (now: number) => byChannel(idOf('1'), now);
  const slip = await slipPicture(slipCode('2026112612345', '014'));
  for (const id of [first, second]) await notifyPaymentStep(shop, { id }, '65', { slip, reference: 'A1' }, partner);
  const { html } = await browser.open(`/orders/${second}`);
  const card = /<article class="entry payment">.*?<\/article>/s.exec(html)?.[0] ?? '';
  assert.equal(card.match(/class="notice/g)?.length, 1);
  assert.match(card, /also submitted for/);
});

test('the list of payments to review has small slips, and marks those with a used picture or transfer', async () => {
  const { shop, browser, first, second } = await openOrders();
  const partner = (now: number) => byChannel(idOf('1'), now);
  const [third, fourth] = [await shop.order(), await shop.order()].map(({ body }) => idOf(body.order.id)) as [Id, Id];
  const slip = await slipPicture(slipCode('2026112699999', '014'));
  await notifyPaymentStep(shop, { id: first }, '65', { slip, reference: 'A1' }, partner);
  await notifyPaymentStep(shop, { id: second }, '65', { slip }, partner);
  await notifyPaymentStep(shop, { id: third }, '65', { reference: 'A1' }, partner);
  await notifyPaymentStep(shop, { id: fourth }, '65', { reference: 'A2' }, partner);
  const { html } = await browser.open('/orders?tab=to_confirm');
  const row = (id: Id) => new RegExp(`<tr id="order-${id}">.*?</tr>`, 's').exec(html)?.[0] ?? '';
  const uses = (id: Id) => [...row(id).matchAll(/orders\/(\d+)#payments/g)].map(([, other]) => idOf(other ?? ''));
  assert.deepEqual([first, second, third, fourth].map(uses), [[second, third], [first], [first], []]);
  assert.deepEqual(
    [first, fourth].map((id) => row(id).includes('Duplicate slip')),
    [true, false],
  );
  const [, small = ''] = /<img class="thumb" src="\/office([^"]*)"/.exec(row(second)) ?? [];
  const picture = await browser.open(small);
  assert.deepEqual(
    [small, picture.headers.get('content-type')],
    [`/orders/${second}/payments/2/slip/small`, 'image/jpeg'],
  );
  assert.doesNotMatch(row(third), /<img/);
  assert.doesNotMatch((await browser.open('/orders')).html, /class="thumb"|Duplicate slip/);
  const packer = await signedIn(shop, { name: 'packer', role: 'packer', store: 'cafe' });
  assert.doesNotMatch((await packer.open('/orders?tab=to_confirm')).html, /\/slip/);
});

test('a payment of exactly the balance due is confirmed in the list, which returns to the place of its row', async () => {
  const { shop, browser, first, second } = await openOrders();
  const third = idOf((await shop.order()).body.order.id);
  const partner = (now: number) => byChannel(idOf('1'), now);
  await notifyPaymentStep(shop, { id: first }, '65', { reference: 'A1' }, partner);
  await notifyPaymentStep(shop, { id: second }, '60', { reference: 'A2' }, partner);
  await notifyPaymentStep(shop, { id: third }, '65', { reference: 'A3' }, partner);
  const list = '?tab=to_confirm&channel=&paid=no';
  const { html } = await browser.open(`/orders${list}`);
  const row = (id: Id) => new RegExp(`<tr id="order-${id}">.*?</tr>`, 's').exec(html)?.[0] ?? '';
  const button = (id: Id) =>
    /formaction="\/office([^"]*)" name="next" value="(\d*)"[^>]*>Confirm payment</.exec(row(id));
  assert.deepEqual(
    [first, third].map((id) => button(id)?.slice(1)),
    [
      [`/orders/${first}/payments/1/confirm-listed`, String(second)],
      [`/orders/${third}/payments/3/confirm-listed`, String(second)],
    ],
  );
  assert.equal(button(second), null);
  assert.match(
    row(second),
    new RegExp(`/orders/${second}\\?list=[^"]*#payments"[^>]*>Review payment</a> <[^>]*>The payment of ฿60`),
  );
  const statusOf = (id: Id) => existingOrder(shop.ctx.db, id).payments[0]?.status;
  const confirm = (id: Id, payment: number) =>
    browser.send(`/orders/${id}/payments/${payment}/confirm-listed`, { next: String(second), from: list });
  for (const _ of ['once', 'again']) {
    const { path, text } = await confirm(third, 3);
    assert.match(text, /Payment of #3 confirmed/);
    assert.equal(path, `/orders${list}#order-${second}`);
  }
  const refused = await confirm(second, 2);
  assert.deepEqual([refused.status, statusOf(second), statusOf(third)], [422, 'notified', 'confirmed']);
  assert.match(refused.text, /differs from the balance due/);
  await notifyPaymentStep(shop, { id: second }, '65', { reference: 'A4' }, partner);
  assert.match((await confirm(second, 4)).text, /More than one payment is pending review/);
  const clerk = await signedIn(shop, { name: 'clerk', permissions: ['money'], store: 'cafe', language: 'en' });
  await clerk.open('/orders?tab=to_confirm');
  assert.match((await clerk.send(`/orders/${first}/payments/1/confirm-listed`)).text, /Payment of #1 confirmed/);
  assert.equal(statusOf(first), 'confirmed');
});

test('a slip that is submitted again for its order is not a duplicate', async () => {
  const { shop, browser, first } = await openOrders();
  const slip = await slipPicture(slipCode('2026112699999', '015'));
  const partner = (now: number) => byChannel(idOf('1'), now);
  await notifyPaymentStep(shop, { id: first }, '65', { slip }, partner);
  await reject(shop, idOf('1'));
  await notifyPaymentStep(shop, { id: first }, '65', { slip }, partner);
  const { html } = await browser.open('/orders?tab=to_confirm');
  assert.match(html, /class="thumb"/);
  assert.doesNotMatch(html, /Duplicate slip/);
});

test('a bank account of the settings is chosen for a payment and stays on it after a correction and its removal', async () => {
  const { shop, browser, first } = await openOrders();
  await browser.open('/settings/payments');
  const refused = await browser.send('/settings/payments', { bank: '004', number: '12', name: 'บ้านกาแฟ' });
  assert.match(refused.text, officePattern('bank_account_number_malformed'));
  const added = await browser.send('/settings/payments', { bank: '004', number: '123-456789-0', name: 'บ้านกาแฟ' });
  const remove = /action="\/office(\/settings\/payments\/accounts\/(\d+)\/remove)"/.exec(added.html);
  assert.match(added.text, /123-4-56789-0 Kasikornbank \(KBANK\) บ้านกาแฟ/);
  await browser.open(`/orders/${first}`);
  const paid = { ...REPORT, pay_time: '2026-11-26T10:15', bank_account_id: remove?.[2] ?? '', sending_bank: '002' };
  await browser.send(`/orders/${first}/payments`, paid);
  const edit = `/settings/payments/accounts/${remove?.[2]}`;
  const page = await browser.open(edit);
  assert.match(page.html, /name="number"[^>]* value="1234567890"/);
  const edited = await browser.send(edit, { bank: '004', number: '123-456789-1', name: 'มาลี ใจดี' });
  assert.match(edited.text, /Saved .*123-4-56789-1 Kasikornbank \(KBANK\) มาลี ใจดี/);
  assert.match((await browser.open(`/orders/${first}`)).text, /To Kasikornbank \(KBANK\) 123-4-56789-1/);
  await browser.open('/settings/payments');
  await browser.send('/settings/payments', { bank: '002', number: '1111111111', name: 'มาลี ใจดี' });
  await browser.open(edit);
  const taken = await browser.send(edit, { bank: '002', number: '111-111111-1', name: 'มาลี ใจดี' });
  assert.match(errorAt(taken, 'number') ?? '', officePattern('bank_account_exists'));
  await browser.open('/settings/payments');
  await browser.send(remove?.[1] ?? '');
  assert.equal((await browser.open(edit)).status, 404);
  const { text } = await browser.open(`/orders/${first}`);
  assert.match(text, /From Bangkok Bank \(BBL\) · To Kasikornbank \(KBANK\) 123-4-56789-1/);
  assert.equal(paymentDetails(shop.ctx.db, first)[0]?.payTime, Date.UTC(2026, 10, 26, 3, 15));
});

test('a payment is recorded with its slip in one step, and a used transfer is refused at the slip', async () => {
  const { shop, browser, first, second } = await openOrders();
  const slip = await slipFile('2026112699999');
  const recorded = await browser.send(`/orders/${first}/payments`, { ...REPORT, slip, turn: ['90'] });
  assert.match(recorded.text, /Payment recorded .*Confirmed .*reference 2026112699999/);
  const [payment] = paymentDetails(shop.ctx.db, first);
  assert.deepEqual([payment?.status, payment?.slipType, payment?.sendingBank], ['confirmed', 'image/jpeg', '014']);
  await browser.open(`/orders/${second}`);
  const used = await browser.send(`/orders/${second}/payments`, { ...REPORT, slip });
  assert.equal(used.status, 422);
  assert.match(errorAt(used, 'payments-slip') ?? '', officePattern('transfer_reference_used', { number: 1 }));
  const text = new File(['no picture'], 'slip.jpg');
  const broken = await browser.send(`/orders/${second}/payments`, { ...REPORT, slip: text });
  assert.match(errorAt(broken, 'payments-slip') ?? '', officePattern('slip_not_a_picture'));
  assert.deepEqual(paymentDetails(shop.ctx.db, second), []);
});

test('the only bank account is chosen for a new payment, but cash goes to none', async () => {
  const { shop, browser, first, second } = await openOrders();
  const accountField = () => /name="bank_account_id"[^>]*>.*?<\/select>/s.exec(browser.page.html)?.[0];
  assert.equal(accountField(), undefined);
  const add = (number: string) =>
    shop.ctx.write((tx) => putBankAccount(tx, idOf(shop.ids.id), { bank: '004', number, name: 'ร้าน' }));
  await add('1234567890');
  await browser.open(`/orders/${first}`);
  const [, account = ''] = /<option value="(\d+)" selected=""/.exec(accountField() ?? '') ?? [];
  for (const [id, method, booked] of [
    [first, 'transfer', account],
    [second, 'cash', 'null'],
  ] as const) {
    await browser.open(`/orders/${id}`);
    await browser.send(`/orders/${id}/payments`, { ...REPORT, method, bank_account_id: account });
    assert.equal(String(paymentDetails(shop.ctx.db, id)[0]?.bankAccountId), booked, method);
  }
  await add('2234567890');
  const third = idOf((await shop.order()).body.order.id);
  await browser.open(`/orders/${third}`);
  assert.doesNotMatch(accountField() ?? '', /selected/);
});

test('a verification service is set up and removed, and its secret is never shown', async () => {
  const { browser } = await openOrders();
  await browser.open('/settings/payments');
  const url = 'https://verify.example/slips';
  const secret = 'sixteen letters or more';
  const saved = await browser.send('/settings/payments/verifier', { url, secret, sends_picture: 'on' });
  assert.match(saved.html, /value="https:\/\/verify\.example\/slips"/);
  assert.doesNotMatch(saved.html, /sixteen letters/);
  const kept = await browser.send('/settings/payments/verifier', { url, secret: '' });
  assert.equal(kept.status, 200);
  const refused = await browser.send('/settings/payments/verifier', { url: 'http://192.0.2.1/', secret: '' });
  const address = '192.0.2.1';
  assert.match(errorAt(refused, 'verifier-url') ?? '', officePattern('courier_address_not_public', { address }));
  const { text } = await browser.send('/settings/payments/verifier/remove');
  assert.match(text, /Slip verification removed/);
});
