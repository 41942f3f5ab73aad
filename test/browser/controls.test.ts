import assert from 'node:assert/strict';
import { placeOrder } from '../order-steps.ts';
import { openShop } from '../support.ts';
import { browserTest, closeWindow, openWindow, PHONE, violations } from './browser.ts';

// Date and file fields in the language of the page, whatever language the browser has.

browserTest('the keyboard picks a date from a calendar in the language of the page', async () => {
  const shop = await openShop({ now: () => Date.parse('2026-11-26T10:00:00+07:00') });
  const page = await openWindow(shop, { account: {}, language: 'th', size: PHONE });
  await page.goto('/office/orders?from=2026-11-26');
  await page.locator('.list-filters summary').click();
  assert.equal(await page.inputValue('#field-from'), '26 พ.ย. 2569');
  await page.locator('[data-picks-day]').first().press('Enter');
  assert.equal(await page.textContent('.day-picker strong'), 'พฤศจิกายน 2569');
  assert.deepEqual(await violations(page), []);
  for (const key of ['PageDown', 'ArrowLeft', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  assert.equal(await page.inputValue('#field-from'), '1 ม.ค. 2570');
  assert.equal(await page.locator('.day-picker').count(), 0);
  await page.locator('[data-picks-day]').first().click();
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.day-picker').count(), 0);
  await closeWindow(page);
});

for (const [language, month, day, earlier] of [
  ['th', 'มีนาคม 2570', '5 มีนาคม 2570', 'กุมภาพันธ์ 2570'],
  ['en', 'March 2027', '5 March 2027', 'February 2027'],
] as const)
  browserTest(
    `the calendar opens at the typed date and keeps the focus on its previous and next buttons (${language})`,
    async () => {
      const shop = await openShop({ now: () => Date.parse('2026-11-26T10:00:00+07:00') });
      const page = await openWindow(shop, { account: {}, language });
      await page.goto('/office/orders?from=2026-11-26');
      await page.locator('.list-filters summary').click();
      for (const typed of ['5/3/2570', '๕ มี.ค. 70', '5 Mar 2027', '2027-03-05']) {
        await page.fill('#field-from', typed);
        await page.locator('[data-picks-day]').first().press('Enter');
        assert.equal(await page.textContent('.day-picker strong'), month, typed);
        assert.equal(await page.getAttribute('.day-picker [aria-pressed]', 'aria-label'), day, typed);
        await page.keyboard.press('Escape');
      }
      await page.locator('[data-picks-day]').first().press('Enter');
      const next = page.locator('.day-picker header button').last();
      await next.focus();
      for (let i = 0; i < 2; i += 1) await page.keyboard.press('Enter');
      const previous = page.locator('.day-picker header button').first();
      await previous.focus();
      for (let i = 0; i < 3; i += 1) await page.keyboard.press('Enter');
      assert.equal(await page.textContent('.day-picker strong'), earlier);
      await page.keyboard.press('Escape');
      await page.fill('#field-from', 'soon');
      await page.locator('[data-picks-day]').first().press('Enter');
      assert.match((await page.textContent('.day-picker strong')) ?? '', /2026|2569/, 'today');
      await closeWindow(page);
    },
  );

browserTest('without JavaScript, dates can be typed with Buddhist years on a Thai page', async () => {
  const shop = await openShop({ now: () => Date.parse('2026-11-26T10:00:00+07:00') });
  await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  const page = await openWindow(shop, { account: {}, language: 'th', javaScript: false });
  const list = async (from: string) => {
    await page.goto(`/office/orders?${new URLSearchParams({ from })}`);
    return [await page.inputValue('#field-from'), await page.locator('#order-list tbody tr').count()];
  };
  assert.deepEqual(await list('26/11/2569'), ['26 พ.ย. 2569', 1]);
  assert.deepEqual(await list('27/11/69'), ['27 พ.ย. 2569', 0]);
  await closeWindow(page);
});

browserTest('a file field shows in the language of the page which file is chosen', async () => {
  const shop = await openShop();
  const page = await openWindow(shop, { account: {}, language: 'th' });
  await page.goto('/office/products/import');
  assert.match((await page.textContent('.file-face')) ?? '', /เลือกไฟล์ ยังไม่ได้เลือกไฟล์/);
  await page.setInputFiles('[type=file]', { name: 'ราคา.csv', mimeType: 'text/csv', buffer: Buffer.from('sku') });
  assert.equal(await page.textContent('.file-name'), 'ราคา.csv');
  assert.deepEqual(await violations(page), []);
  await closeWindow(page);
});

browserTest('rare actions are in a menu, which Escape or a click elsewhere closes', async () => {
  const page = await openWindow(await openShop(), { account: {}, language: 'en' });
  await page.goto('/office/products');
  const [menu, link] = [
    page.locator('.heading').getByText('More actions'),
    page.getByRole('link', { name: 'Deleted' }),
  ];
  for (const close of [() => page.keyboard.press('Escape'), () => page.locator('h1').click()]) {
    await menu.click();
    await link.waitFor();
    assert.deepEqual(await violations(page), []);
    await close();
    assert.equal(await link.isVisible(), false);
  }
  await menu.click();
  await link.click();
  await page.waitForURL('**/office/products/deleted');
  await closeWindow(page);
});

browserTest('fields of one line are as high as Thai letters with two marks', async () => {
  const page = await openWindow(await openShop(), { account: {}, size: PHONE });
  await page.goto('/office/orders/new');
  const cut = await page.evaluate(`document.fonts.ready.then(() =>
    [...document.querySelectorAll('input:is([type="text"], [type="search"]), select')].flatMap((field) => {
      const context = document.createElement('canvas').getContext('2d');
      const { font, lineHeight } = getComputedStyle(field);
      context.font = font.replace(/[/].*?px/, '');
      const { fontBoundingBoxAscent, actualBoundingBoxAscent } = context.measureText('ปี๊บ เสื้อ ญี่ปุ่น');
      return fontBoundingBoxAscent < actualBoundingBoxAscent || parseFloat(lineHeight) < 28 ? [field.name] : [];
    }))`);
  assert.deepEqual(cut, []);
  await closeWindow(page);
});
