import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byCommand } from '../src/domain/orders/history.ts';
import { moneyFacts } from '../src/domain/orders/payments/money-facts.ts';
import { receiptOfOrder, type VoidReason } from '../src/domain/orders/payments/receipts.ts';
import { replaceReceipt, voidedReceipts, voidedToPrint } from '../src/domain/orders/payments/replace-receipt.ts';
import { vatReport } from '../src/domain/orders/payments/vat-report.ts';
import { receiptOf, receiptSheet } from '../src/domain/print/sheets/receipt.ts';
import type { Id } from '../src/lib/ids.ts';
import { moneyText } from '../src/lib/money.ts';
import { baht } from './amounts.ts';
import { appError } from './errors.ts';
import { signedIn } from './office.ts';
import { placeOrder } from './order-steps.ts';
import { refund, takePaymentStep } from './payment-steps.ts';
import { runStep } from './stock-steps.ts';
import { idOf, type Shop } from './support.ts';
import { HOUR, issue, NOVEMBER, OCTOBER, openVatSeller } from './vat-steps.ts';

const BUYER = { name: 'บริษัท เอ จำกัด', legal_entity_id: '0105557111114', branch_type: 'h' } as const;

async function invoicedOrder(shop: Shop) {
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1, price: '107' }]);
  await takePaymentStep(shop, order);
  await issue(shop, order);
  return order;
}

interface Wanted {
  number?: number;
  reason?: VoidReason;
  buyer?: typeof BUYER | { name: string };
}

const replace = (shop: Shop, { id }: { id: Id }, { number = 1, reason = 'buyer_name', buyer = BUYER }: Wanted = {}) =>
  runStep(shop, (tx, now) => replaceReceipt(tx, id, { number, reason, buyer }, byCommand(now)));

const rowsOf = (shop: Shop, span: typeof OCTOBER) => {
  const { documents, sums } = vatReport(shop.ctx.db, idOf(shop.ids.id), { ...span, limit: 50, offset: 0 });
  const rows = documents.map(({ number, total, voided, replaces }) => [
    number,
    moneyText(total),
    voided?.replacedBy,
    replaces,
  ]);
  return [...rows, moneyText(sums.vat)];
};

test('a replaced tax invoice keeps its number, and only its replacement counts, in the same month', async () => {
  const { shop, clock } = await openVatSeller();
  const order = await invoicedOrder(shop);
  const other = await invoicedOrder(shop);
  clock.forward(HOUR);
  const { number, document, createTime } = await replace(shop, order);
  const [old] = voidedReceipts(shop.ctx.db, order.id);
  assert.deepEqual([number, document.buyer, document.replaces, createTime], [3, BUYER, 1, old?.createTime]);
  assert.deepEqual(old?.voided, { time: shop.now(), reason: 'buyer_name', by: null, replacedBy: 3 });
  assert.deepEqual(rowsOf(shop, OCTOBER), [
    [1, '0', 3, null],
    [2, '107', undefined, null],
    [3, '107', undefined, 1],
    '14',
  ]);
  assert.deepEqual(rowsOf(shop, NOVEMBER), ['0']);
  assert.deepEqual(moneyFacts(shop.ctx.db, [order.id])(order.id).receipt, 3);
  await replace(shop, order, { number: 3, buyer: { name: 'สมหญิง' } });
  assert.deepEqual(
    voidedReceipts(shop.ctx.db, order.id).map((receipt) => [receipt.number, receipt.voided.replacedBy]),
    [
      [1, 3],
      [3, 4],
    ],
  );
  assert.equal((await issue(shop, other)).number, 2);
});

