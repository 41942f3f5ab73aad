import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawQr } from '../src/domain/print/print-job.ts';
import { AppError } from '../src/lib/errors.ts';

test('concurrent and waiting print jobs are limited; further ones are refused with a retry hint', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 25 }, () => drawQr('raan')));
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  assert.equal(refused.length, 3);
  assert.ok(refused.every((reason) => reason instanceof AppError && reason.code === 'slow_down'));
  await drawQr('raan');
});
