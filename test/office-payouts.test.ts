import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byCommand } from '../src/domain/orders/history.ts';
import { issueReceipt } from '../src/domain/orders/payments/receipts.ts';
import { existingRemittance } from '../src/domain/orders/payments/remittance-rows.ts';
import { baht } from './amounts.ts';
import { moneyOf, openSeller, remitRows, sendCodOrder } from './cod-steps.ts';
import { officePattern } from './errors.ts';
import { type Browser, errorAt, signedIn } from './office.ts';
import { ownRows } from './raw-http.ts';
import { runStep } from './stock-steps.ts';
import { stoppedClock } from './stopped-clock.ts';
import { cafe, idOf, type Shop } from './support.ts';

// Fees of payouts, payouts without a file, and undone payouts.

async function opened() {
  const clock = stoppedClock(Date.parse('2026-11-24T10:00:00+07:00'));
  const shop = await openSeller({
    now: clock.now,
    stores: [cafe({ settings: { sell_below_zero: true } }), cafe({ key: 'other' })],
  });
  return { shop, clock, browser: await signedIn(shop, { role: 'staff', store: 'cafe', language: 'en' }) };
}

/** Two delivered parcels, of 590 and 65 baht, in one payout. */
async function openedWithPayout(fee?: string) {
  const { shop, browser, clock } = await opened();
  const first = await sendCodOrder(shop, '590', 'EX1', { at: 'delivered' });
  const second = await sendCodOrder(shop, '65', 'EX2', { at: 'delivered' });
  const rows = [
    ['EX1', '590'],
    ['EX2', '65'],
  ] as const;
  await remitRows(shop, rows, fee === undefined ? {} : { fee: baht(fee) });
  return { shop, browser, clock, first, second };
}

const PAYOUT = '/orders/cod/remittances/1';

const feeOf = (shop: Shop) => existingRemittance(shop.ctx.db, idOf('1')).fee;

const rowsOn = ({ page }: Browser) => /name="rows" value="([^"]*)"/.exec(page.html)?.[1] ?? '';

/** Uploads a payout file and saves it with these fields. */
async function record(browser: Browser, csv: string, typed: Record<string, string>) {
  await browser.open('/orders/cod/remit');
  const file = new File([csv], 'paid.csv', { type: 'text/csv' });
  await browser.send('/orders/cod/remit', { file, number_column: '', amount_column: '' });
  return browser.send('/orders/cod/remit/apply', { rows: rowsOn(browser), note: '', ...typed });
}

// Fees

test('the net amount of the bank statement gives the fee of a payout', async () => {
  const { shop, browser } = await opened();
  await sendCodOrder(shop, '590', 'EX1', { at: 'delivered' });
  const { text } = await record(browser, 'tracking,cod\nEX1,590\n', { fee: '', net: '572.30' });
  assert.match(text, /COD total ฿590.00 Courier fee ฿17.70 Net payout ฿572.30/);
  assert.match((await browser.open('/orders/cod/remittances')).text, /1 ฿590.00 ฿17.70 ฿572.30/);
});

test('a typed fee counts more than the fees in the file', async () => {
  const { shop, browser } = await opened();
  await sendCodOrder(shop, '590', 'EX1', { at: 'delivered' });
  const { text } = await record(browser, 'tracking,cod,fee\nEX1,590,10\n', { fee: '10.70', net: '' });
  assert.match(text, /Courier fee ฿10.70 Net payout ฿579.30/);
});

test('a fee and a net amount that do not add up to the COD total are refused, and so is more than the total', async () => {
  const { shop, browser } = await opened();
  await sendCodOrder(shop, '590', 'EX1', { at: 'delivered' });
  for (const [typed, field, problem] of [
    [{ fee: '10', net: '570' }, 'net', officePattern('fee_and_net_differ', { total: baht('590'), net: baht('580') })],
    [{ fee: '591', net: '' }, 'fee', officePattern('fee_above_payout', { total: baht('590') })],
    [{ fee: '', net: '591' }, 'net', officePattern('net_above_payout', { total: baht('590') })],
  ] as const) {
    const response = await record(browser, 'tracking,cod\nEX1,590\n', typed);
    assert.equal(response.status, 422);
    assert.match(errorAt(response, field) ?? '', problem);
  }
  assert.equal(moneyOf(shop, { id: idOf('1') })[0], 'collected');
});

