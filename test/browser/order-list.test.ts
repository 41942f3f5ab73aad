import assert from 'node:assert/strict';
import { openDemo } from '../demo-shop.ts';
import { assertNoOverflow, browserTest, closeWindow, DESK, openWindow, PHONE, saveScreenshot } from './browser.ts';

const TALLEST = 64;
const TALLEST_CARD = 116;

const CUT = `(text) => text.scrollWidth > text.clientWidth + 1 || text.scrollHeight > text.clientHeight + 4`;

for (const language of ['th', 'en'] as const)
  browserTest(
    `an order without remarks takes two lines of the list, and only product names are cut (${language})`,
    async () => {
      const { shop } = await openDemo();
      const page = await openWindow(shop, { account: { name: 'seller' }, language, size: DESK });
      for (const path of [
        '/orders',
        '/orders?tab=to_pack',
        '/orders?tab=packed',
        '/orders?tab=booking_failed',
        '/orders?tab=on_the_way',
        '/orders?courier=flash&cod=yes',
      ]) {
        await page.goto(`/office${path}`);
        const tall = await page.evaluate(`[...document.querySelectorAll('table.orders tbody tr')]
        .filter((row) => row.querySelectorAll('.shipping-cell .tag').length === 1
          && row.querySelectorAll('.items-cell > .line').length === 1 && row.offsetHeight > ${TALLEST})
        .map((row) => row.innerText)`);
        assert.deepEqual(tall, [], path);
        const cut = await page.evaluate(`[...document.querySelectorAll(
        'table.orders :is(.variant, .remark, .courier, .tracking, .trouble, .order-tags)')]
        .filter(${CUT}).map((text) => text.innerText)`);
        assert.deepEqual(cut, [], path);
        await assertNoOverflow(page);
        await saveScreenshot(page, `order-list-${language}`);
      }
      const name = page.locator('.items-cell .name').first();
      assert.equal(await name.getAttribute('title'), await name.textContent());
      await closeWindow(page);
    },
  );

for (const language of ['th', 'en'] as const)
  browserTest(`a phone shows six orders without remarks, each with four lines (${language})`, async () => {
    const { shop } = await openDemo();
    const page = await openWindow(shop, { account: { name: 'seller' }, language, size: PHONE });
    await page.goto('/office/orders');
    const tall = await page.evaluate(`[...document.querySelectorAll('table.orders tbody tr')]
      .filter((row) => row.querySelectorAll('.shipping-cell .tag').length === 1 && !row.querySelector('.tracking, .trouble')
        && row.querySelectorAll('.items-cell > .line').length === 1 && row.offsetHeight > ${TALLEST_CARD})
      .map((row) => row.innerText)`);
    assert.deepEqual(tall, []);
    await assertNoOverflow(page);
    await page
      .locator('td.tick')
      .first()
      .click({ position: { x: 3, y: 40 } });
    assert.equal(
      await page.locator('.side nav').isVisible(),
      false,
      'the bulk actions take the place of the navigation',
    );
    const bar = await page.locator('.bulk').boundingBox();
    assert.ok((bar?.y ?? 0) > PHONE.height - 80, JSON.stringify(bar));
    await page
      .locator('td.tick')
      .first()
      .click({ position: { x: 3, y: 40 } });
    assert.equal(await page.locator('.side nav').isVisible(), true);
    await saveScreenshot(page, `order-cards-${language}`);
    await closeWindow(page);
  });

browserTest('the headings of the order list stay visible on a desktop', async () => {
  const { shop } = await openDemo();
  const page = await openWindow(shop, { account: { name: 'seller' }, size: DESK });
  await page.goto('/office/orders');
  await page.locator('table.orders tbody tr').nth(30).scrollIntoViewIfNeeded();
  assert.equal((await page.locator('table.orders thead th').first().boundingBox())?.y, 0);
  await closeWindow(page);
});

browserTest('a card of the order list on a phone shows the whole name and the reason of a failed request', async () => {
  const { shop } = await openDemo();
  const page = await openWindow(shop, { account: { name: 'packer' }, language: 'en', size: PHONE });
  await page.goto('/office/orders?tab=booking_failed');
  const cut = await page.evaluate(`[...document.querySelectorAll('table.orders :is(.name, .trouble, .remark)')]
    .filter((text) => text.scrollWidth > text.clientWidth + 1 && getComputedStyle(text).display !== 'inline')
    .map((text) => text.innerText)`);
  assert.deepEqual(cut, []);
  assert.match(await page.locator('.trouble').first().innerText(), /Request failed: \S+/);
  await assertNoOverflow(page);
  await closeWindow(page);
});
