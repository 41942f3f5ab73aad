import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { byCommand } from '../src/domain/orders/history.ts';
import { existingOrder } from '../src/domain/orders/order.ts';
import { PAYMENT_MOVES, type PaymentRecordStatus } from '../src/domain/orders/order-states.ts';
import { paymentDetails } from '../src/domain/orders/payments/payment-details.ts';
import { confirmPayment, rejectPayment, takePayment } from '../src/domain/orders/payments/payments.ts';
import { refundOrder } from '../src/domain/orders/payments/refund.ts';
import type { Id } from '../src/lib/ids.ts';
import { baht } from './amounts.ts';
import type { ExpectedError } from './errors.ts';
import { assertRefuses, orderDetail, type PlacedOrder } from './order-steps.ts';
import {
  byChannel,
  byClerk,
  confirm,
  eventsOf,
  latte,
  notifyPaymentStep,
  refund,
  refusesPaymentReport,
  reject,
  takePaymentStep,
  USER,
} from './payment-steps.ts';
import { runStep, type Step } from './stock-steps.ts';
import { stoppedClock } from './stopped-clock.ts';
import { idOf, openShop, type Shop } from './support.ts';

// Transitions

/** Creates an order with a payment of 65 baht in this status. */
async function paymentIn(shop: Shop, status: PaymentRecordStatus): Promise<{ order: PlacedOrder; id: Id }> {
  const order = await latte(shop);
  const { paymentId: id } = await notifyPaymentStep(shop, order, '65');
  if (status === 'rejected') await reject(shop, id);
  if (status === 'confirmed' || status === 'refunded') await confirm(shop, id);
  if (status === 'refunded') await refund(shop, order);
  return { order, id };
}

const TRANSITIONS = {
  confirmed: (_, id) => (tx, now) => confirmPayment(tx, id, byCommand(now)),
  rejected: (_, id) => (tx, now) => rejectPayment(tx, id, 'ไม่พบยอดเงิน', byCommand(now)),
  refunded: (orderId, paymentId) => (tx, now) => refundOrder(tx, orderId, { paymentId }, byCommand(now)),
} satisfies Record<string, (orderId: Id, paymentId: Id) => Step>;

suite('every transition of a payment', () => {
  for (const from of Object.keys(PAYMENT_MOVES) as PaymentRecordStatus[])
    for (const to of Object.keys(TRANSITIONS) as (keyof typeof TRANSITIONS)[]) {
      const allowed = PAYMENT_MOVES[from].includes(to);
      test(`a payment that is ${from} ${allowed ? 'can' : 'cannot'} be ${to}`, async () => {
        const shop = await openShop();
        const { order, id } = await paymentIn(shop, from);
        const step = TRANSITIONS[to](order.id, id);
        if (allowed) await runStep(shop, step);
        else
          await assertRefuses(shop, { key: 'payment_cannot_become', params: { payment: 1, status: from, to } }, step);
        const [payment] = existingOrder(shop.ctx.db, order.id).payments;
        assert.equal(payment?.status, allowed ? to : from);
      });
    }
});

test('no transition leads back to notified', () => {
  for (const moves of Object.values(PAYMENT_MOVES)) assert.ok(!moves.includes('notified'));
  assert.deepEqual(Object.keys(TRANSITIONS).sort(), [...new Set(Object.values(PAYMENT_MOVES).flat())].sort());
});

// Reported, confirmed, rejected

test('a reported payment counts as paid only after its confirmation', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now });
  const order = await latte(shop);
  const { paymentId } = await notifyPaymentStep(
    shop,
    order,
    '65',
    { method: 'promptpay', note: 'โอนแล้วค่ะ' },
    byChannel,
  );
  const first = await orderDetail(shop, order);
  assert.deepEqual(
    [first.payment_status, first.paid_amount, first.paid_time],
    ['awaiting_confirmation', '0', undefined],
  );
  assert.deepEqual(first.payments, [
    { id: String(paymentId), method: 'promptpay', amount: '65', status: 'notified', create_time: clock.now() },
  ]);
  const notifiedAt = clock.now();
  clock.forward(1_000);
  await confirm(shop, paymentId, byClerk);
  const then = await orderDetail(shop, order);
  assert.deepEqual([then.payment_status, then.paid_amount, then.paid_time], ['paid', '65', clock.now()]);
  assert.deepEqual([then.payments[0].status, then.payments[0].create_time], ['confirmed', notifiedAt]);
  assert.equal(then.update_time, clock.now());
  assert.deepEqual(Object.keys(then.payments[0]).sort(), ['amount', 'create_time', 'id', 'method', 'status']);
});

