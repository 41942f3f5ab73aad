import assert from 'node:assert/strict';
import { test } from 'node:test';
import { receiptOfOrder } from '../src/domain/orders/payments/receipts.ts';
import type { Id } from '../src/lib/ids.ts';
import { baht } from './amounts.ts';
import { english } from './errors.ts';
import { type Browser, signedIn } from './office.ts';
import { edit, line } from './order-edit-steps.ts';
import { placeOrder } from './order-steps.ts';
import { refund, takePaymentStep } from './payment-steps.ts';
import type { Shop } from './support.ts';
import { issue, openVatSeller } from './vat-steps.ts';

const ADDRESS = {
  name: 'สมหญิง ใจดี',
  telephone: '0812345678',
  address1: '9 ถ.สุขุมวิท',
  sub_district: 'คลองเตย',
  district: 'คลองเตย',
  province: 'กรุงเทพมหานคร',
  postal_code: 10110,
};

async function paidOrder(shop: Shop, address: object = ADDRESS) {
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1, price: '107' }], { recipient_address: address });
  await takePaymentStep(shop, order);
  return order;
}

const buyerOf = (shop: Shop, { id }: { id: Id }) => receiptOfOrder(shop.ctx.db, id)?.document.buyer;

const numbersOf = (shop: Shop, orders: readonly { id: Id }[]) =>
  orders.map(({ id }) => receiptOfOrder(shop.ctx.db, id)?.number);

const open = (shop: Shop): Promise<Browser> => signedIn(shop, { language: 'en', store: 'cafe', role: 'staff' });

test('before a tax invoice is issued, a page shows kind, seller, buyer, amount and that it is final', async () => {
  const { shop } = await openVatSeller();
  const order = await paidOrder(shop);
  const browser = await open(shop);
  const path = `/orders/${order.id}/receipt`;
  assert.match((await browser.open(`/orders/${order.id}`)).html, new RegExp(`href="/office${path}"`));
  const { text, html } = await browser.open(path);
  assert.match(text, /cannot be changed or deleted, and the amounts of the order can no longer be edited/);
  assert.match(
    text,
    /Type Receipt\/tax invoice Seller บริษัท บ้านกาแฟ จำกัด · 0105556000000 .* VAT 7% ฿7.00 Total ฿107.00/,
  );
  assert.match(html, /name="name" required="" value="สมหญิง ใจดี"/);
  assert.doesNotMatch(text, /Missing/);
  assert.deepEqual(numbersOf(shop, [order]), [undefined]);
  const issued = await browser.send(path, { has_buyer: 'yes', name: ADDRESS.name, address1: ADDRESS.address1 });
  assert.deepEqual([issued.path, issued.status], [path, 200]);
  assert.match(issued.text, /Receipt\/tax invoice 000001 was issued on 31 Oct 2026/);
  assert.deepEqual(numbersOf(shop, [order]), [1]);
});

test('the preview of a receipt has the fees and the discount that lead from its items to its total', async () => {
  const { shop } = await openVatSeller();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1, price: '3090' }], {
    shipping_fee: '45',
    discount: '10',
  });
  await takePaymentStep(shop, order);
  const browser = await open(shop);
  const { text } = await browser.open(`/orders/${order.id}/receipt`);
  assert.match(
    text,
    /× 1 · ฿3,090\.00 Subtotal ฿3,090\.00 Discount −฿10\.00 Shipping fee ฿45\.00 Before VAT .* Total ฿3,125\.00/,
  );
});

test('issuing a receipt leads to its page with buyer and payment, where the first print has the original', async () => {
  const { shop } = await openVatSeller();
  const order = await paidOrder(shop);
  const browser = await open(shop);
  const path = `/orders/${order.id}/receipt`;
  await browser.open(path);
  const buyer = { has_buyer: 'yes', ...ADDRESS, postal_code: '10110' };
  assert.match(
    (await browser.send(path, buyer)).text,
    /Customer on the document สมหญิง ใจดี 9 ถ\.สุขุมวิท .* Paid by Cash · 31 Oct 2026 · ฿107.00 .* Print Download PDF Cancel and replace$/,
  );
  const { headers, html } = await browser.send(`${path}/print`);
  assert.deepEqual([headers.get('content-type'), html.slice(0, 4)], ['application/pdf', '%PDF']);
  assert.match(headers.get('content-disposition') ?? '', /^inline; filename="receipt-000001\.pdf"/);
  assert.match((await browser.open(path)).text, / Print copy Download PDF Cancel and replace$/);
  const file = await browser.send(`${path}/print`, { download: 'yes' });
  assert.match(file.headers.get('content-disposition') ?? '', /^attachment; filename="receipt-000001\.pdf"/);
  await browser.open(path);
  const again = await browser.send(path, buyer);
  assert.deepEqual([again.path, again.status], [path, 200], 'the same form sent twice issues once');
  assert.deepEqual(numbersOf(shop, [order]), [1]);
});

