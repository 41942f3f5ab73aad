import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byCommand, historyOf } from '../src/domain/orders/history.ts';
import { issueReceipt } from '../src/domain/orders/payments/receipts.ts';
import { refundDocuments, refundDocumentsToPrint } from '../src/domain/orders/payments/refund-documents.ts';
import { returnGoods } from '../src/domain/orders/shipments/return.ts';
import { printRefundDocuments } from '../src/domain/print/print-orders.ts';
import { refundDocumentSheet } from '../src/domain/print/sheets/refund-document.ts';
import { readCsv } from '../src/lib/csv.ts';
import type { Id } from '../src/lib/ids.ts';
import { moneyText } from '../src/lib/money.ts';
import { readTable } from '../src/lib/spreadsheet/read-table.ts';
import { baht } from './amounts.ts';
import { signedIn } from './office.ts';
import { placeOrder } from './order-steps.ts';
import { confirm, notifyPaymentStep, refund, takePaymentStep } from './payment-steps.ts';
import { NEEDS_PDF_TOOLS, textOf } from './pdf-reader.ts';
import { bookOrder, lineOf, pickUpShipment } from './shipment-steps.ts';
import { runStep } from './stock-steps.ts';
import { cafe, openShop, type Shop } from './support.ts';

const SELLER = {
  key: 'shop',
  is_primary: true,
  name: 'บริษัท บ้านกาแฟ จำกัด',
  legal_entity_id: '0105556000000',
  branch_type: 'h',
};

const openSeller = (vat_percent: number) =>
  openShop({ stores: [cafe({ addresses: [SELLER], settings: { vat_percent } })] });

/** An order of two lattes for 130 baht that is paid and has a receipt. */
async function receiptedOrder(shop: Shop) {
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 2 }]);
  await takePaymentStep(shop, order);
  await issue(shop, order);
  return order;
}

const issue = (shop: Shop, { id }: { id: Id }) => runStep(shop, (tx, now) => issueReceipt(tx, id, byCommand(now)));

/** Kind, number, refunded money and reduction of each document. */
const documentsOf = ({ ctx }: Shop, { id }: { id: Id }) =>
  refundDocuments(ctx.db, id).map(({ kind, number, content }) => [
    kind,
    number,
    moneyText(content.refunded),
    moneyText(content.difference),
  ]);

const totalsOf = (shop: Shop, { id }: { id: Id }) =>
  refundDocuments(shop.ctx.db, id).map((document) =>
    (refundDocumentSheet({ ...document, isCopy: false }).totals ?? []).map(({ name, value }) => `${name} ${value}`),
  );

test('each refund after a tax invoice gets a credit note, and the VAT of all credit notes is that of the invoice', async () => {
  const shop = await openSeller(7);
  const order = await receiptedOrder(shop);
  await refund(shop, order, { amount: baht('33.33'), note: 'สินค้าชำรุด' });
  await refund(shop, order);
  assert.deepEqual(documentsOf(shop, order), [
    ['credit_note', 1, '33.33', '33.33'],
    ['credit_note', 2, '96.67', '96.67'],
  ]);
  assert.deepEqual(totalsOf(shop, order), [
    ['มูลค่าตามใบกำกับภาษีเดิม 121.50', 'มูลค่าที่ถูกต้อง 90.35', 'ผลต่าง 31.15', 'ภาษีมูลค่าเพิ่ม 7% 2.18', 'รวมลดหนี้ทั้งสิ้น 33.33'],
    [
      'มูลค่าตามใบกำกับภาษีเดิม 121.50',
      'ลดหนี้แล้วก่อนหน้านี้ -31.15',
      'มูลค่าที่ถูกต้อง 0.00',
      'ผลต่าง 90.35',
      'ภาษีมูลค่าเพิ่ม 7% 6.32',
      'รวมลดหนี้ทั้งสิ้น 96.67',
    ],
  ]); // 2.18 + 6.32 is the VAT of 130
  const issued = historyOf(shop.ctx.db, order.id).filter(({ event }) => event === 'credit_note_issued');
  assert.deepEqual(
    issued.map(({ detail }) => detail),
    [{ number: 1 }, { number: 2 }],
  );
});

test('a refund after a receipt without VAT gets a refund voucher, a refund without a receipt gets no document', async () => {
  const shop = await openSeller(0);
  const order = await receiptedOrder(shop);
  await refund(shop, order, { amount: baht('30') });
  assert.deepEqual(documentsOf(shop, order), [['refund_voucher', 1, '30', '0']]);
  const plain = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  await takePaymentStep(shop, plain);
  await refund(shop, plain);
  assert.deepEqual(documentsOf(shop, plain), []);
});

test('the refund of an overpayment does not reduce the tax invoice', async () => {
  const shop = await openSeller(7);
  const order = await receiptedOrder(shop);
  const { paymentId } = await notifyPaymentStep(shop, order, '50');
  await confirm(shop, paymentId);
  await refund(shop, order, { amount: baht('50') });
  await refund(shop, order, { amount: baht('10') });
  assert.deepEqual(documentsOf(shop, order), [
    ['refund_voucher', 1, '50', '0'],
    ['credit_note', 1, '10', '10'],
  ]);
});

test('a tax invoice issued after a refund has the remaining value, which later credit notes reduce', async () => {
  const shop = await openSeller(7);
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 2 }]);
  await takePaymentStep(shop, order);
  await refund(shop, order, { amount: baht('30') });
  const { document } = await issue(shop, order);
  assert.deepEqual([document.total, document.refunded, document.received], [baht('130'), baht('30'), baht('100')]);
  await refund(shop, order);
  assert.deepEqual(documentsOf(shop, order), [['credit_note', 1, '100', '100']]);
});

