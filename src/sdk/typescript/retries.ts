import { RaanError } from './errors.ts';

export interface RetryOptions {
  /** Most attempts of a call, the first one included. Default: 5. */
  attempts?: number | undefined;
  /** Milliseconds before the second attempt; each further pause is twice as long. Default: 500. */
  retryDelay?: number | undefined;
  /** A longer Retry-After, in seconds, is an error instead of a pause. Default: 60. */
  maxRetryAfter?: number | undefined;
}

export interface Repetition {
  /** The call may be repeated although an earlier attempt may have succeeded. */
  isRepeatable: boolean;
  signal?: AbortSignal | undefined;
}

/** Repeats `attempt` while its error allows it. @throws the last error, or the reason of the signal */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  { isRepeatable, signal }: Repetition,
  options: RetryOptions,
): Promise<T> {
  const { attempts = 5 } = options;
  for (let made = 1; ; made += 1) {
    try {
      return await attempt();
    } catch (error) {
      const pause = made < attempts ? pauseAfter(error, { made, isRepeatable }, options) : undefined;
      if (pause === undefined) throw error;
      await sleep(pause, signal);
    }
  }
}

/** Milliseconds until the next attempt; undefined if there is none. */
function pauseAfter(
  error: unknown,
  { made, isRepeatable }: { made: number; isRepeatable: boolean },
  { retryDelay = 500, maxRetryAfter = 60 }: RetryOptions,
): number | undefined {
  if (!(error instanceof RaanError)) return undefined;
  const { code, retryAfter = 0 } = error;
  const isRejected = code === 'slow_down'; // nothing was done
  if (!isRejected && !(isRepeatable && (code === 'server_error' || code === 'connection_failed'))) return undefined;
  if (retryAfter > maxRetryAfter) return undefined;
  const spread = 0.5 + Math.random(); // clients that failed together do not come back together
  return Math.max(retryAfter * 1_000, retryDelay * 2 ** (made - 1) * spread);
}

function sleep(millis: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, millis);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
