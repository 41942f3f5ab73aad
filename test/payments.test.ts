import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import sharp from 'sharp';
import { cancelOrder, expireOrders } from '../src/domain/orders/close.ts';
import { type Actor, byCommand, byUser } from '../src/domain/orders/history.ts';
import { existingOrder } from '../src/domain/orders/order.ts';
import { paymentDetails, slipOf } from '../src/domain/orders/payments/payment-details.ts';
import { confirmPayment, rejectPayment, takePayment } from '../src/domain/orders/payments/payments.ts';
import { refundOrder } from '../src/domain/orders/payments/refund.ts';
import { bookShipment } from '../src/domain/orders/shipments/book.ts';
import { moveShipment, pickUp } from '../src/domain/orders/shipments/move.ts';
import {
  type CodStatus,
  type OrderStatus,
  PAYMENT_MOVES,
  type PaymentRecord,
  type PaymentRecordStatus,
  paymentStatus,
} from '../src/domain/orders/states.ts';
import type { Id } from '../src/lib/ids.ts';
import type { Money } from '../src/lib/money.ts';
import { appError, type ExpectedError } from './errors.ts';
import { assertRefuses, orderDetail, type PlacedOrder, placeOrder } from './order-steps.ts';
import {
  baht,
  confirm,
  eventsOf,
  notifyPaymentStep,
  refund,
  refusesPaymentReport,
  reject,
  takePaymentStep,
} from './payment-steps.ts';
import { stoppedClock } from './raw-http.ts';
import { photo } from './sample-photos.ts';
import { runStep, type Step } from './stock-steps.ts';
import { cafe, idOf, openShop, type Shop } from './support.ts';

const PAST = 1_500_000_000_000;
const USER = idOf('7');
const byClerk = (now: number) => byUser(USER, now);
const byChannel = (now: number) => ({ by: { kind: 'channel', id: idOf('1') } as Actor, now });

/** An order of one hot latte, 65 baht. */
const latte = (shop: Shop, more: object = {}) => placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], more);

const CLOSE_BY_STATUS: Record<Exclude<OrderStatus, 'open'>, (shop: Shop, order: PlacedOrder) => Promise<unknown>> = {
  completed: async (shop, order) => {
    await takePaymentStep(shop, order);
    await deliver(shop, order);
  },
  canceled: (shop, { id }) => runStep(shop, (tx, now) => cancelOrder(tx, id, 'buyer', byCommand(now))),
  expired: (shop) => runStep(shop, (tx, now) => expireOrders(tx, now)),
};

const deliver = (shop: Shop, { id }: PlacedOrder) =>
  runStep(shop, (tx, now) => {
    const shipment = bookShipment(tx, id, { trackingNumber: `PARCEL-${id}` }, byCommand(now));
    pickUp(tx, shipment.id, {}, byCommand(now));
    moveShipment(tx, shipment.id, 'delivered', byCommand(now));
  });

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

// The derived status

const record = (status: PaymentRecordStatus, amount: number, refunded = status === 'refunded' ? amount : 0) =>
  ({ status, amount, refunded }) as PaymentRecord;

