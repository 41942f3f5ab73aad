import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditEntries } from '../src/domain/audit/audit-log.ts';
import { moneyEntries } from '../src/domain/figures/money-received.ts';
import { transferObstacle } from '../src/domain/orders/bulk/confirm-transfer.ts';
import { byCommand, historyOf } from '../src/domain/orders/history.ts';
import { existingOrder } from '../src/domain/orders/order.ts';
import { paymentDetails } from '../src/domain/orders/payments/payment-details.ts';
import { erasePaymentTexts } from '../src/domain/orders/payments/payment-rows.ts';
import {
  changeTransfer,
  confirmPayment,
  notifyPayment,
  type PaymentReport,
  takePayment,
} from '../src/domain/orders/payments/payments.ts';
import { partsOfTransfer, type SharedTransfer, transferTotal } from '../src/domain/orders/payments/shared-transfer.ts';
import { undoConfirmation } from '../src/domain/orders/payments/undo-confirmation.ts';
import { mismatches } from '../src/domain/orders/payments/verification/mismatches.ts';
import {
  claimVerification,
  recordVerification,
  restartVerification,
} from '../src/domain/orders/payments/verification/verifications.ts';
import { verifyTransfers } from '../src/domain/orders/payments/verify-transfers.ts';
import type { Id } from '../src/lib/ids.ts';
import { message } from '../src/lib/messages/message.ts';
import { type Money, moneyText } from '../src/lib/money.ts';
import { baht } from './amounts.ts';
import type { ExpectedError } from './errors.ts';
import { assertRefuses } from './order-steps.ts';
import { byChannel, byClerk, confirm, latte, notifyPaymentStep, refund, reject, USER } from './payment-steps.ts';
import { change } from './sql.ts';
import { runStep } from './stock-steps.ts';
import { idOf, openShop, type Shop } from './support.ts';

// One bank transfer that pays several orders: docs/decisions.md#shared-transfers.

const TRANSFER = { method: 'transfer', reference: 'A1', sendingBank: '014' } as const;

interface Part {
  orderId: Id;
  paymentId: Id;
}

async function openOrders(count = 3) {
  const shop = await openShop();
  const orders: Id[] = [];
  for (let i = 0; i < count; i += 1) orders.push((await latte(shop)).id);
  return { shop, orders: orders as [Id, Id, Id] };
}

const numberOf = ({ ctx }: Shop, id: Id) => existingOrder(ctx.db, id, 0).orderNumber;

/** A payment that was confirmed at once. */
async function take(shop: Shop, orderId: Id, more: Parameters<typeof takePayment>[2] = TRANSFER): Promise<Part> {
  await runStep(shop, (tx, now) =>
    takePayment(tx, orderId, { amount: baht('65'), ...TRANSFER, ...more }, byClerk(now)),
  );
  return { orderId, paymentId: paymentDetails(shop.ctx.db, orderId).at(-1)?.id as Id };
}

/** A payment that a partner reported. */
async function report(shop: Shop, id: Id, more: Partial<PaymentReport> = {}): Promise<Part> {
  const { paymentId } = await notifyPaymentStep(shop, { id }, '65', { ...TRANSFER, ...more }, byChannel);
  return { orderId: id, paymentId };
}

const share = (...parts: readonly Part[]): SharedTransfer => ({ seen: parts.map(({ paymentId }) => paymentId) });

const confirmShared = (shop: Shop, { paymentId }: Part, shared: SharedTransfer) =>
  runStep(shop, (tx, now) => confirmPayment(tx, paymentId, byClerk(now), shared));

const refusesToTake = (shop: Shop, id: Id, expected: ExpectedError, more: object) =>
  assertRefuses(shop, expected, (tx, now) =>
    takePayment(tx, id, { amount: baht('65'), ...TRANSFER, ...more }, byClerk(now)),
  );

const refusesToConfirm = (shop: Shop, { paymentId }: Part, expected: ExpectedError, shared?: SharedTransfer) =>
  assertRefuses(shop, expected, (tx, now) => confirmPayment(tx, paymentId, byClerk(now), shared));

const paymentOf = ({ ctx }: Shop, { orderId, paymentId }: Part) =>
  paymentDetails(ctx.db, orderId).find(({ id }) => id === paymentId);

/** The orders of the other parts, and the sum of all parts. */
function partsOf(shop: Shop, part: Part) {
  const parts = partsOfTransfer(shop.ctx.db, paymentOf(shop, part)?.sharedTransferId ?? null);
  const sum = parts.reduce((total, { amount }) => total + amount, 0) as Money;
  return [parts.map(({ orderNumber }) => orderNumber), moneyText(sum)];
}

