import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { deleteProduct } from '../src/domain/catalogue/delete-product.ts';
import type { ProductChanges } from '../src/domain/storefile/csv/changes.ts';
import { exportProducts } from '../src/domain/storefile/csv/export.ts';
import { importProducts } from '../src/domain/storefile/csv/import.ts';
import { productTemplate } from '../src/domain/storefile/csv/template.ts';
import { dumpStores } from '../src/domain/storefile/dump.ts';
import { findStore, listStores } from '../src/domain/stores.ts';
import { readCsv } from '../src/lib/csv.ts';
import { OperatorError } from '../src/lib/errors.ts';
import type { Id } from '../src/lib/ids.ts';
import type { Message } from '../src/lib/messages/catalogue.ts';
import { message } from '../src/lib/messages/message.ts';
import { describe } from '../src/lib/messages/messages.ts';
import { withPathText } from './errors.ts';
import { createAccount } from './office.ts';
import { ownRows, stoppedClock } from './raw-http.ts';
import { sql } from './sql.ts';
import { ledgerSteps, reseller, roastery, runStep } from './stock-steps.ts';
import { cafe, idOf, type Json, openShop, type Shop } from './support.ts';

const openRoastery = () => openShop({ now: stoppedClock().now, stores: [roastery(), reseller()] });

const exportCsv = (shop: Shop, store = 'cafe'): string => exportProducts(shop.ctx.db, findStore(shop.ctx.db, store).id);

/** The rows of the file after the header, by column, without empty cells. */
const rowsOf = (csv: string): Record<string, string>[] =>
  readCsv(Buffer.from(csv), 'file').rows.map(({ cells }) =>
    Object.fromEntries([...cells].filter(([, cell]) => cell !== '')),
  );

type ChangedKeys = Pick<ProductChanges, 'products' | 'variants' | 'stock'>;

/** Rows of these columns, separated by `|`. */
const csvOf = (rows: readonly string[]): string =>
  rows.map((row) => row.split('|').map((cell) => `"${cell.replaceAll('"', '""')}"`)).join('\n');

const importRows = (shop: Shop, ...rows: string[]): Promise<ChangedKeys> => importFile(shop, csvOf(rows));

async function importFile(shop: Shop, csv: string | Uint8Array, store = 'cafe'): Promise<ChangedKeys> {
  const { products, variants, stock } = await importWithChanges(shop, csv, { store });
  return { products, variants, stock };
}

function importWithChanges(
  shop: Shop,
  csv: string | Uint8Array,
  { store = 'cafe', userId }: { store?: string; userId?: Id } = {},
): Promise<ProductChanges> {
  const file = readCsv(Buffer.from(csv), 'products.csv');
  return shop.ctx.write((tx) => importProducts(tx, findStore(tx, store), file, shop.config.values, shop.now(), userId));
}

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

const NO_CHANGES: ChangedKeys = {
  products: { added: [], restored: [], changed: [] },
  variants: { added: [], restored: [], changed: [] },
  stock: [],
};

const coffee = async (shop: Shop): Promise<Json> =>
  (await shop.call('/v1/product/detail', { product_id: shop.ids.products.coffee })).body.product;

// Export

