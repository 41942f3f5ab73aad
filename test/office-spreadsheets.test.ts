import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bangkokMinute } from '../src/lib/calendar.ts';
import type { FileTable } from '../src/lib/csv.ts';
import { readSheet } from '../src/lib/spreadsheet/read-sheet.ts';
import { readTable } from '../src/lib/spreadsheet/read-table.ts';
import { openWorkbook } from '../src/lib/spreadsheet/workbook.ts';
import { fileResponse } from '../src/office/page/file-formats.ts';
import { minuteText } from '../src/office/page/format.ts';
import { listFile } from '../src/office/page/list-file.ts';
import { openSeller, sendCodOrder } from './cod-steps.ts';
import { officePattern } from './errors.ts';
import { errorAt, signedIn } from './office.ts';
import { to } from './office-orders-list-steps.ts';
import { placeOrder } from './order-steps.ts';
import { takePaymentStep } from './payment-steps.ts';
import { applyImport, uploadProducts } from './product-import-steps.ts';
import { sql } from './sql.ts';
import { openShop } from './support.ts';
import { openVatSeller } from './vat-steps.ts';
import { type CellValue, styled, workbook, workbookParts, zip } from './workbook.ts';

const fileOf = (content: Uint8Array, name: string): File => new File([content as Uint8Array<ArrayBuffer>], name);

const GOODS: readonly (readonly CellValue[])[] = [
  ['ชื่อสินค้า', 'ตัวเลือก', 'SKU', 'ราคา (บาท)', 'คงเหลือ'],
  ['หมวก', 'แดง', styled(123, '00000'), 65, 3],
  [undefined, 'ดำ', 8850999320014, 15.5, { xml: '><f>1+1</f><v>2</v>' }],
];

test('an Excel workbook is previewed and imported like a CSV file', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop, { language: 'en' });
  const preview = await uploadProducts(browser, fileOf(workbook({ rows: GOODS }), 'goods.xlsx'));
  assert.match(preview.text, /1 new product · 2 new variants · 2 stock changes/);
  assert.doesNotMatch(preview.text, /Only the sheet/);
  await applyImport(browser, preview.path);
  const variants = shop.ctx.db.all(
    sql<{ name: string; sku: string; price: number; qty: number }>(
      `SELECT v.name, v.sku, p.price / 10000.0 AS price, s.on_hand AS qty FROM variants v JOIN prices p ON p.variant_id = v.id
       JOIN current_stock s ON s.variant_id = v.id WHERE v.sku IN ('00123', '8850999320014') ORDER BY v.id`,
    ),
  );
  assert.deepEqual(
    variants.map((variant) => ({ ...variant })),
    [
      { name: 'แดง', sku: '00123', price: 65, qty: 3 },
      { name: 'ดำ', sku: '8850999320014', price: 15.5, qty: 2 },
    ],
  );
});

test('the preview names the sheet if the workbook has others', async () => {
  const browser = await signedIn(await openShop(), { language: 'en' });
  const sheets = workbook({ name: 'สินค้า', rows: GOODS }, { name: 'วิธีใช้', rows: [['อ่านก่อน']] });
  const { text } = await uploadProducts(browser, fileOf(sheets, 'goods.xlsx'));
  assert.match(text, /Only the sheet “สินค้า” is read\. 1 new product/);
});

test('errors of a workbook name the row of the spreadsheet and the heading', async () => {
  const browser = await signedIn(await openShop(), { language: 'en' });
  const rows = { 3: ['ชื่อสินค้า', 'SKU', 'ราคา', 'สี'], 5: ['หมวก', { xml: ' t="e"><v>#N/A</v>' }, 'abc', 'แดง'] };
  const { text } = await uploadProducts(browser, fileOf(workbook({ rows }), 'goods.xlsx'));
  assert.match(text, officePattern('unknown_column', { path: [{ row: 3, column: 'สี' }] }));
  assert.match(text, officePattern('cell_without_value', { path: [{ row: 5, column: 'SKU' }], text: '#N/A' }));
  assert.match(text, officePattern('price_not_a_number', { path: [{ row: 5, column: 'ราคา' }], text: 'abc' }));
});

