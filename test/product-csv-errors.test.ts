import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OperatorError } from '../src/lib/errors.ts';
import type { Message } from '../src/lib/messages/catalogue.ts';
import { message } from '../src/lib/messages/message.ts';
import { withPathText } from './errors.ts';
import { exportCsv, importFile, importRows, NO_CHANGES, openRoastery } from './product-csv-steps.ts';
import { ownRows } from './raw-http.ts';
import { cafe, openShop, type Shop } from './support.ts';

/** The problems of a rejected import. Checks that it writes nothing. */
async function problemsOf(shop: Shop, ...rows: string[]): Promise<readonly Message[]> {
  const before = ownRows(shop);
  try {
    await importRows(shop, ...rows);
  } catch (error) {
    assert.ok(error instanceof OperatorError, String(error));
    assert.deepEqual(ownRows(shop), before);
    return error.problems.map(withPathText);
  }
  return assert.fail('the import was not refused');
}

// Errors

test('a quantity cannot become negative, and an existing negative one may stay', async () => {
  const negative = { key: 'tea', name: 'ชา', variants: [{ key: 'leaf', stock: { bkk: -5 } }] };
  const shop = await openShop({ stores: [cafe({ products: [negative] })] });
  assert.deepEqual(await importFile(shop, exportCsv(shop)), NO_CHANGES);
  assert.deepEqual(
    await problemsOf(
      shop,
      'product_key|product_name|variant_key|stock:bkk|stock:cnx',
      'tea||leaf|-6|-5',
      'new|N|one|-1|',
      'new||two|10000000000000|',
    ),
    [
      message('not_a_whole_number_at_least', { path: 'row 2 stock:bkk', least: 0 }),
      message('not_a_whole_number_at_least', { path: 'row 2 stock:cnx', least: 0 }),
      message('not_a_whole_number_at_least', { path: 'row 3 stock:bkk', least: 0 }),
      message('too_large', { path: 'row 4 stock:bkk', most: 1000000000000 }),
    ],
  );
  const { stock } = await importRows(shop, 'product_key|variant_key|stock:bkk', 'tea|leaf|3');
  assert.deepEqual(stock, [{ variant: 'leaf', warehouse: 'bkk', old: -5, new: 3 }]);
});

test('all errors of a file are reported at once, with row and column, in row order', async () => {
  const shop = await openRoastery();
  const lines = await problemsOf(
    shop,
    'product_key|product_name|variant_key|cost|weight|low_stock_threshold|bundle|parts|price:retail|stock:bkk|shelf_location',
    'coffee||beans|free|||||-1|1,00|A-03-2 behind the door',
    '|No key|||||||',
    'tea|||||||||',
    'coffee|||1||||||',
    'coffee|Coffee|kit|||1.5|cup||1|',
    'coffee|Kaffee|duo||heavy||absent=1 cup=0|beans=1||3',
    'other|Other|cup|||||||',
    'coffee||beans||||||||||more',
  );
  assert.deepEqual(lines, [
    message('price_not_a_number', { path: 'row 2 cost', what: 'cost', text: 'free' }),
    message('price_below_zero', { path: 'row 2 price:retail', what: 'price', text: '-1' }),
    message('not_a_whole_number_at_least', { path: 'row 2 stock:bkk', least: 0 }),
    message('wrong_text_length', { path: 'row 2 shelf_location', least: 1, most: 20 }),
    message('required', { path: 'row 3 product_key' }),
    message('required_for_new_product', { path: 'row 4 product_name', product: 'tea' }),
    message('required', { path: 'row 5 variant_key' }),
    message('parts_unreadable', { path: 'row 6 bundle' }),
    message('not_a_whole_number_between', { path: 'row 6 low_stock_threshold', least: 0, most: 1000000000 }),
    message('rows_disagree', { path: 'row 7 product_name', product: 'coffee' }),
    message('not_a_number', { path: 'row 7 weight' }),
    message('not_a_whole_number_between', { path: 'row 7 bundle[1].qty', least: 1, most: 1000000 }),
    message('not_with_bundle', { path: 'row 7 bundle', field: 'stock' }),
    message('not_with_bundle', { path: 'row 7 bundle', field: 'parts' }),
    message('part_unknown', { path: 'row 7 bundle[0].variant', part: 'absent' }),
    message('variant_of_another_product', { path: 'row 8 variant_key', name: 'cup', product: 'coffee' }),
    message('table_row_too_long', { path: 'row 9', columns: 11 }),
    message('key_repeated', { path: 'row 9 variant_key', name: 'beans' }),
  ]);
});

