import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cancelOrder } from '../src/domain/orders/close.ts';
import { hintsOf, nextStep } from '../src/domain/orders/hints.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { verifyList } from '../src/domain/orders/list/verify-list.ts';
import { existingOrder } from '../src/domain/orders/order.ts';
import { balanceDue, PAID_AMOUNT } from '../src/domain/orders/payments/balance.ts';
import { takePayment } from '../src/domain/orders/payments/payments.ts';
import { promptpayOf } from '../src/domain/orders/payments/promptpay.ts';
import { issueReceipt } from '../src/domain/orders/payments/receipts.ts';
import { type Money, moneyText } from '../src/lib/money.ts';
import { baht } from './amounts.ts';
import { moveParcel, sendParcel } from './cod-steps.ts';
import { appError } from './errors.ts';
import { edit } from './order-edit-steps.ts';
import { assertRefuses, orderDetail, type PlacedOrder, placeOrder } from './order-steps.ts';
import { confirm, notifyPaymentStep, refund, takePaymentStep } from './payment-steps.ts';
import { bookOrder, pickUpShipment, refusesBooking } from './shipment-steps.ts';
import { sql } from './sql.ts';
import { runStep } from './stock-steps.ts';
import { cafe, openShop, type Shop } from './support.ts';

const openCafe = () =>
  openShop({ stores: [cafe({ settings: { promptpay_id: '0812345678', sell_below_zero: true } })] });

/** Three hot lattes for 390 baht. */
const orderLattes = (shop: Shop, more: object = {}) =>
  placeOrder(shop, [{ sku: 'LAT-H', qty: 3, price: 130 }], { ship_before_pay: false, ...more });

async function paidOrder(shop: Shop, more: object = {}): Promise<PlacedOrder> {
  const order = await orderLattes(shop, more);
  await takePaymentStep(shop, order, '390');
  return order;
}

const orderOf = (shop: Shop, { id }: PlacedOrder) => existingOrder(shop.ctx.db, id);
const stepOf = (shop: Shop, order: PlacedOrder) => nextStep(shop.ctx.db, orderOf(shop, order));

/** Paid, refunded and due. */
function figures(shop: Shop, order: PlacedOrder): string[] {
  const found = orderOf(shop, order);
  return [found.receivedAmount, found.refundedAmount, balanceDue(found)].map(moneyText);
}

/** Changes the total of the order by its other fee. */
const setTotal = (shop: Shop, order: PlacedOrder, total: string) =>
  edit(
    shop,
    order,
    baht(total) < baht('390')
      ? { otherFee: baht('0'), discount: (baht('390') - baht(total)) as Money }
      : { otherFee: (baht(total) - baht('390')) as Money, discount: baht('0') },
  );

const payMore = async (shop: Shop, order: PlacedOrder, amount: string) =>
  confirm(shop, (await notifyPaymentStep(shop, order, amount)).paymentId);

test('a refund after the handover is not a debt: nothing is due and nothing is left to do', async () => {
  const shop = await openCafe();
  const order = await paidOrder(shop);
  await pickUpShipment(shop, (await bookOrder(shop, order)).result);
  await refund(shop, order, { amount: baht('90') });
  assert.deepEqual(figures(shop, order), ['390', '90', '0']);
  assert.equal(stepOf(shop, order), undefined);
  const { payment_status, paid_amount } = await orderDetail(shop, order);
  assert.deepEqual([payment_status, paid_amount], ['partially_refunded', '300']);
  assert.throws(
    () => promptpayOf(shop.ctx.db, orderOf(shop, order)),
    appError({ key: 'order_already_paid', params: { order: order.id } }),
  );
});

test('an order that is refunded in part before the handover still ships', async () => {
  const shop = await openCafe();
  const order = await paidOrder(shop);
  await refund(shop, order, { amount: baht('90') });
  assert.equal(stepOf(shop, order), 'pack');
  await pickUpShipment(shop, (await bookOrder(shop, order)).result);
  assert.deepEqual(figures(shop, order), ['390', '90', '0']);
});

