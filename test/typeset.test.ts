import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fit, START, takeLines, textFlow, textTools } from '../src/domain/print/paper/typeset.ts';

/** Every character is half as wide as the font size. */
const TOOLS = textTools((text) => [...text].length * 500);

const flow = (text: string) => textFlow(text, 'regular', TOOLS);

/** Lines with room for this number of characters. */
const lines = (text: string, room: number, maxLines = 1000) =>
  takeLines(flow(text), START, { width: room, size: 2, maxLines }).lines;

test('Thai lines break between words', () => {
  const text = 'บ้านเลขที่เก้าสิบเก้าหมู่บ้านเชียงใหม่วิลล่าถนนนิมมานเหมินท์ตำบลสุเทพอำเภอเมืองจังหวัดเชียงใหม่';
  const words = [...new Intl.Segmenter('th', { granularity: 'word' }).segment(text)].map(({ segment }) => segment);
  const ends = new Set(words.map((_, i) => words.slice(0, i + 1).join('').length));
  for (const room of [20, 25, 30, 40]) {
    const set = lines(text, room);
    assert.ok(set.length > 1);
    assert.equal(set.join(''), text);
    let length = 0;
    for (const line of set) {
      length += line.length;
      assert.ok(ends.has(length), `a line ends with ${line}`);
    }
  }
});

test('a short word after a space moves to the next line as a whole', () => {
  for (let room = 21; room < 28; room += 1)
    assert.deepEqual(lines('19/4 ถ.นิมมานเหมินท์ ต.สุเทพ', room), ['19/4 ถ.นิมมานเหมินท์', 'ต.สุเทพ']);
});

test('numbers, abbreviations and repetition marks stay with their word', () => {
  for (const room of [12, 14, 16, 20])
    for (const line of lines('บ้านเลขที่99/1ถ.สุขุมวิทต่าง ๆ นานาเรื่อยๆไปฯลฯ', room)) assert.doesNotMatch(line, /^[ๆฯ./]/);
});

test('a word wider than a line is broken between characters, never before a mark', () => {
  assert.deepEqual(lines('ABCDEFGHIJ', 4), ['ABCD', 'EFGH', 'IJ']);
  for (const line of lines('กิ่กี่กุ้กู๋'.repeat(9), 5)) assert.match(line, /^[ก-ฮ]/);
});

test('Chinese lines break between words, and no line begins with a closing mark', () => {
  const text = '广东省深圳市南山区科技园南路，创新大厦「龙门」。';
  for (let room = 6; room < 16; room += 1) {
    const set = lines(text, room);
    assert.equal(set.join(''), text);
    assert.ok(set.length > 1);
    for (const line of set) assert.doesNotMatch(line, /^[，。」]/);
  }
});

test('Burmese lines break between words, never before a mark', () => {
  const text = 'ဗိုလ်ချုပ်အောင်ဆန်းလမ်း၊ရန်ကုန်မြို့ကျေးဇူးတင်ပါတယ်';
  for (let room = 12; room < 30; room += 3) {
    const set = lines(text, room);
    assert.equal(set.join(''), text);
    assert.ok(set.length > 1);
    for (const line of set) assert.match(line, /^[\u1000-\u102a]/);
  }
});

test('a line break in the text ends a line', () => {
  assert.deepEqual(lines('ก ข\nค', 20), ['ก ข', 'ค']);
});

test('wrapping any text neither loses nor adds text, and makes no line too wide', () => {
  const piece = fc.constantFrom(
    'กา',
    'น้ำ',
    'ปู่',
    'เชียงใหม่',
    ' ',
    '  ',
    '\n',
    'A',
    'long-word',
    '99/1',
    'ๆ',
    '(',
    ')',
    '🌸',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), fc.integer({ min: 3, max: 40 }), (parts, room) => {
      const text = parts.join('');
      const set = lines(text, room);
      assert.equal(set.join('').replace(/\s/g, ''), text.replace(/\s/g, ''));
      for (const line of set) assert.ok([...line].length <= room || [...line].length <= 3, line);
    }),
  );
});

test('taking lines continues where it stopped', () => {
  const text = 'หมู่บ้านเชียงใหม่ วิลล่า ABCDEFGHIJKLMNOPQRSTUVWXYZ ถนนนิมมานเหมินท์ '.repeat(5);
  const whole = lines(text, 10);
  const flowed = flow(text);
  const parts: string[] = [];
  for (let position: typeof START | undefined = START; position; ) {
    const taken = takeLines(flowed, position, { width: 10, size: 2, maxLines: 3 });
    parts.push(...taken.lines);
    position = taken.to;
  }
  assert.deepEqual(parts, whole);
});

test('a text has the largest size that fits its box, and is cut only at the smallest size', () => {
  const box = { width: 100, height: 60 };
  const sizes = { max: 20, min: 6 };
  assert.equal(fit(flow('สั้น'), box, sizes).size, 20);
  const longer = fit(flow('กขค '.repeat(12)), box, sizes);
  assert.ok(longer.size < 20 && longer.size > 6);
  assert.equal(longer.rest, undefined);
  const endless = fit(flow('กขค '.repeat(500)), box, sizes);
  assert.equal(endless.size, 6);
  assert.ok(endless.rest);
});

test('a text shrinks before a line breaks inside a word between spaces, down to a size', () => {
  const name = 'กัญญาณัฐ ศรีวิสุทธิพงษ์ไพศาล';
  const box = { width: 100, height: 40 };
  const sizes = { max: 20, min: 4 };
  assert.notDeepEqual(fit(flow(name), box, sizes).lines, name.split(' '));
  const whole = fit(flow(name), box, { ...sizes, wholeWordsFrom: 8 });
  assert.deepEqual(whole.lines, name.split(' '));
  assert.ok(whole.size < 20 && whole.size >= 8);
  assert.deepEqual(fit(flow(name), box, { ...sizes, wholeWordsFrom: 15 }), fit(flow(name), box, sizes));
});
