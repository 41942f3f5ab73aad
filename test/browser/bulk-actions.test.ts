import assert from 'node:assert/strict';
import { placeOrder } from '../order-steps.ts';
import { openShop } from '../support.ts';
import { assertNoViolations, browserTest, closeWindow, openWindow, PHONE } from './browser.ts';

browserTest('on a phone the bulk actions take one line and unfold', async () => {
  const shop = await openShop();
  await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  const page = await openWindow(shop, { account: { role: 'staff', store: 'cafe' }, size: PHONE });
  await page.goto('/office/orders');
  await page.locator('input[name=ids]').check();
  const bar = async () => (await page.locator('.bulk').boundingBox())?.height ?? 0;
  const line = await bar();
  assert.ok(line > 0 && line < 64, `${line}`);
  const manifest = page.locator('[formaction$="/print/manifest"]');
  assert.equal(await manifest.isVisible(), false);
  await page.locator('.bulk-more > summary').click();
  await manifest.waitFor();
  assert.equal(await bar(), line);
  await assertNoViolations(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.reload();
  await page.locator('input[name=ids]').check();
  assert.equal(await manifest.isVisible(), true);
  await closeWindow(page);
});
