import assert from 'node:assert/strict';
import { openShop } from '../support.ts';
import { browserTest, closeWindow, openWindow, PHONE } from './browser.ts';

browserTest(
  'leaving the price grid with unsaved changes asks for confirmation, and the save button stays visible',
  async () => {
    const page = await openWindow(await openShop(), { account: {}, size: PHONE });
    const dialogs: string[] = [];
    let answer = false;
    page.on('dialog', async (dialog) => {
      dialogs.push(dialog.type());
      await (answer ? dialog.accept() : dialog.dismiss());
    });
    await page.goto('/office/products/grid');
    const price = page.locator('input[name=price]').first();
    const show = page.locator('form.inline button');
    await show.click();
    await page.waitForURL('**/grid?*');
    assert.deepEqual(dialogs, []);

    await price.fill('99');
    await show.click();
    await page.locator('a.back').click();
    assert.deepEqual(dialogs, ['confirm', 'confirm']);
    assert.equal(await price.inputValue(), '99');
    const bar = await page.locator('.save-bar button').boundingBox();
    const menu = await page.locator('.side nav').boundingBox();
    assert.ok(bar && menu && bar.y > 0 && bar.y + bar.height <= menu.y, JSON.stringify([bar, menu]));

    await page.locator('.save-bar button').click();
    await page.locator('[role=status], .notice').first().waitFor();
    assert.equal(await price.inputValue(), '99');
    assert.equal(dialogs.length, 2);

    answer = true;
    await price.fill('88');
    await page.locator('a.back').click();
    await page.waitForURL('**/office/products');
    assert.deepEqual(dialogs.slice(2), ['confirm']);
    await closeWindow(page);
  },
);
