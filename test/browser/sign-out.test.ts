import assert from 'node:assert/strict';
import { openShop } from '../support.ts';
import { browserTest, closeWindow, openWindow } from './browser.ts';

browserTest('signing out clears the pages of other tabs, and the back button shows nothing of the store', async () => {
  const page = await openWindow(await openShop(), { account: {} });
  const other = await page.context().newPage();
  await page.goto('/office/products');
  await other.goto('/office/orders');
  await page.locator('form[action="/office/sign-out"] button').click();
  await page.waitForURL('**/office/sign-in');
  await other.waitForURL('**/office/sign-in');
  await page.goBack();
  await page.waitForURL(/\/office\/sign-in/);
  assert.equal(await page.locator('.side, .office').count(), 0);
  await closeWindow(page);
});
