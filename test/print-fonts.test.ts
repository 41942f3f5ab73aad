import assert from 'node:assert/strict';
import { test } from 'node:test';
import PDFDocument from 'pdfkit';
import { LABEL_SIZES, type Label, type LabelSize } from '../src/domain/print/labels/label.ts';
import { printLabels } from '../src/domain/print/labels/print-labels.ts';
import {
  BURMESE_FEATURES,
  burmeseGlyphOrder,
  repairContexts,
  type Substitutions,
} from '../src/domain/print/paper/burmese.ts';
import { runsOf } from '../src/domain/print/paper/scripts.ts';
import { asset } from '../src/lib/assets.ts';
import { barcodesOf, missingGlyphs, NEEDS_PDF_TOOLS, outsidePage, textOf, wordsOf } from './pdf-reader.ts';

interface Shaped {
  glyphs: { id: number }[];
  positions: { xAdvance: number; xOffset: number; yOffset: number }[];
}

interface FontkitFont {
  GSUB: Substitutions;
  layout: (text: string, features: readonly string[]) => Shaped;
}

function burmeseFont(): FontkitFont {
  const doc = new PDFDocument({ autoFirstPage: false, font: '' });
  doc.font(
    asset('node_modules/@expo-google-fonts/noto-sans-myanmar/400Regular/NotoSansMyanmar_400Regular.ttf') as never,
  );
  const { font } = (doc as unknown as { _font: { font: FontkitFont } })._font;
  repairContexts(font.GSUB);
  return font;
}

/** Glyphs of Noto Sans Myanmar 400 with advance and offset, as `hb-shape --no-glyph-names` prints them. */
const SHAPED_BY_HARFBUZZ: readonly [word: string, glyphs: string][] = [
  ['မြန်မာ', '47,229,0,0 29,676,0,0 24,570,0,0 381,0,43,0 29,676,0,0 368,455,0,0'],
  [
    'ရန်ကုန်မြို့',
    '31,689,0,0 24,570,0,0 381,0,43,0 4,1124,0,0 209,0,-5,0 24,570,0,0 381,0,43,0 199,229,0,0 29,676,0,0 369,0,-35,0 399,469,0,0 933,0,0,0',
  ],
  [
    'ဒေါ်ခင်မြင့်',
    '372,618,0,0 22,640,0,0 174,267,0,0 5,676,0,0 8,650,0,0 381,0,-7,0 47,229,0,0 29,676,0,0 8,650,0,0 378,0,10,0 381,0,-7,0',
  ],
  ['အင်္ဂလိပ်', '37,1068,0,0 6,668,0,0 189,0,-4,0 32,1126,0,0 369,0,-4,0 25,676,0,0 381,0,-36,0'],
  ['ကျွန်ုပ်', '4,1124,0,0 366,257,0,0 262,630,0,0 381,0,22,0 209,0,6,0 25,676,0,0 381,0,-36,0'],
  ['စက္ကူ', '9,674,0,0 4,1124,0,0 211,0,-235,0 361,461,0,0 933,0,0,0'],
  ['တောင်ဒဂုံ', '372,618,0,0 20,1124,0,0 368,455,0,0 8,650,0,0 381,0,-7,0 22,640,0,0 6,668,0,0 377,0,-30,0 209,0,-10,0'],
  [
    'ကြိုတင်ငွေ',
    '200,229,0,0 4,1124,0,0 369,0,-27,0 210,261,0,0 933,0,0,0 20,1124,0,0 8,650,0,0 381,0,-7,0 372,618,0,0 8,650,0,0 48,0,8,0',
  ],
  ['ကြွေး', '372,618,0,0 195,229,0,0 4,1124,0,0 379,346,0,0'],
  ['ရွှေ', '372,618,0,0 31,689,0,0 362,0,-79,0'],
  ['ဩဂုတ်', '45,1369,0,0 6,668,0,0 209,0,-10,0 20,1124,0,0 381,0,-27,0'],
  ['၁၂၃', '51,623,0,0 52,675,0,0 53,618,0,0'],
];

test('Burmese words have the glyphs and positions of HarfBuzz', () => {
  const font = burmeseFont();
  for (const [word, expected] of SHAPED_BY_HARFBUZZ) {
    const { glyphs, positions } = font.layout(burmeseGlyphOrder(word), BURMESE_FEATURES);
    const found = positions.map(({ xAdvance, xOffset, yOffset }, i) =>
      [glyphs[i]?.id, xAdvance, xOffset, yOffset].join(','),
    );
    assert.equal(found.join(' '), expected, word);
  }
});

