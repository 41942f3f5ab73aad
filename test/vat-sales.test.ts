import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preparations } from '../src/db/prepared-statements.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { saleEntries, salesWithoutInvoice } from '../src/domain/orders/payments/sales-without-invoice.ts';
import { vatReport } from '../src/domain/orders/payments/vat-report.ts';
import { changeSettings } from '../src/domain/store-settings.ts';
import { readCsv } from '../src/lib/csv.ts';
import { type Money, moneyText } from '../src/lib/money.ts';
import { baht } from './amounts.ts';
import { codOrder, remitRows, sendCodOrder, sendParcel, undoPayout } from './cod-steps.ts';
import { signedIn } from './office.ts';
import { placeOrder } from './order-steps.ts';
import { refund, takePaymentStep } from './payment-steps.ts';
import { openTestDatabase, planSteps } from './sql.ts';
import { runStep } from './stock-steps.ts';
import { idOf, type Shop } from './support.ts';
import { issue, NOVEMBER, OCTOBER, openVatSeller } from './vat-steps.ts';

const VAT = 7;

const storeId = (shop: Shop) => idOf(shop.ids.id);

async function paidOrder(shop: Shop, price: string) {
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1, price }]);
  await takePaymentStep(shop, order);
  return order;
}

const amounts = ({ net, vat, total }: { net: Money; vat: Money; total: Money }) => [net, vat, total].map(moneyText);

/** Count, net, VAT and total of the sales without a tax invoice. */
function sumsOf(shop: Shop, month = NOVEMBER) {
  const sums = salesWithoutInvoice(shop.ctx.db, storeId(shop), month, VAT);
  return [sums.count, ...amounts(sums)];
}

const invoicedTotal = (shop: Shop, month = NOVEMBER) =>
  moneyText(vatReport(shop.ctx.db, storeId(shop), { ...month, limit: 0, offset: 0 }).sums.total);

const rowsOf = (shop: Shop, month = NOVEMBER) =>
  saleEntries(shop.ctx.db, storeId(shop), { ...month, vatPercent: VAT, limit: 50 }).map((sale) => [
    sale.orderNumber,
    sale.kind,
    ...amounts(sale),
  ]);

test('a paid order without a tax invoice counts in the Bangkok month of its payment, and its refund in that of the refund', async () => {
  const { shop, clock } = await openVatSeller();
  const order = await paidOrder(shop, '107');
  await paidOrder(shop, '65');
  await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  clock.forward(1);
  await refund(shop, order, { amount: baht('53.50') });
  assert.deepEqual(sumsOf(shop, OCTOBER), [2, '160.75', '11.25', '172']);
  assert.deepEqual(rowsOf(shop), [[1, 'refund', '-50', '-3.5', '-53.5']]);
  assert.deepEqual(sumsOf(shop), [1, '-50', '-3.5', '-53.5']);
});

test('an order with a tax invoice of the same month counts as its invoice only, with all payments and refunds', async () => {
  const { shop, clock } = await openVatSeller();
  clock.forward(1);
  const order = await paidOrder(shop, '107');
  assert.deepEqual(sumsOf(shop), [1, '100', '7', '107']);
  await issue(shop, order);
  await refund(shop, order, { amount: baht('10.70') });
  assert.deepEqual([sumsOf(shop), invoicedTotal(shop)], [[0, '0', '0', '0'], '96.3']);
});

test('a tax invoice of a later month leaves the month of the payment as it was filed, and takes the sale back in its own', async () => {
  const { shop, clock } = await openVatSeller();
  const order = await paidOrder(shop, '107');
  await refund(shop, order, { amount: baht('10.70') });
  clock.forward(1);
  await refund(shop, order, { amount: baht('10.70') });
  await issue(shop, order);
  assert.deepEqual(sumsOf(shop, OCTOBER), [2, '90', '6.3', '96.3']);
  assert.deepEqual(rowsOf(shop), [[1, 'invoiced', '-90', '-6.3', '-96.3']]);
  assert.equal(invoicedTotal(shop), '85.6');
});

