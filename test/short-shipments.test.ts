import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditEntries } from '../src/domain/audit/audit-log.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { findOrders } from '../src/domain/orders/list/order-page.ts';
import { verifyList } from '../src/domain/orders/list/verify-list.ts';
import { existingOrder } from '../src/domain/orders/order.ts';
import { owedGoods, settleOwed } from '../src/domain/orders/owed-refunds.ts';
import { closeMissing } from '../src/domain/orders/shipments/missing.ts';
import { undoHandOver } from '../src/domain/orders/shipments/undo-hand-over.ts';
import { message } from '../src/lib/messages/message.ts';
import { moneyText } from '../src/lib/money.ts';
import { baht } from './amounts.ts';
import { assertDatabaseValid } from './database-steps.ts';
import { edit, line } from './order-edit-steps.ts';
import { type PlacedOrder, placeOrder } from './order-steps.ts';
import { refund, takePaymentStep } from './payment-steps.ts';
import { bookOrder, pickUpShipment } from './shipment-steps.ts';
import { change } from './sql.ts';
import { runStep } from './stock-steps.ts';
import { idOf, openShop, type Shop } from './support.ts';

async function paidLattes(shop: Shop, qty: number): Promise<PlacedOrder> {
  const order = await placeOrder(shop, [
    { sku: 'LAT-H', qty, price: '65' },
    { sku: 'LAT-I', qty: 1, price: '40' },
  ]);
  await takePaymentStep(shop, order);
  return order;
}

const close = (shop: Shop, order: PlacedOrder, qty = 1, i = 0) =>
  runStep(shop, (tx, now) => closeMissing(tx, order.id, [{ lineId: line(order, i), qty }], byCommand(now)));

const settle = (shop: Shop, order: PlacedOrder) =>
  runStep(shop, (tx, now) => settleOwed(tx, order.id, 'short', byCommand(now)));

const refundLine = (shop: Shop, order: PlacedOrder, qty = 1) =>
  refund(shop, order, { lines: [{ lineId: line(order), qty }] });

/** What the page proposes to refund: quantities and amount. The list finds the order by the same facts. */
function proposal(shop: Shop, { id }: PlacedOrder) {
  assert.deepEqual(verifyList(shop.ctx.db), []);
  const { short } = owedGoods(shop.ctx.db, existingOrder(shop.ctx.db, id));
  const filter = { tab: 'all', isShort: true } as const;
  const { found } = findOrders(shop.ctx.db, idOf(shop.ids.id), filter, { limit: 50 }, shop.now());
  assert.equal(found.length, short ? 1 : 0);
  return short && [...short.lines.map(({ qty }) => qty), moneyText(short.amount)];
}

const quantities = (shop: Shop, { id }: PlacedOrder) =>
  existingOrder(shop.ctx.db, id).lines.map(({ qty, shortQty }) => [qty, shortQty]);

test('a lowered quantity takes the missing pieces out of the order first', async () => {
  const shop = await openShop();
  const order = await paidLattes(shop, 3);
  await close(shop, order, 2);
  assert.deepEqual(proposal(shop, order), [2, '130']);
  await edit(shop, order, { set: [{ lineId: line(order), qty: 2 }] });
  assert.deepEqual(quantities(shop, order)[0], [2, 1]);
  assert.deepEqual(proposal(shop, order), [1, '65']);
  await edit(shop, order, { set: [{ lineId: line(order), qty: 1 }] });
  assert.deepEqual(quantities(shop, order)[0], [1, 0]);
  assert.equal(shop.stock('hot').reserved, 1);
  assert.equal(proposal(shop, order), undefined);
  assert.equal(existingOrder(shop.ctx.db, order.id).overpaidAmount, baht('130'));
  await pickUpShipment(shop, (await bookOrder(shop, order)).result);
  assertDatabaseValid(shop.ctx.db);
});

