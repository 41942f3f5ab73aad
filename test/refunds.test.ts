import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelOrder, expireOrders } from '../src/domain/orders/close.ts';
import { byCommand, byUser } from '../src/domain/orders/history.ts';
import { paymentDetails } from '../src/domain/orders/payments/payment-details.ts';
import { takePayment } from '../src/domain/orders/payments/payments.ts';
import { type RefundRequest, refundOrder } from '../src/domain/orders/payments/refund.ts';
import { moneyText } from '../src/lib/money.ts';
import { baht } from './amounts.ts';
import type { ExpectedError } from './errors.ts';
import { assertRefuses, observeStep, orderDetail, type PlacedOrder, placeOrder } from './order-steps.ts';
import {
  confirm,
  eventsOf,
  notifyPaymentStep,
  orderRound,
  paidOrder,
  paymentsOf,
  refund,
  refundsByPayment,
  refusesRefund,
  reject,
  takePaymentStep,
} from './payment-steps.ts';
import { bookOrder, lineOf, pickUpShipment } from './shipment-steps.ts';
import { runStep, SUBSCRIBED_APP } from './stock-steps.ts';
import { stoppedClock } from './stopped-clock.ts';
import { cafe, idOf, openShop } from './support.ts';

const USER = idOf('7');

test('a refund without an amount refunds everything', async () => {
  const shop = await openShop();
  const order = await paidOrder(shop, ['100', '90']);
  await refund(shop, order);
  assert.deepEqual(await paymentsOf(shop, order), ['refunded', '0', 'refunded', 'refunded']);
  assert.deepEqual(refundsByPayment(shop, order), [
    ['100', '100'],
    ['90', '90'],
  ]);
});

test('an amount is refunded from the newest payments first', async () => {
  const shop = await openShop();
  const order = await paidOrder(shop, ['100', '50', '40']);
  await refund(shop, order, { amount: baht('30') });
  assert.deepEqual(await paymentsOf(shop, order), ['partially_refunded', '160', 'confirmed', 'confirmed', 'confirmed']);
  await refund(shop, order, { amount: baht('60.5') });
  assert.deepEqual(await paymentsOf(shop, order), ['partially_refunded', '99.5', 'confirmed', 'refunded', 'refunded']);
  assert.deepEqual(refundsByPayment(shop, order), [
    ['0.5', '0.5'],
    ['50', '50'],
    ['40', '30', '10'],
  ]);
});

test('a refund of a given payment takes what is left of it by default', async () => {
  const shop = await openShop();
  const order = await paidOrder(shop, ['100', '50', '40']);
  await refund(shop, order, { paymentId: idOf('2'), amount: baht('20') });
  await refund(shop, order, { paymentId: idOf('2') });
  assert.deepEqual(refundsByPayment(shop, order), [['0'], ['50', '20', '30'], ['0']]);
  await refusesRefund(
    shop,
    order,
    { key: 'refund_too_large', path: 'amount', params: { amount: baht('101'), left: baht('100') } },
    { paymentId: idOf('1'), amount: baht('101') },
  );
});

test('a refund of zero, of more than is left, or of another order’s line is refused and changes nothing', async () => {
  const shop = await openShop();
  const order = await paidOrder(shop, ['100']);
  const other = await paidOrder(shop);
  const free = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1, price: 0 }], { shipping_fee: 10 });
  await takePaymentStep(shop, free);
  const wrong: [PlacedOrder, ExpectedError, RefundRequest][] = [
    [order, { key: 'not_above_zero', path: 'amount' }, { amount: baht('0') }],
    [order, { key: 'not_above_zero', path: 'amount' }, { amount: baht('-1') }],
    [free, { key: 'not_above_zero', path: 'amount' }, { lines: [lineOf(free, 1)] }],
    [
      order,
      { key: 'refund_too_large', path: 'amount', params: { amount: baht('100.0001'), left: baht('100') } },
      { amount: baht('100.0001') },
    ],
    [order, { key: 'payment_not_in_order', params: { payment: 2, order: 1 } }, { paymentId: idOf('2') }],
    [order, { key: 'payment_not_in_order', params: { payment: 99, order: 1 } }, { paymentId: idOf('99') }],
    [order, { key: 'line_not_in_order', params: { line: 3, order: 1 } }, { lines: [lineOf(other, 1)] }],
    [order, { key: 'line_repeated', params: { line: 1 } }, { lines: [lineOf(order, 1), lineOf(order, 1)] }],
    [
      order,
      { key: 'not_a_whole_number_between', path: 'line 1.qty', params: { least: 1 } },
      { lines: [lineOf(order, 0)] },
    ],
    [{ id: idOf('99'), lines: [] }, { key: 'order_not_found', params: { order: 99 } }, {}],
  ];
  for (const [of, says, request] of wrong) await refusesRefund(shop, of, says, request);
});