test('the preview of a long order shows the first 200 items and counts the others, and issues all of them', async () => {
  const { shop } = await openVatSeller();
  const lines = Array.from({ length: 203 }, () => ({ sku: 'LAT-H', qty: 1 }));
  const order = await placeOrder(shop, lines, { recipient_address: ADDRESS });
  await takePaymentStep(shop, order);
  const browser = await open(shop);
  const path = `/orders/${order.id}/receipt`;
  const { text, html } = await browser.open(path);
  await browser.send(path, { has_buyer: 'yes', name: ADDRESS.name, seen: seenIn(html) });
  assert.equal(receiptOfOrder(shop.ctx.db, order.id)?.document.lines.length, 203);
  assert.equal(text.match(/ลาเต้ ร้อน × 1/g)?.length, 200);
  assert.match(text, /and 3 more Before VAT/);
});

const seenIn = (html: string) => /name="seen" value="([^"]*)"/.exec(html)?.[1] ?? '';

test('only an issued receipt is printed', async () => {
  const { shop } = await openVatSeller();
  const order = await paidOrder(shop);
  const browser = await open(shop);
  const path = `/orders/${order.id}/receipt`;
  const print = async (fields = {}) => {
    await browser.open(path);
    return (await browser.send(`${path}/print`, fields)).status;
  };
  assert.equal(await print(), 404);
  assert.deepEqual(numbersOf(shop, [order]), [undefined]);
  await browser.open(path);
  await browser.send(path);
  for (const number of ['abc', '7', '-1']) assert.equal(await print({ number }), 404);
  assert.equal(receiptOfOrder(shop.ctx.db, order.id)?.isPrinted, 0);
});

test('the payments of an order offer to issue its receipt, then show its number', async () => {
  const { shop } = await openVatSeller();
  const order = await paidOrder(shop);
  const browser = await open(shop);
  const at = `/orders/${order.id}`;
  const paymentsOf = (html: string) => /<section class="card" id="payments">.*?<\/section>/s.exec(html)?.[0] ?? '';
  const link = new RegExp(`<a href="/office${at}/receipt"[^>]*>([^<]*)</a>`);
  assert.equal(link.exec(paymentsOf((await browser.open(at)).html))?.[1], 'Issue receipt/tax invoice');
  await issue(shop, order);
  const { html } = await browser.open(at);
  assert.equal(link.exec(paymentsOf(html))?.[1], 'Receipt/tax invoice 000001');
  assert.doesNotMatch(html, /Issue receipt/);
  assert.match(html, new RegExp(`action="/office${at}/receipt/print"`));
  const bookkeeper = await signedIn(shop, { name: 'mai', language: 'en', store: 'cafe', permissions: ['money'] });
  const payments = paymentsOf((await bookkeeper.open(at)).html);
  assert.match(payments, /Receipt\/tax invoice 000001/);
  assert.doesNotMatch(payments, /\/receipt/);
});

test('messages show the number of a receipt as it is printed', () => {
  assert.match(english('order_has_receipt', { order: 5, receipt: 123 }), /receipt 000123$/);
  assert.match(english('undo_after_receipt', { order: 5, number: 1, receipt: 1_234_567 }), /receipt 1234567,/);
});

test('what a full tax invoice needs of its buyer is filled in before it is issued, and the recipient stays', async () => {
  const { shop } = await openVatSeller();
  const order = await paidOrder(shop, { name: 'คุณเอ', telephone: '0812345678' });
  const browser = await open(shop);
  const path = `/orders/${order.id}/receipt`;
  const { text } = await browser.open(path);
  assert.match(
    text,
    /Missing: House number, street, Sub-district, District, Province, Postal code\. Fill them in below/,
  );
  const typed = {
    ...{ name: 'บริษัท เอ จำกัด', address1: '1 ถ.สีลม', sub_district: 'สีลม', district: 'บางรัก' },
    ...{ province: 'กรุงเทพมหานคร', postal_code: '10500' },
    ...{ legal_entity_id: '0105557111114', branch_type: 'b', branch_number: '3' },
  };
  const refused = await browser.send(path, { has_buyer: 'yes', ...typed, name: '' });
  assert.deepEqual([refused.status, /name-error/.test(refused.html)], [422, true]);
  for (const [id, error] of [
    ['1234', 'tax_id_malformed'],
    ['0105557111111', 'tax_id_wrong_digit'],
  ] as const) {
    const wrong = { ...typed, legal_entity_id: id, branch_number: '00000' };
    const { html, text, status } = await browser.send(path, { has_buyer: 'yes', ...wrong });
    assert.deepEqual(
      [status, text.includes(english(error)), text.includes(english('branch_number_malformed'))],
      [422, true, true],
    );
    assert.match(html, /legal_entity_id-error.*branch_number-error/s);
    assert.deepEqual(numbersOf(shop, [order]), [undefined]);
  }
  await browser.send(path, { has_buyer: 'yes', ...typed, legal_entity_id: '0 1055 57111 11 4' });
  const stored = { ...typed, branch_number: '00003', postal_code: 10500, telephone: '0812345678' };
  assert.deepEqual(buyerOf(shop, order), stored);
  assert.match((await browser.open(`/orders/${order.id}`)).text, /Customer คุณเอ/);
  const late = await browser.send(path, { has_buyer: 'yes', ...typed, name: 'อีกคน' });
  assert.match(
    late.text,
    /has just issued the document, and it cannot be changed.* Receipt\/tax invoice 000001 was issued/,
  );
  assert.equal(buyerOf(shop, order)?.name, typed.name);
});

