import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { placeOrder } from '../order-steps.ts';
import { openShop } from '../support.ts';
import { assertNoViolations, browserTest, closeWindow, openWindow } from './browser.ts';

async function openList(orders: number) {
  const shop = await openShop();
  const ids: string[] = [];
  for (let at = 0; at < orders; at += 1) ids.unshift(String((await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }])).id));
  const page = await openWindow(shop, { account: {}, language: 'en' });
  await page.goto('/office/orders');
  return { page, ids };
}

const selected = (page: Page) =>
  page.evaluate(`[...document.querySelectorAll('input[name="ids"]:checked')].map(({ value }) => value)`);

browserTest('a click with Shift selects the rows between two boxes, or deselects them', async () => {
  const { page, ids } = await openList(5);
  const boxes = page.locator('input[name="ids"]');
  await boxes.nth(1).click();
  await boxes.nth(3).click({ modifiers: ['Shift'] });
  assert.deepEqual(await selected(page), ids.slice(1, 4));
  await page
    .locator('td.tick')
    .nth(4)
    .click({ modifiers: ['Shift'], position: { x: 3, y: 3 } });
  assert.deepEqual(await selected(page), ids.slice(1));
  await boxes.nth(0).click({ modifiers: ['Shift'] });
  assert.equal(await page.getByLabel('Select all on this page').isChecked(), true);
  await boxes.nth(2).click();
  await boxes.nth(4).click({ modifiers: ['Shift'] });
  assert.deepEqual(await selected(page), ids.slice(0, 2));
  await closeWindow(page);
});

browserTest('j and k move between the rows of a list, x selects one and Enter opens it', async () => {
  const { page, ids } = await openList(3);
  const focused = () => page.evaluate('document.activeElement.closest("tr")?.id');
  const press = async (key: string) => {
    await page.waitForTimeout(60); // faster keys are treated as a scan
    await page.keyboard.press(key);
  };
  await press('j');
  await press('j');
  assert.equal(await focused(), `order-${ids[1]}`);
  await press('x');
  assert.deepEqual(await selected(page), [ids[1]]);
  await assertNoViolations(page);
  await page.locator('input[name="ids"]').first().click();
  await press('j');
  assert.equal(await focused(), `order-${ids[1]}`, 'a focused checkbox is not a text field');
  await press('k');
  await press('Enter');
  await page.waitForURL(`**/office/orders/${ids[0]}?*`);
  await closeWindow(page);
});
