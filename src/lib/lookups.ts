import type { LookupAddress } from 'node:dns';
import { setTimeout } from 'node:timers/promises';
import { turns } from './turns.ts';

/** The addresses of a host's name. */
export type LookUp = (host: string) => Promise<LookupAddress[]>;

/**
 * Looks names up for many who ask. A name is looked up once at a time: who asks meanwhile shares the answer, which is not
 * kept. So many are looked up at once, for each takes a thread of the process until it is answered; one that takes long
 * lets the next begin beside it. A name that took long twice in a row takes one of a few threads from then on, until it is
 * answered quickly or for a day not at all, and holds up only its like.
 */
export function sharedLookups(
  lookUp: LookUp,
  { atOnce, slowAtOnce, slow }: Bounds,
  monotonic = () => performance.now(),
): LookUp {
  const underWay = new Map<string, Promise<LookupAddress[]>>();
  const slowNames = new Map<string, Slow>(); // those that were longest ago first
  const inTurn = turns({ atOnce });
  const amongSlow = turns({ atOnce: slowAtOnce });

  async function look(host: string): Promise<LookupAddress[]> {
    const begin = monotonic();
    try {
      return await lookUp(host);
    } finally {
      underWay.delete(host);
      note(host, monotonic() - begin >= slow);
    }
  }

  function slowInARow(host: string): number {
    const known = slowNames.get(host);
    return known && monotonic() - known.time < FORGOTTEN ? known.inARow : 0;
  }

  function note(host: string, wasSlow: boolean): void {
    const inARow = slowInARow(host) + 1;
    slowNames.delete(host);
    if (wasSlow) slowNames.set(host, { inARow, time: monotonic() });
    for (const [name, { time }] of slowNames) {
      if (slowNames.size <= MOST_SLOW && time > monotonic() - FORGOTTEN) return;
      slowNames.delete(name);
    }
  }

  const lookInTurn = (host: string): Promise<LookupAddress[]> =>
    new Promise((resolve, reject) => {
      void inTurn(async () => {
        const answer = look(host);
        answer.then(resolve, reject);
        const ended = answer.catch(() => undefined); // who asked hears of the error
        await Promise.race([ended, setTimeout(slow, undefined, { ref: false })]);
      });
    });

  return (host) => {
    const shared = underWay.get(host);
    if (shared) return shared;
    const answer = slowInARow(host) < 2 ? lookInTurn(host) : amongSlow(() => look(host));
    underWay.set(host, answer);
    return answer;
  };
}

interface Bounds {
  /** How many names are looked up at once that are not known as slow. */
  atOnce: number;
  slowAtOnce: number;
  /** Milliseconds from which on a look-up took long. */
  slow: number;
}

interface Slow {
  inARow: number;
  /** Of the last time. */
  time: number;
}

const MOST_SLOW = 1_000; // names that are known as slow
const FORGOTTEN = 86_400_000; // milliseconds after which one is no longer
