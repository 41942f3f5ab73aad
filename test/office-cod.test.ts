import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { insertRemittance } from '../src/domain/orders/payments/remittance-rows.ts';
import { codOrder, moneyOf, openSeller, remitFile, sendCodOrder, sendParcel } from './cod-steps.ts';
import { officePattern } from './errors.ts';
import { assertNotBlocking } from './event-loop.ts';
import { type Browser, errorAt, signedIn } from './office.ts';
import { placeOrder } from './order-steps.ts';
import { ownRows } from './raw-http.ts';
import { stoppedClock } from './stopped-clock.ts';
import { cafe, idOf, type Shop } from './support.ts';

async function opened() {
  const shop = await openSeller({
    stores: [
      cafe({ settings: { sell_below_zero: true } }),
      cafe({ key: 'other', settings: { sell_below_zero: true }, channels: [{ key: 'own', name: 'Own' }] }),
    ],
  });
  const browser = await signedIn(shop, { role: 'staff', store: 'cafe', language: 'en' });
  return { shop, browser };
}

const numbersOn = ({ page }: Browser) =>
  [...page.html.matchAll(/<td data-label="Tracking number" class="tracking">\s*([^<\s]*)/g)].map(
    ([, number]) => number,
  );

const csv = (text: string, name = 'paid.csv') => new File([text], name, { type: 'text/csv' });

/** Uploads a payout file for review. */
async function review(browser: Browser, text: string, columns = { number_column: '', amount_column: '' }) {
  await browser.open('/orders/cod/remit');
  return browser.send('/orders/cod/remit', { file: csv(text), ...columns });
}

const rowsOn = ({ page }: Browser) =>
  (/name="rows" value="([^"]*)"/.exec(page.html)?.[1] ?? '').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** All rows except sessions and accounts. */
const books = (shop: Shop) =>
  Object.fromEntries(Object.entries(ownRows(shop)).filter(([table]) => !/session|account/.test(table)));

test('COD parcels are listed with their totals and filtered by status and courier', async () => {
  const { shop, browser } = await opened();
  assert.match((await browser.open('/orders/cod')).text, /No COD parcels yet/);
  await sendCodOrder(shop, '65', 'FIRST-1', { at: 'delivered' });
  await sendCodOrder(shop, '1200.50', 'SECOND-1');
  await sendParcel(shop, await codOrder(shop, '80', { shipping_type: 'flash' }), 'THIRD-1', { at: 'returned' });
  const { text } = await browser.open('/orders/cod');
  assert.deepEqual(numbersOn(browser), ['THIRD-1', 'SECOND-1', 'FIRST-1']);
  assert.match(text, /#1 สมชาย ใจดี FIRST-1 Thailand Post EMS .* ฿65.00 Total \(3 parcels\) ฿1,345.50/);
  assert.match(text, /Awaiting payout ฿65 1 parcel/);
  assert.match(text, /Pending ฿1,200.50 1 parcel/);
  const on = async (query: string) => {
    await browser.open(`/orders/cod?${query}`);
    return numbersOn(browser);
  };
  assert.deepEqual(await on('status=collected'), ['FIRST-1']);
  assert.deepEqual(await on('status=failed'), ['THIRD-1']);
  assert.deepEqual(await on('courier=ems'), ['SECOND-1', 'FIRST-1']);
  assert.deepEqual(await on('status=remitted'), []);
  assert.match(browser.page.text, /No parcels found View all/);
  assert.deepEqual(await on('status=odd&before=x'), ['THIRD-1', 'SECOND-1', 'FIRST-1']);
});

test('the list has pages of fifty', async () => {
  const { shop, browser } = await opened();
  for (let i = 1; i <= 51; i += 1) await sendCodOrder(shop, '10', `NR-${i}`, { at: 'booked' });
  const { html } = await browser.open('/orders/cod?status=pending');
  assert.deepEqual([numbersOn(browser).length, numbersOn(browser)[0]], [50, 'NR-51']);
  const next = /href="\/office(\/orders\/cod\?[^"]*before=\d+)"/.exec(html)?.[1] ?? '';
  await browser.open(next.replaceAll('&amp;', '&'));
  assert.deepEqual(numbersOn(browser), ['NR-1']);
});

