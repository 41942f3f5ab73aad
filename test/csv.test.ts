import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readCsv, writeCsv } from '../src/lib/csv.ts';
import { operatorError } from './errors.ts';

/** The file's columns, and each row with its number and cells. */
function read(content: string | Uint8Array) {
  const { columns, rows } = readCsv(Buffer.from(content), 'file.csv');
  return { columns, rows: rows.map(({ row, cells }) => [row, ...[...cells].map(([, text]) => text)]) };
}

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/** Thai letters have the same order in TIS-620 as in Unicode, from 0xA1. */
const tis620 = (text: string) =>
  Buffer.from(
    Array.from(text, (character) => {
      const code = character.codePointAt(0) as number;
      return code < 0x80 ? code : code - 0x0e01 + 0xa1;
    }),
  );

const THAI = 'sku,ชื่อ\r\nLAT-H,ลาเต้ร้อน\r\n';
const LATTE = { columns: ['sku', 'ชื่อ'], rows: [[2, 'LAT-H', 'ลาเต้ร้อน']] };

test('UTF-8 is read with and without a BOM, and TIS-620 as Thai spreadsheets save it', () => {
  assert.deepEqual(read(THAI), LATTE);
  assert.deepEqual(read(Buffer.concat([BOM, Buffer.from(THAI)])), LATTE);
  assert.deepEqual(read(tis620(THAI)), LATTE);
});

test('the Windows extensions of TIS-620 are read', () => {
  assert.deepEqual(read(Buffer.concat([Buffer.from('note\n'), Buffer.from([0x93, 0xa1, 0x94, 0x80])])).rows, [
    [2, '“ก”€'],
  ]);
});

test('lines end with CRLF, LF or the end of the file, and quoted cells may span lines', () => {
  const rows = [
    [2, '1', 'a,b'],
    [3, '2', 'say "hi"\nthere'],
    [4, '3', ''],
  ];
  for (const end of ['\n', '\r\n'])
    assert.deepEqual(read(['n,text', '1,"a,b"', '2,"say ""hi""\nthere"', '3,'].join(end)).rows, rows);
});

test('lines of one file may end differently, as after another program has appended rows', () => {
  assert.deepEqual(read('n,text\r\n1,a\r\n2,"b\nc"\n3,d\n4,e').rows, [
    [2, '1', 'a'],
    [3, '2', 'b\nc'],
    [4, '3', 'd'],
    [5, '4', 'e'],
  ]);
});

test('the separator is the most frequent in the header: comma, semicolon or tab', () => {
  const expected = { columns: ['sku', 'ชื่อ, ยาว; สั้น', 'qty'], rows: [[2, 'A', '1,5;2', '3']] };
  for (const delimiter of [',', ';', '\t'])
    assert.deepEqual(
      read(['sku', '"ชื่อ, ยาว; สั้น"', 'qty\r\nA', '"1,5;2"', '3\r\n'].join(delimiter)),
      expected,
      JSON.stringify(delimiter),
    );
  assert.deepEqual(read('sku;qty\nA;1,5\n').rows, [[2, 'A', '1,5']]);
  assert.deepEqual(read('sku,qty;pieces\nA,1;2\n').columns, ['sku', 'qty;pieces']);
  assert.deepEqual(read('sku\nA;B\n').rows, [[2, 'A;B']]);
});

test('rows are numbered as in a spreadsheet, and empty rows are skipped', () => {
  assert.deepEqual(read('n,text\n\n1,a\n , \n\n2,b\n\n').rows, [
    [3, '1', 'a'],
    [6, '2', 'b'],
  ]);
});

test('cells are taken verbatim, headers are trimmed', () => {
  assert.deepEqual(read(' sku , qty\n A B , 1\n'), { columns: ['sku', 'qty'], rows: [[2, ' A B ', ' 1']] });
});

test('a missing cell is empty, and surplus empty cells are ignored', () => {
  assert.deepEqual(read('a,b\n1\n1,2,,\n').rows, [
    [2, '1', ''],
    [3, '1', '2'],
  ]);
});

for (const [what, content, problem] of [
  ['an empty file', '', { key: 'table_empty' }],
  ['a file of empty lines', '\n\n', { key: 'table_empty' }],
  ['a duplicate column', 'sku,qty,sku\n', { key: 'table_column_repeated', params: { column: 'sku' } }],
  ['columns without a name', 'sku,,\n', { key: 'table_column_unnamed' }],
  ['a file that is neither UTF-8 nor TIS-620', Buffer.from([0x61, 0x0a, 0xff, 0xfe]), { key: 'csv_unknown_encoding' }],
] as const)
  test(`${what} is refused with the file and the row`, () => {
    assert.throws(() => read(content), operatorError({ params: { file: 'file.csv' }, ...problem }));
  });

test('each row longer than the header is reported, and its cells are read', () => {
  const { rows } = readCsv(Buffer.from('a,b\n1,2,3\n1,2\n,,,4\n'), 'file.csv');
  assert.deepEqual(
    rows.map(({ row, cells, problem }) => [row, cells.get('a'), problem?.key]),
    [
      [2, '1', 'table_row_too_long'],
      [3, '1', undefined],
      [4, '', 'table_row_too_long'],
    ],
  );
});

test('an unclosed quote is refused with the file', () => {
  assert.throws(
    () => read('a,b\n1,"2\n3,4\n'),
    operatorError({ key: 'csv_quote_not_closed', params: { file: 'file.csv' } }),
  );
});

test('CSV is written as UTF-8 with a BOM and CRLF', () => {
  const text = writeCsv(
    ['sku', 'ชื่อ', 'qty'],
    [
      ['A,"1"', 'ลาเต้\nร้อน', 3],
      ['', null, 0],
    ],
  );
  assert.equal(text, '\ufeffsku,ชื่อ,qty\r\n"A,""1""","ลาเต้\nร้อน",3\r\n,,0\r\n');
});

test('written CSV is read back unchanged', () => {
  const cell = fc.string({ unit: 'grapheme' }).filter((text) => text.trim() !== '');
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (rows) => {
      assert.deepEqual(
        read(writeCsv(['one', 'two'], rows)).rows.map(([, ...cells]) => cells),
        rows,
      );
    }),
  );
});
