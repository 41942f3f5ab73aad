import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deleteProduct } from '../src/domain/catalogue/delete-product.ts';
import { productCsv } from '../src/domain/storefile/csv/export.ts';
import { productTemplate } from '../src/domain/storefile/csv/template.ts';
import type { Id } from '../src/lib/ids.ts';
import { coffee, exportCsv, importFile, importRows, NO_CHANGES, openRoastery, rowsOf } from './product-csv-steps.ts';
import { sql } from './sql.ts';
import { ledgerSteps, runStep } from './stock-steps.ts';
import { cafe, idOf, type Json, openShop } from './support.ts';

// Import

test('an import applies filled cells and leaves everything else unchanged', async () => {
  const shop = await openRoastery();
  const before = await coffee(shop);
  const changes = await importRows(
    shop,
    'product_key|product_name|variant_key|variant_name|sku|price:retail|price:vip|stock:bkk|stock:cnx|weight',
    'coffee||beans|||90||25||',
    'tea|ชา|leaf|ใบ|T|45||7||0.5',
    'coffee||cup||CUP-2||||8|',
    'tea||powder||||30|||',
  );
  assert.deepEqual(changes, {
    products: { added: ['tea'], restored: [], changed: [] },
    variants: { added: ['leaf', 'powder'], restored: [], changed: ['beans', 'cup'] },
    stock: [
      { variant: 'beans', warehouse: 'bkk', old: 20, new: 25 },
      { variant: 'leaf', warehouse: 'bkk', old: 0, new: 7 },
    ],
  });
  const [beans, cup, ...others] = (await coffee(shop)).variants;
  assert.deepEqual([beans.name, beans.prices[0].price, beans.on_hand], ['เมล็ด', '90', 29]);
  assert.deepEqual([cup.sku, cup.name, cup.on_hand], ['CUP-2', 'แก้ว', 18]);
  assert.equal(others[0].name, before.variants[2].name);
  assert.deepEqual(ledgerSteps(shop, 'beans'), [[20, 25, 'command_edited', null, null]]);
});

test('a row without names changes the variant with its SKU, and without a known SKU belongs to the product above', async () => {
  const shop = await openShop({ stores: [cafe()] });
  const changes = await importRows(
    shop,
    'product_name|variant_name|sku|price:retail|stock:bkk',
    '||LAT-H|68|',
    'ชา|ใบ|T-1|45|7',
    '||LAT-I||3',
    '|ผง|T-2|30|1',
    '|เย็น|LAT-I|50|',
  );
  assert.deepEqual(changes.variants.changed, ['hot'], 'of the iced one only the stock changes');
  assert.equal(changes.variants.added.length, 3, 'two of tea, and one that names another variant with a known SKU');
  const { body } = await shop.call('/v1/product/detail', { product_id: shop.ids.products.latte });
  assert.deepEqual(
    body.product.variants.map(({ name, on_hand }: Json) => [name, on_hand]),
    [
      ['ร้อน', 15],
      ['เย็น', 3],
    ],
  );
  await assert.rejects(importRows(shop, 'product_name|sku|stock:bkk', '|NEW|1'), /required/i);
});

test('restored variants are reported separately from new ones, with their stock', async () => {
  const shop = await openRoastery();
  await importRows(shop, 'product_key|product_name|variant_key|stock:bkk', 'tea|ชา|leaf|16', 'tea||powder|5');
  const { tea } = Object.fromEntries(
    shop.ctx.db.all(sql<{ key: string; id: Id }>('SELECT key, id FROM products')).map(({ key, id }) => [key, id]),
  );
  await runStep(shop, (tx, now) => deleteProduct(tx, tea as Id, now));
  const changes = await importRows(shop, 'product_key|variant_key|stock:bkk', 'tea|leaf|10', 'tea|dust|1');
  assert.deepEqual(changes, {
    products: { added: [], restored: ['tea'], changed: [] },
    variants: { added: ['dust'], restored: ['leaf', 'powder'], changed: [] },
    stock: [
      { variant: 'leaf', warehouse: 'bkk', old: 16, new: 10 },
      { variant: 'dust', warehouse: 'bkk', old: 0, new: 1 },
    ],
  });
});

test('a price in one tier leaves the other tiers unchanged', async () => {
  const shop = await openShop({ stores: [cafe()] });
  await importRows(shop, 'product_key|variant_key|price:vip', 'latte|hot|55');
  const { body } = await shop.call('/v1/product/detail', { product_id: shop.ids.products.latte });
  assert.deepEqual(
    body.product.variants[0].prices.map(({ price }: Json) => price),
    ['65', '55'],
  );
});

