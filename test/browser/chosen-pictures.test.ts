import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { productDetail } from '../../src/domain/catalogue/product-detail.ts';
import { pictureBytes, pictureNameIn } from '../../src/domain/pictures/stored-pictures.ts';
import { placeOrder } from '../order-steps.ts';
import { inspectPicture, photo } from '../sample-photos.ts';
import { idOf, openShop, type Shop } from '../support.ts';
import {
  assertNoOverflow,
  assertNoViolations,
  browserTest,
  closeWindow,
  openWindow,
  PHONE,
  saveScreenshot,
} from './browser.ts';

/** Width and height of the product's pictures. */
async function savedSizes(shop: Shop, productId = idOf(shop.ids.products.latte)) {
  const product = productDetail(shop.ctx.db, idOf(shop.ids.id), productId);
  const names = product?.pictures.map(({ url }) => pictureNameIn(url) ?? '') ?? [];
  const pictures = names.map((name) => pictureBytes(shop.ctx.db, name, 'full') ?? Buffer.alloc(0));
  return Promise.all(pictures.map(async (bytes) => inspectPicture(bytes).then(({ width, height }) => [width, height])));
}

const file = async (name: string, color: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await photo({ width: 120, height: 80, color }),
});

/** Drags the bottom of the crop frame to the middle of the rotated picture. */
async function cropToHalf(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Crop: b.jpg' }).click();
  const stage = await page.locator('.crop .stage').boundingBox();
  assert.ok(stage);
  const [right, bottom] = [stage.x + stage.width - 8, stage.y + stage.height - 8];
  await page.mouse.move(right, bottom);
  await page.mouse.down();
  await page.mouse.move(right, bottom - stage.height / 2, { steps: 4 });
  await page.mouse.up();
  await assertNoViolations(page);
  await saveScreenshot(page, 'crop');
  await page.getByRole('button', { name: 'Done' }).click();
}

for (const javaScript of [true, false])
  browserTest(
    javaScript ? 'chosen pictures can be rotated, cropped and saved' : 'chosen pictures are saved without JavaScript',
    async () => {
      const shop = await openShop();
      const page = await openWindow(shop, { account: {}, size: PHONE, language: 'en', javaScript });
      await page.goto(`/office/products/${shop.ids.products.latte}`);
      await page
        .locator('#page input[name=picture]')
        .setInputFiles([await file('a.jpg', '#27c'), await file('b.jpg', '#2c7')]);
      const shown = page.locator('.chosen-pictures canvas');
      assert.equal(await shown.count(), javaScript ? 2 : 0);
      if (javaScript) {
        await page.getByRole('button', { name: 'Rotate: b.jpg' }).click();
        await cropToHalf(page);
        assert.deepEqual(
          await shown.evaluateAll((all) =>
            (all as { width: number; height: number }[]).map(({ width, height }) => width > height),
          ),
          [true, true],
        );
        await assertNoOverflow(page);
        await assertNoViolations(page);
        await saveScreenshot(page, 'chosen-pictures');
      }
      await page.locator('form[action$="/details"] .save-bar > button[type=submit]').click();
      await page.locator('ol.pictures li').last().waitFor();
      assert.deepEqual(await savedSizes(shop), [[120, 80], javaScript ? [80, 60] : [120, 80]]);
      await closeWindow(page);
    },
  );

browserTest('a chosen slip stays chosen after an error and when the language is switched', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 2 }]);
  const page = await openWindow(shop, { account: {}, size: PHONE, language: 'en' });
  await page.goto(`/office/orders/${order.id}`);
  const form = page.locator('form[action$="/payments/notify"]');
  await page.locator('summary', { hasText: 'Add payment slip' }).click();
  await form.locator('[name=amount]').fill('abc');
  await form.locator('[name=slip]').setInputFiles(await file('slip.jpg', '#27c'));
  await page.getByRole('button', { name: 'Rotate: slip.jpg' }).click();

  await form.locator('button[type=submit]').last().click();
  await form.locator('[name=amount][aria-invalid]').waitFor();
  await page.getByRole('button', { name: 'Rotate: slip.jpg' }).click();
  assert.equal(await form.locator('.file-name').innerText(), 'slip.jpg');

  await page.getByRole('button', { name: 'Menu' }).click();
  await page.locator('form.language button').click();
  await page.locator('html[lang=th]').waitFor();
  await page.getByRole('button', { name: 'หมุนรูป: slip.jpg' }).waitFor();
  assert.equal(await form.locator('[name=turn]').inputValue(), '180');

  await form.locator('[name=amount]').fill('130');
  await form.locator('button[type=submit]').last().click();
  await page.locator('img.slip').first().waitFor();
  assert.equal(await page.locator('.chosen-pictures').count(), 0, 'what was saved is not chosen again');
  await closeWindow(page);
});

browserTest('the pictures of a new product stay chosen, turned and cropped after an error', async () => {
  const shop = await openShop();
  const page = await openWindow(shop, { account: {}, size: PHONE, language: 'en' });
  await page.goto('/office/products/new');
  await page.locator('input[name=picture]').setInputFiles([await file('a.jpg', '#27c'), await file('b.jpg', '#2c7')]);
  await page.getByRole('button', { name: 'Rotate: b.jpg' }).click();
  await cropToHalf(page);
  await page.locator('#page form button[type=submit]').last().click();
  await page.locator('input[name=name][aria-invalid]').waitFor();
  assert.deepEqual(
    await page
      .locator('.chosen-pictures canvas')
      .evaluateAll((all) => (all as { ariaLabel: string }[]).map(({ ariaLabel }) => ariaLabel)),
    ['a.jpg', 'b.jpg'],
  );
  await page.locator('input[name=name]').fill('Cold brew');
  await page.locator('input[name=price]').first().fill('90');
  await page.locator('#page form button[type=submit]').last().click();
  await page.waitForURL(/products\/\d+/);
  const id = idOf(page.url().match(/products\/(\d+)/)?.[1]);
  assert.deepEqual(await savedSizes(shop, id), [
    [120, 80],
    [80, 60],
  ]);
  await closeWindow(page);
});
