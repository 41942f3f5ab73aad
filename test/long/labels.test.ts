import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { LABEL_SIZES, type Label, type LabelSize } from '../../src/domain/print/labels/label.ts';
import { print as printInWorker } from '../../src/domain/print/print-job.ts';
import { printSheets } from '../../src/domain/print/sheets/print-sheets.ts';
import { demoStore } from '../../src/domain/storefile/demo.ts';
import { message } from '../../src/lib/messages/message.ts';
import type { Money } from '../../src/lib/money.ts';
import { baht } from '../amounts.ts';
import { CONCURRENT } from '../cli.ts';
import { label, NOW, overlongLabel, paid, print } from '../label-steps.ts';
import {
  barcodesOf,
  missingGlyphs,
  NEEDS_PDF_TOOLS,
  outsidePage,
  overlapping,
  textOf,
  unspaced,
  type Word,
  wordsOf,
} from '../pdf-reader.ts';

const SIZES = Object.keys(LABEL_SIZES) as LabelSize[];

const codesOf = ({ trackingNumber, orderNumber }: Label) => [`CODE-128:${trackingNumber}`, `QR-Code:${orderNumber}`];

/** Metrics of the bold font, relative to its size. FONT_HEIGHT is the line height that PDF readers report. */
const [FONT_HEIGHT, ASCENT, MARKS_ABOVE, VOWELS_BELOW] = [1.3, 1.068, 1.289, 0.353];

/** Minimum distance in points from the bottom of the tracking number to the line below it. */
const RULE_BELOW = 0.5;

/** Words that PDF readers do not split. */
const LONG_NAME = 'Somchai Jaidee Rakthai Srisuwan Phongphan Wongsakul Chaiyaphum';

function assertContains(found: string, text: string): void {
  const wanted = unspaced(text);
  if (found.includes(wanted)) return;
  // A text continued on other labels is not contiguous: count each word. A page end may break up to two of them.
  const words = text.split(' ').filter(Boolean).map(unspaced);
  for (const word of new Set(words)) {
    const times = found.split(word).length - 1;
    const broken = words.filter((other) => other === word).length - times;
    assert.ok(broken <= 2, `${word} is there ${times} times`);
  }
}

