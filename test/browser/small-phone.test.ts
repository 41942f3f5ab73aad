import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { makeBuyerLink } from '../../src/domain/orders/buyer-links.ts';
import { byCommand } from '../../src/domain/orders/history.ts';
import { enterCounts, startCount } from '../../src/domain/stock/counts.ts';
import { baht } from '../amounts.ts';
import { linkTo } from '../buyer-steps.ts';
import { customerOf, MOBILE, orderOf } from '../customer-steps.ts';
import { openDemo } from '../demo-shop.ts';
import { placeOrder } from '../order-steps.ts';
import { confirm, notifyPaymentStep, refund, takePaymentStep } from '../payment-steps.ts';
import { bookOrder } from '../shipment-steps.ts';
import { addVariants, documentDefaults, roastery, runStep } from '../stock-steps.ts';
import { cafe, openShop } from '../support.ts';
import {
  assertNoOverflow,
  assertNoViolations,
  browserTest,
  closeWindow,
  DESK,
  openWindow,
  PHONE,
  SMALL_PHONE,
  saveScreenshot,
} from './browser.ts';

/** The texts of these elements that take more than one line. */
const brokenTexts = (page: Page, selector: string) =>
  page.evaluate(`[...document.querySelectorAll('${selector}')].flatMap((element) => {
    const range = new Range();
    range.selectNodeContents(element);
    const boxes = [...range.getClientRects()].filter(({ height }) => height > 0);
    const isBroken = boxes.some(({ top }) => boxes.some(({ bottom }) => bottom <= top + 4)); // lines overlap a little
    return isBroken ? [element.textContent] : [];
  })`);

browserTest('the customer page fits a small phone if an order shows three long states', async () => {
  const shop = await openShop();
  const order = await orderOf(shop, MOBILE);
  await takePaymentStep(shop, order);
  await refund(shop, order, { amount: baht('10') });
  await bookOrder(shop, order);
  const customer = await customerOf(shop, MOBILE);
  const page = await openWindow(shop, { account: { store: 'cafe' }, size: SMALL_PHONE });
  await page.goto(`/office/customers/${customer?.id}`);
  assert.equal(await page.locator('table.list .tag').count(), 3);
  await saveScreenshot(page, 'small-customer');
  await assertNoOverflow(page);
  await closeWindow(page);
});

/** Controls that are too small for a thumb, by their texts. A checkbox is as large as its label. Links in a text are exempt. */
const smallControls = (page: Page) =>
  page.evaluate(`[...document.querySelectorAll(
    'button, .button, summary, select, textarea, input:not([type=hidden]), nav a, .back, .pager a')]
    .filter((control) => control.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }))
    .flatMap((control) => {
      const { width, height } = (control.matches('[type=checkbox], [type=radio]') && control.labels[0] || control)
        .getBoundingClientRect();
      const isHidden = width <= 1 || height <= 1;
      return isHidden || Math.min(Math.round(width), Math.round(height)) >= 44 ? [] :
        [(control.getAttribute('aria-label') ?? control.textContent) + ' ' + control.outerHTML.slice(0, 80)];
    })`);

browserTest('the pages to pack, to count and of an order have controls for a thumb on a small phone', async () => {
  const { shop } = await openDemo();
  const page = await openWindow(shop, { account: { name: 'thumb' }, size: SMALL_PHONE });
  const check = async (path: string, name: string) => {
    await page.goto(`/office${path}`);
    await saveScreenshot(page, `thumb-${name}`);
    assert.deepEqual(await smallControls(page), [], path);
    await assertNoOverflow(page);
    await assertNoViolations(page);
  };
  const hrefsOf = (selector: string) => page.locator(selector).evaluateAll((links) => links.map((link) => `${link}`));
  await check('/orders/pack', 'station');
  const [packing = '', other = ''] = (await hrefsOf('table.to-pack a')).map((href) => new URL(href).pathname.slice(7));
  for (const path of [packing, `${packing}/missing`, other]) await check(path, path.replaceAll('/', '-'));
  await page.locator('.pack-items button[name=one]').first().click();
  await page.locator('.pack-items button[name=less]').waitFor();
  assert.deepEqual(await smallControls(page), []);
  await check(packing.replace('/pack', ''), 'order');
  await check('/stock/counts', 'counts');
  const [sheet = ''] = (await hrefsOf('table.list th a')).map((href) => new URL(href).pathname.slice(7));
  await check(sheet, 'count');
  await closeWindow(page);
});

