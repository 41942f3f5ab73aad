import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelOrder } from '../src/domain/orders/close.ts';
import { nextStep } from '../src/domain/orders/hints.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { markPacked } from '../src/domain/orders/packing.ts';
import { existingOrder } from '../src/domain/orders/read.ts';
import { returnGoods } from '../src/domain/orders/shipments/return.ts';
import { bookingIs, openBooked, shippable } from './booking-steps.ts';
import { collecting, move, openSeller, send } from './cod-steps.ts';
import { type Ordered, ordered } from './order-steps.ts';
import { notify, take } from './payment-steps.ts';
import { book, leave, line } from './shipment-steps.ts';
import { done } from './stock-steps.ts';
import { openShop, type Shop } from './support.ts';

const stepOf = (shop: Shop, { id }: Ordered) => nextStep(shop.ctx.db, existingOrder(shop.ctx.db, id));
const pack = (shop: Shop, { id }: Ordered) => done(shop, (tx, now) => markPacked(tx, id, byCommand(now)));

test('an order is paid, packed, given a number and handed over, and then needs no action', async () => {
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

test('a reported payment comes first, even of a canceled order', async () => {
  const shop = await openShop();
  const order = await ordered(shop, [{ sku: 'LAT-H', qty: 1 }]);
  assert.equal(stepOf(shop, order), 'pack');
  await notify(shop, order, '10');
  assert.equal(stepOf(shop, order), 'check_payment');
  await done(shop, (tx, now) => cancelOrder(tx, order.id, 'buyer', byCommand(now)));
  assert.equal(stepOf(shop, order), 'check_payment');
});

test('an unpaid order that was shipped needs its payment', async () => {
  const shop = await openShop();
  const order = await ordered(shop, [{ sku: 'LAT-H', qty: 1 }]);
  await leave(shop, (await book(shop, order)).answer);
  assert.equal(stepOf(shop, order), 'take_payment');
});

test('a courier with bookings needs a request, or a retry after a refusal, and packing comes while it waits', async () => {
  const { shop, courier } = await openBooked();
  courier.always({ refuse: 'closed' });
  const order = await shippable(shop);
  await bookingIs(shop, order, 'failed');
  assert.equal(stepOf(shop, order), 'request_number');
  await book(shop, order);
  assert.equal(stepOf(shop, order), 'pack');
});

test('an order that was shipped and fully returned needs its cancellation, paid or not', async () => {
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

test('partly kept goods, and goods returned after delivery, do not suggest a cancellation', async () => {
  const shop = await openSeller();
  const order = await collecting(shop, '65');
  await move(shop, await send(shop, order, 'EX1'), 'delivered');
  await done(shop, (tx, now) => returnGoods(tx, order.id, { lines: [line(order, 1)] }, byCommand(now)));
  assert.notEqual(stepOf(shop, order), 'cancel');
});
