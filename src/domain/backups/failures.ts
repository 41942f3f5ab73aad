import type { Failure } from '../../lib/copying.ts';

const MINUTE = 60_000;
const LONGEST_PAUSE = 60 * MINUTE;

export const failedAgain = (earlier: Failure | undefined, time: number, error: Error): Failure => ({
  time,
  reason: error.message,
  times: (earlier?.times ?? 0) + 1,
});

/** When to try again: longer after each failure, up to an hour; never longer than `every`. */
export const nextTry = ({ time, times }: Failure, every: number): number =>
  time + Math.min(MINUTE * 2 ** Math.min(times - 1, 10), every, LONGEST_PAUSE);
