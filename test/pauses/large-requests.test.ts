import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNotBlocking } from '../event-loop.ts';
import { signedIn } from '../office.ts';
import { tamper } from '../sql.ts';
import { openShop } from '../support.ts';

// Files and pages of large stores.

const VARIANTS = 5_000;
const WAREHOUSES = 20;

test('files of 100,000 rows, and pages that read them, block no other call', async () => {
  const shop = await openShop();
  const numbers = (most: number) => `WITH RECURSIVE k(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM k WHERE i < ${most})`;
  tamper(
    shop.ctx,
    `${numbers(VARIANTS)} INSERT INTO variants (store_id, product_id, key, name, sku, folded_name, folded_sku, create_time, update_time)
    SELECT 1, 1, 'v' || i, 'ขนาด ' || i, 'S' || i, 'ขนาด ' || i, 's' || i, 1, 1 FROM k`,
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

test('filtered pages of a long stock ledger and audit log block no other call', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop, { language: 'en' });
  const entries = (most: number) => `WITH RECURSIVE k(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM k WHERE i < ${most})`;
  tamper(
    shop.ctx,
    `${entries(800_000)} INSERT INTO stock_ledger (variant_id, warehouse_id, time, on_hand_before, on_hand_after,
      reserved_before, reserved_after, reason, user_id) SELECT 1, 1, i, 1, 2, 0, 0, 'deposit', 1 FROM k`,
  );
  tamper(
    shop.ctx,
    `${entries(300_000)} INSERT INTO audit_log (time, store_id, actor, event, detail)
      SELECT i, 1, 'system', 'sessions_ended', '{}' FROM k`,
  );
  for (const [path, wanted] of [
    ['/stock/ledger?user=1&reason=returned', /No movements/],
    ['/stock/variants/1?user=1&reason=returned', /Stock ledger/],
    ['/settings/audit?user=2', /Audit log/],
    ['/settings/audit?from=2020-01-01&to=2020-01-02', /Audit log/],
  ] as const) {
    const { status, text } = await assertNotBlocking(path, () => browser.open(path));
    assert.equal(status, 200, path);
    assert.match(text, wanted, path);
  }
});

test('the CSV file of a list of any length is complete and blocks no other call', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop, { language: 'en' });
  const rows = 'WITH RECURSIVE k(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM k WHERE i < 60000)';
  tamper(
    shop.ctx,
    `${rows} INSERT INTO audit_log (time, store_id, actor, event, detail)
      SELECT i, 1, 'system', 'sessions_ended', '{}' FROM k`,
  );
  tamper(
    shop.ctx,
    `${rows} INSERT INTO stock_documents (store_id, warehouse_id, kind, status, create_time)
      SELECT 1, 1, 'deposit', 'draft', i FROM k WHERE i <= 12000`,
  );
  for (const [path, wanted] of [
    ['/settings/audit.csv?event=sessions_ended', 60_000],
    ['/stock/documents.csv', 12_000],
  ] as const) {
    const { html } = await assertNotBlocking(path, () => browser.open(path));
    assert.equal(html.trim().split('\r\n').length - 1, wanted, path);
  }
});

test('the page of an order with thousands of parcels, payments and events blocks no other call', async () => {
  const shop = await openShop();
  const { body } = await shop.order();
  const browser = await signedIn(shop, { language: 'en' });
  const rows = 'WITH RECURSIVE k(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM k WHERE i < 600)';
  const add = (table: string, columns: string, values: string) =>
    tamper(shop.ctx, `${rows} INSERT INTO ${table} (order_id, ${columns}) SELECT ${body.order.id}, ${values} FROM k`);
  add('shipments', 'shipping_type, tracking_number, status, create_time', "'ems', 'EX' || i, 'booked', i");
  add('payments', 'method, amount, status, create_time', "'cash', 10, 'notified', i");
  add('order_history', 'time, actor, event, detail', "i, 'system', 'expired', '{}'");
  for (const path of ['', '/shipping']) {
    const { status, text } = await assertNotBlocking(path, () => browser.open(`/orders/${body.order.id}${path}`));
    assert.equal(status, 200);
    assert.match(text, /EX600/);
  }
});

test('the list of couriers counts all open bookings at once, which blocks no other call', async () => {
  const shop = await openShop();
  const { body } = await shop.order();
  const browser = await signedIn(shop, { language: 'en' });
  const rows = (most: number) => `WITH RECURSIVE k(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM k WHERE i < ${most})`;
  tamper(
    shop.ctx,
    `${rows(300)} INSERT INTO couriers (store_id, shipping_type, settings)
      SELECT 1, 'c' || i, '{"adapter":"manual"}' FROM k`,
  );
  tamper(shop.ctx, 'DROP INDEX bookings_open'); // one order has all of them
  tamper(
    shop.ctx,
    `${rows(20_000)} INSERT INTO bookings (order_id, store_id, shipping_type, key, state, create_time)
      SELECT ${body.order.id}, 1, 'c' || (i % 300 + 1), 'f' || i, 'failed', 1 FROM k`,
  );
  for (const path of ['/settings', '/settings/couriers', '/settings/couriers.csv']) {
    const { status, html } = await assertNotBlocking(path, () => browser.open(path));
    assert.equal(status, 200);
    assert.match(html, path === '/settings' ? /300/ : /6[67]/);
  }
});
