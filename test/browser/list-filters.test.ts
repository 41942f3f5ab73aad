import assert from 'node:assert/strict';
import { placeOrder } from '../order-steps.ts';
import { openShop } from '../support.ts';
import { assertNoOverflow, assertNoViolations, browserTest, closeWindow, openWindow, SMALL_PHONE } from './browser.ts';

browserTest('the filters of a list apply at once, stay unfolded and keep the focus', async () => {
  const shop = await openShop({ now: () => Date.parse('2026-11-26T10:00:00+07:00') });
  await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  const page = await openWindow(shop, { account: {}, size: SMALL_PHONE, language: 'en' });
  await page.goto('/office/orders');
  assert.equal(await page.getByRole('button', { name: 'Search', exact: true }).isVisible(), false);
  await page.locator('.list-filters summary').click();
  await page.getByLabel('Payment type', { exact: true }).focus();
  await page.keyboard.press('ArrowDown');
  await page.locator('.chip').waitFor();
  assert.match(page.url(), /[?&]cod=yes/);
  assert.equal(await page.locator('.list-filters details').getAttribute('open'), '');
  assert.equal(await page.evaluate('document.activeElement.name'), 'cod');
  await page.getByRole('checkbox', { name: 'Overdue' }).check();
  await page.locator('.chip').nth(1).waitFor();
  assert.equal(await page.locator('.list-filters .count').textContent(), '2');
  await assertNoViolations(page);
  await assertNoOverflow(page);
  await page.getByRole('link', { name: 'Clear all' }).first().click();
  await page.locator('.chip').first().waitFor({ state: 'detached' });
  assert.equal(await page.locator('#order-list tbody tr').count(), 1);
  await closeWindow(page);
});

browserTest('a day of the calendar applies at once, a typed date when the focus leaves it', async () => {
  const shop = await openShop({ now: () => Date.parse('2026-11-26T10:00:00+07:00') });
  const page = await openWindow(shop, { account: {}, language: 'en' });
  await page.goto('/office/orders');
  await page.locator('.list-filters summary').click();
  await page.getByLabel('From', { exact: true }).fill('26/11/2026');
  await page.locator('[data-picks-day]').first().click();
  await page.locator('.day-picker').waitFor();
  assert.equal(await page.locator('.chip').count(), 0, 'the calendar belongs to the date');
  await page.locator('.day-picker [aria-pressed]').press('Enter');
  await page.locator('.chip', { hasText: 'From: 26 Nov 2026' }).waitFor();
  await page.getByLabel('To', { exact: true }).fill('27/11/2026');
  await page.getByLabel('Courier', { exact: true }).focus();
  await page.locator('.chip', { hasText: 'To: 27 Nov 2026' }).waitFor();
  await closeWindow(page);
});

browserTest('without JavaScript, a button applies the search and the filters', async () => {
  const shop = await openShop();
  await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  const page = await openWindow(shop, { account: {}, language: 'en', javaScript: false });
  await page.goto('/office/orders');
  assert.equal(await page.getByRole('button', { name: 'Scan' }).isVisible(), false);
  await page.locator('.list-filters summary').click();
  await page.getByLabel('Payment type').selectOption('yes');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.waitForURL(/[?&]cod=yes/);
  assert.equal(await page.locator('#order-list tbody tr').count(), 0);
  await closeWindow(page);
});
