import assert from 'node:assert/strict';
import { enterCounts, startCount } from '../../src/domain/stock/counts.ts';
import { addVariants, documentDefaults, roastery, runStep } from '../stock-steps.ts';
import { openShop } from '../support.ts';
import { browserTest, closeWindow, openWindow, PHONE, violations } from './browser.ts';

browserTest(
  'on a phone, a long count sheet opens at the top, stays in place when a line changes and shows its commit button',
  async () => {
    const shop = await openShop({ stores: [roastery()] });
    const variants = await addVariants(shop, 12);
    await runStep(shop, (tx, now) => {
      const lines = variants.map((variantId) => ({ variantId, counted: 2 }));
      enterCounts(tx, startCount(tx, documentDefaults(shop), now), lines);
    });
    const page = await openWindow(shop, { account: { store: 'cafe' }, size: PHONE });
    await page.goto('/office/stock/counts/1');
    assert.equal(await page.locator('#field-scan:focus').count(), 1);
    assert.equal(await page.evaluate('scrollY'), 0);
    const commit = page.locator('.commit-bar [popovertarget]');
    const { y = PHONE.height } = (await commit.boundingBox()) ?? {};
    assert.ok(y < PHONE.height, `${y}`);
    const counted = page.locator('form.counted input[name=counted]').nth(9);
    await counted.scrollIntoViewIfNeeded();
    const top = (await counted.boundingBox())?.y ?? 0;
    await counted.fill('7');
    await page.keyboard.press('Enter');
    await page.getByText('นับได้ 7').first().waitFor({ state: 'attached' });
    assert.equal(await page.evaluate('document.activeElement.name'), 'counted');
    assert.ok(Math.abs(((await counted.boundingBox())?.y ?? 0) - top) < 2);
    await commit.click();
    assert.deepEqual(await violations(page), []);
    await page.locator('.commit [type=submit]').click();
    await page.locator('.notice', { hasText: 'ปรับสต็อก' }).first().waitFor();
    await closeWindow(page);
  },
);