test('a removed line, a line without a price and goods with a full discount are not a short shipment', async () => {
  const shop = await openShop();
  const [removed, free, discounted] = [await paidLattes(shop, 2), await paidLattes(shop, 2), await paidLattes(shop, 2)];
  for (const order of [removed, free, discounted]) await close(shop, order);
  await edit(shop, removed, { remove: [line(removed)] });
  await edit(shop, free, { set: [{ lineId: line(free), price: baht('0') }] });
  await edit(shop, discounted, { discount: baht('170') });
  for (const order of [removed, free, discounted]) assert.equal(proposal(shop, order), undefined);
});

test('a missing gift does not keep an order in the list after its other pieces are handed over', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, [
    { sku: 'LAT-H', qty: 2, price: '65' },
    { sku: 'LAT-I', qty: 2, price: '0' },
  ]);
  await takePaymentStep(shop, order);
  await close(shop, order, 1, 1);
  const { result: parcel } = await bookOrder(shop, order);
  await pickUpShipment(shop, parcel, { short: [{ lineId: line(order), qty: 1 }] });
  assert.deepEqual(proposal(shop, order), [1, '65']);
  await runStep(shop, (tx, now) => undoHandOver(tx, parcel.id, byCommand(now)));
  assert.equal(proposal(shop, order), undefined);
});

test('pieces that were refunded before they are missing are not refunded again', async () => {
  const shop = await openShop();
  const [byLine, byAmount] = [await paidLattes(shop, 3), await paidLattes(shop, 3)];
  await refundLine(shop, byLine);
  await refund(shop, byAmount, { amount: baht('65') });
  for (const order of [byLine, byAmount]) {
    await close(shop, order);
    assert.equal(proposal(shop, order), undefined);
  }
  await close(shop, byLine);
  assert.deepEqual(proposal(shop, byLine), [1, '65']);
});

test('after a refund only newly missing pieces count', async () => {
  const shop = await openShop();
  const order = await paidLattes(shop, 4);
  await close(shop, order);
  await refund(shop, order, { amount: baht('65') });
  assert.equal(proposal(shop, order), undefined);
  await close(shop, order);
  assert.deepEqual(proposal(shop, order), [1, '65']);
  await refundLine(shop, order);
  assert.equal(proposal(shop, order), undefined);
  await close(shop, order);
  assert.deepEqual(proposal(shop, order), [1, '65']);
});

test('after "Do not refund" only newly missing pieces count, and an undone handover forgets it', async () => {
  const shop = await openShop();
  const order = await paidLattes(shop, 4);
  await close(shop, order);
  await settle(shop, order);
  assert.equal(proposal(shop, order), undefined);
  const { result: parcel } = await bookOrder(shop, order);
  await pickUpShipment(shop, parcel, { short: [{ lineId: line(order), qty: 1 }] });
  assert.deepEqual(proposal(shop, order), [2, '130']);
  await settle(shop, order);
  await runStep(shop, (tx, now) => undoHandOver(tx, parcel.id, byCommand(now)));
  assert.equal(proposal(shop, order), undefined);
  await pickUpShipment(shop, parcel, { short: [{ lineId: line(order), qty: 2 }] });
  assert.deepEqual(proposal(shop, order), [1, '65']);
});

test('"Do not refund" adds the amount to the log of payments', async () => {
  const shop = await openShop();
  const order = await paidLattes(shop, 2);
  await close(shop, order);
  await settle(shop, order);
  const [entry] = auditEntries(shop.ctx.db, { event: 'short_settled', limit: 1, offset: 0 });
  assert.deepEqual([entry?.subjectId, entry?.detail], [order.id, { amount: '65' }]);
});

test('verify finds a wrong mark of a short shipment', async () => {
  const shop = await openShop();
  const [short, whole] = [await paidLattes(shop, 2), await paidLattes(shop, 1)];
  await close(shop, short);
  await shop.ctx.write((tx) => tx.run(change(`UPDATE orders_to_refund SET order_id = ${whole.id}`)));
  assert.deepEqual(verifyList(shop.ctx.db), [
    message('short_mark_wrong', { order: short.id, marked: false }),
    message('short_mark_wrong', { order: whole.id, marked: true }),
  ]);
});
