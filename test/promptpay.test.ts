import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cancelOrder } from '../src/domain/orders/close.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { existingOrder } from '../src/domain/orders/order.ts';
import { moveCod } from '../src/domain/orders/payments/cod.ts';
import {
  crc16,
  promptpayIdProblem,
  promptpayOf,
  promptpayPayload,
  readPromptpayId,
} from '../src/domain/orders/payments/promptpay.ts';
import { changeStore } from '../src/domain/stores.ts';
import type { Money } from '../src/lib/money.ts';
import { baht } from './amounts.ts';
import { openFolderOf } from './cli.ts';
import { appError, type ExpectedError, english } from './errors.ts';
import { assertRefuses, type PlacedOrder } from './order-steps.ts';
import { confirm, latte, notifyPaymentStep, reject, takePaymentStep } from './payment-steps.ts';
import { RECEIVERS, TAX_ID, TELEPHONE, WALLET } from './promptpay-steps.ts';
import { runStep } from './stock-steps.ts';
import { cafe, idOf, openShop, type Shop } from './support.ts';

const openPromptpay = (settings: object = { promptpay_id: TELEPHONE }) => openShop({ stores: [cafe({ settings })] });

const payloadOf = (shop: Shop, { id }: PlacedOrder) => promptpayOf(shop.ctx.db, existingOrder(shop.ctx.db, id));

const refusesPayload = (shop: Shop, { id }: PlacedOrder, expected: ExpectedError) =>
  assertRefuses(shop, expected, (db) => promptpayOf(db, existingOrder(db, id)));

/** The fields of a payload: two digits of id, two digits of length, and that number of characters. */
function fieldsOf(text: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (let at = 0; at < text.length; ) {
    const length = Number(text.slice(at + 2, at + 4));
    fields[text.slice(at, at + 2)] = text.slice(at + 4, at + 4 + length);
    at += 4 + length;
  }
  return fields;
}

/** CRC-16/CCITT-FALSE as polynomial long division on bits. */
function remainder(text: string): string {
  const bits = [...Buffer.from(text, 'ascii')].flatMap((byte) => [...byte.toString(2).padStart(8, '0')].map(Number));
  const dividend = [...bits, ...new Array<number>(16).fill(0)].map((bit, i) => (i < 16 ? 1 - bit : bit));
  const divisor = [...(0x11021).toString(2)].map(Number);
  for (let i = 0; i < bits.length; i += 1)
    if (dividend[i] === 1)
      divisor.forEach((bit, j) => {
        dividend[i + j] = (dividend[i + j] as number) === bit ? 0 : 1;
      });
  return Number.parseInt(dividend.slice(-16).join(''), 2).toString(16).toUpperCase().padStart(4, '0');
}

// The payload

const PUBLISHED = [
  '00020101021229370016A0000006770101110113006681234567853037645406100.005802TH6304F142',
  '00020101021229370016A00000067701011101130066812345678530376454071234.565802TH630471D1',
  '00020101021229390016A000000677010111031500499901234567853037645406500.005802TH6304C5C9',
  '00020101021129370016A000000677010111011300668123456785802TH53037645406123.4563043045',
  '00020101021229390016A00000067701011103150049990002885055802TH53037645406100.256304369A',
  '00020101021229370016A000000677010111021312345678901235802TH53037645406420.006304BF7B',
  '00020101021129390016A000000677010111031500499907526116353037645802TH6304E345',
  '00020101021129370016A000000677010111011300660000000005802TH530376463048956',
];

test('the checksum matches published PromptPay codes and the check value of the algorithm', () => {
  assert.equal(crc16('123456789'), '29B1');
  assert.equal(remainder('123456789'), '29B1');
  for (const payload of PUBLISHED) assert.equal(crc16(payload.slice(0, -4)), payload.slice(-4), payload);
});

test('the checksum of any text is the remainder of its division, as four hex digits', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii', maxLength: 120 }), (text) =>
      assert.equal(crc16(text), remainder(text)),
    ),
    { numRuns: 300 },
  );
});

test('a payload equals that of other implementations for the same phone number, e-wallet and amount', () => {
  const made = [
    { id: TELEPHONE, amount: baht('100') },
    { id: TELEPHONE, amount: baht('1234.56') },
    { id: WALLET, amount: baht('500') },
  ].map(promptpayPayload);
  assert.deepEqual(made, PUBLISHED.slice(0, 3));
});

