import assert from 'node:assert/strict';
import { openShop } from '../support.ts';
import { assertNoOverflow, assertNoViolations, browserTest, closeWindow, openWindow, PHONE } from './browser.ts';

browserTest('a chosen price tier changes the search, the lines and the totals at once', async () => {
  const shop = await openShop();
  const page = await openWindow(shop, { account: {}, language: 'en', size: PHONE });
  await page.goto('/office/orders/new');
  const search = page.getByLabel('Search products');
  await search.fill('LAT-H');
  await page.locator(`#found-${shop.ids.variants.hot}`).click();
  await page.locator('#order-sums').getByText('฿65').first().waitFor();
  await search.fill('ร้อน');
  await page.locator('#found').getByText('฿65').waitFor();
  await page.getByLabel('Price tier').selectOption(shop.ids.price_tiers.vip ?? '');
  await page.locator('#order-sums').getByText('฿60').first().waitFor();
  await page.locator('#found').getByText('฿60').waitFor();
  assert.equal(await page.getByLabel('Unit price').getAttribute('placeholder'), '60');
  assert.equal(await page.getByRole('button', { name: 'Apply prices' }).isVisible(), false);
  await assertNoOverflow(page);
  await assertNoViolations(page);
  await closeWindow(page);
});