test('an export has a row per variant, and one for a product without variants; pulled products are left out', async () => {
  const shop = await openShop({
    stores: [
      cafe({
        products: [
          {
            key: 'latte',
            name: 'ลาเต้',
            description: 'หอม, "นุ่ม"',
            variants: [
              {
                key: 'hot',
                name: 'ร้อน',
                sku: '-H',
                prices: { retail: '65.5', vip: '60' },
                cost: '20',
                weight: 0.35,
                low_stock_threshold: 3,
                stock: { bkk: 10, cnx: -5 },
              },
              { key: 'hot cup', stock: { bkk: 0 } },
              { key: 'kit', parts: [{ variant: 'hot', qty: 3 }] },
              {
                key: 'set',
                bundle: [
                  { variant: 'hot', qty: 2 },
                  { variant: 'hot cup', qty: 1 },
                ],
              },
            ],
          },
          { key: 'bare', name: '=SUM(A1)' },
        ],
      }),
      reseller({ products: [{ key: 'resold', name: 'R', pulled_from: { store: 'cafe', product: 'latte' } }] }),
    ],
  });
  const csv = exportCsv(shop);
  assert.equal(
    csv.split('\r\n')[0],
    '\ufeffproduct_key,product_name,description,category,tags,variant_key,variant_name,sku,barcodes,cost,weight,low_stock_threshold,bundle,parts,' +
      'price:retail,price:vip,stock:bkk,stock:cnx',
  );
  assert.deepEqual(rowsOf(csv), [
    {
      product_key: 'latte',
      product_name: 'ลาเต้',
      description: 'หอม, "นุ่ม"',
      variant_key: 'hot',
      variant_name: 'ร้อน',
      sku: "'-H",
      cost: '20',
      weight: '0.35',
      low_stock_threshold: '3',
      'price:retail': '65.5',
      'price:vip': '60',
      'stock:bkk': '10',
      'stock:cnx': '-5',
    },
    { product_key: 'latte', variant_key: 'hot cup', 'stock:bkk': '0' },
    { product_key: 'latte', variant_key: 'kit', parts: 'hot=3' },
    { product_key: 'latte', variant_key: 'set', bundle: 'hot=2 "hot cup"=1' },
    { product_key: 'bare', product_name: "'=SUM(A1)" },
  ]);
  assert.deepEqual(rowsOf(exportCsv(shop, 'shelf')), []);
});

const text = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }),
  fc.constantFrom('=1', "'=1", "''@x", '+', '-2', '\ttab', 'a "b"', 'x=1', 'ก ข', "'", 'a\nb', '\\'),
);
const isKey = (key: string) => key.trim() !== '' && !key.includes('\0');

const catalogue = fc.uniqueArray(
  fc.record({
    key: text.filter(isKey),
    product: fc.nat({ max: 2 }),
    name: text.filter((name) => !name.includes('\0')),
    stock: fc.nat({ max: 9 }),
    part: fc.option(fc.record({ isBundle: fc.boolean(), pick: fc.nat(), qty: fc.integer({ min: 1, max: 9 }) })),
  }),
  { selector: ({ key }) => key, maxLength: 8 },
);

test('an export imported again changes nothing, and in an empty store it creates the same catalogue', async () => {
  await fc.assert(
    fc.asyncProperty(catalogue, async (variants) => {
      const components = variants.filter(({ part }) => !part?.isBundle).map(({ key }) => key);
      const products = [0, 1, 2].map((index) => ({
        key: `p ${index}`,
        name: `=${index}`,
        variants: variants
          .filter(({ product }) => product === index)
          .map(({ key, name, stock, part }) => {
            const candidates = part?.isBundle ? components : components.slice(components.indexOf(key) + 1); // no circular parts
            const variant = candidates[(part?.pick ?? 0) % candidates.length];
            const parts = part && variant ? [{ variant, qty: part.qty }] : undefined;
            const fields = { key, name, sku: name, prices: { vip: stock + 9 } };
            if (parts && part?.isBundle) return { ...fields, bundle: parts };
            return { ...fields, stock: { cnx: stock }, parts };
          }),
      }));
      const shop = await openShop({ stores: [cafe({ products }), cafe({ key: 'empty', products: [] })] });
      const csv = exportCsv(shop);
      assert.deepEqual(await importFile(shop, csv), NO_CHANGES);
      await importFile(shop, csv, 'empty');
      const [one, other] = JSON.parse(JSON.stringify(dumpStores(shop.ctx.db, listStores(shop.ctx.db)))).stores;
      await shop.stop();
      assert.deepEqual(other.products, one.products.map(withoutBlankTexts));
    }),
    { numRuns: 30 },
  );
});