test('the error at the field says what kind of file it is, whatever its name says', async () => {
  const browser = await signedIn(await openShop(), { language: 'en' });
  const pdf = Buffer.from('%PDF-1.7');
  const ods = zip({ 'content.xml': '', 'META-INF/manifest.xml': '' });
  for (const [bytes, name, expected] of [
    [pdf, 'goods.pdf', officePattern('not_a_table', { file: 'goods.pdf', kind: 'pdf' })],
    [pdf, 'goods.csv', officePattern('not_a_table', { file: 'goods.csv', kind: 'pdf' })],
    [ods, 'goods.ods', officePattern('table_of_another_kind', { file: 'goods.ods', kind: 'opendocument' })],
    [
      workbook({ rows: GOODS }).subarray(0, 900),
      'goods.xlsx',
      officePattern('workbook_damaged', { file: 'goods.xlsx' }),
    ],
    [Buffer.from('a,b\n1,2'), 'goods.exe', officePattern('file_of_another_kind', { file: 'goods.exe' })],
  ] as const)
    for (const path of ['/products/import', '/orders/cod/remit']) {
      await browser.open(path);
      const page = await browser.send(path, { file: fileOf(bytes, name) });
      assert.equal(page.status, 422);
      assert.match(errorAt(page, 'file') ?? '', expected);
      assert.match(page.html, /<input type="file"[^>]*aria-describedby="field-file-error/);
    }
});

test('a workbook that is named .csv or has no extension is read', async () => {
  const browser = await signedIn(await openShop(), { language: 'en' });
  for (const name of ['goods.csv', 'goods'])
    assert.match((await uploadProducts(browser, fileOf(workbook({ rows: GOODS }), name))).text, /1 new product/);
});

test('a workbook with a damaged sheet is refused with advice, and the next file is read', async () => {
  const browser = await signedIn(await openShop(), { language: 'th' });
  const parts = { ...workbookParts({ rows: GOODS }), 'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row' };
  const { text } = await uploadProducts(browser, fileOf(zip(parts), 'goods.xlsx'));
  assert.match(text, /goods\.xlsx เสียหายหรือไม่ครบ/);
  assert.match((await uploadProducts(browser, fileOf(workbook({ rows: GOODS }), 'b.xlsx'))).text, /เพิ่มสินค้า 1/);
});

test('a payout file of a courier may be a workbook', async () => {
  const shop = await openSeller();
  const browser = await signedIn(shop, { language: 'en' });
  await sendCodOrder(shop, '65', '00123', { at: 'delivered' });
  const rows = [
    ['ลำดับ', 'เลขพัสดุ', 'ยอด COD (บาท)'],
    [1, styled(123, '00000'), { xml: '><v>65.000000000000014</v>' }],
  ];
  await browser.open('/orders/cod/remit');
  const { text } = await browser.send('/orders/cod/remit', {
    file: fileOf(workbook({ rows }), 'paid.xlsx'),
    number_column: '',
    amount_column: '',
  });
  assert.match(text, /1 row matches, ฿65 in total/);
  assert.match(text, /00123/);
});

const columnOf = ({ rows }: FileTable, heading: string) => rows.map(({ cells }) => cells.get(heading));

test('an exported workbook keeps phone numbers as text, and has amounts and times as numbers of Excel', async () => {
  const shop = await openShop();
  await placeOrder(shop, [{ sku: 'LAT-H', qty: 2 }], to('=1+1', '0812345678'));
  const browser = await signedIn(shop, { language: 'en' });
  const bytes = await browser.download('/orders.xlsx?tab=all');
  const table = await readTable(bytes, 'orders.xlsx');
  assert.deepEqual(columnOf(table, 'Phone'), ['0812345678']);
  assert.deepEqual(columnOf(table, 'Recipient'), ['=1+1']);
  assert.deepEqual(columnOf(table, 'Total'), ['130']);
  assert.deepEqual(columnOf(table, 'Date'), [`${bangkokMinute(shop.now())}:00`]);
});

test('the file of orders has its amounts, and the file of order lines a row per line', async () => {
  const shop = await openShop();
  const order = await placeOrder(
    shop,
    [
      { sku: 'LAT-H', qty: 2, price: '60' },
      { sku: 'LAT-I', qty: 1, price: '70' },
    ],
    { shipping_fee: '45', discount: '10' },
  );
  await takePaymentStep(shop, order);
  const browser = await signedIn(shop, { language: 'en' });
  const orders = await readTable(await browser.download('/orders.xlsx?tab=all'), 'orders.xlsx');
  const amounts = ['Subtotal', 'Discount', 'Shipping fee', 'Total', 'Paid', 'Refunded'];
  assert.deepEqual(
    amounts.map((name) => columnOf(orders, name)[0]),
    ['190', '10', '45', '225', '225', '0'],
  );
  assert.notEqual(columnOf(orders, 'Payment method')[0], '');
  assert.match((await browser.open('/orders?tab=all')).html, /href="\/office\/orders\/lines\.xlsx\?tab=all"/);
  const lines = await readTable(await browser.download('/orders/lines.xlsx?tab=all'), 'lines.xlsx');
  assert.deepEqual(
    ['Order number', 'SKU', 'Units', 'Price', 'Amount'].map((name) => columnOf(lines, name)),
    [
      ['1', '1'],
      ['LAT-H', 'LAT-I'],
      ['2', '1'],
      ['60', '70'],
      ['120', '70'],
    ],
  );
});

test('an exported workbook of products can be imported, and changes nothing', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop, { language: 'th' });
  const exported = await browser.download('/products.xlsx');
  const { text } = await uploadProducts(browser, fileOf(exported, 'products.xlsx'));
  assert.match(text, /ไม่มีการเปลี่ยนแปลง/);
});

