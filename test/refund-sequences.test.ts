import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { byCommand } from '../src/domain/orders/history.ts';
import { existingOrder } from '../src/domain/orders/order.ts';
import { paymentDetails } from '../src/domain/orders/payments/payment-details.ts';
import { confirmPayment, notifyPayment, rejectPayment, takePayment } from '../src/domain/orders/payments/payments.ts';
import { refundOrder } from '../src/domain/orders/payments/refund.ts';
import { AppError } from '../src/lib/errors.ts';
import type { Id } from '../src/lib/ids.ts';
import type { Money } from '../src/lib/money.ts';
import type { PlacedOrder } from './order-steps.ts';
import { orderRound } from './payment-steps.ts';
import { runStep } from './stock-steps.ts';
import { cafe, idOf, openShop, type Shop } from './support.ts';

// Random sequences, compared with plain sums

interface ModelPayment {
  amount: number;
  status: 'notified' | 'confirmed' | 'rejected' | 'refunded';
  refunded: number;
}

/** The payments of an order in plain lists; amounts in 1/10,000 baht. */
class PaymentModel {
  readonly payments: ModelPayment[] = [];
  readonly refundedQtys = [0, 0];
  readonly total = 1_900_000;
  /** Payments lower it; refunds leave it. */
  due = this.total;

  get paid(): number {
    return this.payments.reduce(
      (sum, { status, amount, refunded }) => sum + (status === 'confirmed' ? amount - refunded : 0),
      0,
    );
  }

  get status(): string {
    const { paid, payments } = this;
    const hasRefund = payments.some(({ refunded }) => refunded > 0);
    if (paid >= this.total) return 'paid';
    if (paid > 0) return hasRefund ? 'partially_refunded' : 'partially_paid';
    if (hasRefund) return 'refunded';
    return payments.some(({ status }) => status === 'notified') ? 'awaiting_confirmation' : 'unpaid';
  }

  /** Returns whether it was possible. */
  review(index: number, status: 'confirmed' | 'rejected'): boolean {
    const payment = this.payments[index];
    if (payment?.status !== 'notified') return false;
    payment.status = status;
    if (status === 'confirmed') this.due = Math.max(this.due - payment.amount, 0);
    return true;
  }

  take(amount: number): boolean {
    if (amount > this.due) return false;
    this.due -= amount;
    this.payments.push({ amount, status: 'confirmed', refunded: 0 });
    return true;
  }

  refund({ amount, qtys, index }: RefundRequest): boolean {
    const payments = this.payments.filter(
      ({ status }, i) => status === 'confirmed' && (index === undefined || i === index),
    );
    const left = payments.reduce((sum, payment) => sum + payment.amount - payment.refunded, 0);
    const price = qtys && [500_000, 300_000].reduce((sum, each, i) => sum + each * (qtys[i] ?? 0), 0);
    let wanted = amount ?? price ?? left;
    if (wanted <= 0 || wanted > left) return false;
    if (qtys?.some((qty, i) => qty > (i === 0 ? 2 : 3) - (this.refundedQtys[i] ?? 0))) return false;
    qtys?.forEach((qty, i) => {
      this.refundedQtys[i] = (this.refundedQtys[i] ?? 0) + qty;
    });
    for (const payment of payments.reverse()) {
      const share = Math.min(wanted, payment.amount - payment.refunded);
      payment.refunded += share;
      wanted -= share;
      if (payment.refunded === payment.amount) payment.status = 'refunded';
    }
    return true;
  }
}

interface RefundRequest {
  amount: number | undefined;
  qtys: readonly [number, number] | undefined;
  index: number | undefined;
}

type Action =
  | { kind: 'notify'; amount: number }
  | { kind: 'take'; amount: number }
  | { kind: 'confirm'; index: number }
  | { kind: 'reject'; index: number }
  | ({ kind: 'refund' } & RefundRequest);

const someAmount = fc.oneof(
  fc.integer({ min: 1, max: 19 }).map((tens) => tens * 100_000),
  fc.integer({ min: 1, max: 2_000_000 }),
);
const someIndex = fc.nat(4);
const anyAction: fc.Arbitrary<Action> = fc.oneof(
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
    fc.asyncProperty(fc.array(anyAction, { minLength: 1, maxLength: 14 }), async (actions) => {
      const order = await orderRound(shop);
      const model = new PaymentModel();
      for (const action of actions) {
        const expected = applyToModel(model, action);
        assert.equal(await applyToShop(shop, order, action), expected, JSON.stringify(action));
        const { paidAmount, unpaidAmount, paymentStatus, payments } = existingOrder(shop.ctx.db, order.id);
        assert.deepEqual([paidAmount, unpaidAmount, paymentStatus], [model.paid, model.due, model.status]);
        assert.deepEqual(
          payments.map(({ amount, status, refunded }) => ({ amount, status, refunded })),
          model.payments,
        );
      }
      assert.deepEqual(refundSums(shop, order), {
        payments: model.payments.map(({ refunded }) => refunded),
        lines: model.refundedQtys,
      });
    }),
    { numRuns: 60 },
  );
});

/** The sums of the refunds and of their lines. */
function refundSums(shop: Shop, { id, lines }: PlacedOrder) {
  const payments = paymentDetails(shop.ctx.db, id);
  const qtyOf = (wanted: Id | undefined) =>
    payments
      .flatMap(({ refunds }) => refunds.flatMap((refund) => refund.lines))
      .reduce((sum, { lineId, qty }) => sum + (lineId === wanted ? qty : 0), 0);
  return {
    payments: payments.map(({ refunds }) => refunds.reduce((sum, { amount }) => sum + amount, 0)),
    lines: lines.map(qtyOf),
  };
}

/** Returns whether the action was possible. */
function applyToModel(model: PaymentModel, action: Action): boolean {
  if (action.kind === 'notify')
    return model.payments.push({ amount: action.amount, status: 'notified', refunded: 0 }) > 0;
  if (action.kind === 'take') return model.take(action.amount);
  if (action.kind === 'refund') return model.refund(action);
  return model.review(action.index, action.kind === 'confirm' ? 'confirmed' : 'rejected');
}

/** Returns whether the action was possible. */
async function applyToShop(shop: Shop, { id, lines }: PlacedOrder, action: Action): Promise<boolean> {
  const nthPayment = (index: number) => existingOrder(shop.ctx.db, id).payments[index]?.id ?? idOf('999999');
  return runStep(shop, (tx, now) => {
    const act = byCommand(now);
    if (action.kind === 'notify') notifyPayment(tx, id, { method: 'transfer', amount: action.amount as Money }, act);
    else if (action.kind === 'take') takePayment(tx, id, { method: 'transfer', amount: action.amount as Money }, act);
    else if (action.kind === 'confirm') confirmPayment(tx, nthPayment(action.index), act);
    else if (action.kind === 'reject') rejectPayment(tx, nthPayment(action.index), 'ไม่พบยอดเงิน', act);
    else {
      const { amount, qtys, index } = action;
      const refundedLines = qtys?.flatMap((qty, i) => (qty > 0 ? [{ lineId: lines[i] as Id, qty }] : []));
      const paymentId = index === undefined ? undefined : nthPayment(index);
      refundOrder(tx, id, { amount: amount as Money | undefined, lines: refundedLines, paymentId }, act);
    }
  }).then(
    () => true,
    (error) => {
      if (error instanceof AppError) return false;
      throw error;
    },
  );
}