test('COD counts when its payout arrives', async () => {
  const { shop, clock } = await openVatSeller();
  await sendCodOrder(shop, '535', 'VAT-COD', { at: 'delivered' });
  assert.deepEqual(sumsOf(shop, OCTOBER), [0, '0', '0', '0']);
  clock.forward(1);
  await remitRows(shop, [['VAT-COD', '535']]);
  assert.deepEqual(rowsOf(shop), [[1, 'payment', '500', '35', '535']]);
});

test('a payout below the COD amount counts the COD amount, and its refund and undo take back the same', async () => {
  const { shop, clock } = await openVatSeller();
  const refunded = await sendCodOrder(shop, '535', 'VAT-SHORT', { at: 'delivered' });
  await sendCodOrder(shop, '214', 'VAT-UNDONE', { at: 'delivered' });
  const accepted = { acceptDifferences: true };
  await remitRows(shop, [['VAT-SHORT', '515']], accepted);
  const { remittanceId } = await remitRows(shop, [['VAT-UNDONE', '200']], accepted);
  const filed = [
    [1, 'payment', '500', '35', '535'],
    [2, 'payment', '200', '14', '214'],
  ];
  assert.deepEqual(rowsOf(shop, OCTOBER), filed);
  assert.deepEqual(sumsOf(shop, OCTOBER), [2, '700', '49', '749']);
  clock.forward(1);
  await undoPayout(shop, remittanceId);
  await refund(shop, refunded, { amount: baht('107') });
  assert.deepEqual(rowsOf(shop, OCTOBER), filed);
  assert.deepEqual(rowsOf(shop), [
    [1, 'refund', '-100', '-7', '-107'],
    [2, 'payout_undone', '-200', '-14', '-214'],
  ]);
});

test('a short payout of one of two parcels counts the COD amount of this parcel only', async () => {
  const { shop, clock } = await openVatSeller();
  const order = await codOrder(shop, '535', { qty: 2 });
  await sendParcel(shop, order, 'VAT-A', { qty: 1, cod: '321', at: 'delivered' });
  await sendParcel(shop, order, 'VAT-B', { at: 'delivered' });
  await remitRows(shop, [['VAT-A', '300']], { acceptDifferences: true });
  clock.forward(1);
  await remitRows(shop, [['VAT-B', '214']]);
  assert.deepEqual(rowsOf(shop, OCTOBER), [[1, 'payment', '300', '21', '321']]);
  assert.deepEqual(rowsOf(shop), [[1, 'payment', '200', '14', '214']]);
});

test('a later tax invoice takes back the COD amount that a short payout counted', async () => {
  const { shop, clock } = await openVatSeller();
  const order = await sendCodOrder(shop, '535', 'VAT-SHORT', { at: 'delivered' });
  await remitRows(shop, [['VAT-SHORT', '515']], { acceptDifferences: true });
  clock.forward(1);
  await issue(shop, order);
  assert.deepEqual([rowsOf(shop), invoicedTotal(shop)], [[[1, 'invoiced', '-500', '-35', '-535']], '535']);
});

test('a short payout counts no more than the total that is left after earlier payments, and one above the COD amount counts in full', async () => {
  const { shop, clock } = await openVatSeller();
  const prepaid = await sendCodOrder(shop, '535', 'VAT-PREPAID', { at: 'delivered' });
  await takePaymentStep(shop, prepaid, '107');
  await sendCodOrder(shop, '200', 'VAT-MORE', { at: 'delivered' });
  clock.forward(1);
  const rows = [['VAT-PREPAID', '400'] as const, ['VAT-MORE', '214'] as const];
  await remitRows(shop, rows, { acceptDifferences: true });
  assert.deepEqual(sumsOf(shop, OCTOBER), [1, '100', '7', '107']);
  assert.deepEqual(rowsOf(shop), [
    [1, 'payment', '400', '28', '428'],
    [2, 'payment', '200', '14', '214'],
  ]);
});

