import assert from 'node:assert/strict';
import { placeOrder } from '../order-steps.ts';
import { openShop } from '../support.ts';
import { browserTest, closeWindow, openWindow, PHONE } from './browser.ts';

browserTest(
  'on a phone, a menu contains the areas that do not fit in the bar, the language and the sign-out, even without JavaScript',
  async () => {
    const shop = await openShop();
    const page = await openWindow(shop, { account: {}, language: 'en', size: PHONE, javaScript: false });
    await page.goto('/office');
    const reports = page.locator('.side').getByRole('link', { name: 'Reports' });
    assert.equal(await reports.isVisible(), false);
    await page.getByRole('button', { name: 'Menu' }).click();
    await reports.click();
    await page.waitForURL('**/office/reports');
    assert.equal(await reports.isVisible(), false);
    await closeWindow(page);
    const packer = await openWindow(shop, { account: { name: 'ploy', role: 'packer', store: 'cafe' }, size: PHONE });
    await packer.goto('/office');
    const areas = packer.locator('.areas > li > a');
    assert.equal(await areas.last().isVisible(), true, 'the areas of a packer fit');
    await packer.locator('.rest > button').click();
    assert.deepEqual(await packer.locator('.rest a').allInnerTexts(), ['บัญชีของฉัน']);
    await packer.locator('.rest form.language').waitFor();
    await packer.locator('form[action="/office/sign-out"] button').click();
    await packer.waitForURL('**/office/sign-in');
    await closeWindow(packer);
  },
);

for (const language of ['th', 'en'] as const)
  browserTest(`a small desktop shows every tab of the order list (${language})`, async () => {
    const page = await openWindow(await openShop(), { account: {}, language, size: { width: 1024, height: 768 } });
    await page.goto('/office/orders');
    const widths = 'const tabs = document.querySelector("nav.tabs"); [tabs.scrollWidth, tabs.clientWidth]';
    const [needed, shown] = (await page.evaluate(widths)) as [number, number];
    assert.ok(needed <= shown, `${needed} > ${shown}`);
    await closeWindow(page);
  });

browserTest('on a phone, a row of tabs scrolls to its current tab, without a scrollbar', async () => {
  const page = await openWindow(await openShop(), { account: {}, size: PHONE });
  await page.goto('/office/reports/vat');
  const row = 'document.querySelector("nav.tabs")';
  assert.equal(await page.evaluate(`getComputedStyle(${row}).scrollbarWidth`), 'none');
  await page.waitForFunction(`(() => {
    const [tab, row] = ['nav.tabs > [aria-current]', 'nav.tabs'].map((which) => document.querySelector(which).getBoundingClientRect());
    return ${row}.scrollLeft > 0 && tab.left >= row.left && tab.right <= row.right;
  })()`);
  await closeWindow(page);
});

browserTest('a menu near the end of the window opens upwards', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  const page = await openWindow(shop, { account: {}, language: 'en', size: { width: 1280, height: 700 } });
  await page.goto(`/office/orders/${order.id}`);
  await page.evaluate('document.querySelector(".heading").style.marginTop = "450px"');
  const menu = page.locator('.heading details.menu');
  await menu.locator('summary').click();
  const ends = '(menu) => menu.lastElementChild.getBoundingClientRect().bottom <= menu.getBoundingClientRect().top';
  await page.waitForFunction(`(${ends})(document.querySelector('.heading details.menu'))`);
  await closeWindow(page);
});
