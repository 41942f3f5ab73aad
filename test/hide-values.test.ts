import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hideValues } from '../src/db/hide-values.ts';

test('each parameter gets a +, text in quotes stays', () => {
  assert.equal(
    hideValues("SELECT '?', \"a\" FROM t WHERE a = ? AND b = 'x@y' AND c IN (@c, ?) LIMIT @most"),
    "SELECT '?', \"a\" FROM t WHERE a = +? AND b = 'x@y' AND c IN (+@c, +?) LIMIT +@most",
  );
});