/** As if the service of the store had confirmed the transfer of the payment. */
const verified = (shop: Shop, { paymentId }: Part, amount: string) =>
  runStep(shop, (tx, now) => {
    restartVerification(tx, paymentId, now);
    const claim = claimVerification(tx, paymentId, now);
    assert.ok(claim);
    const confirmation = { amount: baht(amount), receiverAccount: null, receiverBank: null, transferTime: null };
    recordVerification(tx, claim, { is: 'confirmed', confirmation }, now);
  });

const USED = (shop: Shop, id: Id): ExpectedError => ({
  key: 'transfer_reference_used',
  params: { reference: 'A1', orderId: id, number: numberOf(shop, id) },
});

test('a used transfer is refused by default, and pays another order if an account decides so', async () => {
  const { shop, orders } = await openOrders();
  const [first, second, third] = orders;
  const a = await take(shop, first);
  await refusesToTake(shop, second, { ...USED(shop, first), path: 'reference' }, {});
  const b = await take(shop, second, { ...TRANSFER, shared: share(a) });
  assert.equal(paymentOf(shop, b)?.status, 'confirmed');
  const numbers = orders.map((id) => numberOf(shop, id));
  for (const part of [a, b]) assert.deepEqual(partsOf(shop, part), [numbers.slice(0, 2), '130']);
  await refusesToTake(shop, third, { ...USED(shop, first), path: 'reference' }, {});
  const c = await take(shop, third, { ...TRANSFER, shared: share(a, b) });
  for (const part of [a, b, c]) assert.deepEqual(partsOf(shop, part), [numbers, '195']);
});

test('the part has bank, reference, account and time of the transfer', async () => {
  const { shop, orders } = await openOrders(2);
  const payTime = Date.UTC(2026, 10, 26);
  const a = await take(shop, orders[0], { ...TRANSFER, payTime });
  const b = await take(shop, orders[1], {
    method: 'transfer',
    reference: undefined,
    sendingBank: undefined,
    shared: share(a),
  });
  assert.partialDeepStrictEqual(paymentOf(shop, b), { reference: 'A1', sendingBank: '014', payTime });
});

test('a decision covers only the payments that the account has seen', async () => {
  const { shop, orders } = await openOrders();
  const [first, second, third] = orders;
  const a = await take(shop, first);
  const b = await report(shop, second);
  const meanwhile = { key: 'transfer_used_meanwhile', path: 'reference' } as const;
  await refusesToTake(shop, third, meanwhile, { shared: share(a) });
  await refusesToTake(shop, third, meanwhile, { shared: share() });
  await take(shop, third, { ...TRANSFER, shared: share(a, b) });
});

test('a reported payment of a used transfer is confirmed only by a decision, and never by the command line', async () => {
  const { shop, orders } = await openOrders();
  const a = await take(shop, orders[0]);
  const b = await report(shop, orders[1]);
  await refusesToConfirm(shop, b, USED(shop, orders[0]));
  await assert.rejects(
    runStep(shop, (tx, now) => confirmPayment(tx, b.paymentId, byCommand(now), share(a))),
    /account/,
  );
  await confirmShared(shop, b, share(a));
  const c = await report(shop, orders[2]);
  await refusesToConfirm(shop, c, USED(shop, orders[0]));
});

test('a payment that awaits review is no part of the transfer before its own decision', async () => {
  const { shop, orders } = await openOrders();
  const a = await report(shop, orders[0]);
  const b = await report(shop, orders[1]);
  await confirmShared(shop, b, share(a));
  assert.equal(paymentOf(shop, a)?.sharedTransferId, null);
  await refusesToConfirm(shop, a, USED(shop, orders[1]));
  await confirmShared(shop, a, share(b));
  assert.deepEqual(partsOf(shop, a), [[numberOf(shop, orders[0]), numberOf(shop, orders[1])], '130']);
});

test('a transfer pays an order once', async () => {
  const { shop, orders } = await openOrders();
  const [first, second] = orders;
  const a = await take(shop, first, { ...TRANSFER, amount: baht('30') });
  await refusesToTake(
    shop,
    first,
    { ...USED(shop, first), path: 'reference' },
    { amount: baht('35'), shared: share(a) },
  );
  const b = await report(shop, second);
  const again = await report(shop, second);
  await confirmShared(shop, b, share(a, again));
  await refusesToConfirm(shop, again, USED(shop, second), share(a, b));
});

test('a transfer that sent a refund, or of another bank, pays no other order', async () => {
  const { shop, orders } = await openOrders();
  const [first, second, third] = orders;
  const a = await take(shop, first, { ...TRANSFER, reference: 'A2' });
  const slipReading = { code: { reference: 'A1', sendingBank: '014' }, turn: 0 as const };
  await refund(shop, { id: first }, { method: 'transfer', slipReading });
  await refusesToTake(shop, second, { ...USED(shop, first), path: 'reference' }, { shared: share(a) });
  const b = await take(shop, second, { ...TRANSFER, reference: 'B1' });
  const other = await take(shop, third, { ...TRANSFER, reference: 'B1', sendingBank: '004', shared: share(b) });
  assert.equal(paymentOf(shop, other)?.sharedTransferId, null);
});