test('after the refund of an overpayment a higher total is due', async () => {
  const shop = await openCafe();
  const order = await paidOrder(shop);
  await payMore(shop, order, '90');
  await refund(shop, order, { amount: baht('90') });
  assert.deepEqual(figures(shop, order), ['480', '90', '0']);
  await setTotal(shop, order, '440');
  assert.deepEqual(figures(shop, order), ['480', '90', '50']);
  assert.equal(stepOf(shop, order), 'take_payment');
});

test('a total that is lowered by the refunded amount is paid, and due again when it rises', async () => {
  const shop = await openCafe();
  const order = await paidOrder(shop);
  await refund(shop, order, { amount: baht('90') });
  await setTotal(shop, order, '300');
  assert.deepEqual(figures(shop, order), ['390', '90', '0']);
  assert.equal((await orderDetail(shop, order)).payment_status, 'paid');
  await setTotal(shop, order, '350');
  assert.deepEqual(figures(shop, order), ['390', '90', '50']);
});

test('only the difference is due if the total rises after a refund, and its payment makes the order ready', async () => {
  const shop = await openCafe();
  const order = await paidOrder(shop);
  await refund(shop, order, { amount: baht('90') });
  await setTotal(shop, order, '440');
  assert.deepEqual(figures(shop, order), ['390', '90', '50']);
  assert.equal(promptpayOf(shop.ctx.db, orderOf(shop, order)).amount, baht('50'));
  await takePaymentStep(shop, order);
  assert.deepEqual(figures(shop, order), ['440', '90', '0']);
  assert.equal(stepOf(shop, order), 'pack');
});

test('the refund after a lowered total leaves nothing due', async () => {
  const shop = await openCafe();
  const order = await paidOrder(shop);
  await setTotal(shop, order, '300');
  await refund(shop, order, { amount: baht('90') });
  assert.deepEqual(figures(shop, order), ['390', '90', '0']);
});

test('a refunded deposit does not raise the balance due', async () => {
  const shop = await openCafe();
  const order = await orderLattes(shop);
  await takePaymentStep(shop, order, '200');
  await refund(shop, order);
  assert.deepEqual(figures(shop, order), ['200', '200', '190']);
  assert.equal(stepOf(shop, order), 'take_payment');
});

test('an open order that was refunded in full waits for its cancellation, not for a payment', async () => {
  const shop = await openCafe();
  const order = await paidOrder(shop);
  await refund(shop, order);
  assert.deepEqual(figures(shop, order), ['390', '390', '0']);
  assert.equal(stepOf(shop, order), 'cancel_refunded');
  await refusesBooking(shop, order, { key: 'order_refunded_in_full', params: { order: order.id } });
  await edit(shop, order, { shipBeforePay: true });
  assert.equal(stepOf(shop, order), 'pack');
});

test('an order that was refunded in full and paid again is ready to ship', async () => {
  const shop = await openCafe();
  const order = await paidOrder(shop);
  await refund(shop, order);
  await assertRefuses(shop, { key: 'order_already_paid_notify_more', params: { order: order.id } }, (tx, now) =>
    takePayment(tx, order.id, { method: 'cash', amount: baht('390') }, byCommand(now)),
  );
  await payMore(shop, order, '390');
  assert.deepEqual(figures(shop, order), ['780', '390', '0']);
  assert.equal(stepOf(shop, order), 'pack');
  await setTotal(shop, order, '440');
  assert.deepEqual(figures(shop, order), ['780', '390', '50']);
});

test('an edit of the note keeps paid_time of a refunded order', async () => {
  const shop = await openCafe();
  const order = await paidOrder(shop);
  await refund(shop, order, { amount: baht('90') });
  const { paid_time } = await orderDetail(shop, order);
  await edit(shop, order, { privateNote: 'คืนส่วนลด' });
  assert.equal((await orderDetail(shop, order)).paid_time, paid_time);
});

test('a canceled order has nothing due', async () => {
  const shop = await openCafe();
  const order = await orderLattes(shop);
  await takePaymentStep(shop, order, '100');
  await runStep(shop, (tx, now) => cancelOrder(tx, order.id, 'buyer', byCommand(now)));
  assert.deepEqual(figures(shop, order), ['100', '0', '0']);
});

