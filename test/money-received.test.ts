import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preparations } from '../src/db/prepared-statements.ts';
import { putBankAccount } from '../src/domain/bank-accounts.ts';
import { hasManyPayments, type MoneySums, moneyEntries, moneyReceived } from '../src/domain/figures/money-received.ts';
import { cancelOrder } from '../src/domain/orders/close.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { addMonths, bangkokMinute, dayStart, monthStart, type Span } from '../src/lib/calendar.ts';
import type { Id } from '../src/lib/ids.ts';
import { moneyText } from '../src/lib/money.ts';
import { openSeller, remitRows, sendCodOrder } from './cod-steps.ts';
import { signedIn } from './office.ts';
import { confirm, latte, notifyPaymentStep, refund, reject, takePaymentStep } from './payment-steps.ts';
import { change, openTestDatabase, planSteps } from './sql.ts';
import { runStep } from './stock-steps.ts';
import { stoppedClock } from './stopped-clock.ts';
import { cafe, idOf, type Shop } from './support.ts';

const DAY = 86_400_000;
const LAST_OF_OCTOBER = Date.parse('2026-10-31T23:59:59.999+07:00');

async function openSelling(start?: number) {
  const clock = stoppedClock(start);
  return { shop: await openSeller({ now: clock.now, steadyNow: stoppedClock(start).now }), clock }; // tokens stay valid
}

const storeId = (shop: Shop) => idOf(shop.ids.id);

const spanOf = (month: string): Span => ({
  from: monthStart(month) as number,
  until: monthStart(addMonths(month, 1)) as number,
});

const reportOf = (shop: Shop, month = '2026-11') => moneyReceived(shop.ctx.db, storeId(shop), spanOf(month));

const figures = ({ payments, received, refunded }: MoneySums) => [payments, moneyText(received), moneyText(refunded)];

const daysOf = (shop: Shop, month: string) =>
  reportOf(shop, month).days.map((sums) => [bangkokMinute(dayStart(sums.day)).slice(0, 10), ...figures(sums)]);

const methodsOf = (shop: Shop) =>
  reportOf(shop).methods.map(({ method, number, ...sums }) => [number ?? method, ...figures(sums)]);

const addAccount = (shop: Shop, number: string, store = storeId(shop)): Promise<Id> =>
  shop.ctx.write((tx) => putBankAccount(tx, store, { bank: '004', number, name: 'บ้านกาแฟ' }));

async function transfer(shop: Shop, amount: string, more: Parameters<typeof notifyPaymentStep>[3] = {}) {
  const order = await latte(shop);
  const { paymentId } = await notifyPaymentStep(shop, order, amount, more);
  await confirm(shop, paymentId);
  return order;
}

/** Two bank accounts, every method, a paid-out parcel, and refunds by the method of the payment and by another one. */
async function openBusyMonth() {
  const { shop, clock } = await openSelling();
  const [first, second] = [await addAccount(shop, '1111111111'), await addAccount(shop, '2222222222')];
  const refunded = await transfer(shop, '65', { bankAccountId: second, reference: 'REF-1', sendingBank: '014' });
  await transfer(shop, '60', { bankAccountId: first });
  await transfer(shop, '50', { bankAccountId: first, method: 'promptpay' });
  await transfer(shop, '40');
  clock.forward(DAY);
  for (const method of ['promptpay', 'cash', 'card', 'other'] as const)
    await takePaymentStep(shop, await latte(shop), '30', method);
  await sendCodOrder(shop, '590', 'EX1', { at: 'delivered' });
  await remitRows(shop, [['EX1', '590']]);
  await refund(shop, refunded, { amount: 50_000 as never });
  await refund(shop, refunded, { amount: 20_000 as never, method: 'cash' });
  await reject(shop, (await notifyPaymentStep(shop, refunded, '9')).paymentId);
  await notifyPaymentStep(shop, refunded, '8');
  return { shop, clock };
}

test('a payment counts on the Bangkok day, and in the month, of its confirmation', async () => {
  const { shop, clock } = await openSelling(LAST_OF_OCTOBER);
  const { paymentId } = await notifyPaymentStep(shop, await latte(shop), '10');
  await takePaymentStep(shop, await latte(shop), '20');
  clock.forward(1);
  await confirm(shop, paymentId);
  clock.forward(DAY);
  await takePaymentStep(shop, await latte(shop), '30');
  assert.deepEqual(daysOf(shop, '2026-10'), [['2026-10-31', 1, '20', '0']]);
  assert.deepEqual(daysOf(shop, '2026-11'), [
    ['2026-11-02', 1, '30', '0'],
    ['2026-11-01', 1, '10', '0'],
  ]);
});

test('a refund counts in its own month; its payment stays in the month before, also of a canceled order', async () => {
  const { shop, clock } = await openSelling(LAST_OF_OCTOBER);
  const order = await latte(shop);
  await takePaymentStep(shop, order);
  clock.forward(1);
  await refund(shop, order);
  await runStep(shop, (tx, now) => cancelOrder(tx, order.id, 'store', byCommand(now)));
  assert.deepEqual(daysOf(shop, '2026-10'), [['2026-10-31', 1, '65', '0']]);
  assert.deepEqual(daysOf(shop, '2026-11'), [['2026-11-01', 0, '0', '65']]);
});