test('a payload contains the kind of receiver, currency and country, and is for one payment', () => {
  for (const [id, receiver] of RECEIVERS) {
    const payload = promptpayPayload({ id, amount: baht('65.5') });
    assert.ok(payload.startsWith('000201010212'));
    const { '29': account = '', '63': crc, ...fields } = fieldsOf(payload);
    assert.deepEqual(fieldsOf(account), { '00': 'A000000677010111', ...receiver });
    assert.deepEqual(fields, { '00': '01', '01': '12', '53': '764', '54': '65.50', '58': 'TH' });
    assert.equal(crc, remainder(payload.slice(0, -4)));
  }
});

test('an amount has whole satang, rounded up, with two decimals', () => {
  for (const [amount, field] of [
    ['65', '65.00'],
    ['0.01', '0.01'],
    ['0.0001', '0.01'],
    ['0.0101', '0.02'],
    ['65.99', '65.99'],
    ['65.9901', '66.00'],
    ['0.29', '0.29'],
    ['1.15', '1.15'],
    ['9999999999.99', '9999999999.99'],
    ['9999999999.9801', '9999999999.99'],
  ] as const)
    assert.equal(fieldsOf(promptpayPayload({ id: TELEPHONE, amount: baht(amount) }))['54'], field, amount);
});

test('any valid amount is rounded up to whole satang, never down', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999_999_999_900 }), (units) => {
      const field = fieldsOf(promptpayPayload({ id: TAX_ID, amount: units as Money }))['54'] ?? '';
      assert.match(field, /^\d{1,10}\.\d\d$/);
      const satang = BigInt(field.replace('.', ''));
      assert.equal(satang, (BigInt(units) + 99n) / 100n);
    }),
  );
});

test('an amount of zero, or with too many digits, is refused', () => {
  for (const amount of ['0', '-1', '9999999999.9901', '10000000000', '99999999999.9999'])
    assert.throws(
      () => promptpayPayload({ id: TELEPHONE, amount: baht(amount) }),
      appError({ key: 'promptpay_amount_out_of_range', params: { amount: baht(amount) } }),
    );
});

test('a PromptPay id is a phone number, a national or tax id, or an e-wallet', () => {
  for (const id of [TELEPHONE, TAX_ID, WALLET]) assert.equal(readPromptpayId(id), id);
  const wrong = ['', '081234567', '1812345678', '08123456789', '12345678901234', `${WALLET}0`, '+67812345678', 'a'];
  for (const id of [...wrong, '+660812345678', '66812345678', '081.234.5678']) {
    assert.equal(readPromptpayId(id), undefined, id);
    assert.equal(promptpayIdProblem(id).key, 'promptpay_id_malformed');
  }
});

test('a PromptPay id may contain spaces and hyphens', () => {
  for (const typed of ['081-234-5678', '+66812345678', '+66 81 234 5678', ' 081 2345678 ', '+66-81-234-5678'])
    assert.equal(readPromptpayId(typed), TELEPHONE, typed);
  assert.equal(readPromptpayId('1-2345-67890-12-1'), TAX_ID);
  assert.equal(readPromptpayId('004-999012-345678'), WALLET);
});

test('a national or tax id with a wrong check digit is refused with the expected one', () => {
  for (const published of ['0107542000011', '0107535000265', '0107536000374', '0107544000108', '0994000159382'])
    assert.equal(readPromptpayId(published), published);
  const [serial, right] = [TAX_ID.slice(0, 12), TAX_ID.slice(12)];
  for (const digit of '0123456789')
    assert.equal(readPromptpayId(serial + digit), digit === right ? TAX_ID : undefined, digit);
  const { key, params } = promptpayIdProblem(`${serial}3`);
  assert.deepEqual({ key, params }, { key: 'promptpay_id_check_digit', params: { digit: '1' } });
});

test('a PromptPay id is saved without hyphens, by store set and by a store file', async () => {
  const shop = await openPromptpay({ promptpay_id: '081-234-5678' });
  assert.equal(payloadOf(shop, await latte(shop)).id, TELEPHONE);
  const folder = openFolderOf(shop);
  const { stores } = await folder.runCommandJson('store', 'set', 'promptpay_id=1-2345-67890-12-1');
  assert.equal(stores[0].settings.promptpay_id, TAX_ID);
  const { errorLines } = await folder.runCommand('store', 'set', 'promptpay_id=1234567890123');
  assert.deepEqual(errorLines, [`raan: ${english('promptpay_id_check_digit', { path: 'promptpay_id', digit: '1' })}`]);
  await assert.rejects(openPromptpay({ promptpay_id: '1234567890123' }), {
    message: english('promptpay_id_check_digit', { path: 'stores[0].settings.promptpay_id', digit: '1' }),
  });
});