test('a receipt with other amounts, items or telephone than the page has shown is not issued', async () => {
  const { shop } = await openVatSeller();
  const order = await paidOrder(shop);
  const browser = await open(shop);
  const path = `/orders/${order.id}/receipt`;
  const seen = seenIn((await browser.open(path)).html);
  const issueAsSeen = (seen: string) => browser.send(path, { has_buyer: 'yes', name: ADDRESS.name, seen });
  await edit(shop, order, { set: [{ lineId: line(order), qty: 2, price: baht('53.5') }] });
  const otherItems = await issueAsSeen(seen);
  assert.match(otherItems.text, /Items ลาเต้ ร้อน × 2 · ฿107.00 .*The order has just changed/);
  await edit(shop, order, { recipientAddress: { ...ADDRESS, telephone: '0899999999' } });
  const otherTelephone = await issueAsSeen(seenIn(otherItems.html));
  assert.match(otherTelephone.text, /The order has just changed/);
  await refund(shop, order, { amount: baht('7') });
  const otherAmounts = await issueAsSeen(seenIn(otherTelephone.html));
  assert.match(otherAmounts.text, /Total ฿100.00 .*The order has just changed/);
  assert.deepEqual(numbersOf(shop, [order]), [undefined]);
  await issueAsSeen(seenIn(otherAmounts.html));
  assert.deepEqual(numbersOf(shop, [order]), [1]);
});

test('a page asks before selected orders get receipts, and leads to each order that lacks data of its buyer', async () => {
  const { shop } = await openVatSeller();
  const orders = [await paidOrder(shop), await paidOrder(shop), await paidOrder(shop, { name: 'คุณเอ' })] as const;
  await issue(shop, orders[0]);
  const browser = await open(shop);
  await browser.open('/orders');
  const ids = orders.map(({ id }) => String(id));
  const { text, html } = await browser.send('/orders/print/receipts', { ids });
  assert.match(text, /Issue 2 receipt\/tax invoices .*1 more is already issued/);
  assert.match(text, /#3 คุณเอ Missing: House number, street, .* 107/);
  assert.match(html, new RegExp(`href="/office/orders/${orders[2].id}/receipt"`));
  assert.deepEqual(numbersOf(shop, orders), [1, undefined, undefined]);
  const printed = await browser.send('/orders/print/receipts', { ids, confirmed: 'yes' });
  assert.equal(printed.headers.get('content-type'), 'application/pdf');
  assert.deepEqual(numbersOf(shop, orders), [1, 2, 3]);
  const wrong = await paidOrder(shop, { ...ADDRESS, legal_entity_id: '1234' });
  await browser.open('/orders');
  const { text: refused } = await browser.send('/orders/print/receipts', { ids: [String(wrong.id)], confirmed: 'yes' });
  assert.match(refused, /Tax ID: Must be a tax or national ID with 13 digits: #4/i);
  const copies = await browser.open('/orders').then(() => browser.send('/orders/print/receipts', { ids }));
  assert.equal(copies.headers.get('content-type'), 'application/pdf');
});

test('an order that cannot have a receipt says why and leads back', async () => {
  const { shop } = await openVatSeller();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], { recipient_address: ADDRESS });
  const browser = await open(shop);
  const { status, text, html } = await browser.open(`/orders/${order.id}/receipt`);
  assert.equal(status, 400);
  assert.match(text, /No receipt can be issued until the order is paid in full/);
  assert.match(html, new RegExp(`href="/office/orders/${order.id}"`));
  assert.equal((await browser.send(`/orders/${order.id}/receipt`)).status, 422);
});
