import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { openShop } from '../support.ts';
import { assertNoViolations, browserTest, closeWindow, openWindow, PHONE, saveScreenshot } from './browser.ts';
import { slowConnection } from './slow-connection.ts';

// src/office/browser/unsaved-changes.js

const LANGUAGE = 'form.language button';

async function typeOrder(page: Page): Promise<void> {
  await page.goto('/office/orders/new');
  await page.locator('#more-rows').click();
  await page.locator('input[name=sku]').nth(1).waitFor();
  await page.locator('input[name=sku]').nth(1).fill('LATTE');
  await page.locator('input[name=qty]').nth(1).fill('3');
  await page.locator('input[name=name]').fill('สมชาย ใจดี');
}

async function hasOrder(page: Page): Promise<void> {
  assert.equal(await page.locator('input[name=name]').inputValue(), 'สมชาย ใจดี');
  assert.deepEqual(
    await page
      .locator('input[name=qty]')
      .evaluateAll((all) => all.map((field) => (field as unknown as { value: string }).value)),
    ['', '3'],
  );
}

browserTest('a half-typed order stays when the language is switched and switched back', async () => {
  const page = await openWindow(await openShop(), { account: {}, size: PHONE });
  await typeOrder(page);
  for (const language of ['en', 'th']) {
    await page.locator('.rest > button').click();
    await page.locator(LANGUAGE).click();
    await page.locator(`html[lang=${language}]`).waitFor();
    await hasOrder(page);
    assert.equal(await page.locator('.error, .notice.bad').count(), 0, 'an order that was not submitted has no errors');
  }
  await closeWindow(page);
});

browserTest('leaving a half-typed order asks for confirmation, and only then discards the text', async () => {
  const page = await openWindow(await openShop(), { account: {}, language: 'en' });
  let answer = false;
  const asked: string[] = [];
  page.on('dialog', async (dialog) => {
    asked.push(dialog.message());
    await (answer ? dialog.accept() : dialog.dismiss());
  });
  await typeOrder(page);
  await page.locator('a.back').click();
  assert.deepEqual(asked, ['You have unsaved changes. Leave this page?']);
  await hasOrder(page);
  answer = true;
  await page.locator('a.back').click();
  await page.waitForURL('**/office/orders');
  await page.locator('a.back').waitFor({ state: 'detached' }); // a page that is left before it has come is an error
  await page.goto('/office/orders/new');
  assert.equal(await page.locator('.draft').count(), 0);
  await closeWindow(page);
});

browserTest('text typed before the connection was lost is offered again until it is saved', async () => {
  const shop = await openShop();
  const page = await openWindow(shop, { account: {}, language: 'en', size: PHONE });
  page.on('dialog', (dialog) => dialog.accept());
  await page.goto('/office/products/new');
  await page.locator('input[name=name]').fill('Cold brew');
  await page.context().setOffline(true);
  await page.locator('#page form button[type=submit]').last().click();
  await page.getByText('Your input is kept on this device').waitFor();
  assert.equal(await page.locator('input[name=name]').inputValue(), 'Cold brew');
  await page.context().setOffline(false);

  await page.goto('/office/products/new');
  const notice = await page.getByText('You have an unsaved draft from').innerText();
  assert.match(notice, /draft from \d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d\./);
  await assertNoViolations(page);
  await saveScreenshot(page, 'draft');
  await page.locator('.draft button').first().click();
  await page.locator('form[data-typed]').waitFor();
  assert.equal(await page.locator('input[name=name]').inputValue(), 'Cold brew');
  await page.locator('#page form button[type=submit]').last().click();
  await page.waitForURL(/products\/\d+/);
  await page.goto('/office/products/new');
  assert.equal(await page.locator('.draft').count(), 0, 'a saved form is not offered');
  await closeWindow(page);
});

const ORDER_FORM = '/office/orders/new';

