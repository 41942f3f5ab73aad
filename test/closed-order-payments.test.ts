import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { expireOrders } from '../src/domain/orders/close.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { existingOrder } from '../src/domain/orders/order.ts';
import { paymentDetails } from '../src/domain/orders/payments/payment-details.ts';
import { rejectPayment, takePayment } from '../src/domain/orders/payments/payments.ts';
import { refundOrder } from '../src/domain/orders/payments/refund.ts';
import { baht } from './amounts.ts';
import { assertRefuses, orderDetail, type PlacedOrder } from './order-steps.ts';
import {
  byChannel,
  byClerk,
  CLOSE_BY_STATUS,
  confirm,
  deliver,
  eventsOf,
  latte,
  notifyPaymentStep,
  PAST,
  refund,
  refusesPaymentReport,
  reject,
  takePaymentStep,
} from './payment-steps.ts';
import { runStep } from './stock-steps.ts';
import { openShop } from './support.ts';

// Closed orders

suite('an order that is no longer open', () => {
  for (const [status, close] of Object.entries(CLOSE_BY_STATUS)) {
    test(`an order that is ${status} accepts no payment report of a partner and no received payment`, async () => {
      const shop = await openShop();
      const order = await latte(shop, { expiration_time: PAST });
      await close(shop, order);
      const expected = { key: 'order_not_open', params: { order: 1, status } } as const;
      await refusesPaymentReport(shop, order, expected, { by: byChannel });
      await assertRefuses(shop, expected, (tx, now) => takePayment(tx, order.id, { method: 'cash' }, byCommand(now)));
    });

    test(`money for an order that is ${status} can be recorded by the store, confirmed and refunded`, async () => {
      const shop = await openShop();
      const order = await latte(shop, { expiration_time: PAST });
      await close(shop, order);
      const paid = existingOrder(shop.ctx.db, order.id).paidAmount;
      const { paymentId } = await notifyPaymentStep(shop, order, '65', {}, byClerk);
      await confirm(shop, paymentId, byClerk);
      const kept = existingOrder(shop.ctx.db, order.id);
      assert.deepEqual([kept.status, kept.paymentStatus, kept.paidAmount], [status, 'paid', paid + baht('65')]);
      await refund(shop, order, { paymentId });
      assert.equal(existingOrder(shop.ctx.db, order.id).paidAmount, paid);
    });
  }

  test('a payment reported while the order was open can be confirmed after its cancellation', async () => {
    const shop = await openShop();
    const order = await latte(shop);
    const { paymentId } = await notifyPaymentStep(shop, order, '65', {}, byChannel);
    await CLOSE_BY_STATUS.canceled(shop, order);
    await confirm(shop, paymentId);
    const { status, payment_status } = await orderDetail(shop, order);
    assert.deepEqual([status, payment_status], ['canceled', 'paid']);
    assert.deepEqual(shop.stock('hot'), { onHand: 10, reserved: 0 });
  });
});

test('an order with a reported payment does not expire until the payment is rejected', async () => {
  const shop = await openShop();
  const order = await latte(shop, { expiration_time: PAST });
  const { paymentId } = await notifyPaymentStep(shop, order, '65');
  assert.equal(await runStep(shop, (tx, now) => expireOrders(tx, now)), 0);
  await reject(shop, paymentId);
  assert.equal(await runStep(shop, (tx, now) => expireOrders(tx, now)), 1);
});

// Completion

test('paying the balance completes a delivered order, whether the payment was received or reported', async () => {
  const shop = await openShop();
  const operations: ((order: PlacedOrder) => Promise<unknown>)[] = [
    (order) => takePaymentStep(shop, order),
    async (order) => confirm(shop, (await notifyPaymentStep(shop, order, '65')).paymentId, byClerk),
  ];
  for (const pay of operations) {
    const order = await latte(shop);
    await takePaymentStep(shop, order, '1');
    await deliver(shop, order);
    assert.equal((await orderDetail(shop, order)).status, 'open');
    await pay(order);
    assert.equal((await orderDetail(shop, order)).status, 'completed');
    assert.equal(eventsOf(shop, order).at(-1)?.[1], 'completed');
  }
});

test('partial, reported and rejected payments do not complete an order', async () => {
  const shop = await openShop();
  const order = await latte(shop);
  await deliver(shop, order);
  await takePaymentStep(shop, order, '64');
  const { paymentId } = await notifyPaymentStep(shop, order, '65');
  await reject(shop, paymentId);
  assert.equal((await orderDetail(shop, order)).status, 'open');
});

test('a note or reason has at most 1,000 characters', async () => {
  const shop = await openShop();
  const order = await latte(shop);
  const [long, tooLong] = ['ก'.repeat(1_000), 'ก'.repeat(1_001)];
  await refusesPaymentReport(
    shop,
    order,
    { key: 'text_too_long', path: 'note', params: { most: 1000 } },
    { note: tooLong },
  );
  const { paymentId } = await notifyPaymentStep(shop, order, '1', { note: long });
  await assertRefuses(shop, { key: 'text_too_long', path: 'reason', params: { most: 1000 } }, (tx, now) =>
    rejectPayment(tx, paymentId, tooLong, byCommand(now)),
  );
  await assertRefuses(shop, { key: 'text_too_long', path: 'note', params: { most: 1000 } }, (tx, now) =>
    takePayment(tx, order.id, { method: 'cash', note: tooLong }, byCommand(now)),
  );
  await takePaymentStep(shop, order);
  await assertRefuses(shop, { key: 'text_too_long', path: 'note', params: { most: 1000 } }, (tx, now) =>
    refundOrder(tx, order.id, { note: tooLong }, byCommand(now)),
  );
  assert.equal(paymentDetails(shop.ctx.db, order.id)[0]?.note, long);
});
