import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyNextSteps } from '../src/domain/storefile/imports/apply.ts';
import { productImport } from '../src/domain/storefile/imports/product-imports.ts';
import { confirmImport } from '../src/domain/storefile/imports/start-import.ts';
import { findStore } from '../src/domain/stores.ts';
import { officePattern, thai } from './errors.ts';
import { type Browser, signedIn } from './office.ts';
import { importRows } from './product-csv-steps.ts';
import { applyImport, uploadProducts } from './product-import-steps.ts';
import { opened } from './products-page-steps.ts';
import { everyRow } from './raw-http.ts';
import { ledgerSteps } from './stock-steps.ts';
import { idOf, type Shop } from './support.ts';

const file = (text: string) => new File([text], 'mine.csv', { type: 'text/csv' });
const snapshot = (shop: Shop) =>
  Object.fromEntries(Object.entries(everyRow(shop)).filter(([table]) => !/session|account|product_import/.test(table)));

/** Imports the file of the preview. */
const confirm = (browser: Browser) => applyImport(browser, browser.page.path);

test('an import is previewed before it changes anything', async () => {
  const { shop, browser } = await opened();
  const { html: csv } = await browser.open('/products.csv');
  const changed = csv.replace('ลาเต้', 'ลาเต้นุ่ม').replace(/(LAT-I.*?),70,/, '$1,75,');
  assert.notEqual(changed, csv);
  const before = snapshot(shop);
  const response = await uploadProducts(browser, file(changed));
  assert.deepEqual([response.status, snapshot(shop)], [200, before]);
  assert.match(response.text, /1 changed product/);
  const done = await confirm(browser);
  assert.match(done.text, /Import complete/);
  assert.match((await browser.open('/products')).text, /ลาเต้นุ่ม/);
  assert.match((await uploadProducts(browser, file(changed))).text, /No changes/);
});

test('an empty file is named; it is not taken for no file', async () => {
  const { browser } = await opened();
  assert.match((await uploadProducts(browser, file(''))).text, officePattern('input_file_empty', { file: 'mine.csv' }));
  assert.match((await uploadProducts(browser, new File([], ''))).text, officePattern('input_no_file'));
});

test('the preview lists changes by name, duplicate SKUs first; the import is recorded for the user', async () => {
  const { shop, browser } = await opened();
  const csv = [
    'ชื่อสินค้า,ตัวเลือก,SKU,ราคา,คงเหลือ',
    'ลาเต้,ร้อน,LAT-H,1290,12',
    'ลาเต้,ปั่น,LAT-F,75,4',
    'ชาไทย,,MUG-01,40,3',
  ].join('\n');
  const { text } = await uploadProducts(browser, file(csv));
  assert.match(text, /Several variants will have these SKUs.* MUG-01 : แก้วเซรามิก <b>พิเศษ<\/b>, ชาไทย/);
  assert.match(text, /ลาเต้ ร้อน LAT-H Price \(ปลีก\): \S*65 → \S*1,290 On hand \(กรุงเทพ\): 10 → 12/);
  assert.match(text, /ลาเต้ ปั่น LAT-F New variant Price \(ปลีก\): \S*75 On hand \(กรุงเทพ\): 4/);
  assert.match(text, /ชาไทย New product ชาไทย MUG-01 New variant Price \(ปลีก\): \S*40 On hand \(กรุงเทพ\): 3/);
  assert.doesNotMatch(text, /product-|latte/);
  await confirm(browser);
  const [[, , reason, userId] = []] = ledgerSteps(shop, 'hot');
  assert.deepEqual([reason, typeof userId], ['user_set', 'number']);
});

test('a file without a product name gets the headings that it needs and the example file', async () => {
  const { browser } = await opened();
  const { text, html } = await uploadProducts(browser, file('ราคา,สี\n10,แดง'));
  assert.match(text, /first row of the file needs the headings of the sample file: Sample file/);
  assert.match(text, officePattern('product_key_column_missing'));
  assert.match(html, /<p>[^<]*headings[^<]*<a href="\/office\/products\/example\.xlsx"/);
});

