import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelOrder } from '../src/domain/orders/close.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { paymentDetails } from '../src/domain/orders/payments/payment-details.ts';
import { insertPayment, insertSlip } from '../src/domain/orders/payments/payment-rows.ts';
import { refundOrder } from '../src/domain/orders/payments/refund.ts';
import { refundAccountsOf } from '../src/domain/orders/payments/refund-account.ts';
import { personOfOrder } from '../src/domain/privacy/person.ts';
import { applyRetention } from '../src/domain/privacy/retention.ts';
import type { Id } from '../src/lib/ids.ts';
import type { Money } from '../src/lib/money.ts';
import { ONE_PIXEL } from './one-pixel.ts';
import { orderOf, RECIPIENT } from './privacy-steps.ts';
import { idOf, openShop, type Shop } from './support.ts';

const DAY = 86_400_000;

/** A shop whose clock is `days` after its orders. */
async function openOldShop(days: number) {
  const clock = { time: Date.parse('2026-01-01T12:00:00+07:00') };
  const shop = await openShop({
    now: () => clock.time,
    config: { privacy: { keep_addresses_for: '30d', keep_slips_for: '10d' } },
  });
  const { body } = await shop.order({ recipient_address: RECIPIENT });
  const closed = idOf(body.order.id);
  const open = await orderOf(shop, { name: 'สมชาย ใจดี' });
  await shop.ctx.write((tx) => cancelOrder(tx, closed, 'buyer', byCommand(clock.time)));
  clock.time += days * DAY;
  const runAll = async () => {
    while ((await applyRetention(shop.ctx)) > 0);
  };
  return { shop, clock, closed, open, addressId: body.order.recipient_address.id as string, runAll };
}

test('addresses of closed orders are erased after the configured time, those of open orders stay', async () => {
  const { shop, closed, open, runAll } = await openOldShop(31);
  await runAll();
  assert.throws(() => personOfOrder(shop.ctx.db, closed), { key: 'customer_is_erased' });
  assert.equal(personOfOrder(shop.ctx.db, open).name, 'สมชาย ใจดี');
});

test('addresses stay until the configured time', async () => {
  const { shop, closed, runAll } = await openOldShop(29);
  await runAll();
  assert.equal(personOfOrder(shop.ctx.db, closed).name, RECIPIENT.name);
});

test('an address that an open order uses stays', async () => {
  const { shop, closed, runAll, clock, addressId } = await openOldShop(0);
  const { recipient_address: _, ...order } = shop.orderBody();
  assert.equal((await shop.call('/v1/order/create', { ...order, recipient_address_id: addressId })).status, 200);
  clock.time += 31 * DAY;
  await runAll();
  assert.equal(personOfOrder(shop.ctx.db, closed).name, RECIPIENT.name);
});

/** Adds a payment of 1 baht with a slip to the order. */
const payWithSlip = (shop: Shop, orderId: Id, { daysAgo }: { daysAgo: number }) =>
  shop.ctx.write((tx) => {
    const payment = { orderId, method: 'transfer', amount: 1 as Money, status: 'confirmed' } as const;
    const id = insertPayment(tx, { ...payment, userId: null, note: null }, shop.now() - daysAgo * DAY);
    insertSlip(tx, id, { mediaType: 'image/png', hash: Buffer.alloc(32), picture: Buffer.alloc(9) });
  });

test('slips of closed orders are deleted after the configured time, their payments stay', async () => {
  const { shop, closed, runAll } = await openOldShop(0);
  await payWithSlip(shop, closed, { daysAgo: 11 });
  await runAll();
  const [payment] = paymentDetails(shop.ctx.db, closed);
  assert.deepEqual([payment?.amount, payment?.slipType], [1, null]);
});

test('each slip of an order is deleted by its own age', async () => {
  const { shop, clock, closed, runAll } = await openOldShop(0);
  await payWithSlip(shop, closed, { daysAgo: 11 });
  await payWithSlip(shop, closed, { daysAgo: 9 });
  const refund = () =>
    shop.ctx.write((tx) => refundOrder(tx, closed, { amount: 1 as Money, slip: ONE_PIXEL }, byCommand(shop.now())));
  const slips = () =>
    paymentDetails(shop.ctx.db, closed).map(({ slipType, refunds }) => [slipType, refunds[0]?.slipType]);
  await refund();
  await runAll();
  assert.deepEqual(slips(), [
    [null, undefined],
    ['image/png', 'image/png'],
  ]);
  clock.time += 11 * DAY;
  await refund();
  await runAll();
  assert.deepEqual(slips(), [
    [null, 'image/png'],
    [null, null],
  ]);
});

test('slips and accounts of refunds are deleted by the age of the refund, and the refund stays', async () => {
  const { shop, clock, closed, runAll } = await openOldShop(0);
  await shop.ctx.write((tx) => {
    const payment = { orderId: closed, method: 'transfer', amount: 1 as Money, status: 'confirmed' } as const;
    insertPayment(tx, { ...payment, userId: null, note: null }, shop.now() - 11 * DAY);
    refundOrder(tx, closed, { slip: ONE_PIXEL, to: { promptpay: '0812345678' } }, byCommand(shop.now()));
  });
  const accounts = () => refundAccountsOf(shop.ctx.db, closed).size;
  const refunds = () => paymentDetails(shop.ctx.db, closed).flatMap((payment) => payment.refunds);
  await runAll();
  assert.equal(refunds()[0]?.slipType, 'image/png', 'only the payment is old');
  assert.equal(accounts(), 1);
  clock.time += 11 * DAY;
  await runAll();
  assert.deepEqual(
    refunds().map(({ amount, slipType }) => [amount, slipType]),
    [[1, null]],
  );
  assert.equal(accounts(), 0);
});