browserTest('a long transfer reference wraps on a small phone, also in an error', async () => {
  const shop = await openShop();
  const reference = 'R'.repeat(64);
  const lines = [{ sku: 'LAT-H', qty: 1 }];
  const [first, second] = [await placeOrder(shop, lines), await placeOrder(shop, lines)];
  const { paymentId } = await notifyPaymentStep(shop, first, '65', { reference });
  await confirm(shop, paymentId);
  await notifyPaymentStep(shop, second, '65', { reference: 'A1' });
  const page = await openWindow(shop, { account: {}, size: SMALL_PHONE });
  for (const path of [`/orders/${first.id}`, '/reports/money/day', '/reports/log']) {
    await page.goto(`/office${path}`);
    await page.getByText(reference).first().waitFor();
    await assertNoOverflow(page);
  }
  await page.goto(`/office/orders/${second.id}`);
  await page.evaluate(`{
    const field = document.querySelector('[action*="/transfer"] [name=reference]');
    field.value = '${reference}';
    field.form.requestSubmit();
  }`);
  await page.locator('small.error', { hasText: reference }).waitFor();
  await assertNoOverflow(page);
  await closeWindow(page);
});

browserTest('an address that lacks most of a label stays in its card', async () => {
  const addresses = [{ key: 'shop', is_primary: true, name: 'บ้านกาแฟ', address1: '55 ซอยสุขุมวิท 23' }];
  const shop = await openShop({ stores: [cafe({ addresses })] });
  const page = await openWindow(shop, { account: { store: 'cafe' }, size: DESK });
  await page.goto('/office/settings/addresses');
  assert.equal(await page.locator('.card .tag').count(), 3);
  await assertNoOverflow(page);
  await closeWindow(page);
});

browserTest('amounts on the page of a payment link stay in one line beside a long product name', async () => {
  const name = 'เมล็ดกาแฟอาราบิก้าคั่วกลางจากดอยช้าง เชียงราย ปลูกใต้ร่มไม้ใหญ่';
  const products = [{ key: 'beans', name, variants: [{ key: 'bag', sku: 'BEANS', stock: { bkk: 10 } }] }];
  const shop = await openShop({ stores: [cafe({ products })] });
  const order = await placeOrder(shop, [{ sku: 'BEANS', qty: 8, price: 190 }]);
  await shop.ctx.write((tx) => makeBuyerLink(tx, order.id, 30, byCommand(shop.now())));
  const page = await openWindow(shop, { size: SMALL_PHONE });
  await page.goto(linkTo(shop, order));
  await saveScreenshot(page, 'small-payment-link');
  assert.deepEqual(await brokenTexts(page, '.money'), []);
  await assertNoOverflow(page);
  await closeWindow(page);
});

browserTest('the buttons below a count sheet keep their text in one line on a small phone', async () => {
  const shop = await openShop({ stores: [roastery()] });
  const variants = await addVariants(shop, 2);
  await runStep(shop, (tx, now) => {
    const lines = variants.map((variantId) => ({ variantId, counted: 2 }));
    enterCounts(tx, startCount(tx, documentDefaults(shop), now), lines);
  });
  const page = await openWindow(shop, { account: { store: 'cafe' }, size: SMALL_PHONE });
  await page.goto('/office/stock/counts/1');
  await saveScreenshot(page, 'small-count');
  assert.deepEqual(await brokenTexts(page, '.commit-bar > button'), []);
  await closeWindow(page);
});

for (const language of ['th', 'en'] as const)
  browserTest(`the banner of a demo takes one line of a small phone (${language})`, async () => {
    const { shop } = await openDemo();
    const page = await openWindow(shop, { account: { name: 'visitor' }, size: SMALL_PHONE, language });
    await page.goto('/office/orders');
    await page.locator('.demo-banner a').waitFor();
    const { height = 0 } = (await page.locator('.demo-banner').boundingBox()) ?? {};
    await saveScreenshot(page, `small-demo-${language}`);
    assert.ok(height > 0 && height < 40, `${height}`);
    await assertNoOverflow(page);
    await closeWindow(page);
  });

