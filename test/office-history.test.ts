import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelOrder } from '../src/domain/orders/close.ts';
import { byCommand, historyOf } from '../src/domain/orders/history.ts';
import { existingOrder } from '../src/domain/orders/order.ts';
import { issueReceipt } from '../src/domain/orders/payments/receipts.ts';
import { changesOf } from '../src/office/orders/detail/history-changes.ts';
import { baht } from './amounts.ts';
import { edit } from './order-edit-steps.ts';
import { type PlacedOrder, placeOrder } from './order-steps.ts';
import { refund, takePaymentStep } from './payment-steps.ts';
import { bookOrder, lineOf } from './shipment-steps.ts';
import { runStep } from './stock-steps.ts';
import { openShop, type Shop } from './support.ts';

/** The texts of the newest history entry. */
function historyTexts(shop: Shop, { id }: PlacedOrder, language: 'th' | 'en'): string[] {
  const entry = historyOf(shop.ctx.db, id).at(-1);
  return entry ? changesOf(entry, existingOrder(shop.ctx.db, id), language) : [];
}

test('an edit is one text per change, with field names and formatted amounts', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1, price: 55 }]);
  await edit(shop, order, { discount: baht('5'), privateNote: 'ด่วน' });
  assert.deepEqual(historyTexts(shop, order, 'th'), ['ส่วนลด: ฿0 → ฿5', 'ยอดรวม: ฿55 → ฿50', 'โน้ตของร้าน: — → ด่วน']);
  assert.equal(historyTexts(shop, order, 'en')[0], 'Discount: ฿0 → ฿5');
});

test('an edited line shows its name, quantity and price', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1, price: 55 }]);
  await edit(shop, order, { set: [{ ...lineOf(order, 3) }] });
  assert.match(historyTexts(shop, order, 'th').join('\n'), /^ลาเต้.*: 1 × ฿55 → 3 × ฿55$/m);
});

test('only changed address fields are shown', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  await edit(shop, order, { recipientAddress: { name: 'สมหญิง', postal_code: 50200 } });
  assert.deepEqual(historyTexts(shop, order, 'th'), ['ชื่อผู้รับ: สมชาย ใจดี → สมหญิง', 'เบอร์โทร: 0812345678 → —']);
});

test('payment methods, couriers and cancelers have display names', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1, price: 55 }]);
  await takePaymentStep(shop, order, '55');
  assert.deepEqual(historyTexts(shop, order, 'th'), ['เงินสด · ฿55']);
  await bookOrder(shop, order);
  assert.deepEqual(historyTexts(shop, order, 'th'), ['ไปรษณีย์ไทย EMS · EX123456785TH']);
  assert.deepEqual(historyTexts(shop, order, 'en'), ['Thailand Post EMS · EX123456785TH']);
  await runStep(shop, (tx, now) => cancelOrder(tx, order.id, 'buyer', { ...byCommand(now), note: 'เปลี่ยนใจ' }));
  assert.deepEqual(historyTexts(shop, order, 'th'), ['โดยลูกค้า', 'เปลี่ยนใจ']);
});

test('a refund shows its method and note, and its document the number that is printed', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1, price: 55 }]);
  await takePaymentStep(shop, order, '55');
  await runStep(shop, (tx, now) => issueReceipt(tx, order.id, byCommand(now)));
  assert.deepEqual(historyTexts(shop, order, 'en'), ['No. 000001']);
  await refund(shop, order, { amount: baht('5'), method: 'promptpay', note: 'แก้วแตก' });
  const [refunded, issued] = historyOf(shop.ctx.db, order.id).slice(-2);
  const text = (entry: typeof issued) => entry && changesOf(entry, existingOrder(shop.ctx.db, order.id), 'en');
  assert.deepEqual([text(refunded), text(issued)], [['PromptPay · ฿5 · แก้วแตก'], ['No. RV000001']]);
});
