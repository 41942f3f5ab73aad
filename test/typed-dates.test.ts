import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldDay, fieldTime, parseTypedDay, parseTypedTime } from '../src/lib/typed-dates.ts';

const DAY = Date.parse('2026-11-26T00:00:00+07:00');
const TIME = Date.parse('2026-11-26T16:30:00+07:00');

test('a date can be typed in either calendar and language', () => {
  const typed = [
    ...[
      '2026-11-26',
      '26/11/2026',
      '26-11-2026',
      '26.11.2026',
      '26 11 2026',
      '26/11/26',
      '26 Nov 2026',
      '26 november 26',
    ],
    ...[
      '26/11/2569',
      '๒๖/๑๑/๒๕๖๙',
      '26/11/69',
      '26 พ.ย. 2569',
      '26 พย 69',
      '26พ.ย.69',
      '26 พ.ย.69',
      '26พฤศจิกายน2569',
      '26 พฤศจิกายน 2569',
      ' 26  พ.ย.  2569 ',
    ],
    ...['2569-11-26'],
  ];
  assert.deepEqual(
    typed.map((text) => [text, parseTypedDay(text)]),
    typed.map((text) => [text, DAY]),
  );
  assert.equal(parseTypedDay('5/3/2569'), Date.parse('2026-03-05T00:00:00+07:00'));
});

test('a time can be typed after its date', () => {
  for (const text of [
    '2026-11-26T16:30',
    '2026-11-26 16:30:59',
    '26/11/2569 16:30',
    '26.11.2026 16.30',
    '26 พ.ย. 69 16:30 น.',
  ])
    assert.equal(parseTypedTime(text), TIME, text);
  assert.equal(parseTypedTime('26/11/2569 9:05'), Date.parse('2026-11-26T09:05:00+07:00'));
});

test('text that is not a date or time is refused', () => {
  for (const text of [
    '',
    '31/2/2026',
    '26/13/2026',
    '11/2569',
    'tomorrow',
    '26 Foo 2026',
    '26112569',
    '26พ.ย.',
    '26/11/2569 16:30',
    '1'.repeat(99),
  ])
    assert.equal(parseTypedDay(text), undefined, text);
  for (const text of ['26/11/2569', '26/11/2569 25:00', '16:30', '26/11/2569 16:3'])
    assert.equal(parseTypedTime(text), undefined, text);
});

test('the date and time that a field shows can be parsed again', () => {
  assert.deepEqual([fieldDay(DAY, 'th'), fieldDay(DAY, 'en')], ['26 พ.ย. 2569', '26 Nov 2026']);
  for (const language of ['th', 'en'] as const) {
    assert.equal(parseTypedTime(fieldTime(TIME, language)), TIME);
    for (let month = 0; month < 12; month += 1) {
      const day = Date.UTC(2028, month, 28) - 7 * 3_600_000;
      assert.equal(parseTypedDay(fieldDay(day, language)), day);
    }
  }
});