test('one refund of several payments gets one document with the lines and the reason', NEEDS_PDF_TOOLS, async () => {
  const shop = await openSeller(7);
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 2 }]);
  await takePaymentStep(shop, order, '100');
  await takePaymentStep(shop, order, '30');
  await issue(shop, order);
  const [line] = order.lines;
  await refund(shop, order, { lines: [{ lineId: line as Id, qty: 1 }], note: 'แก้วแตก' });
  assert.deepEqual(documentsOf(shop, order), [['credit_note', 1, '65', '65']]);
  const documents = await runStep(shop, (tx) => refundDocumentsToPrint(tx, order.id));
  const [row] = documents.flatMap((document) => refundDocumentSheet(document).tables[0]?.rows ?? []);
  assert.deepEqual(row?.slice(2), ['1', '65.00', '65.00']);
  const text = await textOf((await printRefundDocuments(documents, shop.now())).pdf);
  for (const part of ['ใบลดหนี้(ต้นฉบับ)', 'ใบลดหนี้(สำเนา)', 'CN000001', '000001', 'ร้อน', '0105556000000'])
    assert.ok(text.includes(part), part);
  const copies = await runStep(shop, (tx) => refundDocumentsToPrint(tx, order.id));
  assert.deepEqual(
    [...documents, ...copies].map(({ isCopy }) => isCopy),
    [false, true],
  );
});

test('the CSV file of orders has transfers, receipt, credit notes and remaining VAT for accounts with the money permission', async () => {
  const shop = await openSeller(7);
  const order = await receiptedOrder(shop);
  const { paymentId } = await notifyPaymentStep(shop, order, '5', { reference: 'A1', payTime: Date.UTC(2026, 10, 26) });
  await confirm(shop, paymentId);
  await refund(shop, order, { amount: baht('38') });
  const browser = await signedIn(shop, { language: 'en' });
  const { html: csv } = await browser.open('/orders.csv?tab=all');
  const cells = Object.fromEntries(readCsv(Buffer.from(csv), 'orders.csv').rows[0]?.cells ?? []);
  assert.deepEqual(
    ['Transfer time', 'Transfer references', 'Receipt', 'VAT after credit notes'].map((name) => cells[name]),
    ['2026-11-26 07:00', 'A1', '000001', '6.35'],
  );
  const workbook = await readTable(await browser.download('/orders.xlsx?tab=all'), 'orders.xlsx');
  assert.equal(workbook.rows[0]?.cells.get('Transfer time'), '2026-11-26 07:00:00', 'a time, not a text');
  assert.match(csv, /CN000001/);
  const packer = await signedIn(shop, { name: 'ploy', role: 'packer', store: 'cafe', language: 'en' });
  assert.doesNotMatch((await packer.open('/orders.csv?tab=all')).html, /Transfer references|VAT/);
});

test('the office refunds a tax invoice only with a reason, and names goods that the reason is about', async () => {
  const shop = await openSeller(7);
  const order = await receiptedOrder(shop);
  await pickUpShipment(shop, (await bookOrder(shop, order)).result);
  await runStep(shop, (tx, now) => returnGoods(tx, order.id, { lines: [lineOf(order, 1)] }, byCommand(now)));
  const browser = await signedIn(shop, { language: 'en' });
  const at = `/orders/${order.id}`;
  assert.match((await browser.open(at)).text, /Reason Choose a reason Goods returned/);
  const send = (form: Record<string, string>) => browser.send(`${at}/refund`, { method: 'transfer', ...form });
  assert.match((await send({ amount: '65' })).text, /Reason: Choose an option/);
  assert.match(
    (await send({ amount: '65', reason: 'other' })).text,
    /Note: This field is required|Details of the reason is required/,
  );
  assert.deepEqual(documentsOf(shop, order), []);
  await send({ amount: '65', reason: 'returned', note: 'ผิดรส' });
  await send({ amount: '5', reason: 'price_reduction' });
  const sheets = refundDocuments(shop.ctx.db, order.id).map((document) =>
    refundDocumentSheet({ ...document, isCopy: false }),
  );
  assert.deepEqual(
    sheets.map(({ remarks, tables }) => [remarks?.[1], tables[0]?.rows[0]?.[1]]),
    [
      ['เหตุผล: ลูกค้าคืนสินค้า · ผิดรส', 'ลาเต้ ร้อน'],
      ['เหตุผล: ลดราคาสินค้า', `คืนเงินตามคำสั่งซื้อ #1`],
    ],
  );
});

test('the order page lists the credit note and leads to its page, which prints and downloads it', async () => {
  const shop = await openSeller(7);
  const order = await receiptedOrder(shop);
  await refund(shop, order, { amount: baht('30'), reason: 'price_reduction', note: 'แก้วแตก' });
  const browser = await signedIn(shop, { language: 'en' });
  const { text, html } = await browser.open(`/orders/${order.id}`);
  assert.match(text, /Credit note CN000001 · ฿30/);
  const [, path = ''] = /action="\/office(\/orders\/\d+\/refund-documents\/\d+)"/.exec(html) ?? [];
  assert.match(html, new RegExp(`href="/office${path}"`));
  const page = await browser.open(path);
  assert.match(page.text, /Receipt\/tax invoice 000001 .* Reason Price reduction · แก้วแตก .* Total ฿30\.00/);
  assert.match(page.text, /original for the customer and a copy/);
  const { headers } = await browser.send(path);
  assert.equal(headers.get('content-type'), 'application/pdf');
  assert.match((await browser.open(path)).text, /original was already printed/);
  const file = await browser.send(path, { download: 'yes' });
  assert.match(file.headers.get('content-disposition') ?? '', /^attachment; filename="CN000001\.pdf"/);
  assert.equal((await browser.open(`/orders/${order.id}/refund-documents/2`)).status, 404);
});