test('an order whose parcels came back has nothing due, paid or not', async () => {
  const shop = await openCafe();
  const [refunded, unpaid] = [await paidOrder(shop), await orderLattes(shop, { ship_before_pay: true })];
  for (const [order, number] of [
    [refunded, 'EX1'],
    [unpaid, 'EX2'],
  ] as const)
    await moveParcel(shop, await sendParcel(shop, order, number), 'returned');
  await refund(shop, refunded);
  for (const order of [refunded, unpaid]) {
    assert.equal(figures(shop, order).at(-1), '0');
    assert.equal(orderOf(shop, order).shippingStatus, 'returned');
    assert.equal(stepOf(shop, order), 'restock');
  }
});

test('a refunded deposit of a COD order does not change the amount that the courier collects', async () => {
  const shop = await openCafe();
  const order = await orderLattes(shop, { is_cod: true, cod_fee: 0, cod_amount: 290 });
  await takePaymentStep(shop, order, '100');
  await refund(shop, order);
  assert.deepEqual(figures(shop, order), ['100', '100', '290']);
  const hints = hintsOf(shop.ctx.db, orderOf(shop, order), shop.ctx.now());
  assert.deepEqual(
    hints.map(({ code }) => code).filter((code) => code === 'cod_unlike_due'),
    [],
  );
});

test('no receipt is issued while a raised total is due, whatever was received before', async () => {
  const shop = await openCafe();
  const order = await paidOrder(shop);
  await setTotal(shop, order, '300');
  await refund(shop, order, { amount: baht('90') });
  await setTotal(shop, order, '350');
  await assertRefuses(shop, { key: 'receipt_before_payment', params: { order: order.id } }, (tx, now) =>
    issueReceipt(tx, order.id, byCommand(now)),
  );
});

type Turn = { kind: 'pay' | 'refund' | 'total'; amount: number };

const anyTurn: fc.Arbitrary<Turn> = fc.record({
  kind: fc.constantFrom('pay' as const, 'refund' as const, 'total' as const),
  amount: fc.integer({ min: 1, max: 60 }).map((tens) => tens * 10),
});

/** Payments lower the balance due, refunds leave it, and a change of the total changes it by the unpaid part. */
class Books {
  total = 390;
  paid = 0;
  due = 390;

  follow({ kind, amount }: Turn): boolean {
    if (kind === 'refund' && amount > this.paid) return false;
    if (kind === 'refund') this.paid -= amount;
    else if (kind === 'pay') {
      this.paid += amount;
      this.due = Math.max(this.due - amount, 0);
    } else {
      const overpaid = Math.max(this.paid - this.total, 0);
      this.due = Math.max(this.due - overpaid + amount - this.total, 0);
      this.total = amount;
    }
    return true;
  }
}

const paidInSql = sql<{ paid: number }>(`SELECT ${PAID_AMOUNT} AS paid FROM orders o WHERE o.id = ?`);

test('after random payments, refunds and totals the balance due matches a simple model, and SQL the paid amount', async () => {
  const shop = await openCafe();
  await fc.assert(
    fc.asyncProperty(fc.array(anyTurn, { minLength: 1, maxLength: 10 }), async (turns) => {
      const order = await orderLattes(shop);
      const books = new Books();
      for (const turn of turns) {
        if (!books.follow(turn)) continue;
        const amount = String(turn.amount);
        if (turn.kind === 'pay') await payMore(shop, order, amount);
        else if (turn.kind === 'refund') await refund(shop, order, { amount: baht(amount) });
        else await setTotal(shop, order, amount);
        const { unpaidAmount, paidAmount, paidTime } = orderOf(shop, order);
        assert.equal(shop.ctx.db.get(paidInSql, order.id)?.paid, paidAmount);
        assert.equal(moneyText(unpaidAmount), String(books.due), JSON.stringify(turns));
        assert.equal(paidTime !== null, books.due === 0);
      }
    }),
    { numRuns: 40 },
  );
  assert.deepEqual(verifyList(shop.ctx.db), []);
});