const notified = record('notified', 60);
const rejected = record('rejected', 100);
const STATUSES: [string, PaymentRecord[], CodStatus | null, string][] = [
  ['no payment', [], null, 'unpaid'],
  ['one rejected payment', [rejected], null, 'unpaid'],
  ['one reported payment', [notified], null, 'awaiting_confirmation'],
  ['a reported and a rejected payment', [rejected, notified], null, 'awaiting_confirmation'],
  ['less than the total', [record('confirmed', 99)], null, 'partially_paid'],
  ['less than the total, and a reported payment', [record('confirmed', 40), notified], null, 'partially_paid'],
  ['the total', [record('confirmed', 100)], null, 'paid'],
  ['the total in two payments', [record('confirmed', 40), record('confirmed', 60)], null, 'paid'],
  ['the total, and a reported payment', [record('confirmed', 100), notified], null, 'paid'],
  ['more than the total', [record('confirmed', 130)], null, 'paid'],
  ['a refunded overpayment', [record('confirmed', 130, 30)], null, 'paid'],
  ['a partial refund', [record('confirmed', 100, 1)], null, 'partially_refunded'],
  ['one of two payments refunded', [record('confirmed', 60), record('refunded', 40)], null, 'partially_refunded'],
  ['everything refunded', [record('refunded', 100)], null, 'refunded'],
  ['a partial payment refunded', [record('refunded', 40), rejected], null, 'refunded'],
  ['everything refunded, and a reported payment', [record('refunded', 40), notified], null, 'refunded'],
  ['everything refunded and paid again', [record('refunded', 100), record('confirmed', 100)], null, 'paid'],
  ['pending COD', [], 'pending', 'unpaid'],
  ['collected COD', [], 'collected', 'unpaid'],
  ['failed COD', [], 'failed', 'unpaid'],
  ['remitted COD', [], 'remitted', 'paid'],
  ['a deposit, and pending COD', [record('confirmed', 40)], 'pending', 'partially_paid'],
  ['a deposit, and remitted COD', [record('confirmed', 40)], 'remitted', 'paid'],
  ['a refunded deposit, and remitted COD', [record('refunded', 40)], 'remitted', 'refunded'],
];

suite('payment_status', () => {
  for (const [what, payments, cod, status] of STATUSES)
    test(`${what}: ${status}`, () => assert.equal(paymentStatus(100 as Money, payments, cod), status));
});

const anyRecord = fc
  .record({
    status: fc.constantFrom<PaymentRecordStatus>('notified', 'confirmed', 'rejected', 'refunded'),
    amount: fc.integer({ min: 1, max: 12 }),
    refunded: fc.nat(12),
  })
  .map(({ status, amount, refunded }) =>
    status === 'confirmed' ? record(status, amount, Math.min(refunded, amount - 1)) : record(status, amount),
  );

/** A simple reference implementation that counts each baht. */
function statusByCounting(total: number, payments: readonly PaymentRecord[], cod: CodStatus | null): string {
  const bahts: string[] = [];
  for (const { status, amount, refunded } of payments)
    if (status === 'confirmed' || status === 'refunded')
      for (let i = 0; i < amount; i += 1) bahts.push(i < refunded ? 'refunded' : 'kept');
  const kept = bahts.filter((state) => state === 'kept').length;
  const hasRefund = kept < bahts.length;
  const missing = cod === 'remitted' && !hasRefund ? 0 : Math.max(total - kept, 0);
  if (missing === 0) return 'paid';
  if (kept === 0 && hasRefund) return 'refunded';
  if (kept === 0) return payments.some(({ status }) => status === 'notified') ? 'awaiting_confirmation' : 'unpaid';
  return hasRefund ? 'partially_refunded' : 'partially_paid';
}

