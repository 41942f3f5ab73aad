import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { drawQr } from '../src/domain/print/print-job.ts';
import { AppError } from '../src/lib/errors.ts';
import { realRuntime, replaceRuntime } from '../src/lib/runtime.ts';

test('concurrent and waiting print jobs are limited; further ones are refused with a retry hint', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 25 }, () => drawQr('raan')));
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  assert.equal(refused.length, 3);
  assert.ok(refused.every((reason) => reason instanceof AppError && reason.code === 'slow_down' && reason.retryAfter));
  await drawQr('raan');
});

test('jobs that follow each other share a thread', async () => {
  let started = 0;
  after(() => replaceRuntime(realRuntime));
  replaceRuntime({
    ...realRuntime,
    startWorker: (...worker) => {
      started += 1;
      return realRuntime.startWorker(...worker);
    },
  });
  for (let i = 0; i < 3; i += 1) await drawQr(`raan ${i}`);
  assert.ok(started <= 1, `${started} threads`);
});
