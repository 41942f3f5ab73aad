import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelOrder } from '../src/domain/orders/close.ts';
import { nextStep } from '../src/domain/orders/hints.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { existingOrder } from '../src/domain/orders/order.ts';
import { markPacked } from '../src/domain/orders/packing.ts';
import { returnGoods } from '../src/domain/orders/shipments/return.ts';
import { openBookingShop, readyOrder, untilBooking } from './booking-steps.ts';
import { codOrder, moveParcel, openSeller, sendParcel } from './cod-steps.ts';
import { type PlacedOrder, placeOrder } from './order-steps.ts';
import { notifyPaymentStep, takePaymentStep } from './payment-steps.ts';
import { bookOrder, lineOf, pickUpShipment } from './shipment-steps.ts';
import { runStep } from './stock-steps.ts';
import { openShop, type Shop } from './support.ts';

const stepOf = (shop: Shop, { id }: PlacedOrder) => nextStep(shop.ctx.db, existingOrder(shop.ctx.db, id));
const pack = (shop: Shop, { id }: PlacedOrder) => runStep(shop, (tx, now) => markPacked(tx, id, byCommand(now)));

test('an order first needs payment, then packing, a tracking number and a handover', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], { ship_before_pay: false });
  assert.equal(stepOf(shop, order), 'take_payment');
  await takePaymentStep(shop, order);
  assert.equal(stepOf(shop, order), 'pack');
  await pack(shop, order);
  assert.equal(stepOf(shop, order), 'book');
  const { result: parcel } = await bookOrder(shop, order);
  assert.equal(stepOf(shop, order), 'hand_over');
  await pickUpShipment(shop, parcel);
  assert.equal(stepOf(shop, order), undefined);
});

test('a reported payment comes first, even of a canceled order', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  assert.equal(stepOf(shop, order), 'pack');
  await notifyPaymentStep(shop, order, '10');
  assert.equal(stepOf(shop, order), 'check_payment');
  await runStep(shop, (tx, now) => cancelOrder(tx, order.id, 'buyer', byCommand(now)));
  assert.equal(stepOf(shop, order), 'check_payment');
});

test('an unpaid order that was shipped needs payment', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  await pickUpShipment(shop, (await bookOrder(shop, order)).result);
  assert.equal(stepOf(shop, order), 'take_payment');
});

test('the next step after a failed booking is a retry, with a tracking number it is packing', async () => {
  const { shop, courier } = await openBookingShop();
  courier.always({ refuse: 'closed' });
  const order = await readyOrder(shop);
  await untilBooking(shop, order, 'failed');
  assert.equal(stepOf(shop, order), 'request_number');
  await bookOrder(shop, order);
  assert.equal(stepOf(shop, order), 'pack');
});

test('an order whose parcel turned back needs restocking, and then cancellation, paid or not', async () => {
  const shop = await openSeller();
  const returnGoodsStep = (order: PlacedOrder, qty: number) =>
    runStep(shop, (tx, now) => returnGoods(tx, order.id, { lines: [lineOf(order, qty)] }, byCommand(now)));
  const cod = await codOrder(shop, '130', { qty: 2 });
  const parcel = await sendParcel(shop, cod, 'EX1');
  await moveParcel(shop, parcel, 'returning');
  assert.equal(stepOf(shop, cod), 'restock');
  await moveParcel(shop, parcel, 'returned');
  assert.equal(stepOf(shop, cod), 'restock');
  await returnGoodsStep(cod, 1);
  assert.equal(stepOf(shop, cod), 'restock');
  await returnGoodsStep(cod, 1);
  assert.equal(stepOf(shop, cod), 'cancel');
  const paid = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  await takePaymentStep(shop, paid);
  await moveParcel(shop, await sendParcel(shop, paid, 'EX2'), 'returned');
  await returnGoodsStep(paid, 1);
  assert.equal(stepOf(shop, paid), 'cancel');
  await runStep(shop, (tx, now) => cancelOrder(tx, cod.id, 'buyer', byCommand(now)));
  assert.equal(stepOf(shop, cod), undefined);
});

test('a partial return, or a return after delivery, needs no cancellation', async () => {
  const shop = await openSeller();
  const order = await codOrder(shop, '65');
  await moveParcel(shop, await sendParcel(shop, order, 'EX1'), 'delivered');
  await runStep(shop, (tx, now) => returnGoods(tx, order.id, { lines: [lineOf(order, 1)] }, byCommand(now)));
  assert.notEqual(stepOf(shop, order), 'cancel');
});