test('an undone payout keeps counting in the month in which it arrived, and is taken back in the month of the undo', async () => {
  const { shop, clock } = await openVatSeller();
  await sendCodOrder(shop, '535', 'VAT-COD', { at: 'delivered' });
  const { remittanceId } = await remitRows(shop, [['VAT-COD', '535']]);
  const filed = [sumsOf(shop, OCTOBER), rowsOf(shop, OCTOBER)];
  clock.forward(1);
  await undoPayout(shop, remittanceId);
  assert.deepEqual([sumsOf(shop, OCTOBER), rowsOf(shop, OCTOBER)], filed);
  assert.deepEqual(sumsOf(shop), [1, '-500', '-35', '-535']);
  assert.deepEqual(rowsOf(shop), [[1, 'payout_undone', '-500', '-35', '-535']]);
  const again = await remitRows(shop, [['VAT-COD', '535']]);
  await undoPayout(shop, again.remittanceId);
  assert.deepEqual(sumsOf(shop), [1, '-500', '-35', '-535'], 'undone in the month of its arrival');
});

test('a tax invoice takes back an undone payout that an earlier month counted, and the undo does not take it back again', async () => {
  const { shop, clock } = await openVatSeller();
  const order = await sendCodOrder(shop, '535', 'VAT-COD', { at: 'delivered' });
  const { remittanceId } = await remitRows(shop, [['VAT-COD', '535']]);
  clock.forward(1);
  await undoPayout(shop, remittanceId);
  await issue(shop, order);
  assert.deepEqual(rowsOf(shop, OCTOBER), [[1, 'payment', '500', '35', '535']]);
  assert.deepEqual(rowsOf(shop), [[1, 'invoiced', '-500', '-35', '-535']]);
  assert.deepEqual(sumsOf(shop), [1, '-500', '-35', '-535']);
});

test('a refund counts when it is recorded, so that one that was sent in an earlier month does not change that month', async () => {
  const { shop, clock } = await openVatSeller();
  const order = await paidOrder(shop, '107');
  const sendTime = clock.now();
  const filed = sumsOf(shop, OCTOBER);
  clock.forward(1);
  await refund(shop, order, { amount: baht('53.50'), sendTime });
  assert.deepEqual(sumsOf(shop, OCTOBER), filed);
  assert.deepEqual(rowsOf(shop), [[1, 'refund', '-50', '-3.5', '-53.5']]);
  await issue(shop, order);
  assert.deepEqual(rowsOf(shop), [[1, 'invoiced', '-100', '-7', '-107']]);
});

test('rows are read in pages, each once, even if they have the same time', async () => {
  const { shop, clock } = await openVatSeller();
  const orders = [await paidOrder(shop, '10'), await paidOrder(shop, '20')];
  for (const number of ['VAT-1', 'VAT-2']) await sendCodOrder(shop, '535', number, { at: 'delivered' });
  const { remittanceId } = await remitRows(
    shop,
    ['VAT-1', 'VAT-2'].map((number) => [number, '535']),
  );
  clock.forward(1);
  await undoPayout(shop, remittanceId);
  for (const order of orders) await issue(shop, order);
  for (const price of ['30', '40']) await refund(shop, await paidOrder(shop, price), { amount: baht('5') });
  const all = rowsOf(shop);
  assert.deepEqual(
    all.map(([number, kind]) => `${kind} ${number}`),
    [
      ...['payment 5', 'payment 6', 'refund 5', 'refund 6', 'invoiced 1', 'invoiced 2'],
      ...['payout_undone 3', 'payout_undone 4'],
    ],
  );
  const found: unknown[] = [];
  const page = { ...NOVEMBER, vatPercent: VAT, limit: 1 };
  let [last] = saleEntries(shop.ctx.db, storeId(shop), page);
  while (last) {
    found.push([last.orderNumber, last.kind, ...amounts(last)]);
    [last] = saleEntries(shop.ctx.db, storeId(shop), { ...page, last });
  }
  assert.deepEqual(found, all);
});

