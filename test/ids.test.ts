import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Id, idText, NO_ID, parseId } from '../src/lib/ids.ts';

test('an id survives the round trip through text', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (value) => {
      assert.equal(parseId(idText(value as Id)), value);
    }),
  );
});

test('digits that are not the text of an id match nothing, never another id', () => {
  for (const text of ['0', '00', '007', '01', '9007199254740992', '9007199254740993', '9'.repeat(40), '9'.repeat(400)])
    assert.equal(parseId(text), NO_ID, text);
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 25 }), (text) => {
      const id = parseId(text) as Id;
      if (id !== NO_ID) assert.equal(idText(id), text);
    }),
  );
});

test('text other than digits is not an id', () => {
  for (const text of ['', ' ', '1 ', ' 1', '1\n', '-1', '+1', '1.0', '1e3', '0x1', 'a', '๑', '１', '1_0'])
    assert.equal(parseId(text), undefined, text);
});
