import assert from 'node:assert/strict';
import { paymentDetails } from '../../src/domain/orders/payments/payment-details.ts';
import { UNPAID } from '../order-page-steps.ts';
import { placeOrder } from '../order-steps.ts';
import { slipCode, slipPicture } from '../slip-pictures.ts';
import { openShop } from '../support.ts';
import { assertNoOverflow, assertNoViolations, browserTest, closeWindow, openWindow, PHONE } from './browser.ts';

browserTest('a refused slip stays chosen, and the choice records it for another order of its transfer', async () => {
  const shop = await openShop();
  const [first, second] = [
    await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], UNPAID),
    await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], UNPAID),
  ];
  const slip = { name: 'slip.jpg', mimeType: 'image/jpeg', buffer: await slipPicture(slipCode('A1', '014')) };
  const page = await openWindow(shop, { account: {}, language: 'en', size: PHONE, isDark: true });
  const form = page.locator('#act-payments');
  for (const { id } of [first, second]) {
    await page.goto(`/office/orders/${id}`);
    await page.locator('#payments summary', { hasText: 'Mark as paid' }).click();
    await form.locator('[type=file]').setInputFiles(slip);
    await form.locator('[type=submit]').last().click();
    await page
      .getByText(id === first.id ? 'Payment recorded' : 'Not saved')
      .first()
      .waitFor();
  }
  await assertNoViolations(page);
  await assertNoOverflow(page);
  await form.getByLabel('This transfer also pays order #2').check();
  await form.locator('[type=submit]').last().click();
  await page.getByText('Part of one transfer with').waitFor();
  const [payment] = paymentDetails(shop.ctx.db, second.id);
  assert.deepEqual([payment?.status, payment?.reference, payment?.slipType], ['confirmed', 'A1', 'image/jpeg']);
  await assertNoViolations(page);
  await assertNoOverflow(page);
  await closeWindow(page);
});
