import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { after, test } from 'node:test';
import { auditEntries } from '../src/domain/audit/audit-log.ts';
import { lastImport } from '../src/domain/storefile/imports/product-imports.ts';
import { LONGEST_BLOCK } from './event-loop.ts';
import type { Measured } from './measured-server-process.ts';
import { Browser, createAccount, PASSWORD, signedIn } from './office.ts';
import { checkStderrOf } from './personal-data.ts';
import { applyImport, pageUntil, uploadProducts } from './product-import-steps.ts';
import { kill } from './separate-server.ts';
import { change, openTestDatabase, sql } from './sql.ts';
import { idOf, openShop, type Shop, until } from './support.ts';
import { workbook } from './workbook.ts';

// Imports of product files that take longer than a request.

const HEAD = ['ชื่อสินค้า', 'ตัวเลือก', 'SKU', 'ราคา', 'คงเหลือ'];

const shirts = (rows: number): (string | number)[][] =>
  Array.from({ length: rows }, (_, i) => [
    `เสื้อยืด ${Math.floor(i / 5)}`,
    `ไซซ์ ${i}`,
    `SKU-${i}`,
    100 + (i % 900),
    (i % 50) + 1,
  ]);

const productFile = (rows: number): File => new File([[HEAD, ...shirts(rows)].join('\n')], 'shirts.csv');

const productWorkbook = (rows: number): File =>
  new File([workbook({ rows: [HEAD, ...shirts(rows)] }) as Uint8Array<ArrayBuffer>], 'shirts.xlsx');

/** Units in stock that the file of this many rows brings. */
const unitsOf = (rows: number): number => Array.from({ length: rows }, (_, i) => (i % 50) + 1).reduce((a, b) => a + b);

interface Served {
  child: ChildProcess;
  browser: Browser;
  /** Another browser of the same account. */
  other: Browser;
  /** What was measured since the last call. */
  measured: () => Promise<Measured>;
}

/** Serves the database of a stopped shop from a process that measures itself. */
async function serveMeasured({ config }: Pick<Shop, 'config'>): Promise<Served> {
  const script = path.join(import.meta.dirname, 'measured-server-process.ts');
  const child = fork(script, [JSON.stringify(config)], { silent: true });
  checkStderrOf(child);
  after(() => child.kill('SIGKILL'));
  const [{ address }] = (await once(child, 'message')) as [{ address: string }];
  const browser = await signedInAt(address);
  const other = await signedInAt(address);
  const measured = async () => {
    child.send('measure');
    return ((await once(child, 'message')) as [Measured])[0];
  };
  return { child, browser, other, measured };
}

async function signedInAt(address: string): Promise<Browser> {
  const browser = new Browser(address);
  await browser.open('/sign-in');
  await browser.send('/sign-in', { name: 'malee', password: PASSWORD, to: '' });
  await browser.send('/language', { language: 'en', from: '' });
  return browser;
}

async function openStopped(): Promise<Shop> {
  const shop = await openShop();
  await createAccount(shop);
  await shop.stop();
  return shop;
}

const shown = (browser: Browser, page: string, wanted: RegExp) => pageUntil(browser, page, (text) => wanted.test(text));

/** The applied changes that a page shows. */
const appliedOn = (text: string): number => Number(/([\d,]+) of [\d,]+/.exec(text)?.[1]?.replaceAll(',', '') ?? 0);

const TRIES = 3; // garbage collection hits any of them

test('a file of 10,000 rows blocks no other call while it is uploaded, checked and applied', async () => {
  const { browser, measured } = await serveMeasured(await openStopped());
  const upload = async (rows: number) => {
    await browser.open('/products/import');
    const { path: page } = await browser.send('/products/import', { file: productFile(rows) });
    await shown(browser, page, new RegExp(`variants added: ${rows.toLocaleString('en')}`));
    return page;
  };
  await upload(1_000); // compiles the code
  let checking = Number.POSITIVE_INFINITY;
  let page = '';
  for (let i = 0; i < TRIES && checking > LONGEST_BLOCK; i += 1) {
    await measured();
    page = await upload(10_000);
    checking = Math.min(checking, (await measured()).longest);
  }
  await browser.send(`${page}/apply`);
  await pageUntil(browser, page, (text) => appliedOn(text) > 3_000);
  const { longest: applying } = await measured();
  await browser.send(`${page}/cancel`);
  assert.match(browser.page.text, /Import canceled/);
  for (const [what, longest] of Object.entries({ checking, applying }))
    assert.ok(longest <= LONGEST_BLOCK, `${what} blocks the event loop for ${longest.toFixed(0)} ms`);
});

test('a workbook of 10,000 rows blocks no other call while it is uploaded and checked', async () => {
  const { browser, measured } = await serveMeasured(await openStopped());
  const upload = async (rows: number) => {
    const file = productWorkbook(rows);
    await browser.open('/products/import');
    await measured();
    const { path: page } = await browser.send('/products/import', { file });
    await shown(browser, page, new RegExp(`variants added: ${rows.toLocaleString('en')}`));
    return (await measured()).longest;
  };
  await upload(1_000); // compiles the code
  let longest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < TRIES && longest > LONGEST_BLOCK; i += 1) longest = Math.min(longest, await upload(10_000));
  assert.ok(longest <= LONGEST_BLOCK, `the event loop is blocked for ${longest.toFixed(0)} ms`);
});

test('an import continues after the server was killed, and applies each row once', async () => {
  const rows = 4_000;
  const shop = await openStopped();
  const { child, browser } = await serveMeasured(shop);
  await browser.open('/products/import');
  const { path: page } = await browser.send('/products/import', { file: productFile(rows) });
  await shown(browser, page, /variants added: 4,000/);
  browser.send(`${page}/apply`).catch(() => {}); // the server dies meanwhile
  const db = openTestDatabase(shop.config.database);
  const imported = () =>
    db.get(sql<{ n: number }>("SELECT count(*) AS n FROM variants WHERE sku LIKE 'SKU-%'"))?.n ?? 0;
  await until('some rows are applied', () => imported() > 500);
  await kill(child);
  const left = imported();
  assert.ok(left < rows, `all ${left} rows were applied before the server was killed`);
  const again = await serveMeasured(shop);
  await shown(again.browser, page, /Import complete/);
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
  assert.match(text, /variants updated: 1/);
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

test('a newer preview replaces the one before it, which can no longer be applied', async () => {
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
  const shop = await openStopped();
  const { browser, other } = await serveMeasured(shop);
  await browser.open('/products/import');
  const { path: page } = await browser.send('/products/import', { file: productFile(10_000) });
  await shown(browser, page, /variants added: 10,000/);
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