test('the confirmed parts do not exceed the total that an account entered', async () => {
  const { shop, orders } = await openOrders();
  const [first, second, third] = orders;
  const a = await take(shop, first);
  const tooMuch = (total: string, left: string): ExpectedError => ({
    key: 'transfer_parts_too_large',
    path: 'amount',
    params: { total: baht(total), left: baht(left) },
  });
  await refusesToTake(shop, second, tooMuch('100', '35'), { shared: { ...share(a), total: baht('100') } });
  const b = await take(shop, second, { ...TRANSFER, shared: { ...share(a), total: baht('130') } });
  assert.equal(transferTotal(shop.ctx.db, paymentOf(shop, b)?.sharedTransferId ?? null), baht('130'));
  await refusesToTake(shop, third, tooMuch('130', '0'), { amount: baht('1'), shared: share(a, b) });
  await take(shop, third, { ...TRANSFER, amount: baht('1'), shared: { ...share(a, b), total: baht('131') } });
});

test('the confirmed parts do not exceed the amount that the verification service confirmed', async () => {
  const { shop, orders } = await openOrders();
  const a = await report(shop, orders[0]);
  await verified(shop, a, '100');
  await confirm(shop, a.paymentId);
  const b = await report(shop, orders[1]);
  const tooMuch = { key: 'transfer_parts_too_large', path: 'amount', params: { total: baht('100'), left: baht('35') } };
  await refusesToConfirm(shop, b, tooMuch as ExpectedError, { ...share(a), total: baht('200') });
  const c = await report(shop, orders[2], { amount: baht('35') });
  await reject(shop, b.paymentId);
  await confirmShared(shop, c, share(a));
});

test('the amount of a part does not differ from a verified transfer that is as large as its parts', async () => {
  const { shop, orders } = await openOrders(2);
  const storeId = idOf(shop.ids.id);
  const a = await take(shop, orders[0]);
  const b = await take(shop, orders[1], { ...TRANSFER, shared: share(a) });
  const payment = paymentOf(shop, b);
  assert.ok(payment);
  const confirmation = { receiverAccount: null, receiverBank: null, transferTime: null };
  const differing = (amount: string) =>
    mismatches(shop.ctx.db, storeId, payment, { ...confirmation, amount: baht(amount) });
  assert.deepEqual([differing('130'), differing('129'), differing('65')], [[], ['amount'], ['amount']]);
});

test('rejecting, undoing and refunding one part leave the others alone', async () => {
  const { shop, orders } = await openOrders();
  const [first, second, third] = orders;
  const a = await take(shop, first);
  const b = await take(shop, second, { ...TRANSFER, shared: share(a) });
  const c = await take(shop, third, { ...TRANSFER, shared: { ...share(a, b), total: baht('195') } });
  const before = [a, c].map((part) => paymentOf(shop, part));
  await runStep(shop, (tx, now) => undoConfirmation(tx, b.paymentId, byClerk(now)));
  assert.deepEqual(
    [a, c].map((part) => paymentOf(shop, part)),
    before,
  );
  assert.deepEqual(partsOf(shop, a), [[numberOf(shop, first), numberOf(shop, third)], '130']);
  await refusesToConfirm(shop, b, USED(shop, first));
  await reject(shop, b.paymentId);
  assert.deepEqual(
    [a, c].map((part) => paymentOf(shop, part)),
    before,
  );
  await refund(shop, { id: first });
  assert.deepEqual(paymentOf(shop, c), before[1]);
  assert.equal(paymentOf(shop, a)?.status, 'refunded');
  assert.deepEqual(partsOf(shop, c), [[numberOf(shop, first), numberOf(shop, third)], '130']);
});

test('a part that the store adds for review needs no second decision, but another transfer needs one', async () => {
  const { shop, orders } = await openOrders();
  const [first, second] = orders;
  const a = await take(shop, first);
  const notify = (shared: SharedTransfer) =>
    runStep(shop, (tx, now) => notifyPayment(tx, second, { amount: baht('65'), ...TRANSFER, shared }, byClerk(now)));
  const b = { orderId: second, paymentId: (await notify(share(a))).paymentId };
  assert.deepEqual(partsOf(shop, b), [[numberOf(shop, first), numberOf(shop, second)], '130']);
  const change = (transfer: object, shared?: SharedTransfer) =>
    runStep(shop, (tx, now) => changeTransfer(tx, b.paymentId, { ...transfer, shared }, byClerk(now)));
  await change({ reference: 'A2', sendingBank: '014' });
  assert.equal(paymentOf(shop, b)?.sharedTransferId, null);
  const back = { reference: 'A1', sendingBank: '014' };
  await assert.rejects(change(back), /already used/);
  await change(back, share(a));
  await confirm(shop, b.paymentId, byClerk);
  assert.equal(paymentOf(shop, b)?.status, 'confirmed');
});

