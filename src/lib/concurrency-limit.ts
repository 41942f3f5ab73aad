import { AppError } from './errors.ts';
import type { PlainKey } from './messages/messages.ts';

type Limit = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Runs at most `concurrency` tasks at a time, in the order of the calls. If `maxQueued` tasks are queued, further calls
 * reject with the AppError `slow_down` and the message `errorKey`.
 */
export function concurrencyLimit({
  concurrency,
  maxQueued = Number.POSITIVE_INFINITY,
  errorKey = 'too_busy',
}: Options): Limit {
  let running = 0;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (running >= concurrency && queue.length >= maxQueued)
      throw new AppError('slow_down', errorKey, { retryAfter: RETRY_AFTER });
    if (running >= concurrency) await new Promise<void>((resolve) => queue.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

interface Options {
  concurrency: number;
  maxQueued?: number;
  errorKey?: PlainKey;
}

const RETRY_AFTER = 5; // seconds
