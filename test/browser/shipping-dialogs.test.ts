import assert from 'node:assert/strict';
import { byCommand } from '../../src/domain/orders/history.ts';
import { existingOrder } from '../../src/domain/orders/order.ts';
import { moveShipment } from '../../src/domain/orders/shipments/move.ts';
import { placeOrder } from '../order-steps.ts';
import { bookOrder, pickUpShipment } from '../shipment-steps.ts';
import { runStep } from '../stock-steps.ts';
import { openShop } from '../support.ts';
import { assertNoViolations, browserTest, closeWindow, openWindow, PHONE } from './browser.ts';

browserTest('a tracking number is added in a dialog, also without JavaScript', async () => {
  const shop = await openShop();
  for (const javaScript of [true, false]) {
    const { id } = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
    const page = await openWindow(shop, {
      account: { name: javaScript ? 'malee' : 'ploy' },
      language: 'en',
      size: PHONE,
      javaScript,
    });
    await page.goto(`/office/orders/${id}`);
    const dialog = page.getByRole('dialog', { name: 'Add tracking number' });
    await page.locator('#shipping').getByRole('button', { name: 'Add tracking number' }).click();
    await dialog.waitFor();
    assert.equal(await page.evaluate('document.activeElement.name'), 'tracking_number');
    if (javaScript) await assertNoViolations(page);
    await dialog.getByLabel('Tracking number').fill(`EX${id}`);
    await dialog.getByRole('button', { name: 'Add tracking number' }).click();
    await page.locator('#shipping').getByText(`EX${id}`, { exact: true }).waitFor();
    assert.equal(existingOrder(shop.ctx.db, id).shipments[0]?.trackingNumber, `EX${id}`);
    await closeWindow(page);
  }
});

browserTest('the list of returns opens the dialog that restocks an order', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  const { result: parcel } = await bookOrder(shop, order, { trackingNumber: 'EX1' });
  await pickUpShipment(shop, parcel);
  await runStep(shop, (tx, now) => moveShipment(tx, parcel.id, 'returned', byCommand(now)));
  const page = await openWindow(shop, { account: {}, language: 'en' });
  await page.goto('/office/orders?tab=returning');
  await page.getByRole('link', { name: 'Restock', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Restock' });
  await dialog.waitFor();
  await assertNoViolations(page);
  await dialog.getByRole('button', { name: 'Restock' }).click();
  await page.locator('#states').getByText('Restocked').waitFor();
  await closeWindow(page);
});
