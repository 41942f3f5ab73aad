import type { LookupAddress } from 'node:dns';
import { concurrencyLimit } from './concurrency-limit.ts';
import { monotonic, sleep } from './runtime.ts';

/** Resolves a host name to its addresses. */
export type LookUp = (host: string) => Promise<LookupAddress[]>;

/**
 * Limits concurrent DNS lookups, each of which occupies a thread of libuv's pool. Concurrent lookups of one name share
 * the result, which is not cached. A lookup that takes long gives its slot to the next. A name that was slow twice in a
 * row uses a separate, smaller limit until it resolves quickly or a day has passed.
 */
export function sharedLookups(
  lookUp: LookUp,
  { concurrency, slowConcurrency, slow }: Bounds,
  clock = monotonic,
): LookUp {
  const underWay = new Map<string, Promise<LookupAddress[]>>();
  const slowNames = slowNameList(clock);
  const limited = concurrencyLimit({ concurrency });
  const limitedSlow = concurrencyLimit({ concurrency: slowConcurrency });

  async function look(host: string): Promise<LookupAddress[]> {
    const begin = clock();
    try {
      return await lookUp(host);
    } finally {
      underWay.delete(host);
      slowNames.note(host, clock() - begin >= slow);
    }
  }

  const lookUpLimited = (host: string): Promise<LookupAddress[]> =>
    new Promise((resolve, reject) => {
      void limited(async () => {
        const answer = look(host);
        answer.then(resolve, reject);
        const ended = answer.catch(() => undefined); // the caller gets the error
        await Promise.race([ended, sleep(slow, { ref: false })]);
      });
    });

  return (host) => {
    const shared = underWay.get(host);
    if (shared) return shared;
    const answer = slowNames.inARow(host) < 2 ? lookUpLimited(host) : limitedSlow(() => look(host));
    underWay.set(host, answer);
    return answer;
  };
}

interface Bounds {
  /** Maximum number of concurrent lookups of names that are not known as slow. */
  concurrency: number;
  slowConcurrency: number;
  /** Milliseconds after which a lookup counts as slow. */
  slow: number;
}

interface Slow {
  inARow: number;
  /** Time of the last slow lookup. */
  time: number;
}

const MAX_SLOW_NAMES = 1_000;
const SLOW_NAME_LIFETIME = 86_400_000; // milliseconds

/** Names whose last lookup was slow, with the number of slow lookups in a row. */
function slowNameList(clock: () => number) {
  const names = new Map<string, Slow>(); // oldest first

  function inARow(host: string): number {
    const known = names.get(host);
    return known && clock() - known.time < SLOW_NAME_LIFETIME ? known.inARow : 0;
  }

  function note(host: string, wasSlow: boolean): void {
    const slow = { inARow: inARow(host) + 1, time: clock() };
    names.delete(host);
    if (wasSlow) names.set(host, slow);
    for (const [name, { time }] of names) {
      if (names.size <= MAX_SLOW_NAMES && time > clock() - SLOW_NAME_LIFETIME) return;
      names.delete(name);
    }
  }

  return { inARow, note };
}