test('payouts, and the parcels of one payout, can be downloaded as CSV', async () => {
  const { shop, browser } = await opened();
  await sendCodOrder(shop, '65', 'FIRST-1', { at: 'delivered' });
  assert.doesNotMatch((await browser.open('/orders/cod/remittances')).html, /remittances\.csv/);
  await review(browser, 'tracking,cod\nFIRST-1,65\n');
  const { path, html } = await browser.send('/orders/cod/remit/apply', { rows: rowsOn(browser), note: 'รอบ 1' });
  assert.ok(html.includes(`href="/office${path}/parcels.csv"`));
  const parcels = await browser.open(`${path}/parcels.csv`);
  assert.match(
    parcels.html,
    /^\ufeff?Order,[^\n]*\r\n1,FIRST-1,Thailand Post EMS,[^,]*,65\.00,65\.00,\d{4}-[^\n]*\r\n$/,
  );
  assert.match((await browser.open('/orders/cod/remittances')).html, /remittances\.csv/);
  const all = await browser.open('/orders/cod/remittances.csv');
  assert.match(
    all.html,
    /^\ufeff?ID,[^\n]*,COD total,Courier fee,Net payout,Undone parcels\r\n\d+,\d{4}-[^,]*,\d{4}-[^,]*,รอบ 1,malee,1,65\.00,,,0\r\n$/,
  );
});

test('a payout file is reviewed first, and the reviewed rows are applied', async () => {
  const { shop, browser } = await opened();
  const first = await sendCodOrder(shop, '65', 'FIRST-1', { at: 'delivered' });
  const second = await sendCodOrder(shop, '70', 'SECOND-1', { at: 'delivered' });
  await sendCodOrder(shop, '75', 'MISSING-1', { at: 'delivered' });
  await sendCodOrder(shop, '80', 'LATER-1', { at: 'delivered' });
  const before = books(shop);
  const response = await review(
    browser,
    'tracking,COD Amount\nFIRST-1,65\nSECOND-1,60\nNOBODY-1,5\nFIRST-1,65\nLATER-1,80\n',
  );
  assert.deepEqual([response.status, books(shop)], [200, before]);
  assert.match(
    response.text,
    /2 rows match, ฿145 in total · ฿275 in all 5 rows · 3 rows do not match \(−฿10\) · 1 delivered parcel is not in the file/,
  );
  assert.match(
    response.text,
    /SECOND-1 #2 3 Different amount ฿70 ฿60 −฿10 Accept NOBODY-1 — 4 Tracking number not found — ฿5 FIRST-1 — 5 Duplicate/,
  );
  assert.match(response.text, /1 delivered parcel is not in the file .*MISSING-1/);
  assert.match(
    response.text,
    /2 matching rows .*FIRST-1 .* ฿65.00 ฿65.00 .*LATER-1 .* ฿80.00 ฿80.00 Total \(2 parcels\) ฿145.00 ฿145.00/,
  );
  const applied = await browser.send('/orders/cod/remit/apply', { rows: rowsOn(browser), note: 'รอบ 1' });
  assert.match(applied.path, /^\/orders\/cod\/remittances\/\d+$/);
  assert.match(applied.text, /2 parcels marked as paid out .*COD total ฿145.00 .*malee .*รอบ 1/);
  const left =
    /3 rows were not saved .*SECOND-1 #2 3 Different amount ฿70 ฿60 −฿10 NOBODY-1 — 4 Tracking number not found — ฿5 /;
  assert.match(applied.text, left);
  assert.match((await browser.open(applied.path)).text, left, 'they stay');
  const file = await browser.open(`${applied.path}/not-saved.csv`);
  assert.match(
    file.html,
    /Row,Tracking number,Order,Problem,Expected,Paid out\r\n3,SECOND-1,2,Different amount,70\.00,60\.00\r\n/,
  );
  assert.deepEqual(moneyOf(shop, first), ['remitted', 'paid', '65', 'completed']);
  assert.deepEqual(moneyOf(shop, second)[0], 'collected');
  const list = await browser.open('/orders/cod/remittances');
  assert.match(list.text, /รอบ 1 malee 2 ฿145.00/);
  await review(browser, 'tracking,cod\nFIRST-1,65\n');
  assert.match(browser.page.text, /Already paid out/);
});

