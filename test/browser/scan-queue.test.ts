import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { existingOrder } from '../../src/domain/orders/order.ts';
import { startCount } from '../../src/domain/stock/counts.ts';
import { placeOrder } from '../order-steps.ts';
import { bookOrder } from '../shipment-steps.ts';
import { documentDefaults, roastery, runStep } from '../stock-steps.ts';
import { openShop } from '../support.ts';
import {
  assertNoOverflow,
  assertNoViolations,
  browserTest,
  closeWindow,
  openWindow,
  PHONE,
  saveScreenshot,
} from './browser.ts';
import { slowConnection } from './slow-connection.ts';
import { scan } from './user-actions.ts';

// Scanners type faster than a slow connection answers.

const staff = { account: { role: 'staff', store: 'cafe' }, language: 'en' } as const;

async function packing(
  products = [
    { sku: 'LAT-H', qty: 9 },
    { sku: 'LAT-I', qty: 9 },
  ],
) {
  const shop = await openShop();
  const order = await placeOrder(shop, products);
  await bookOrder(shop, order);
  const page = await openWindow(shop, staff);
  await page.goto(`/office/orders/${order.id}/pack`);
  return { shop, order, page };
}

const field = (page: Page) => page.locator('#field-code');
const note = (page: Page, text: string) => page.locator('.scan-notes').getByText(text);
const progress = (page: Page, text: string) => page.locator('.action-bar p', { hasText: text }).waitFor();

browserTest('eighteen fast scans are counted in order, and the message about a wrong code stays visible', async () => {
  const { page } = await packing();
  const { codes, answer } = await slowConnection(page);
  const scanned = Array.from({ length: 18 }, (_, i) => (i === 7 ? 'SV-900' : i % 2 === 0 ? 'LAT-H' : 'LAT-I'));
  for (const code of scanned) {
    await scan(page, code);
    assert.equal(await field(page).inputValue(), '');
  }
  await note(page, 'Sending 18 codes').waitFor();
  await answer(18);
  await progress(page, '17 of 18');
  assert.deepEqual(codes, scanned);
  assert.deepEqual(await page.locator('.scan-notes p').allInnerTexts(), ['SV-900 is not in this order']);
  await assertNoViolations(page);
  await page.setViewportSize(PHONE);
  await assertNoOverflow(page);
  await saveScreenshot(page, 'scan-refused');
  await scan(page, 'LAT-I');
  assert.equal(await page.locator('.scan-notes p').count(), 0);
  await answer();
  await page.getByText('Order packed').first().waitFor();
  await closeWindow(page);
});

browserTest('a code that is half typed when the page changes can be completed on the next page', async () => {
  const { page } = await packing();
  const { codes, answer } = await slowConnection(page);
  await scan(page, 'LAT-H');
  await page.keyboard.type('LAT');
  await answer();
  await progress(page, '1 of 18');
  await page.keyboard.type('-I');
  assert.equal(await field(page).inputValue(), 'LAT-I');
  await page.keyboard.press('Enter');
  const answered = answer(10);
  const scanned = ['LAT-H', 'LAT-I', ...Array.from({ length: 9 }, (_, i) => (i % 2 === 0 ? 'LAT-H' : 'LAT-I'))];
  for (const code of scanned.slice(2)) await scan(page, code);
  await answered;
  await progress(page, '11 of 18');
  assert.deepEqual(codes, scanned);
  await closeWindow(page);
});

browserTest('codes wait while there is no connection and are sent when it is back', async () => {
  const { page } = await packing();
  const { codes, next, answer } = await slowConnection(page);
  for (const code of ['LAT-H', 'LAT-I', 'LAT-H']) await scan(page, code);
  await (await next()).abort();
  await note(page, 'You are offline. Codes waiting: 3').waitFor();
  await saveScreenshot(page, 'scan-offline');
  await page.evaluate('dispatchEvent(new Event("online"))');
  await answer(3);
  await progress(page, '3 of 18');
  assert.deepEqual(codes, ['LAT-H', 'LAT-H', 'LAT-I', 'LAT-H']);
  assert.equal(await page.locator('.scan-notes p').count(), 0);
  await closeWindow(page);
});

