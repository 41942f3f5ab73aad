import assert from 'node:assert/strict';
import { putBankAccount } from '../../src/domain/bank-accounts.ts';
import { buyerLinkOf, makeBuyerLink, tokenOf } from '../../src/domain/orders/buyer-links.ts';
import { byCommand } from '../../src/domain/orders/history.ts';
import { existingOrder } from '../../src/domain/orders/order.ts';
import { placeOrder } from '../order-steps.ts';
import { photo } from '../sample-photos.ts';
import { cafe, openShop } from '../support.ts';
import { browserTest, closeWindow, DESK, openWindow, overflows, PHONE, saveScreenshot, violations } from './browser.ts';

async function openLinkedOrder() {
  const shop = await openShop({ stores: [cafe({ settings: { promptpay_id: '0899999999' } })] });
  const { id } = await placeOrder(shop, [{ sku: 'LAT-H', qty: 2 }]);
  await shop.ctx.write((tx) => makeBuyerLink(tx, id, 30, byCommand(shop.now())));
  const link = buyerLinkOf(shop.ctx.db, id, shop.now()) ?? assert.fail();
  const { storeId } = existingOrder(shop.ctx.db, id);
  return { shop, storeId, address: `/o/${tokenOf(shop.ctx.db, link)}` };
}

for (const [language, size] of [
  ['th', PHONE],
  ['en', DESK],
] as const)
  browserTest(`a buyer can send a payment slip without JavaScript (${language})`, async () => {
    const { shop, address } = await openLinkedOrder();
    const isDark = language === 'en';
    const page = await openWindow(shop, { language, size, isDark, javaScript: false });
    await page.goto(address);
    await saveScreenshot(page, `buyer-${language}`);
    await page.setInputFiles('[type=file]', {
      name: 'a.png',
      mimeType: 'image/png',
      buffer: await photo({ as: 'png' }),
    });
    await page.click('button[type=submit]');
    assert.equal(await page.locator('[role=status]').count(), 1);
    await saveScreenshot(page, `buyer-sent-${language}`);
    await page.click('header a');
    assert.equal(await page.getAttribute('html', 'lang'), language === 'th' ? 'en' : 'th');
    await closeWindow(page);
    const scripted = await openWindow(shop, { language, size, isDark });
    await scripted.goto(address);
    assert.deepEqual([...(await overflows(scripted)), ...(await violations(scripted))], []);
    await closeWindow(scripted);
  });

browserTest('the buyer’s page copies an account number and shows the chosen file and its name', async () => {
  const { shop, storeId, address } = await openLinkedOrder();
  await shop.ctx.write((tx) =>
    putBankAccount(tx, storeId, { bank: '004', number: '123-4-56789-0', name: 'บจก. กาแฟ' }),
  );
  const page = await openWindow(shop, { language: 'th', size: PHONE });
  await page.goto(address);
  await page.click('.copy');
  await page.locator('.copy', { hasText: 'คัดลอกแล้ว' }).waitFor();
  const slip = { name: 'a.png', mimeType: 'image/png', buffer: await photo({ as: 'png' }) };
  await page.setInputFiles('[type=file]', slip);
  assert.equal(await page.locator('.file-name').innerText(), 'a.png');
  const preview = page.getByRole('img', { name: 'a.png' });
  await preview.waitFor();
  await saveScreenshot(page, 'buyer-chosen');
  assert.deepEqual([...(await overflows(page)), ...(await violations(page))], []);
  await page.setInputFiles('[type=file]', {
    name: 'b.heic',
    mimeType: 'image/heic',
    buffer: Buffer.from('no picture'),
  });
  await preview.waitFor({ state: 'detached' });
  assert.equal(await page.locator('.file-name').innerText(), 'b.heic');
  await closeWindow(page);
});
