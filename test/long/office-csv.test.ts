import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { everyRoute, openCrawlStore } from '../office-routes.ts';
import { change } from '../sql.ts';
import type { Shop } from '../support.ts';

/** Columns with text that users type, by table. */
const TYPED: Readonly<Record<string, readonly string[]>> = {
  stores: ['name'],
  price_tiers: ['name', 'key'],
  warehouses: ['name', 'key'],
  addresses: ['name', 'telephone', 'address1', 'sub_district', 'district', 'province', 'email', 'note', 'key'],
  products: ['name', 'key', 'description'],
  variants: ['name', 'key', 'sku', 'image_url'],
  apps: ['name', 'key'],
  channels: ['name', 'key'],
  orders: ['external_order_id', 'sales_channel', 'shipping_label_note', 'private_note'],
  order_lines: ['name', 'variant_name', 'sku'],
  payments: ['note', 'reason'],
  shipments: ['tracking_number'],
  remittances: ['note'],
  stock_documents: ['note'],
  bookings: ['reason'],
  accounts: ['name'],
  webhook_deliveries: ['answer', 'url'],
};

const DISPOSITION = /^attachment; filename="([\w.-]+)"; filename\*=UTF-8''(.+)$/;

/** Makes each text begin like a formula and keeps unique texts unique. */
const makeFormulas = ({ ctx }: Shop): Promise<void> =>
  ctx.write((tx) => {
    for (const [table, columns] of Object.entries(TYPED))
      for (const column of columns) tx.run(change(`UPDATE ${table} SET ${column} = '=1+1' || ${column}`));
    tx.run(change("UPDATE products SET folded_name = '=1+1' || folded_name"));
  });

test('no cell of a CSV file can start a spreadsheet formula, and its name is in the language of the page', async () => {
  const { shop, owner } = await openCrawlStore();
  const files = (await everyRoute(shop, owner)).filter(
    ({ screen }) => /csv$/.test(screen.path) && screen.method === 'GET' && !screen.path.startsWith('/demo/'),
  );
  await makeFormulas(shop);
  const formulas: string[] = [];
  const untranslated: string[] = [];
  for (const { address } of files) {
    const { status, headers, html } = await owner.open(`${address}?from=2020-01-01&days=90`);
    assert.deepEqual([status, headers.get('content-type')], [200, 'text/csv; charset=utf-8'], address);
    const [, ascii, name = ''] = DISPOSITION.exec(headers.get('content-disposition') ?? '') ?? [];
    assert.ok(ascii, address);
    if (!/\p{Script=Thai}/u.test(decodeURIComponent(name))) untranslated.push(`${address}: ${name}`);
    const cells = (parse(html, { relax_column_count: true, bom: true }) as string[][]).flat();
    const formula = cells.find((cell) => /^[=+\-@\t\r]/.test(cell) && !/^-?\d+(\.\d+)?$/.test(cell));
    if (formula !== undefined) formulas.push(`${address}: ${formula}`);
  }
  assert.deepEqual(formulas, []);
  assert.deepEqual(untranslated, []);
  assert.ok(files.length > 20, String(files.length));
});
