import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeOrder } from '../order-steps.ts';
import { NEEDS_PDF_TOOLS } from '../pdf-reader.ts';
import { bookOrder, pickUpShipment } from '../shipment-steps.ts';
import { cafe, openShop } from '../support.ts';
import {
  assertNoOverflow,
  assertNoViolations,
  browserTest,
  closeWindow,
  openWindow,
  SMALL_PHONE,
  saveScreenshot,
} from './browser.ts';
import { filmLabels } from './label-video.ts';

const EAN = '8850123456787';
const SLOW = 120_000; // milliseconds; the video plays in real time, however busy the machine is

if (NEEDS_PDF_TOOLS.skip) test('the camera scanner', NEEDS_PDF_TOOLS, () => {});
const camera = NEEDS_PDF_TOOLS.skip ? undefined : await filmLabels([EAN, 'LAT-I']);
const staff = { account: { role: 'staff', store: 'cafe' }, language: 'en', size: SMALL_PHONE, camera } as const;

/** In some browsers, the built-in barcode decoder exists but always fails. */
const BROKEN_DECODER = `window.BarcodeDetector = class {
  static getSupportedFormats = async () => ['ean_13', 'ean_8', 'upc_a', 'code_128', 'qr_code'];
  detect = async () => { throw new Error('Barcode detection service unavailable.'); };
}`;

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

browserTest('the camera packs one item each time a label appears, and stays open until it is closed', async () => {
  const shop = await shopWithBarcodes();
  const order = await placeOrder(shop, [
    { sku: 'LAT-H', qty: 2 },
    { sku: 'LAT-I', qty: 1 },
  ]);
  const page = await openWindow(shop, staff);
  await page.goto(`/office/orders/${order.id}/pack`);
  await page.getByRole('button', { name: 'Scan' }).click();
  await page.getByText('2 of 3 packed').first().waitFor({ timeout: SLOW });
  assert.equal(await page.locator('.scans .bad').count(), 0, 'no code is refused');
  await assertNoViolations(page);
  await assertNoOverflow(page);
  await saveScreenshot(page, 'scanner-packing');
  await page.getByText('Order packed').first().waitFor({ timeout: SLOW });
  assert.equal(await page.locator('section.scanner video').count(), 1);
  await page.getByRole('button', { name: 'Close camera' }).click();
  assert.equal(await page.locator('section.scanner').count(), 0);
  await closeWindow(page);
});

browserTest('the camera receives goods and counts one more each time a label appears', async () => {
  const shop = await shopWithBarcodes();
  const page = await openWindow(shop, staff);
  await page.addInitScript({ content: BROKEN_DECODER });
  await page.goto('/office/stock');
  await page.getByRole('link', { name: 'Receive' }).first().click();
  await page.getByRole('button', { name: 'Scan' }).click();
  await page.getByText(/2 items, ([3-9]|\d\d) units/).waitFor({ timeout: SLOW });
  await assertNoViolations(page);
  await assertNoOverflow(page);
  await saveScreenshot(page, 'scanner-receive');
  await page.getByRole('button', { name: 'Close camera' }).click();
  await saveScreenshot(page, 'receive');
  await page.getByRole('button', { name: 'Receive stock' }).click();
  await page.getByText('Stock received').first().waitFor();
  const [hot, iced] = [shop.stock('hot').onHand, shop.stock('iced').onHand];
  assert.ok(hot + iced >= 9 + 9 + 3, `${hot} + ${iced}`);
  await closeWindow(page);
});

browserTest('the camera finds an order by the label of its parcel, in the order list and for a return', async () => {
  const shop = await shopWithBarcodes();
  for (const trackingNumber of [EAN, 'LAT-I'])
    await bookOrder(shop, await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]), { trackingNumber });
  const page = await openWindow(shop, staff);
  for (const path of ['/office/orders', '/office/stock/return']) {
    await page.goto(path);
    await assertNoOverflow(page);
    await saveScreenshot(page, `scanner${path.replaceAll('/', '-')}`);
    await page.getByRole('button', { name: 'Scan' }).click();
    await page.waitForURL(/[?&]q=(8850123456787|LAT-I)|\/return\/\d+$/, { timeout: SLOW });
    await page.locator(path === '/office/orders' ? 'table.list tbody tr' : 'h1:has-text("#")').waitFor();
    assert.equal(await page.locator('section.scanner').count(), 0, 'the camera is closed');
    await assertNoViolations(page);
  }
  await closeWindow(page);
});

browserTest('the camera warns of the label of an order that is shipped already', async () => {
  const shop = await shopWithBarcodes();
  for (const trackingNumber of [EAN, 'LAT-I']) {
    const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
    const { result } = await bookOrder(shop, order, { trackingNumber });
    await pickUpShipment(shop, result);
  }
  const page = await openWindow(shop, staff);
  await page.goto('/office/orders/pack');
  await page.getByRole('button', { name: 'Scan' }).click();
  await page.locator('.scans .warn').first().getByText('Caution Already shipped').waitFor({ timeout: SLOW });
  await assertNoViolations(page);
  await saveScreenshot(page, 'scanner-warning');
  await page.getByRole('button', { name: 'Close camera' }).click();
  await closeWindow(page);
});
