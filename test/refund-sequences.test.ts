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
    const back = records.some((record) => record.back > 0);
    if (paid >= this.total) return 'paid';
    if (paid > 0) return back ? 'partially_refunded' : 'partially_paid';
    if (back) return 'refunded';
    return records.some(({ status }) => status === 'notified') ? 'awaiting_confirmation' : 'unpaid';
  }

  /** Returns whether it was possible. */
  review(index: number, status: 'confirmed' | 'rejected'): boolean {
    const record = this.records[index];
    if (record?.status !== 'notified') return false;
    record.status = status;
    if (status === 'confirmed') this.due = Math.max(this.due - record.amount, 0);
    return true;
  }

  take(amount: number): boolean {
    if (amount > this.due) return false;
    this.due -= amount;
    this.records.push({ amount, status: 'confirmed', back: 0 });
    return true;
  }

  refund({ amount, qtys, index }: Asked): boolean {
    const givers = this.records.filter(
      ({ status }, i) => status === 'confirmed' && (index === undefined || i === index),
    );
    const left = givers.reduce((sum, record) => sum + record.amount - record.back, 0);
    const price = qtys && [500_000, 300_000].reduce((sum, each, i) => sum + each * (qtys[i] ?? 0), 0);
    let wanted = amount ?? price ?? left;
    if (wanted <= 0 || wanted > left) return false;
    if (qtys?.some((qty, i) => qty > (i === 0 ? 2 : 3) - (this.linesBack[i] ?? 0))) return false;
    qtys?.forEach((qty, i) => {
      this.linesBack[i] = (this.linesBack[i] ?? 0) + qty;
    });
    for (const giver of givers.reverse()) {
      const share = Math.min(wanted, giver.amount - giver.back);
      giver.back += share;
      wanted -= share;
      if (giver.back === giver.amount) giver.status = 'refunded';
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
      .flatMap(({ refunds }) => refunds.flatMap((refund) => refund.lines))
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
