import { type Figure, saveFigure } from '../../build/docs/figures.ts';
import { writePerformancePage } from '../../build/docs/performance.ts';

/** Set by `npm run faults`: faults happen as often as the performance page says, not just once or twice. */
export const IS_LONG_RUN = process.env.RAAN_FAULTS === 'long';

/** The number of repetitions, in the suite and in the long run. */
export const repetitions = (inSuite: number, inLong: number): number => (IS_LONG_RUN ? inLong : inSuite);

/** Writes the result of a long run to the performance page. */
export function recordFault(figure: Figure): void {
  if (!IS_LONG_RUN) return;
  saveFigure('faults', figure);
  writePerformancePage();
}

export const count = (value: number): string => Math.round(value).toLocaleString('en');

const SEED = Number(process.env.RAAN_SEED ?? 20_261_122);

/** Pseudorandom numbers from 0 to 1, reproducible with `RAAN_SEED` (mulberry32). */
export function seededRandom(salt = 0): () => number {
  let state = (SEED + salt) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