test('a payout counts on the day on which its money arrived, and shows the fee that the courier kept', async () => {
  const clock = stoppedClock(Date.parse('2026-11-23T10:00:00+07:00'));
  const shop = await openSeller({ now: clock.now });
  await sendCodOrder(shop, '65', 'FIRST-1', { at: 'delivered' });
  clock.forward(3 * 86_400_000);
  const browser = await signedIn(shop, { role: 'staff', store: 'cafe', language: 'en' });
  const { text, html } = await review(browser, 'tracking,cod,ยอดโอนสุทธิ\nFIRST-1,65,63\nNOBODY-1,5,4\n');
  assert.match(text, /1 row matches, ฿65 in total .*Courier fee ฿2 · Net payout ฿63/);
  assert.match(html, /name="received"[^>]*value="26 Nov 2026"/);
  const rows = rowsOn(browser);
  const late = await browser.send('/orders/cod/remit/apply', { rows, received: '27 Nov 2026', note: '' });
  assert.equal(late.status, 422);
  assert.match(errorAt(late, 'received') ?? '', officePattern('received_in_future'));
  const early = await browser.send('/orders/cod/remit/apply', { rows, received: '22 Nov 2026', note: '' });
  assert.equal(early.status, 422);
  const problem = officePattern('received_before_orders', { day: Date.parse('2026-11-23T00:00:00+07:00') });
  assert.match(errorAt(early, 'received') ?? '', problem);
  assert.match(errorAt(early, 'received') ?? '', /23 Nov 2026/);
  const saved = await browser.send('/orders/cod/remit/apply', { rows, received: '24 Nov 2026', note: '' });
  assert.match(
    saved.text,
    /Payout date 24 Nov 2026 Courier Thailand Post EMS COD total ฿65.00 Courier fee ฿2.00 Net payout ฿63.00 Recorded 26 Nov 2026/,
  );
  assert.match(
    (await browser.open('/orders/cod/remittances')).text,
    /24 Nov 2026 Thailand Post EMS malee 1 ฿65.00 ฿2.00 ฿63.00/,
  );
  const { text: report } = await browser.open('/reports/money?month=2026-11');
  assert.match(report, /Tue 24 65.00 /);
  assert.match(report, /COD payouts COD total ฿65.00 Courier fee ฿2.00 Net payout ฿63.00/);
});

test('payouts are shown fifty per page, newest first', async () => {
  const { shop, browser } = await opened();
  const storeId = idOf(shop.ids.id);
  await shop.ctx.write((tx) => {
    for (let i = 1; i <= 51; i += 1)
      insertRemittance(tx, { storeId, userId: null, note: `รอบ ${i}`, receiveTime: i }, shop.now());
  });
  const first = await browser.open('/orders/cod/remittances');
  assert.match(first.text, /รอบ 51 .*รอบ 2 /);
  assert.doesNotMatch(first.text, /รอบ 1 /);
  assert.match((await browser.open('/orders/cod/remittances?page=2')).text, /รอบ 1 /);
});

test('a file with 10,000 rows is applied and blocks no other call; a longer one is rejected', async () => {
  const { shop, browser } = await opened();
  const order = await sendCodOrder(shop, '65', 'FIRST-1', { at: 'delivered' });
  const rows = Array.from({ length: 9_999 }, (_, i) => `NOBODY-${i},1`);
  const file = ['tracking,cod', 'FIRST-1,65', ...rows].join('\n');
  await assertNotBlocking('review', () => review(browser, file));
  const reviewed = { rows: rowsOn(browser), note: '' };
  const { status } = await assertNotBlocking('apply', () => browser.send('/orders/cod/remit/apply', reviewed));
  assert.deepEqual([status, moneyOf(shop, order)[0]], [200, 'remitted']);
  assert.match(
    (await review(browser, `${file}\nNOBODY,1`)).text,
    officePattern('table_too_many_rows', { rows: 10_001, most: 10_000 }),
  );
});

