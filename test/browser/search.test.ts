import assert from 'node:assert/strict';
import { placeOrder } from '../order-steps.ts';
import { openShop } from '../support.ts';
import { browserTest, closeWindow, nothingOverflows, noViolations, openWindow, PHONE, picture } from './browser.ts';

browserTest('Ctrl-K, slash, n and the question mark work, but not while typing', async () => {
  const shop = await openShop();
  const { id } = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  const page = await openWindow(shop, { account: {}, language: 'en', isDark: true });
  const dialog = page.locator('#search-dialog');
  await page.goto('/office/orders');
  await page.keyboard.press('Control+k');
  await dialog.getByRole('option', { name: 'Create order' }).waitFor();
  await page.keyboard.type('#1');
  await dialog.getByRole('option', { name: '#1' }).waitFor();
  await page.keyboard.press('ArrowDown');
  assert.equal(await dialog.locator('.picked').getAttribute('aria-selected'), 'true');
  await noViolations(page);
  await nothingOverflows(page);
  await picture(page, 'search-dialog');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/office/orders/${id}`);

  await page.goto('/office/orders');
  await page.keyboard.press('/');
  await page.keyboard.type('n?');
  assert.equal(await page.locator('#field-q').inputValue(), 'n?');
  assert.equal(await dialog.isVisible(), false);
  await page.locator('#field-q').blur();
  await page.waitForTimeout(60); // keys in a burst come from a scanner
  await page.keyboard.press('?');
  await page.locator('#shortcuts-dialog table').waitFor();
  await noViolations(page);
  await page.keyboard.press('Escape');
  await page.locator('#shortcuts-dialog').waitFor({ state: 'hidden' });
  await page.waitForTimeout(60);
  await page.keyboard.press('n');
  await page.waitForURL('**/office/orders/new');
  await closeWindow(page);
});

browserTest('on a phone a button opens the search, and Escape closes it', async () => {
  const page = await openWindow(await openShop(), { account: {}, size: PHONE });
  await page.goto('/office/stock');
  await page.locator('.search-link').click();
  await page.locator('#search-dialog [role=option]').first().waitFor();
  await noViolations(page);
  await nothingOverflows(page);
  await picture(page, 'search-dialog-phone');
  await page.keyboard.press('Escape');
  await page.locator('#search-dialog').waitFor({ state: 'hidden' });
  await closeWindow(page);
});