suite('printed labels', CONCURRENT, () => {
  const maxCod = baht('99999999999.9999');

  for (const size of SIZES) {
    const { across, down } = LABEL_SIZES[size];

    test(
      `${size}: one file contains all labels, ${across * down} per page, and the barcodes of all couriers are readable`,
      NEEDS_PDF_TOOLS,
      async () => {
        const numbers = [
          'TH01047ABCDE5A',
          'SPXTH0123456789',
          '820123456789',
          'KEX2026-11/00001',
          'WB000000000000001TH',
        ];
        const labels = numbers.map((trackingNumber, i) =>
          paid({ trackingNumber, orderNumber: String(7 + i * 99_999) }),
        );
        const { pages, pdf, warnings } = await print(labels, size);
        assert.deepEqual(warnings, []);
        assert.equal(pages, Math.ceil(labels.length / (across * down)));
        assert.deepEqual((await barcodesOf(pdf)).flat().sort(), labels.flatMap(codesOf).sort());
      },
    );
  }

  // A sheet of four has A6 labels.
  for (const size of ['100x150', '100x75', 'a6'] as const) {
    test(`${size}: barcode and QR code of every label are readable at 203 dpi`, NEEDS_PDF_TOOLS, async () => {
      const short = [label(), paid(), paid({ note: '' })];
      assert.deepEqual(await barcodesOf((await print(short, size)).pdf), short.map(codesOf));
      const long = overlongLabel(maxCod);
      assert.deepEqual(await barcodesOf((await print([long], size)).pdf, { pages: 1 }), [codesOf(long)]);
    });

    test(`${size}: texts of any length are complete, inside the page and do not overlap`, NEEDS_PDF_TOOLS, async () => {
      for (const printed of [label(), overlongLabel(maxCod), overlongLabel(null), paid({ trackingNumber: '' })]) {
        const { pdf } = await print([printed], size);
        const [found, words] = await Promise.all([textOf(pdf), wordsOf(pdf)]);
        const { recipient, sender, note, trackingNumber } = printed;
        const texts = [...Object.values(recipient), ...Object.values(sender), note, trackingNumber, 'ชิ้นที่ 1/2'];
        for (const text of texts) assertContains(found, text);
        assert.deepEqual(outsidePage(words), []);
        assert.deepEqual(overlapping(words), []);
        assert.equal(missingGlyphs(pdf), 0);
      }
    });

    test(`${size}: the COD amount is the largest figure`, NEEDS_PDF_TOOLS, async () => {
      const shown = [
        [label(), '1,250.00'],
        [label({ codAmount: baht('35.5') }), '35.50'],
        [overlongLabel(maxCod), '99,999,999,999.9999'],
      ] as const;
      const labels = shown.map(([printed]) => printed);
      const all = await wordsOf((await print(labels, size)).pdf);
      for (const [i, [, amount]] of shown.entries()) {
        const words = all.filter(({ page }) => page === i + 1);
        const largest = words.toSorted((a, b) => b.height - a.height)[0] as Word;
        assert.equal(largest.text, amount);
        const others = words.filter((word) => word !== largest && /\d/.test(word.text));
        for (const other of others) assert.ok(other.height < largest.height, other.text);
      }
    });

    test(
      `${size}: a paid parcel shows no price; the recipient is larger than the sender, and the postcode is largest`,
      NEEDS_PDF_TOOLS,
      async () => {
        const { pdf } = await print([paid({ note: '' })], size);
        const [found, words] = await Promise.all([textOf(pdf), wordsOf(pdf)]);
        assert.doesNotMatch(found, /บาท|฿|COD|เก็บเงิน|\d[.,]\d\d(?!\d)/);
        const heightOf = (text: string) => words.find((word) => word.text === text)?.height ?? assert.fail(text);
        assert.ok(heightOf('50200') > heightOf('คุณสมชาย'));
        assert.ok(heightOf('คุณสมชาย') > heightOf('หมอกเช้า') * 1.4);
        assert.ok(heightOf('081-234-5678') > heightOf('053-000-123') * 1.1);
      },
    );

    test(`${size}: lines leave room for Thai marks above and below`, NEEDS_PDF_TOOLS, async () => {
      const printed = paid({ recipient: { ...label().recipient, name: LONG_NAME } });
      const words = await wordsOf((await print([printed], size)).pdf);
      const named = words.filter(({ text }) => LONG_NAME.split(' ').includes(text));
      const [first = assert.fail()] = named;
      const tops = [...new Set(named.map(({ top }) => top))];
      assert.ok(tops.length > 1, 'the name has two lines');
      const points = first.height / FONT_HEIGHT;
      for (const [i, top] of tops.slice(1).entries())
        assert.ok(top - (tops[i] ?? 0) >= (MARKS_ABOVE + VOWELS_BELOW) * points, `line ${i + 2}`);
      const number = words.find(({ text }) => text === printed.trackingNumber) ?? assert.fail();
      const highest = first.top + (ASCENT - MARKS_ABOVE) * points;
      assert.ok(highest > number.bottom + RULE_BELOW, `${highest} under ${number.bottom}`);
    });
  }

  test('a note of three lines fits on one label, even at a height of 75 mm', NEEDS_PDF_TOOLS, async () => {
    const note = 'กรุณาโทรหาก่อนส่งทุกครั้ง ฝากไว้ที่ป้อมยามหน้าหมู่บ้านได้ ถ้าไม่มีคนรับให้ส่งใหม่พรุ่งนี้ช่วงบ่าย ระวังแตก ห้ามโยน ห้ามวางของหนักทับ';
    for (const printed of [label({ note }), paid({ note })]) {
      const { pdf, pages } = await print([printed], '100x75');
      assert.equal(pages, 1);
      assert.ok((await textOf(pdf)).includes(unspaced(note)));
    }
  });

  test('a short address has a larger font than a long one', NEEDS_PDF_TOOLS, async () => {
    const heightOf = async (address: string) => {
      const words = await wordsOf((await print([paid({ recipient: { ...label().recipient, address } })])).pdf);
      return words.find(({ text }) => text === 'ต.สุเทพ')?.height ?? assert.fail(address);
    };
    assert.ok((await heightOf('99 ต.สุเทพ')) > (await heightOf(`ต.สุเทพ ${'หมู่บ้านเชียงใหม่วิลล่า '.repeat(12)}`)) * 1.2);
  });

  test('100 labels are one file with 100 complete pages', NEEDS_PDF_TOOLS, async () => {
    const labels = Array.from({ length: 100 }, (_, i) =>
      label({ orderNumber: String(1000 + i), trackingNumber: `TH${i}` }),
    );
    const { pages, pdf } = await print(labels);
    assert.equal(pages, 100);
    const words = await wordsOf(pdf);
    assert.deepEqual(outsidePage(words), []);
    for (const { orderNumber, trackingNumber } of labels) {
      const page = Number(orderNumber) - 999;
      assert.ok(words.some((word) => word.page === page && word.text === trackingNumber));
    }
  });

  test(
    'a number that cannot be a barcode is printed as text, and a number that needs narrow bars causes a warning',
    NEEDS_PDF_TOOLS,
    async () => {
      const thai = await print([paid({ trackingNumber: 'พัสดุ 1' })]);
      assert.deepEqual(thai.warnings, [
        message('label_number_without_bars', { orderNumber: '1024', trackingNumber: 'พัสดุ 1' }),
      ]);
      assert.ok((await textOf(thai.pdf)).includes('พัสดุ1'));
      const long = await print([paid({ trackingNumber: 'ABCDEFGHIJ'.repeat(4) })]);
      assert.deepEqual(
        long.warnings.map(({ key }) => key),
        ['label_bars_narrow'],
      );
    },
  );

  test('a label shows date, weight and parcel number', NEEDS_PDF_TOOLS, async () => {
    const text = async (change: Partial<Label>) => textOf((await print([paid(change)])).pdf);
    assert.match(await text({ date: Date.UTC(2026, 11, 31, 17) }), /วันที่1ม\.ค\.2570/);
    assert.match(await text({ weight: 1250, parcelNumber: 2, parcelCount: 3 }), /ชิ้นที่2\/3.*น้ำหนัก1\.25กก\./s);
    assert.doesNotMatch(await text({ weight: null }), /น้ำหนัก/);
  });

  test('other work continues while labels are printed', async () => {
    const labels = Array.from({ length: 40 }, (_, i) => label({ orderNumber: String(i) }));
    let timerCount = 0;
    let isDone = false;
    const count = () => {
      timerCount += 1;
      if (!isDone) setTimeout(count, 1); // immediate timers would take CPU time from the worker
    };
    setTimeout(count, 1);
    const { pages } = await printInWorker({ is: 'labels', labels, size: 'a4', now: NOW });
    isDone = true;
    assert.equal(pages, 10);
    assert.ok(timerCount > 200, `${timerCount} timers`); // drawing in this thread would allow a few dozen timers
  });

  test('an error in the print worker rejects the call, and later calls work', async () => {
    const labels = [{ ...label(), codAmount: 'much' as unknown as Money, recipient: undefined as never }];
    await assert.rejects(
      printInWorker({ is: 'labels', labels, size: 'a6', now: NOW }),
      ({ cause }: Error) => cause instanceof TypeError,
    );
    assert.equal((await printInWorker({ is: 'labels', labels: [label()], size: 'a6', now: NOW })).pages, 1);
  });

  test('all texts of the demo store can be printed', async () => {
    const strings = JSON.stringify(demoStore()).matchAll(/"((?:[^"\\]|\\.)*)"/g);
    const rows = [...strings].map(([, text = '']) => [text]);
    const sheet = {
      title: 'demo',
      nameInWarnings: message('foreign_text', { text: 'demo' }),
      facts: [],
      tables: [{ columns: [{ head: '', widthShare: 1 }], rows }],
    };
    const { pdf, warnings } = await printSheets('demo', [sheet], { now: NOW });
    assert.deepEqual(warnings, []);
    assert.equal(missingGlyphs(pdf), 0);
  });
});