test('the preview lists every error of a file', async () => {
  const { shop } = await opened();
  const browser = await signedIn(shop, { name: 'somchai', store: 'cafe' });
  const rows = ['ชื่อสินค้า,ราคา,คงเหลือ,สี', ',1,1,', 'ชาไทย,abc,-5,', 'ชาเขียว,,,', 'ชาไทย,30,1,', 'ชาเขียว,,1.5,'];
  const { html } = await uploadProducts(browser, file(rows.join('\n')));
  const at = (row: number, column: string) => [{ row, column }];
  const problems = [...html.matchAll(/<li class="break">([^<]*)</g)].map(([, fault]) => fault);
  assert.deepEqual(problems, [
    thai('unknown_column', { path: at(1, 'สี') }),
    thai('required', { path: at(2, 'ชื่อสินค้า') }),
    thai('price_not_a_number', { path: at(3, 'ราคา'), what: 'price', text: 'abc' }),
    thai('not_a_whole_number_at_least', { path: at(3, 'คงเหลือ'), least: 0 }),
    thai('row_repeats_variant', { path: at(5, 'variant_name'), row: 3 }),
    thai('not_a_whole_number_at_least', { path: at(6, 'คงเหลือ'), least: 0 }),
  ]);
});

test('a preview changes and announces no stock; the import does', async () => {
  const { shop, browser } = await opened();
  const { html: csv } = await browser.open('/products.csv');
  const [head = '', ...rows] = csv.split('\r\n');
  const columns = head.split(',');
  const at = columns.indexOf('On hand: กรุงเทพ');
  assert.ok(at > 0, head);
  const changed = [
    head,
    ...rows.map((row) =>
      row.includes('LAT-H')
        ? row
            .split(',')
            .map((cell, i) => (i === at ? '12' : cell))
            .join(',')
        : row,
    ),
  ].join('\r\n');
  const response = await uploadProducts(browser, file(changed));
  assert.match(response.text, /1 stock change .*10 → 12/);
  assert.deepEqual([shop.stock('hot').onHand, shop.announcements(), ledgerSteps(shop, 'hot')], [10, [], []]);
  await confirm(browser);
  assert.equal(shop.stock('hot').onHand, 12);
  assert.equal(ledgerSteps(shop, 'hot').length, 1);
});

test('a file with too many rows is refused', async () => {
  const { shop, browser } = await opened();
  const before = snapshot(shop);
  const long = `SKU\n${'x\n'.repeat(100_001)}`;
  const { text } = await uploadProducts(browser, file(long));
  assert.match(text, officePattern('table_too_many_rows', { file: 'mine.csv', rows: 100_001, most: 100_000 }));
  assert.deepEqual(snapshot(shop), before);
});

test('an unreadable file changes nothing', async () => {
  const { shop, browser } = await opened();
  const before = snapshot(shop);
  for (const text of ['no,such,columns\n1,2,3\n', ''])
    assert.doesNotMatch((await uploadProducts(browser, file(text))).html, /import\/\d+\/apply/);
  assert.deepEqual(snapshot(shop), before);
});

test('a change that is rejected at the import costs no other change, also if several requests import', async () => {
  const { shop, browser } = await opened();
  const names = ['box', 'lid', 'nut', 'bag', 'can', 'jar', 'tin'];
  await importRows(shop, 'product_key|product_name|variant_key', ...names.map((name) => `pack|กล่อง|${name}`));
  const bundles = ['bag', 'can', 'jar', 'tin'].map((name) => `pack,${name},nut=1`);
  await uploadProducts(browser, file(['product_key,variant_key,bundle', 'pack,box,lid=1', ...bundles].join('\n')));
  await importRows(shop, 'product_key|variant_key|bundle', 'pack|lid|nut=1'); // a bundle cannot be a part
  const id = idOf(browser.page.path.split('/').at(-1) ?? '');
  const { id: storeId } = findStore(shop.ctx.db, 'cafe');
  await shop.ctx.write((tx) => confirmImport(tx, storeId, id, shop.now()));
  const next = () => applyNextSteps(shop.ctx);
  while ((await Promise.all([next(), next(), next(), next()])).includes(true));
  const { applied, skipped } = productImport(shop.ctx.db, storeId, id);
  assert.deepEqual({ applied, skipped }, { applied: bundles.length, skipped: 1 });
});
