import { parseArgs } from 'node:util';

/** Size of the big file, and length of all measurements. */
export interface ScalePlan {
  orders: number;
  products: number;
  channels: number;
  apps: number;
  /** Products and variants that are read repeatedly. */
  favorites: number;
  /** The offset of deep list pages. */
  offset: number;
  /** Each round measures both files once; the median of the rounds counts. */
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
  favorites: 1_000,
  offset: 40_000,
  rounds: 8, // the median evens out the load of the machine
  seconds: 5, // in a shorter round the 99th percentile is that of new connections
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

/** `--quick` uses a twentieth of the orders; `--keep FOLDER` caches the generated file, which takes minutes to make. */
export function readArguments(): { plan: ScalePlan; keep: string | undefined } {
  const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false }, keep: { type: 'string' } } });
  return { plan: values.quick ? QUICK : FULL, keep: values.keep };
}