test('an import turns a variant into a bundle with parts', async () => {
  const shop = await openRoastery();
  const changes = await importRows(shop, 'product_key|variant_key|bundle', 'coffee|kit|cup=2 "beans"=1');
  assert.deepEqual(changes, {
    ...NO_CHANGES,
    variants: { added: [], restored: [], changed: ['kit'] },
    stock: [{ variant: 'kit', warehouse: 'bkk', old: 1, new: 0 }],
  });
  assert.equal((await coffee(shop)).variants[2].available_qty, 9);
});

test('a file in TIS-620, as saved by Thai spreadsheets, can be imported', async () => {
  const shop = await openRoastery();
  const thai = Buffer.from([0xaa, 0xd2]); // ชา
  await importFile(shop, Buffer.concat([Buffer.from('product_key,product_name\r\ntea,'), thai, Buffer.from('\r\n')]));
  const { body } = await shop.call('/v1/product/list', { query: 'ชา' });
  assert.equal(body.products.length, 1);
});

test('numbers may have thousands separators and Thai digits', async () => {
  const shop = await openRoastery();
  const { stock } = await importRows(
    shop,
    'product_key|variant_key|price:retail|cost|weight|stock:bkk|low_stock_threshold',
    'coffee|beans|฿1,250.00|๔๕.๕|1,000.5|12,345|๓',
  );
  assert.deepEqual(stock, [{ variant: 'beans', warehouse: 'bkk', old: 20, new: 12_345 }]);
  const [row] = rowsOf(exportCsv(shop)).filter(({ variant_key }) => variant_key === 'beans');
  assert.deepEqual(
    [row?.['price:retail'], row?.cost, row?.weight, row?.low_stock_threshold],
    ['1250', '45.5', '1000.5', '3'],
  );
});

// Thai headers and names instead of keys

test('a file with Thai headers needs no keys: names identify products, SKUs or names identify variants', async () => {
  const shop = await openRoastery();
  const product = (await coffee(shop)).name;
  const rows = [
    'ชื่อสินค้า|ตัวเลือก|SKU|ราคา (บาท)|ราคา ตัวแทน|คงเหลือ|จำนวน:เชียงใหม่|ต้นทุน|น้ำหนัก (กรัม)',
    `${product}|เมล็ดคั่ว|BEANS|95|90|25||40|250`,
    '|แก้ว||||9|||',
    'หมวก|แดง|H-R|190||3|1||',
    'หมวก|ดำ|H-B|190||4|||',
  ];
  const { products, variants, stock } = await importRows(shop, ...rows);
  assert.deepEqual([products.added.length, variants.added.length, variants.changed], [1, 2, ['beans']]);
  assert.deepEqual(stock.map(({ warehouse, new: now }) => [warehouse, now]).sort(), [
    ['bkk', 25],
    ['bkk', 3],
    ['bkk', 4],
    ['bkk', 9],
    ['cnx', 1],
  ]);
  const [beans] = (await coffee(shop)).variants;
  assert.deepEqual(
    [beans.name, beans.sku, beans.prices.map(({ price }: Json) => price)],
    ['เมล็ดคั่ว', 'BEANS', ['95', '90']],
  );
  assert.deepEqual(await importRows(shop, ...rows), NO_CHANGES);
});

test('the names of the fields in the forms of products are headings too', async () => {
  const shop = await openRoastery();
  const heads = ['Title', 'Variant', 'SKU', 'Price', 'On hand', 'Cost per unit (baht)', 'Weight (g)', 'Barcodes'];
  const english = await importRows(shop, heads.join('|'), 'Teapot|Blue|POT-B|390|4|120|800|');
  const thai = await importRows(shop, 'ชื่อ|ราคา|รหัสสินค้า (SKU)', 'กาน้ำ|290|POT-T');
  assert.deepEqual([english.products.added.length, thai.products.added.length], [1, 1]);
});

test('the example file can be imported, and a second import changes nothing', async () => {
  const shop = await openRoastery();
  for (const language of ['th', 'en'] as const) {
    const csv = productCsv(productTemplate(shop.ctx.db, idOf(shop.ids.id), language));
    assert.equal((await importFile(shop, csv)).variants.added.length, 3);
    assert.deepEqual(await importFile(shop, csv), NO_CHANGES);
  }
});
