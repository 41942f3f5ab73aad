import { AppError } from './errors.ts';
import type { PlainKey } from './messages/messages.ts';

type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Runs at most `atOnce` tasks concurrently, in the order of the calls. If `mostWaiting` tasks are queued, the next call
 * throws the AppError `slow_down` with the message `tooMany`.
 */
export function concurrencyLimit({
  atOnce,
  mostWaiting = Number.POSITIVE_INFINITY,
  tooMany = 'too_busy',
}: Bounds): InTurn {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= atOnce && waiting.length >= mostWaiting)
      throw new AppError('slow_down', tooMany, { retryAfter: RETRY });
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

interface Bounds {
  atOnce: number;
  mostWaiting?: number;
  /** The message of the error. */
  tooMany?: PlainKey;
}

const RETRY = 5; // seconds, for Retry-After
