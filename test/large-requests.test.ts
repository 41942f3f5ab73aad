import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNotBlocking } from './event-loop.ts';
import { signedIn } from './office.ts';
import { tamper } from './sql.ts';
import { openShop } from './support.ts';

// Files and pages of the office that a thread makes.

const VARIANTS = 5_000;
const WAREHOUSES = 20;

test('files of 100,000 rows, and pages that read them, block no other call', async () => {
  const shop = await openShop();
  const numbers = (most: number) => `WITH RECURSIVE k(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM k WHERE i < ${most})`;
  tamper(
    shop.ctx,
    `${numbers(VARIANTS)} INSERT INTO variants (store_id, product_id, key, name, sku, create_time, update_time)
    SELECT 1, 1, 'v' || i, 'ขนาด ' || i, 'S' || i, 1, 1 FROM k`,
  );
  tamper(
    shop.ctx,
    `${numbers(WAREHOUSES)} INSERT INTO warehouses (store_id, key, name, position)
    SELECT 1, 'w' || i, 'คลัง ' || i, i FROM k`,
  );
  tamper(
    shop.ctx,
    `INSERT OR IGNORE INTO stock (variant_id, warehouse_id, on_hand)
    SELECT v.id, w.id, 5 FROM variants v, warehouses w WHERE v.sku LIKE 'S%'`,
  );
  const browser = await signedIn(shop);
  for (const [path, wanted] of [
    ['/stock/list.csv', /S5000,/],
    ['/products.csv', /S5000,/],
    ['/stock?q=S5000', /ขนาด 5000[\s\S]*คลัง 20/],
    ['/stock/past?q=S5000', /ขนาด 5000/],
    ['/stock/receive', /สแกน/],
    ['/settings/tiers', /ราคา/],
  ] as const) {
    const { status, html } = await assertNotBlocking(path, () => browser.open(path));
    assert.equal(status, 200);
    assert.match(html, wanted, path);
  }
});

test('a large file shows what was committed before, and an error of its own as a page', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop, { language: 'en' });
  assert.doesNotMatch((await browser.open('/stock/list.csv')).html, /NEW-SKU/);
  tamper(shop.ctx, "UPDATE variants SET sku = 'NEW-SKU' WHERE id = 1");
  assert.match((await browser.open('/stock/list.csv')).html, /NEW-SKU/);
  const { status, headers, text } = await browser.open('/stock/documents/99/lines.csv');
  assert.equal(status, 404);
  assert.match(headers.get('content-type') ?? '', /text\/html/);
  assert.match(text, /Page not found/);
});

test('a large file is in the language and for the permissions of the account', async () => {
  const shop = await openShop();
  const thai = await signedIn(shop);
  assert.match((await thai.open('/orders/cod.csv')).html, /เลขพัสดุ|พัสดุ/);
  const packer = await signedIn(shop, { name: 'packer', role: 'packer', store: 'cafe' });
  assert.equal((await packer.open('/orders/cod.csv')).status, 403);
});
