import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preparations } from '../src/db/prepared-statements.ts';
import { demoOf } from '../src/domain/demo-mark.ts';
import { moneyReceived } from '../src/domain/figures/money-received.ts';
import { cancelOrder } from '../src/domain/orders/close.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { refundDocumentsToPrint } from '../src/domain/orders/payments/refund-documents.ts';
import {
  DOCUMENT_FILTERS,
  type DocumentFilter,
  hasManyReceipts,
  type VatDocument,
  type VatSums,
  vatDocuments,
  vatReport,
} from '../src/domain/orders/payments/vat-report.ts';
import { receiptOf, receiptSheet } from '../src/domain/print/sheets/receipt.ts';
import { refundDocumentSheet } from '../src/domain/print/sheets/refund-document.ts';
import { changeSettings } from '../src/domain/store-settings.ts';
import type { Id } from '../src/lib/ids.ts';
import { moneyText } from '../src/lib/money.ts';
import { baht } from './amounts.ts';
import { DEMO_TIME, openUnservedDemo } from './demo-shop.ts';
import { signedIn } from './office.ts';
import { placeOrder } from './order-steps.ts';
import { refund, takePaymentStep } from './payment-steps.ts';
import { openTestDatabase, planSteps } from './sql.ts';
import { runStep } from './stock-steps.ts';
import { idOf, type Shop } from './support.ts';
import { HOUR, issue, NOVEMBER, OCTOBER, openVatSeller } from './vat-steps.ts';

const BUYER = {
  name: 'บริษัท ซื้อมาขายไป จำกัด',
  telephone: '021112222',
  legal_entity_id: '0105557111114',
  branch_type: 'b',
  branch_number: '3',
};

/** A paid order of a latte at this price, with a tax invoice. */
async function invoicedOrder(shop: Shop, price = '65', more: object = {}) {
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1, price }], more);
  await takePaymentStep(shop, order);
  await issue(shop, order);
  return order;
}

const storeId = (shop: Shop) => idOf(shop.ids.id);

const reportOf = (shop: Shop, span = NOVEMBER) =>
  vatReport(shop.ctx.db, storeId(shop), { ...span, limit: 50, offset: 0 });

const amountsOf = ({ net, vat, total }: Pick<VatSums, 'net' | 'vat' | 'total'>) => [net, vat, total].map(moneyText);

const rowsOf = (shop: Shop, span = NOVEMBER) =>
  reportOf(shop, span).documents.map((document) => [document.kind, document.number, ...amountsOf(document)]);

test('a tax invoice and its credit notes count in the Bangkok month of their issue, notes as negative amounts', async () => {
  const { shop, clock } = await openVatSeller();
  const order = await invoicedOrder(shop, '130');
  clock.forward(1);
  await invoicedOrder(shop);
  await refund(shop, order, { amount: baht('33.33') });
  clock.forward(HOUR);
  await refund(shop, order);
  assert.deepEqual(rowsOf(shop, OCTOBER), [['receipt', 1, '121.5', '8.5', '130']]);
  assert.deepEqual(rowsOf(shop), [
    ['receipt', 2, '60.75', '4.25', '65'],
    ['credit_note', 1, '-31.15', '-2.18', '-33.33'],
    ['credit_note', 2, '-90.35', '-6.32', '-96.67'],
  ]);
  assert.deepEqual(amountsOf(reportOf(shop).sums), ['-60.75', '-4.25', '-65']);
});

test('the amounts of the report are those that the documents print', async () => {
  const { shop } = await openVatSeller();
  for (const price of ['0.07', '19.99', '33.33', '107', '99.5', '1234.56']) {
    const order = await invoicedOrder(shop, price);
    await refund(shop, order, { amount: baht('0.05') });
  }
  const printed = (name: string, totals: readonly { name: string; value: string }[] = []) =>
    totals.find((row) => row.name === name)?.value.replaceAll(',', '');
  for (const { orderId, kind, ...amounts } of reportOf(shop, OCTOBER).documents) {
    const sign = kind === 'receipt' ? 1 : -1;
    const [net, vat, total] = [amounts.net, amounts.vat, amounts.total].map((sum) =>
      ((sum * sign) / 10_000).toFixed(2),
    );
    if (kind === 'receipt') {
      const { totals } = receiptSheet(receiptOf(await issue(shop, { id: orderId })));
      assert.deepEqual(
        [net, vat, total],
        ['มูลค่าก่อนภาษีมูลค่าเพิ่ม', 'ภาษีมูลค่าเพิ่ม 7%', 'จำนวนเงินทั้งสิ้น'].map((name) => printed(name, totals)),
      );
    } else {
      const [note] = await runStep(shop, (tx) => refundDocumentsToPrint(tx, orderId));
      const { totals } = refundDocumentSheet(note as never);
      assert.deepEqual(
        [net, vat, total],
        ['ผลต่าง', 'ภาษีมูลค่าเพิ่ม 7%', 'รวมลดหนี้ทั้งสิ้น'].map((name) => printed(name, totals)),
      );
    }
  }
  const { documents, sums } = reportOf(shop, OCTOBER);
  assert.equal(documents.length, 12);
  for (const name of ['net', 'vat', 'total'] as const)
    assert.equal(
      documents.reduce((sum, document) => sum + document[name], 0),
      sums[name],
      name,
    );
});