test('a refund counts on the day on which its money was sent, and for the account that sent it', async () => {
  const { shop, clock } = await openSelling();
  const [first, second] = [await addAccount(shop, '1111111111'), await addAccount(shop, '2222222222')];
  const order = await transfer(shop, '65', { bankAccountId: first });
  clock.forward(DAY);
  const sent = { sendTime: clock.now() - DAY, bankAccountId: second };
  await refund(shop, order, { amount: 50_000 as never, ...sent });
  await refund(shop, order, { amount: 30_000 as never, method: 'promptpay', ...sent });
  await refund(shop, order, { amount: 20_000 as never, method: 'cash', ...sent });
  assert.deepEqual(daysOf(shop, '2026-11'), [['2026-11-11', 1, '65', '10']]);
  assert.deepEqual(methodsOf(shop), [
    ['1111111111', 1, '65', '0'],
    ['2222222222', 0, '0', '8'],
    ['cash', 0, '0', '2'],
  ]);
});

test('each account and method has its sums, a payout counts once, and days and methods add up to the same total', async () => {
  const { shop } = await openBusyMonth();
  assert.deepEqual(methodsOf(shop), [
    ['1111111111', 2, '110', '0'],
    ['2222222222', 1, '65', '5'],
    ['transfer', 1, '40', '0'],
    ['promptpay', 1, '30', '0'],
    ['cash', 1, '30', '2'],
    ['card', 1, '30', '0'],
    ['other', 1, '30', '0'],
    ['cod', 1, '590', '0'],
  ]);
  const { days, methods, total } = reportOf(shop);
  for (const rows of [days, methods])
    for (const name of ['payments', 'received', 'refunded', 'inBank'] as const)
      assert.equal(
        rows.reduce((sum, row) => sum + row[name], 0),
        total[name],
        name,
      );
  assert.deepEqual(figures(total), [9, '925', '7']);
});

test('the CSV file has each payment, refund and paid-out parcel, and adds up to the net of the page', async () => {
  const { shop } = await openBusyMonth();
  const browser = await signedIn(shop, { language: 'en', store: 'cafe' });
  const { html: csv, headers } = await browser.open('/reports/money.csv?month=2026-11');
  const [, ...rows] = csv.trimEnd().split('\r\n');
  assert.match(headers.get('content-disposition') ?? '', /money-received_2026-11\.csv/);
  assert.deepEqual(rows.slice(0, 1), [
    '2026-11-11 12:00,1,สมชาย ใจดี,Payment,Bank transfer,Kasikornbank (KBANK) 222-2-22222-2,Siam Commercial Bank (SCB),,REF-1,,,,65.00,65.00',
  ]);
  assert.deepEqual(rows.slice(-3), [
    '2026-11-12 12:00,9,สมชาย ใจดี,COD payout,COD,,,2026-11-12 12:00,EX1,,,,590.00,590.00',
    '2026-11-12 12:00,1,สมชาย ใจดี,Refund,Bank transfer,Kasikornbank (KBANK) 222-2-22222-2,,2026-11-12 12:00,,,,,-5.00,-5.00',
    '2026-11-12 12:00,1,สมชาย ใจดี,Refund,Cash,,,2026-11-12 12:00,,,,,-2.00,',
  ]);
  const { text } = await browser.open('/reports/money?month=2026-11');
  assert.match(
    text,
    /\(KBANK\) 111-1-11111-1 110.00 0.00 2 110.00 110.00 .*COD payouts 590.00 0.00 1 590.00 590.00 Total 925.00 7.00 9 918.00 830.00 By day/,
  );
  assert.equal(
    rows.reduce((sum, row) => sum + Number(row.split(',').at(-2)), 0),
    918,
  );
});

test('the pages of entries together contain the whole month, also entries with the same time', async () => {
  const { shop } = await openBusyMonth();
  const page = (more: object) => moneyEntries(shop.ctx.db, storeId(shop), { ...spanOf('2026-11'), limit: 99, ...more });
  const all = page({});
  assert.equal(all.length, 11);
  for (const [i, last] of all.entries()) assert.deepEqual(page({ last, limit: 3 }), all.slice(i + 1, i + 4));
});