test('payments that are reported, rejected or already refunded cannot be refunded', async () => {
  const shop = await openShop();
  const order = await orderRound(shop);
  const expected = { key: 'nothing_to_refund', params: { order: 1 } } as const;
  await refusesRefund(shop, order, expected);
  const { paymentId } = await notifyPaymentStep(shop, order, '190');
  await refusesRefund(shop, order, expected);
  await reject(shop, paymentId);
  await refusesRefund(shop, order, expected, { lines: [lineOf(order, 1)] });
  await takePaymentStep(shop, order);
  await refund(shop, order);
  await refusesRefund(shop, order, expected);
});

test('a refund uses the method of its payment, or the given one', async () => {
  const shop = await openShop();
  const order = await orderRound(shop);
  await takePaymentStep(shop, order, '100', 'cash');
  await takePaymentStep(shop, order, '90', 'card');
  await refund(shop, order, { amount: baht('120') });
  await refund(shop, order, { method: 'promptpay', note: 'คืนเข้าบัญชี' });
  const refunds = paymentDetails(shop.ctx.db, order.id).flatMap((payment) => payment.refunds);
  assert.deepEqual(
    refunds.map(({ paymentId, method, amount, note }) => [paymentId, method, moneyText(amount), note]),
    [
      [1, 'cash', '30', null],
      [1, 'promptpay', '70', 'คืนเข้าบัญชี'],
      [2, 'card', '90', null],
    ],
  );
});

test('the account, amount, time and lines of a refund are saved', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now });
  const order = await paidOrder(shop, ['100', '90']);
  clock.forward(1_000);
  await refund(shop, order, { lines: [lineOf(order, 2)] }, (now) => byUser(USER, now));
  assert.deepEqual(eventsOf(shop, order).at(-1), [
    'user 7',
    'refunded',
    {
      amount: '100',
      payments: [
        { payment_id: '2', method: 'cash', amount: '90' },
        { payment_id: '1', method: 'cash', amount: '10' },
      ],
      lines: [{ line_id: '1', qty: 2 }],
    },
  ]);
  const [first] = paymentDetails(shop.ctx.db, order.id).flatMap((payment) => payment.refunds);
  assert.deepEqual([first?.userId, first?.createTime], [USER, clock.now()]);
  assert.equal((await orderDetail(shop, order)).update_time, clock.now());
});

test('a refund moves no stock, announces nothing, and changes neither lines nor totals', async () => {
  const shop = await openShop({ stores: [cafe({ apps: SUBSCRIBED_APP })] });
  const order = await paidOrder(shop);
  const before = await orderDetail(shop, order);
  const { moved, announced } = await observeStep(shop, (tx, now) =>
    refundOrder(tx, order.id, { lines: [lineOf(order, 1)] }, byCommand(now)),
  );
  assert.deepEqual([moved, announced], [[], []]);
  const { products, subtotal, total, status, paid_time } = await orderDetail(shop, order);
  assert.deepEqual(
    { products, subtotal, total, status, paid_time },
    {
      products: before.products,
      subtotal: before.subtotal,
      total: before.total,
      status: 'open',
      paid_time: before.paid_time,
    },
  );
});

test('an order can be refunded in every status', async () => {
  const shop = await openShop();
  const [canceled, delivered, expired] = [
    await paidOrder(shop),
    await paidOrder(shop),
    await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], { expiration_time: 1_500_000_000_000 }),
  ];
  await runStep(shop, (tx, now) => cancelOrder(tx, canceled.id, 'buyer', byCommand(now)));
  await pickUpShipment(shop, (await bookOrder(shop, delivered)).result);
  await runStep(shop, (tx, now) => expireOrders(tx, now));
  await confirm(shop, (await notifyPaymentStep(shop, expired, '65')).paymentId);
  for (const order of [canceled, delivered, expired]) {
    const { status } = await orderDetail(shop, order);
    await refund(shop, order);
    const after = await orderDetail(shop, order);
    assert.deepEqual([after.status, after.payment_status], [status, 'refunded']);
  }
});

test('an overpayment can be refunded, and the order stays paid', async () => {
  const shop = await openShop();
  const order = await paidOrder(shop, ['100']);
  await confirm(shop, (await notifyPaymentStep(shop, order, '100')).paymentId);
  await refund(shop, order, { amount: baht('10') });
  assert.deepEqual(await paymentsOf(shop, order), ['paid', '190', 'confirmed', 'confirmed']);
  await refund(shop, order, { amount: baht('0.0001') });
  assert.equal((await paymentsOf(shop, order))[0], 'partially_refunded');
});

test('a refunded order has nothing due, and can be paid again by a reported payment', async () => {
  const shop = await openShop();
  const order = await paidOrder(shop);
  await refund(shop, order, { amount: baht('90') });
  await assertRefuses(shop, { key: 'order_already_paid_notify_more', params: { order: order.id } }, (tx, now) =>
    takePayment(tx, order.id, { method: 'cash', amount: baht('90') }, byCommand(now)),
  );
  await confirm(shop, (await notifyPaymentStep(shop, order, '90')).paymentId);
  assert.deepEqual(await paymentsOf(shop, order), ['paid', '190', 'confirmed', 'confirmed']);
});
