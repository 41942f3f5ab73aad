import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Money, moneyText, parseMoney, sum, times } from '../src/lib/money.ts';

const MAX_UNITS = 10 ** 15 - 1; // 99,999,999,999.9999 baht
const units = fc.integer({ min: -MAX_UNITS, max: MAX_UNITS }).map((value) => (value + 0) as Money); // never -0

test('an amount survives the round trip through text', () => {
  fc.assert(fc.property(units, (amount) => assert.equal(parseMoney(moneyText(amount)), amount)));
});

test('the text of an amount is the shortest of its pattern', () => {
  fc.assert(
    fc.property(units, (amount) => {
      const text = moneyText(amount);
      assert.match(text, /^-?(0|[1-9][0-9]{0,10})(\.[0-9]{0,3}[1-9])?$/);
      assert.notEqual(text, '-0');
    }),
  );
});

test('leading and trailing zeros do not change an amount', () => {
  fc.assert(
    fc.property(units, fc.nat(20), (amount, zeros) => {
      const [, sign = '', whole = '', decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(moneyText(amount)) ?? [];
      assert.equal(parseMoney(`${sign}${'0'.repeat(zeros)}${whole}.${decimals.padEnd(4, '0')}`), amount);
    }),
  );
});

test('a JSON number means its shortest decimal form', () => {
  for (const [value, text] of [
    [590, '590'],
    [590.5, '590.5'],
    [0.1, '0.1'],
    [-0.25, '-0.25'],
    [-0, '0'],
    [1e10, '10000000000'],
    [99_999_999_999.9999, '99999999999.9999'],
  ] as const)
    assert.equal(moneyText(parseMoney(value) as Money), text);
});

test('numbers with an exponent, more than 4 decimals or more than 11 digits are refused', () => {
  for (const value of [1e21, 1e-7, 0.00001, 0.1 + 0.2, 1e11, -1e11, Number.NaN, Number.POSITIVE_INFINITY])
    assert.equal(parseMoney(value), undefined, String(value));
});

test('text outside the pattern is refused', () => {
  const wrong = [
    '',
    '-',
    '.',
    '1.',
    '.5',
    '+1',
    '--1',
    '1e3',
    '0x1',
    ' 1',
    '1 ',
    '1\n',
    '1,000',
    '1.2.3',
    '๑',
    '١',
    '1_0',
  ];
  for (const text of [...wrong, '1.00000', '100000000000', 'NaN', 'Infinity', '−1', '฿1'])
    assert.equal(parseMoney(text), undefined, text);
});

test('any text is either refused or matches the pattern', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.-+e ') }), (text) => {
      if (parseMoney(text) !== undefined) assert.match(text, /^-?[0-9]+(\.[0-9]+)?$/);
    }),
  );
});

test('a product is exact or refused', () => {
  fc.assert(
    fc.property(units, fc.integer({ min: 1, max: 10 ** 9 }), (price, qty) => {
      const exact = BigInt(price) * BigInt(qty);
      const fits = exact <= BigInt(MAX_UNITS) && exact >= -BigInt(MAX_UNITS);
      assert.equal(times(price, qty), fits ? Number(exact) : undefined);
    }),
  );
  const small = fc.integer({ min: 0, max: 10 ** 7 }).map((value) => value as Money);
  fc.assert(
    fc.property(small, fc.integer({ min: 1, max: 10 ** 6 }), (price, qty) => {
      assert.equal(times(price, qty), Number(BigInt(price) * BigInt(qty)));
    }),
  );
});

test('a sum of amounts above zero is exact or refused', () => {
  const above = fc.integer({ min: 0, max: MAX_UNITS }).map((value) => value as Money);
  fc.assert(
    fc.property(fc.array(fc.oneof(above, fc.constant(1 as Money)), { maxLength: 30 }), (amounts) => {
      const exact = amounts.reduce((total, amount) => total + BigInt(amount), 0n);
      assert.equal(sum(...amounts), exact <= BigInt(MAX_UNITS) ? Number(exact) : undefined);
    }),
  );
});
