import assert from 'node:assert/strict';
import { renderDocs } from '../../src/docs-pages/render-docs.ts';
import { credentials } from '../raw-http.ts';
import { openShop } from '../support.ts';
import { browserTest, closeWindow, DESK, openWindow, overflows, PHONE, saveScreenshot, violations } from './browser.ts';

browserTest('a partner enters its credentials once and creates an order from the API reference', async () => {
  const shop = await openShop();
  const { client_id, client_secret } = credentials(shop);
  const page = await openWindow(shop, { language: 'en', size: PHONE });
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto('/docs');
  assert.equal(await page.locator('.info a[href*="spdx.org"]').count(), 0);
  await page.locator('.btn.authorize').click();
  const client = page.locator('.auth-container', { hasText: 'clientCredentials' });
  await client.getByRole('heading').waitFor();
  assert.equal(await page.evaluate('document.querySelector(".modal-ux-content").scrollTop'), 0);
  assert.equal(await page.evaluate('document.activeElement.dataset.name'), 'clientId');
  await client.locator('input[type=text]').fill(client_id);
  await client.locator('input[type=password]').fill(client_secret);
  await client.getByRole('button', { name: 'Apply given OAuth2 credentials' }).click();
  await client.getByText('Authorized', { exact: true }).waitFor();
  await page.locator('.btn-done').first().click();
  const operation = page.locator('#operations-Orders-createOrder');
  await operation.locator('.opblock-summary-control').click();
  await operation.locator('textarea').fill(JSON.stringify({ ...shop.orderBody(), external_order_id: 'from-docs' }));
  await operation.getByRole('button', { name: 'Execute' }).click();
  await operation.locator('.live-responses-table .response-col_status', { hasText: '200' }).waitFor();
  const { body } = await shop.call('/v1/order/detail', { external_order_id: 'from-docs' });
  assert.equal(body.order.products[0].qty, 1);
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), PHONE.width);
  assert.deepEqual(errors, []);
  await saveScreenshot(page, 'docs');
  await closeWindow(page);
});

browserTest('every page of the documentation is readable on a phone and a desktop, light and dark', async () => {
  const shop = await openShop();
  const page = await openWindow(shop, { language: 'en' });
  const problems: string[] = [];
  const paths = [...renderDocs().map(({ name }) => name), 'search?q=order', 'search?q=nonsense'];
  for (const [i, path] of paths.entries()) {
    await page.goto(`/docs/${path}`);
    const looks = [
      ['light', DESK],
      ['dark', PHONE],
    ] as const;
    for (const [at, [colorScheme, size]] of looks.entries()) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(size);
      await saveScreenshot(page, `docs-${path.replace(/\W/g, '-')}-${colorScheme}`);
      const width = await page.evaluate('document.documentElement.scrollWidth');
      const wrong = [
        ...(await overflows(page)),
        ...(i % 2 === at ? await violations(page) : []), // axe is slow: each page once
        ...(width === size.width ? [] : [`${width} wide`]),
      ];
      problems.push(...wrong.map((problem) => `${path}, ${colorScheme}: ${problem}`));
    }
  }
  await closeWindow(page);
  assert.deepEqual(problems, []);
});

browserTest('the documentation can be searched without JavaScript, and a result links to its heading', async () => {
  const shop = await openShop();
  const page = await openWindow(shop, { language: 'en', javaScript: false, size: PHONE });
  await page.goto('/docs/glossary');
  await page.getByRole('searchbox').fill('สินค้า');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.locator('.results a').first().click();
  assert.match(page.url(), /\/docs\/[\w-]+#./);
  await page.getByRole('link', { name: 'Contents' }).click();
  await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Decisions' }).click();
  assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'Decisions');
  await closeWindow(page);
});
