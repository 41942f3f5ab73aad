import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bangkokMinute, bangkokMonth } from '../src/lib/calendar.ts';

test('a month in Bangkok begins at 17:00 UTC of the day before', () => {
  assert.equal(bangkokMonth(Date.UTC(2026, 10, 30, 16, 59, 59, 999)), '2026-11');
  assert.equal(bangkokMonth(Date.UTC(2026, 10, 30, 17)), '2026-12');
  assert.equal(bangkokMonth(Date.UTC(2026, 11, 31, 17)), '2027-01');
  assert.equal(bangkokMonth(Date.UTC(2028, 1, 29, 16, 59)), '2028-02');
});

test('a minute in Bangkok is formatted and truncated, not rounded', () => {
  assert.equal(bangkokMinute(Date.UTC(2026, 10, 21, 15, 47, 59, 999)), '2026-11-21 22:47');
  assert.equal(bangkokMinute(Date.UTC(2026, 11, 31, 17)), '2027-01-01 00:00');
});

test('the month matches the time zone database', () => {
  const zone = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Bangkok', year: 'numeric', month: '2-digit' });
  fc.assert(
    fc.property(fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2100, 0) }), (millis) => {
      const parts = Object.fromEntries(zone.formatToParts(millis).map(({ type, value }) => [type, value]));
      assert.equal(bangkokMonth(millis), `${parts.year}-${parts.month}`);
    }),
  );
});
