import assert from 'node:assert/strict';
import { openSeller, sendCodOrder } from '../cod-steps.ts';
import { assertNoViolations, browserTest, closeWindow, openWindow, PHONE } from './browser.ts';

async function openParcels(options: { javaScript?: boolean } = {}) {
  const shop = await openSeller();
  for (const [number, amount] of [
    ['EX1', '1590'],
    ['EX2', '65'],
    ['EX3', '70.50'],
  ] as const)
    await sendCodOrder(shop, amount, number, { at: 'delivered' });
  const page = await openWindow(shop, { account: {}, language: 'en', size: PHONE, ...options });
  await page.goto('/office/orders/cod/remit/parcels');
  return page;
}

browserTest(
  'parcels of a payout are selected together, and their sum follows the selection and the typed amounts',
  async () => {
    const page = await openParcels();
    const sum = page.locator('.save-bar output');
    const boxes = page.locator('input[name="chosen"]');
    assert.equal(await sum.innerText(), '0 selected, ฿0 in total');
    await page.getByLabel('Select all').check();
    await sum.getByText('3 selected, ฿1,725.50 in total').waitFor();
    await page.locator('input[name="amount"]').nth(0).fill('60');
    await sum.getByText('3 selected, ฿1,715 in total').waitFor();
    await boxes.nth(1).uncheck();
    await sum.getByText('2 selected, ฿1,650 in total').waitFor();
    assert.equal(await page.getByLabel('Select all').isChecked(), false);
    await assertNoViolations(page);
    await closeWindow(page);
  },
);

browserTest('a click with Shift selects the parcels between two boxes', async () => {
  const page = await openParcels();
  const boxes = page.locator('input[name="chosen"]');
  await boxes.nth(0).click();
  await boxes.nth(2).click({ modifiers: ['Shift'] });
  await page.locator('.save-bar output').getByText('3 selected').waitFor();
  assert.equal(await page.getByLabel('Select all').isChecked(), true);
  await closeWindow(page);
});

browserTest('without JavaScript, the review shows the sum of the parcels', async () => {
  const page = await openParcels({ javaScript: false });
  assert.equal(await page.getByText('Select all').isVisible(), false);
  await page.locator('input[name="chosen"]').nth(0).check();
  await page.locator('input[name="chosen"]').nth(1).check();
  await page.getByRole('button', { name: 'Review payout' }).click();
  await page.getByText('2 parcels, ฿135.50 in total').waitFor();
  await closeWindow(page);
});
