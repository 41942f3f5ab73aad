import type { Failure } from '../../lib/copying.ts';
import { messageOfError } from '../../lib/errors.ts';

const MINUTE = 60_000;
const LONGEST_PAUSE = 60 * MINUTE;

export const failedAgain = (earlier: Failure | undefined, time: number, error: Error): Failure => ({
  time,
  reason: messageOfError(error),
  times: (earlier?.times ?? 0) + 1,
});

/** When to try again: longer after each failure, up to an hour; never longer than `every`. */
export const nextTry = ({ time, times }: Failure, every: number): number =>
  time + Math.min(MINUTE * 2 ** Math.min(times - 1, 10), every, LONGEST_PAUSE);
