import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

// Writes the texts of the demo's payment slips as outlines: `npx tsx build/demo/slip-texts.ts`. The picture library draws
// text with the installed fonts, and there may be no Thai font.

const ROOT = path.join(import.meta.dirname, '..', '..');
const FONT = 'node_modules/@expo-google-fonts/sarabun/700Bold/Sarabun_700Bold.ttf';
const FILE = 'src/domain/demo/pictures/slip-texts.csv';

const WORDS = [
  'โอนเงินสำเร็จ',
  'กสิกรไทย',
  '(KBANK)',
  'ตัวอย่าง',
  'จาก',
  'ไปยัง',
  'หมอกเช้า กาแฟและชา',
  'จำนวนเงิน',
  'บาท',
  'เลขที่รายการ',
  'ตัวอย่าง / SAMPLE',
  'ไม่ใช่สลิปจริง',
];
const MONTHS = 'ม.ค. ก.พ. มี.ค. เม.ย. พ.ค. มิ.ย. ก.ค. ส.ค. ก.ย. ต.ค. พ.ย. ธ.ค.'.split(' ');
const CHARACTERS = [...'0123456789,.:/-x'];

const fontkit = createRequire(import.meta.url)('fontkit'); // it has no types
const font = fontkit.openSync(path.join(ROOT, FONT));

/** The outline in font units, upside down as in the font, and its width. */
function outline(text: string): string {
  const { glyphs, positions } = font.layout(text);
  let x = 0;
  const parts: string[] = [];
  for (let i = 0; i < glyphs.length; i += 1) {
    const { xAdvance, xOffset, yOffset } = positions[i];
    const moved: string = glyphs[i].path.translate(x + xOffset, yOffset).toSVG();
    parts.push(moved.replace(/-?\d+\.\d+/g, (number) => String(Math.round(Number(number)))));
    x += xAdvance;
  }
  return `"${text}",${Math.round(x)},${parts.join('')}`;
}

writeFileSync(
  path.join(ROOT, FILE),
  ['text,width,path', ...[...WORDS, ...MONTHS, ...CHARACTERS].map(outline), ''].join('\n'),
);