test('the page sums invoices and sales without one and leads to their payments, and the CSV file has the rows of both', async () => {
  const { shop } = await openVatSeller(Date.parse('2026-11-26T10:00:00+07:00'));
  await issue(shop, await paidOrder(shop, '1070'));
  await refund(shop, await paidOrder(shop, '214'), { amount: baht('107') });
  const browser = await signedIn(shop, { language: 'en', store: 'cafe', role: 'bookkeeper' });
  const { text, html } = await browser.open('/reports/vat?month=2026-11');
  assert.match(text, /Sales without tax invoice 2 100\.00 7\.00 107\.00 All sales 3 1,100\.00 77\.00 1,177\.00/);
  assert.match(text, /Net: tax invoices less credit notes \(1 document\) 1,000\.00 70\.00 1,070\.00/);
  assert.match(html, /href="\/office\/reports\/vat\/sales\?month=2026-11"/);
  const list = await browser.open('/reports/vat/sales?month=2026-11');
  assert.match(
    list.text,
    /#2 Partially refunded 26 Nov 2026 Payment 200\.00 14\.00 214\.00 #2 Partially refunded 26 Nov 2026 Refund −100\.00 −7\.00 −107\.00/,
  );
  const { html: csv } = await browser.open('/reports/vat.csv?month=2026-11');
  assert.deepEqual(csv.trimEnd().split('\r\n').slice(2), [
    '2026-11-26,Payment without tax invoice,,,,2,,,,200.00,14.00,214.00,,,Sales without tax invoice',
    '2026-11-26,Refund without tax invoice,,,,2,,,,-100.00,-7.00,-107.00,,,Sales without tax invoice',
  ]);
});

test('the rows of the VAT file are no sums, so that a column adds up to the total of the page', async () => {
  const { shop } = await openVatSeller(Date.parse('2026-11-26T10:00:00+07:00'));
  await issue(shop, await paidOrder(shop, '1070'));
  await refund(shop, await paidOrder(shop, '214'), { amount: baht('107') });
  const browser = await signedIn(shop, { language: 'en', store: 'cafe', role: 'bookkeeper' });
  assert.match((await browser.open('/reports/vat?month=2026-11')).text, /All sales 3 1,100\.00 77\.00 1,177\.00/);
  const { rows } = readCsv(Buffer.from((await browser.open('/reports/vat.csv?month=2026-11')).html), 'vat.csv');
  const sumOf = (column: string) => rows.reduce((sum, { cells }) => sum + Number(cells.get(column)), 0);
  assert.deepEqual([sumOf('Before VAT'), sumOf('VAT'), sumOf('Total')], [1100, 77, 1177]);
});

test('a store without VAT has no sales without tax invoice', async () => {
  const { shop } = await openVatSeller();
  await paidOrder(shop, '65');
  await runStep(shop, (tx, now) => changeSettings(tx, storeId(shop), { vatPercent: 0 }, byCommand(now)));
  const browser = await signedIn(shop, { language: 'en', store: 'cafe' });
  assert.match((await browser.open('/reports/vat?month=2026-10')).text, /The store has no VAT rate/);
  assert.match((await browser.open('/reports/vat/sales?month=2026-10')).text, /The store has no VAT rate/);
  assert.equal((await browser.open('/reports/vat.csv?month=2026-10')).html.trimEnd().split('\r\n').length, 1);
});

test('the sales of a month are read by index', async () => {
  const { shop } = await openVatSeller();
  const texts = new Set<string>();
  const note = (message: unknown) => texts.add((message as { sql: string }).sql);
  const connection = openTestDatabase(shop.config.database);
  preparations.subscribe(note);
  salesWithoutInvoice(connection, storeId(shop), NOVEMBER, VAT);
  saleEntries(connection, storeId(shop), { ...NOVEMBER, vatPercent: VAT, limit: 1 });
  preparations.unsubscribe(note);
  connection.close();
  const steps = planSteps(shop.config.database, texts);
  assert.equal(texts.size, 2);
  assert.deepEqual(
    steps.filter((step) => /^SCAN [lmoprx]\b/.test(step)),
    [],
  );
  for (const index of ['payments_received', 'refunds_recorded', 'receipts_by_time'])
    assert.equal(steps.filter((step) => step.includes(`INDEX ${index} `)).length, 2, index);
  assert.equal(steps.filter((step) => step.includes('INDEX remittance_lines_undone ')).length, 4);
});
