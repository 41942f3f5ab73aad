import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelOrder } from '../src/domain/orders/close.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { orderEntries } from '../src/domain/orders/list/entries.ts';
import { moveShipment, type StatusAfterPickUp } from '../src/domain/orders/shipments/move.ts';
import { returnGoods } from '../src/domain/orders/shipments/return.ts';
import { signedIn } from './office.ts';
import { orderDetail, type PlacedOrder, placeOrder } from './order-steps.ts';
import { confirm, notifyPaymentStep, takePaymentStep } from './payment-steps.ts';
import { bookOrder, lineOf, pickUpShipment } from './shipment-steps.ts';
import { runStep } from './stock-steps.ts';
import { stoppedClock } from './stopped-clock.ts';
import { openShop, type Shop } from './support.ts';

const latte = (shop: Shop, qty = 1) => placeOrder(shop, [{ sku: 'LAT-H', qty }]);

/** Hands over all goods of the order in one parcel, and moves it to this status. */
async function ship(shop: Shop, order: PlacedOrder, to?: StatusAfterPickUp): Promise<void> {
  const { result: parcel } = await bookOrder(shop, order);
  await pickUpShipment(shop, parcel);
  if (to) await runStep(shop, (tx, now) => moveShipment(tx, parcel.id, to, byCommand(now)));
}

const restock = (shop: Shop, order: PlacedOrder, qty: number) =>
  runStep(shop, (tx, now) => returnGoods(tx, order.id, { lines: [lineOf(order, qty)] }, byCommand(now)));

test('an order is returned once all its goods are in stock again, whatever its parcels report', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now });
  const order = await latte(shop, 3);
  await ship(shop, order);
  const shown = async (qty: number) => {
    clock.forward(1_000);
    await restock(shop, order, qty);
    const { shipping_status, update_time } = await orderDetail(shop, order);
    const [listed] = orderEntries(shop.ctx.db, [order.id], clock.now());
    assert.equal(listed?.shippingStatus, shipping_status);
    return [shipping_status, update_time === clock.now()];
  };
  assert.deepEqual(await shown(2), ['shipped', false]);
  assert.deepEqual(await shown(1), ['returned', true]);
});

test('an order whose goods all came back after the delivery is returned and stays completed', async () => {
  const shop = await openShop();
  const order = await latte(shop, 2);
  await takePaymentStep(shop, order);
  await ship(shop, order, 'delivered');
  await restock(shop, order, 2);
  const { status, shipping_status } = await orderDetail(shop, order);
  assert.deepEqual([status, shipping_status], ['completed', 'returned']);
});

test('an order that was delivered, returned and then paid is completed', async () => {
  const shop = await openShop();
  const order = await latte(shop, 2);
  await ship(shop, order, 'delivered');
  await restock(shop, order, 2);
  await confirm(shop, (await notifyPaymentStep(shop, order, '130')).paymentId);
  assert.equal((await orderDetail(shop, order)).status, 'completed');
});

test('the list shows a returned order as returned in both languages, open or canceled', async () => {
  const shop = await openShop();
  const [open, canceled, restocked] = [await latte(shop), await latte(shop), await latte(shop)];
  await ship(shop, open, 'returned');
  await ship(shop, canceled, 'returned');
  await ship(shop, restocked, 'returned');
  await restock(shop, restocked, 1);
  await runStep(shop, (tx, now) => cancelOrder(tx, canceled.id, 'buyer', byCommand(now)));
  const browser = await signedIn(shop);
  const badges = async () => {
    const { html } = await browser.open('/orders?tab=all');
    const cells = [...html.matchAll(/<td class="shipping-cell">(.*?)<span class="muted courier"/gs)];
    return cells.map(([, cell = '']) => [...cell.matchAll(/>([^<]*\S)</g)].map(([, text]) => text));
  };
  assert.deepEqual(await badges(), [
    ['ตีกลับแล้ว', 'คืนเข้าสต็อกแล้ว'],
    ['ยกเลิกแล้ว', 'ตีกลับแล้ว', 'รอคืนเข้าสต็อก'],
    ['ตีกลับแล้ว', 'รอคืนเข้าสต็อก'],
  ]);
  await browser.send('/language', { language: 'en', from: '' });
  assert.deepEqual(await badges(), [
    ['Returned', 'Restocked'],
    ['Canceled', 'Returned', 'To restock'],
    ['Returned', 'To restock'],
  ]);
});

test('the page of a returned order says so in both languages and asks for no money', async () => {
  const shop = await openShop();
  const order = await latte(shop, 2);
  await ship(shop, order);
  await restock(shop, order, 2);
  const browser = await signedIn(shop);
  assert.match((await browser.open(`/orders/${order.id}`)).text, /กำลังดำเนินการ ตีกลับแล้ว/);
  assert.doesNotMatch(browser.page.text, /ค้างชำระ|บันทึกรับเงิน/);
  await browser.send('/language', { language: 'en', from: '' });
  assert.match((await browser.open(`/orders/${order.id}`)).text, /Open Returned/);
  assert.doesNotMatch(browser.page.text, /Balance due|Mark as paid/);
});

test('the return form suggests no quantity, so that the goods are counted, and damaged and missing units complete the return', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop, { role: 'warehouse', store: 'cafe', language: 'en' });
  const before = shop.stock('hot').onHand;
  for (const pathOf of [(id: string) => `/orders/${id}/return`, (id: string) => `/stock/return/${id}`]) {
    const order = await latte(shop, 3);
    await ship(shop, order, 'returned');
    const path = pathOf(String(order.id));
    const page = await browser.open(path.startsWith('/stock') ? path : `/orders/${order.id}`);
    assert.match(page.text, /\(up to 3\)/);
    assert.doesNotMatch(page.html, /name="qty"[^>]*value="[^"]/);
    assert.match((await browser.open('/')).text, /1 Returns to restock/);
    const line = String(order.lines[0]);
    await browser.open(path.startsWith('/stock') ? path : `/orders/${order.id}`);
    await browser.send(path, { line, qty: '1', damaged: '1', rest_missing: 'on', warehouse: '', note: '' });
    const shown = (await browser.open(`/orders/${order.id}`)).text;
    assert.match(shown, /Items restocked .*× 3 Damaged: .*× 1 Not returned: .*× 1/);
    assert.doesNotMatch((await browser.open('/')).text, /1 Returns to restock/);
  }
  assert.equal(shop.stock('hot').onHand, before - 4);
});

test('a return waits for the rest unless the rest is reported missing', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop, { role: 'warehouse', store: 'cafe', language: 'en' });
  const order = await latte(shop, 3);
  await ship(shop, order, 'returned');
  await browser.open(`/orders/${order.id}`);
  const some = { line: String(order.lines[0]), qty: '2', damaged: '', warehouse: '', note: '' };
  await browser.send(`/orders/${order.id}/return`, some);
  assert.match((await browser.open('/')).text, /1 Returns to restock/);
  assert.match((await browser.open(`/orders/${order.id}`)).text, /\(up to 1\)/);
});
