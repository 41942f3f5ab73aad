import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditEntries } from '../src/domain/audit/audit-log.ts';
import { byCommand, historyOf } from '../src/domain/orders/history.ts';
import { findOrders } from '../src/domain/orders/list/order-page.ts';
import { verifyList } from '../src/domain/orders/list/verify-list.ts';
import { existingOrder } from '../src/domain/orders/order.ts';
import { owedGoods } from '../src/domain/orders/owed-refunds.ts';
import { returnGoods } from '../src/domain/orders/shipments/return.ts';
import type { Id } from '../src/lib/ids.ts';
import { message } from '../src/lib/messages/message.ts';
import { moneyText } from '../src/lib/money.ts';
import { baht } from './amounts.ts';
import { assertDatabaseValid } from './database-steps.ts';
import { appError } from './errors.ts';
import { type Browser, signedIn } from './office.ts';
import { move } from './order-list-steps.ts';
import { type PlacedOrder, placeOrder } from './order-steps.ts';
import { refund, takePaymentStep } from './payment-steps.ts';
import { bookOrder, lineOf, pickUpShipment } from './shipment-steps.ts';
import { change } from './sql.ts';
import { runStep } from './stock-steps.ts';
import { idOf, openShop, type Shop } from './support.ts';

const lattes = (shop: Shop, more: object = {}) =>
  placeOrder(
    shop,
    [
      { sku: 'LAT-H', qty: 3, price: '65' },
      { sku: 'LAT-I', qty: 1, price: '40' },
    ],
    more,
  );

/** A parcel with everything; its courier delivers it. */
async function ship(shop: Shop, order: PlacedOrder) {
  const { result: parcel } = await bookOrder(shop, order);
  await pickUpShipment(shop, parcel);
  return parcel;
}

async function delivered(shop: Shop, more: object = {}): Promise<PlacedOrder> {
  const order = await lattes(shop, more);
  await takePaymentStep(shop, order);
  await move(shop, await ship(shop, order), 'delivered');
  return order;
}

const giveBack = (shop: Shop, order: PlacedOrder, qty = 1) =>
  runStep(shop, (tx, now) => returnGoods(tx, order.id, { lines: [lineOf(order, qty)] }, byCommand(now)));

/** What the page proposes to refund: quantities and amount. The list finds the order by the same facts. */
function proposal(shop: Shop, { id }: PlacedOrder) {
  assert.deepEqual(verifyList(shop.ctx.db), []);
  const { returned } = owedGoods(shop.ctx.db, existingOrder(shop.ctx.db, id));
  const { found } = findOrders(
    shop.ctx.db,
    idOf(shop.ids.id),
    { tab: 'all', isReturned: true },
    { limit: 50 },
    shop.now(),
  );
  assert.equal(
    found.some((entry) => entry.id === id),
    returned !== undefined,
  );
  return returned && [...returned.lines.map(({ qty }) => qty), moneyText(returned.amount)];
}

const suggested = async (browser: Browser, { id }: PlacedOrder) =>
  /<input[^>]*id="field-refund-amount"[^>]*value="([^"]*)"/.exec((await browser.open(`/orders/${id}`)).html)?.[1];

test('returned goods of a paid order are to refund until they are refunded', async () => {
  const shop = await openShop();
  const order = await delivered(shop);
  assert.equal(proposal(shop, order), undefined);
  await giveBack(shop, order);
  assert.deepEqual(proposal(shop, order), [1, '65']);
  await refund(shop, order, { amount: baht('65') });
  assert.equal(proposal(shop, order), undefined);
  await giveBack(shop, order);
  assert.deepEqual(proposal(shop, order), [1, '65']);
  await refund(shop, order, { lines: [lineOf(order, 1)] });
  assert.equal(proposal(shop, order), undefined);
  assertDatabaseValid(shop.ctx.db);
});

test('the amount is less the share of the discount, without shipping', async () => {
  const shop = await openShop();
  const order = await delivered(shop, { discount: '23.50', shipping_fee: '50' });
  await giveBack(shop, order, 2);
  assert.deepEqual(proposal(shop, order), [2, '117']);
});

test('goods that were refunded before they return are not refunded again', async () => {
  const shop = await openShop();
  const [byLine, byAmount] = [await delivered(shop), await delivered(shop)];
  await refund(shop, byLine, { lines: [lineOf(byLine, 1)] });
  await refund(shop, byAmount, { amount: baht('65') });
  for (const order of [byLine, byAmount]) {
    await giveBack(shop, order);
    assert.equal(proposal(shop, order), undefined);
  }
  await giveBack(shop, byLine);
  assert.deepEqual(proposal(shop, byLine), [1, '65']);
});

