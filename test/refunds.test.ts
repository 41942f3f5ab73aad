import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cancelOrder, expireOrders } from '../src/domain/orders/close.ts';
import { editOrder } from '../src/domain/orders/edit.ts';
import { byCommand, byUser } from '../src/domain/orders/history.ts';
import { existingOrder } from '../src/domain/orders/order.ts';
import { paymentDetails } from '../src/domain/orders/payments/payment-details.ts';
import { confirmPayment, notifyPayment, rejectPayment, takePayment } from '../src/domain/orders/payments/payments.ts';
import { paidForLines, type RefundRequest, refundOrder } from '../src/domain/orders/payments/refund.ts';
import { AppError } from '../src/lib/errors.ts';
import type { Id } from '../src/lib/ids.ts';
import { type Money, moneyText } from '../src/lib/money.ts';
import type { ExpectedError } from './errors.ts';
import { assertRefuses, observeStep, orderDetail, type PlacedOrder, placeOrder } from './order-steps.ts';
import {
  baht,
  confirm,
  eventsOf,
  notifyPaymentStep,
  refund,
  refusesRefund,
  reject,
  takePaymentStep,
} from './payment-steps.ts';
import { stoppedClock } from './raw-http.ts';
import { bookOrder, lineOf, pickUpShipment } from './shipment-steps.ts';
import { runStep, SUBSCRIBED_APP } from './stock-steps.ts';
import { cafe, idOf, openShop, type Shop } from './support.ts';

const USER = idOf('7');

/** Two hot lattes at 50 and three iced ones at 30: 190 baht. */
const orderRound = (shop: Shop, more: object = {}) =>
  placeOrder(
    shop,
    [
      { sku: 'LAT-H', qty: 2, price: 50 },
      { sku: 'LAT-I', qty: 3, price: 30 },
    ],
    more,
  );

/** The same, paid in these amounts. */
async function paidOrder(shop: Shop, amounts: readonly string[] = ['190'], more: object = {}): Promise<PlacedOrder> {
  const order = await orderRound(shop, more);
  for (const amount of amounts) await takePaymentStep(shop, order, amount);
  return order;
}

/** What partners see of its payments. */
async function paymentsOf(shop: Shop, order: PlacedOrder) {
  const { payment_status, paid_amount, payments } = await orderDetail(shop, order);
  return [payment_status, paid_amount, ...payments.map(({ status }: { status: string }) => status)];
}

/** Of each payment: the refunded amount and its refunds. */
const refundsByPayment = (shop: Shop, { id }: PlacedOrder) =>
  paymentDetails(shop.ctx.db, id).map(({ refunded, refunds }) => [
    moneyText(refunded),
    ...refunds.map(({ amount }) => moneyText(amount)),
  ]);

/** Of each refund: its lines. */
const refundedLines = (shop: Shop, { id }: PlacedOrder) =>
  paymentDetails(shop.ctx.db, id).flatMap(({ refunds }) => refunds.map(({ lines }) => lines));

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

test('a refund of lines is their price for that quantity, and the lines are saved', async () => {
  const shop = await openShop();
  const order = await paidOrder(shop);
  await refund(shop, order, { lines: [lineOf(order, 1), lineOf(order, 2, 1)] });
  assert.deepEqual(await paymentsOf(shop, order), ['partially_refunded', '80', 'confirmed']);
  assert.deepEqual(refundedLines(shop, order), [[lineOf(order, 1), lineOf(order, 2, 1)]]);
});

test('lines refunded from several payments are saved once', async () => {
  const shop = await openShop();
  const order = await paidOrder(shop, ['100', '90']);
  await refund(shop, order, { lines: [lineOf(order, 2)] });
  assert.deepEqual(refundsByPayment(shop, order), [
    ['10', '10'],
    ['90', '90'],
  ]);
  assert.deepEqual(refundedLines(shop, order), [[], [lineOf(order, 2)]]);
  await refusesRefund(
    shop,
    order,
    { key: 'refund_qty_too_large', path: 'line 1.qty', params: { qty: 1, left: 0 } },
    { lines: [lineOf(order, 1)] },
  );
});

test('an amount given with lines replaces their price', async () => {
  const shop = await openShop();
  const order = await paidOrder(shop);
  await refund(shop, order, { amount: baht('12.25'), lines: [lineOf(order, 1)] });
  assert.deepEqual(refundsByPayment(shop, order), [['12.25', '12.25']]);
  assert.deepEqual(refundedLines(shop, order), [[lineOf(order, 1)]]);
});

