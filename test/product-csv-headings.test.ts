import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnFinder } from '../src/domain/storefile/csv/column-names.ts';
import { productCsv, productTable } from '../src/domain/storefile/csv/export.ts';
import { coffee, exportCsv, importFile, NO_CHANGES, openRoastery } from './product-csv-steps.ts';
import { roastery } from './stock-steps.ts';
import { dump } from './storefile-steps.ts';
import { idOf, openShop, type Shop } from './support.ts';

// Product files with headings for people

const fileIn = (shop: Shop, language: 'th' | 'en'): string =>
  productCsv(productTable(shop.ctx.db, idOf(shop.ids.id), { language })).replace(/^\ufeff/, '');

const headings = (csv: string): string[] => csv.split('\r\n')[0]?.split(',') ?? [];

test('the headings of an export are in the language, with the names of price tiers and warehouses', async () => {
  const shop = await openRoastery();
  assert.equal(
    headings(fileIn(shop, 'th')).join(),
    'รหัสอ้างอิงสินค้า,ชื่อสินค้า,คำอธิบาย,หมวดหมู่,แท็ก,รหัสอ้างอิงตัวเลือก,ตัวเลือก,SKU,บาร์โค้ด,ต้นทุน (บาท),น้ำหนัก (กรัม),' +
      'เตือนเมื่อเหลือไม่เกิน,ที่เก็บ,ชุดสินค้า,ส่วนประกอบ,ราคา: ปลีก,ราคา: ตัวแทน,คงเหลือ: กรุงเทพ,คงเหลือ: เชียงใหม่',
  );
  assert.equal(
    headings(fileIn(shop, 'en')).join(),
    'Product key,Title,Description,Category,Tags,Variant key,Variant,SKU,Barcodes,Cost per unit (baht),Weight (g),' +
      'Low stock alert at,Shelf location,Bundle,Parts,Price: ปลีก,Price: ตัวแทน,On hand: กรุงเทพ,On hand: เชียงใหม่',
  );
});

for (const language of ['th', 'en'] as const)
  test(`a file with headings for people is imported, changed or not (${language})`, async () => {
    const shop = await openRoastery();
    const file = fileIn(shop, language);
    assert.deepEqual(await importFile(shop, file), NO_CHANGES);
    const [, beans = ''] = file.split('\r\n');
    assert.match(beans, /BEANS/);
    const cells = beans.split(',');
    const at = (heading: RegExp) => headings(file).findIndex((name) => heading.test(name));
    cells[at(/^(ราคา|Price): ปลีก$/)] = '99';
    cells[at(/: เชียงใหม่$/)] = '6';
    const { variants, stock } = await importFile(shop, file.replace(beans, cells.join(',')));
    assert.deepEqual(variants.changed, ['beans']);
    assert.deepEqual(stock, [{ variant: 'beans', warehouse: 'cnx', old: 4, new: 6 }]);
    assert.equal((await coffee(shop)).variants[0].prices[0].price, '99');
  });

for (const language of ['th', 'en'] as const)
  test(`a file of a store makes the same products in another one with the same tiers and warehouses (${language})`, async () => {
    const shop = await openRoastery();
    const empty = await openShop({ stores: [roastery({ products: [] })] });
    await importFile(empty, fileIn(shop, language));
    assert.equal(exportCsv(empty), exportCsv(shop));
    assert.deepEqual((await dump(empty)).stores[0]?.products, (await dump(shop)).stores[0]?.products);
  });

test('tiers that a heading would confuse keep the names of their columns', async () => {
  const store = roastery({
    price_tiers: [
      { key: 'retail', name: 'VIP' },
      { key: 'vip', name: 'vip' },
      { key: 'gold', name: 'ทอง' },
    ],
    warehouses: [
      { key: 'a', name: 'คลัง' },
      { key: 'b', name: 'คลัง (บาท)' },
    ],
    products: [
      {
        key: 'cup',
        name: 'แก้ว',
        variants: [{ key: 'cup', prices: { retail: '1', vip: '2', gold: '3' }, stock: { a: 4, b: 5 } }],
      },
    ],
  });
  const shop = await openShop({ stores: [store] });
  for (const language of ['th', 'en'] as const) {
    const file = fileIn(shop, language);
    const own = headings(file).filter((heading) => /^(price|stock):/.test(heading));
    assert.deepEqual(own, ['price:retail'], 'the heading names the other one of both');
    assert.deepEqual(await importFile(shop, file), NO_CHANGES);
  }
});

test('a heading may have the unit of its column, and names no column with another one', () => {
  const columnOf = columnFinder({
    tiers: [{ key: 'retail', name: 'ปลีก', isDefault: true }],
    warehouses: [{ key: 'bkk', name: 'กรุงเทพ' }],
  });
  for (const [heading, column] of [
    ['คงเหลือ (ชิ้น)', 'stock:bkk'],
    ['ราคา (บาท)', 'price:retail'],
    ['Price: ปลีก (Baht)', 'price:retail'],
    ['ต้นทุน', 'cost'],
    ['Weight (G)', 'weight'],
  ] as const)
    assert.equal(columnOf(heading), column);
  for (const heading of [
    'คงเหลือ (บาท)',
    'On hand (baht)',
    'จำนวน กรุงเทพ (บาท)',
    'น้ำหนัก (บาท)',
    'ราคา (กรัม)',
    'SKU (บาท)',
  ])
    assert.equal(columnOf(heading), heading);
});