test('the payment_status of random payments equals the status counted baht by baht', () => {
  fc.assert(
    fc.property(
      fc.nat(20),
      fc.array(anyRecord, { maxLength: 5 }),
      fc.constantFrom<CodStatus | null>(null, 'pending', 'collected', 'remitted', 'failed'),
      (total, payments, cod) =>
        assert.equal(paymentStatus(total as Money, payments, cod), statusByCounting(total, payments, cod)),
    ),
    { numRuns: 5_000 },
  );
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

// Consequences

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

// Slips

const MAX_BYTES = 5 * 1_048_576;
/** The first bytes of a PNG file, up to the picture size. */
const png = (width = 2, height = 3) =>
  Buffer.concat([
    Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
    uint32(width),
    uint32(height),
    Buffer.from('08060000000000000000', 'hex').subarray(0, 9),
  ]);

const jpeg = (width = 2, height = 3, frame = 'c2') =>
  Buffer.concat([
    Buffer.from('ffd8ffe0000400ff', 'hex'), // a segment of two bytes
    Buffer.from(`ffff${frame}001108`, 'hex'),
    uint32(height * 0x1_0000 + width),
  ]);

const webp = (kind: string, hex: string) =>
  Buffer.concat([Buffer.from('RIFF\x24\0\0\0WEBP'), Buffer.from(kind), uint32(10), Buffer.from(hex, 'hex')]);

const LOSSY = webp('VP8 ', '9d01009d012a02000300');

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** A unique picture with valid first bytes. */
const picture = (head: Buffer, size = 1_000) => Buffer.concat([head, randomBytes(size - head.length)]);

test('a slip is returned with its detected media type', async () => {
  const shop = await openShop();
  const order = await latte(shop);
  for (const as of ['png', 'jpeg', 'webp'] as const) {
    const { paymentId } = await notifyPaymentStep(shop, order, '1', { slip: await photo({ as }) });
    const slip = slipOf(shop.ctx.db, paymentId);
    assert.equal(slip.mediaType, `image/${as}`);
    const { format, width } = await sharp(slip.picture).metadata();
    assert.deepEqual([format, width], [as, 1200]);
    assert.equal(paymentDetails(shop.ctx.db, order.id).at(-1)?.slipType, `image/${as}`);
  }
});

test('a payment is refused if its slip is too large or not a picture', async () => {
  const shop = await openShop();
  const order = await latte(shop);
  const wrong = [
    Buffer.alloc(0),
    Buffer.from('%PDF-1.7'),
    Buffer.from('GIF89a'),
    png().subarray(0, 8),
    png(0, 3),
    png(2, 0),
    jpeg().subarray(0, 4),
    jpeg(0, 3),
    jpeg(2, 0),
    jpeg(2, 3, 'c4'), // a table
    Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.alloc(100)]),
    Buffer.from('ffd8'.padEnd(200, 'ff'), 'hex'),
    Buffer.concat([Buffer.from('RIFF\x24\0\0\0WAVEfmt '), Buffer.alloc(100)]),
    LOSSY.subarray(0, 20),
    webp('VP8 ', '9d01009d012a00000300'),
    webp('VP8 ', '00000000000002000300'),
    webp('VP8L', '0001800000000000000000'),
    webp('ALPH', '10000000010000020000'),
    ...[png(), jpeg(), LOSSY].map((head) => Buffer.concat([Buffer.from(' '), head])),
  ];
  for (const slip of wrong)
    await refusesPaymentReport(shop, order, { key: 'slip_not_a_picture', path: 'slip' }, { slip });
  const slip = picture(jpeg(), MAX_BYTES + 1);
  await refusesPaymentReport(shop, order, { key: 'slip_too_large', path: 'slip' }, { slip });
});

test('a repeated slip is saved, and the earlier payments with it are returned', async () => {
  const shop = await openShop({ stores: [cafe(), cafe({ key: 'tea' })] });
  const orders = [await latte(shop), await latte(shop)] as const;
  const slip = await photo();
  const otherSlip = await photo({ colour: '#2a2' });
  assert.deepEqual((await notifyPaymentStep(shop, orders[0], '65', { slip })).sameSlip, []);
  assert.deepEqual((await notifyPaymentStep(shop, orders[0], '65', { slip: otherSlip })).sameSlip, []);
  await reject(shop, idOf('1'));
  const again = await notifyPaymentStep(shop, orders[1], '65', { slip });
  assert.deepEqual(again.sameSlip, [{ paymentId: 1, orderId: orders[0].id }]);
  assert.equal(again.order.paymentStatus, 'awaiting_confirmation');
  const third = await notifyPaymentStep(shop, orders[1], '65', { slip: Buffer.from(slip) });
  assert.deepEqual(third.sameSlip, [
    { paymentId: 1, orderId: orders[0].id },
    { paymentId: 3, orderId: orders[1].id },
  ]);
});

test('reading the slip of a payment without a slip fails', async () => {
  const shop = await openShop();
  const { paymentId } = await notifyPaymentStep(shop, await latte(shop), '65');
  assert.throws(() => slipOf(shop.ctx.db, paymentId), appError({ key: 'payment_has_no_slip', params: { payment: 1 } }));
  assert.throws(
    () => slipOf(shop.ctx.db, idOf('99')),
    appError({ code: 'not_found', key: 'payment_not_found', params: { payment: 99 } }),
  );
});