test('different amounts are applied only to the rows that are accepted', async () => {
  const { shop, browser } = await opened();
  const order = await sendCodOrder(shop, '70', 'SECOND-1', { at: 'delivered' });
  const other = await sendCodOrder(shop, '80', 'THIRD-1', { at: 'delivered' });
  await review(browser, 'tracking,cod\nSECOND-1,60\nTHIRD-1,8\n');
  const none = await browser.send('/orders/cod/remit/apply', { rows: rowsOn(browser), note: 'รอบ 9' });
  assert.equal(none.status, 422);
  assert.match(none.text, officePattern('remittance_nothing_to_save'));
  assert.match(none.html, /name="note" value="รอบ 9"/);
  assert.match(none.html, /name="accept" value="2" .*name="accept" value="3"/s);
  const { text: saved } = await browser.send('/orders/cod/remit/apply', {
    rows: rowsOn(browser),
    note: '',
    accept: ['2'],
  });
  assert.match(saved, /1 row was not saved .*THIRD-1 #2 3 Different amount ฿80 ฿8/);
  assert.deepEqual(moneyOf(shop, order).slice(0, 3), ['remitted', 'paid', '60']);
  assert.deepEqual(moneyOf(shop, other).slice(0, 2), ['collected', 'unpaid']);
  const { text, html } = await browser.open(`/orders/${order.id}`);
  assert.match(text, /Total ฿70 Paid ฿60 Courier paid short ฿10/);
  assert.match(text, /60 COD Confirmed .*COD payout #1/);
  assert.doesNotMatch(text, /COD #1/);
  assert.match(html, /href="\/office\/orders\/cod\/remittances\/1"/);
  assert.match(text, /Payment recorded SECOND-1 · COD · ฿60/);
});

test('of many different amounts 100 are shown per page, and all are accepted at once', async () => {
  const { shop, browser } = await opened();
  for (let i = 1; i <= 201; i += 1) await sendCodOrder(shop, '10', `NR-${i}`, { at: 'delivered' });
  const paid = Array.from({ length: 201 }, (_, i) => `NR-${i + 1},9`);
  const unknown = Array.from({ length: 203 }, (_, i) => `NOBODY-${i},1`);
  const { html, text } = await review(browser, ['tracking,cod', ...unknown, ...paid].join('\n'));
  assert.equal(html.match(/name="accept" /g)?.length, 100);
  assert.match(text, /NR-1 .*NR-100 .*Accept all 201 amounts that differ, .*1 to 100 of 404 Next/);
  const { text: saved } = await browser.send('/orders/cod/remit/apply', { rows: rowsOn(browser), accept_all: 'on' });
  assert.match(saved, /201 parcels marked as paid out .*203 rows were not saved/);
});

test('the shortfall of a courier is the difference from the amount that it had to collect', async () => {
  const { shop, browser } = await opened();
  const cod = { is_cod: true, cod_fee: 0, cod_amount: '70' };
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1, price: '100' }], cod);
  await sendParcel(shop, order, 'SHORT-1', { at: 'delivered' });
  await remitFile(shop, 'tracking,cod\nSHORT-1,60\n', { acceptDifferences: true });
  assert.match((await browser.open(`/orders/${order.id}`)).text, /Total ฿100 Paid ฿60 Courier paid short ฿10 /);
});

test('a file with unknown columns is rejected with its headings, until the columns are named', async () => {
  const { shop, browser } = await opened();
  await sendCodOrder(shop, '65', 'FIRST-1', { at: 'delivered' });
  const response = await review(browser, 'ref,sum\nFIRST-1,65\n');
  assert.equal(response.status, 422);
  assert.match(response.text, /“ref”, “sum”/);
  const named = await review(browser, 'ref,sum\nFIRST-1,65\n', { number_column: 'ref', amount_column: 'sum' });
  assert.match(named.text, /1 row matches, ฿65/);
  await browser.open('/orders/cod/remit');
  const none = await browser.send('/orders/cod/remit', { number_column: '', amount_column: '' });
  assert.deepEqual([none.status, /field-file-error/.test(none.html)], [422, true]);
});

test('forged rows are rejected', async () => {
  const { shop, browser } = await opened();
  await sendCodOrder(shop, '65', 'FIRST-1', { at: 'delivered' });
  await browser.open('/orders/cod/remit');
  const before = books(shop);
  const pack = (json: string) => brotliCompressSync(json).toString('base64url');
  const columns = { steps: [1], numbers: ['FIRST-1'], paid: ['65'], fees: [null], problems: [null] };
  const packColumns = (change: object) => pack(JSON.stringify({ ...columns, ...change }));
  const forged = [
    '',
    'x',
    '[]',
    pack('x'),
    pack('{}'),
    packColumns({ paid: undefined }),
    packColumns({ paid: ['65', '65'] }),
    packColumns({ more: [1] }),
    packColumns({ paid: [65] }),
    pack('['.repeat(9 * 2 ** 20)), // more than any file has
  ];
  for (const rows of forged) {
    const { status } = await browser.send('/orders/cod/remit/apply', { rows, note: '' });
    assert.ok(status === 400 || status === 422, `${status} ${rows}`);
    await browser.open('/orders/cod/remit');
  }
  for (const paid of ['-65', '1e3', 'NaN'])
    await browser.send('/orders/cod/remit/apply', { rows: packColumns({ paid: [paid] }), accept: ['1'], note: '' });
  assert.deepEqual(books(shop), before);
});
