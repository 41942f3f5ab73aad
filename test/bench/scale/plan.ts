import { parseArgs } from 'node:util';

/** What is in the big file, and how long everything is measured. */
export interface ScalePlan {
  orders: number;
  products: number;
  channels: number;
  apps: number;
  /** Products and variants that partners ask for again and again. */
  favourites: number;
  /** How far into a list its deep pages are. */
  offset: number;
  /** Each round measures both files once; the medians of the rounds count. */
  rounds: number;
  seconds: number;
  warmUp: number;
  starts: number;
}

const FULL: ScalePlan = {
  orders: 1_000_000,
  products: 50_000,
  channels: 100,
  apps: 50,
  favourites: 1_000,
  offset: 40_000,
  rounds: 8, // of which the middle one counts, however the machine's moments differ
  seconds: 5, // of a shorter round one in a hundred is what its new connections begin with
  warmUp: 3,
  starts: 15,
};

const QUICK: ScalePlan = {
  ...FULL,
  orders: 50_000,
  products: 5_000,
  offset: 4_000,
  rounds: 3,
  seconds: 1,
  warmUp: 1,
  starts: 5,
};

/** `--quick` for a first look, at a twentieth of the orders; `--keep FOLDER` for the made file, which takes minutes. */
export function wanted(): { plan: ScalePlan; keep: string | undefined } {
  const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false }, keep: { type: 'string' } } });
  return { plan: values.quick ? QUICK : FULL, keep: values.keep };
}
