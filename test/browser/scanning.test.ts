import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { derive, MOBILE, orderOf } from '../customer-steps.ts';
import { PASSWORD } from '../office.ts';
import { openShop } from '../support.ts';
import { assertNoViolations, browserTest, closeWindow, openWindow } from './browser.ts';

// A scanner types a code and Enter, into whatever has the focus.

const scan = async (page: Page, code: string) => {
  const answered = page.waitForResponse((response) => isNext(response.request().postData()));
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
  await answered;
};

const isNext = (body: string | null) => new URLSearchParams(body ?? '').get('step') === 'next';

const focused = (page: Page) => page.evaluate('document.activeElement.id') as Promise<string>;

/** Waits for the quantity of the first line. */
const qtyIs = (page: Page, qty: string) => page.locator(`#field-qty-0[value="${qty}"]`).waitFor();

browserTest('a scanner adds products to a new order, and an unknown code is replaced by the next', async () => {
  const shop = await openShop();
  const page = await openWindow(shop, { account: {} });
  await page.goto('/office/orders/new');
  await page.locator('#field-find').focus();
  await scan(page, 'LAT-H');
  await qtyIs(page, '1');
  assert.equal(await focused(page), 'field-find');
  await scan(page, 'LAT-H');
  await qtyIs(page, '2');
  await scan(page, 'NONE');
  await page.locator('#found .muted').waitFor();
  assert.equal(await focused(page), 'field-find');
  await scan(page, 'LAT-I');
  await page.locator('#field-qty-1').waitFor();
  assert.equal(await page.locator('#field-find').inputValue(), '');
  await closeWindow(page);
});

browserTest('search results can be selected with the keyboard', async () => {
  const shop = await openShop();
  const page = await openWindow(shop, { account: {} });
  await page.goto('/office/orders/new');
  await page.locator('#field-find').focus();
  await page.keyboard.type('ลาเต้');
  await page.locator('#found .picked').waitFor();
  const picked = () => page.locator('#found .picked').getAttribute('value');
  const offered = await page
    .locator('#found button')
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('value')));
  assert.equal(await picked(), offered[0]);
  for (const [key, at] of [
    ['ArrowDown', 1],
    ['ArrowDown', 0],
    ['ArrowUp', 1],
  ] as const) {
    await page.keyboard.press(key);
    assert.equal(await picked(), offered[at], key);
  }
  await assertNoViolations(page);
  await page.keyboard.press('Enter');
  await qtyIs(page, '1');
  assert.equal(
    await page.locator('#order-lines [name=variant]').first().inputValue(),
    offered[1]?.slice('add '.length),
  );
  assert.deepEqual([await focused(page), await page.locator('#found').isVisible()], ['field-find', false]);
  await page.locator('#field-qty-0').fill('99');
  await page.locator('#short-0:not(:empty)').waitFor();
  await page.locator('#field-qty-0').fill('1');
  await page.locator('#short-0:not(:empty)').waitFor({ state: 'detached' });
  await page.locator('#field-find').focus();
  await page.keyboard.type('LAT');
  await page.locator('#found li').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  assert.deepEqual(
    [await page.locator('#found').isVisible(), await page.locator('#field-find').inputValue()],
    [false, 'LAT'],
  );
  await closeWindow(page);
});

browserTest('a product found by name is received, and scanning continues', async () => {
  const shop = await openShop();
  const page = await openWindow(shop, { account: { role: 'owner' }, language: 'en' });
  await page.goto('/office/stock/receive');
  const field = page.locator('#field-scan');
  await field.pressSequentially('เย็น');
  await page.locator('#found .picked').waitFor();
  await assertNoViolations(page);
  await page.keyboard.press('Enter');
  await page.getByText('1 item, 1 unit').waitFor();
  assert.equal(await field.inputValue(), '');
  await page.keyboard.type('LAT-H\n');
  await page.getByText('2 items, 2 units').waitFor();
  await page.keyboard.type('เย็น\n'); // Enter comes before the results: a scanner never picks one
  await page.locator('#found .picked').waitFor();
  assert.deepEqual([await field.inputValue(), await page.getByText('2 items, 2 units').count()], ['เย็น', 1]);
  await page.keyboard.press('Enter');
  await page.getByText('2 items, 3 units').waitFor();
  await closeWindow(page);
});

browserTest('a customer found by name fills the recipient of a new order', async () => {
  const shop = await openShop();
  await orderOf(shop, MOBILE);
  await derive(shop);
  const page = await openWindow(shop, { account: {}, language: 'en' });
  await page.goto('/office/orders/new');
  assert.equal(await focused(page), 'field-find');
  await page.locator('#field-name').pressSequentially('สมหญิง');
  await page.getByText('Matching customers').waitFor();
  await assertNoViolations(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByText('Customers with this phone number').waitFor();
  assert.equal(await page.locator('#field-telephone').inputValue(), MOBILE);
  await closeWindow(page);
});

browserTest('a sub-district completes the address of an order, and of the store', async () => {
  const shop = await openShop();
  const page = await openWindow(shop, { account: { role: 'owner' }, language: 'en' });
  for (const path of ['/office/orders/new', '/office/settings/addresses/new', '/office/first-run/store']) {
    await page.goto(path);
    await page.locator('#field-sub_district').fill('');
    await page.locator('#field-sub_district').pressSequentially('สุเทพ');
    await page.locator('#places button').waitFor();
    await assertNoViolations(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const values = ['sub_district', 'district', 'province', 'postal_code'].map((name) =>
      page.locator(`#field-${name}`).inputValue(),
    );
    assert.deepEqual(await Promise.all(values), ['สุเทพ', 'เมืองเชียงใหม่', 'เชียงใหม่', '50200'], path);
    assert.equal(await page.locator('#places').isVisible(), false);
  }
  await closeWindow(page);
});

browserTest('partial updates keep the focus', async () => {
  const shop = await openShop();
  const page = await openWindow(shop, { account: {} });
  await page.goto('/office/orders/new');
  await page.locator('#more-rows').click();
  await page.locator('#field-sku-1').waitFor();
  assert.equal(await focused(page), 'more-rows');
  await page.locator('#field-sku-1').fill('LAT-H');
  await page.locator('#field-qty-1').fill('2');
  await page.locator('.sum-totals').waitFor();
  assert.equal(await focused(page), 'field-qty-1');
  await page.locator('#field-postal_code').fill('50200');
  await page.locator('#field-province[value="เชียงใหม่"]').waitFor();
  assert.equal(await focused(page), 'field-postal_code');
  await closeWindow(page);
});

browserTest('an order typed during an expired session is kept after sign-in', async () => {
  let now = Date.now();
  const shop = await openShop({ now: () => now });
  const page = await openWindow(shop, { account: {} });
  await page.goto('/office/orders/new');
  await page.locator('#field-name').fill('แอน');
  now += 9 * 3_600_000;
  await page.locator('#field-address1').fill('1 ถ.ราชดำเนิน');
  await page.locator('input[name=pending_form]').waitFor({ state: 'attached' });
  await page.locator('[name=name]').fill('malee');
  await page.locator('[name=password]').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.locator('form[action="/office/orders/new"] [type=submit]').click();
  await page.locator('#field-name').waitFor();
  assert.equal(await page.locator('#field-name').inputValue(), 'แอน');
  assert.equal(await page.locator('#field-address1').inputValue(), '1 ถ.ราชดำเนิน');
  await closeWindow(page);
});