test('a part that awaits review is checked against the total when it is confirmed', async () => {
  const { shop, orders } = await openOrders();
  const [first, second, third] = orders;
  const a = await take(shop, first);
  const shared = { ...share(a), total: baht('130') };
  const b = await runStep(shop, (tx, now) =>
    notifyPayment(tx, second, { amount: baht('65'), ...TRANSFER, shared }, byClerk(now)),
  );
  await take(shop, third, { ...TRANSFER, amount: baht('10'), shared: { seen: [a.paymentId, b.paymentId] } });
  const tooMuch = { key: 'transfer_parts_too_large', path: 'amount', params: { total: baht('130'), left: baht('55') } };
  await refusesToConfirm(shop, { orderId: second, paymentId: b.paymentId }, tooMuch as ExpectedError);
});

test('a part is never confirmed together with other payments', async () => {
  const { shop, orders } = await openOrders();
  const [first, second] = orders;
  const a = await take(shop, first);
  await runStep(shop, (tx, now) =>
    notifyPayment(tx, second, { amount: baht('65'), ...TRANSFER, shared: share(a) }, byClerk(now)),
  );
  assert.equal(transferObstacle(shop.ctx.db, existingOrder(shop.ctx.db, second, 0))?.key, 'slip_used');
});

test('the history of each order says who decided it, and the audit log names the other orders', async () => {
  const { shop, orders } = await openOrders();
  const [first, second] = orders;
  const a = await take(shop, first);
  const b = await report(shop, second);
  await confirmShared(shop, b, share(a));
  const decisions = (id: Id) =>
    historyOf(shop.ctx.db, id)
      .filter(({ event }) => event === 'transfer_shared')
      .map(({ actorId, detail }) => [actorId, detail]);
  const numbers = [numberOf(shop, first), numberOf(shop, second)];
  assert.deepEqual(decisions(first), [[USER, { payment_id: String(a.paymentId), order_numbers: [numbers[1]] }]]);
  assert.deepEqual(decisions(second), [[USER, { payment_id: String(b.paymentId), order_numbers: [numbers[0]] }]]);
  const [entry] = auditEntries(shop.ctx.db, { event: 'payment_confirmed', limit: 1, offset: 0 });
  assert.deepEqual([entry?.subjectId, entry?.detail.one_transfer], [second, [`#${numbers[0]}`]]);
});

test('the money received has each part once, with the reference', async () => {
  const { shop, orders } = await openOrders();
  const a = await take(shop, orders[0]);
  await take(shop, orders[1], { ...TRANSFER, shared: share(a) });
  const span = { from: 0, until: shop.now() + 1 };
  assert.deepEqual(
    moneyEntries(shop.ctx.db, idOf(shop.ids.id), { ...span, limit: 10 }).map(({ amount, reference }) => [
      moneyText(amount),
      reference,
    ]),
    [
      ['65', 'A1'],
      ['65', 'A1'],
    ],
  );
});

test('erasing the customer of a part keeps its amount in the transfer', async () => {
  const { shop, orders } = await openOrders();
  const [first, second, third] = orders;
  const a = await take(shop, first);
  const b = await take(shop, second, { ...TRANSFER, shared: { ...share(a), total: baht('130') } });
  await runStep(shop, (tx) => erasePaymentTexts(tx, first));
  assert.deepEqual(partsOf(shop, b), [[numberOf(shop, first), numberOf(shop, second)], '130']);
  const tooMuch = { key: 'transfer_parts_too_large', path: 'amount', params: { total: baht('130'), left: baht('0') } };
  await refusesToTake(shop, third, tooMuch as ExpectedError, { shared: share(b) });
});

test('the check of the database finds a transfer whose confirmed parts exceed its total', async () => {
  const { shop, orders } = await openOrders();
  const a = await take(shop, orders[0]);
  await take(shop, orders[1], { ...TRANSFER, shared: { ...share(a), total: baht('130') } });
  assert.deepEqual(verifyTransfers(shop.ctx.db), []);
  const wrong = { total: baht('129'), parts: baht('130') };
  await shop.ctx.write((tx) => tx.run(change('UPDATE shared_transfers SET total = ?'), wrong.total));
  assert.deepEqual(verifyTransfers(shop.ctx.db), [
    message('transfer_total_exceeded', { transfer: idOf('1'), ...wrong }),
  ]);
});