/** The draft that the browser stores, once it has the text. */
const storedDraft = (page: Page, text: string) =>
  page
    .waitForFunction((part) => Object.entries(localStorage).find(([, draft]) => draft.includes(part)), text)
    .then((found) => found.jsonValue());

browserTest('a draft has what a pasted address filled in, and ends with the order that is saved from it', async () => {
  const shop = await openShop();
  const page = await openWindow(shop, { account: {}, language: 'en' });
  page.on('dialog', (dialog) => dialog.accept());
  await page.goto(ORDER_FORM);
  await page.locator('#field-find').fill('LAT-H');
  await page.locator(`#found-${shop.ids.variants.hot}`).click();
  await page.locator('#field-qty-0').waitFor();
  await page.locator('#field-paste').fill('สมชาย ใจดี 0812345678 1 ถ.นิมมาน ต.สุเทพ อ.เมือง จ.เชียงใหม่ 50200');
  await storedDraft(page, '"telephone","0812345678"');
  await page.reload();
  await page.locator('.draft button').first().click();
  await page.locator('form[data-typed]').waitFor();
  const filled = ['name', 'telephone', 'address1'].map((name) => page.locator(`#field-${name}`).inputValue());
  assert.deepEqual(await Promise.all(filled), ['สมชาย ใจดี', '0812345678', '1 ถ.นิมมาน']);

  // The order is saved while the totals of the last change are still awaited.
  const { next } = await slowConnection(page, 'step');
  await page.locator('#field-address1').fill('1 ถ.ห้วยแก้ว');
  const draft = await storedDraft(page, '1 ถ.ห้วยแก้ว');
  const totals = await next();
  await page.getByRole('button', { name: 'Create order' }).click();
  await (await next()).continue();
  await page.waitForURL(/orders\/\d+$/);
  await totals.abort();
  await page.unrouteAll();
  await page.goto(ORDER_FORM);
  assert.equal(await page.locator('.draft').count(), 0, 'a saved order is not offered');

  // Its draft is still there, as if the response was lost.
  await page.evaluate(([key = '', value = '']) => localStorage.setItem(key, value), draft ?? []);
  await page.reload();
  await page.locator('.draft button').first().click();
  await page.getByText('This draft was already saved as order #1').waitFor();
  await page.goto(ORDER_FORM);
  assert.equal(await page.locator('.draft').count(), 0);
  await closeWindow(page);
});

browserTest('a discarded draft is not offered again, and signing out deletes all drafts', async () => {
  const page = await openWindow(await openShop(), { account: {}, language: 'en' });
  page.on('dialog', (dialog) => dialog.accept());
  const typeName = async () => {
    await page.goto('/office/products/new');
    await page.locator('input[name=name]').fill('Cold brew');
    await page.waitForFunction(() => Object.keys(localStorage).length > 0);
  };
  await typeName();
  await page.reload();
  await page.locator('.draft button').last().click();
  await page.reload();
  assert.equal(await page.locator('.draft').count(), 0);
  await typeName();
  await page.goto('/office/me');
  await page.locator('form[action$="sign-out"] button').first().click();
  await page.waitForURL('**/sign-in*');
  assert.equal(await page.evaluate(() => Object.keys(localStorage).length), 0);
  await closeWindow(page);
});

browserTest('a draft is offered only to the account that typed it', async () => {
  const shop = await openShop();
  const page = await openWindow(shop, { account: {}, language: 'en' });
  page.on('dialog', (dialog) => dialog.accept());
  await page.goto('/office/products/new');
  await page.locator('input[name=name]').fill('Cold brew');
  await page.waitForFunction(() => Object.keys(localStorage).length > 0);
  const kept = await page.evaluate(() => Object.entries(localStorage));
  const other = await openWindow(shop, { account: { name: 'somsri' }, language: 'en' });
  await other.goto('/office/products/new');
  await other.evaluate((all) => {
    for (const [key, value] of all) localStorage.setItem(key, value);
  }, kept);
  await other.reload();
  assert.equal(await other.locator('.draft').count(), 0);
  for (const window of [page, other]) await closeWindow(window);
});
