import assert from 'node:assert/strict';
import { placeOrder } from '../order-steps.ts';
import { openShop } from '../support.ts';
import {
  assertNoOverflow,
  assertNoViolations,
  browserTest,
  closeWindow,
  openWindow,
  PHONE,
  saveScreenshot,
} from './browser.ts';

browserTest('Ctrl-K opens the search dialog, and n and the question mark are plain text while typing', async () => {
  const shop = await openShop();
  const { id } = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  const page = await openWindow(shop, { account: {}, language: 'en', isDark: true });
  const dialog = page.locator('#search-dialog');
  await page.goto('/office/orders');
  await page.keyboard.press('Control+k');
  await dialog.getByRole('option', { name: 'Create order' }).waitFor();
  await page.keyboard.type('#1');
  await dialog.getByRole('option', { name: '#1' }).waitFor();
  const field = dialog.locator('input');
  const { width = 0, height = 0 } = (await field.boundingBox()) ?? {};
  await field.click({ position: { x: width - 24, y: height / 2 } });
  assert.equal(
    await field.inputValue(),
    '#1',
    'the field has no clear button of the browser next to that of the dialog',
  );
  assert.match(await dialog.locator('.picked').innerText(), /^#1 /);
  await assertNoViolations(page);
  await assertNoOverflow(page);
  await saveScreenshot(page, 'search-dialog');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/office/orders/${id}`);

  await page.goto('/office/orders');
  await page.keyboard.press('/');
  await page.keyboard.type('n?');
  assert.equal(await page.locator('#field-q').inputValue(), 'n?');
  assert.equal(await dialog.isVisible(), false);
  await closeWindow(page);
});

browserTest('Ctrl-K finds commands as soon as the page has opened', async () => {
  const page = await openWindow(await openShop(), { account: {}, language: 'en' });
  await page.addInitScript(`document.addEventListener('DOMContentLoaded', () =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyK', key: 'k', ctrlKey: true, bubbles: true })))`);
  await page.goto('/office/orders');
  await page.locator('#search-dialog').getByRole('option', { name: 'Create order' }).waitFor({ timeout: 10_000 });
  await closeWindow(page);
});

interface Key {
  key: string;
  code: string;
  shiftKey?: boolean;
}

const SHIFT: Key = { key: 'Shift', code: 'ShiftLeft', shiftKey: true };
const LAYOUTS = { English: ['/', '?', 'n', 'j'], Thai: ['ฝ', 'ฦ', 'ื', '่'] };

browserTest('slash, the question mark, n and j work with the English and the Thai layout', async () => {
  const shop = await openShop();
  await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  const page = await openWindow(shop, { account: {}, language: 'en' });
  const press = async (...keys: Key[]) => {
    await page.goto('/office/orders');
    await page.evaluate(`for (const key of ${JSON.stringify(keys)})
      document.body.dispatchEvent(new KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true }))`);
  };
  for (const [layout, [slash = '', question = '', n = '', j = '']] of Object.entries(LAYOUTS)) {
    await press({ key: slash, code: 'Slash' });
    assert.equal(await page.evaluate('document.activeElement.id'), 'field-q', layout);
    await press(SHIFT, { key: question, code: 'Slash', shiftKey: true });
    await page.locator('#shortcuts-dialog table').waitFor();
    await press({ key: n, code: 'KeyN' });
    await page.waitForURL('**/office/orders/new');
    await press({ key: j, code: 'KeyJ' });
    assert.equal(await page.evaluate('document.activeElement.textContent'), '#1', layout);
  }
  await closeWindow(page);
});

browserTest('a click outside a dialog closes it, the end of a drag from inside does not', async () => {
  const page = await openWindow(await openShop(), { account: {}, language: 'en' });
  const dialog = page.locator('#shortcuts-dialog');
  await page.goto('/office/orders');
  await page.keyboard.press('?');
  await dialog.locator('table').waitFor();
  await assertNoViolations(page);
  await dialog.locator('table').hover();
  await page.mouse.down();
  await page.mouse.move(5, 5);
  await page.mouse.up();
  assert.equal(await dialog.isVisible(), true);
  await page.mouse.click(5, 5);
  await dialog.waitFor({ state: 'hidden' });
  await closeWindow(page);
});

browserTest('on a phone a button opens the search, and Escape closes it', async () => {
  const page = await openWindow(await openShop(), { account: {}, size: PHONE });
  await page.goto('/office/stock');
  await page.locator('.search-link').click();
  await page.locator('#search-dialog [role=option]').first().waitFor();
  await assertNoViolations(page);
  await assertNoOverflow(page);
  await saveScreenshot(page, 'search-dialog-phone');
  await page.keyboard.press('Escape');
  await page.locator('#search-dialog').waitFor({ state: 'hidden' });
  await closeWindow(page);
});