test('the account name of a PromptPay id is kept until the id changes without it', async () => {
  const shop = await openPromptpay({ promptpay_id: TELEPHONE, promptpay_name: 'มาลี ใจดี' });
  const order = await latte(shop);
  const folder = openFolderOf(shop);
  const nameAfter = async (...settings: string[]) => {
    const { stores } = await folder.runCommandJson('store', 'set', ...settings);
    return stores[0].settings.promptpay_name;
  };
  assert.equal(payloadOf(shop, order).name, 'มาลี ใจดี');
  assert.equal(await nameAfter(`promptpay_id=${TELEPHONE}`, 'vat_percent=7'), 'มาลี ใจดี');
  assert.equal(await nameAfter(`promptpay_id=${TAX_ID}`, 'promptpay_name=บ้านกาแฟ'), 'บ้านกาแฟ');
  assert.match((await folder.runCommand('order', 'promptpay', String(order.id))).stdout, /บ้านกาแฟ/);
  assert.equal(await nameAfter(`promptpay_id=${TELEPHONE}`), undefined);
  assert.equal(await nameAfter('promptpay_name=มาลี'), 'มาลี');
  assert.equal(await nameAfter('promptpay_id='), undefined);
  const { status } = await folder.runCommand('store', 'set', 'promptpay_name=มาลี');
  assert.equal(status, 1, 'a name without an id');
});

// Orders

test('the payload has the balance due of the order and the id of its store', async () => {
  const shop = await openPromptpay();
  const order = await latte(shop);
  assert.deepEqual(payloadOf(shop, order), {
    id: TELEPHONE,
    name: null,
    amount: baht('65'),
    payload: promptpayPayload({ id: TELEPHONE, amount: baht('65') }),
  });
  await takePaymentStep(shop, order, '20.005');
  assert.equal(payloadOf(shop, order).amount, baht('45')); // 44.995, up to the next satang
});

test('a reported payment reduces the amount, until it is rejected', async () => {
  const shop = await openPromptpay();
  const order = await latte(shop);
  const { paymentId } = await notifyPaymentStep(shop, order, '25');
  assert.equal(payloadOf(shop, order).amount, baht('40'));
  const rest = await notifyPaymentStep(shop, order, '50');
  await refusesPayload(shop, order, { key: 'promptpay_already_notified', params: { order: 1 } });
  await reject(shop, rest.paymentId);
  await confirm(shop, paymentId);
  assert.equal(payloadOf(shop, order).amount, baht('40'));
});

test('COD that the courier collects is not in the amount, until the COD has failed', async () => {
  const shop = await openPromptpay();
  const cod = { is_cod: true, cod_fee: 0 };
  const whole = await latte(shop, { ...cod, cod_amount: 65 });
  await refusesPayload(shop, whole, { key: 'promptpay_courier_collects', params: { order: 1, amount: baht('65') } });
  const deposit = await latte(shop, { ...cod, cod_amount: 45 });
  assert.equal(payloadOf(shop, deposit).amount, baht('20'));
  const move = (to: 'collected' | 'failed', { id }: PlacedOrder) =>
    runStep(shop, (tx, now) => moveCod(tx, id, to, byCommand(now)));
  await move('collected', deposit);
  assert.equal(payloadOf(shop, deposit).amount, baht('20'));
  await move('failed', whole);
  assert.equal(payloadOf(shop, whole).amount, baht('65'));
});

test('a paid or closed order, or a store without a PromptPay id, has no payload', async () => {
  const shop = await openPromptpay();
  const [paid, canceled, open] = [await latte(shop), await latte(shop), await latte(shop)];
  await takePaymentStep(shop, paid);
  await refusesPayload(shop, paid, { key: 'order_already_paid', params: { order: 1 } });
  await runStep(shop, (tx, now) => cancelOrder(tx, canceled.id, 'buyer', byCommand(now)));
  await refusesPayload(shop, canceled, { key: 'order_not_open', params: { order: 2, status: 'canceled' } });
  await runStep(shop, (tx) => changeStore(tx, idOf(shop.ids.id), { promptpayId: null }));
  await refusesPayload(shop, open, { key: 'promptpay_not_set', params: { store: 'cafe' } });
});
