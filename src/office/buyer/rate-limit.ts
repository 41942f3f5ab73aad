import { AppError } from '../../lib/errors.ts';

const MINUTE = 60_000;

/** Counts requests by key in minutes of a monotonic clock, in memory. */
export class RateLimit {
  readonly #monotonic: () => number;
  readonly #most: number;
  #minute = 0;
  #counts = new Map<string, number>();

  constructor(monotonic: () => number, perMinute: number) {
    this.#monotonic = monotonic;
    this.#most = perMinute;
  }

  /** @throws AppError slow_down if the key has used up this minute */
  count(key: string): void {
    const now = this.#monotonic();
    const minute = Math.floor(now / MINUTE);
    if (minute !== this.#minute) this.#counts = new Map();
    this.#minute = minute;
    const count = (this.#counts.get(key) ?? 0) + 1;
    if (count > this.#most)
      throw new AppError('slow_down', 'too_busy', { retryAfter: Math.ceil(((minute + 1) * MINUTE - now) / 1_000) });
    this.#counts.set(key, count);
  }
}

const RETRY = 5; // seconds, for Retry-After

/** Refuses a task while another task of its key runs, so that one key cannot use up a shared limit. @throws AppError slow_down */
export function onePerKey<Key>(): <T>(key: Key, task: () => Promise<T>) => Promise<T> {
  const busy = new Set<Key>();
  return async (key, task) => {
    if (busy.has(key)) throw new AppError('slow_down', 'too_busy', { retryAfter: RETRY });
    busy.add(key);
    try {
      return await task();
    } finally {
      busy.delete(key);
    }
  };
}
