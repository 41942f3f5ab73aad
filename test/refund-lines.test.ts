import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { editOrder } from '../src/domain/orders/edit.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { paidForLines } from '../src/domain/orders/payments/paid-for-lines.ts';
import type { Id } from '../src/lib/ids.ts';
import type { Money } from '../src/lib/money.ts';
import { baht } from './amounts.ts';
import { placeOrder } from './order-steps.ts';
import {
  orderRound,
  paidOrder,
  paymentsOf,
  refund,
  refundedLines,
  refundsByPayment,
  refusesRefund,
  takePaymentStep,
} from './payment-steps.ts';
import { lineOf } from './shipment-steps.ts';
import { runStep } from './stock-steps.ts';
import { openShop } from './support.ts';

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

test('a line lowered below its refunded quantity cannot be refunded further, nor can a removed line', async () => {
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

test('lines worth more than the refundable amount are refused with the amount that is left', async () => {
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

test('goods with a discount of their whole price cannot be refunded', async () => {
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
