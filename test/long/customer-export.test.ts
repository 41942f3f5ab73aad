import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelOrder } from '../../src/domain/orders/close.ts';
import { editOrder } from '../../src/domain/orders/edit.ts';
import { byCommand } from '../../src/domain/orders/history.ts';
import { issueReceipt } from '../../src/domain/orders/payments/receipts.ts';
import { returnGoods } from '../../src/domain/orders/shipments/return.ts';
import { exportPerson, type PersonExport } from '../../src/domain/privacy/export.ts';
import { exportPage, unknownFields } from '../../src/domain/privacy/export-page.ts';
import { personOfOrder } from '../../src/domain/privacy/person.ts';
import type { Id } from '../../src/lib/ids.ts';
import type { Money } from '../../src/lib/money.ts';
import { openBusyDemoStore } from '../busy-demo-store.ts';
import { ONE_PIXEL } from '../one-pixel.ts';
import { placeOrder } from '../order-steps.ts';
import { confirm, notifyPaymentStep, refund, reject } from '../payment-steps.ts';
import { bookOrder, pickUpShipment } from '../shipment-steps.ts';
import { change, sql } from '../sql.ts';
import { runStep } from '../stock-steps.ts';
import { idOf, openShop } from '../support.ts';

const RECIPIENT = { name: 'สมหญิง รักสงบ', telephone: '081-999-1234', address1: '77/7 ซ.สุขใจ', postal_code: 50200 };

const TO = { bank: '014', number: '1234567890', name: 'สมหญิง ร.' };

const NOW = Date.parse('2026-11-21T22:47:00+07:00');

const addEvent = change(
  `INSERT INTO tracking_events (shipment_id, time, code, description, location, receive_time)
   VALUES (?, ?, '1', 'รับฝาก', 'เชียงใหม่', ?)`,
);

/** An export with an edited, paid, shipped, refunded and returned order, and a canceled COD order. */
async function fullExport(): Promise<PersonExport> {
  const shop = await openShop({ now: () => NOW });
  const products = [{ sku: 'LAT-H', qty: 2, price: '1250.5' }];
  const order = await placeOrder(shop, products, { recipient_address: { ...RECIPIENT, address1: '77 ซ.สุขใจ' } });
  const act = byCommand(shop.now());
  await runStep(shop, (tx) =>
    editOrder(tx, order.id, { recipientAddress: RECIPIENT, privateNote: 'โทรก่อน', discount: 10_000 as Money }, act),
  );
  const rejected = await notifyPaymentStep(shop, order, '1');
  await reject(shop, rejected.paymentId);
  const { paymentId } = await notifyPaymentStep(shop, order, '2500', { slip: ONE_PIXEL, note: 'โอนแล้ว' });
  await confirm(shop, paymentId);
  await runStep(shop, (tx) => issueReceipt(tx, order.id, act));
  const { result: shipment } = await bookOrder(shop, order);
  await pickUpShipment(shop, shipment);
  await runStep(shop, (tx) => tx.run(addEvent, shipment.id, NOW, NOW));
  const proof = { sendTime: NOW - 60_000, slip: ONE_PIXEL };
  await refund(shop, order, {
    amount: 50_000 as Money,
    reason: 'defective',
    note: 'ของขาด',
    to: TO,
    method: 'transfer',
    ...proof,
  });
  const returned = [{ lineId: order.lines[0] as Id, qty: 0, damaged: 1, missing: 1 }];
  await runStep(shop, (tx) => returnGoods(tx, order.id, { lines: returned }, act));
  const cod = await placeOrder(shop, products, {
    recipient_address: RECIPIENT,
    is_cod: true,
    cod_fee: '20',
    cod_amount: '2521',
  });
  await runStep(shop, (tx) => cancelOrder(tx, cod.id, 'buyer', act));
  return exportPerson(shop.ctx, idOf(shop.ids.id), personOfOrder(shop.ctx.db, order.id));
}

