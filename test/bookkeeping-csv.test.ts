import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeVariant } from '../src/domain/catalogue/edit-variant.ts';
import { type Money, satangText } from '../src/lib/money.ts';
import { baht } from './amounts.ts';
import { remitRows, sendCodOrder } from './cod-steps.ts';
import { type Browser, signedIn } from './office.ts';
import { placeOrder } from './order-steps.ts';
import { latte, refund, takePaymentStep } from './payment-steps.ts';
import { runStep, variantId } from './stock-steps.ts';
import { stoppedClock } from './stopped-clock.ts';
import { openShop } from './support.ts';
import { openVatSeller } from './vat-steps.ts';

// The CSV files of a bookkeeper.

const rowsOf = async (browser: Browser, path: string): Promise<string[][]> =>
  (await browser.open(path)).html
    .replace(/^\ufeff/, '')
    .trimEnd()
    .split('\r\n')
    .map((row) => row.split(','));

/** Two parcels of one payout, of which one is paid out short, a transfer with a refund, and cash. */
async function openBooks() {
  const { now } = stoppedClock();
  const shop = await openShop({ now, steadyNow: now });
  await sendCodOrder(shop, '590', 'EX1', { at: 'delivered' });
  await sendCodOrder(shop, '70', 'EX2', { at: 'delivered' });
  await sendCodOrder(shop, '80', 'EX3');
  await remitRows(
    shop,
    [
      ['EX1', '590'],
      ['EX2', '65'],
    ],
    { fee: baht('17.70'), note: 'KBANK 123', acceptDifferences: true },
  );
  const transferred = await latte(shop);
  await takePaymentStep(shop, transferred, '65', 'transfer');
  await refund(shop, transferred, { amount: baht('5') });
  await takePaymentStep(shop, await latte(shop), '65', 'cash');
  return { shop, browser: await signedIn(shop, { language: 'en', store: 'cafe' }) };
}

test('an amount of a CSV file has two decimals', () => {
  assert.deepEqual(
    ['0', '590', '-0.25', '0.005', '-0.001', '1234567.8', '17.7049'].map((text) => satangText(baht(text))),
    ['0.00', '590.00', '-0.25', '0.01', '0.00', '1234567.80', '17.70'],
  );
});

test('the file of COD parcels has what was asked and paid out, the payout, and its fee once', async () => {
  const { browser } = await openBooks();
  const [head, third, second, first] = await rowsOf(browser, '/orders/cod.csv');
  assert.equal(
    head?.join(),
    'Order,Tracking number,Recipient,Courier,Status,COD amount,Paid out,Difference,Courier fee (once per payout),Payout date,Payout,Note,Delivered',
  );
  const shown = (row: string[] | undefined) => [row?.[1], ...(row ?? []).slice(4, 12)];
  assert.deepEqual(shown(first), [
    'EX1',
    'COD paid out',
    '590.00',
    '590.00',
    '0.00',
    '17.70',
    '2026-11-11',
    '1',
    'KBANK 123',
  ]);
  assert.deepEqual(shown(second), [
    'EX2',
    'COD paid out',
    '70.00',
    '65.00',
    '-5.00',
    '',
    '2026-11-11',
    '1',
    'KBANK 123',
  ]);
  assert.deepEqual(shown(third), ['EX3', 'COD pending', '80.00', '', '', '', '', '', '']);
});