browserTest('a scan whose response was lost is counted once, even the last scan of an order', async () => {
  const { page } = await packing([{ sku: 'LAT-H', qty: 2 }]);
  const { next, answer } = await slowConnection(page);
  for (const message of ['1 of 2 packed', 'Order packed']) {
    await scan(page, 'LAT-H');
    const lost = await next();
    await lost.fetch({ maxRedirects: 0 });
    await lost.abort();
    await note(page, 'You are offline').waitFor();
    await page.evaluate('dispatchEvent(new Event("online"))');
    await answer();
    await page.getByText(message).first().waitFor();
  }
  await closeWindow(page);
});

browserTest('codes that follow an unknown order are not sent', async () => {
  const shop = await openShop();
  const page = await openWindow(shop, staff);
  await page.goto('/office/orders/pack');
  const { codes, answer } = await slowConnection(page);
  for (const code of ['77', 'LAT-H', 'LAT-I']) await scan(page, code);
  await answer();
  await note(page, 'Not sent, scan again: LAT-H, LAT-I').waitFor();
  await page.getByText('Order 77 not found').waitFor();
  assert.deepEqual(codes, ['77']);
  await closeWindow(page);
});

browserTest('orders and tracking numbers are scanned in turn', async () => {
  const shop = await openShop();
  const orders = [
    await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]),
    await placeOrder(shop, [{ sku: 'LAT-I', qty: 1 }]),
  ];
  const page = await openWindow(shop, staff);
  await page.goto('/office/orders/numbers');
  const { answer } = await slowConnection(page);
  for (const code of ['1', 'EX123456785TH', '2', 'EX123456799TH']) await scan(page, code);
  await answer(4);
  await page.getByText('EX123456799TH').waitFor();
  const numbers = orders.map(({ id }) => existingOrder(shop.ctx.db, id).shipments[0]?.trackingNumber);
  assert.deepEqual(numbers, ['EX123456785TH', 'EX123456799TH']);
  await closeWindow(page);
});

browserTest('goods that are scanned and typed while the page changes are all received', async () => {
  const shop = await openShop();
  const before = [shop.stock('hot').onHand, shop.stock('iced').onHand];
  const page = await openWindow(shop, { account: { role: 'owner' }, language: 'en' });
  await page.goto('/office/stock/receive');
  const { codes, answer } = await slowConnection(page, 'scan');
  await scan(page, 'LAT-H');
  await scan(page, 'LAT-I');
  await answer();
  await page.getByText('1 item, 1 unit').waitFor();
  await page.locator('#field-qty-0').fill('5');
  await page.locator('#field-note').fill('half a ');
  await answer();
  await page.getByText('2 items, 2 units').waitFor();
  assert.equal(await page.locator('#field-qty-1').inputValue(), '5');
  await page.keyboard.type('word');
  assert.equal(await page.locator('#field-note').inputValue(), 'half a word');
  await page.locator('#field-scan').focus();
  for (const code of ['LAT-I', 'NONE', 'LAT-H']) await scan(page, code);
  await answer(3);
  await note(page, 'No products match “NONE”').waitFor();
  await page.getByText('2 items, 8 units').waitFor();
  await scan(page, 'LAT-I');
  await page.getByRole('button', { name: 'Receive stock' }).click();
  await answer(2);
  await page.getByText('Stock received').first().waitFor();
  assert.deepEqual(codes.slice(0, -1), ['LAT-H', 'LAT-I', 'LAT-I', 'NONE', 'LAT-H', 'LAT-I']);
  assert.deepEqual([shop.stock('hot').onHand, shop.stock('iced').onHand], [(before[0] ?? 0) + 6, (before[1] ?? 0) + 3]);
  await closeWindow(page);
});

