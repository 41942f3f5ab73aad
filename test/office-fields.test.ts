import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import { problem } from '../src/lib/validation.ts';
import { integer, optionalPostalCode, optionalText } from '../src/office/forms/fields.ts';

/** The problem of a text that the field refuses. */
function problemOf(field: v.GenericSchema<unknown>, typed: string) {
  const [issue] = v.safeParse(field, [typed]).issues ?? [];
  if (!issue) return undefined;
  const { key, params } = problem(issue);
  return { key, params };
}

test('the error of a number names only meaningful bounds', () => {
  const bounds = { key: 'not_a_whole_number_between', params: { least: 1, most: 100_000 } };
  assert.deepEqual(problemOf(integer(1, 100_000), 'x'), bounds);
  assert.deepEqual(problemOf(integer(1, 100_000), '0'), bounds);
  assert.deepEqual(problemOf(integer(), '1.5'), { key: 'not_a_whole_number_at_least', params: { least: 0 } });
  assert.deepEqual(problemOf(integer(1), '-1'), { key: 'not_a_whole_number_at_least', params: { least: 1 } });
  assert.deepEqual(problemOf(integer(), '99999999999999999999'), { key: 'too_large', params: { most: 1_000_000_000 } });
  assert.equal(problemOf(integer(), '1,000,000,000'), undefined);
  assert.deepEqual(problemOf(optionalText(1000), 'ก'.repeat(1001)), { key: 'text_too_long', params: { most: 1000 } });
  assert.deepEqual(problemOf(optionalPostalCode, '1011'), { key: 'input_not_a_postal_code', params: {} });
});