test('a month with very many payments is complete, on the page and in the file', async () => {
  const { shop } = await openSelling();
  const order = await latte(shop);
  await shop.ctx.write((tx) =>
    tx.run(
      change(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 6001)
        INSERT INTO payments (order_id, method, amount, status, create_time, review_time)
        SELECT ?, 'cash', 10000, 'confirmed', 1, ? FROM n`),
      order.id,
      shop.now(),
    ),
  );
  assert.equal(hasManyPayments(shop.ctx.db, spanOf('2026-11')), true);
  const browser = await signedIn(shop, { language: 'en' });
  assert.match(
    (await browser.open('/reports/money')).text,
    /Cash 6,001\.00 0\.00 6,001 6,001\.00 0\.00 Total 6,001\.00 0\.00 6,001 6,001\.00 0\.00/,
  );
  assert.equal((await browser.open('/reports/money.csv')).html.trimEnd().split('\r\n').length, 6_002);
});

test('money of another store is never shown, and an account without the permission sees none', async () => {
  const clock = stoppedClock();
  const shop = await openSeller({ now: clock.now, stores: [cafe(), cafe({ key: 'other', name: 'ร้านอื่น' })] });
  const other = shop.stores.other as Shop['ids'];
  const account = await addAccount(shop, '3333333333', idOf(other.id));
  const { body } = await shop.call(
    '/v1/order/create',
    { ...shop.orderBody(), products: [{ sku: 'LAT-H', qty: 1 }] },
    { token: await shop.bearer('page', other) },
  );
  const { paymentId } = await notifyPaymentStep(shop, { id: idOf(body.order.id) }, '65', { bankAccountId: account });
  await confirm(shop, paymentId);
  await refund(shop, { id: idOf(body.order.id) }, { amount: 10_000 as never });
  const open = async (store: string, path: string) =>
    (await signedIn(shop, { name: `${store} ${path}`, language: 'en', store })).open(path);
  assert.match((await open('other', '/reports/money')).text, /333-3-33333-3 65.00 1.00 1 64.00 64.00/);
  const { text } = await open('cafe', '/reports/money');
  assert.match(text, /No money received or refunded this month/);
  assert.doesNotMatch(text, /333-3/);
  assert.equal((await open('cafe', '/reports/money.csv')).html.trimEnd().split('\r\n').length, 1);
  const packer = await signedIn(shop, { name: 'packer', role: 'packer', store: 'other' });
  for (const path of ['/reports/money', '/reports/money.csv']) assert.equal((await packer.open(path)).status, 403);
});

test('the page links to the adjacent months, and an invalid month shows the current one', async () => {
  const { shop } = await openSelling(Date.parse('2026-12-31T20:00:00+07:00'));
  const browser = await signedIn(shop, { language: 'en' });
  const linksOf = (html: string) =>
    [...html.matchAll(/href="\/office\/reports\/money\?month=([\d-]+)/g)].map(([, month]) => month);
  for (const query of ['', '?month=2026-13', '?month=2569-12', '?month=x']) {
    const { html, text } = await browser.open(`/reports/money${query}`);
    assert.deepEqual(linksOf(html), ['2026-11'], query);
    assert.match(text, /‹ Nov 2026 December 2026 Show No money/);
  }
  assert.deepEqual(linksOf((await browser.open('/reports/money?month=2026-01')).html), ['2025-12', '2026-02']);
});

test('a day links to its entries, and each entry to its order', async () => {
  const { shop } = await openBusyMonth();
  const browser = await signedIn(shop, { language: 'en', store: 'cafe' });
  const { html, text } = await browser.open('/reports/money?month=2026-11');
  assert.match(text, /Thu 12 710.00 7.00 5 703.00 615.00/);
  const [, path = ''] = /href="\/office(\/reports\/money\/day\?day=2026-11-12)"/.exec(html) ?? [];
  const day = await browser.open(path);
  const amounts = [...day.html.matchAll(/class="money">([−\d.,]+)</g)].map(([, amount = '']) =>
    Number(amount.replace('−', '-')),
  );
  assert.deepEqual(amounts, [30, 30, 30, 30, 590, -5, -2, 590]);
  assert.match(day.text, /COD total ฿590.00 Courier fee ฿0.00 Net payout ฿590.00 1 payout has no fee.* #1 590.00 — —/);
  assert.match(day.text, /12:00 #9 COD paid out COD payout COD payouts EX1 590.00/);
  assert.match(day.text, /‹ 11 Nov 2026 Received ฿710.00 Refunded ฿7.00 Net ฿703.00 Received in bank ฿615.00/);
  assert.match(day.html, /href="\/office\/orders\/9"/);
  assert.match(
    (await browser.open('/reports/money/day?day=2026-11-10')).text,
    /No money received or refunded on this day/,
  );
});

test('the figures of a month are read by index', async () => {
  const { shop } = await openSelling();
  const texts = new Set<string>();
  const note = (message: unknown) => {
    const { sql } = message as { sql: string };
    if (/FROM payments p/.test(sql)) texts.add(sql);
  };
  preparations.subscribe(note);
  const connection = openTestDatabase(shop.config.database);
  moneyReceived(connection, storeId(shop), spanOf('2026-11'));
  moneyEntries(connection, storeId(shop), { ...spanOf('2026-11'), limit: 1 });
  hasManyPayments(connection, spanOf('2026-11'));
  preparations.unsubscribe(note);
  connection.close();
  const steps = planSteps(shop.config.database, texts);
  assert.equal(texts.size, 3);
  assert.deepEqual(
    steps.filter((step) => /^SCAN (p|o|r|b|s)\b/.test(step)),
    [],
  );
  assert.equal(steps.filter((step) => /^SEARCH p USING (COVERING )?INDEX payments_received/.test(step)).length, 3);
  assert.equal(steps.filter((step) => /^SEARCH r USING (COVERING )?INDEX refunds_by_time/.test(step)).length, 2);
});
