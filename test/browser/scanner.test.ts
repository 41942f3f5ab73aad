import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeOrder } from '../order-steps.ts';
import { NEEDS_PDF_TOOLS } from '../pdf-reader.ts';
import { cafe, openShop } from '../support.ts';
import { browserTest, closeWindow, nothingOverflows, noViolations, openWindow, picture, useCamera } from './browser.ts';
import { filmLabels } from './label-video.ts';

const EAN = '8850123456787';
const SMALL_PHONE = { width: 360, height: 740 };

const shopWithBarcodes = () =>
  openShop({
    stores: [
      cafe({
        products: [
          {
            key: 'latte',
            name: 'ลาเต้',
            variants: [
              { key: 'hot', name: 'ร้อน', sku: 'LAT-H', barcodes: [EAN], prices: { retail: '65' }, stock: { bkk: 9 } },
              { key: 'iced', name: 'เย็น', sku: 'LAT-I', prices: { retail: '70' }, stock: { bkk: 9 } },
            ],
          },
        ],
      }),
    ],
  });

if (!NEEDS_PDF_TOOLS.skip) useCamera(await filmLabels([EAN, 'LAT-I']));
else test('the camera scanner', NEEDS_PDF_TOOLS, () => {});

browserTest('the camera packs each label that it sees once, and stays open until the order is packed', async () => {
  const shop = await shopWithBarcodes();
  const order = await placeOrder(shop, [
    { sku: 'LAT-H', qty: 2 },
    { sku: 'LAT-I', qty: 1 },
  ]);
  const page = await openWindow(shop, { account: { role: 'staff', store: 'cafe' }, language: 'en', size: SMALL_PHONE });
  await page.goto(`/office/orders/${order.id}/pack`);
  await page.getByRole('button', { name: 'Scan' }).click();
  await page.getByText('2 of 3 packed').first().waitFor();
  await noViolations(page);
  await nothingOverflows(page);
  await picture(page, 'scanner-packing');
  await page.getByText('Order packed').first().waitFor();
  assert.equal(await page.locator('section.scanner video').count(), 1);
  await page.getByRole('button', { name: 'Close camera' }).click();
  assert.equal(await page.locator('section.scanner').count(), 0);
  await closeWindow(page);
});
