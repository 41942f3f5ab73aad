import path from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { sql } from '../sql.ts';
import { browserTest, closeWindow, openWindow, PHONE } from './browser.ts';
import { openQuietStore } from './quiet-store.ts';

// Renews the pictures of README and the documentation: npm run pictures.

const FOLDER = path.join(import.meta.dirname, '..', '..', 'src', 'docs', 'pictures');

browserTest('the pictures of the documentation are made', async () => {
  const shop = await openQuietStore();
  const page = await openWindow(shop, { account: { name: 'malee' } });
  const order = shop.ctx.db.get(sql<{ id: number }>('SELECT max(order_id) AS id FROM shipments'));
  await saveScreenshot(page, 'today', '/office');
  await saveScreenshot(page, 'order', `/office/orders/${order?.id}`);
  await saveScreenshot(page, 'products', '/office/products/grid');
  await page.setViewportSize(PHONE);
  await saveScreenshot(page, 'orders-phone', '/office/orders');
  await closeWindow(page);
});

/** Saves the visible part of a page as `pictures/NAME.webp`. */
async function saveScreenshot(page: Page, name: string, address: string): Promise<void> {
  await page.goto(address);
  await page.evaluate('document.fonts.ready.then(() => true)');
  const shot = await page.screenshot({ caret: 'initial' });
  await sharp(shot)
    .webp({ quality: 80, effort: 6 })
    .toFile(path.join(FOLDER, `${name}.webp`));
}