test('a line is never refunded beyond its ordered quantity, over all refunds', async () => {
  const shop = await openShop();
  const order = await paidOrder(shop);
  await refusesRefund(
    shop,
    order,
    { key: 'refund_qty_too_large', path: 'line 2.qty', params: { qty: 4, left: 3 } },
    { lines: [lineOf(order, 4, 1)] },
  );
  await refund(shop, order, { lines: [lineOf(order, 2, 1)] });
  await refusesRefund(
    shop,
    order,
    { key: 'refund_qty_too_large', path: 'line 2.qty', params: { qty: 2, left: 1 } },
    { lines: [lineOf(order, 2, 1)] },
  );
  await refund(shop, order, { lines: [lineOf(order, 1, 1)] });
  await refusesRefund(
    shop,
    order,
    { key: 'refund_qty_too_large', path: 'line 2.qty', params: { qty: 1, left: 0 } },
    { lines: [lineOf(order, 1, 1)] },
  );
});

test('a line lowered below its refunded quantity cannot be refunded further, nor can a removed one', async () => {
  const shop = await openShop();
  const order = await paidOrder(shop);
  await refund(shop, order, { lines: [lineOf(order, 2, 1)] });
  const { id, lines } = order;
  await runStep(shop, (tx, now) =>
    editOrder(tx, id, { set: [{ lineId: lines[1] as Id, qty: 1 }], remove: [lines[0] as Id] }, byCommand(now)),
  );
  await refusesRefund(
    shop,
    order,
    { key: 'refund_qty_too_large', path: 'line 2.qty', params: { qty: 1, left: 0 } },
    { lines: [lineOf(order, 1, 1)] },
  );
  await refusesRefund(
    shop,
    order,
    { key: 'line_not_in_order', params: { line: 1, order: 1 } },
    { lines: [lineOf(order, 1)] },
  );
});

test('lines with more than the refundable quantity are refused with what is left', async () => {
  const shop = await openShop();
  const order = await paidOrder(shop, ['100', '20']);
  const all = [lineOf(order, 2), lineOf(order, 3, 1)];
  await refusesRefund(
    shop,
    order,
    { key: 'refund_too_large', path: 'amount', params: { amount: baht('190'), left: baht('120') } },
    { lines: all },
  );
  await refund(shop, order, { lines: all, amount: baht('120') });
  assert.deepEqual(await paymentsOf(shop, order), ['refunded', '0', 'refunded', 'refunded']);
});

test('a line is refunded at its paid price: without its share of the discount, and without fees', async () => {
  const shop = await openShop();
  const prices = [{ sku: 'LAT-H', qty: 3, price: 320 }];
  const order = await placeOrder(shop, prices, { discount: 300, shipping_fee: 50 });
  await takePaymentStep(shop, order, '710');
  for (let i = 0; i < 3; i += 1) await refund(shop, order, { lines: [lineOf(order, 1)] });
  assert.deepEqual(refundsByPayment(shop, order), [['660', '220', '220', '220']]);
  assert.deepEqual(await paymentsOf(shop, order), ['partially_refunded', '50', 'confirmed']);
});

test('an amount given for a line replaces its paid price, without affecting the next refund', async () => {
  const shop = await openShop();
  const order = await paidOrder(shop, ['95'], { discount: 95 });
  await refund(shop, order, { lines: [lineOf(order, 1)], amount: baht('50') });
  await refund(shop, order, { lines: [lineOf(order, 1)] });
  await refund(shop, order, { lines: [lineOf(order, 1, 1)] });
  assert.deepEqual(refundsByPayment(shop, order), [['90', '50', '25', '15']]);
});

test('goods with a discount of their whole price have no refund', async () => {
  const shop = await openShop();
  const order = await orderRound(shop, { discount: 500, shipping_fee: 350 });
  await takePaymentStep(shop, order);
  await refusesRefund(shop, order, { key: 'not_above_zero', path: 'amount' }, { lines: [lineOf(order, 2)] });
});

const anyMoney = fc.oneof(
  fc.integer({ min: 0, max: 9_990_000 }),
  fc.integer({ min: 0, max: 99_999 }).map((n) => n * 100),
);
const anyGoods = fc
  .record({
    lines: fc.array(fc.record({ price: anyMoney, qty: fc.integer({ min: 1, max: 5 }) }), {
      minLength: 1,
      maxLength: 4,
    }),
    discount: fc.oneof(fc.constant(0), anyMoney),
  })
  .map(({ lines, discount }) => ({
    lines: lines.map(({ price, qty }, i) => ({ id: (i + 1) as Id, qty, price: price as Money })),
    subtotal: lines.reduce((sum, { price, qty }) => sum + price * qty, 0) as Money,
    discount: discount as Money,
  }));