test('the fee of a recorded payout can be corrected and removed', async () => {
  const { shop, browser } = await openedWithPayout('10');
  assert.match((await browser.open(`${PAYOUT}/fee`)).html, /name="fee"[^>]*value="10"/);
  const { text, path } = await browser.send(`${PAYOUT}/fee`, { fee: '', net: '640' });
  assert.deepEqual([path, feeOf(shop)], [PAYOUT, baht('15')]);
  assert.match(text, /Fee saved .*COD total ฿655.00 Courier fee ฿15.00 Net payout ฿640.00/);
  await browser.open(`${PAYOUT}/fee`);
  await browser.send(`${PAYOUT}/fee`, { fee: '15', net: '645' });
  assert.equal(feeOf(shop), baht('10'), 'the fee that the form shows does not contradict the net amount');
  await browser.open(`${PAYOUT}/fee`);
  await browser.send(`${PAYOUT}/fee`, { fee: '', net: '' });
  assert.equal(feeOf(shop), null);
  const owner = await signedIn(shop, { name: 'owner', role: 'owner', store: 'cafe', language: 'en' });
  assert.match(
    (await owner.open('/settings/audit')).text,
    /COD payout fee changed #1 · Courier fee: ฿10 → empty .*COD payout fee changed #1 · Courier fee: ฿10 → ฿15/,
  );
});

