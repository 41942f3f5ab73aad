import assert from 'node:assert/strict';
import { placeOrder } from '../order-steps.ts';
import { cafe, openShop } from '../support.ts';
import {
  assertNoOverflow,
  assertNoViolations,
  browserTest,
  closeWindow,
  DESK,
  openWindow,
  PHONE,
  SMALL_PHONE,
  saveScreenshot,
} from './browser.ts';

browserTest('the bulk actions take one line, and a button expands the others', async () => {
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
  await page.locator('.bulk > .menu > summary').click();
  await manifest.waitFor();
  assert.equal(await bar(), line);
  await assertNoViolations(page);
  await page.setViewportSize(DESK);
  await page.reload();
  await page.locator('input[name=ids]').check();
  assert.ok((await bar()) < 64);
  assert.equal(await page.locator('.quick [formaction$="/print/pick-list"]').isVisible(), true);
  assert.equal(await manifest.isVisible(), false);
  await page.locator('.bulk > .menu > summary').click();
  await manifest.waitFor();
  await page.locator('h1').click();
  assert.equal(await manifest.isVisible(), false, 'a click elsewhere closes it');
  await closeWindow(page);
});

browserTest('once the page is selected, the bar offers all orders, until a row is unchecked', async () => {
  const shop = await openShop({ stores: [cafe({ settings: { sell_below_zero: true } })] });
  for (let i = 0; i < 51; i += 1) await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  const page = await openWindow(shop, { account: {}, size: SMALL_PHONE, language: 'en' });
  await page.goto('/office/orders');
  const all = page.getByLabel('Select all 51 orders');
  await page.locator('input[name=ids]').first().check();
  assert.equal(await all.isVisible(), false);
  await page.getByLabel('Select all on this page').check();
  await all.check();
  await page.getByText('All 51 orders', { exact: true }).waitFor();
  await assertNoOverflow(page);
  await page.locator('input[name=ids]').first().uncheck();
  await page.locator('.selected-count').waitFor();
  assert.deepEqual([await all.isVisible(), await all.isChecked()], [false, false]);
  assert.equal(await page.evaluate("document.querySelector('[data-select-all]').indeterminate"), true);
  await closeWindow(page);
});

browserTest('a click on a row opens its order, and one beside its checkbox checks it', async () => {
  const shop = await openShop();
  const { id } = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  const page = await openWindow(shop, { account: {} });
  await page.goto('/office/orders?tab=to_pack');
  await page.locator('tbody td.tick').click({ position: { x: 4, y: 50 } });
  assert.equal(await page.locator('input[name=ids]').isChecked(), true);
  await page.locator('tbody td.items-cell').click();
  await page.waitForURL(`**/office/orders/${id}?list=tab%3Dto_pack`);
  await closeWindow(page);
});

for (const javaScript of [true, false])
  browserTest(`orders are tagged in a dialog, ${javaScript ? 'with' : 'without'} JavaScript`, async () => {
    const shop = await openShop();
    await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
    const page = await openWindow(shop, { account: {}, language: 'en', javaScript });
    await page.goto('/office/orders');
    await page.locator('input[name=ids]').check();
    await page.locator('.bulk > .menu > summary').click();
    await page.locator('.bulk').getByRole('button', { name: 'Add tag…' }).click();
    await page.getByRole('dialog', { name: 'Tag selected orders' }).waitFor();
    if (javaScript) await assertNoViolations(page);
    if (javaScript) await saveScreenshot(page, 'tag-dialog');
    await page.keyboard.type('vip');
    await page.keyboard.press('Enter');
    await page.getByText('1 order tagged').waitFor();
    assert.equal(await page.locator('.order-tags').innerText(), 'vip');
    await page.locator('input[name=ids]').check();
    await page.locator('.bulk > .menu > summary').click();
    await page.locator('.bulk').getByRole('button', { name: 'Add tag…' }).click();
    await page.keyboard.type('given up');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Products' }).first().click();
    await page.waitForURL('**/office/products'); // no question about unsaved changes
    await closeWindow(page);
  });
