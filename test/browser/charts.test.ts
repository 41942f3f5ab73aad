import assert from 'node:assert/strict';
import { openBusyDemoStore } from '../busy-demo-store.ts';
import {
  assertNoOverflow,
  assertNoViolations,
  browserTest,
  closeWindow,
  openWindow,
  PHONE,
  saveScreenshot,
} from './browser.ts';

browserTest('the sales chart shows the newest values or those under the pointer, and fits on a phone', async () => {
  const { shop } = await openBusyDemoStore();
  const page = await openWindow(shop, { account: {}, language: 'en', isDark: true });
  await page.goto('/office/reports');
  const canvas = page.locator('.chart canvas');
  await canvas.waitFor();
  const legend = page.locator('.u-legend');
  const newest = await page.locator('details table.report tbody th').first().textContent();
  await legend.filter({ hasText: newest ?? '' }).waitFor();
  assert.match(await legend.innerText(), /฿.*฿/s);
  await page.locator('.u-over').hover({ position: { x: 400, y: 100 } });
  await legend.filter({ hasNotText: newest ?? '' }).waitFor();
  assert.match(await legend.innerText(), /฿.*฿/s);
  await page.mouse.move(0, 0);
  await legend.filter({ hasText: newest ?? '' }).waitFor();
  const font = await page.evaluate('getComputedStyle(document.querySelector(".u-legend")).fontFamily');
  assert.match(String(font), /^Sarabun/);
  await assertNoViolations(page);
  await saveScreenshot(page, 'reports-en');
  await page.getByRole('link', { name: 'By month' }).click();
  await page.waitForURL('**/reports?by=month');
  await canvas.waitFor();
  await closeWindow(page);

  const phone = await openWindow(shop, { account: { name: 'phone' }, size: PHONE });
  await phone.goto('/office/reports?by=week&show=orders');
  await phone.locator('.chart canvas').waitFor();
  await assertNoOverflow(phone);
  await assertNoViolations(phone);
  await saveScreenshot(phone, 'reports-th');
  await closeWindow(phone);
});
