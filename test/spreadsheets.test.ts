import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operatorError } from './errors.ts';
import { read } from './spreadsheet-steps.ts';
import { type CellValue, inline, styled, workbook, workbookParts, zip } from './workbook.ts';

/** The text of a cell in a workbook. */
async function textOf(value: CellValue): Promise<unknown> {
  const { rows } = await read(
    workbook({
      rows: [
        ['key', 'value'],
        ['k', value],
      ],
    }),
  );
  return rows[0]?.[2];
}

// Values

test('the first row of a workbook is the header, the other rows are values', async () => {
  const rows = [
    ['SKU', ' ชื่อสินค้า '],
    ['00123', 'กาแฟ <คั่ว> & บด'],
    ['', 'ชา\nเย็น'],
  ];
  assert.deepEqual(await read(workbook({ rows })), {
    columns: ['SKU', 'ชื่อสินค้า'],
    headerRow: 1,
    sheet: undefined,
    rows: [
      [2, '00123', 'กาแฟ <คั่ว> & บด'],
      [3, '', 'ชา\nเย็น'],
    ],
  });
});

for (const [what, value, text] of [
  ['a whole price', 65, '65'],
  ['a price with decimals', 15.5, '15.5'],
  ['a barcode of 13 digits', 8850999320014, '8850999320014'],
  ['a barcode that is stored with an exponent', { xml: '><v>8.850999320014E+12</v>' }, '8850999320014'],
  ['a number of 20 digits', { xml: '><v>1.2345678901234501E19</v>' }, '12345678901234500000'],
  ['a number with a floating-point rounding error', { xml: '><v>69.550000000000011</v>' }, '69.55'],
  ['0.1 + 0.2', { xml: '><v>0.30000000000000004</v>' }, '0.3'],
  ['a very small number', { xml: '><v>1.5E-7</v>' }, '0.00000015'],
  ['a negative number', -3, '-3'],
  ['a number that is shown with leading zeros', styled(123, '00000'), '00123'],
  ['a number with fixed decimals', styled(65, '0.00'), '65'],
  ['a number in scientific notation', styled(8850999320014, '[Red]0.00E+00'), '8850999320014'],
  ['a number with a word in its format', styled(7, '"day "0'), '7'],
  ['a date', styled(46352, 'dd/mm/yyyy'), '2026-11-26'],
  ['the short date of Excel', styled(46352, 'short date'), '2026-11-26'],
  ['a date with time in a Thai format', styled('46352.5625', '[$-D00041E]d mmm yyyy h:mm'), '2026-11-26 13:30:00'],
  ['the time of a day', styled(0.5, '[$-D00041E]d mmm yyyy h:mm'), '12:00:00'],
  ['a date before 29 February 1900, which only Excel has', styled(59, 'dd/mm/yyyy'), '1900-02-28'],
  ['a date as text of ISO 8601', { xml: ' t="d"><v>2026-11-26T00:00:00Z</v>' }, '2026-11-26'],
  ['an inline string', inline('ก & ข'), 'ก & ข'],
  ['a boolean', { xml: ' t="b"><v>1</v>' }, 'TRUE'],
  ['the result of a formula', { xml: '><f>A1*2</f><v>130</v>' }, '130'],
  ['the text of a formula', { xml: ' t="str"><f>"a"&amp;"b"</f><v>ab</v>' }, 'ab'],
  ['an empty text of a formula', { xml: ' t="str"><f>""</f><v></v>' }, ''],
  ['a failed formula', { xml: ' t="e"><f>NA()</f><v>#N/A</v>' }, '#N/A'],
  ['a formula that was never calculated', { xml: '><f>A1*2</f><v/>' }, '#CALC!'],
  ['a cell with a format and no value', { xml: ' s="1">' }, ''],
] as const)
  test(`${what} is read as ${JSON.stringify(text)}`, async () => {
    assert.equal((await textOf(value)) ?? '', text);
  });

