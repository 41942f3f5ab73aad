import { type Figure, saveFigure } from '../../build/docs/figures.ts';
import { writePerformancePage } from '../../build/docs/performance.ts';
import { Chance } from '../chance.ts';

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

/** Random numbers, reproducible with `RAAN_SEED`. */
export const seededChance = (salt = 0): Chance => new Chance(SEED + salt);