test('both documents print which replaces which, the canceled one as canceled', async () => {
  const { shop } = await openVatSeller();
  const order = await invoicedOrder(shop);
  await replace(shop, order);
  const sheet = receiptSheet(receiptOf(await issue(shop, order)));
  assert.match(sheet.title, /\(ต้นฉบับ\)$/);
  assert.equal(sheet.remarks?.at(-1), 'เป็นการยกเลิกและออกใบกำกับภาษีฉบับใหม่แทนฉบับเดิม เลขที่ 000001 ลงวันที่ 31 ต.ค. 2569');
  const canceled = receiptSheet(receiptOf(voidedToPrint(shop.ctx.db, order.id, 1)));
  assert.equal(canceled.title, 'ใบเสร็จรับเงิน / ใบกำกับภาษี (ยกเลิก / Canceled)');
  assert.deepEqual(canceled.remarks?.slice(-2), [
    'ยกเลิกเมื่อ 31 ต.ค. 2569 เหตุผล: ชื่อลูกค้าผิด',
    'ออกฉบับใหม่แทนแล้ว เลขที่ 000002',
  ]);
});

test('a receipt is not replaced after a credit note, twice by one form, or without a change', async () => {
  const { shop } = await openVatSeller();
  const order = await invoicedOrder(shop);
  const { buyer } = receiptOfOrder(shop.ctx.db, order.id)?.document ?? {};
  await assert.rejects(
    replace(shop, order, { buyer: buyer as { name: string } }),
    appError({ key: 'replacement_without_change' }),
  );
  await replace(shop, order);
  await assert.rejects(replace(shop, order), appError({ key: 'receipt_replaced_meanwhile', params: { number: 2 } }));
  await refund(shop, order, { amount: baht('7') });
  const refused = replace(shop, order, { number: 2, buyer: { name: 'สมหญิง' } });
  await assert.rejects(
    refused,
    appError({ key: 'replace_after_credit_note', params: { order: order.id, document: 1 } }),
  );
  assert.equal(receiptOfOrder(shop.ctx.db, order.id)?.number, 2);
});

test('the page of a tax invoice replaces it, and the register, the history and the audit log say so', async () => {
  const { shop, clock } = await openVatSeller();
  const order = await invoicedOrder(shop);
  clock.forward(HOUR);
  const browser = await signedIn(shop, { language: 'en', store: 'cafe', role: 'owner', name: 'mai' });
  const path = `/orders/${order.id}/receipt`;
  assert.match((await browser.open(path)).html, new RegExp(`href="/office${path}/replace"`));
  await browser.open(`${path}/replace`);
  const typed = { number: '1', ...BUYER, branch_number: '' };
  assert.match((await browser.send(`${path}/replace`, typed)).html, /id="field-reason-error"/);
  const replaced = await browser.send(`${path}/replace`, { ...typed, reason: 'buyer_tax_id' });
  assert.equal(replaced.path, path);
  assert.match(replaced.text, /Receipt\/tax invoice 000002 was issued on 31 Oct 2026/);
  const said = /000001 · Canceled 1 Nov 2026 by mai · Wrong tax ID or branch · replaced by 000002/;
  assert.match(replaced.text, said);
  const print = await browser.send(`${path}/print`, { number: '1' });
  assert.match(print.headers.get('content-disposition') ?? '', /receipt-000001\.pdf/);
  assert.match((await browser.open('/reports/vat?month=2026-10')).text, /000001 Canceled 1 Nov 2026 by mai.* ฿?0\.00/);
  assert.match((await browser.open('/reports/vat?month=2026-11')).text, /000001 is a tax invoice of 31 Oct 2026/);
  assert.match(
    (await browser.open('/reports/vat.csv?month=2026-10')).html,
    /Canceled tax invoice,000001,.*Canceled 1 Nov/,
  );
  assert.match(
    (await browser.open('/reports/vat.csv?month=2026-11')).html,
    /Canceled tax invoice,000001,.*,0.00,0.00,0.00,/,
  );
  assert.match(
    (await browser.open(`/orders/${order.id}`)).text,
    /Receipt canceled and replaced .*No\. 000001 canceled, replaced by 000002/,
  );
  assert.match(
    (await browser.open('/settings/audit')).text,
    /Receipt canceled and replaced .*New number: 000002 · Replaces: 000001 · Reason: Wrong tax ID/,
  );
  await refund(shop, order, { amount: baht('7') });
  assert.match(
    (await browser.open(path)).text,
    /cannot be canceled, because credit note CN000001 refers to it\. Refund the rest/,
  );
});
