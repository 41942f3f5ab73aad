import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelOrder } from '../src/domain/orders/close.ts';
import { nextStep } from '../src/domain/orders/hints.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { markPacked } from '../src/domain/orders/packing.ts';
import { existingOrder } from '../src/domain/orders/read.ts';
import { returnGoods } from '../src/domain/orders/shipments/return.ts';
import { bookingIs, openBooked, shippable } from './booked.ts';
import { collecting, move, openSeller, send } from './collected.ts';
import { type Ordered, ordered } from './ordered.ts';
import { notify, take } from './payment-steps.ts';
import { book, leave, line } from './shipped.ts';
import { done } from './stocked.ts';
import { openShop, type Shop } from './support.ts';

const stepOf = (shop: Shop, { id }: Ordered) => nextStep(shop.ctx.db, existingOrder(shop.ctx.db, id));
const pack = (shop: Shop, { id }: Ordered) => done(shop, (tx, now) => markPacked(tx, id, byCommand(now)));

test('an order is paid, packed, given a number and handed over, and then it is for others to act', async () => {
  const shop = await openShop();
  const order = await ordered(shop, [{ sku: 'LAT-H', qty: 1 }], { ship_before_pay: false });
  assert.equal(stepOf(shop, order), 'take_payment');
  await take(shop, order);
  assert.equal(stepOf(shop, order), 'pack');
  await pack(shop, order);
  assert.equal(stepOf(shop, order), 'book');
  const { answer: parcel } = await book(shop, order);
  assert.equal(stepOf(shop, order), 'hand_over');
  await leave(shop, parcel);
  assert.equal(stepOf(shop, order), undefined);
});

test('a payment that waits for the store’s word comes first, even of an order that is canceled', async () => {
  const shop = await openShop();
  const order = await ordered(shop, [{ sku: 'LAT-H', qty: 1 }]);
  assert.equal(stepOf(shop, order), 'pack');
  await notify(shop, order, '10');
  assert.equal(stepOf(shop, order), 'check_payment');
  await done(shop, (tx, now) => cancelOrder(tx, order.id, 'buyer', byCommand(now)));
  assert.equal(stepOf(shop, order), 'check_payment');
});

test('what has left unpaid is to be paid', async () => {
  const shop = await openShop();
  const order = await ordered(shop, [{ sku: 'LAT-H', qty: 1 }]);
  await leave(shop, (await book(shop, order)).answer);
  assert.equal(stepOf(shop, order), 'take_payment');
});

test('a courier that gives numbers is asked for one, again where it refused, and packing fills the wait', async () => {
  const { shop, courier } = await openBooked();
  courier.always({ refuse: 'closed' });
  const order = await shippable(shop);
  await bookingIs(shop, order, 'failed');
  assert.equal(stepOf(shop, order), 'request_number');
  await book(shop, order);
  assert.equal(stepOf(shop, order), 'pack');
});

test('what has left, come back and been taken in is to be canceled, paid or not', async () => {
  const shop = await openSeller();
  const takeIn = (order: Ordered, qty: number) =>
    done(shop, (tx, now) => returnGoods(tx, order.id, { lines: [line(order, qty)] }, byCommand(now)));
  const cod = await collecting(shop, '130', { qty: 2 });
  await move(shop, await send(shop, cod, 'EX1'), 'returned');
  assert.equal(stepOf(shop, cod), undefined);
  await takeIn(cod, 1);
  assert.equal(stepOf(shop, cod), undefined);
  await takeIn(cod, 1);
  assert.equal(stepOf(shop, cod), 'cancel');
  const paid = await ordered(shop, [{ sku: 'LAT-H', qty: 1 }]);
  await take(shop, paid);
  await move(shop, await send(shop, paid, 'EX2'), 'returned');
  await takeIn(paid, 1);
  assert.equal(stepOf(shop, paid), 'cancel');
  await done(shop, (tx, now) => cancelOrder(tx, cod.id, 'buyer', byCommand(now)));
  assert.equal(stepOf(shop, cod), undefined);
});

test('goods that the buyer keeps in part, or brought back after delivery, are no reason to cancel', async () => {
  const shop = await openSeller();
  const order = await collecting(shop, '65');
  await move(shop, await send(shop, order, 'EX1'), 'delivered');
  await done(shop, (tx, now) => returnGoods(tx, order.id, { lines: [line(order, 1)] }, byCommand(now)));
  assert.notEqual(stepOf(shop, order), 'cancel');
});
