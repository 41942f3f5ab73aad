import assert from 'node:assert/strict';
import { test } from 'node:test';
import { concurrencyLimit } from '../src/lib/concurrency-limit.ts';
import { AppError } from '../src/lib/errors.ts';

for (const concurrency of [1, 2])
  test(`at most ${concurrency} calls run at a time, in order; a failed call frees its slot, and a call above the queue limit is refused`, async () => {
    const limited = concurrencyLimit({ concurrency, maxQueued: 20, errorKey: 'too_busy' });
    const started: number[] = [];
    let [running, peak] = [0, 0];
    const work = (i: number) => async () => {
      started.push(i);
      running += 1;
      peak = Math.max(peak, running);
      await new Promise(setImmediate);
      running -= 1;
      if (i === 0) throw new Error('it fails');
      return i;
    };
    const numbers = Array.from({ length: concurrency + 20 }, (_, i) => i);
    const all = numbers.map((i) => limited(work(i)));
    await assert.rejects(limited(work(-1)), new AppError('slow_down', 'too_busy', { retryAfter: 5 }));
    const done = (await Promise.allSettled(all)).map((result) =>
      result.status === 'fulfilled' ? result.value : 'failed',
    );
    assert.deepEqual([done, started, peak], [['failed', ...numbers.slice(1)], numbers, concurrency]);
    assert.equal(await limited(work(1)), 1);
  });
