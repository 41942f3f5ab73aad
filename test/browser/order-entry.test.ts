import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
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

/** The id that the search names as its active result, and those of the highlighted results. */
const active = async (page: Page) => ({
  named: await page.getByLabel('Search products').getAttribute('aria-activedescendant'),
  shown: await page.locator('#found .picked').evaluateAll((results) => results.map(({ id }) => id)),
});

browserTest(
  'the active result of the product search is highlighted, also after a refresh, and gone after a click',
  async () => {
    const shop = await openShop();
    const { iced } = shop.ids.variants;
    const page = await openWindow(shop, { account: {}, language: 'en' });
    await page.goto('/office/orders/new');
    const search = page.getByLabel('Search products');
    await search.fill('ลาเต้');
    await page.locator('#found .picked').waitFor();
    await page.keyboard.press('ArrowDown');
    assert.deepEqual(await active(page), { named: `found-${iced}`, shown: [`found-${iced}`] });
    await assertNoViolations(page);
    await page.getByLabel('Price tier').selectOption(shop.ids.price_tiers.vip ?? '');
    await page.locator('#found').getByText('฿60').waitFor();
    await page.locator('#found .picked').waitFor();
    assert.deepEqual(await active(page), { named: `found-${iced}`, shown: [`found-${iced}`] });
    await assertNoViolations(page);
    await page.locator(`#found-${iced}`).click();
    await page.locator('#found ul').waitFor({ state: 'detached' });
    assert.deepEqual(await active(page), { named: null, shown: [] });
    await assertNoViolations(page);
    await search.fill('nothing');
    await page.locator('#found').getByText('No products match').waitFor();
    await assertNoViolations(page);
    await closeWindow(page);
  },
);

browserTest('a result is reached with Tab and added with Enter, then the search has the focus again', async () => {
  const shop = await openShop();
  const page = await openWindow(shop, { account: {}, language: 'en' });
  await page.goto('/office/orders/new');
  const search = page.getByLabel('Search products');
  await search.fill('LAT-H');
  await page.locator('#found .picked').waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('#found').isVisible(), false);
  await search.fill('LAT');
  await page.locator('#found li').nth(1).waitFor();
  const result = page.locator(`#found-${shop.ids.variants.hot}`);
  for (let presses = 0; presses < 3 && !(await result.evaluate((at) => at.matches(':focus'))); presses++)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.locator('#order-sums').getByText('฿65').first().waitFor();
  assert.equal(await search.evaluate((field) => field.matches(':focus')), true);
  assert.equal(await search.inputValue(), '');
  await closeWindow(page);
});