test('text is split into runs of one font each', () => {
  assert.deepEqual(
    runsOf('ร้าน 王小明 José မြန်မာ 🌸').map(({ script, text }) => [script, text]),
    [
      ['sarabun', 'ร้าน '],
      ['chinese', '王小明'],
      ['sarabun', ' José '],
      ['burmese', 'မြန်မာ'],
      ['sarabun', ' '],
      ['emoji', '🌸'],
    ],
  );
});

test('an emoji stays together with its modifiers', () => {
  for (const emoji of ['👍🏽', '👩‍👩‍👧', '❤️', '🇹🇭', '1️⃣', '🏳️‍🌈', '👍🏽🌸'])
    assert.deepEqual(runsOf(emoji), [{ script: 'emoji', text: emoji }]);
});

test('digits, signs and marks of Latin texts are not emoji', () => {
  for (const text of ['0123 #*', '© ® ™', '“99/1” – …']) assert.deepEqual(runsOf(text), [{ script: 'sarabun', text }]);
});

const THAI = { name: 'คุณสมชาย', telephone: '081-234-5678', address: '99/1 ต.สุเทพ', postalCode: '50200' };

const label = (change: Partial<Label>): Label => ({
  orderNumber: '1024',
  courier: 'ไปรษณีย์ไทย EMS',
  trackingNumber: 'EX123456785TH',
  parcelNumber: 1,
  parcelCount: 1,
  recipient: THAI,
  sender: THAI,
  codAmount: null,
  weight: 540,
  date: 0,
  note: '',
  ...change,
});

for (const size of Object.keys(LABEL_SIZES) as LabelSize[])
  test(`${size}: Burmese, Chinese and emoji are printed, and the codes are readable`, NEEDS_PDF_TOOLS, async () => {
    const burmese = { ...THAI, name: 'ဒေါ်ခင်မြင့် 🌸', address: 'ဗိုလ်ချုပ်အောင်ဆန်းလမ်း၊ ရန်ကုန်မြို့ ต.สุเทพ' };
    const chinese = { ...THAI, name: '王小明 น้องแนน 👩‍👩‍👧', address: '深圳市南山区88号，創新大廈12樓「龍門」 99/1' };
    const note = 'ขอบคุณ 👍🏽❤️ 谢谢 1️⃣ 🇹🇭';
    const labels = [
      label({ orderNumber: '1', trackingNumber: 'SPXTH0123456781', recipient: burmese, note }),
      label({ orderNumber: '2', trackingNumber: 'SPXTH0123456782', recipient: chinese, note }),
    ];
    const { pdf, warnings } = await printLabels(labels, size, 0);
    assert.deepEqual(warnings, []);
    assert.equal(missingGlyphs(pdf), 0);
    const text = await textOf(pdf);
    for (const part of ['深圳市南山区88号，', '創新大廈12樓「龍門」99/1', '王小明น้องแนน', '谢谢'])
      assert.ok(text.includes(part), part);
    assert.deepEqual(outsidePage(await wordsOf(pdf)), []);
    const codes = ['CODE-128:SPXTH0123456781', 'CODE-128:SPXTH0123456782', 'QR-Code:1', 'QR-Code:2'];
    assert.deepEqual((await barcodesOf(pdf)).flat().sort(), codes);
  });

const pdfOf = async (note: string): Promise<Buffer> => (await printLabels([label({ note })], '100x150', 0)).pdf;

test('a file contains only the fonts of its texts', async () => {
  const fontsOf = async (note: string) =>
    [...(await pdfOf(note)).toString('latin1').matchAll(/\/FontName \/\w{6}\+([\w-]+)/g)]
      .map(([, name]) => name)
      .sort();
  const sarabun = ['Sarabun-Bold', 'Sarabun-Regular'];
  assert.deepEqual(await fontsOf('ขอบคุณ José'), sarabun);
  assert.deepEqual(await fontsOf('谢谢'), ['NotoSansSC-Medium', ...sarabun]);
  assert.deepEqual(await fontsOf('🙏'), ['NotoEmoji-Bold', ...sarabun]);
  assert.deepEqual(await fontsOf('ကျေးဇူး'), ['NotoSansMyanmar-Bold', ...sarabun]);
});

test('a file contains only the glyphs that it uses', async () => {
  const { length } = await pdfOf('謝謝 🙏 ကျေးဇူး');
  assert.ok(length < 60_000, `${length} bytes`);
});