test('unknown columns are reported together with the errors of rows', async () => {
  const shop = await openRoastery();
  assert.deepEqual(
    await problemsOf(shop, 'product_key|color|price:gold|stock:moon|variant_key|cost', 'coffee||||cup|x'),
    [
      message('unknown_column', { path: 'row 1 color' }),
      message('column_price_tier_unknown', { path: 'row 1 price:gold' }),
      message('column_warehouse_unknown', { path: 'row 1 stock:moon' }),
      message('price_not_a_number', { path: 'row 2 cost', what: 'cost', text: 'x' }),
    ],
  );
  assert.deepEqual(await problemsOf(shop, 'variant_key', 'cup'), [
    message('product_key_column_missing', { path: 'row 1' }),
  ]);
});

test('a price that is not an amount is named with what to write instead', async () => {
  const shop = await openRoastery();
  const problems = await problemsOf(
    shop,
    'product_key|variant_key|price:retail',
    'coffee|beans|abc',
    'coffee|cup|65,5',
    'coffee|kit|1.23456',
    'coffee|duo|#N/A',
  );
  const price = (row: number, text: string) => ({ path: `row ${row} price:retail`, what: 'price' as const, text });
  assert.deepEqual(problems, [
    message('price_not_a_number', price(2, 'abc')),
    message('price_not_a_number', price(3, '65,5')),
    message('price_out_of_range', price(4, '1.23456')),
    message('price_not_a_number', price(5, '#N/A')),
  ]);
});

test('a failed formula does not become a name or a SKU', async () => {
  const shop = await openRoastery();
  assert.deepEqual(
    await problemsOf(shop, 'product_key|product_name|variant_key|sku', 'tea|#REF!|leaf|#N/A', '#1|#1 tea|#1|#1'),
    [
      message('cell_without_value', { path: 'row 2 product_name', text: '#REF!' }),
      message('cell_without_value', { path: 'row 2 sku', text: '#N/A' }),
    ],
  );
});

test('a row of a pulled product is refused', async () => {
  const shop = await openRoastery();
  const csv = 'product_key,variant_key,stock:bkk\nresold,resold/cup,1';
  await assert.rejects(importFile(shop, csv, 'shelf'), (error) => {
    assert.ok(error instanceof OperatorError);
    assert.deepEqual(error.problems.map(withPathText), [
      message('pulled_product_variants_fixed', { path: 'row 2 variant_key' }),
    ]);
    return true;
  });
});

test('a variant with reserved stock cannot become a bundle by an import', async () => {
  const shop = await openRoastery();
  await shop.order({ products: [{ sku: 'KIT', qty: 1, price: 1 }] });
  assert.deepEqual(await problemsOf(shop, 'product_key|variant_key|bundle', 'coffee|kit|cup=1'), [
    message('bundle_is_reserved', { path: 'row 2 bundle', variant: 'kit', reserved: 1 }),
  ]);
});

// Thai headers and names instead of keys

test('errors about ambiguous names and headers use the column names of the file', async () => {
  const shop = await openRoastery();
  await importRows(shop, 'product_key|product_name', 'one|คู่แฝด', 'two|คู่แฝด');
  assert.deepEqual(
    await problemsOf(
      shop,
      'ชื่อสินค้า|ตัวเลือก|ราคา|คงเหลือ|ราคาขาย|สี',
      '|S|1|1||',
      'คู่แฝด|S|1|||',
      'หมวก|แดง|ฟรี|||',
      'หมวก|แดง|1|||',
    ),
    [
      message('unknown_column', { path: 'row 1 สี' }),
      message('column_repeated', { path: 'row 1 ราคาขาย', column: 'ราคา' }),
      message('required', { path: 'row 2 ชื่อสินค้า' }),
      message('product_name_ambiguous', { path: 'row 3 ชื่อสินค้า' }),
      message('price_not_a_number', { path: 'row 4 ราคา', what: 'price', text: 'ฟรี' }),
      message('row_repeats_variant', { path: 'row 5 ตัวเลือก', row: 4 }),
    ],
  );
});