test('a text with several fonts is read whole, without the pronunciation of its characters', async () => {
  const parts = workbookParts({ rows: [['name'], ['X']] });
  const rich = '<si><r><t>กา</t></r><r><rPr><b/></rPr><t xml:space="preserve">แฟ </t></r><rPh><t>x</t></rPh></si>';
  const strings = parts['xl/sharedStrings.xml']?.replace(/<si><t[^>]*>X<\/t><\/si>/, rich) ?? '';
  assert.deepEqual((await read(zip({ ...parts, 'xl/sharedStrings.xml': strings }))).rows, [[2, 'กาแฟ ']]);
});

test('escaped characters are decoded', async () => {
  assert.equal(await textOf({ xml: ' t="str"><v>a_x000D_b&#128512;&#x0E01;&quot;<![CDATA[<c>]]></v>' }), 'a\rb😀ก"<c>');
});

test('dates of a workbook that counts from 1904 are read', async () => {
  const parts = workbookParts({ rows: [['date'], [styled(44890, 'dd/mm/yyyy')]] });
  const main = parts['xl/workbook.xml']?.replace('<workbookPr/>', '<workbookPr date1904="1"/>') ?? '';
  assert.deepEqual((await read(zip({ ...parts, 'xl/workbook.xml': main }))).rows, [[2, '2026-11-26']]);
});

// Rows, columns and sheets

test('rows keep the numbers of the spreadsheet; empty rows and cells that only have a format are skipped', async () => {
  const rows = { 3: ['a', 'b'], 5: ['1', { xml: ' s="1">' }], 8: [{ xml: ' s="1">' }], 9: [undefined, '2'] };
  assert.deepEqual(await read(workbook({ rows })), {
    columns: ['a', 'b'],
    headerRow: 3,
    sheet: undefined,
    rows: [
      [5, '1', ''],
      [9, '', '2'],
    ],
  });
});

test('cells and rows without a reference follow each other', async () => {
  const parts = workbookParts({
    rows: [
      ['a', 'b'],
      [1, 2],
    ],
  });
  const sheet = parts['xl/worksheets/sheet1.xml']?.replace(/ r="[^"]*"/g, '') ?? '';
  assert.deepEqual((await read(zip({ ...parts, 'xl/worksheets/sheet1.xml': sheet }))).rows, [[2, '1', '2']]);
});

test('elements may have a namespace prefix, and part names may differ in case and slashes', async () => {
  const parts = workbookParts({ rows: [['a'], [1]] });
  const sheet = parts['xl/worksheets/sheet1.xml']?.replace(/<(\/?)(worksheet|sheetData|row|c|v)\b/g, '<$1x:$2') ?? '';
  const { 'xl/worksheets/sheet1.xml': _, ...others } = parts;
  const prefixed = sheet.replace('xmlns=', 'xmlns:x=');
  assert.deepEqual((await read(zip({ ...others, 'XL\\Worksheets\\Sheet1.xml': prefixed }))).rows, [[2, '1']]);
});

test('an empty column is left out; one with values needs a name', async () => {
  assert.deepEqual(
    (
      await read(
        workbook({
          rows: [
            ['a', undefined, 'c'],
            [1, undefined, 3],
          ],
        }),
      )
    ).columns,
    ['a', 'c'],
  );
  await assert.rejects(
    read(workbook({ rows: { 2: ['a', undefined, 'c'], 3: [1, 2, 3] } })),
    operatorError({ key: 'table_column_unnamed', params: { row: 2 } }),
  );
});

test('the first of merged cells has the value', async () => {
  const rows = [
    ['ชื่อสินค้า', 'ตัวเลือก'],
    ['หมวก', 'แดง'],
    [{ xml: ' s="1">' }, 'ดำ'],
  ];
  const merged = workbook({ rows, after: '<mergeCells count="1"><mergeCell ref="A2:A3"/></mergeCells>' });
  assert.deepEqual((await read(merged)).rows, [
    [2, 'หมวก', 'แดง'],
    [3, '', 'ดำ'],
  ]);
});

