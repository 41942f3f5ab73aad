import assert from 'node:assert/strict';
import { test } from 'node:test';
import { constants, deflateRawSync } from 'node:zlib';
import { operatorError } from '../errors.ts';
import { read } from '../spreadsheet-steps.ts';
import { workbook, workbookParts, zip } from '../workbook.ts';

test('rows over the limit are counted and refused', async () => {
  const rows = [['n'], ...Array.from({ length: 12 }, (_, i) => [i])];
  assert.equal((await read(workbook({ rows }), 12)).rows.length, 12);
  await assert.rejects(
    read(workbook({ rows }), 10),
    operatorError({ key: 'table_too_many_rows', params: { file: 'goods.xlsx', rows: 12, most: 10 } }),
  );
});

test('a CSV file over the limit is refused in the same way', async () => {
  await assert.rejects(
    read('n\n1\n2\n3\n', 2),
    operatorError({ key: 'table_too_many_rows', params: { rows: 3, most: 2 } }),
  );
});

/** Unpacks to `times` copies of a megabyte. */
function bomb(times: number): Uint8Array {
  const part = deflateRawSync(Buffer.alloc(2 ** 20, '<a/>'), { finishFlush: constants.Z_FULL_FLUSH });
  return Buffer.concat([
    deflateRawSync('<worksheet>', { finishFlush: constants.Z_FULL_FLUSH }),
    ...Array(times).fill(part),
  ]);
}

test('a workbook that unpacks to gigabytes is refused without being unpacked', async () => {
  const parts = workbookParts({ rows: [['a'], [1]] });
  const files = { ...parts, 'xl/worksheets/sheet1.xml': 'bomb' };
  const packed = zip(files, { packed: (content) => (content.length === 4 ? bomb(4_000) : deflateRawSync(content)) });
  assert.ok(packed.length < 2 ** 23, `${packed.length} bytes`);
  const before = process.memoryUsage().rss;
  await assert.rejects(read(packed), operatorError({ key: 'table_too_large' }));
  assert.ok(process.memoryUsage().rss - before < 150 * 2 ** 20);
});

test('the lengths of texts and tags and the depth are limited', async () => {
  const parts = workbookParts({ rows: [['a'], [1]] });
  for (const content of ['x'.repeat(3_000_000), `<a b="${'x'.repeat(3_000_000)}"/>`, '<a>'.repeat(1_000)])
    await assert.rejects(
      read(zip({ ...parts, 'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${content}` })),
      operatorError({ key: 'workbook_damaged' }),
    );
});

test('empty cells before a value count toward the size limit', async () => {
  const far = Array.from({ length: 400 }, (_, i) => `<row r="${i + 1}"><c r="XFD${i + 1}"><v>1</v></c></row>`);
  const parts = workbookParts({ rows: [] });
  const sheet = `<worksheet><sheetData>${far.join('')}</sheetData></worksheet>`;
  await assert.rejects(
    read(zip({ ...parts, 'xl/worksheets/sheet1.xml': sheet })),
    operatorError({ key: 'table_too_large' }),
  );
});

for (const [what, cell] of [
  ['a row far below', '<row r="2000000"><c r="A2000000"><v>1</v></c></row>'],
  ['rows out of order', '<row r="5"/><row r="4"/>'],
  ['cells out of order', '<row r="1"><c r="B1"/><c r="A1"/></row>'],
  ['a cell far to the right', '<row r="1"><c r="XFE1"><v>1</v></c></row>'],
  ['a missing shared text', '<row r="1"><c r="A1" t="s"><v>9</v></c></row>'],
  ['a tag that is not closed', '<row r="1"><c r="A1"'],
] as const)
  test(`a workbook with ${what} is refused as damaged`, async () => {
    const sheet = `<worksheet><sheetData>${cell}</sheetData></worksheet>`;
    await assert.rejects(
      read(zip({ ...workbookParts({ rows: [] }), 'xl/worksheets/sheet1.xml': sheet })),
      operatorError({ key: 'workbook_damaged', params: { file: 'goods.xlsx' } }),
    );
  });

test('an archive that is cut off or damaged is refused as damaged, wherever the damage is', async () => {
  const whole = workbook({
    rows: [
      ['a', 'b'],
      ['x', 65],
    ],
  });
  for (let i = 4; i < whole.length; i += 7) {
    await assert.rejects(read(whole.subarray(0, i)), operatorError({ key: 'workbook_damaged' }));
    const changed = Buffer.from(whole);
    changed.fill(0xff, i, i + 3);
    await read(changed).catch((error) => assert.match(String(error), /OperatorError/));
  }
});
