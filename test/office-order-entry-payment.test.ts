import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountByName } from '../src/domain/accounts/accounts.ts';
import { putBankAccount } from '../src/domain/bank-accounts.ts';
import { paymentDetails } from '../src/domain/orders/payments/payment-details.ts';
import { moneyText } from '../src/lib/money.ts';
import { signedIn } from './office.ts';
import { orders, press, RECIPIENT } from './order-form-steps.ts';
import { idOf, openShop } from './support.ts';

test('COD collects the balance due, and received money is a payment of the account', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop);
  await browser.open('/orders/new');
  const lines = { sku: 'LAT-H', qty: '2' };
  await press(browser, 'count', { ...lines, is_cod: 'on', cod_fee: '10', paid: 'on', paid_amount: '40' });
  assert.match(browser.page.text, /ยอดรวม ฿140 รับแล้ว ฿40 ค้างชำระ ฿100 ยอด COD ฿100/);
  await press(browser, 'save', { ...RECIPIENT, method: 'cash' });
  const [order] = orders(shop);
  assert.equal(order?.codAmount && moneyText(order.codAmount), '100');
  const [payment] = order?.payments ?? [];
  assert.deepEqual(
    [payment?.method, payment?.status, payment?.userId],
    ['cash', 'confirmed', accountByName(shop.ctx.db, 'malee').id],
  );
});

test('the money received for a new order goes into the only bank account of the store, unless it is cash', async () => {
  const shop = await openShop();
  const account = { bank: '004', number: '1234567890', name: 'ร้าน' };
  await shop.ctx.write((tx) => putBankAccount(tx, idOf(shop.ids.id), account));
  const browser = await signedIn(shop);
  for (const [method, isBooked] of [
    ['transfer', true],
    ['cash', false],
  ] as const) {
    await browser.open('/orders/new');
    assert.match(browser.page.html, /name="bank_account_id"[^>]*>.*?selected/);
    await press(browser, 'save', { ...RECIPIENT, sku: 'LAT-H', qty: '1', paid: 'on', method });
    const order = orders(shop).find(({ payments }) => payments[0]?.method === method);
    const [payment] = paymentDetails(shop.ctx.db, order?.id ?? idOf('0'));
    assert.deepEqual([payment?.method, payment?.bankAccountId != null], [method, isBooked]);
  }
});

test('a COD amount that differs from the balance due needs a confirmation of exactly this amount', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop);
  await browser.open('/orders/new');
  const cod = { sku: 'LAT-H', qty: '2', is_cod: 'on', cod_amount: '499' };
  await press(browser, 'count', { ...RECIPIENT, ...cod });
  assert.match(browser.page.text, /ยอด COD ฿?499 ไม่ตรงกับยอดค้างชำระ ฿?130 .*ยืนยันเก็บยอดนี้/);
  const refused = await press(browser, 'save');
  assert.equal(refused.status, 422);
  assert.match(refused.html, /id="field-cod_amount-error"/);
  const confirmation = confirmationOf(refused.html);
  const other = await press(browser, 'save', { cod_amount: '500', cod_as_it_is: confirmation });
  assert.equal(other.status, 422);
  assert.notEqual(confirmationOf(other.html), confirmation);
  await press(browser, 'save', { cod_amount: '500', cod_as_it_is: confirmationOf(other.html) });
  assert.deepEqual(
    orders(shop).map(({ codAmount }) => codAmount),
    [5_000_000],
  );
});

const confirmationOf = (html: string) => /name="cod_as_it_is" value="([^"]+)"/.exec(html)?.[1] ?? '';
