import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawQr } from '../src/domain/print/run.ts';
import { AppError } from '../src/lib/errors.ts';

test('so much is printed at once and so much waits; what comes on top is told to come again', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 25 }, () => drawQr('raan')));
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  assert.equal(refused.length, 3);
  assert.ok(refused.every((reason) => reason instanceof AppError && reason.code === 'slow_down'));
  await drawQr('raan');
});
