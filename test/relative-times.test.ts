import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agoText } from '../src/office/page/format.ts';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

test('relative times are worded as in everyday Thai', () => {
  const texts = [20_000, 17 * MINUTE, 3 * 60 * MINUTE, DAY, 5 * DAY, -2 * MINUTE];
  assert.deepEqual(
    texts.map((past) => agoText(0, past, 'th')),
    ['เมื่อสักครู่', '17 นาทีที่แล้ว', '3 ชั่วโมงที่แล้ว', 'เมื่อวาน', '5 วันที่แล้ว', 'ในอีก 2 นาที'],
  );
});
