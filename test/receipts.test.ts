import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WriteTx } from '../src/db/write-tx.ts';
import { byCommand, historyOf } from '../src/domain/orders/history.ts';
import { giveBackReceipts, issueReceiptToPrint, receiptOfOrder } from '../src/domain/orders/payments/receipts.ts';
import { refundOrder } from '../src/domain/orders/payments/refund.ts';
import { remit } from '../src/domain/orders/payments/remittance.ts';
import { thaiDay } from '../src/domain/print/paper/thai.ts';
import { printOriginals } from '../src/domain/print/print-originals.ts';
import { receiptOf, receiptSheet } from '../src/domain/print/sheets/receipt.ts';
import { baht } from './amounts.ts';
import { codOrder, openSeller, sendParcel } from './cod-steps.ts';
import { appError } from './errors.ts';
import { type PlacedOrder, placeOrder } from './order-steps.ts';
import { confirm, notifyPaymentStep, takePaymentStep } from './payment-steps.ts';
import { hot, twoStores } from './printed-order-steps.ts';
import { runStep } from './stock-steps.ts';
import { cafe, idOf, openShop, type Shop } from './support.ts';

const issue = (shop: Shop, { id }: PlacedOrder) =>
  runStep(shop, (tx, now) => issueReceiptToPrint(tx, id, byCommand(now)));

test('an unpaid order has no receipt and uses no number', async () => {
  const shop = await openShop();
  const [first, unpaid, third] = [
    await placeOrder(shop, [hot(1)]),
    await placeOrder(shop, [hot(1)]),
    await placeOrder(shop, [hot(1)]),
  ];
  await takePaymentStep(shop, first);
  await takePaymentStep(shop, third);
  assert.equal((await issue(shop, first)).number, 1);
  await assert.rejects(issue(shop, unpaid), appError({ key: 'receipt_before_payment', params: { order: unpaid.id } }));
  assert.equal((await issue(shop, third)).number, 2);
  assert.equal((await issue(shop, first)).number, 1);
});

test('a receipt with a tax id or branch of its buyer that cannot be right is not issued', async () => {
  const shop = await openShop();
  for (const [wrong, path, key] of [
    [{ legal_entity_id: '1234' }, 'legal_entity_id', 'tax_id_malformed'],
    [{ legal_entity_id: '1234567890123' }, 'legal_entity_id', 'tax_id_wrong_digit'],
    [{ branch_type: 'b' }, 'branch_number', 'branch_number_malformed'],
    [{ branch_type: 'b', branch_number: '000' }, 'branch_number', 'branch_number_malformed'],
  ] as const) {
    const order = await placeOrder(shop, [hot(1)], { recipient_address: { name: 'บริษัท เอ จำกัด', ...wrong } });
    await takePaymentStep(shop, order);
    await assert.rejects(issue(shop, order), appError({ key, path }));
    assert.equal(receiptOfOrder(shop.ctx.db, order.id), undefined);
  }
});

test('receipts are numbered per store', async () => {
  const { shop, token } = await twoStores();
  const orders = [
    await placeOrder(shop, [hot(1)]),
    await placeOrder(shop, [hot(1)], {}, token),
    await placeOrder(shop, [hot(1)]),
    await placeOrder(shop, [hot(1)], {}, token),
  ];
  const numbers: number[] = [];
  for (const order of orders) {
    await takePaymentStep(shop, order);
    numbers.push((await issue(shop, order)).number);
  }
  assert.deepEqual(numbers, [1, 1, 2, 2]);
});

test('the seller is the address with the tax id, even if another one is primary', async () => {
  const plain = { key: 'shop', is_primary: true, name: 'หน้าร้าน', postal_code: 10110 };
  const taxed = { key: 'office', name: 'บริษัท บ้านกาแฟ จำกัด', legal_entity_id: '0105556000000', branch_type: 'h' };
  for (const vat_percent of [0, 7]) {
    const shop = await openShop({ stores: [cafe({ addresses: [plain, taxed], settings: { vat_percent } })] });
    const order = await placeOrder(shop, [hot(1)]);
    await takePaymentStep(shop, order);
    const { seller } = receiptOf(await issue(shop, order));
    assert.deepEqual([seller.name, seller.taxId, seller.branch], [taxed.name, '0105556000000', 'สำนักงานใหญ่ (00000)']);
  }
});

test('a print that fails gives the original of the receipt back', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, [hot(1)]);
  await takePaymentStep(shop, order);
  const take = (tx: WriteTx) => [issueReceiptToPrint(tx, order.id, byCommand(shop.now()))];
  const print = () => Promise.reject(new Error('too much printing'));
  await assert.rejects(printOriginals(shop.ctx, { take, print, giveBack: giveBackReceipts }), /too much printing/);
  assert.equal((await issue(shop, order)).isCopy, false);
});

