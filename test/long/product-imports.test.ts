import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditEntries } from '../../src/domain/audit/audit-log.ts';
import { lastImport } from '../../src/domain/storefile/imports/product-imports.ts';
import { openStoppedShop, productFile, serveInMeasuredProcess, waitForText } from '../large-imports.ts';
import { type Browser, signedIn } from '../office.ts';
import { applyImport, uploadProducts } from '../product-import-steps.ts';
import { kill } from '../separate-server.ts';
import { change, openTestDatabase, sql } from '../sql.ts';
import { idOf, openShop, type Shop, until } from '../support.ts';

// Imports of product files that take longer than a request.

/** Units in stock that the file of this many rows brings. */
const unitsOf = (rows: number): number => Array.from({ length: rows }, (_, i) => (i % 50) + 1).reduce((a, b) => a + b);

test('an import continues after the server was killed, and applies each row once', async () => {
  const rows = 1_200;
  const shop = await openStoppedShop();
  const { child, browser } = await serveInMeasuredProcess(shop);
  await browser.open('/products/import');
  const { path: page } = await browser.send('/products/import', { file: productFile(rows) });
  await waitForText(browser, page, /1,200 new variants/);
  browser.send(`${page}/apply`).catch(() => {}); // the server dies meanwhile
  const db = openTestDatabase(shop.config.database);
  const imported = () =>
    db.get(sql<{ n: number }>("SELECT count(*) AS n FROM variants WHERE sku LIKE 'SKU-%'"))?.n ?? 0;
  await until('some rows are applied', () => imported() > 300);
  await kill(child);
  const left = imported();
  assert.ok(left < rows, `all ${left} rows were applied before the server was killed`);
  const again = await serveInMeasuredProcess(shop);
  await waitForText(again.browser, page, /Import complete/);
  assert.equal(imported(), rows);
  const stock = db.get(
    sql<{ n: number }>(`SELECT sum(on_hand) AS n FROM current_stock JOIN variants ON variants.id = variant_id
    WHERE sku LIKE 'SKU-%'`),
  );
  assert.equal(stock?.n, unitsOf(rows));
  db.close();
});

/** Uploads the exported products with another price of the hot latte. @returns the path of the preview */
async function previewPrice(browser: Browser, price: number): Promise<string> {
  const { html: exported } = await browser.open('/products.csv');
  assert.match(exported, /LAT-H.*,65,/);
  const { path: page, text } = await uploadProducts(
    browser,
    new File([exported.replace(/(LAT-H.*?),65,/, `$1,${price},`)], 'mine.csv'),
  );
  assert.match(text, /1 changed variant/);
  return page;
}

const priceOf = (shop: Shop): number | undefined =>
  shop.ctx.db.get(sql<{ price: number }>('SELECT price / 10000 AS price FROM prices WHERE variant_id = 1'))?.price;

test('a cell that was changed after the preview is left out and named', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop, { language: 'en' });
  const page = await previewPrice(browser, 66);
  await shop.ctx.write((tx) => tx.run(change('UPDATE prices SET price = 990000 WHERE variant_id = 1')));
  await applyImport(browser, page);
  assert.match(browser.page.text, /Row \d+/);
  assert.equal(priceOf(shop), 99);
});

test('a newer preview replaces the previous preview, which can no longer be applied', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop, { language: 'en' });
  const first = await previewPrice(browser, 66);
  const second = await previewPrice(browser, 67);
  await applyImport(browser, first);
  assert.equal(priceOf(shop), 65);
  await applyImport(browser, second);
  assert.equal(priceOf(shop), 67);
});

test('the start and the end of an import are in the audit log, and a discarded preview changes nothing', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop, { language: 'en' });
  const discarded = await previewPrice(browser, 66);
  await browser.send(`${discarded}/cancel`);
  assert.equal(lastImport(shop.ctx.db, idOf(shop.ids.id))?.state, 'canceled');
  await applyImport(browser, discarded);
  assert.equal(priceOf(shop), 65);
  const page = await previewPrice(browser, 67);
  await applyImport(browser, page);
  const events = auditEntries(shop.ctx.db, { limit: 100, offset: 0 }).map(({ event }) => event);
  const ofImports = events.filter((event) => /import/.test(event)).reverse();
  assert.deepEqual(ofImports, ['product_import_started', 'products_imported']);
});

test('a second file is refused while the first is applied', async () => {
  const shop = await openStoppedShop();
  const { browser, other } = await serveInMeasuredProcess(shop);
  await browser.open('/products/import');
  const { path: page } = await browser.send('/products/import', { file: productFile(1_500) });
  await waitForText(browser, page, /1,500 new variants/);
  await other.open('/products/import');
  const applied = browser.send(`${page}/apply`);
  const db = openTestDatabase(shop.config.database);
  await until('the import has started', () => lastImport(db, idOf(shop.ids.id))?.state === 'applying');
  const { status, text } = await other.send('/products/import', { file: productFile(1) });
  assert.equal(status, 422, text);
  await other.send(`${page}/cancel`);
  await applied;
  db.close();
});
