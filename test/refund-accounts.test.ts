import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deriveCustomers } from '../src/domain/orders/customers/customer-rows.ts';
import { historyOf } from '../src/domain/orders/history.ts';
import { existingOrder } from '../src/domain/orders/order.ts';
import { lastRefundAccount, refundAccountsOf } from '../src/domain/orders/payments/refund-account.ts';
import { refundPromptpay } from '../src/domain/orders/payments/refund-promptpay.ts';
import { baht } from './amounts.ts';
import { appError } from './errors.ts';
import type { PlacedOrder } from './order-steps.ts';
import { latte, paidOrder, refund, refundsOf, refusesRefund, takePaymentStep } from './payment-steps.ts';
import { cafe, openShop } from './support.ts';

// The customer's account to which a refund was sent.

const TO = { bank: '014', number: '123-4-56789-0', name: 'สมหญิง' };

test('a refund has the account to which it was sent, once for all of its payments, and its history names only the refund', async () => {
  const shop = await openShop();
  const order = await paidOrder(shop, ['100', '90']);
  await refund(shop, order, { method: 'promptpay', amount: baht('150'), to: { promptpay: '+66 81 234 5678' } });
  await refund(shop, order, { method: 'transfer', amount: baht('10'), to: TO });
  await refund(shop, order, { method: 'transfer', amount: baht('10'), to: { promptpay: '', bank: '', number: '' } });
  const [first, , second] = refundsOf(shop, order)
    .map(({ id }) => id)
    .toSorted((a, b) => a - b);
  assert.deepEqual(
    [...refundAccountsOf(shop.ctx.db, order.id)],
    [
      [first, { promptpayId: '0812345678', bank: null, number: null, name: null }],
      [second, { promptpayId: null, bank: '014', number: '1234567890', name: 'สมหญิง' }],
    ],
  );
  const history = historyOf(shop.ctx.db, order.id).filter(({ event }) => event === 'refunded');
  assert.deepEqual(
    history.map(({ detail }) => detail.refund_id),
    [String(first), String(second), undefined],
  );
  assert.doesNotMatch(JSON.stringify(history), /0812345678|1234567890|สมหญิง/);
});

test('the account of a refund is checked like those of the store, and only transfers have one', async () => {
  const shop = await openShop();
  const order = await paidOrder(shop);
  const refuses = (to: object, expected: object, method: 'transfer' | 'cash' = 'transfer') =>
    refusesRefund(shop, order, expected as never, { method, to });
  await refuses({ promptpay: '12' }, { key: 'promptpay_id_malformed', path: 'to_promptpay' });
  await refuses(
    { promptpay: '1101700230707' },
    { key: 'promptpay_id_check_digit', path: 'to_promptpay', params: { digit: '8' } },
  );
  await refuses({ ...TO, promptpay: '0812345678' }, { key: 'refund_to_one_account', path: 'to_promptpay' });
  await refuses({ ...TO, bank: '999' }, { key: 'bank_unknown', path: 'to_bank', params: { bank: '999' } });
  await refuses({ ...TO, number: '12' }, { key: 'bank_account_number_malformed', path: 'to_number' });
  await refuses({ ...TO, bank: '' }, { key: 'refund_to_incomplete', path: 'to_bank' });
  await refuses({ ...TO, number: '' }, { key: 'refund_to_incomplete', path: 'to_number' });
  await refuses({ name: 'สมหญิง' }, { key: 'refund_to_incomplete', path: 'to_promptpay' });
  await refuses(TO, { key: 'refund_to_needs_transfer', path: 'to_number' }, 'cash');
  await refuses({ promptpay: '0812345678' }, { key: 'refund_to_needs_transfer', path: 'to_promptpay' }, 'cash');
});

test('the last account of a customer is that of the newest refund of an order with the same phone number', async () => {
  const shop = await openShop({ stores: [cafe(), cafe({ key: 'other', channels: [{ key: 'own', name: 'Own' }] })] });
  const orderOf = async (telephone: string | undefined) => {
    const order = await latte(shop, { recipient_address: { name: 'สมหญิง', telephone, postal_code: 50200 } });
    await takePaymentStep(shop, order);
    return order;
  };
  const lastOf = ({ id }: PlacedOrder) => lastRefundAccount(shop.ctx.db, existingOrder(shop.ctx.db, id));
  const refundTo = (order: PlacedOrder, promptpay: string) =>
    refund(shop, order, { method: 'promptpay', amount: baht('1'), to: { promptpay } });
  const [older, newer, stranger, unknown] = [
    await orderOf('081-999-1234'),
    await orderOf('+66819991234'),
    await orderOf('0819991235'),
    await orderOf(undefined),
  ];
  await refundTo(newer, '0812345671');
  await refundTo(older, '0812345672');
  await refundTo(unknown, '0812345673');
  await refund(shop, newer, { method: 'cash', amount: baht('1') });
  assert.equal(lastOf(newer)?.promptpayId, '0812345671', 'its own, before the customer is derived');
  await shop.ctx.write((tx) => deriveCustomers(tx, 1_000));
  assert.deepEqual(
    [older, newer, stranger, unknown].map((order) => lastOf(order)?.promptpayId),
    ['0812345672', '0812345672', undefined, '0812345673'],
  );
});

test('a PromptPay code of a refund is for exactly its amount, which has whole satang and is left to refund', async () => {
  const shop = await openShop();
  const { id } = await paidOrder(shop);
  const order = existingOrder(shop.ctx.db, id);
  const typed = { promptpay: '081-234-5678', amount: baht('30.25'), method: 'promptpay' } as const;
  const { amount, payload } = refundPromptpay(order, typed);
  assert.equal(amount, baht('30.25'));
  assert.match(payload, /01130066812345678.*540530\.255802TH/);
  const refuses = (change: object, expected: object) =>
    assert.throws(() => refundPromptpay(order, { ...typed, ...change }), appError(expected));
  refuses({ amount: baht('30.255') }, { key: 'promptpay_whole_satang', path: 'amount' });
  refuses({ amount: baht('190.01') }, { key: 'refund_too_large', path: 'amount' });
  refuses({ amount: baht('0') }, { key: 'not_above_zero', path: 'amount' });
  refuses({ promptpay: '12' }, { key: 'promptpay_id_malformed', path: 'to_promptpay' });
  refuses({ method: 'cash' }, { key: 'refund_to_needs_transfer', path: 'method' });
});