const goodsInPieces = anyGoods.chain((goods) => {
  const pieces = goods.lines.flatMap(({ id, qty }) => new Array<Id>(qty).fill(id));
  return fc.record({ goods: fc.constant(goods), pieces: fc.shuffledSubarray(pieces, { minLength: pieces.length }) });
});

test('lines refunded piece by piece, in any order, add up to what was paid for the goods', () => {
  fc.assert(
    fc.property(goodsInPieces, ({ goods, pieces }) => {
      const { lines, subtotal, discount } = goods;
      const paid = Math.max(subtotal - discount, 0);
      const earlier = new Map<Id, number>();
      let all = 0;
      for (const lineId of pieces) {
        const amount = paidForLines(goods, [{ lineId, qty: 1 }], earlier);
        const part = subtotal === 0 ? 0 : ((lines.find(({ id }) => id === lineId)?.price ?? 0) * paid) / subtotal;
        assert.ok(amount >= 0 && Math.abs(amount - part) < 200, `${amount} for ${part}`);
        earlier.set(lineId, (earlier.get(lineId) ?? 0) + 1);
        all += amount;
        assert.ok(all <= paid);
      }
      assert.equal(all, paid);
    }),
    { numRuns: 2_000 },
  );
});

test('lines refunded together equal lines refunded one by one', () => {
  fc.assert(
    fc.property(goodsInPieces, ({ goods, pieces }) => {
      const [first, ...more] = pieces.map((lineId) => ({ lineId, qty: 1 }));
      const after = new Map([[first?.lineId as Id, 1]]);
      assert.equal(
        paidForLines(
          goods,
          pieces.map((lineId) => ({ lineId, qty: 1 })),
          new Map(),
        ),
        paidForLines(goods, first ? [first] : [], new Map()) + paidForLines(goods, more, after),
      );
    }),
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

// Random sequences, compared with plain sums

interface Record {
  amount: number;
  status: 'notified' | 'confirmed' | 'rejected' | 'refunded';
  back: number;
}

/** The payments of an order in plain lists; amounts in 1/10,000 baht. */
class Books {
  readonly records: Record[] = [];
  readonly linesBack = [0, 0];
  readonly total = 1_900_000;
  /** Payments lower it; refunds leave it. */
  due = this.total;

  get paid(): number {
    return this.records.reduce(
      (sum, { status, amount, back }) => sum + (status === 'confirmed' ? amount - back : 0),
      0,
    );
  }

  get status(): string {
    const { paid, records } = this;
    const back = records.some((one) => one.back > 0);
    if (paid >= this.total) return 'paid';
    if (paid > 0) return back ? 'partially_refunded' : 'partially_paid';
    if (back) return 'refunded';
    return records.some(({ status }) => status === 'notified') ? 'awaiting_confirmation' : 'unpaid';
  }

  /** Returns whether it was possible. */
  review(index: number, status: 'confirmed' | 'rejected'): boolean {
    const one = this.records[index];
    if (one?.status !== 'notified') return false;
    one.status = status;
    if (status === 'confirmed') this.due = Math.max(this.due - one.amount, 0);
    return true;
  }

  take(amount: number): boolean {
    if (amount > this.due) return false;
    this.due -= amount;
    this.records.push({ amount, status: 'confirmed', back: 0 });
    return true;
  }

  refund({ amount, qtys, index }: Asked): boolean {
    const givers = this.records.filter((one, i) => one.status === 'confirmed' && (index === undefined || i === index));
    const left = givers.reduce((sum, one) => sum + one.amount - one.back, 0);
    const price = qtys && [500_000, 300_000].reduce((sum, each, i) => sum + each * (qtys[i] ?? 0), 0);
    let wanted = amount ?? price ?? left;
    if (wanted <= 0 || wanted > left) return false;
    if (qtys?.some((qty, i) => qty > (i === 0 ? 2 : 3) - (this.linesBack[i] ?? 0))) return false;
    qtys?.forEach((qty, i) => {
      this.linesBack[i] = (this.linesBack[i] ?? 0) + qty;
    });
    for (const one of givers.reverse()) {
      const share = Math.min(wanted, one.amount - one.back);
      one.back += share;
      wanted -= share;
      if (one.back === one.amount) one.status = 'refunded';
    }
    return true;
  }
}

interface Asked {
  amount: number | undefined;
  qtys: readonly [number, number] | undefined;
  index: number | undefined;
}

type Turn =
  | { kind: 'notify'; amount: number }
  | { kind: 'take'; amount: number }
  | { kind: 'confirm'; index: number }
  | { kind: 'reject'; index: number }
  | ({ kind: 'refund' } & Asked);

const someAmount = fc.oneof(
  fc.integer({ min: 1, max: 19 }).map((tens) => tens * 100_000),
  fc.integer({ min: 1, max: 2_000_000 }),
);
const someIndex = fc.nat(4);
const anyTurn: fc.Arbitrary<Turn> = fc.oneof(
  fc.record({ kind: fc.constantFrom('notify' as const, 'take' as const), amount: someAmount }),
  fc.record({ kind: fc.constantFrom('confirm' as const, 'reject' as const), index: someIndex }),
  fc.record({
    kind: fc.constant('refund' as const),
    amount: fc.option(someAmount, { nil: undefined }),
    qtys: fc.option(
      fc.tuple(fc.nat(3), fc.nat(4)).filter(([hot, iced]) => hot + iced > 0),
      { nil: undefined },
    ),
    index: fc.option(someIndex, { nil: undefined }),
  }),
);

test('after random payments and refunds the totals match, and refunds never exceed payments', async () => {
  const shop = await openShop({ stores: [cafe({ settings: { sell_below_zero: true } })] });
  await fc.assert(
    fc.asyncProperty(fc.array(anyTurn, { minLength: 1, maxLength: 14 }), async (turns) => {
      const order = await orderRound(shop);
      const books = new Books();
      for (const turn of turns) {
        const expected = follow(books, turn);
        assert.equal(await attempt(shop, order, turn), expected, JSON.stringify(turn));
        const { paidAmount, unpaidAmount, paymentStatus, payments } = existingOrder(shop.ctx.db, order.id);
        assert.deepEqual([paidAmount, unpaidAmount, paymentStatus], [books.paid, books.due, books.status]);
        assert.deepEqual(
          payments.map(({ amount, status, refunded }) => ({ amount, status, back: refunded })),
          books.records,
        );
      }
      assert.deepEqual(refundSums(shop, order), {
        payments: books.records.map(({ back }) => back),
        lines: books.linesBack,
      });
    }),
    { numRuns: 60 },
  );
});

/** The sums of the refunds and of their lines. */
function refundSums(shop: Shop, { id, lines }: PlacedOrder) {
  const payments = paymentDetails(shop.ctx.db, id);
  const backOf = (wanted: Id | undefined) =>
    payments
      .flatMap(({ refunds }) => refunds.flatMap((one) => one.lines))
      .reduce((sum, { lineId, qty }) => sum + (lineId === wanted ? qty : 0), 0);
  return {
    payments: payments.map(({ refunds }) => refunds.reduce((sum, { amount }) => sum + amount, 0)),
    lines: lines.map(backOf),
  };
}

function follow(books: Books, turn: Turn): boolean {
  if (turn.kind === 'notify') return books.records.push({ amount: turn.amount, status: 'notified', back: 0 }) > 0;
  if (turn.kind === 'take') return books.take(turn.amount);
  if (turn.kind === 'refund') return books.refund(turn);
  return books.review(turn.index, turn.kind === 'confirm' ? 'confirmed' : 'rejected');
}

/** Whether it was done and not refused. */
async function attempt(shop: Shop, { id, lines }: PlacedOrder, turn: Turn): Promise<boolean> {
  const nthPayment = (index: number) => existingOrder(shop.ctx.db, id).payments[index]?.id ?? idOf('999999');
  return runStep(shop, (tx, now) => {
    const act = byCommand(now);
    if (turn.kind === 'notify') notifyPayment(tx, id, { method: 'transfer', amount: turn.amount as Money }, act);
    else if (turn.kind === 'take') takePayment(tx, id, { method: 'transfer', amount: turn.amount as Money }, act);
    else if (turn.kind === 'confirm') confirmPayment(tx, nthPayment(turn.index), act);
    else if (turn.kind === 'reject') rejectPayment(tx, nthPayment(turn.index), 'ไม่พบยอดเงิน', act);
    else {
      const { amount, qtys, index } = turn;
      const named = qtys?.flatMap((qty, i) => (qty > 0 ? [{ lineId: lines[i] as Id, qty }] : []));
      const paymentId = index === undefined ? undefined : nthPayment(index);
      refundOrder(tx, id, { amount: amount as Money | undefined, lines: named, paymentId }, act);
    }
  }).then(
    () => true,
    (error) => {
      if (error instanceof AppError) return false;
      throw error;
    },
  );
}