test('issued documents stay in the report when the order is canceled and the VAT of the store changes', async () => {
  const { shop, clock } = await openVatSeller();
  const order = await invoicedOrder(shop);
  const before = rowsOf(shop, OCTOBER);
  clock.forward(1);
  await refund(shop, order);
  await runStep(shop, (tx, now) => cancelOrder(tx, order.id, 'store', byCommand(now)));
  await runStep(shop, (tx, now) => changeSettings(tx, storeId(shop), { vatPercent: 0 }, byCommand(now)));
  const plain = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  await takePaymentStep(shop, plain);
  await issue(shop, plain);
  await refund(shop, plain);
  assert.deepEqual(rowsOf(shop, OCTOBER), before);
  assert.deepEqual(rowsOf(shop), [['credit_note', 1, '-60.75', '-4.25', '-65']], 'no receipt without VAT');
});

test('documents are read in pages, each once, even if they have the same time', async () => {
  const { shop } = await openVatSeller();
  for (let i = 0; i < 3; i += 1) await refund(shop, await invoicedOrder(shop));
  const read = (offset: number) =>
    vatReport(shop.ctx.db, storeId(shop), { ...OCTOBER, limit: 4, offset }).documents.map(nameOf);
  const all = [...vatDocuments(shop.ctx.db, storeId(shop), { ...OCTOBER, pageSize: 1 })].flat().map(nameOf);
  assert.deepEqual(all, ['receipt 1', 'receipt 2', 'receipt 3', 'credit_note 1', 'credit_note 2', 'credit_note 3']);
  assert.deepEqual([...read(0), ...read(4)], all);
});

const nameOf = ({ kind, number }: VatDocument): string => `${kind} ${number}`;

test('page and CSV file have the buyer as printed and the reason of a credit note, the page has the net sum, and both lead to the documents', async () => {
  const { shop } = await openVatSeller(Date.parse('2026-11-26T10:00:00+07:00'));
  const order = await invoicedOrder(shop, '1070', { recipient_address: BUYER });
  await refund(shop, order, { amount: baht('107'), note: 'แก้วแตก' });
  const browser = await signedIn(shop, { language: 'en', store: 'cafe' });
  const { text, html } = await browser.open('/reports/vat?month=2026-11');
  assert.match(text, /0105556000000 · สำนักงานใหญ่ \(00000\) 2 900\.00 63\.00 963\.00/);
  assert.match(text, /000001 .*ซื้อมาขายไป จำกัด 0105557111114 · สาขาที่ 00003 1,000\.00 70\.00 1,070\.00/);
  assert.match(text, /CN000001 Credit note for tax invoice 000001 แก้วแตก .* −100\.00 −7\.00 −107\.00/);
  assert.match(text, /Net: tax invoices less credit notes \(2 documents\) 900\.00 63\.00 963\.00/);
  assert.match(html, new RegExp(`href="/office/orders/${order.id}/receipt">000001<`));
  assert.match(html, new RegExp(`href="/office/orders/${order.id}/refund-documents/1">CN000001<`));
  const { html: csv, headers } = await browser.open('/reports/vat.csv?month=2026-11');
  assert.match(headers.get('content-disposition') ?? '', /vat-report_2026-11\.csv/);
  const [head, ...rows] = csv.trimEnd().split('\r\n');
  assert.match(head ?? '', /^\ufeff?Date,Type,Document number,Refers to tax invoice,Reason,Order,Buyer,/);
  const ends = '0105557111114,สาขาที่ 00003';
  const seller = '0105556000000,สำนักงานใหญ่ (00000)';
  assert.deepEqual(rows, [
    `2026-11-26,Tax invoice,000001,,,1,บริษัท ซื้อมาขายไป จำกัด,${ends},1000.00,70.00,1070.00,${seller},Tax invoices less credit notes`,
    `2026-11-26,Credit note,CN000001,000001,แก้วแตก,1,บริษัท ซื้อมาขายไป จำกัด,${ends},-100.00,-7.00,-107.00,${seller},Tax invoices less credit notes`,
  ]);
});

