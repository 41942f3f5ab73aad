import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { placeOrder } from '../order-steps.ts';
import { openShop } from '../support.ts';
import { browserTest, closeWindow, openWindow } from './browser.ts';

const RECIPIENT = '#recipient';

/** An order page without the clipboard API, as over plain http. */
async function onPlainHttp(): Promise<Page> {
  const shop = await openShop();
  const { id } = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  const page = await openWindow(shop, { account: {}, language: 'en' });
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await page.goto(`/office/orders/${id}`);
  return page;
}

const copyButton = (page: Page) => page.locator(`[data-copies="${RECIPIENT}"]`);

const selected = (page: Page) => page.evaluate<string>('String(getSelection()).trim()');

browserTest('copying works over plain http', async () => {
  const page = await onPlainHttp();
  await copyButton(page).click();
  await page.getByText('Copied', { exact: true }).waitFor();
  assert.equal(await selected(page), (await page.locator(RECIPIENT).innerText()).trim());
  await closeWindow(page);
});

browserTest('without clipboard access the text is selected', async () => {
  const page = await onPlainHttp();
  await page.evaluate('document.execCommand = () => false; undefined');
  await copyButton(page).click();
  await page.getByText('Press Ctrl+C to copy').waitFor();
  assert.equal(await selected(page), (await page.locator(RECIPIENT).innerText()).trim());
  await closeWindow(page);
});
