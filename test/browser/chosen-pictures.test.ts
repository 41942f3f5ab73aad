import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { productDetail } from '../../src/domain/catalogue/product-detail.ts';
import { pictureBytes, pictureNameIn } from '../../src/domain/pictures/store.ts';
import { inspectPicture, photo } from '../sample-photos.ts';
import { idOf, openShop, type Shop } from '../support.ts';
import { browserTest, closeWindow, nothingOverflows, noViolations, openWindow, PHONE, picture } from './browser.ts';

/** Width and height of the product's pictures. */
async function savedSizes(shop: Shop) {
  const product = productDetail(shop.ctx.db, idOf(shop.ids.id), idOf(shop.ids.products.latte));
  const names = product?.pictures.map(({ url }) => pictureNameIn(url) ?? '') ?? [];
  const pictures = names.map((name) => pictureBytes(shop.ctx.db, name, 'full') ?? Buffer.alloc(0));
  return Promise.all(pictures.map(async (bytes) => inspectPicture(bytes).then(({ width, height }) => [width, height])));
}

const file = async (name: string, colour: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await photo({ width: 120, height: 80, colour }),
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
  await noViolations(page);
  await picture(page, 'crop');
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
        .locator('.upload input[type=file]')
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
        await nothingOverflows(page);
        await noViolations(page);
        await picture(page, 'chosen-pictures');
      }
      await page.locator('.upload button[type=submit]').click();
      await page.locator('ol.pictures li').last().waitFor();
      assert.deepEqual(await savedSizes(shop), [[120, 80], javaScript ? [80, 60] : [120, 80]]);
      await closeWindow(page);
    },
  );