test('COD stays the gross amount in the figures of the month and the day, and the fee stands beside it', async () => {
  const { browser } = await openedWithPayout('17.70');
  const month = await browser.open('/reports/money?month=2026-11');
  assert.match(month.text, /COD payouts 655\.00 0\.00 2 655\.00 637\.30 Total 655/);
  assert.match(month.text, /COD payouts COD total ฿655.00 Courier fee ฿17.70 Net payout ฿637.30/);
  const day = await browser.open('/reports/money/day?day=2026-11-24');
  assert.match(day.text, /COD total ฿655.00 Courier fee ฿17.70 Net payout ฿637.30 .*#1 655.00 17.70 637.30/);
  assert.match(day.html, /href="\/office\/orders\/cod\/remittances\/1"/);
});

test('the CSV files have the fee and the net amount, and the paid amounts of a payout sum to the net amount', async () => {
  const { browser } = await openedWithPayout('17.70');
  const { html: all } = await browser.open('/orders/cod/remittances.csv');
  assert.match(all, /COD total,Courier fee,Net payout,Undone parcels\r\n1,[^\n]*,2,655\.00,17\.70,637\.30,0\r\n$/);
  const { html: one } = await browser.open(`${PAYOUT}/parcels.csv`);
  const paid = one
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((row) => Number(row.split(',')[5]));
  assert.deepEqual(paid, [590, 65, -17.7]);
  assert.match(one, /\r\n,Courier fee of the payout,,,,-17\.70,\r\n$/);
});

// Without a file

test('a payout without a file: parcels are chosen, another amount needs no further consent, and the payout is saved', async () => {
  const { shop, browser } = await opened();
  for (const [number, amount] of [
    ['EX1', '590'],
    ['EX2', '65'],
    ['EX3', '70'],
  ] as const)
    await sendCodOrder(shop, amount, number, { at: 'delivered' });
  const page = await browser.open('/orders/cod/remit/parcels');
  const numbers = [...page.html.matchAll(/name="number" value="([^"]*)"/g)].map(([, number]) => number as string);
  assert.deepEqual(numbers, ['EX3', 'EX2', 'EX1']);
  const form = { number: numbers, amount: ['70', '60', '590'], courier: '', status: 'collected' };
  const none = await browser.send('/orders/cod/remit/parcels', form);
  assert.deepEqual([none.status, /Choose at least one parcel/.test(none.text)], [422, true]);
  const review = await browser.send('/orders/cod/remit/parcels', { ...form, chosen: ['EX1', 'EX2'] });
  assert.match(review.text, /2 parcels, ฿650 in total · 1 amount differs from COD \(−฿5\)/);
  const saved = await browser.send('/orders/cod/remit/apply', { rows: rowsOn(browser), fee: '', net: '640', note: '' });
  assert.match(saved.text, /2 parcels marked as paid out .*COD total ฿650.00 Courier fee ฿10.00 Net payout ฿640.00/);
  assert.doesNotMatch((await browser.open('/orders/cod/remit/parcels')).html, /EX1|EX2/);
});

test('parcels without a report of their delivery can be chosen too', async () => {
  const { shop, browser } = await opened();
  await sendCodOrder(shop, '590', 'EX1', { at: 'in_transit' });
  assert.match((await browser.open('/orders/cod/remit/parcels')).text, /No parcels awaiting payout/);
  assert.match((await browser.open('/orders/cod/remit/parcels?status=pending')).text, /EX1/);
});

// Undone payouts

test('a payout is undone after a preview of what changes, and keeps a record', async () => {
  const { shop, browser, first } = await openedWithPayout('10');
  assert.match((await browser.open(PAYOUT)).html, new RegExp(`href="/office${PAYOUT}/undo"`));
  const before = ownRows(shop).payments;
  const preview = await browser.open(`${PAYOUT}/undo`);
  assert.match(preview.text, /2 parcels to undo ฿655 COD total ฿655 → ฿0 Courier fee ฿10 → — /);
  assert.match(preview.text, /#1 EX1 Thailand Post EMS 590.00 #2 EX2/);
  assert.deepEqual(ownRows(shop).payments, before);
  const none = await browser.send(`${PAYOUT}/undo`, { reason: '', note: '' });
  assert.equal(errorAt(none, 'reason'), 'Reason is required');
  const { text, path } = await browser.send(`${PAYOUT}/undo`, { reason: 'mistake', note: 'ไฟล์ผิด' });
  assert.equal(path, PAYOUT);
  assert.match(text, /2 parcels are unpaid again .*COD total ฿0.00 .*Undone/);
  assert.match(text, /Undone parcels .*#1 EX1 Thailand Post EMS 590.00 Recorded by mistake · ไฟล์ผิด malee 24 Nov 2026/);
  assert.deepEqual(moneyOf(shop, first), ['collected', 'unpaid', '0', 'open']);
  assert.match((await browser.open('/orders/cod/remittances')).text, /24 Nov 2026 Undone Thailand Post EMS 0 ฿0.00/);
  assert.match((await browser.open(`${PAYOUT}/undo`)).text, /Undone/);
  assert.match((await browser.open('/reports/money?month=2026-11')).text, /No money received or refunded this month/);
  const order = await browser.open(`/orders/${first.id}`);
  assert.match(order.text, /COD payout undone EX1 · COD · ฿590 · Recorded by mistake · ไฟล์ผิด/);
  assert.match(order.text, /Order reopened/);
  assert.match(order.text, /590 COD Undone .*COD payout #1 · ไฟล์ผิด/);
});

test('one parcel is undone, and the fee of the rest is corrected with it', async () => {
  const { shop, browser, first, second } = await openedWithPayout('10');
  const { html } = await browser.open(PAYOUT);
  const [, path = ''] = /href="\/office(\/orders\/cod\/remittances\/1\/undo\?parcel=1)"/.exec(html) ?? [];
  const preview = await browser.open(path);
  assert.match(preview.text, /1 parcel to undo ฿590 COD total ฿655 → ฿65/);
  const { text } = await browser.send(`${PAYOUT}/undo`, {
    parcel: '1',
    reason: 'wrong_parcel',
    note: '',
    fee: '1',
    net: '',
  });
  assert.match(text, /1 parcel is unpaid again .*COD total ฿65.00 Courier fee ฿1.00 Net payout ฿64.00/);
  assert.deepEqual([moneyOf(shop, first)[0], moneyOf(shop, second)[0]], ['collected', 'remitted']);
});

test('only what the page has shown is undone', async () => {
  const { shop, browser, first, second } = await openedWithPayout();
  const shownBy = (html: string) =>
    Object.fromEntries(
      [...html.matchAll(/name="(seen_\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    );
  const shown = shownBy((await browser.open(`${PAYOUT}/undo`)).html);
  assert.deepEqual(shown, { seen_parcels: '2', seen_amount: '655' });
  await runStep(shop, (tx, now) => issueReceipt(tx, first.id, byCommand(now)));
  const form = { reason: 'mistake', note: '' };
  const refused = await browser.send(`${PAYOUT}/undo`, { ...form, ...shown });
  assert.match(refused.text, /Someone else just changed this payout.*1 parcel to undo/);
  assert.equal(moneyOf(shop, second)[0], 'remitted');
  await browser.send(`${PAYOUT}/undo`, { ...form, ...shownBy(refused.html) });
  assert.deepEqual([moneyOf(shop, first)[0], moneyOf(shop, second)[0]], ['remitted', 'collected']);
});

test('the page names the receipt that keeps a payout', async () => {
  const { shop, browser, first } = await openedWithPayout();
  const { number } = await runStep(shop, (tx, now) => issueReceipt(tx, first.id, byCommand(now)));
  const problem = officePattern('undo_after_receipt', { number: 1, receipt: number });
  const preview = await browser.open(`${PAYOUT}/undo`);
  assert.match(preview.text, /1 parcel cannot be undone and stays in the payout/);
  assert.match(preview.text, problem);
  assert.match(preview.text, /1 parcel to undo ฿65/);
  const one = await browser.open(`${PAYOUT}/undo?parcel=1`);
  assert.match(one.text, problem);
  assert.doesNotMatch(one.html, /name="reason"/);
});

test('payouts of another store, and accounts without the permission, change nothing', async () => {
  const { shop } = await openedWithPayout();
  const stranger = await signedIn(shop, { name: 'ploy', store: 'other', language: 'en' });
  const packer = await signedIn(shop, { name: 'packer', role: 'packer', store: 'cafe', language: 'en' });
  const before = ownRows(shop).remittance_lines;
  for (const page of ['undo', 'fee']) {
    assert.equal((await stranger.open(`${PAYOUT}/${page}`)).status, 404);
    assert.equal((await stranger.send(`${PAYOUT}/${page}`, { reason: 'mistake' })).status, 404);
    assert.equal((await packer.open(`${PAYOUT}/${page}`)).status, 403);
    assert.equal((await packer.send(`${PAYOUT}/${page}`, { reason: 'mistake' })).status, 403);
  }
  assert.deepEqual(ownRows(shop).remittance_lines, before);
});

test('payouts and parcels of another store are not found', async () => {
  const { shop, browser } = await openedWithPayout();
  const stranger = await signedIn(shop, { name: 'ploy', store: 'other', language: 'en' });
  await stranger.open('/orders/cod/remit');
  const file = new File(['tracking,cod\nEX1,590\n'], 'paid.csv', { type: 'text/csv' });
  await stranger.send('/orders/cod/remit', { file, number_column: '', amount_column: '' });
  assert.match(stranger.page.text, /EX1 — 2 Tracking number not found/);
  assert.equal((await browser.open(PAYOUT)).status, 200);
  assert.equal((await stranger.open(PAYOUT)).status, 404);
  assert.equal((await stranger.open(`${PAYOUT}/parcels.csv`)).status, 404);
  assert.doesNotMatch((await stranger.open('/orders/cod')).html, /EX1/);
});