test('issuing a receipt is in the order history once', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, [hot(1)]);
  await takePaymentStep(shop, order);
  assert.equal((await issue(shop, order)).isCopy, false);
  assert.equal((await issue(shop, order)).isCopy, true);
  const issued = historyOf(shop.ctx.db, order.id).filter(({ event }) => event === 'receipt_issued');
  assert.deepEqual(
    issued.map(({ actor, detail }) => [actor, detail]),
    [['command', { number: 1 }]],
  );
});

/** The amounts and their text on the receipt. */
const printedSums = (receipt: Parameters<typeof receiptOf>[0]) => {
  const { totals = [], remarks = [] } = receiptSheet(receiptOf(receipt));
  const sums = totals.filter(({ emphasized }) => emphasized).map(({ name, value }) => `${name} ${value}`);
  return [...sums, ...remarks.filter((remark) => !isPayment(remark))];
};

const isPayment = (remark: string): boolean => remark.startsWith('ชำระโดย');

test('a receipt states how much was paid by which method on which day, without what was refunded', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, [hot(2)]);
  const payTime = Date.parse('2026-01-02T20:00:00+07:00');
  const { paymentId } = await notifyPaymentStep(shop, order, '100', { method: 'promptpay', payTime });
  await confirm(shop, paymentId);
  await takePaymentStep(shop, order, '30');
  await runStep(shop, (tx, now) => refundOrder(tx, order.id, { amount: baht('10'), paymentId }, byCommand(now)));
  const { remarks = [] } = receiptSheet(receiptOf(await issue(shop, order)));
  assert.deepEqual(remarks.filter(isPayment), [
    'ชำระโดยพร้อมเพย์ วันที่ 2 ม.ค. 2569 จำนวน 90.00 บาท',
    `ชำระโดยเงินสด วันที่ ${thaiDay(shop.now())} จำนวน 30.00 บาท`,
  ]);
});

test('a receipt shows what remains after refunds, and the received amount if it differs', async () => {
  const shop = await openShop();
  const whole = await placeOrder(shop, [hot(2)]);
  await takePaymentStep(shop, whole);
  assert.deepEqual(printedSums(await issue(shop, whole)), ['จำนวนเงินทั้งสิ้น 130.00', '(หนึ่งร้อยสามสิบบาทถ้วน)']);
  const refunded = await placeOrder(shop, [hot(2)]);
  await takePaymentStep(shop, refunded);
  await runStep(shop, (tx, now) => refundOrder(tx, refunded.id, { amount: baht('30') }, byCommand(now)));
  assert.deepEqual(printedSums(await issue(shop, refunded)), ['จำนวนเงินทั้งสิ้น 100.00', '(หนึ่งร้อยบาทถ้วน)']);
  const overpaid = await placeOrder(shop, [hot(2)]);
  const { paymentId } = await notifyPaymentStep(shop, overpaid, '150');
  await confirm(shop, paymentId);
  assert.deepEqual(printedSums(await issue(shop, overpaid)), [
    'จำนวนเงินทั้งสิ้น 130.00',
    'รับเงินแล้ว 150.00',
    'รับชำระเกิน 20.00',
    '(หนึ่งร้อยสามสิบบาทถ้วน)',
    'รับเงินแล้ว 150.00 บาท (หนึ่งร้อยห้าสิบบาทถ้วน)',
  ]);
});

test('COD counts as received on the receipt in the parcel; the amount paid out replaces it', async () => {
  const shop = await openSeller();
  const storeId = idOf(shop.ids.id);
  const goesAlong = await codOrder(shop, '500');
  const along = (await issue(shop, goesAlong)).document;
  assert.deepEqual([along.received, along.payments], [baht('500'), [{ method: 'cod', amount: baht('500') }]]);
  const less = await codOrder(shop, '500');
  await sendParcel(shop, less, 'COD-LESS', { at: 'delivered' });
  const rows = [{ row: 2, trackingNumber: 'COD-LESS', paid: baht('480') }];
  await runStep(shop, (tx, now) => remit(tx, { storeId, rows, acceptDifferences: true }, byCommand(now)));
  const { document } = await issue(shop, less);
  assert.deepEqual([document.total, document.received], [baht('500'), baht('480')]);
  assert.deepEqual(
    document.payments?.map(({ method, amount, time }) => [method, amount, typeof time]),
    [['cod', baht('480'), 'number']],
  );
});

test('a COD order with a returned parcel has no receipt', async () => {
  const shop = await openSeller();
  const order = await codOrder(shop, '500');
  await sendParcel(shop, order, 'COD-BACK', { at: 'returned' });
  await assert.rejects(issue(shop, order), appError({ key: 'receipt_without_money', params: { order: order.id } }));
  assert.equal(receiptOfOrder(shop.ctx.db, order.id), undefined);
});
