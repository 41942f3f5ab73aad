import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { codePoints, foldCase, hasVisibleCharacter, isSafeText, shorten } from '../src/lib/text.ts';

const letter = fc.constantFrom(
  'a',
  'Z',
  'ก',
  '้',
  'ำ',
  '\u00e9',
  'E\u0301',
  '\u0323',
  '\u0130',
  'Σ',
  'ς',
  'ß',
  'ﬁ',
  '한',
  'ᄒ',
  'ᅡ',
  '😀',
  '👩‍👧',
);

test('lone surrogates and U+0000 are not valid text', () => {
  for (const text of ['\ud800', 'a\udfff', '\udc00\ud800', 'a\u0000b']) assert.equal(isSafeText(text), false);
  for (const text of ['', 'ก', '😀', '\u0001', '\uffff', '\ufeff']) assert.equal(isSafeText(text), true);
});

test('length is counted in code points', () => {
  fc.assert(fc.property(fc.string({ unit: letter }), (text) => assert.equal(codePoints(text), [...text].length)));
  assert.equal(codePoints('น้ำ😀'), 4);
});

test('spaces, controls and invisible characters do not count as visible', () => {
  const invisible = ['', ' ', '\t\r\n', '\u00a0', '\u200b', '\u200d', '\u2060', '\ufeff', '\u00ad', '\u3164', '\u115f'];
  for (const text of invisible) assert.equal(hasVisibleCharacter(text), false, JSON.stringify(text));
  for (const text of ['a', ' ก ', '\u200b1', '😀', '-']) assert.equal(hasVisibleCharacter(text), true, text);
});

test('folding removes case and composition only', () => {
  assert.equal(foldCase('CAFE\u0301'), foldCase('caf\u00e9'));
  assert.equal(foldCase('น้ำ'), 'น้ำ');
  assert.notEqual(foldCase('cafe'), foldCase('caf\u00e9'));
  assert.notEqual(foldCase('น้ำ'), foldCase('นำ'));
});

test('folding is idempotent', () => {
  fc.assert(fc.property(fc.string({ unit: letter }), (text) => assert.equal(foldCase(foldCase(text)), foldCase(text))));
});

test('text over 60 characters is cut to 60 and an ellipsis', () => {
  fc.assert(
    fc.property(fc.string({ unit: letter, maxLength: 300 }), (text) => {
      const points = [...text];
      assert.equal(shorten(text), points.length > 60 ? `${points.slice(0, 60).join('')}…` : text);
      assert.ok(shorten(text).isWellFormed());
    }),
  );
});