/** Pairs of visible buttons and links of the page heading that lie on top of each other. */
const overlappingActions = (page: Page) =>
  page.evaluate(`(() => {
    const actions = [...document.querySelectorAll('.heading :is(a, button, summary)')].filter((e) => e.checkVisibility());
    const boxes = actions.map((action) => [action.textContent.trim(), action.getBoundingClientRect()]);
    return boxes.flatMap(([name, a], i) =>
      boxes
        .slice(i + 1)
        .filter(([, b]) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)
        .map(([other]) => name + ' / ' + other));
  })()`);

for (const language of ['th', 'en'] as const)
  browserTest(`no button of a heading lies on another one on a phone (${language})`, async () => {
    const shop = await openShop();
    const order = await orderOf(shop, MOBILE);
    await bookOrder(shop, order);
    const customer = await customerOf(shop, MOBILE);
    const page = await openWindow(shop, { account: { store: 'cafe' }, language });
    for (const size of [SMALL_PHONE, PHONE]) {
      await page.setViewportSize(size);
      for (const path of [`/orders/${order.id}`, `/customers/${customer?.id}`, '/orders', '/orders/cod', '/stock']) {
        await page.goto(`/office${path}`);
        await page.locator('.heading .menu').waitFor();
        assert.deepEqual(await overlappingActions(page), [], `${path} at ${size.width}`);
      }
    }
    await closeWindow(page);
  });

browserTest('the menu of the order list has the actions that a phone has no room for', async () => {
  const shop = await openShop();
  const page = await openWindow(shop, { account: { store: 'cafe' }, language: 'en', size: SMALL_PHONE });
  await page.goto('/office/orders');
  const packing = page.getByRole('link', { name: 'Packing' });
  assert.equal(await packing.isVisible(), false);
  await page.locator('.heading .menu > summary').click();
  await packing.click();
  await page.waitForURL('**/office/orders/pack');
  await page.setViewportSize(DESK);
  await page.goto('/office/orders');
  await packing.waitFor();
  await page.locator('.heading .menu > summary').click();
  assert.equal(await packing.count(), 1);
  await closeWindow(page);
});

browserTest('the tables of the reports have their headings on a small phone', async () => {
  const shop = await openShop();
  const order = await orderOf(shop, MOBILE);
  await takePaymentStep(shop, order);
  const page = await openWindow(shop, { account: { store: 'cafe' }, size: SMALL_PHONE, language: 'en' });
  const headings = (table = page.locator('table.report').first()) => table.locator('thead th:visible').allInnerTexts();
  const headingsOfPeriods = async () => {
    await page.goto('/office/reports');
    const periods = page.locator('details', { hasText: 'All figures by period' });
    await periods.locator('summary').click();
    return headings(periods.locator('table'));
  };
  assert.deepEqual(await headingsOfPeriods(), ['Period', 'Sales', 'Orders', 'Average order value']);
  await refund(shop, order);
  assert.deepEqual(await headingsOfPeriods(), ['Period', 'Sales', 'Net sales', 'Orders']);
  await assertNoOverflow(page);
  await page.goto('/office/reports/money');
  assert.deepEqual(await headings(), ['Day', 'Received', 'Net', 'Received in bank']);
  await assertNoOverflow(page);
  await closeWindow(page);
});

const TWO_LINES = 70;

browserTest('on a small phone, a row of customers, couriers or accounts without a problem has two lines', async () => {
  const { shop } = await openDemo();
  const page = await openWindow(shop, { account: {}, size: SMALL_PHONE });
  for (const path of ['/customers', '/settings/couriers', '/settings/accounts', '/partners']) {
    await page.goto(`/office${path}`);
    const heights = await page.evaluate(
      `[...document.querySelectorAll('table.lines tbody tr:not(:has(.tag.bad))')].map((row) => row.offsetHeight)`,
    );
    assert.ok((heights as number[]).length > 1, path);
    assert.deepEqual(
      (heights as number[]).filter((height) => height > TWO_LINES),
      [],
      path,
    );
    await assertNoOverflow(page);
  }
  await closeWindow(page);
});
