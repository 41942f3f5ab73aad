import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { putBankAccount } from '../src/domain/bank-accounts.ts';
import { historyOf } from '../src/domain/orders/history.ts';
import { paymentDetails, refundSlipOf, refundsTogether } from '../src/domain/orders/payments/payment-details.ts';
import { readSlipPicture } from '../src/domain/orders/payments/read-slips.ts';
import { moneyText } from '../src/lib/money.ts';
import { baht } from './amounts.ts';
import { appError } from './errors.ts';
import { signedIn } from './office.ts';
import { ONE_PIXEL } from './one-pixel.ts';
import {
  byChannel,
  confirm,
  notifyPaymentStep,
  orderRound,
  paidOrder,
  refund,
  refundsOf,
  refusesPaymentReport,
  refusesRefund,
  takePaymentStep,
} from './payment-steps.ts';
import { slipCode, slipPicture } from './slip-pictures.ts';
import { stoppedClock } from './stopped-clock.ts';
import { cafe, idOf, openShop, type Shop } from './support.ts';

// When and from where the money of a refund was sent, with its slip.

const HOUR = 3_600_000;

const addAccount = (shop: Shop, { id } = shop.ids, number = '1234567890') =>
  shop.ctx.write((tx) => putBankAccount(tx, idOf(id), { bank: '004', number, name: 'ร้าน' }));

test('a refund has the time and the account from which its money was sent; without a time it was sent now', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now });
  const order = await paidOrder(shop);
  const bankAccountId = await addAccount(shop);
  clock.forward(5 * HOUR);
  const sendTime = clock.now() - HOUR;
  await refund(shop, order, { amount: baht('10'), method: 'transfer', sendTime, bankAccountId });
  await refund(shop, order, { amount: baht('20') });
  assert.deepEqual(
    refundsOf(shop, order).map((each) => [each.sendTime, each.createTime, each.bankAccountId]),
    [
      [sendTime, clock.now(), bankAccountId],
      [clock.now(), clock.now(), null],
    ],
  );
  const sent = historyOf(shop.ctx.db, order.id).flatMap(({ event, detail }) =>
    event === 'refunded' ? [detail.send_time] : [],
  );
  assert.deepEqual(sent, [sendTime, undefined]);
});

test('only transfers and PromptPay leave the account', async () => {
  const shop = await openShop();
  const order = await paidOrder(shop);
  const bankAccountId = await addAccount(shop);
  for (const method of ['transfer', 'promptpay', 'cash', 'card', 'other'] as const)
    await refund(shop, order, { amount: baht('1'), method, bankAccountId });
  assert.deepEqual(
    refundsOf(shop, order).map((each) => each.bankAccountId),
    [bankAccountId, bankAccountId, null, null, null],
  );
});

test('an account of another store is refused', async () => {
  const shop = await openShop({ stores: [cafe(), cafe({ key: 'other', channels: [{ key: 'own', name: 'Own' }] })] });
  const order = await paidOrder(shop);
  const account = await addAccount(shop, shop.stores.other as Shop['ids']);
  const expected = { key: 'bank_account_not_found', path: 'bank_account_id', params: { account } } as const;
  await refusesRefund(shop, order, expected, { bankAccountId: account });
});

test('money cannot be sent in the future, or before the day of the first payment', async () => {
  const clock = stoppedClock(Date.parse('2026-11-21T10:00:00+07:00'));
  const shop = await openShop({ now: clock.now });
  const order = await orderRound(shop, { order_time: clock.now() });
  const payTime = clock.now() - 12 * HOUR;
  await confirm(shop, (await notifyPaymentStep(shop, order, '100', { payTime })).paymentId);
  clock.forward(48 * HOUR);
  await takePaymentStep(shop, order, '90');
  const day = Date.parse('2026-11-20T00:00:00+07:00');
  await refusesRefund(shop, order, { key: 'sent_in_future', path: 'send_time' }, { sendTime: clock.now() + 1 });
  await refusesRefund(
    shop,
    order,
    { key: 'sent_before_payment', path: 'send_time', params: { day } },
    { sendTime: day - 1 },
  );
  await refund(shop, order, { amount: baht('100'), sendTime: day });
  await refund(shop, order, { sendTime: clock.now() });
});

test('a payment without a time was not made before its order', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now });
  const order = await orderRound(shop, { order_time: clock.now() });
  const orderTime = clock.now();
  clock.forward(72 * HOUR);
  await takePaymentStep(shop, order);
  await refund(shop, order, { sendTime: orderTime });
  const [first] = refundsOf(shop, order);
  assert.equal(first?.sendTime, orderTime);
});

test('a refund of several payments is one transfer: each part has time and account, the first has the slip', async () => {
  const shop = await openShop();
  const order = await orderRound(shop);
  await takePaymentStep(shop, order, '100', 'transfer');
  await takePaymentStep(shop, order, '90', 'cash');
  const bankAccountId = await addAccount(shop);
  const sendTime = shop.now() - 1;
  const made = { method: 'transfer', sendTime, bankAccountId, slip: ONE_PIXEL } as const;
  await refund(shop, order, { ...made, amount: baht('150') });
  await refund(shop, order, { amount: baht('40') });
  const together = refundsTogether(paymentDetails(shop.ctx.db, order.id));
  assert.deepEqual(
    together.map((refunds) =>
      refunds.map((each) => [moneyText(each.amount), each.sendTime === sendTime, each.bankAccountId, each.slipType]),
    ),
    [
      [
        ['100', true, bankAccountId, 'image/png'],
        ['50', true, bankAccountId, null],
      ],
      [['40', false, null, null]],
    ],
  );
  const [first] = together[0] ?? [];
  assert.deepEqual(Buffer.from(refundSlipOf(shop.ctx.db, order.id, first?.id ?? idOf('0')).picture), ONE_PIXEL);
});

