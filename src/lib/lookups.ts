import type { LookupAddress } from 'node:dns';
import { turns } from './turns.ts';

/** The addresses of a host's name. */
export type LookUp = (host: string) => Promise<LookupAddress[]>;

/**
 * Looks names up for many who ask. A name is looked up once at a time: who asks meanwhile shares the answer, which is not
 * kept. So many are looked up at once, for each takes a thread of the process until it is answered; a name that took long
 * takes one of a few threads from then on, until it is answered quickly, and holds up only its like.
 */
export function sharedLookups(
  lookUp: LookUp,
  { atOnce, slowAtOnce, slow }: Bounds,
  monotonic = () => performance.now(),
): LookUp {
  const underWay = new Map<string, Promise<LookupAddress[]>>();
  const slowNames = new Set<string>();
  const inTurn = turns({ ...ANY_NUMBER, atOnce });
  const amongSlow = turns({ ...ANY_NUMBER, atOnce: slowAtOnce });

  async function look(host: string): Promise<LookupAddress[]> {
    const begin = monotonic();
    try {
      return await lookUp(host);
    } finally {
      underWay.delete(host);
      if (monotonic() - begin < slow) slowNames.delete(host);
      else slowNames.add(host);
    }
  }

  return (host) => {
    const shared = underWay.get(host);
    if (shared) return shared;
    const answer = (slowNames.has(host) ? amongSlow : inTurn)(() => look(host));
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

const ANY_NUMBER = { mostWaiting: Number.POSITIVE_INFINITY, tooMany: '' }; // each name waits once
