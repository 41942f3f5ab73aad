import assert from 'node:assert/strict';
import { byCommand } from '../../src/domain/orders/history.ts';
import { markPacked } from '../../src/domain/orders/packing.ts';
import { placeOrder } from '../order-steps.ts';
import { bookOrder } from '../shipment-steps.ts';
import { runStep } from '../stock-steps.ts';
import { openShop, type Shop } from '../support.ts';
import {
  assertNoOverflow,
  assertNoViolations,
  browserTest,
  closeWindow,
  DESK,
  openWindow,
  SMALL_PHONE,
  saveScreenshot,
} from './browser.ts';
import { scan } from './user-actions.ts';

const PACKER = { role: 'packer', store: 'cafe' } as const;

/** Packed parcels with these tracking numbers, each of an order of its own. */
async function packedParcels(shop: Shop, numbers: readonly string[], shippingType = 'flash'): Promise<void> {
  for (const trackingNumber of numbers) {
    const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], { shipping_type: shippingType });
    await bookOrder(shop, order, { trackingNumber });
    await runStep(shop, (tx, now) => markPacked(tx, order.id, byCommand(now)));
  }
}

browserTest('a scanner hands over parcel after parcel without a pause, and says which code is wrong', async () => {
  const shop = await openShop();
  await packedParcels(shop, ['TH1', 'TH2', 'TH3']);
  const page = await openWindow(shop, { account: PACKER, language: 'en' });
  await page.goto('/office/orders/hand-over');
  for (const code of ['TH1', 'TH2', 'WRONG']) await scan(page, code);
  await page.getByText('No parcel found for WRONG').waitFor();
  await scan(page, 'TH3');
  await page.getByText('Handed over #3 TH3 · 3 today, 0 awaiting handover').waitFor();
  assert.equal(await page.locator('#field-code').inputValue(), '');
  await closeWindow(page);
});

browserTest('on a small phone a parcel is handed over and taken back without JavaScript', async () => {
  const shop = await openShop();
  await packedParcels(shop, ['TH1', 'TH2']);
  await packedParcels(shop, ['EX123456785TH'], 'ems');
  const page = await openWindow(shop, { account: PACKER, language: 'en', size: SMALL_PHONE, javaScript: false });
  await page.goto('/office/orders/hand-over?courier=flash');
  await page.locator('#field-code').fill('EX123456785TH');
  await page.getByRole('button', { name: 'Hand over', exact: true }).click();
  await page.getByText(/ships with .*EMS.*, not with Flash/).waitFor();
  await page.locator('#field-code').fill('TH1');
  await page.getByRole('button', { name: 'Hand over', exact: true }).click();
  await page.getByText('Handed over #1 TH1 · 1 today, 1 awaiting handover').waitFor();
  await page.getByRole('button', { name: 'Undo handover of TH1' }).click();
  await page.getByText('Handover of TH1 undone').waitFor();
  await closeWindow(page);
});

for (const [language, size, isDark] of [
  ['th', SMALL_PHONE, false],
  ['en', DESK, true],
] as const)
  browserTest(`the handover page is accessible (${language}, ${size.width} px)`, async () => {
    const shop = await openShop();
    await packedParcels(shop, ['TH1', 'TH2', 'TH3']);
    await packedParcels(shop, ['EX123456785TH'], 'ems');
    const page = await openWindow(shop, { account: PACKER, language, size, isDark });
    await page.goto('/office/orders/hand-over');
    await scan(page, 'TH2');
    await page.getByText('#2 TH2 ·').waitFor();
    await saveScreenshot(page, `hand-over-${language}`);
    await scan(page, 'TH2');
    await page.locator('#field-code[aria-invalid=true]').waitFor();
    await saveScreenshot(page, `hand-over-refused-${language}`);
    await page.locator('details > summary').last().click();
    await assertNoViolations(page);
    await assertNoOverflow(page);
    await closeWindow(page);
  });