test('what was received in the bank is without cash, courier fees and refunds, on the page and in the files', async () => {
  const { browser } = await openBooks();
  const inBank = '697.30'; // 590 + 65 − 17.70 + 65 − 5
  const { text } = await browser.open('/reports/money?month=2026-11');
  assert.match(
    text,
    /Cash 65\.00 0\.00 1 65\.00 0\.00 COD payouts 655\.00 0\.00 2 655\.00 637\.30 Total 785\.00 5\.00 4 780\.00 697\.30/,
  );
  const days = await rowsOf(browser, '/reports/money-days.csv?month=2026-11');
  assert.deepEqual(days, [
    ['Day', 'Received', 'Refunded', 'Payments', 'Net', 'Received in bank'],
    ['2026-11-11', '785.00', '5.00', '4', '780.00', inBank],
  ]);
  for (const path of ['/reports/money.csv?month=2026-11', '/reports/money/day.csv?day=2026-11-11']) {
    const [head, ...rows] = await rowsOf(browser, path);
    assert.deepEqual(head?.slice(-2), ['Amount', 'Received in bank']);
    const sum = (column: number) => rows.reduce((all, row) => all + Number(row.at(column)), 0).toFixed(2);
    assert.deepEqual([sum(-2), sum(-1)], ['780.00', inBank], path);
    assert.deepEqual(rows.at(-1)?.filter(Boolean), [
      '2026-11-11 12:00',
      'Courier fee',
      'COD',
      'COD payout #1',
      '-17.70',
    ]);
  }
  assert.match((await browser.open('/reports/money/day?day=2026-11-11')).html, /money\/day\.csv\?day=2026-11-11/);
});

test('the sales without tax invoice of a month can be downloaded', async () => {
  const { shop } = await openVatSeller();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1, price: '107' }]);
  await takePaymentStep(shop, order);
  const browser = await signedIn(shop, { language: 'en', store: 'cafe' });
  const path = '/reports/vat/sales.csv?month=2026-10';
  assert.ok((await browser.open('/reports/vat/sales?month=2026-10')).html.includes(`href="/office${path}"`));
  assert.deepEqual(await rowsOf(browser, path), [
    ['Order', 'Date', 'Type', 'Before VAT', 'VAT', 'Total'],
    ['1', '2026-10-31', 'Payment', '100.00', '7.00', '107.00'],
  ]);
});

test('the best sellers of a report can be downloaded', async () => {
  const shop = await openShop();
  await placeOrder(shop, [{ sku: 'LAT-H', qty: 2 }]);
  const browser = await signedIn(shop, { language: 'en', store: 'cafe' });
  const [, path = ''] =
    /href="\/office(\/reports\/best-sellers\.csv[^"]*)"/.exec((await browser.open('/reports')).html) ?? [];
  const [head, row] = await rowsOf(browser, path.replaceAll('&amp;', '&'));
  assert.deepEqual(head?.slice(0, 5), ['Product', 'Variant', 'SKU', 'Units', 'Sales']);
  assert.deepEqual(row?.slice(2, 5), ['LAT-H', '2', '130.00']);
});

test('the best sellers show the gross profit to accounts that may see costs, and how many units have not left', async () => {
  const shop = await openShop();
  await placeOrder(shop, [{ sku: 'LAT-H', qty: 2 }]);
  const setCost = (cost: Money | null) =>
    runStep(shop, (tx, now) => changeVariant(tx, variantId(shop, 'hot'), { cost }, now));
  await setCost(baht('25'));
  const owner = await signedIn(shop, { language: 'en', store: 'cafe' });
  const { text } = await owner.open('/reports');
  assert.match(text, /Units Sales Cost of goods sold Gross profit Margin ลาเต้ ร้อน 2 130.00 50.00 80.00 61.5%/);
  assert.match(text, /2 units have not left yet. They count at today’s average cost./);
  const [head, row] = await rowsOf(owner, '/reports/best-sellers.csv');
  assert.deepEqual(head?.slice(5), ['Cost of goods sold', 'Gross profit', 'Margin', 'Unshipped units (today’s cost)']);
  assert.deepEqual(row?.slice(5), ['50.00', '80.00', '61.5%', '2']);
  await setCost(null);
  assert.doesNotMatch((await owner.open('/reports')).text, /Gross profit/);
  assert.deepEqual((await rowsOf(owner, '/reports/best-sellers.csv'))[1]?.slice(5), ['', '', '', '']);
});
