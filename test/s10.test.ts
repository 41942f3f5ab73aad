import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isS10Shaped, s10CheckDigit, s10Number, s10Problem } from '../src/domain/couriers/s10.ts';

const serials = fc.integer({ min: 0, max: 99_999_999 });
const prefixes = fc.stringMatching(/^[A-Z]{2}$/);

test('the check digit is eleven minus the weighted sum modulo 11, where ten becomes 0 and eleven 5', () => {
  assert.equal(s10CheckDigit('12345678'), 5);
  assert.equal(s10CheckDigit('47312482'), 9);
  assert.equal(s10CheckDigit('00000000'), 5); // 11 − 0
  assert.equal(s10CheckDigit('00000008'), 0); // 11 − 56 mod 11 = 10
  assert.equal(s10CheckDigit('00000020'), 4); // 11 − 18 mod 11
  assert.equal(s10CheckDigit('00010000'), 9); // 11 − 2
});

test('a number consists of prefix, eight digits, check digit and TH', () => {
  assert.equal(s10Number('EX', 12_345_678), 'EX123456785TH');
  assert.equal(s10Number('RB', 47_312_482), 'RB473124829TH');
  assert.equal(s10Number('EX', 7), `EX00000007${s10CheckDigit('00000007')}TH`);
});

test('every generated number is valid, and no other check digit is', () => {
  fc.assert(
    fc.property(prefixes, serials, fc.integer({ min: 1, max: 9 }), (prefix, serial, off) => {
      const number = s10Number(prefix, serial);
      assert.match(number, /^[A-Z]{2}\d{9}TH$/);
      assert.equal(s10Problem(number), undefined);
      const wrong = (Number(number[10]) + off) % 10;
      const mistyped = `${number.slice(0, 10)}${wrong}TH`;
      assert.deepEqual(s10Problem(mistyped)?.params, { number: mistyped, digit: String(wrong), expected: number });
    }),
  );
});

test('two swapped neighboring digits are detected', () => {
  fc.assert(
    fc.property(prefixes, serials, fc.integer({ min: 0, max: 6 }), (prefix, serial, at) => {
      const number = s10Number(prefix, serial);
      const [a, b] = [number[2 + at], number[3 + at]] as [string, string];
      const swapped = number.slice(0, 2 + at) + b + a + number.slice(4 + at);
      const [before, after] = [number, swapped].map((text) => s10CheckDigit(text.slice(2, 10)));
      assert.equal(s10Problem(swapped) === undefined, before === after);
      if (a === b) assert.equal(s10Problem(swapped), undefined);
    }),
  );
});

test('the pattern also matches lower case and other countries', () => {
  assert.equal(s10Problem('rb473124829th'), undefined);
  assert.equal(s10Problem('rb473124820th')?.params.expected, 'rb473124829th');
  assert.equal(s10Problem('RB473124829GB'), undefined);
  assert.equal(s10Problem('RB473124828GB')?.params.expected, 'RB473124829GB');
});

test('other text is not an S10 number and causes no warning', () => {
  for (const text of [
    '',
    'TH47146DR36',
    'EX12345678TH',
    'EX1234567850TH',
    'E1123456780TH',
    ' EX123456780TH',
    'EX๑23456780TH',
  ]) {
    assert.equal(isS10Shaped(text), false, text);
    assert.equal(s10Problem(text), undefined, text);
  }
  fc.assert(
    fc.property(fc.string(), (text) => {
      if (!isS10Shaped(text)) assert.equal(s10Problem(text), undefined);
    }),
  );
});