test('the first visible sheet with a value is read, and named if there are others', async () => {
  const sheets = [
    { name: 'ลับ', state: 'hidden' as const, rows: [['hidden']] },
    { name: 'ลับมาก', state: 'veryHidden' as const, rows: [['hidden']] },
    { name: 'ว่าง', rows: [] },
    { name: 'สินค้า & ราคา', rows: [['shown']] },
    { name: 'อื่น', rows: [['other']] },
  ];
  const { columns, sheet } = await read(workbook(...sheets));
  assert.deepEqual([columns, sheet], [['shown'], 'สินค้า & ราคา']);
});

test('a workbook without values is refused as empty', async () => {
  await assert.rejects(read(workbook({ rows: [] })), operatorError({ key: 'table_empty' }));
  await assert.rejects(read(workbook({ state: 'hidden', rows: [['a']] })), operatorError({ key: 'table_empty' }));
});

// Other files

const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le');
const ole = (stream: string): Buffer =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504), Buffer.from(`${stream}\0`, 'utf16le')]);

for (const [what, bytes, key, kind] of [
  ['an old Excel workbook', ole('Workbook'), 'table_of_another_kind', 'old_excel'],
  ['a workbook of Excel 5', ole('Book'), 'table_of_another_kind', 'old_excel'],
  ['an old Word document', ole('WordDocument'), 'not_a_table', 'document'],
  ['a workbook with a password', ole('EncryptedPackage'), 'table_encrypted', undefined],
  [
    'a binary workbook',
    zip({ '[Content_Types].xml': '', 'xl/workbook.bin': '' }),
    'table_of_another_kind',
    'binary_excel',
  ],
  [
    'an OpenDocument',
    zip({ mimetype: '', 'content.xml': '', 'META-INF/manifest.xml': '' }),
    'table_of_another_kind',
    'opendocument',
  ],
  ['a Numbers file', zip({ 'Index/Document.iwa': '' }), 'table_of_another_kind', 'numbers'],
  ['a Word document', zip({ '[Content_Types].xml': '', 'word/document.xml': '' }), 'not_a_table', 'document'],
  ['a ZIP archive', zip({ 'products.csv': 'a' }), 'not_a_table', 'archive'],
  ['a web page', Buffer.from('\ufeff <html><table>'), 'table_of_another_kind', 'web_page'],
  ['a PDF', Buffer.from('%PDF-1.7 …'), 'not_a_table', 'pdf'],
  ['a PNG', Buffer.from('\x89PNG\r\n', 'latin1'), 'not_a_table', 'picture'],
  ['a JPEG', Buffer.from('\xff\xd8\xff\xe0', 'latin1'), 'not_a_table', 'picture'],
  ['a HEIC', Buffer.from('\0\0\0\x18ftypheic'), 'not_a_table', 'picture'],
  ['a binary file', Buffer.from('a,b\0\x01'), 'not_a_table', 'unknown'],
] as const)
  test(`${what} is rejected by its kind`, async () => {
    await assert.rejects(read(bytes), operatorError({ key, params: { file: 'goods.xlsx', ...(kind && { kind }) } }));
  });

test('a CSV file in UTF-16 is read, as Excel writes it with "Unicode text"', async () => {
  const expected = { columns: ['SKU', 'ชื่อ'], headerRow: 1, sheet: undefined, rows: [[2, 'A', 'ลาเต้']] };
  assert.deepEqual(await read(utf16('SKU\tชื่อ\r\nA\tลาเต้\r\n')), expected);
  assert.deepEqual(await read(utf16('SKU\tชื่อ\r\nA\tลาเต้\r\n').swap16()), expected);
});

test('a CSV file of any extension is read', async () => {
  assert.deepEqual((await read('a;b\n1;2\n')).rows, [[2, '1', '2']]);
});