test('the page of an export has words, amounts and dates that a customer can read', async () => {
  const page = await exportPage(await fullExport());
  for (const text of [
    'ข้อมูลส่วนบุคคลของลูกค้า / Personal data of the customer: สมหญิง รักสงบ',
    '<dt>ที่อยู่จัดส่ง / Shipping address</dt>',
    '<dt>รหัสไปรษณีย์ / Postal code</dt><dd>50200</dd>',
    '<h3>คำสั่งซื้อ / Order #1</h3>',
    '<dt>ราคา / Price</dt><dd>฿1,250.50</dd>',
    '<dt>วันที่สั่งซื้อ / Order date</dt><dd>21 พ.ย. 2569 22:47 / 21 Nov 2026, 22:47</dd>',
    '<dt>การชำระเงิน / Payment</dt><dd>คืนเงินบางส่วน / Partially refunded</dd>',
    '<dt>สถานะ / Status</dt><dd>ส่งให้ขนส่งแล้ว / Handed over</dd>',
    '<dt>ขนส่ง / Courier</dt><dd>ไปรษณีย์ไทย EMS / Thailand Post EMS</dd>',
    'บ้านเลขที่ หมู่ ซอย ถนน / House number, street: 77 ซ.สุขใจ → 77/7 ซ.สุขใจ',
    'โน้ตของร้าน / Private note: – → โทรก่อน',
    'เหตุผล / Reason: ไม่พบยอดเงิน',
    '<dd>สินค้าชำรุดหรือไม่ตรงตามที่ตกลง / Goods defective or not as agreed</dd>',
    'ยกเลิกคำสั่งซื้อ / Order canceled<br>โดย / By: ลูกค้า / The customer',
    '<dt>รับเงินแล้ว / Received</dt><dd>฿2,500</dd>',
    'รับฝาก',
    '<dt>คืนเงินเมื่อ / Sent</dt><dd>21 พ.ย. 2569 22:46 / 21 Nov 2026, 22:46</dd>',
    '<dt>ธนาคารที่รับเงินคืน / Bank that received it</dt><dd>ไทยพาณิชย์ (SCB)</dd>',
    '<dt>เลขที่บัญชีที่รับเงินคืน / Account number that received it</dt><dd>1234567890</dd>',
    '<dt>ชื่อบัญชีที่รับเงินคืน / Account name</dt><dd>สมหญิง ร.</dd>',
    'src="data:image/png;base64,',
  ])
    assert.ok(page.includes(text), `${text} is not in ${page}`);
});

test('an export has the slips of refunds like those of payments', async () => {
  const { orders } = await fullExport();
  const [{ payments }] = orders as unknown as [
    { payments: { slip?: object; refunds: { slip?: object; note?: string }[] }[] },
  ];
  const slip = { media_type: 'image/png', base64: ONE_PIXEL.toString('base64') };
  assert.deepEqual(payments.at(-1)?.slip, slip);
  assert.deepEqual(
    payments.at(-1)?.refunds.map((each) => [each.note, each.slip]),
    [['ของขาด', slip]],
  );
});

test('the page of an export shows no field name, code or id', async () => {
  const exported = await fullExport();
  const page = await exportPage(exported);
  const text = page.replace(/<style>.*?<\/style>|<[^>]*>|https:\S*/gs, '\n');
  const raw = text
    .split('\n')
    .filter((line) => /[a-z]_[a-z]|[a-z][A-Z]|^(true|false|[a-z]+)$|undefined|\[object/.test(line));
  assert.deepEqual(raw, []);
});

const firstOrderOfPersons = sql<{ id: Id }>(
  'SELECT min(orders.id) AS id FROM orders JOIN addresses ON version = recipient_address GROUP BY name, telephone, address1',
);
const allOrders = sql<{ id: Id }>('SELECT id FROM orders');

test('the page of an export has a label for each field, also for all orders of a busy store', async () => {
  const everything = await fullExport();
  assert.deepEqual(unknownFields(everything), []);
  const { shop } = await openBusyDemoStore();
  const exported = new Set<string>();
  for (const { id } of shop.ctx.db.all(firstOrderOfPersons)) {
    const found = await exportPerson(shop.ctx, idOf(shop.ids.id), personOfOrder(shop.ctx.db, id));
    assert.deepEqual(unknownFields(found), []);
    for (const order of found.orders as { id: string }[]) exported.add(order.id);
  }
  assert.equal(exported.size, shop.ctx.db.all(allOrders).length);
  assert.ok(exported.size > 100);
  const { orders, ...rest } = everything;
  assert.deepEqual(unknownFields({ ...rest, orders: [{ ...orders[0], shoe_size: 42 }] }), ['order.shoe_size']);
});
