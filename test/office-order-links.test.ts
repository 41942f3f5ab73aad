import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelOrder } from '../src/domain/orders/close.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { baht } from './amounts.ts';
import { signedIn } from './office.ts';
import { placeOrder } from './order-steps.ts';
import { refund, takePaymentStep } from './payment-steps.ts';
import { runStep } from './stock-steps.ts';
import { issue, openVatSeller } from './vat-steps.ts';

test('lists of payments and tax documents show the badge of the order list at each order', async () => {
  const { shop } = await openVatSeller();
  const [invoiced, paid] = [
    await placeOrder(shop, [{ sku: 'LAT-H', qty: 1, price: '107' }]),
    await placeOrder(shop, [{ sku: 'LAT-H', qty: 1, price: '214' }]),
  ];
  for (const order of [invoiced, paid]) await takePaymentStep(shop, order);
  await issue(shop, invoiced);
  await refund(shop, invoiced, { amount: baht('7') });
  await refund(shop, paid, { amount: baht('214') });
  await runStep(shop, (tx, now) => cancelOrder(tx, paid.id, 'store', byCommand(now)));
  const browser = await signedIn(shop, { language: 'en', store: 'cafe', role: 'bookkeeper' });
  const textOf = async (path: string) => (await browser.open(path)).text;
  assert.match(await textOf('/reports/vat?month=2026-10'), /000001 #1 Partially refunded 31 Oct 2026/);
  assert.match(await textOf('/reports/vat/sales?month=2026-10'), /#2 Canceled Refunded 31 Oct 2026 Payment/);
  const day = await textOf('/reports/money/day?day=2026-10-31');
  assert.match(day, /#1 Partially refunded Payment .*#2 Canceled Refunded Refund/);
  assert.match(
    await textOf('/reports/log'),
    /#2 Canceled Refunded Payment refunded .*#1 Partially refunded Payment recorded/,
  );
});