test('the reviewer, time and reason of a payment are saved', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now });
  const order = await latte(shop);
  const ids = [await notifyPaymentStep(shop, order, '20'), await notifyPaymentStep(shop, order, '45')].map(
    ({ paymentId }) => paymentId,
  );
  clock.forward(1_000);
  await confirm(shop, ids[0] as Id, byClerk);
  clock.forward(1_000);
  await reject(shop, ids[1] as Id, byClerk);
  assert.deepEqual(
    paymentDetails(shop.ctx.db, order.id).map(({ userId, reviewTime, createTime, reason }) => [
      userId,
      (reviewTime ?? 0) - createTime,
      reason,
    ]),
    [
      [USER, 1_000, null],
      [USER, 2_000, 'ไม่พบยอดเงิน'],
    ],
  );
});

test('the history shows who reported, confirmed, rejected and received each payment', async () => {
  const shop = await openShop();
  const order = await latte(shop);
  const first = await notifyPaymentStep(shop, order, '20', {}, byChannel);
  const second = await notifyPaymentStep(shop, order, '45.5', { method: 'promptpay' });
  await confirm(shop, first.paymentId, byClerk);
  await reject(shop, second.paymentId);
  await takePaymentStep(shop, order);
  assert.deepEqual(eventsOf(shop, order), [
    ['channel 1', 'payment_notified', { payment_id: '1', method: 'transfer', amount: '20' }],
    ['command', 'payment_notified', { payment_id: '2', method: 'promptpay', amount: '45.5' }],
    ['user 7', 'payment_confirmed', { payment_id: '1', method: 'transfer', amount: '20' }],
    ['command', 'payment_rejected', { payment_id: '2', reason: 'ไม่พบยอดเงิน' }],
    ['command', 'payment_confirmed', { payment_id: '3', method: 'cash', amount: '45' }],
  ]);
});

test('partial payments add up, and the last one makes the order paid', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now });
  const order = await latte(shop);
  const shown = async () => {
    const { payment_status, paid_amount, paid_time } = await orderDetail(shop, order);
    return [payment_status, paid_amount, paid_time];
  };
  await takePaymentStep(shop, order, '20');
  assert.deepEqual(await shown(), ['partially_paid', '20', undefined]);
  const { paymentId } = await notifyPaymentStep(shop, order, '44.9999');
  assert.deepEqual(await shown(), ['partially_paid', '20', undefined]);
  await confirm(shop, paymentId);
  assert.deepEqual(await shown(), ['partially_paid', '64.9999', undefined]);
  clock.forward(1_000);
  await takePaymentStep(shop, order, '0.0001');
  assert.deepEqual(await shown(), ['paid', '65', clock.now()]);
});

test('a received payment above the balance due is refused', async () => {
  const shop = await openShop();
  const order = await latte(shop);
  const refusesTake = (expected: ExpectedError, amount?: string) =>
    assertRefuses(shop, expected, (tx, now) => {
      takePayment(
        tx,
        order.id,
        { method: 'cash', amount: amount === undefined ? undefined : baht(amount) },
        byCommand(now),
      );
    });
  for (const amount of ['0', '-1', '65.0001'])
    await refusesTake({ key: 'payment_too_large', path: 'amount', params: { rest: baht('65') } }, amount);
  await takePaymentStep(shop, order);
  await refusesTake({ key: 'order_already_paid_notify_more', params: { order: 1 } });
  await refusesTake({ key: 'order_already_paid_notify_more', params: { order: 1 } }, '1');
});

test('a reported payment above the balance due can be confirmed, because the money has arrived', async () => {
  const shop = await openShop();
  const order = await latte(shop);
  const first = await notifyPaymentStep(shop, order, '50');
  const second = await notifyPaymentStep(shop, order, '50');
  await confirm(shop, first.paymentId);
  await confirm(shop, second.paymentId);
  const { payment_status, paid_amount } = await orderDetail(shop, order);
  assert.deepEqual([payment_status, paid_amount], ['paid', '100']);
});

test('the sum of payments never exceeds the largest amount', async () => {
  const shop = await openShop();
  const order = await latte(shop);
  const most = '99999999999.9999';
  await confirm(shop, (await notifyPaymentStep(shop, order, most)).paymentId);
  const { paymentId } = await notifyPaymentStep(shop, order, '0.0001');
  await assertRefuses(shop, { key: 'payments_too_large', params: { order: 1 } }, (tx, now) =>
    confirmPayment(tx, paymentId, byCommand(now)),
  );
  assert.equal((await orderDetail(shop, order)).paid_amount, most);
});

test('reporting a payment requires an amount above 0 and an existing order', async () => {
  const shop = await openShop();
  const order = await latte(shop);
  for (const amount of ['0', '-1'])
    await refusesPaymentReport(shop, order, { key: 'not_above_zero', path: 'amount' }, { amount });
  await refusesPaymentReport(shop, { id: idOf('99') }, { key: 'order_not_found', params: { order: 99 } });
  for (const to of ['confirmed', 'rejected'] as const)
    await assertRefuses(
      shop,
      { key: 'payment_not_found', params: { payment: 99 } },
      TRANSITIONS[to](order.id, idOf('99')),
    );
});