test('the workbook of a report has the store, the period and the totals above its table; the CSV file has the table only', async () => {
  const { shop } = await openVatSeller(Date.parse('2026-11-26T10:00:00+07:00'));
  await takePaymentStep(shop, await placeOrder(shop, [{ sku: 'LAT-H', qty: 1, price: '107' }]));
  const browser = await signedIn(shop, { language: 'th', store: 'cafe' });
  const sheet = await firstSheet(await browser.download('/reports/vat.xlsx?month=2026-11'));
  const total = 'รวมทั้งหมด';
  assert.equal(sheet.name, 'รายงานภาษีขาย');
  assert.deepEqual(sheet.rows.slice(0, 6), [
    ['รายงานภาษีขาย'],
    ['ร้าน', 'บ้านกาแฟ'],
    ['ชื่อผู้ประกอบการ', 'บริษัท บ้านกาแฟ จำกัด'],
    ['เลขประจำตัวผู้เสียภาษี', '0105556000000 · สำนักงานใหญ่ (00000)'],
    ['ช่วง', 'พฤศจิกายน 2569'],
    ['ดาวน์โหลดเมื่อ', minuteText(shop.now(), 'th')],
  ]);
  assert.deepEqual(
    sheet.rows.filter(([label]) => label?.startsWith(total)),
    [
      [`${total} – มูลค่าก่อนภาษี`, '100.00'],
      [`${total} – ภาษีมูลค่าเพิ่ม`, '7.00'],
      [`${total} – รวม`, '107.00'],
    ],
  );
  assert.match((await browser.open('/reports/vat.csv?month=2026-11')).html, /^\ufeff?วันที่,/);
});

test('the sheet of a sales report has the name of the report, and its period is above the table', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop, { language: 'th' });
  const { name, rows } = await firstSheet(
    await browser.download('/reports/sales.xlsx?by=day&from=2026-11-01&to=2026-11-02'),
  );
  assert.equal(name, 'รายงานยอดขาย');
  assert.deepEqual(
    rows.find(([label]) => label === 'ช่วง'),
    ['ช่วง', '1 พ.ย. 2569 – 2 พ.ย. 2569'],
  );
});

test('the name of a sheet ends with a whole word', async () => {
  const file = listFile('Returns of October and of November 2026', [{}], { a: () => 1 });
  const bytes = Buffer.from(await fileResponse(file, 'xlsx').arrayBuffer());
  assert.equal((await firstSheet(bytes)).name, 'Returns of October and of');
});

async function firstSheet(bytes: Uint8Array): Promise<{ name: string; rows: string[][] }> {
  const opened = await openWorkbook(bytes);
  const [sheet] = opened.sheets;
  assert.ok(sheet);
  const { rows } = await readSheet(opened, sheet.part, 50);
  return { name: sheet.name, rows: rows.map(({ texts }) => texts) };
}