test('an unpaid order has nothing to refund before it is paid', async () => {
  const shop = await openShop();
  const order = await lattes(shop);
  await move(shop, await ship(shop, order), 'delivered');
  await giveBack(shop, order);
  assert.equal(proposal(shop, order), undefined);
  await takePaymentStep(shop, order);
  assert.deepEqual(proposal(shop, order), [1, '65']);
});

test('a parcel that came back undelivered proposes no refund, also if its goods were restocked before', async () => {
  const shop = await openShop();
  const order = await lattes(shop);
  await takePaymentStep(shop, order);
  const parcel = await ship(shop, order);
  await giveBack(shop, order);
  assert.deepEqual(proposal(shop, order), [1, '65']);
  await move(shop, parcel, 'returning');
  assert.equal(proposal(shop, order), undefined);
  await move(shop, parcel, 'returned');
  await giveBack(shop, order, 2);
  assert.equal(proposal(shop, order), undefined);
});

test('the order page names the returned goods, suggests their price and settles them without a refund', async () => {
  const shop = await openShop();
  const order = await delivered(shop);
  await giveBack(shop, order);
  const browser = await signedIn(shop, { language: 'en' });
  assert.match((await browser.open('/')).html, /\/office\/orders\?paid=returned"/);
  assert.match((await browser.open('/orders?paid=returned')).text, /Items returned, not refunded .*#1/);
  assert.equal(await suggested(browser, order), '65');
  const { text, html } = browser.page;
  assert.match(text, /Returned: ลาเต้ ร้อน × 1\. ฿65 was paid for it and has not been refunded\. Refund Do not refund/);
  const buttons = [...html.matchAll(/popovertarget="act-refund" aria-haspopup/g)];
  assert.equal(buttons.length, 2, 'one in the banner, one under the payments');
  await browser.send(`/orders/${order.id}/refund/none/returned`);
  assert.match(browser.page.text, /Marked as not refunded/);
  assert.equal(proposal(shop, order), undefined);
  assert.equal(historyOf(shop.ctx.db, order.id).at(-1)?.event, 'return_settled');
  const [entry] = auditEntries(shop.ctx.db, { event: 'return_settled', limit: 1, offset: 0 });
  assert.deepEqual([entry?.subjectId, entry?.detail], [order.id, { amount: '65' }]);
  await giveBack(shop, order);
  assert.deepEqual(proposal(shop, order), [1, '65']);
});

test('goods that were returned and goods that did not ship are settled separately', async () => {
  const shop = await openShop();
  const order = await lattes(shop);
  await takePaymentStep(shop, order);
  const { result: parcel } = await bookOrder(shop, order);
  await pickUpShipment(shop, parcel, { short: [{ lineId: order.lines[0] as Id, qty: 2 }] });
  await move(shop, parcel, 'delivered');
  await giveBack(shop, order);
  const browser = await signedIn(shop, { language: 'en' });
  assert.equal(await suggested(browser, order), '130');
  await browser.send(`/orders/${order.id}/refund/none/returned`);
  assert.equal(proposal(shop, order), undefined);
  assert.equal(await suggested(browser, order), '65');
  assert.match(browser.page.text, /Shipped short/);
});

test('a refund before anything was shipped is not for returned or defective goods', async () => {
  const shop = await openShop();
  const order = await lattes(shop);
  await takePaymentStep(shop, order);
  const refused = appError({ key: 'refund_reason_impossible', path: 'reason' });
  for (const reason of ['returned', 'defective'] as const)
    await assert.rejects(refund(shop, order, { amount: baht('65'), reason }), refused);
  await ship(shop, order);
  await refund(shop, order, { amount: baht('65'), reason: 'returned' });
});

test('verify finds a wrong mark of returned goods', async () => {
  const shop = await openShop();
  const [returned, kept] = [await delivered(shop), await delivered(shop)];
  await giveBack(shop, returned);
  await shop.ctx.write((tx) => tx.run(change(`UPDATE orders_to_refund SET order_id = ${kept.id}`)));
  assert.deepEqual(verifyList(shop.ctx.db), [
    message('returned_mark_wrong', { order: returned.id, marked: false }),
    message('returned_mark_wrong', { order: kept.id, marked: true }),
  ]);
});
