import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import { faultText } from '../src/office/forms/faults.ts';
import { optionalPostalCode, optionalText, whole } from '../src/office/forms/fields.ts';

/** What is said of a text that the field does not take. */
const fault = (field: v.GenericSchema<unknown>, typed: string, language: 'th' | 'en' = 'en'): string | undefined => {
  const [issue] = v.safeParse(field, [typed]).issues ?? [];
  return issue && faultText(language, issue.message);
};

test('bounds are said with their thousands set apart, and only those that mean something', () => {
  assert.equal(fault(whole(1, 100_000), 'x'), 'Must be a whole number from 1 to 100,000');
  assert.equal(fault(whole(1, 100_000), '0', 'th'), 'ต้องเป็นจำนวนเต็ม 1 ถึง 100,000');
  assert.equal(fault(whole(), '1.5'), 'Must be a whole number, 0 or more');
  assert.equal(fault(whole(1), '-1', 'th'), 'ต้องเป็นจำนวนเต็ม ตั้งแต่ 1 ขึ้นไป');
  assert.equal(fault(whole(), '99999999999999999999'), 'Is too much');
  assert.equal(fault(whole(), '1,000,000,000'), undefined);
  assert.equal(fault(optionalText(1000), 'ก'.repeat(1001)), 'At most 1,000 characters');
  assert.equal(fault(optionalPostalCode, '1011', 'th'), 'ต้องเป็นรหัสไปรษณีย์ 5 หลัก');
});
