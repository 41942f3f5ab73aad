import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { placeOrder } from '../order-steps.ts';
import { bookOrder, pickUpShipment } from '../shipment-steps.ts';
import { openShop } from '../support.ts';
import {
  assertNoOverflow,
  browserTest,
  closeWindow,
  openWindow,
  PHONE,
  SMALL_PHONE,
  saveScreenshot,
} from './browser.ts';

/** Pixels: large enough for a finger while the other hand holds a parcel. */
const TOUCH_TARGET = 44;

/** Texts and heights of the visible small buttons that are less high than a touch target. */
const lowButtons = (page: Page) =>
  page.evaluate(`[...document.querySelectorAll('main :is(button, .button).small')]
    .filter((button) => button.checkVisibility() && button.offsetHeight < ${TOUCH_TARGET})
    .map((button) => button.textContent.trim() + ' ' + button.offsetHeight)`);

browserTest(
  'the small buttons of scan pages are touch targets on phones, and the packing list begins on the first screen',
  async () => {
    const shop = await openShop();
    const sent = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
    const { result: parcel } = await bookOrder(shop, sent);
    await pickUpShipment(shop, parcel);
    const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 3 }]);
    const page = await openWindow(shop, { account: { role: 'packer', store: 'cafe' }, size: SMALL_PHONE });
    for (const path of ['hand-over', `${order.id}/pack`, 'pack']) {
      await page.goto(`/office/orders/${path}`);
      await page.locator('[data-scans=each]').waitFor();
      await saveScreenshot(page, `scan-${path.replace('/', '-')}`);
      assert.deepEqual(await lowButtons(page), [], path);
      await assertNoOverflow(page);
    }
    await page.setViewportSize(PHONE);
    const { y = 0 } = (await page.locator('table.to-pack tbody tr').first().boundingBox()) ?? {};
    assert.ok(y > 0 && y < 440, `${y}`);
    await closeWindow(page);
  },
);
