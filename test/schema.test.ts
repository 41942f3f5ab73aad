import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import * as v from 'valibot';
import { amount, flag, id, integer, millis, oneOf, text, textOf, textUpTo } from '../src/lib/field-schemas.ts';
import { pathText } from '../src/lib/messages/path.ts';
import { exactlyOne, strictObject } from '../src/lib/schema-builders.ts';
import { problems } from '../src/lib/validation.ts';

/** The path and key of each problem. */
const linesOf = (schema: v.GenericSchema, input: unknown) => {
  const parsed = v.safeParse(schema, input);
  return parsed.success ? [] : problems(parsed.issues, 'body').map(({ path, key }) => `${pathText(path ?? '')} ${key}`);
};

const line = exactlyOne(strictObject({ a: v.optional(text), b: v.optional(text), qty: integer(1, 9) }), 'a', 'b');
const order = strictObject({ name: text, paid: v.optional(flag, false), lines: v.array(line) });

test('all errors are reported at once, each with the path as the caller spells it', () => {
  const lines = [{ a: 'x', qty: 0 }, null, { qty: 1 }, { a: 'x', b: 'y', qty: 1, c: 1 }];
  assert.deepEqual(linesOf(order, { paid: 'yes', lines, __proto: 1 }), [
    'name required',
    'paid not_true_or_false',
    'lines[0].qty not_a_whole_number_between',
    'lines[1] not_an_object',
    'lines[2] not_exactly_one_of',
    'lines[3].c unknown_field',
    '__proto unknown_field',
  ]);
});

test('null counts as absent; defaults are filled in; other absent fields stay absent', () => {
  assert.deepEqual(v.parse(order, { name: 'n', paid: null, lines: [{ a: null, b: 'b', qty: 1 }] }), {
    name: 'n',
    paid: false,
    lines: [{ b: 'b', qty: 1 }],
  });
  assert.deepEqual(linesOf(order, { name: null, lines: null }), ['name required', 'lines required']);
});

test('fields that every object inherits are unknown and absent', () => {
  const empty = strictObject({ toString: v.optional(text) });
  assert.deepEqual(v.parse(empty, {}), {});
  assert.deepEqual(linesOf(strictObject({}), JSON.parse('{"__proto__":null,"constructor":null}')), [
    '__proto__ unknown_field',
    'constructor unknown_field',
  ]);
});

test('only an object is accepted', () => {
  for (const input of [null, undefined, 1, 'x', [], [{}]]) assert.equal(linesOf(strictObject({}), input).length, 1);
  assert.deepEqual(linesOf(strictObject({}), {}), []);
});

test('a time is an integer of milliseconds from 1973 to 5138', () => {
  const takes = (value: unknown) => linesOf(millis, value).length === 0;
  for (const value of [10 ** 11, 10 ** 14 - 1, 1_762_837_200_000]) assert.ok(takes(value), String(value));
  for (const value of [10 ** 11 - 1, 10 ** 14, 1_762_837_200, -(10 ** 12), 10 ** 12 + 0.5, '1762837200000', Number.NaN])
    assert.ok(!takes(value), String(value));
});

test('a number sent as a string, or text sent as a number, is named as such', () => {
  const wrongType = (schema: v.GenericSchema, value: unknown) => linesOf(v.object({ x: schema }), { x: value });
  for (const value of ['5', '50']) assert.deepEqual(wrongType(integer(1, 9), value), ['x number_as_string']);
  for (const value of [50, 1.5, true, 'abc', '-5']) assert.deepEqual(wrongType(integer(1, 9), value), [BOUNDS]);
  for (const schema of [text, textUpTo(9)]) {
    for (const value of [812345678, true, ['a']]) assert.deepEqual(wrongType(schema, value), ['x not_a_string']);
    assert.deepEqual(wrongType(schema, 'a\u0000'), ['x unsafe_text']);
  }
});

const BOUNDS = 'x not_a_whole_number_between';

test('text length is counted in code points', () => {
  const takes = (value: unknown) => linesOf(textOf(1, 3), value).length === 0;
  for (const value of ['a', 'abc', '😀😀😀', 'กกก']) assert.ok(takes(value), value);
  for (const value of ['', 'abcd', '😀😀😀😀', '\ud800', 'a\u0000', 1]) assert.ok(!takes(value), String(value));
});

test('no field accepts a value of another JSON type', () => {
  const kinds: [v.GenericSchema, (value: unknown) => boolean][] = [
    [text, (value) => typeof value === 'string'],
    [id, (value) => typeof value === 'string'],
    [amount, (value) => typeof value === 'string' || typeof value === 'number'],
    [millis, (value) => typeof value === 'number'],
    [integer(-9, 9), (value) => typeof value === 'number'],
    [flag, (value) => typeof value === 'boolean'],
    [oneOf(['a']), (value) => typeof value === 'string'],
  ];
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(...kinds), (value, [field, mayTake]) => {
      if (linesOf(field, value).length === 0) assert.ok(mayTake(value), JSON.stringify(value));
    }),
    { numRuns: 500 },
  );
});
