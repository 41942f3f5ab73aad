import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Id } from '../src/lib/ids.ts';
import { createAccount } from './office.ts';
import { coffee, csvOf, importRows, importWithChanges, openRoastery } from './product-csv-steps.ts';
import { sql } from './sql.ts';
import { ledgerSteps } from './stock-steps.ts';

test('changes are reported with product names and previous values', async () => {
  const shop = await openRoastery();
  const rows = [
    'product_key|product_name|variant_key|variant_name|sku|price:retail|stock:bkk|bundle',
    'coffee||beans|||95.5|25|',
    'coffee||cup|แก้วใบใหญ่||||',
    'tea|ชา|leaf|ใบ|T|45|7|',
    'tea||pair|คู่||||cup=2',
  ];
  await importRows(shop, 'product_key|variant_key|price:retail', 'coffee|beans|90');
  const { changes } = await importWithChanges(shop, csvOf(rows));
  const product = (await coffee(shop)).name;
  assert.deepEqual(changes, [
    {
      product,
      variant: 'เมล็ด',
      sku: 'BEANS',
      how: 'changed',
      facts: [
        { what: 'price', columnName: 'ปลีก', from: '90', to: '95.5' },
        { what: 'stock', columnName: 'กรุงเทพ', from: 20, to: 25 },
      ],
    },
    {
      product,
      variant: 'แก้วใบใหญ่',
      sku: 'CUP',
      how: 'changed',
      facts: [{ what: 'name', from: 'แก้ว', to: 'แก้วใบใหญ่' }],
    },
    { product: 'ชา', how: 'added', facts: [] },
    {
      product: 'ชา',
      variant: 'ใบ',
      sku: 'T',
      how: 'added',
      facts: [
        { what: 'price', columnName: 'ปลีก', from: null, to: '45' },
        { what: 'stock', columnName: 'กรุงเทพ', from: null, to: 7 },
      ],
    },
    {
      product: 'ชา',
      variant: 'คู่',
      sku: null,
      how: 'added',
      facts: [{ what: 'parts', from: null, to: `2 × ${product} แก้วใบใหญ่` }],
    },
  ]);
});

test('a SKU that an import makes ambiguous is reported; an already ambiguous one is not', async () => {
  const shop = await openRoastery();
  const rows = ['product_key|product_name|variant_key|sku', 'tea|ชา|leaf|CUP'];
  const product = (await coffee(shop)).name;
  const shared = [{ sku: 'CUP', variants: [`${product} แก้ว`, 'ชา'] }];
  assert.deepEqual((await importWithChanges(shop, csvOf(rows))).shared_skus, shared);
  assert.deepEqual((await importWithChanges(shop, csvOf(rows))).shared_skus, []);
});

test('the ledger records the importing account, also for new stock', async () => {
  const shop = await openRoastery();
  const name = await createAccount(shop);
  const { id } = shop.ctx.db.get(sql<{ id: Id }>('SELECT id FROM accounts WHERE name = ?'), name) as { id: Id };
  const rows = ['product_key|variant_key|stock:bkk', 'coffee|beans|25', 'coffee|dust|3'];
  await importWithChanges(shop, csvOf(rows), { userId: id });
  assert.deepEqual(ledgerSteps(shop, 'beans'), [[20, 25, 'user_set', id, null]]);
  const dust = shop.ctx.db.get(
    sql<{ reason: string; user_id: Id }>(
      `SELECT reason, user_id FROM stock_ledger JOIN variants ON variants.id = variant_id WHERE key = 'dust'`,
    ),
  );
  assert.deepEqual({ ...dust }, { reason: 'variant_created', user_id: id });
});
