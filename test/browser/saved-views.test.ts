import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { addSavedView } from '../../src/domain/saved-views.ts';
import type { Id } from '../../src/lib/ids.ts';
import { placeOrder } from '../order-steps.ts';
import { idOf, openShop } from '../support.ts';
import {
  assertNoOverflow,
  assertNoViolations,
  browserTest,
  closeWindow,
  openWindow,
  PHONE,
  saveScreenshot,
} from './browser.ts';

const VIEWS = { flash: 'Flash COD เชียงใหม่และลำพูน', jnt: 'Facebook ยังไม่โอน', kex: 'LINE ยอดสูง' };

async function openList() {
  const shop = await openShop();
  await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  const owner = { storeId: idOf(shop.ids.id), accountId: 1 as Id };
  await shop.ctx.write((tx) => {
    for (const [courier, name] of Object.entries(VIEWS))
      addSavedView(tx, { ...owner, list: 'orders', name, search: `?courier=${courier}`, isShared: true }, shop.now());
  });
  return shop;
}

const tabsFit = (page: Page) =>
  page.evaluate(
    '(() => { const row = document.querySelector("nav.tabs"); return row.scrollWidth <= row.clientWidth; })()',
  );

browserTest('saved views that do not fit beside the tabs of the order list are in the menu of the row', async () => {
  const shop = await openList();
  const page = await openWindow(shop, { account: {} });
  await page.goto('/office/orders?courier=flash');
  const tab = (name: string) => page.locator('nav.tabs').getByRole('link', { name });
  await tab(VIEWS.flash).waitFor();
  assert.equal(await tabsFit(page), true);
  assert.equal(await tab(VIEWS.kex).count(), 0);
  await assertNoOverflow(page);
  await page.locator('.tab-row > .menu > summary').click();
  await assertNoViolations(page);
  await saveScreenshot(page, 'saved-views');
  await page.locator('.tab-row > .menu').getByRole('link', { name: VIEWS.kex }).click();
  await page.waitForURL(/courier=kex/);
  await tab(VIEWS.kex).waitFor();
  assert.equal(await tabsFit(page), true, 'the tabs make room for the current view');
  await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await page.locator('nav.tabs .count', { hasText: '2' }).waitFor();
  assert.equal(await tabsFit(page), true, 'also after the page has refreshed itself');
  await closeWindow(page);
});

browserTest('on a phone, the tabs and views of the order list scroll in their row', async () => {
  const page = await openWindow(await openList(), { account: {}, size: PHONE });
  await page.goto('/office/orders');
  assert.equal(await page.locator('nav.tabs').getByRole('link', { name: VIEWS.kex }).count(), 1);
  await closeWindow(page);
});

browserTest('the form that saves a view has the focus in the name', async () => {
  const page = await openWindow(await openShop(), { account: {}, language: 'en' });
  await page.goto('/office/orders?cod=yes');
  await page.getByText('Save view').first().click();
  await page.waitForFunction('document.activeElement.name === "name"');
  await closeWindow(page);
});
