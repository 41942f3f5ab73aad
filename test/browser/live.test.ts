import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { cancelOrder } from '../../src/domain/orders/close.ts';
import { byCommand } from '../../src/domain/orders/history.ts';
import { placeOrder } from '../order-steps.ts';
import { openShop } from '../support.ts';
import { browserTest, closeWindow, openWindow, violations } from './browser.ts';

// Lists refresh themselves. The test does not wait for the interval: the page also refreshes when it becomes visible.

const LATTE = [{ sku: 'LAT-H', qty: 1 }];

const numbers = (page: Page) => page.locator('#order-list tbody th a').allTextContents();
const news = (page: Page) => page.locator('#order-list-news');

/** Makes the page refresh and waits for the response. */
async function refresh(page: Page): Promise<void> {
  const answered = page.waitForResponse((response) => response.request().headers()['raan-seen'] !== undefined);
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await (await answered).finished();
  await page.waitForFunction(() => true);
}

async function openList() {
  const shop = await openShop();
  const { id } = await placeOrder(shop, LATTE);
  const page = await openWindow(shop, { account: {}, language: 'en' });
  await page.goto('/office/orders');
  return { shop, page, id };
}

browserTest('a new order appears in the list and is announced, and a changed one shows its status', async () => {
  const { shop, page, id } = await openList();
  await placeOrder(shop, LATTE);
  await shop.ctx.write((tx) => cancelOrder(tx, id, 'buyer', byCommand(shop.now())));
  await page.mouse.move(0, 0);
  await refresh(page);
  await page.waitForSelector('tr.new');
  assert.deepEqual(await numbers(page), ['#2', '#1']);
  assert.equal(await news(page).textContent(), '1 new order');
  assert.match((await page.locator('#order-list tbody tr').last().textContent()) ?? '', /Canceled/);
  assert.deepEqual(await violations(page), []);
  await closeWindow(page);
});

browserTest('rows under the pointer do not move until the user shows the new orders', async () => {
  const { shop, page } = await openList();
  await page.hover('#order-list tbody tr');
  await placeOrder(shop, LATTE);
  await placeOrder(shop, LATTE);
  await refresh(page);
  await page.waitForSelector('#order-list-news button');
  assert.deepEqual(await numbers(page), ['#1']);
  assert.equal(await news(page).textContent(), '2 new orders Show');
  await page.click('#order-list-news button');
  await page.waitForSelector('tr.new');
  assert.deepEqual(await numbers(page), ['#3', '#2', '#1']);
  assert.equal(await news(page).textContent(), '');
  await closeWindow(page);
});

browserTest('a list with selected rows does not refresh, and a refresh keeps a half-typed search', async () => {
  const { shop, page } = await openList();
  await page.check('#order-list [name=ids]');
  let asked = 0;
  page.on('request', (request) => {
    if (request.headers()['raan-seen'] !== undefined) asked += 1;
  });
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await page.uncheck('#order-list [name=ids]');
  assert.equal(asked, 0);
  await page.locator('#field-q').fill('สม');
  await page.mouse.move(0, 0);
  await placeOrder(shop, LATTE);
  await refresh(page);
  await page.waitForSelector('tr.new');
  assert.equal(await page.inputValue('#field-q'), 'สม');
  assert.equal(await page.evaluate('document.activeElement.type'), 'search');
  await closeWindow(page);
});
