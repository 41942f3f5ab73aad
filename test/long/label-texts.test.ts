import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { message } from '../../src/lib/messages/message.ts';
import { CONCURRENT } from '../cli.ts';
import { label, overlongLabel, paid, print } from '../label-steps.ts';
import { barcodesOf, linesOf, missingGlyphs, NEEDS_PDF_TOOLS, outsidePage, textOf, wordsOf } from '../pdf-reader.ts';

suite('printed labels', CONCURRENT, () => {
  test('a text continued on another label says so, and the continuation has no codes', NEEDS_PDF_TOOLS, async () => {
    const { pdf, pages } = await print([overlongLabel(null)]);
    assert.ok(pages > 1);
    const [first, ...others] = await barcodesOf(pdf);
    assert.equal(first?.length, 2);
    assert.ok(others.length > 0);
    for (const codes of others) assert.deepEqual(codes, []);
    assert.match(await textOf(pdf), /มีต่อแผ่นถัดไป.*ต่อคำสั่งซื้อ#1024/s);
  });

  test('an address of any length is printed completely', NEEDS_PDF_TOOLS, async () => {
    const address = Array.from({ length: 3_000 }, (_, i) => `หมู่${i}`).join(' ');
    const found = await textOf((await print([paid({ recipient: { ...label().recipient, address } })], '100x75')).pdf);
    assert.ok(found.includes('หมู่2999'));
    assert.ok(found.includes('หมู่1500'));
  });

  test('a text without spaces is wrapped, not cut', NEEDS_PDF_TOOLS, async () => {
    for (const name of ['A'.repeat(300), 'กขค'.repeat(100)]) {
      const { pdf } = await print([paid({ recipient: { ...label().recipient, name } })]);
      assert.ok((await textOf(pdf)).includes(name));
      assert.deepEqual(outsidePage(await wordsOf(pdf)), []);
    }
  });

  test('a long surname is not broken on a label of any size', NEEDS_PDF_TOOLS, async () => {
    for (const size of ['100x150', '100x75'] as const) {
      const surnames = ['ศรีวิสุทธิพงษ์ไพศาล', 'อัครเดชานุวัฒน์สกุล', 'จิระวัฒนพงศา'];
      const labels = surnames.map((surname) =>
        paid({ recipient: { ...label().recipient, name: `นางสาวกัญญาณัฐ ${surname}` } }),
      );
      const lines = await linesOf((await print(labels, size)).pdf);
      for (const surname of surnames)
        assert.ok(
          lines.some((line) => line.endsWith(surname)),
          `${surname} on ${size}`,
        );
    }
  });

  test('a character without a glyph is printed as a replacement and reported', NEEDS_PDF_TOOLS, async () => {
    const name = 'น้องแนน 김민준 José ሰላም';
    const { pdf, warnings } = await print([paid({ recipient: { ...label().recipient, name } })]);
    const document = message('document_of_order', { orderNumber: '1024' });
    assert.deepEqual(
      warnings,
      ['김민준', 'ሰላም'].map((characters) => message('characters_without_glyph', { document, characters })),
    );
    assert.equal(missingGlyphs(pdf), 0);
    assert.ok((await textOf(pdf)).includes('น้องแนน[?]José[?]'));
  });

  test('every Thai letter, digit and mark has a glyph', async () => {
    const thai = Array.from({ length: 87 }, (_, i) => String.fromCodePoint(0xe01 + i)).filter((c) =>
      /\p{Assigned}/u.test(c),
    );
    const ascii = Array.from({ length: 95 }, (_, i) => String.fromCodePoint(0x20 + i));
    const { pdf, warnings } = await print([paid({ note: [...thai, ...ascii].map((c) => `ก${c}`).join(' ') })]);
    assert.deepEqual(warnings, []);
    assert.equal(missingGlyphs(pdf), 0);
  });

  test('combining marks print the same in any order, composed or decomposed', NEEDS_PDF_TOOLS, async () => {
    const typed = 'น\u0e49\u0e4d\u0e32 น\u0e4d\u0e49\u0e32 cafe\u0301 ค\u200bำ';
    const { pdf, warnings } = await print([paid({ note: typed })]);
    assert.deepEqual(warnings, []);
    assert.ok((await textOf(pdf)).includes('น้ำน้ำcafé'));
  });

  test('printed text is searchable as normal Thai text', NEEDS_PDF_TOOLS, async () => {
    const { pdf } = await print([paid({ courier: 'น้ำ', note: 'น้ำ ร้าน จำนวน มาก' })]);
    const found = await textOf(pdf);
    for (const word of ['น้ำ', 'ร้าน', 'จำนวน', 'มาก', 'ผู้รับ']) assert.ok(found.includes(word), word);
  });

  test('a label without a tracking number says so and has no barcode', NEEDS_PDF_TOOLS, async () => {
    const { pdf } = await print([paid({ trackingNumber: '' })]);
    assert.ok((await textOf(pdf)).includes('ยังไม่มีเลขพัสดุ'));
    assert.deepEqual(await barcodesOf(pdf), [['QR-Code:1024']]);
  });
});
