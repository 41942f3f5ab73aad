import { type Figure, saveFigure } from '../../build/docs/figures.ts';
import { writePerformancePage } from '../../build/docs/performance.ts';

/** `npm run faults` sets it: the faults happen as often as the performance page says, not just once or twice. */
export const LONG = process.env.RAAN_FAULTS === 'long';

/** How often, in the suite and in the long form. */
export const times = (inSuite: number, inLong: number): number => (LONG ? inLong : inSuite);

/** Writes the result of a long run to the performance page of the documentation. */
export function recordFault(figure: Figure): void {
  if (!LONG) return;
  saveFigure('faults', figure);
  writePerformancePage();
}

export const count = (value: number): string => Math.round(value).toLocaleString('en');

const SEED = Number(process.env.RAAN_SEED ?? 20_261_122);

/** Numbers from 0 up to 1 that come again with the same seed, which `RAAN_SEED` sets (mulberry32). */
export function chance(salt = 0): () => number {
  let state = (SEED + salt) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
