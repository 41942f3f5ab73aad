import { parseArgs } from 'node:util';

/** How long everything is measured. */
export interface Plan {
  /** Each round measures every server once; the medians of the rounds count. */
  rounds: number;
  seconds: number;
  warmUp: number;
  starts: number;
  /** After how many orders memory is read. */
  orders: number;
}

const FULL: Plan = { rounds: 10, seconds: 1, warmUp: 2, starts: 15, orders: 100_000 };
const QUICK: Plan = { rounds: 3, seconds: 1, warmUp: 1, starts: 5, orders: 10_000 };

/** `--quick` for a first look: its figures scatter, and its memory is that of fewer orders. */
export function wantedPlan(): Plan {
  const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
  return values.quick ? QUICK : FULL;
}
