import assert from 'node:assert/strict';
import { test } from 'node:test';
import { concurrencyLimit } from '../src/lib/concurrency-limit.ts';
import { AppError } from '../src/lib/errors.ts';

for (const atOnce of [1, 2])
  test(`${atOnce} run at a time in the order of the calls; a failing call blocks none, and one too many is refused`, async () => {
    const inTurn = concurrencyLimit({ atOnce, mostWaiting: 20, tooMany: 'too_busy' });
    const started: number[] = [];
    let [running, most] = [0, 0];
    const work = (i: number) => async () => {
      started.push(i);
      running += 1;
      most = Math.max(most, running);
      await new Promise(setImmediate);
      running -= 1;
      if (i === 0) throw new Error('it fails');
      return i;
    };
    const numbers = Array.from({ length: atOnce + 20 }, (_, i) => i);
    const all = numbers.map((i) => inTurn(work(i)));
    await assert.rejects(inTurn(work(-1)), new AppError('slow_down', 'too_busy', { retryAfter: 5 }));
    const done = (await Promise.allSettled(all)).map((one) => (one.status === 'fulfilled' ? one.value : 'failed'));
    assert.deepEqual([done, started, most], [['failed', ...numbers.slice(1)], numbers, atOnce]);
    assert.equal(await inTurn(work(1)), 1);
  });
