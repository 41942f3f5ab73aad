import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { existingOrder } from '../../src/domain/orders/order.ts';
import type { Id } from '../../src/lib/ids.ts';
import { baht } from '../amounts.ts';
import { UNPAID } from '../order-page-steps.ts';
import { placeOrder } from '../order-steps.ts';
import { notifyPaymentStep, takePaymentStep } from '../payment-steps.ts';
import { slipCode, slipPicture } from '../slip-pictures.ts';
import { tamper } from '../sql.ts';
import { openShop, type Shop } from '../support.ts';
import {
  assertNoOverflow,
  assertNoViolations,
  browserTest,
  closeWindow,
  openWindow,
  PHONE,
  SMALL_PHONE,
} from './browser.ts';

const order = (shop: Shop) => placeOrder(shop, [{ sku: 'LAT-H', qty: 2 }], UNPAID);
const statusOf = (shop: Shop, id: Id): string => existingOrder(shop.ctx.db, id).status;
const isFullSize = async (dialog: Locator) => /full-size/.test((await dialog.getAttribute('class')) ?? '');

browserTest('an order is canceled in a dialog, also without JavaScript', async () => {
  const shop = await openShop();
  const { id } = await order(shop);
  const page = await openWindow(shop, { account: {}, language: 'en', size: PHONE, javaScript: false });
  await page.goto(`/office/orders/${id}`);
  const dialog = page.getByRole('dialog', { name: 'Cancel order' });
  await page.locator('#tools .menu > summary').click();
  await page.getByRole('button', { name: 'Cancel order' }).click();
  await dialog.waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  assert.equal(await dialog.isVisible(), false);
  await page.getByRole('button', { name: 'Cancel order' }).click();
  await dialog.getByRole('button', { name: 'Cancel order' }).click();
  await page.getByText('Order canceled').first().waitFor();
  assert.equal(statusOf(shop, id), 'canceled');
  await closeWindow(page);
});

for (const javaScript of [true, false])
  browserTest(
    `an order is refunded in a dialog with its amount${javaScript ? '' : ', also without JavaScript'}`,
    async () => {
      const shop = await openShop();
      const { id } = await order(shop);
      await takePaymentStep(shop, { id });
      const page = await openWindow(shop, { account: {}, language: 'en', size: SMALL_PHONE, javaScript });
      await page.goto(`/office/orders/${id}`);
      const dialog = page.getByRole('dialog', { name: 'Refund' });
      await page.locator('#payments').getByRole('button', { name: 'Refund' }).click();
      await dialog.waitFor();
      const amount = dialog.getByLabel('Amount');
      assert.equal(await page.evaluate('document.activeElement.id'), 'field-refund-amount');
      assert.equal(await amount.inputValue(), '130');
      await amount.fill('1,030.5');
      const submit = page.locator('#act-refund [type=submit]').last();
      assert.equal(await submit.innerText(), javaScript ? 'Refund ฿1,030.50' : 'Refund');
      if (javaScript) {
        await assertNoViolations(page);
        await assertNoOverflow(page);
      }
      await amount.fill('31');
      await dialog.getByText('Refund to', { exact: true }).click();
      await dialog.getByLabel('Customer’s PromptPay').fill('081-999-1234');
      await dialog.getByLabel('Refund method').selectOption('promptpay');
      await dialog.getByRole('button', { name: 'Show QR code' }).click();
      await page.locator('#refund-qr').getByText('฿31').waitFor();
      await page.locator('#field-refund-amount').fill('30');
      if (javaScript) await page.locator('#refund-qr').getByText('฿30').waitFor();
      await submit.click();
      await page.getByText('Refund recorded').first().waitFor();
      assert.equal(existingOrder(shop.ctx.db, id).refundedAmount, baht('30'));
      await closeWindow(page);
    },
  );

