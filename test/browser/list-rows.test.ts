import assert from 'node:assert/strict';
import { openDemo } from '../demo-shop.ts';
import { browserTest, closeWindow, openWindow, PHONE } from './browser.ts';

browserTest('a tap on a card of a list opens its page, and only there', async () => {
  const { shop } = await openDemo();
  const page = await openWindow(shop, { account: { name: 'seller' }, language: 'en', size: PHONE });
  for (const [list, opened] of [
    ['/orders/pack', /\/orders\/\d+\/pack$/],
    ['/stock', /\/stock\/variants\/\d+$/],
    ['/stock/documents', /\/stock\/(documents|counts)\/\d+$/],
    ['/customers', /\/customers\/\d+$/],
  ] as const) {
    await page.goto(`/office${list}`);
    await page.locator('table.list tbody tr td').last().click();
    await page.waitForURL(opened);
  }
  await page.goto('/office/reports');
  await page.locator('table.list tbody tr td').last().click();
  assert.match(page.url(), /\/reports$/);
  await closeWindow(page);
});