/** An import reads a cell of spaces as empty. */
const withoutBlankTexts = (product: Json): Json => ({
  ...product,
  variants: product.variants.map(({ sku, ...variant }: Json) => ({
    ...variant,
    name: variant.name.trim() === '' ? '' : variant.name,
    ...(sku?.trim() ? { sku } : {}),
  })),
});

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
    'coffee|beans|1,250.00|๔๕.๕|1,000.5|12,345|๓',
  );
  assert.deepEqual(stock, [{ variant: 'beans', warehouse: 'bkk', old: 20, new: 12_345 }]);
  const [row] = rowsOf(exportCsv(shop)).filter(({ variant_key }) => variant_key === 'beans');
  assert.deepEqual(
    [row?.['price:retail'], row?.cost, row?.weight, row?.low_stock_threshold],
    ['1250', '45.5', '1000.5', '3'],
  );
});

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
    'product_key|product_name|variant_key|cost|weight|low_stock_threshold|bundle|parts|price:retail|stock:bkk',
    'coffee||beans|free|||||-1|1,00',
    '|No key|||||||',
    'tea|||||||||',
    'coffee|||1||||||',
    'coffee|Coffee|kit|||1.5|cup||1|',
    'coffee|Kaffee|duo||heavy||absent=1 cup=0|beans=1||3',
    'other|Other|cup|||||||',
    'coffee||beans|||||||||more',
  );
  assert.deepEqual(lines, [
    message('price_not_a_number', { path: 'row 2 cost', what: 'cost', text: 'free' }),
    message('price_below_zero', { path: 'row 2 price:retail', what: 'price', text: '-1' }),
    message('not_a_whole_number_at_least', { path: 'row 2 stock:bkk', least: 0 }),
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
    message('csv_row_too_long', { path: 'row 9', columns: 10 }),
    message('key_repeated', { path: 'row 9 variant_key', name: 'beans' }),
  ]);
});

test('unknown columns are reported together with the errors of rows', async () => {
  const shop = await openRoastery();
  assert.deepEqual(
    await problemsOf(shop, 'product_key|colour|price:gold|stock:moon|variant_key|cost', 'coffee||||cup|x'),
    [
      message('unknown_column', { path: 'row 1 colour' }),
      message('column_price_tier_unknown', { path: 'row 1 price:gold' }),
      message('column_warehouse_unknown', { path: 'row 1 stock:moon' }),
      message('price_not_a_number', { path: 'row 2 cost', what: 'cost', text: 'x' }),
    ],
  );
  assert.deepEqual(await problemsOf(shop, 'variant_key', 'cup'), [
    message('product_key_column_missing', { path: 'row 1' }),
  ]);
});

test('a price that is no amount is named with what to write instead', async () => {
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
  const [first] = problems as [Message];
  assert.equal(
    describe(first, 'en', 'label'),
    'row 2 price:retail: Price "abc" is not a number. Write it as 65 or 65.50.',
  );
  assert.match(describe(first, 'th', 'label'), /ราคา “abc” ไม่ใช่ตัวเลข กรุณาเขียนเป็น 65 หรือ 65.50$/);
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

// Reports

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
        { what: 'price', place: 'ปลีก', from: '90', to: '95.5' },
        { what: 'stock', place: 'กรุงเทพ', from: 20, to: 25 },
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
        { what: 'price', place: 'ปลีก', from: null, to: '45' },
        { what: 'stock', place: 'กรุงเทพ', from: null, to: 7 },
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

test('the example file can be imported, and a second import changes nothing', async () => {
  const shop = await openRoastery();
  for (const inThai of [true, false]) {
    const csv = productTemplate(shop.ctx.db, idOf(shop.ids.id), { inThai });
    assert.equal((await importFile(shop, csv)).variants.added.length, 3);
    assert.deepEqual(await importFile(shop, csv), NO_CHANGES);
  }
});

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
