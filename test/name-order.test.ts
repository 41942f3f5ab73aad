import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { collationKey, sortedNames } from '../src/lib/name-order.ts';
import { compareText } from '../src/lib/text.ts';
import { KINDS_OF_GOODS, ORIGINS, SIZES, VARIETIES } from './bench/scale/product-words.ts';

const { compare } = new Intl.Collator('th', { numeric: true, sensitivity: 'accent' });
const compareKeys = (a: string, b: string) => Math.sign(compareText(collationKey(a), collationKey(b)));

// Each list is in the order of a dictionary.
const THAI = [
  'กา',
  'ก่า',
  'ก้า',
  'กาแฟ',
  'การ์ตูน',
  'การบูร',
  'กำไล',
  'เก๋',
  'เกาลัด',
  'เก้าอี้',
  'แก้วเซรามิก',
  'แก้วมัค',
  'ขนมปัง',
  'เข็มขัด',
];
const PREVOWELS = ['ทะเล', 'ทำ', 'ทิชชู่', 'เทียน', 'แท็บเล็ต', 'โทรศัพท์', 'ใบชา', 'ไม้', 'สบู่'];
const TONES = ['ปา', 'ป่า', 'ป้า', 'ป๊า', 'ป๋า', 'ปาก'];
const LATIN = ['apple', 'Banana', 'cafe', 'café', 'Cafe latte', 'caffeine', 'Zebra'];
const NUMBERS = [
  '3 in 1',
  '7-Eleven',
  '๑๐ บาท',
  '100 Plus',
  'กาแฟ 50 g',
  'กาแฟ 250 g',
  'กาแฟ 1000 g',
  'Size 2',
  'Size 10',
];
const SYMBOLS = ['+ พิเศษ', '☕ กาแฟ', '$ale', '฿99', '2 แถม 1', 'ขนม', 'Sale'];

test('Thai, English, mixed and numbered names sort as in a dictionary', () => {
  for (const names of [THAI, PREVOWELS, TONES, LATIN, NUMBERS, SYMBOLS]) {
    assert.deepEqual(sortedNames(names.toReversed()), names);
    assert.deepEqual(names.toSorted(compare), names);
  }
});

test('case, spaces, punctuation and invisible characters do not decide the order', () => {
  const spellings = ['กาแฟเย็น', 'กาแฟ เย็น', 'กาแฟ-เย็น', '(กาแฟ) เย็นๆ', 'กาแฟ\u200bเย็น'];
  assert.equal(new Set(spellings.map(collationKey)).size, 1);
  assert.equal(collationKey('Ice Cream'), collationKey('ice-cream'));
  assert.equal(collationKey('น้ำ'), collationKey('น้ํา')); // with sara am in two characters
  assert.equal(collationKey('ＡＢＣ'), collationKey('abc'));
  assert.deepEqual(sortedNames(['b', 'a', 'A']), ['A', 'a', 'b']);
});

test('the order of the names of a large catalogue is that of the collator', () => {
  const names = [...KINDS_OF_GOODS, ...ORIGINS, ...VARIETIES, ...SIZES].flatMap((word, i) => [
    word,
    `${word} ${SIZES[i % SIZES.length]}`,
    `${ORIGINS[i % ORIGINS.length]} ${word}`,
  ]);
  for (const a of names) for (const b of names) assert.equal(compareKeys(a, b), compare(a, b), `${a} | ${b}`);
});

const one = (letters: string) => fc.constantFrom(...letters.split('|'));
const syllable = fc
  .tuple(one('|เ|แ|โ|ใ|ไ'), one('ก|ข|ค|ง|ร|ล|ฦ|ห|อ'), one('|ร|ล|ว'), one('|ั|ิ|ี|ึ|ื|ุ|ู|ํ'), one('|็|่|้|๊|๋|์'), one('|ะ|า|ำ|น'))
  .map((parts) => parts.join(''));
const word = fc.oneof(
  { weight: 3, arbitrary: syllable },
  fc.constantFrom(
    'a',
    'Latte',
    'Zebra',
    'café',
    'cafe',
    'L',
    'XL',
    'ฯลฯ',
    'ๆ',
    '100',
    '7',
    ' ',
    '-',
    '(',
    '&',
    '฿',
    '+',
    '☕',
  ),
);
const anyName = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(''));

test('the order of random names is that of the collator', () => {
  fc.assert(
    fc.property(anyName, anyName, (a, b) => assert.equal(compareKeys(a, b), compare(a, b))),
    { numRuns: 3_000 },
  );
});

test('an accent after a hundred letters decides the order of names that are otherwise equal', () => {
  for (const letters of [93, 94, 95, 96, 190, 250]) {
    const [early, late] = [letters, letters + 1].map((count) => `${'ก'.repeat(count)}่${'ก'.repeat(300 - count)}`);
    assert.deepEqual([early, late].toSorted(compareKeys as never), [late, early]);
    assert.equal(compareKeys(early as string, late as string), compare(early as string, late as string));
  }
});