test('page and CSV file show no buyers without customer data, and do not open without payments', async () => {
  const { shop } = await openVatSeller();
  await invoicedOrder(shop, '65', { recipient_address: BUYER });
  const books = await signedIn(shop, { name: 'books', permissions: ['money'], store: 'cafe', language: 'en' });
  for (const path of ['/reports/vat', '/reports/vat.csv']) {
    const { html } = await books.open(path);
    assert.match(html, /000001/);
    assert.doesNotMatch(html, /ซื้อมาขายไป|0105557111114|สาขาที่ 00003/, path);
  }
  const packer = await signedIn(shop, { name: 'packer', role: 'packer', store: 'cafe' });
  for (const path of ['/reports/vat', '/reports/vat.csv']) assert.equal((await packer.open(path)).status, 403);
});

test('the documents of a month are read by index', async () => {
  const { shop } = await openVatSeller();
  const texts = new Set<string>();
  const note = (message: unknown) => {
    const { sql } = message as { sql: string };
    if (/FROM receipts/.test(sql)) texts.add(sql);
  };
  preparations.subscribe(note);
  const connection = openTestDatabase(shop.config.database);
  vatReport(connection, storeId(shop), { ...NOVEMBER, limit: 1, offset: 0 });
  hasManyReceipts(connection, storeId(shop), NOVEMBER);
  preparations.unsubscribe(note);
  connection.close();
  const steps = planSteps(shop.config.database, texts);
  assert.equal(texts.size, 2);
  assert.deepEqual(
    steps.filter((step) => /^SCAN [rdfp]\b/.test(step)),
    [],
  );
  assert.equal(steps.filter((step) => /INDEX receipts_by_time/.test(step)).length, 2);
  assert.equal(steps.filter((step) => /INDEX refund_documents_by_time/.test(step)).length, 1);
});

test('the demo has tax invoices of resellers and a credit note, and a bank account that received money', async () => {
  const { db } = await openUnservedDemo({ again: false });
  const { storeId } = demoOf(db) as { storeId: Id };
  const { documents, sums } = vatReport(db, storeId, { from: 0, until: DEMO_TIME, limit: 1_000, offset: 0 });
  const { receipt = [], credit_note: notes = [] } = Object.groupBy(documents, ({ kind }) => kind);
  assert.ok(receipt.length >= 5 && receipt.length <= 40, `${receipt.length} tax invoices`);
  assert.ok(notes.length >= 1);
  assert.ok(receipt.filter(({ buyer }) => buyer.legal_entity_id).length >= 4);
  assert.ok(sums.vat > 0);
  const { methods } = moneyReceived(db, storeId, { from: DEMO_TIME - 10 * 24 * HOUR, until: DEMO_TIME });
  assert.equal(methods[0]?.number, '0000012340');
});

test('all documents of a month are listed by kind, receipts without VAT and refund vouchers too', async () => {
  const { shop } = await openVatSeller();
  const taxed = await invoicedOrder(shop, '107');
  await refund(shop, taxed, { amount: baht('7') });
  await runStep(shop, (tx, now) => changeSettings(tx, storeId(shop), { vatPercent: 0 }, byCommand(now)));
  const plain = await invoicedOrder(shop, '50');
  await refund(shop, plain, { amount: baht('20') });
  const listed = (filter: DocumentFilter) =>
    vatReport(shop.ctx.db, storeId(shop), { ...OCTOBER, filter, limit: 9, offset: 0 });
  const rows = listed('all').documents.map((document) => [document.kind, document.number, ...amountsOf(document)]);
  assert.deepEqual(rows, [
    ['receipt', 1, '100', '7', '107'],
    ['receipt', 2, '50', '0', '50'],
    ['credit_note', 1, '-6.54', '-0.46', '-7'],
    ['refund_voucher', 1, '-20', '0', '-20'],
  ]);
  assert.deepEqual(
    DOCUMENT_FILTERS.map((filter) => listed(filter).sums.documents),
    [2, 4, 1, 1, 1, 1],
  );
  const browser = await signedIn(shop, { language: 'en', store: 'cafe', role: 'owner' });
  const { text, html } = await browser.open('/reports/vat?month=2026-10');
  assert.match(text, /000001 Tax invoice #1 .* 000002 Receipt #2 .*RV000001 Refund voucher For receipt 000002/);
  assert.match(html, /<p class="print-head">บ้านกาแฟ · October 2026<\/p>/);
  assert.match(text, /Total \(4 documents\) 123\.46 6\.54 130\.00/);
  assert.match(html, new RegExp(`action="/office/orders/${plain.id}/receipt/print"`));
  const vouchers = await browser.open('/reports/vat?month=2026-10&kind=refund_voucher');
  assert.match(vouchers.text, /RV000001 .*Total \(1 document\)/);
  const { html: csv } = await browser.open('/reports/vat.csv?month=2026-10&kind=receipt');
  assert.deepEqual(
    csv
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((row) => row.split(',')[1]),
    ['Receipt'],
  );
});