browserTest('a scan replaces the previous search, even one without a response', async () => {
  const shop = await openShop();
  const page = await openWindow(shop, staff);
  await page.goto('/office/products');
  await page.locator('#field-q').focus();
  const searched = (url: string) => new URL(url).searchParams.get('q') ?? '';
  await page.route('**/office/products?*', (route) =>
    searched(route.request().url()).startsWith('LOST') ? undefined : route.continue(),
  );
  for (const code of ['LOST-1', 'LOST-2', 'LAT-H']) {
    const search = page.waitForRequest((request) => searched(request.url()) === code);
    await scan(page, code);
    await search;
  }
  await page.waitForURL('**/office/products?*q=LAT-H*');
  await scan(page, 'NONE-3');
  await page.waitForURL('**/office/products?*q=NONE-3*');
  await closeWindow(page);
});

browserTest('leaving the page asks for confirmation while codes wait, and not otherwise', async () => {
  const { page } = await packing();
  const { answer } = await slowConnection(page);
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.message());
    return dialog.dismiss();
  });
  const leave = () => page.locator('main a[href^="/office/orders/"]').first().click();
  await scan(page, 'LAT-H');
  await scan(page, 'LAT-I');
  await leave();
  assert.equal(asked.length, 1);
  await answer(2);
  await progress(page, '2 of 18');
  await leave();
  await page.waitForURL('**/office/orders/pack'); // closing a page that is loading reports errors
  assert.equal(asked.length, 1);
  await closeWindow(page);
});

browserTest('a typed code is sent before the pressed button, even if an error drops the button', async () => {
  const { page } = await packing();
  const { codes, next, answer } = await slowConnection(page);
  const typeAndPress = async () => {
    await page.keyboard.type('LAT-I');
    await page.locator('button[name=one]').first().click();
  };
  await typeAndPress();
  await (await next()).abort();
  await note(page, 'You are offline. Codes waiting: 2').waitFor();
  await page.evaluate('dispatchEvent(new Event("online"))');
  await answer(2);
  await progress(page, '2 of 18');
  await field(page).focus();
  await scan(page, 'SV-900');
  await typeAndPress();
  await answer(2);
  await progress(page, '3 of 18');
  await note(page, 'SV-900 is not in this order').waitFor();
  assert.deepEqual(codes, ['LAT-I', 'LAT-I', '', 'SV-900', 'LAT-I']);
  await closeWindow(page);
});

browserTest('rows with the same code and rows without a code have their own buttons and fields', async () => {
  const shop = await openShop();
  const page = await openWindow(shop, { account: { role: 'owner' }, language: 'en' });
  await page.goto('/office/stock/receive');
  await page.getByText('Paste from a spreadsheet').click();
  await page.locator('#field-pasted').fill('LAT-H 2\nLAT-H 3');
  await page.getByRole('button', { name: 'Add to rows' }).click();
  await page.getByText('2 items, 5 units').waitFor();
  const { next, answer } = await slowConnection(page);
  const pressPlus = (row: number) => page.locator(`button[name=more][value="plus ${row}"]`).click();
  await pressPlus(1);
  const sent = await next();
  await page.locator('#field-qty-0').fill('9');
  await sent.continue();
  await page.getByText('2 items, 6 units').waitFor();
  await page.getByRole('button', { name: 'Add rows' }).click();
  await answer();
  await page.locator('#field-code-4').fill('LAT-I');
  await pressPlus(4);
  await answer();
  await page.getByText('3 items, 15 units').waitFor();
  await closeWindow(page);
});

browserTest('a second click on Save does not press a button of the next page', async () => {
  const shop = await openShop({ stores: [roastery()] });
  await runStep(shop, (tx, now) => startCount(tx, documentDefaults(shop), now));
  const page = await openWindow(shop, { account: { store: 'cafe' }, language: 'en' });
  await page.goto('/office/stock/counts/1');
  await page.getByRole('button', { name: 'Add rows' }).click();
  const { codes, answer } = await slowConnection(page, 'scan');
  await page.locator('#field-scan').focus();
  await scan(page, 'BEANS');
  const save = page.getByRole('button', { name: 'Save to sheet' });
  await save.click();
  await save.click();
  await answer(2);
  await page.getByText('Count sheet saved').first().waitFor();
  await page.locator('#field-scan').focus();
  await scan(page, 'CUP');
  await answer();
  assert.deepEqual(codes, ['BEANS', '', 'CUP']);
  await closeWindow(page);
});