browserTest('the refund dialog shows the amount of chosen items, and which payments are reduced', async () => {
  const shop = await openShop();
  const { id } = await order(shop);
  await takePaymentStep(shop, { id }, '100', 'transfer');
  await takePaymentStep(shop, { id }, '30', 'cash');
  const page = await openWindow(shop, { account: {}, language: 'en' });
  await page.goto(`/office/orders/${id}`);
  await page.locator('#payments').getByRole('button', { name: 'Refund' }).click();
  const dialog = page.getByRole('dialog', { name: 'Refund' });
  await dialog.getByText('A refund of ฿130 (Bank transfer)').waitFor();
  await dialog.getByLabel('Refund method').selectOption('cash');
  await dialog.getByText('A refund of ฿130 (Cash)').waitFor();
  await dialog.getByLabel('Amount').fill('20');
  await dialog.getByText('Cash ฿30: refund ฿20').waitFor();
  await dialog.getByLabel('Amount').fill('131');
  await dialog.getByText('Cash ฿30').waitFor({ state: 'detached' });
  await dialog.getByText('Choose items to refund').click();
  await dialog.getByLabel('ลาเต้ ร้อน (2)').fill('1');
  await dialog.locator('#refund-items .sum').getByText('฿65').waitFor();
  assert.equal(await dialog.getByLabel('Amount').inputValue(), '65');
  assert.equal(await dialog.locator('[type=submit]').last().innerText(), 'Refund ฿65');
  await closeWindow(page);
});

browserTest('the form of an action unfolds below its row of buttons and has the focus', async () => {
  const shop = await openShop();
  const { id } = await order(shop);
  const page = await openWindow(shop, { account: {}, language: 'en' });
  await page.goto(`/office/orders/${id}`);
  const buttons = page.locator('#payments .actions > details > summary');
  await buttons.first().click();
  await page.waitForFunction('document.activeElement.id === "field-payments-amount"');
  const boxes = await Promise.all((await buttons.all()).map((button) => button.boundingBox()));
  const form = await page.locator('#act-payments').boundingBox();
  assert.ok(boxes.length > 1 && boxes.every((box) => box?.y === boxes[0]?.y && Number(form?.y) > Number(box?.y)));
  await closeWindow(page);
});

for (const size of [SMALL_PHONE, undefined])
  browserTest(`a payment is reviewed beside its slip${size ? ' on a phone' : ''}`, async () => {
    const shop = await openShop();
    const { id } = await order(shop);
    const slip = await slipPicture(slipCode('20261126A00000000001'));
    await notifyPaymentStep(shop, { id }, '130', { slip });
    const page = await openWindow(shop, {
      account: {},
      language: 'en',
      ...(size && { size }),
      isDark: size !== undefined,
    });
    await page.goto(`/office/orders/${id}`);
    await page.locator('#tools > button').click();
    const review = page.getByRole('dialog', { name: 'Review payment' });
    await review.locator('img').waitFor();
    await assertNoViolations(page);
    await assertNoOverflow(page);
    await review.locator('img').click();
    assert.equal(await isFullSize(review), true);
    await review.locator('img').click();
    assert.equal(await isFullSize(review), false);
    await review.getByRole('button', { name: 'Confirm payment' }).click();
    await page.getByText('Payment confirmed').first().waitFor();
    assert.equal(existingOrder(shop.ctx.db, id).paymentStatus, 'paid');
    await closeWindow(page);
  });

browserTest('one click makes the payment link and copies it', async () => {
  const shop = await openShop();
  const { id } = await order(shop);
  tamper(shop.ctx, 'UPDATE orders SET channel_id = NULL, external_order_id = NULL');
  const page = await openWindow(shop, { account: {}, language: 'en' });
  Object.assign(shop.ctx.config.listen, { base_url: 'https://shop.example' }); // the server keeps its own origin
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/office/orders/${id}`);
  await page.getByRole('button', { name: 'Copy payment link' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const address = await page.locator('#buyer-link-address').innerText();
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), address);
  await page.locator('#buyer-link .menu > summary').click();
  await page.getByRole('button', { name: 'Revoke link' }).click();
  await page.getByRole('dialog', { name: 'Revoke link' }).getByRole('button', { name: 'Revoke link' }).click();
  await page.getByRole('button', { name: 'Copy payment link' }).waitFor();
  await closeWindow(page);
});
