import { AppError } from './errors.ts';
import type { PlainKey } from './messages/messages.ts';

type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Has work done in the order of the calls, `atOnce` pieces of it at a time, of this whole process: what it takes is
 * bounded, whoever asks. Where `mostWaiting` are waiting already, another is refused as `slow_down` with `tooMany`.
 */
export function turns({ atOnce, mostWaiting = Number.POSITIVE_INFINITY, tooMany = 'too_busy' }: Bounds): InTurn {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (waiting.length >= mostWaiting) throw new AppError('slow_down', tooMany, { retryAfter: RETRY });
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

const RETRY = 5; // seconds after which it may be tried again