test('the slip of a refund is stored upright, and its code names the transfer', async () => {
  const shop = await openShop();
  const order = await paidOrder(shop);
  const slip = await slipPicture(slipCode('A1', '014'), { turn: 90 });
  await refund(shop, order, { method: 'transfer', slip, slipReading: await readSlipPicture(shop.ctx, slip) });
  const [made] = refundsOf(shop, order);
  assert.deepEqual([made?.reference, made?.slipType], ['A1', 'image/jpeg']);
  const { picture } = refundSlipOf(shop.ctx.db, order.id, made?.id ?? idOf('0'));
  assert.equal((await sharp(picture).metadata()).orientation, 8);
});

test('in a refund of several methods only transfers have the reference', async () => {
  const shop = await openShop();
  const order = await orderRound(shop);
  await takePaymentStep(shop, order, '100', 'transfer');
  await takePaymentStep(shop, order, '90', 'cash');
  await refund(shop, order, {
    slip: ONE_PIXEL,
    slipReading: { code: { sendingBank: '014', reference: 'A1' }, turn: 0 },
  });
  assert.deepEqual(
    refundsOf(shop, order).map(({ method, reference }) => [method, reference]),
    [
      ['transfer', 'A1'],
      ['cash', null],
    ],
  );
});

test('the slip of a payment does not prove a refund, and a slip is a picture of at most 5 MB', async () => {
  const shop = await openShop();
  const order = await paidOrder(shop, ['100']);
  await confirm(shop, (await notifyPaymentStep(shop, order, '90', { reference: 'A1', sendingBank: '014' })).paymentId);
  const code = { sendingBank: '014', reference: 'A1' };
  const used = {
    key: 'transfer_reference_used',
    path: 'slip',
    params: { reference: 'A1', orderId: order.id, number: 1 },
  };
  await refusesRefund(shop, order, used as never, { slip: ONE_PIXEL, slipReading: { code, turn: 0 } });
  const refuses = (key: 'slip_not_a_picture' | 'slip_too_large', slip: Buffer, params = {}) =>
    refusesRefund(shop, order, { key, path: 'slip', params } as never, { slip });
  await refuses('slip_not_a_picture', Buffer.from('no picture'));
  await refuses('slip_too_large', Buffer.alloc(5 * 2 ** 20 + 1), { most: 5 });
});

test('the slip of a refund is not a payment: it is neither recorded nor confirmed as one', async () => {
  const shop = await openShop();
  const [refunded, order] = [await paidOrder(shop), await orderRound(shop)];
  const reported = await notifyPaymentStep(shop, order, '50', { reference: 'A1', sendingBank: '014' }, byChannel);
  const slipReading = { code: { sendingBank: '014', reference: 'R1' }, turn: 0 } as const;
  await refund(shop, refunded, { method: 'transfer', slip: ONE_PIXEL, slipReading });
  const params = { reference: 'R1', orderId: refunded.id, number: 1 };
  const used = { key: 'transfer_reference_used', path: 'reference', params } as const;
  await refusesPaymentReport(shop, order, used, { reference: 'R1', sendingBank: '014' });
  await refusesPaymentReport(shop, order, used, { reference: 'R1' });
  const same = await notifyPaymentStep(shop, order, '50', { reference: 'R1', sendingBank: '014' }, byChannel);
  await assert.rejects(confirm(shop, same.paymentId), appError({ key: 'transfer_reference_used', params }));
  await confirm(shop, reported.paymentId);
});

test('a refund of the same transfer as another one is recorded, and the orders lead to each other', async () => {
  const shop = await openShop();
  const orders = [await paidOrder(shop), await paidOrder(shop)] as const;
  const slipReading = { code: { sendingBank: '014', reference: 'R1' }, turn: 0 } as const;
  for (const order of orders) await refund(shop, order, { method: 'transfer', slip: ONE_PIXEL, slipReading });
  const browser = await signedIn(shop, { language: 'en' });
  const [first, second] = orders;
  const { text, html } = await browser.open(`/orders/${first.id}`);
  assert.match(text, /This transfer was also used for #2/);
  assert.match(html, new RegExp(`<a href="/office/orders/${second.id}">#2<`));
  assert.match((await browser.open(`/orders/${second.id}`)).text, /This transfer was also used for #1/);
});

test('the slip of a refund is found only with its own order', async () => {
  const shop = await openShop();
  const [order, other] = [await paidOrder(shop), await paidOrder(shop)];
  await refund(shop, order, { slip: ONE_PIXEL });
  const [made] = refundsOf(shop, order);
  const refundId = made?.id ?? idOf('0');
  const params = { refund: refundId };
  assert.throws(() => refundSlipOf(shop.ctx.db, other.id, refundId), appError({ key: 'refund_has_no_slip', params }));
});
